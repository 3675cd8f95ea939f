"""Televisions, speakers and receivers."""

from __future__ import annotations

from homeassistant.components.media_player import MediaPlayerEntity, MediaPlayerEntityFeature, MediaPlayerState

from .world import InventedEntity, Values, platform


class InventedMediaPlayer(InventedEntity, MediaPlayerEntity):
    """A media player with a playlist of numbered tracks."""

    _attr_supported_features = (
        MediaPlayerEntityFeature.TURN_ON
        | MediaPlayerEntityFeature.TURN_OFF
        | MediaPlayerEntityFeature.PLAY
        | MediaPlayerEntityFeature.PAUSE
        | MediaPlayerEntityFeature.STOP
        | MediaPlayerEntityFeature.NEXT_TRACK
        | MediaPlayerEntityFeature.PREVIOUS_TRACK
        | MediaPlayerEntityFeature.VOLUME_SET
        | MediaPlayerEntityFeature.VOLUME_STEP
        | MediaPlayerEntityFeature.VOLUME_MUTE
    )

    def read_spec(self, spec: Values) -> Values:
        self._attr_media_title = spec.get("title")
        self._attr_media_artist = spec.get("artist")
        return {
            "playing": spec.get("state", "idle"),
            "volume": spec.get("volume", 30) / 100,
            "muted": spec.get("muted", False),
            "track": spec.get("track", 5),
        }

    def apply(self) -> None:
        playing = self.shown["playing"]
        self._attr_state = MediaPlayerState(playing) if playing in list(MediaPlayerState) else None
        self._attr_volume_level = self.shown["volume"]
        self._attr_is_volume_muted = self.shown["muted"]
        self._attr_media_track = self.shown["track"]

    def view(self) -> Values:
        return {
            "volume": round(self.shown["volume"] * 100),
            "muted": self.shown["muted"],
            "track": self.shown["track"],
        }

    async def async_turn_on(self) -> None:
        self.command({"playing": "on"} if self.shown["playing"] in ("off", "standby") else {})

    async def async_turn_off(self) -> None:
        self.command({"playing": "off"})

    async def async_media_play(self) -> None:
        self.command({"playing": "playing"})

    async def async_media_pause(self) -> None:
        self.command({"playing": "paused"})

    async def async_media_stop(self) -> None:
        self.command({"playing": "idle"})

    async def async_media_next_track(self) -> None:
        self.command({"track": self.shown["track"] + 1})

    async def async_media_previous_track(self) -> None:
        self.command({"track": self.shown["track"] - 1})

    async def async_set_volume_level(self, volume: float) -> None:
        self.command({"volume": volume})

    async def async_volume_up(self) -> None:
        self.command({"volume": round(min(1.0, self.shown["volume"] + 0.1), 2)})

    async def async_volume_down(self) -> None:
        self.command({"volume": round(max(0.0, self.shown["volume"] - 0.1), 2)})

    async def async_mute_volume(self, mute: bool) -> None:
        self.command({"muted": mute})


async_setup_entry = platform("media_player", InventedMediaPlayer)
