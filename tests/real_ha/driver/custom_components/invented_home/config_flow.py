"""Home Assistant wants a config flow of everything that has a config entry. The driver makes the entry; nobody is asked."""

from __future__ import annotations

from homeassistant.config_entries import ConfigFlow

from . import DOMAIN


class InventedHomeConfigFlow(ConfigFlow, domain=DOMAIN):
    """A flow without steps."""

    VERSION = 1
