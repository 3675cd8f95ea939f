"""The same in Dutch: separable verbs, joined words, and "mag" and "moet", which ask or order by where they stand."""

from typing import Any

from told import MORE, Expected, call, done, heats, house, moves, off, official_calls, on, row, shines, table, within
from told import calls as any_calls

MOLEN = house(
    {
        "Keuken": ["light: Keukenlamp", "light: Aanrechtverlichting", "switch: Koffiezetapparaat", "media_player: Keukenradio"],
        "Woonkamer, Huiskamer": [
            "light: Staande lamp, Leeslamp",
            "light: Kroonluchter",
            "cover/blind: Rolgordijn",
            "climate: Thermostaat woonkamer",
            "media_player/tv: Televisie",
        ],
        "Slaapkamer": [
            "light: Nachtlampje",
            "climate: Thermostaat slaapkamer",
            "fan: Ventilator",
            "cover/shutter: Rolluik slaapkamer",
        ],
        "Logeerkamer": ["light: Nachtlampje"],
        "Gang": ["lock: Voordeur", "light: Ganglamp"],
        "Tuin": ["valve: Tuinsproeier", "light: Lantaarn", "cover/awning: Zonnescherm"],
        "": ["vacuum: Stoffie", "scene: Filmavond", "todo: Boodschappenlijst"],
    }
)
LAMP, CHANDELIER = "Staande lamp", "Kroonluchter"


def added(item: str) -> Expected:
    return call("HassListAddItem", None, "Boodschappenlijst", item=item)


def calls(sentence: str, home: Any = MOLEN, **options: Any) -> list[Expected]:
    return any_calls(sentence, home, language="nl", **options)


@table(
    row("doe de staande lamp aan", on("light", LAMP)),
    row("zet de leeslamp uit", off("light", "Leeslamp")),
    row("kroonluchter uitzetten graag", off("light", CHANDELIER)),
    row("licht keuken uit", off("light", area="Keuken")),
    row("keukenlicht aan", on("light", area="Keuken")),
    row("alle lampen in de keuken uit", off("light", area="Keuken")),
    row("doe beneden overal het licht uit", off("light", floor="beneden")),
    row("laat het rolluik in de slaapkamer zakken", off("cover", "Rolluik slaapkamer")),
    row("trek het rolgordijn dicht", off("cover", "Rolgordijn")),
    row("rolluik slaapkamer half naar beneden", moves("Rolluik slaapkamer", to=50)),
    row("draai de voordeur op slot", on("lock", "Voordeur")),
    row("haal de voordeur van het slot", off("lock", "Voordeur")),
    row("zet de verwarming in de slaapkamer op twintig en een halve graad", heats(20.5, "Thermostaat slaapkamer")),
    row("draai de verwarming in de slaapkamer terug naar 19 graden", heats(19, "Thermostaat slaapkamer")),
    row("staande lamp op warm wit", shines(LAMP, temperature=2700)),
    row("kleur de staande lamp blauw", shines(LAMP, color="blue")),
    row("zet de ventilator op halve kracht", call("HassFanSetSpeed", "fan", "Ventilator", percentage=50)),
    row("zet de tv even op pauze", call("HassMediaPause", "media_player", "Televisie")),
    row("volgend nummer op de keukenradio", call("HassMediaNext", "media_player", "Keukenradio")),
    row("Stoffie terug naar zijn station", call("HassVacuumReturnToBase", "vacuum", "Stoffie")),
    row("Stoffie aan de slag", call("HassVacuumStart", "vacuum", "Stoffie")),
    row("laat Stoffie in de woonkamer stofzuigen", call("HassVacuumCleanArea", None, "Stoffie", area="Woonkamer")),
    row("zet filmavond maar aan", on("scene", "Filmavond")),
    row("draai de kraan in de tuin dicht", off("valve", "Tuinsproeier")),
    row("doe de kroonluchter en de tv uit", off("light", CHANDELIER), off("media_player", "Televisie")),
    row("eerst de kroonluchter uit en daarna de ganglamp aan", off("light", CHANDELIER), on("light", "Ganglamp")),
    row("doe de kroonluchter aan en wel op 20 procent", shines(CHANDELIER, brightness=20)),
    # What goes by its own name is not all the lamps of the room.
    row("beide nachtlampjes uit",
        off("light", "Nachtlampje", area="Slaapkamer"), off("light", "Nachtlampje", area="Logeerkamer")),
)  # fmt: skip
def test_commands(sentence: str, expected: list[Expected]) -> None:
    assert calls(sentence, within(MOLEN, "Woonkamer")) == expected


@table(
    row("eh, doe even de staande lamp aan", on("light", LAMP)),
    row("zeg, kun je de staande lamp even uitdoen", off("light", LAMP)),
    row("oh ja, en doe ook nog de kroonluchter uit", off("light", CHANDELIER)),
    row("zou fijn zijn als je de kroonluchter uitdoet", off("light", CHANDELIER)),
    row("de kroonluchter uit zou fijn zijn", off("light", CHANDELIER)),
    row("doe je de kroonluchter even aan, ja?", on("light", CHANDELIER)),
    row("zou je het erg vinden om de lantaarn uit te doen", off("light", "Lantaarn")),
    row("wees eens lief en doe de lantaarn uit", off("light", "Lantaarn")),
    row("doe 't licht in de keuken ff uit", off("light", area="Keuken")),
    row("één keer lantaarn aan graag", on("light", "Lantaarn")),
    row("het licht in de keuken mag uit", off("light", area="Keuken")),
    row("mag het licht in de keuken uit?", off("light", area="Keuken")),
    row("de voordeur mag op slot", on("lock", "Voordeur")),
    row("Stoffie mag de keuken stofzuigen", call("HassVacuumCleanArea", None, "Stoffie", area="Keuken")),
    row("de verwarming in de slaapkamer mag naar 20 graden", heats(20, "Thermostaat slaapkamer")),
)
def test_chatter_and_politeness(sentence: str, expected: list[Expected]) -> None:
    assert calls(sentence) == expected


@table(
    row("doe die maar weer uit", off("light", LAMP)),
    row("en nu weer uit", off("light", LAMP)),
    row("de kroonluchter ook", on("light", CHANDELIER)),
    row("en ook nog de lantaarn", on("light", "Lantaarn")),
    row("en op 30 procent", shines(LAMP, brightness=30)),
)
def test_follow_ups(sentence: str, expected: list[Expected]) -> None:
    assert calls(sentence, earlier=done(on("light", LAMP))) == expected


@table(
    row("nee, op 22", heats(22, "Thermostaat slaapkamer")),
    row("nee doe maar 21", heats(21, "Thermostaat slaapkamer")),
    row("doe toch maar 21", heats(21, "Thermostaat slaapkamer")),
)
def test_a_corrected_value(sentence: str, expected: list[Expected]) -> None:
    assert calls(sentence, earlier=done(heats(20, "Thermostaat slaapkamer"))) == expected


@table(
    row("de kroonluchter moet uit", off("light", CHANDELIER)),
    row("het licht in de gang moet aan", on("light", area="Gang")),
    row("in de gang mag het licht wel uit", off("light", area="Gang")),
    row("het licht in de gang kan uit", off("light", area="Gang")),
    row("de rolluiken moeten omlaag", off("cover", "Rolluik slaapkamer")),
    row("de kroonluchter moet uitgeschakeld worden", off("light", CHANDELIER)),
    row("de kroonluchter moet op 30 procent", shines(CHANDELIER, brightness=30)),
    row("de voordeur moet op slot", on("lock", "Voordeur")),
    row("zorg dat de voordeur op slot is", on("lock", "Voordeur")),
    row("moet de kroonluchter uit"),
    row("en moet de kroonluchter uit"),
    row("hoe laat moet de kroonluchter uit"),
    row("de kroonluchter moet uit?"),
    row("de kroonluchter moet niet uit"),
    row("de kroonluchter moet aan blijven"),
    row("de kroonluchter moet uit zijn"),
    row("de kroonluchter moet straks uit"),
    row("Daan moet het licht uitdoen"),
    row("we moeten het licht uit"),
)
def test_what_is_to_become_of_things(sentence: str, expected: list[Expected]) -> None:
    assert calls(sentence) == expected


@table(
    row("Stoffie moet stofzuigen", call("HassVacuumStart", "vacuum", "Stoffie")),
    row("doe eens licht in de gang", on("light", area="Gang")),
    row("schrijf eens melk en eieren op de boodschappenlijst", added("melk"), added("eieren")),
    row("we hebben nog wc-papier nodig, zet dat op de boodschappenlijst", added("wc-papier")),
    row("streep melk door op de boodschappenlijst", call("HassListCompleteItem", None, "Boodschappenlijst", item="melk")),
    row("timer voor de pizza 15 minuten", call("HassStartTimer", minutes=15, name="pizza")),
    row("timer elf minuten voor de pasta", call("HassStartTimer", minutes=11, name="pasta")),
    row("pizzatimer 12 minuten", call("HassStartTimer", minutes=12, name="pizza")),
    row("timer half uur", call("HassStartTimer", minutes=30)),
    row("kookwekker een kwartier", call("HassStartTimer", minutes=15)),
    row("zet over 10 minuten de tv uit", call("HassStartTimer", minutes=10, conversation_command="de tv uit")),
    row("zet de wekker op 7 uur"),
    row("moet de kroonluchter uit"),
    row("de kroonluchter moet straks uit"),
)
def test_what_should_be_so(sentence: str, expected: list[Expected]) -> None:
    assert official_calls(sentence, MOLEN, tools=MORE, language="nl") == expected


PLAYER = house(
    {
        "Woonkamer": ["media_player/tv: Televisie", "media_player/speaker: Stereo", "climate: Thermostaat", "fan: Ventilator"],
        "Keuken": ["fan: Afzuigkap", "light: Keukenlamp"],
        "Tuin": ["lawn_mower: Maaimie", "cover/awning: Zonnescherm", "cover/shutter: Rolluik"],
        "": ["vacuum: Stoffie"],
    }
)
SET_BY_HA = {"domain": ["media_player"]}


@table(
    row("geluid uit", ("HassMediaPlayerMute", SET_BY_HA)),
    row("zet het geluid weer aan", ("HassMediaPlayerUnmute", SET_BY_HA)),
    row("tv op mute", call("HassMediaPlayerMute", "media_player", "Televisie")),
    row("ontdemp de televisie", call("HassMediaPlayerUnmute", "media_player", "Televisie")),
    row("haal de tv van mute af", call("HassMediaPlayerUnmute", "media_player", "Televisie")),
    row("zet de muziek uit", ("HassMediaPause", SET_BY_HA)),
    row("zet de stereo uit", off("media_player", "Stereo")),
    row("speel dat liedje nog een keer", ("HassMediaPrevious", SET_BY_HA)),
    row("speel het nummer opnieuw", ("HassMediaPrevious", SET_BY_HA)),
    row("herhaal het liedje", ("HassMediaPrevious", SET_BY_HA)),
    row("herhaal dat nog eens"),
    row("speel weer muziek", ("HassMediaUnpause", SET_BY_HA)),
    row("een nummer verder", ("HassMediaNext", SET_BY_HA)),
    row("het nummer verder", ("HassMediaUnpause", SET_BY_HA)),
    row("sla het huidige nummer over", ("HassMediaNext", SET_BY_HA)),
    row("zet de stereo nog een keer aan", on("media_player", "Stereo")),
    row("volume 10 lager draaien", call("HassSetVolumeRelative", volume_step=-10)),
    row("volume lager draaien naar 10", ("HassSetVolume", {**SET_BY_HA, "volume_level": 10})),
)
def test_what_plays_and_how_it_sounds(sentence: str, expected: list[Expected]) -> None:
    assert calls(sentence, within(PLAYER, "Woonkamer")) == expected


@table(
    row("stop met maaien", call("HassLawnMowerDock", "lawn_mower", "Maaimie")),
    row("begin met grasmaaien", call("HassLawnMowerStartMowing", "lawn_mower", "Maaimie")),
    row("hou op met stofzuigen", call("HassVacuumReturnToBase", "vacuum", "Stoffie")),
    row("start de schoonmaak", call("HassVacuumStart", "vacuum", "Stoffie")),
    row("afzuigkap op 50 procent", call("HassFanSetSpeed", "fan", "Afzuigkap", percentage=50)),
    row("afzuiging uit"),
    row("woonkamertemperatuur op 21", heats(21, "Thermostaat")),
    row("verwarm de woonkamer tot 21 graden", heats(21, "Thermostaat")),
    row("zonnescherm uitrollen", on("cover", "Zonnescherm")),
    row("rol het zonnescherm in", off("cover", "Zonnescherm")),
    row("rol het rolluik uit"),
    row("Daan stopt met maaien"),
)
def test_robots_hoods_and_rooms_by_what_is_measured(sentence: str, expected: list[Expected]) -> None:
    assert calls(sentence, PLAYER, tools=MORE) == expected


@table(
    row("doe de kroonluchter niet uit"),
    row("laat de kroonluchter aan"),
    row("ik heb de kroonluchter uitgedaan"),
    row("ik doe het licht in de gang uit"),
    row("ik moet nog het licht in de gang uitdoen"),
    row("de kroonluchter is uit"),
    row("als het donker wordt, doe het licht in de gang aan"),
    row("doe de lantaarn vanavond aan"),
    row("doe zo het licht in de gang uit"),
    row("doe het licht in de gang dadelijk uit"),
    row("dim de kroonluchter om half acht"),
    row("zaterdag het licht in de gang aan"),
    row("mag ik de tv uitzetten"),
    row("moet ik de kroonluchter uitdoen"),
    row("moet het licht in de gang aan?"),
    row("mag de kroonluchter aan blijven"),
    row("de kroonluchter mag weg"),
    row("de kinderen mogen de tv aanzetten"),
    row("Stoffie mag niet stofzuigen"),
    row("Stoffie mag later stofzuigen"),
    row("zou fijn zijn als je de kroonluchter niet uitdoet"),
    row("zou fijn zijn als Daan de kroonluchter uitdoet"),
    row("dat zou fijn zijn"),
    row("zeg eens, is het licht in de gang aan"),
    row("zeg tegen Daan dat hij het licht uit moet doen"),
    row("doe de kroonluchter of de ganglamp aan"),
    row("de rest van de lampen uit"),
    row("alle lampen uit behalve de kroonluchter"),
    row("doe het licht in de sauna aan"),
    row("Daan stofzuigt de keuken"),
    row("stofzuigt Stoffie?"),
    row("rol het zonnescherm op"),
    row("ik ga naar huis"),
    row("er gaat me een licht op"),
    row("toch maar niet"),
    row("kom op"),
    row("Stoffie"),
    row("dank je"),
)
def test_what_must_not_act(sentence: str, expected: list[Expected]) -> None:
    home = within(MOLEN, "Woonkamer")
    assert calls(sentence, home) == expected
    assert official_calls(sentence, home, tools=MORE, language="nl") == []
