"""Intents that newer versions of Home Assistant offer as tools, registered in the one that runs here.

Each is one declaration on Home Assistant's own `ServiceIntentHandler`, as the newer version has it, so matching, validation
and execution are still Home Assistant's. Only the 2026 dialect offers them (`SINCE_2026`).
"""

from __future__ import annotations

import voluptuous as vol
from homeassistant.components.cover import CoverDeviceClass
from homeassistant.components.media_player import MediaPlayerDeviceClass, MediaPlayerEntityFeature
from homeassistant.components.valve import ValveDeviceClass
from homeassistant.core import HomeAssistant, State
from homeassistant.helpers import intent

SINCE_2026 = frozenset(
    {
        "HassFanSetSpeed",
        "HassLawnMowerDock",
        "HassLawnMowerStartMowing",
        "HassStopMoving",
        "HassSetVolumeRelative",
        "HassMediaPlayerMute",
        "HassMediaPlayerUnmute",
    }
)


class _StopMoving(intent.DynamicServiceIntentHandler):
    """Stops covers and valves."""

    def __init__(self) -> None:
        super().__init__(
            "HassStopMoving",
            description="Stops a moving device or entity",
            platforms={"cover", "valve"},
            device_classes={CoverDeviceClass, ValveDeviceClass},
        )

    def get_domain_and_service(self, intent_obj: intent.Intent, state: State) -> tuple[str, str]:
        return state.domain, f"stop_{state.domain}"


class _SetVolumeRelative(intent.IntentHandler):
    """Turns the volume up or down, by a step or by percent."""

    intent_type = "HassSetVolumeRelative"
    description = "Increases or decreases the volume of a media player"
    platforms = {"media_player"}  # noqa: RUF012 - as the base class has it
    slot_schema = {  # noqa: RUF012
        vol.Required("volume_step"): vol.Any("down", "up", vol.All(vol.Coerce(int), vol.Range(min=-100, max=100))),
        vol.Optional("name"): intent.non_empty_string,
        vol.Optional("area"): intent.non_empty_string,
        vol.Optional("floor"): intent.non_empty_string,
        vol.Optional("preferred_area_id"): str,
        vol.Optional("preferred_floor_id"): str,
    }

    async def async_handle(self, intent_obj: intent.Intent) -> intent.IntentResponse:
        slots = {name: slot["value"] for name, slot in self.async_validate_slots(intent_obj.slots).items()}
        constraints = intent.MatchTargetsConstraints(
            name=slots.get("name"),
            area_name=slots.get("area"),
            floor_name=slots.get("floor"),
            domains={"media_player"},
            features=MediaPlayerEntityFeature.VOLUME_SET,
            states={"playing"},
            assistant=intent_obj.assistant,
            single_target=True,
        )
        preferences = intent.MatchTargetsPreferences(
            area_id=slots.get("preferred_area_id"), floor_id=slots.get("preferred_floor_id")
        )
        match = intent.async_match_targets(intent_obj.hass, constraints, preferences)
        if not match.is_match:
            raise intent.MatchFailedError(result=match, constraints=constraints)
        state = match.states[0]
        step = slots["volume_step"]
        data = {"entity_id": state.entity_id}
        if isinstance(step, str):
            service = f"volume_{step}"
        else:
            service = "volume_set"
            data["volume_level"] = min(1.0, max(0.0, state.attributes["volume_level"] + step / 100))
        await intent_obj.hass.services.async_call("media_player", service, data, blocking=True, context=intent_obj.context)
        response = intent_obj.create_response()
        response.response_type = intent.IntentResponseType.ACTION_DONE
        target = intent.IntentResponseTarget(type=intent.IntentResponseTargetType.ENTITY, name=state.name, id=state.entity_id)
        response.async_set_results(success_results=[target])
        return response


class _Mute(intent.ServiceIntentHandler):
    """Mutes or unmutes media players."""

    def __init__(self, intent_type: str, mute: bool, description: str) -> None:
        super().__init__(
            intent_type,
            "media_player",
            "volume_mute",
            required_domains={"media_player"},
            required_features=MediaPlayerEntityFeature.VOLUME_MUTE,
            optional_slots={
                "is_volume_muted": intent.IntentSlotInfo(
                    description="Whether the media player should be muted or unmuted", value_schema=vol.Any(bool)
                )
            },
            description=description,
            platforms={"media_player"},
            device_classes={MediaPlayerDeviceClass},
        )
        self._mute = mute

    async def async_handle(self, intent_obj: intent.Intent) -> intent.IntentResponse:
        intent_obj.slots["is_volume_muted"] = {"value": self._mute, "text": str(self._mute)}
        return await super().async_handle(intent_obj)


def register(hass: HomeAssistant) -> None:
    """Add the newer intents; each is offered once its domain is exposed, as in the version it comes from."""
    intent.async_register(
        hass,
        intent.ServiceIntentHandler(
            "HassFanSetSpeed",
            "fan",
            "set_percentage",
            required_domains={"fan"},
            required_slots={
                "percentage": intent.IntentSlotInfo(
                    description="The speed percentage of the fan",
                    value_schema=vol.All(vol.Coerce(int), vol.Range(min=0, max=100)),
                )
            },
            description="Sets a fan's speed by percentage",
            platforms={"fan"},
        ),
    )
    intent.async_register(hass, _StopMoving())
    intent.async_register(hass, _SetVolumeRelative())
    intent.async_register(hass, _Mute("HassMediaPlayerMute", True, "Mutes a media player"))
    intent.async_register(hass, _Mute("HassMediaPlayerUnmute", False, "Unmutes a media player"))
    for intent_type, service, description in (
        ("HassLawnMowerStartMowing", "start_mowing", "Starts a lawn mower"),
        ("HassLawnMowerDock", "dock", "Sends a lawn mower to dock"),
    ):
        intent.async_register(
            hass,
            intent.ServiceIntentHandler(
                intent_type,
                "lawn_mower",
                service,
                required_domains={"lawn_mower"},
                description=description,
                platforms={"lawn_mower"},
            ),
        )
