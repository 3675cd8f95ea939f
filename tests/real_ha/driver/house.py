"""One invented home in one Home Assistant core: set it up, offer what an assistant is offered, execute its calls."""

from __future__ import annotations

import json
import logging
from contextlib import AsyncExitStack
from datetime import datetime, timedelta
from itertools import count
from typing import Any
from unittest.mock import Mock
from zoneinfo import ZoneInfo

import backports
import homeassistant.core as ha
import voluptuous as vol
from custom_components.invented_home.person import InventedPerson
from custom_components.invented_home.world import WORLD, World
from homeassistant.components import intent as intent_component
from homeassistant.components.homeassistant.exposed_entities import async_expose_entity
from homeassistant.components.media_player.intent import INTENT_MEDIA_UNPAUSE
from homeassistant.components.script import EVENT_SCRIPT_STARTED
from homeassistant.exceptions import HomeAssistantError
from homeassistant.helpers import area_registry as ar
from homeassistant.helpers import device_registry as dr
from homeassistant.helpers import entity_registry as er
from homeassistant.helpers import floor_registry as fr
from homeassistant.helpers import intent, llm, template
from homeassistant.helpers.entity_component import EntityComponent
from homeassistant.loader import DATA_CUSTOM_COMPONENTS
from homeassistant.setup import async_setup_component
from homeassistant.util import dt as dt_util
from homeassistant.util.unit_system import METRIC_SYSTEM, US_CUSTOMARY_SYSTEM
from pytest_homeassistant_custom_component.common import MockConfigEntry, async_test_home_assistant
from voluptuous_openapi import convert

ASSISTANT = "conversation"
NOT_PLATFORMS = ("script", "person")
TIMERS = "satellite.timers"

Json = dict[str, Any]


class SetUpFailed(Exception):
    """The home could not be set up as written."""


class House:
    """A running core with one home in it. Time stands still except for `advance` and `settle`."""

    def __init__(self, name: str, home: Json) -> None:
        self.name = name
        self.home = home
        self.world = World(home["entities"])
        self._scripts = {entity_id: 0 for entity_id in home["entities"] if entity_id.startswith("script.")}
        self._satellites: dict[str, str] = {}
        self._views: dict[str, Json] = {}
        self._stack = AsyncExitStack()
        self._context = ha.Context()
        self._ids = count()

    # --- setting up ---

    async def start(self, config_dir: str) -> Json:
        """Boot a core and move in. Returns every entity's view."""
        self.hass = await self._stack.enter_async_context(async_test_home_assistant(config_dir=config_dir))
        hass = self.hass
        hass.data.pop(DATA_CUSTOM_COMPONENTS, None)
        hass.http = Mock()
        hass.config.components.add("http")
        hass.config.language = self.home["language"]
        hass.config.units = US_CUSTOMARY_SYSTEM if self.home["units"] == "us" else METRIC_SYSTEM
        await hass.config.async_set_time_zone(self.home["time_zone"])
        hass.data[WORLD] = self.world
        self.focus()
        platforms = sorted({entity_id.partition(".")[0] for entity_id in self.home["entities"]})
        for component in ("homeassistant", "intent", *(p for p in platforms if p not in ("script", "person"))):
            await self._set_up(component, {})
        backports.register(hass)
        await self._add_people()
        await self._add_scripts()
        entry = MockConfigEntry(domain="invented_home", data={"platforms": [p for p in platforms if p not in NOT_PLATFORMS]})
        entry.add_to_hass(hass)
        if not await hass.config_entries.async_setup(entry.entry_id):
            raise SetUpFailed("the invented_home integration did not set up")
        await hass.async_block_till_done()
        self._furnish()
        await hass.async_block_till_done()
        if missing := [entity_id for entity_id in self.home["entities"] if hass.states.get(entity_id) is None]:
            raise SetUpFailed(f"Home Assistant has no state for {', '.join(missing)}")
        hass.bus.async_listen(EVENT_SCRIPT_STARTED, self._note_script)
        self.world.touched.clear()
        self._views = self._all_views()
        return self._views

    def focus(self) -> None:
        """Make this core the current one, with its own wall clock; several live in one process."""
        ha._hass.hass = self.hass
        zone = ZoneInfo(self.home["time_zone"])
        dt_util.set_default_time_zone(zone)
        start = datetime.fromisoformat(self.home["now"]).replace(tzinfo=zone)

        def now(time_zone: Any = None) -> datetime:
            return (start + timedelta(seconds=self.world.now)).astimezone(time_zone or zone)

        dt_util.now = now
        dt_util.utcnow = lambda: now(dt_util.UTC)

    async def _set_up(self, component: str, config: Json) -> None:
        if not await async_setup_component(self.hass, component, config):
            raise SetUpFailed(f"Home Assistant's component {component} did not set up")
        await self.hass.async_block_till_done()  # its intents are there now, so tools are always in the same order

    async def _add_people(self) -> None:
        people = {e: spec for e, spec in self.home["entities"].items() if e.startswith("person.")}
        if not people:
            return
        component = EntityComponent(logging.getLogger(__name__), "person", self.hass)
        entities = [InventedPerson(self.world, entity_id, spec) for entity_id, spec in people.items()]
        self.world.entities.update((entity.entity_id, entity) for entity in entities)
        await component.async_add_entities(entities)

    async def _add_scripts(self) -> None:
        scripts = {
            entity_id.partition(".")[2]: {
                "alias": spec["name"],
                "description": spec.get("description", ""),
                "fields": spec.get("fields", {}),
                "sequence": spec.get("sequence", []),
            }
            for entity_id, spec in self.home["entities"].items()
            if entity_id.startswith("script.")
        }
        if scripts:
            await self._set_up("script", {"script": scripts})

    def _furnish(self) -> None:
        """Floors, areas, aliases, exposure, and a satellite in every area."""
        floors = fr.async_get(self.hass)
        areas = ar.async_get(self.hass)
        entities = er.async_get(self.hass)
        devices = dr.async_get(self.hass)
        floor_ids = {
            name: floors.async_create(name, aliases=set(floor["aliases"]), level=floor.get("level")).floor_id
            for name, floor in self.home["floors"].items()
        }
        area_ids = {
            name: areas.async_create(
                name, aliases=set(area["aliases"]), floor_id=floor_ids[area["floor"]] if area["floor"] else None
            ).id
            for name, area in self.home["areas"].items()
        }
        for entry in (*floors.async_list_floors(), *areas.async_list_areas()):
            # Home Assistant's error texts show these, and recordings must be the same every time.
            for when in ("created_at", "modified_at"):
                object.__setattr__(entry, when, dt_util.utcnow())
        for entity_id, spec in self.home["entities"].items():
            if entities.async_get(entity_id) is None:
                raise SetUpFailed(f"{entity_id} is not in the entity registry")
            area = spec.get("area")
            entities.async_update_entity(
                entity_id, aliases=set(spec.get("aliases", [])), area_id=area_ids[area] if area else None
            )
            async_expose_entity(self.hass, ASSISTANT, entity_id, spec.get("exposed", True))
        entry = MockConfigEntry(domain="satellites")
        entry.add_to_hass(self.hass)
        for name, area_id in area_ids.items():
            device = devices.async_get_or_create(
                config_entry_id=entry.entry_id, identifiers={("satellites", name)}, name=f"Satellite {name}"
            )
            devices.async_update_device(device.id, area_id=area_id)
            self._satellites[name] = device.id
            if name in self.home["timers"]:
                intent_component.async_register_timer_handler(self.hass, device.id, lambda *_: None)

    # --- what the assistant is offered ---

    def _llm_context(self, area: str | None, text: str | None) -> llm.LLMContext:
        return llm.LLMContext(
            platform="openai_conversation",
            context=self._context,
            user_prompt=text,
            language=self.home["language"],
            assistant=ASSISTANT,
            device_id=self._satellites[area] if area else None,
        )

    async def offer(self, area: str | None) -> Json:
        """Home Assistant's own prompt and tools for a speaker in an area, the prompt both whole and in its parts."""
        llm_context = self._llm_context(area, None)
        instance = await llm.async_get_api(self.hass, llm.LLM_API_ASSIST, llm_context)
        api = instance.api
        exposed = llm._get_exposed_entities(self.hass, ASSISTANT, include_state=False)
        time_line = template.Template(llm.BASE_PROMPT, self.hass).async_render({}, parse_result=False)
        instructions = self.home["instructions"] or llm.DEFAULT_INSTRUCTIONS_PROMPT
        whole = template.Template(llm.BASE_PROMPT + instructions, self.hass).async_render(
            {"ha_name": self.hass.config.location_name, "user_name": None, "llm_context": llm_context},
            parse_result=False,
        )
        control = api._async_get_preable(llm_context)
        tools = [
            {
                "name": tool.name,
                "description": tool.description or "",
                "parameters": self._schema(tool, instance),
                "component": self._component(tool.name),
                "since_2026": tool.name in backports.SINCE_2026,
            }
            for tool in instance.tools
        ]
        return {
            "whole": "\n".join([whole, instance.api_prompt]),
            "time_line": time_line,
            "instructions": whole.removeprefix(time_line),
            "control": control if exposed["entities"] else [llm.NO_ENTITIES_PROMPT],
            "context": api._async_get_exposed_entities_prompt(llm_context, exposed),
            "tools": tools,
        }

    def _schema(self, tool: llm.Tool, instance: llm.APIInstance) -> Json:
        """A tool's parameters as JSON schema. Home Assistant's order of device classes varies from start to start."""
        schema = convert(tool.parameters, custom_serializer=instance.custom_serializer)
        if device_class := schema["properties"].get("device_class"):
            device_class["items"]["enum"] = sorted(device_class["items"]["enum"])
        return schema

    def _component(self, tool_name: str) -> str:
        """The component that brings a tool: what newer versions put before its name."""
        handler = next((h for h in intent.async_get(self.hass) if h.intent_type == tool_name), None)
        if handler is None:
            return "homeassistant" if tool_name == llm.GetLiveContextTool.name else "script"
        if tool_name in ("HassSetPosition", "HassStopMoving"):
            return "intent"
        if handler.platforms and len(handler.platforms) == 1:
            return next(iter(handler.platforms))
        return "intent"

    # --- executing ---

    async def call(self, area: str | None, name: str, args: Json, text: str) -> Json:
        """Execute a tool call as Home Assistant's chat log does, errors included."""
        instance = await llm.async_get_api(self.hass, llm.LLM_API_ASSIST, self._llm_context(area, text))
        tool_input = llm.ToolInput(tool_name=name, tool_args=args, id=f"call_{next(self._ids)}")
        try:
            result = await instance.async_call_tool(tool_input)
        except (HomeAssistantError, vol.Invalid) as error:
            result = {"error": type(error).__name__}
            if str(error):
                result["error_text"] = str(error)
        await self.hass.async_block_till_done()
        return {"result": json.loads(json.dumps(result, default=str)), **self._difference()}

    async def advance(self, seconds: float) -> Json:
        """Let time pass."""
        self.world.advance(seconds)
        await self.hass.async_block_till_done()
        return self._difference()

    async def settle(self) -> Json:
        """Let time pass until everything has arrived."""
        self.world.settle()
        await self.hass.async_block_till_done()
        return self._difference()

    async def reset(self) -> None:
        """Back to the home as written, with a new conversation's context."""
        self.world.reset()
        for entity_id in self._scripts:
            self._scripts[entity_id] = 0
        timers = self.hass.data[intent_component.timers.TIMER_DATA]
        for timer_id in list(timers.timers):
            timers.cancel_timer(timer_id)
        for handler in intent.async_get(self.hass):
            if handler.intent_type == INTENT_MEDIA_UNPAUSE:
                handler.last_paused.clear()
        await self.hass.async_block_till_done()
        self._context = ha.Context()
        self.world.touched.clear()
        self._views = self._all_views()

    def _note_script(self, event: ha.Event) -> None:
        entity_id = event.data["entity_id"]
        self._scripts[entity_id] += 1
        self.world.touched.add(entity_id)

    # --- what there is to see ---

    def _all_views(self) -> dict[str, Json]:
        live = llm._get_exposed_entities(self.hass, ASSISTANT)["entities"]
        entity_ids = [state.entity_id for state in self.hass.states.async_all() if state.entity_id in self.world.specs]
        views = {entity_id: self._view(entity_id, live.get(entity_id)) for entity_id in entity_ids}
        if self.home["timers"]:
            views[TIMERS] = self._timers()
        return views

    def _view(self, entity_id: str, live: Json | None) -> Json:
        state = self.hass.states.get(entity_id).state
        if entity_id in self._scripts:
            return {"values": {"times": self._scripts[entity_id]}, "live": None}
        entity = self.world.entities[entity_id]
        values = entity.view()
        if "times" not in values:
            values = {"state": state, **values}
        return {"values": json.loads(json.dumps(values, default=str)), "live": live}

    def _timers(self) -> Json:
        timers = self.hass.data[intent_component.timers.TIMER_DATA].timers.values()
        running = sorted(f"{timer.created_seconds} s{f' {timer.name}' if timer.name else ''}" for timer in timers)
        return {"values": {"running": running}, "live": None}

    def _difference(self) -> Json:
        views = self._all_views()
        changes = {entity_id: view for entity_id, view in views.items() if self._views.get(entity_id) != view}
        self._views = views
        touched = sorted(self.world.touched)
        self.world.touched.clear()
        return {"changes": changes, "touched": touched, "pending": self.world.pending()}

    async def stop(self) -> None:
        """Shut the core down."""
        await self.hass.async_stop(force=True)
        await self._stack.aclose()
