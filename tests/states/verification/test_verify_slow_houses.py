"""Houses that take their time: what is said about them, after how many reads, and after how long."""

import asyncio

import pytest
from ha_assist.adapters.intents.replies import reply
from hypothesis import given, settings
from hypothesis import strategies as st
from slow_house import AT_ONCE, Published, SlowHouse, Thing, after, converse, gone, in_virtual_time, never, shows, told

ON = "Turn on the desk lamp"
DONE = "Turned on the light"


def not_yet(*names: str) -> str:
    return reply("unconfirmed", ["en"], targets=", ".join(names))


def unreachable(*names: str) -> str:
    return reply("unavailable", ["en"], targets=", ".join(names))


@pytest.mark.parametrize("filters", [True, False], ids=["2026", "2025"])
@pytest.mark.parametrize(
    ("published", "reads", "words", "verdict"),
    [
        (AT_ONCE, 1, DONE, "confirmed"),
        (after(0.2), 1, DONE, "confirmed"),
        (after(0.8), 2, DONE, "confirmed"),
        (after(3), 2, f"{DONE}. {not_yet('Desk Lamp')}", "not_confirmed"),
        (never, 2, f"{DONE}. {not_yet('Desk Lamp')}", "not_confirmed"),
        (shows((0.2, "on"), (0.7, "off")), 1, DONE, "confirmed"),
        (shows((0.4, "on"), (0.45, "off"), (0.9, "on")), 2, DONE, "confirmed"),
        (gone, 1, unreachable("Desk Lamp"), "unavailable"),
        (shows((0.8, "unavailable")), 2, unreachable("Desk Lamp"), "unavailable"),
        (shows((0.1, "unknown")), 2, f"{DONE}. {not_yet('Desk Lamp')}", "not_confirmed"),
    ],
)
def test_a_lamp(published: Published, reads: int, words: str, verdict: str, filters: bool) -> None:
    house = SlowHouse([Thing("Desk Lamp", area="Office", published=published), Thing("Ceiling Light")], filters=filters)
    talk = told(house, ON)
    assert talk.text == words
    assert len(house.reads) == reads
    assert talk.seconds == pytest.approx(0.5 * reads)
    assert len(house.done) == 1
    assert not any(turn.permit.spent for turn in talk.turns)
    last = talk.metrics[-1]
    assert (last["kind"], last["attempt"], last["maximum"], last["verdict"]) == ("reply", reads, 2, verdict)
    assert last["laggards"] == (("Desk Lamp",) if verdict == "not_confirmed" else ())


def test_the_metrics_tell_of_every_wait() -> None:
    talk = told(SlowHouse([Thing("Desk Lamp", published=after(0.8))]), ON, ha_assist_verify_delay=0.6)
    assert [metrics["kind"] for metrics in talk.metrics] == ["read", "read", "reply"]
    assert [metrics["attempt"] for metrics in talk.metrics] == [1, 2, 2]
    assert [metrics["laggards"] for metrics in talk.metrics] == [(), ("Desk Lamp",), ()]
    assert [metrics["delay"] for metrics in talk.metrics] == [0.6] * 3
    waits = [turn.metrics["ha_verify_settle_ms"] for turn in talk.turns[1:]]
    assert waits == [pytest.approx(600), pytest.approx(600), 0]


@pytest.mark.parametrize(("attempts", "reads"), [(0, 0), (1, 1), (5, 5), (7, 6), (10, 6)])
def test_there_are_no_more_reads_than_are_allowed_or_needed(attempts: int, reads: int) -> None:
    house = SlowHouse([Thing("Desk Lamp", published=after(3))])
    talk = told(house, ON, ha_assist_verify_attempts=attempts)
    assert len(house.reads) == reads
    assert (not_yet("Desk Lamp") in talk.text) == (0 < attempts < 6)


def test_home_assistants_limit_of_rounds_is_kept() -> None:
    house = SlowHouse([Thing("Desk Lamp", published=never)])
    talk = told(house, ON, ha_assist_verify_attempts=10)
    assert len(talk.turns) == 10
    assert talk.text == f"{DONE}. {not_yet('Desk Lamp')}"


def test_only_what_the_settings_name_is_verified() -> None:
    house = SlowHouse([Thing("Patio Blind", domain="cover", published=never, state="open")])
    assert told(house, "Close the patio blind").text == "Closing"
    assert house.reads == []
    talk = told(house, "Close the patio blind", ha_assist_verify_domains=("cover",))
    assert talk.text == f"Closing. {not_yet('Patio Blind')}"
    assert len(house.reads) == 2


def test_what_is_on_its_way_is_not_waited_for() -> None:
    house = SlowHouse([Thing("Patio Blind", domain="cover", state="open", published=shows((0.1, "closing"), (20, "closed")))])
    talk = told(house, "Close the patio blind", ha_assist_verify_domains=("cover",))
    assert (talk.text, len(house.reads), talk.metrics[-1]["verdict"]) == ("Closing", 1, "under_way")


def test_what_is_as_it_should_be_already_is_a_plain_success() -> None:
    house = SlowHouse([Thing("Desk Lamp", state="on", published=never)])
    assert told(house, ON).text == DONE
    assert len(house.reads) == 1


class TestSeveralThings:
    def test_of_one_area_are_read_together_and_the_late_ones_are_named(self) -> None:
        house = SlowHouse(
            [
                Thing("Ceiling Light", state="on", published=after(0.2)),
                Thing("Counter Light", state="on", published=after(3)),
                Thing("Sink Light", state="on", published=gone),
                Thing("Desk Lamp", area="Office", state="on"),
            ]
        )
        talk = told(house, "Turn off the kitchen lights")
        assert house.reads == [{"area": "Kitchen", "domain": ["light"]}] * 2
        assert talk.text == f"Turned off the lights. {unreachable('Sink Light')} {not_yet('Counter Light')}"

    def test_of_several_actions_are_verified_together(self) -> None:
        house = SlowHouse(
            [Thing("Desk Lamp", area="Office", published=after(0.7)), Thing("Fountain", domain="switch", area="Garden")]
        )
        talk = told(house, "Turn on the desk lamp and turn on the fountain")
        assert house.reads == [{"domain": ["light", "switch"]}] * 2
        assert talk.text == "Turned on the light. Turned on the switch."

    def test_that_are_sent_one_by_one_are_verified_at_the_end(self) -> None:
        house = SlowHouse([Thing("Desk Lamp", published=after(0.7)), Thing("Fountain", domain="switch")])
        talk = told(house, "Turn on the desk lamp and turn on the fountain", parallel=False)
        assert [metrics["kind"] for metrics in talk.metrics] == ["calls", "read", "read", "reply"]
        assert len(house.done) == 2
        assert talk.text == "Turned on the light. Turned on the switch."

    def test_of_the_same_name_are_told_apart_by_their_area(self) -> None:
        house = SlowHouse(
            [Thing("Bedside Lamp", area="Bedroom", published=never), Thing("Bedside Lamp", area="Guest Room", state="on")]
        )
        talk = told(house, "Turn on the bedside lamp in the bedroom")
        assert talk.text == f"{DONE}. {not_yet('Bedside Lamp')}"

    def test_of_which_none_can_be_reached_are_not_said_to_be_done(self) -> None:
        house = SlowHouse([Thing("Desk Lamp", published=gone), Thing("Fountain", domain="switch")])
        talk = told(house, "Turn on the desk lamp and turn on the fountain")
        assert talk.text == f"Turned on the switch. {unreachable('Desk Lamp')}"


class TestNamesWithCommas:
    LISTED = "Kettle, the red one"

    @pytest.mark.parametrize("parallel", [None, False])
    def test_the_whole_name_is_tried_where_a_part_is_unknown(self, parallel: bool | None) -> None:
        house = SlowHouse([Thing(self.LISTED, domain="switch", own=self.LISTED), Thing("Desk Lamp", area="Office")])
        talk = told(house, "Turn on the kettle and turn on the desk lamp", parallel=parallel)
        assert [arguments["name"] for _, arguments in house.done if arguments["domain"] == ["switch"]] == ["Kettle", self.LISTED]
        assert len(house.done) == 3
        assert talk.text == "Turned on the switch. Turned on the light."

    def test_it_is_tried_once(self) -> None:
        house = SlowHouse([Thing(self.LISTED, domain="switch", own="Something else")])
        talk = told(house, "Turn on the kettle")
        assert [arguments["name"] for _, arguments in house.done] == ["Kettle", self.LISTED]
        assert self.LISTED in talk.text


def test_a_read_that_finds_nothing_is_not_repeated_and_accuses_nobody() -> None:
    house = SlowHouse([Thing("Desk Lamp", own="Desk Lamp")])
    original = house._live
    house._live = lambda arguments, now: {"error": "No exposed entities matched"} if original(arguments, now) else {}
    talk = told(house, ON)
    assert (talk.text, len(house.reads)) == (DONE, 1)
    assert talk.metrics[-1]["verdict"] == "not_verified"


# Clients that trim.

TRIMS = st.integers(1, 6).map(lambda kept: lambda messages: messages[-kept:])


@settings(max_examples=60, deadline=None)
@given(
    trim=st.one_of(TRIMS, st.just(lambda messages: messages)),
    attempts=st.integers(0, 10),
    parallel=st.sampled_from([None, False]),
    published=st.sampled_from([AT_ONCE, after(0.8), never, gone, shows((0.4, "on"), (0.6, "off"))]),
)
def test_however_a_client_trims_every_turn_ends_and_nothing_is_done_twice(trim, attempts, parallel, published) -> None:
    house = SlowHouse([Thing("Desk Lamp", published=published), Thing("Fountain", domain="switch", published=published)])
    talk = told(
        house, "Turn on the desk lamp and turn on the fountain", trim=trim, parallel=parallel, ha_assist_verify_attempts=attempts
    )
    assert talk.text
    assert len({repr(done) for done in house.done}) == len(house.done)
    assert len(house.reads) <= attempts


@pytest.mark.parametrize("attempts", [1, 2, 5])
def test_a_client_with_ids_of_its_own_is_counted_by_its_messages(attempts: int) -> None:
    house = SlowHouse([Thing("Desk Lamp", published=never)])
    talk = told(house, ON, rename=True, ha_assist_verify_attempts=attempts)
    assert len(house.reads) == attempts
    assert talk.text == f"{DONE}. {not_yet('Desk Lamp')}"


# Waiting.


def test_a_turn_that_is_cancelled_ends_at_once() -> None:
    async def scene() -> float:
        loop = asyncio.get_running_loop()
        house = SlowHouse([Thing("Desk Lamp")])
        task = asyncio.create_task(converse(house, ON, ha_assist_verify_delay=30))
        await asyncio.sleep(2)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert house.reads == []
        return loop.time()

    assert in_virtual_time(scene()) == pytest.approx(2)
