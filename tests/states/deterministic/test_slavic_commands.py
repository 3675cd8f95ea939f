"""The same in Polish and Russian: cases of names and rooms, free word order, words of address, and what is no command."""

from typing import Any

import pytest
from ha_assist.states.deterministic.plainly import without_courtesies
from told import MORE, Expected, call, done, heats, house, moves, off, official_calls, on, row, shines, table, within, words
from told import calls as any_calls

MLYN = house(
    {
        "Kuchnia": ["light: Lampa kuchenna", "light: Oświetlenie blatu", "switch: Czajnik", "switch: Ekspres do kawy"],
        "Salon, Duży pokój": [
            "light: Lampa stojąca",
            "light: Kinkiet",
            "cover/shutter: Roleta w salonie",
            "climate: Ogrzewanie salonu",
            "media_player/tv: Telewizor",
        ],
        "Sypialnia": ["light: Lampka nocna", "cover/shutter: Roleta w sypialni", "fan: Wentylator"],
        "Pokój Zosi": ["light: Księżyc"],
        "Garaż": ["cover/garage: Brama garażowa"],
        "": ["vacuum: Zenek", "lock: Drzwi wejściowe", "todo: Lista zakupów", "scene: Spokojny wieczór", "person: Zosia"],
    }
)
MELNICA = house(
    {
        "Кухня": ["light: Кухонный свет", "light: Подсветка столешницы", "switch: Чайник", "switch: Посудомойка"],
        "Гостиная, Зал": [
            "light: Торшер",
            "light: Бра",
            "light: Люстра",
            "cover/curtain: Шторы",
            "media_player/tv: Телевизор",
        ],
        "Спальня": ["light: Ночник", "cover/shade: Рулонная штора", "climate: Кондиционер", "fan: Вентилятор"],
        "Прихожая": ["lock: Входная дверь", "vacuum: Кузя"],
        "Двор": ["lawn_mower: Ёжик", "switch: Гирлянда"],
        "": ["todo: Список покупок", "scene: Киновечер", "person: Маша"],
    }
)


def polish(sentence: str, home: Any = MLYN, **options: Any) -> list[Expected]:
    return any_calls(sentence, home, language="pl", tools=MORE, **options)


def russian(sentence: str, home: Any = MELNICA, **options: Any) -> list[Expected]:
    return any_calls(sentence, home, language="ru", tools=MORE, **options)


def starts(name: str) -> Expected:
    return call("HassVacuumStart", "vacuum", name)


def docks(name: str) -> Expected:
    return call("HassVacuumReturnToBase", "vacuum", name)


def cleans(area: str, name: str | None = None) -> Expected:
    return call("HassVacuumCleanArea", None, name, area=area)


def louder(step: str | int, name: str) -> Expected:
    return call("HassSetVolumeRelative", None, name, volume_step=step)


@table(
    row("no dobra, weź zgaś lampę stojącą", off("light", "Lampa stojąca")),
    row("no to zapal kinkiet", on("light", "Kinkiet")),
    row("kurczę, zgaś to światło w kuchni", off("light", area="Kuchnia")),
    row("byłbyś łaskaw wyłączyć telewizor", off("media_player", "Telewizor")),
    row("mógłby pan zasłonić roletę w salonie", off("cover", "Roleta w salonie")),
    row("jakbyś mógł zgasić kinkiet", off("light", "Kinkiet")),
    row("dobra, zgaś kinkiet", off("light", "Kinkiet")),
    row("w końcu zgaś telewizor", off("media_player", "Telewizor")),
    row("włączże czajnik", on("switch", "Czajnik")),
    row("dawaj, włącz telewizor", on("media_player", "Telewizor")),
    row("muszę wyłączyć telewizor", off("media_player", "Telewizor")),
    row("gaś światło w kuchni", off("light", area="Kuchnia")),
    row("wygaś światło w salonie", off("light", area="Salon")),
    row("odpal ekspres do kawy", on("switch", "Ekspres do kawy")),
    row("kinkiet włącz", on("light", "Kinkiet")),
    row("lampkę nocną zgaś", off("light", "Lampka nocna")),
    row("wlacz swiatlo w kuchni", on("light", area="Kuchnia")),
    row("domknij roletę w salonie", off("cover", "Roleta w salonie")),
    row("najpierw zgaś kinkiet, potem lampę stojącą", off("light", "Kinkiet"), off("light", "Lampa stojąca")),
    row("włącz ekspres, a czajnik wyłącz", on("switch", "Ekspres do kawy"), off("switch", "Czajnik")),
)
def test_polish_as_it_is_spoken_at_home(sentence: str, expected: list[Expected]) -> None:
    assert polish(sentence) == expected


@table(
    row("niech kinkiet będzie zielony", shines("Kinkiet", color="green")),
    row("niech kinkiet świeci na czerwono", shines("Kinkiet", color="red")),
    row("zapal ciepłe światło w salonie", shines(area="Salon", temperature=2700)),
    row("lampa stojąca na połowę", shines("Lampa stojąca", brightness=50)),
    row("roleta w salonie do połowy", moves("Roleta w salonie", to=50)),
    row("ustaw ogrzewanie w salonie na 21 i pół", heats(21.5, "Ogrzewanie salonu")),
    row("podgrzej salon do 22 stopni", heats(22, "Ogrzewanie salonu")),
    row("wyłącz grzanie w salonie", off("climate", "Ogrzewanie salonu")),
    row("trochę głośniej", louder("up", "Telewizor")),
    row("jeszcze ciszej", louder("down", "Telewizor")),
    row("zrób telewizor troszeczkę ciszej", louder("down", "Telewizor")),
)
def test_polish_values(sentence: str, expected: list[Expected]) -> None:
    assert polish(sentence, within(MLYN, "Salon")) == expected


@table(
    row("niech Zenek zacznie odkurzać", starts("Zenek")),
    row("niech robot zacznie sprzątać", starts("Zenek")),
    row("Zenek, zaczynaj sprzątać", starts("Zenek")),
    row("wyślij Zenka do odkurzania", starts("Zenek")),
    row("niech Zenek zacznie odkurzać w kuchni", cleans("Kuchnia", "Zenek")),
    row("niech Zenek umyje podłogę w kuchni", cleans("Kuchnia", "Zenek")),
    row("niech Zenek wraca na miejsce", docks("Zenek")),
    row("Zenek, jedź do bazy", docks("Zenek")),
    # Told of the robot, and said to a person.
    row("Zenek odkurza w kuchni"),
    row("Zenek wraca do bazy"),
    row("Zenek zaczął odkurzać"),
    row("niech Zosia wróci do domu"),
    row("niech Zosia posprząta w kuchni"),
    row("trzeba posprzątać w kuchni"),
)
def test_polish_robots(sentence: str, expected: list[Expected]) -> None:
    assert polish(sentence) == expected


@table(
    row("nie włączaj kinkietu"),
    row("tylko nie zamykaj rolet"),
    row("już zgasiłem światło w kuchni"),
    row("jeśli się ściemni, włącz kinkiet"),
    row("wyłącz telewizor za pół godziny"),
    row("włącz ekspres o ósmej"),
    row("kinkiet jest włączony"),
    row("włącz kinkiet albo lampę stojącą"),
    row("włącz kinkiet bądź lampę stojącą"),
    row("zgaś resztę świateł"),
    row("zgaś wszędzie światło oprócz kuchni"),
    row("kinkiet się nie włącza"),
    row("niech będzie"),
    row("niech będzie ciepło"),
    row("niech świeci słońce"),
    row("dasz radę"),
    row("trochę światła"),
    row("wyłącz myślenie"),
    row("zamknij buzię"),
    row("zrób przytulnie"),
    row("chce mi się spać"),
    row("kinkiet"),
    row("dobra lampa"),
    row("dzięki wielkie"),
    row("zimno mi"),
)
def test_polish_that_must_not_act(sentence: str, expected: list[Expected]) -> None:
    assert polish(sentence, within(MLYN, "Salon")) == expected


@table(
    row("а ну-ка включи торшер", on("light", "Торшер")),
    row("так, ну, короче, выключи телевизор", off("media_player", "Телевизор")),
    row("блин, выключи люстру", off("light", "Люстра")),
    row("выключи же наконец телевизор", off("media_player", "Телевизор")),
    row("люстру-то выключи", off("light", "Люстра")),
    row("тебе не трудно выключить люстру?", off("light", "Люстра")),
    row("будьте так любезны, включите чайник", on("switch", "Чайник")),
    row("надо бы выключить чайник", off("switch", "Чайник")),
    row("давай включим торшер", on("light", "Торшер")),
    row("врубай телик", on("media_player", "Телевизор")),
    row("вырубай чайник", off("switch", "Чайник")),
    row("гасите свет на кухне", off("light", area="Кухня")),
    row("выруби кондей", off("climate", "Кондиционер")),
    row("шторы вниз", off("cover", "Шторы")),
    row("опусти шторы вниз", off("cover", "Шторы")),
    row("гирлянду во дворе зажги", on("switch", "Гирлянда", area="Двор")),
    row("в зале люстру погаси", off("light", "Люстра", area="Гостиная")),
    row("елка, то есть гирлянда"),
    row("включи чайник, а посудомойку выключи", on("switch", "Чайник"), off("switch", "Посудомойка")),
    row("открой шторы, выключи люстру и включи чайник", on("cover", "Шторы"), off("light", "Люстра"), on("switch", "Чайник")),
)
def test_russian_as_it_is_spoken_at_home(sentence: str, expected: list[Expected]) -> None:
    assert russian(sentence) == expected


@table(
    row("бра пусть будет зелёным", shines("Бра", color="green")),
    row("включи тёплый свет в гостиной", shines(area="Гостиная", temperature=2700)),
    row("шторы до середины", moves("Шторы", to=50)),
    row("торшер на половину", shines("Торшер", brightness=50)),
    row("кондиционер на двадцать два с половиной", heats(22.5, "Кондиционер")),
    row("нагрей спальню до 23", heats(23, "Кондиционер")),
    row("чуть громче", louder("up", "Телевизор")),
    row("сделай ещё тише", louder("down", "Телевизор")),
    # The one that is called so, and not what else hangs at a window of the room.
    row("подними рулонную штору", on("cover", "Рулонная штора")),
)
def test_russian_values(sentence: str, expected: list[Expected]) -> None:
    assert russian(sentence, within(MELNICA, "Гостиная")) == expected


@table(
    row("пусть Кузя начнёт уборку", starts("Кузя")),
    row("пускай Кузя пылесосит", starts("Кузя")),
    row("Кузя, начинай пылесосить", starts("Кузя")),
    row("пусть Кузя помоет полы на кухне", cleans("Кухня", "Кузя")),
    row("пусть Кузя возвращается домой", docks("Кузя")),
    row("Кузя, возвращайся на базу", docks("Кузя")),
    row("пусть Кузя едет заряжаться", docks("Кузя")),
    row("пусть Ёжик покосит", call("HassLawnMowerStartMowing", "lawn_mower", "Ёжик")),
    row("Кузя убирается на кухне"),
    row("Кузя возвращается на базу"),
    row("Кузя застрял"),
    row("пусть Маша уберётся на кухне"),
    row("пусть Маша вернётся домой"),
    row("надо убраться на кухне"),
)
def test_russian_robots(sentence: str, expected: list[Expected]) -> None:
    assert russian(sentence) == expected


@table(
    row("не включай торшер"),
    row("надо бы не забыть выключить чайник"),
    row("постарайся не включать торшер"),
    row("свет надо выключать"),
    row("друг включил свет"),
    row("я уже выключил чайник"),
    row("если стемнеет, включи торшер"),
    row("как стемнеет, включи гирлянду"),
    row("включи торшер в семь вечера"),
    row("торшер опять включён"),
    row("включи торшер либо люстру"),
    row("выключи остальной свет"),
    row("выключи всё кроме торшера"),
    row("торшер не включается"),
    row("пусть будет так"),
    row("пусть будет свет"),
    row("немного света"),
    row("ещё торшер"),
    row("то включи, то выключи торшер"),
    row("выключи воображение"),
    row("закрой рот"),
    row("сделай уютно"),
    row("хочу спать"),
    row("дорогой чайник"),
    row("спасибо большое"),
    row("мне холодно"),
)
def test_russian_that_must_not_act(sentence: str, expected: list[Expected]) -> None:
    assert russian(sentence, within(MELNICA, "Гостиная")) == expected


@table(
    row("ещё громче", louder("up", "Телевизор")),
    row("чуть тише", louder("down", "Телевизор")),
    row("выключи обратно", off("media_player", "Телевизор")),
    row("выруби его", off("media_player", "Телевизор")),
    row("и торшер тоже", on("light", "Торшер")),
)
def test_russian_follow_ups(sentence: str, expected: list[Expected]) -> None:
    before = on("light", "Люстра") if "торшер" in sentence else on("media_player", "Телевизор")
    assert russian(sentence, earlier=done(before)) == expected


def mutes(name: str) -> Expected:
    return call("HassMediaPlayerMute", "media_player", name)


def unmutes(name: str) -> Expected:
    return call("HassMediaPlayerUnmute", "media_player", name)


def pauses(name: str) -> Expected:
    return call("HassMediaPause", "media_player", name)


def again(name: str) -> Expected:
    return call("HassMediaPrevious", "media_player", name)


@table(
    row("wyłącz dźwięk", mutes("Telewizor")),
    row("włącz dźwięk w telewizorze", unmutes("Telewizor")),
    row("wyłącz muzykę", pauses("Telewizor")),
    row("przestań grać", pauses("Telewizor")),
    row("ustaw dźwięk na 30 procent", call("HassSetVolume", "media_player", "Telewizor", volume_level=30)),
    # A song is played again; a thing is switched on again.
    row("puść jeszcze raz tę piosenkę", again("Telewizor")),
    row("włącz ponownie telewizor", on("media_player", "Telewizor")),
    row("włącz jeszcze raz lampę stojącą", on("light", "Lampa stojąca")),
    row("zakończ odkurzanie", docks("Zenek")),
    row("włącz odkurzanie", starts("Zenek")),
    # Politely, and as a wish that is a command.
    row("poproszę o zgaszenie światła w kuchni", off("light", area="Kuchnia")),
    row("światło w kuchni ma być zgaszone", off("light", area="Kuchnia")),
    row("dopilnuj, żeby drzwi wejściowe były zamknięte", call("HassTurnOn", "lock", "Drzwi wejściowe")),
    row("roleta w salonie ma być opuszczona do połowy", moves("Roleta w salonie", to=50)),
    row("czy światło w kuchni ma być zgaszone"),
    row("światło w kuchni nie ma być zgaszone"),
    row("światło w kuchni miało być zgaszone"),
    row("światło w kuchni ma być zgaszone o ósmej"),
    row("wyłączenie światła nie działa"),
    row("przestań włączać światło"),
    row("sprzątanie w kuchni"),
)
def test_polish_sounds_and_wishes(sentence: str, expected: list[Expected]) -> None:
    assert polish(sentence, within(MLYN, "Salon")) == expected


@table(
    row("выключи звук", mutes("Телевизор")),
    row("верни звук", unmutes("Телевизор")),
    row("выключи музыку", pauses("Телевизор")),
    row("перестань играть", pauses("Телевизор")),
    row("звук на 30 процентов", call("HassSetVolume", "media_player", "Телевизор", volume_level=30)),
    row("убавь звук на 10", louder(-10, "Телевизор")),
    row("поставь песню ещё раз", again("Телевизор")),
    row("включи снова телевизор", on("media_player", "Телевизор")),
    row("включи ещё раз люстру", on("light", "Люстра")),
    row("закончи уборку", docks("Кузя")),
    row("выключи свет дома", off("light")),
    row("прикрой шторы до 30 процентов", moves("Шторы", to=30)),
    row("свет на кухне должен быть выключен", off("light", area="Кухня")),
    row("убедись, что входная дверь заперта", call("HassTurnOn", "lock", "Входная дверь")),
    row("свет, должно быть, включён"),
    row("люстра не должна быть включена"),
    row("почему люстра должна быть включена"),
    row("шторы должны были быть закрыты"),
    row("уборка на кухне"),
)
def test_russian_sounds_and_wishes(sentence: str, expected: list[Expected]) -> None:
    assert russian(sentence, within(MELNICA, "Гостиная")) == expected


def test_it_is_nothing_where_nothing_was_spoken_of() -> None:
    assert russian("выруби его") == []
    assert polish("zgaś to") == []


def item(text: str, name: str) -> Expected:
    return call("HassListAddItem", None, name, item=text)


@pytest.mark.parametrize(
    ("language", "sentence", "expected"),
    [
        ("pl", "dorzuć mi masło na listę zakupów", [item("masło", "Lista zakupów")]),
        ("pl", "no weź dodaj mleko do listy zakupów", [item("mleko", "Lista zakupów")]),
        ("pl", "dopisz mi jeszcze jajka i ser do zakupów", [item("jajka", "Lista zakupów"), item("ser", "Lista zakupów")]),
        ("pl", "wykreśl z listy chleb", [call("HassListCompleteItem", None, "Lista zakupów", item="chleb")]),
        ("pl", "nie dodawaj mleka do listy", []),
        ("pl", "ustaw minutnik na makaron na 8 minut", [call("HassStartTimer", None, "makaron", minutes=8)]),
        ("pl", "nastaw timer na 15 minut na pizzę", [call("HassStartTimer", None, "pizzę", minutes=15)]),
        ("pl", "ustaw timer na półtorej godziny", [call("HassStartTimer", hours=1, minutes=30)]),
        ("pl", "ustaw timer na godzinę i piętnaście minut", [call("HassStartTimer", hours=1, minutes=15)]),
        ("ru", "таймер на три четверти часа", [call("HassStartTimer", minutes=45)]),
        ("ru", "добавь мне молоко в список покупок", [item("молоко", "Список покупок")]),
        ("ru", "слушай, добавь сыр в список покупок", [item("сыр", "Список покупок")]),
        (
            "ru",
            "добавь в список покупок ещё сметану и творог",
            [item("сметану", "Список покупок"), item("творог", "Список покупок")],
        ),
        ("ru", "отметь хлеб как купленный", [call("HassListCompleteItem", None, "Список покупок", item="хлеб")]),
        ("ru", "не добавляй хлеб в список", []),
        ("ru", "поставь таймер на полчаса для пирога", [call("HassStartTimer", None, "пирога", minutes=30)]),
        ("ru", "поставь таймер на полтора часа", [call("HassStartTimer", hours=1, minutes=30)]),
        ("ru", "поставь таймер на час пятнадцать минут", [call("HassStartTimer", hours=1, minutes=15)]),
    ],
)
def test_lists_and_timers_with_words_around_them(language: str, sentence: str, expected: list[Expected]) -> None:
    home = MLYN if language == "pl" else MELNICA
    plain = without_courtesies(sentence, words(language))
    assert official_calls(plain, home, tools=MORE, language=language) == expected
