"""A Home Assistant integration whose devices come from a YAML file: every entity of an invented home, and nothing else.

The entities are real ones of Home Assistant's own platforms, so services, supported features and attributes behave as in any
installation. Only the hardware is missing: a command changes the entity's values after its lag, on a clock that the test
driver moves forward (see `world.py`).
"""

from __future__ import annotations

from homeassistant.config_entries import ConfigEntry
from homeassistant.core import HomeAssistant

DOMAIN = "invented_home"


async def async_setup_entry(hass: HomeAssistant, entry: ConfigEntry) -> bool:
    """Set up every platform that this home has devices for."""
    await hass.config_entries.async_forward_entry_setups(entry, entry.data["platforms"])
    return True
