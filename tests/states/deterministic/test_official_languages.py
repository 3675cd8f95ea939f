"""Languages without words of ours: Home Assistant's official grammar and its official words, through the whole state."""

import pytest
from ha_assist.adapters.home_assistant.types import House
from ha_assist.adapters.openai.wire import ChatRequest, Message
from ha_assist.adapters.settings import Assist, Settings
from ha_assist.machine.turn import Calls, Reply, Turn
from ha_assist.states.deterministic.handler import deterministic
from ha_assist.states.deterministic.mentions import house_index
from ha_assist.states.deterministic.wordless import inflected
from ha_assist.states.services import Services
from hypothesis import given
from hypothesis import strategies as st
from test_timers import TOOLS
from told import Expected, Vocabulary, call, heats, house, named_calls, off, on, shines

HOMES = {
    "sv": house({"Kök": ["light: Taklampa"], "Sovrum": ["light: Sänglampa", "media_player: Högtalare"],
                 "": ["todo: Inköpslista", "lock: Ytterdörr"]}, "Kök"),
    "da": house({"Køkken": ["light: Loftlampe"], "Stue": ["light: Gulvlampe"]}, "Køkken"),
    "nb": house({"Kjøkken": ["light: Taklampe"], "Stue": ["light: Gulvlampe"], "": ["lock: Ytterdør"]}, "Kjøkken"),
    "fi": house({"Keittiö": ["light: Kattovalo"], "": ["lock: Etuovi", "todo: Ostoslista"]}, "Keittiö"),
    "cs": house({"Kuchyně": ["light: Lustr"], "Ložnice": ["light: Lampička", "fan: Větrák"], "Zahrada": ["lawn_mower: Bobek"],
                 "": ["vacuum: Ferda"]}, "Kuchyně"),
    "uk": house({"Кухня": ["light: Люстра"], "Спальня": ["light: Нічник"], "": ["todo: Список покупок"]}, "Кухня"),
    "hu": house({"Konyha": ["light: Csillár"], "Nappali": ["light: Állólámpa"]}, "Konyha"),
    "ro": house({"Bucătărie": ["light: Lustră"], "Dormitor": ["light: Veioză"]}, "Bucătărie"),
    "tr": house({"Mutfak": ["light: Avize"], "Salon": ["light: Lambader"]}, "Mutfak"),
    "el": house({"Κουζίνα": ["light: Πολύφωτο"], "Κρεβατοκάμαρα": ["fan: Ανεμιστήρας"]}, "Κουζίνα"),
    "ca": house({"Cuina": ["light: Llum gran"], "Dormitori": ["light: Llum de nit"]}, "Cuina"),
    "hr": house({"Kuhinja": ["light: Luster"], "Spavaća soba": ["light: Noćna lampa"]}, "Kuhinja"),
    "zh-CN": house({"厨房": ["light: 吊灯"], "客厅": ["light: 落地灯", "climate: 空调"],
                    "": ["lock: 大门", "todo: 购物清单"]}, "厨房"),
    "ja": house({"キッチン": ["light: 天井ライト"], "リビング": ["light: フロアランプ"]}, "キッチン"),
    "ko": house({"부엌": ["light: 천장등"], "거실": ["light: 스탠드"]}, "부엌"),
    "de-CH": house({"Stube": ["light: Stehlampe"]}, "Stube"),
}  # fmt: skip


async def planned(language: str, sentence: str, home: House | None = None) -> Turn:
    turn = Turn(
        body=b"",
        request=ChatRequest("HA-Assist", [Message("user", sentence)]),
        house=home or HOMES[language],
        tools=TOOLS,
        sentence=sentence,
        languages=(language,),
    )
    await deterministic(turn, Services(Settings(settings=Assist(ha_assist_languages=(language,)))))
    return turn


async def acts(language: str, sentence: str) -> list[Expected]:
    plan = (await planned(language, sentence)).plan
    return named_calls(plan.calls, TOOLS) if isinstance(plan, Calls) else []


def says(language: str, sentence: str, *made: Expected):
    return pytest.param(language, sentence, list(made), id=f"{language}: {sentence}")


@pytest.mark.parametrize(
    ("language", "sentence", "expected"),
    [
        # A thing by its name, all of a kind in a room and where the speaker is, values, lists, timers, what is to be done later.
        says("sv", "tänd taklampan", on("light", "Taklampa")),
        says("sv", "tänd lamporna i köket", on("light", area="Kök")),
        says("sv", "lås upp ytterdörren", off("lock", "Ytterdörr")),
        says("sv", "lägg till mjölk på inköpslistan", call("HassListAddItem", None, "Inköpslista", item="mjölk")),
        says("sv", "sätt en timer på 5 minuter", call("HassStartTimer", minutes=5)),
        says("sv", "släck sänglampan om 5 minuter", call("HassStartTimer", conversation_command="släck sänglampan", minutes=5)),
        says("da", "sæt loftlampen til 50 procent", shines("Loftlampe", brightness=50)),
        says("nb", "slå av lyset i stua", off("light", area="Stue")),
        says("fi", "sammuta keittiön valot", off("light", area="Keittiö")),
        says("uk", "додай молоко до списку покупок", call("HassListAddItem", None, "Список покупок", item="молоко")),
        says("hu", "kapcsold fel a lámpát a konyhában", on("light", area="Konyha")),
        says("tr", "mutfak ışıklarını aç", on("light", area="Mutfak")),
        says("ca", "apaga el llum de nit", off("light", "Llum de nit")),
        # Without spaces between the words.
        says("zh-CN", "关掉客厅的灯", off("light", area="客厅")),
        says("zh-CN", "将吊灯亮度调到百分之五十", shines("吊灯", brightness=50)),
        says("zh-CN", "设置5分钟计时器", call("HassStartTimer", minutes=5)),
        says("ja", "フロアランプを消して", off("light", "フロアランプ")),
        says("ko", "거실 조명 꺼줘", off("light", area="거실")),
    ],
)
async def test_official_sentences(language: str, sentence: str, expected: list[Expected]) -> None:
    assert await acts(language, sentence) == expected


@pytest.mark.parametrize(
    ("language", "sentence", "expected"),
    [
        says("cs", "zapni lampičku", on("light", "Lampička")),
        says("cs", "zhasni světla v ložnici", off("light", area="Ložnice")),
        says("uk", "увімкни світло на кухні", on("light", area="Кухня")),
        says("ro", "stinge veioza", off("light", "Veioză")),
        says("hr", "ugasi svjetlo u spavaćoj sobi", off("light", area="Spavaća soba")),
        says("el", "κλείσε τον ανεμιστήρα", off("fan", "Ανεμιστήρας")),
        says("tr", "avizeyi aç", on("light", "Avize")),
        # Without knowing the language, only what opens nothing.
        says("nb", "lås ytterdøren", on("lock", "Ytterdør")),
        says("nb", "lås opp ytterdøren"),
        says("nb", "lås opp ytterdør", off("lock", "Ytterdør")),
    ],
)
async def test_names_with_other_endings(language: str, sentence: str, expected: list[Expected]) -> None:
    assert await acts(language, sentence) == expected


@pytest.mark.parametrize(
    ("language", "sentence", "expected"),
    [
        says("sv", "släck alla lampor överallt", off("light")),
        says("zh-CN", "关闭家里所有的灯", off("light")),
        says("ja", "家中の電気を消して", off("light")),
        # Nothing of the kind is where the speaker is: the player that plays, the only one that there is.
        says("sv", "pausa", call("HassMediaPause")),
        says("zh-CN", "空调调到24度", heats(24, "空调")),
        # Who names the lawn means no vacuum.
        says("cs", "začni sekat", call("HassLawnMowerStartMowing")),
    ],
)
async def test_what_names_no_place(language: str, sentence: str, expected: list[Expected]) -> None:
    assert await acts(language, sentence) == expected


@pytest.mark.parametrize(
    ("language", "sentence", "expected"),
    [
        says("cs", "můžeš rozsvítit lustr?", on("light", "Lustr")),
        says("nb", "kan du slå på taklampen?", on("light", "Taklampe")),
        # Polite words that the grammar writes as a template.
        says("hr", "molim te upali luster", on("light", "Luster")),
        says("hu", "kérlek szépen kapcsold fel a csillárt", on("light", "Csillár")),
        says("zh-CN", "请帮我打开吊灯", on("light", "吊灯")),
        # The rules of German that the sentences of ours need.
        says("de-CH", "schalte die Stehlampe ein", on("light", "Stehlampe")),
    ],
)
async def test_politeness(language: str, sentence: str, expected: list[Expected]) -> None:
    assert await acts(language, sentence) == expected


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("sv", "tänd inte taklampan"),
        ("sv", "är taklampan tänd?"),
        ("sv", "taklampa på?"),
        ("cs", "nerozsvěcej lustr"),
        ("cs", "svítí lustr?"),
        ("uk", "не вмикай люстру"),
        ("hu", "ne kapcsold fel a csillárt"),
        ("ro", "nu aprinde lustra"),
        ("tr", "avizeyi açma"),
        ("el", "μην ανάψεις το πολύφωτο"),
        ("el", "είναι ανοιχτό το πολύφωτο;"),
        ("zh-CN", "不要打开吊灯"),
        ("zh-CN", "打开吊灯吗？"),
        ("ja", "天井ライトをつけないで"),
        ("ko", "천장등 켜지 마"),
        # What is free in a sentence has no room for a "not", nor for what nobody could do later.
        ("zh-CN", "不要pizza计时停止"),
        ("zh-CN", "别把牛奶加到购物清单"),
        ("hu", "ne pizza időzítő állítsd le"),
        ("sv", "inte pizza om 5 minuter"),
        ("nb", "ikke slå av lyset om 5 minutter"),
    ],
)
async def test_what_is_no_command(language: str, sentence: str) -> None:
    assert await acts(language, sentence) == []


async def test_who_asks_back_speaks_the_language() -> None:
    twice = house({"Kök": ["light: Lampa"], "Sovrum": ["light: Lampa"], "": ["todo: Lista"]})
    plan = (await planned("sv", "tänd Lampa", twice)).plan
    assert plan == Reply("Det finns fler än en enhet som matchar din begäran: Lampa (Kök), Lampa (Sovrum)", kind="question")


NAMES = ("Lampička", "Lampa", "Stojací lampa", "Kuchyně", "Ložnice")
INDEX = house_index(
    house({"Kuchyně": ["light: Lampička", "light: Lampa"], "Ložnice": ["light: Stojací lampa"]}), (), Vocabulary.bare("cs")
)


@pytest.mark.parametrize(
    ("sentence", "found"),
    [
        ("zapni lampičku", {("lampičku", "Lampička")}),
        ("zapni lampu v kuchyni", {("lampu", "Lampa"), ("kuchyni", "Kuchyně")}),
        ("zapni stojaci lampu", {("stojaci lampu", "Stojací lampa"), ("lampu", "Lampa")}),
        # As it is listed; too short; another word.
        ("zapni lampa", set()),
        ("lam", set()),
        ("zapni lampion", set()),
    ],
)
def test_forms_of_names(sentence: str, found: set[tuple[str, str]]) -> None:
    assert set(inflected(sentence, INDEX)) == found


@given(st.text(max_size=60))
def test_forms_stand_in_the_sentence_and_belong_to_a_name(sentence: str) -> None:
    for said, listed in inflected(sentence, INDEX):
        assert said in sentence
        assert listed in NAMES
