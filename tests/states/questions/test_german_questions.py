"""Questions in German, in the official German words."""

from asked import Case, cases, holds, home, knows, leaves, says

HAUS = home(
    {
        "Küche": [
            "light: Herdlicht = on; brightness=128",
            "light: Spülenlicht = off",
            "sensor/temperature: Küche Temperatur = 21.5; unit_of_measurement=°C",
            "binary_sensor/window: Küchenfenster = on",
            "cover/shutter: Rollladen Küche = open; current_position=40",
        ],
        "Wohnzimmer, Stube": [
            "light: Stehlampe = on; brightness=255",
            "climate: Heizung Stube = heat; current_temperature=20.5; temperature=22",
            "media_player/tv: Fernseher = playing; volume_level=0.3; media_title=Tatort",
            "binary_sensor/motion: Bewegungsmelder Stube = off",
        ],
        "Büro": [
            "light: Schreibtischlampe = off",
            "climate: Heizung Büro = heat; current_temperature=18.5; temperature=21.0",
            "sensor/humidity: Büro Feuchte = 41; unit_of_measurement=%",
            "fan: Ventilator = on; percentage=33",
        ],
        "Flur": [
            "lock: Haustür = locked",
            "binary_sensor/door: Haustür Kontakt = off",
            "sensor/battery: Haustür Batterie = 81; unit_of_measurement=%",
            "lock: Nebentür = unlocked",
        ],
        "Kinderzimmer": ["binary_sensor/window: Fenster Kinderzimmer = off", "light: Nachtlicht = unavailable"],
        "": [
            "vacuum: Robbi = docked",
            "weather: Vorhersage = cloudy; temperature=13.6; temperature_unit=°C; humidity=79",
            "person: Anna = home",
            "person: Ben = not_home",
        ],
    }
)
SILENT = "Gerade nicht verfügbar: Nachtlicht."
WINDOWS = ["binary_sensor", "cover"]
LOCKS = ["binary_sensor", "lock"]


@cases(
    says("Ist die Haustür abgeschlossen?", "Ja", name="Haustür", domain="lock"),
    says("Ist die Haustür nicht abgeschlossen?", "Nein, abgeschlossen", name="Haustür", domain="lock"),
    says("Ist die Haustür offen?", "Nein, geschlossen", name="Haustür Kontakt", domain="binary_sensor"),
    says("Ist das Küchenfenster zu?", "Nein, offen", name="Küchenfenster", domain="binary_sensor"),
    says("Ist die Schreibtischlampe an?", "Nein, aus", name="Schreibtischlampe", domain="light"),
    says("Ist die Stehlampe an oder aus?", "Stehlampe ist an", name="Stehlampe", domain="light"),
    says("Ist das Nachtlicht an?", SILENT, name="Nachtlicht", domain="light"),
    says("Ist die Heizung im Büro an?", "Ja", name="Heizung Büro", domain="climate"),
    says("Ist der Staubsauger in der Ladestation?", "Ja", name="Robbi", domain="vacuum"),
    says("Ist Anna zu Hause?", "Ja", name="Anna", domain="person"),
    says("Ist Ben da?", "Nein, unterwegs", name="Ben", domain="person"),
)
def test_eines(case: Case) -> None:
    holds(HAUS, case, "de")


@cases(
    says("Ist das Licht in der Küche an?", "Ja, Herdlicht", area="Küche", domain="light"),
    says("Ist das Licht in der Küche aus?", "Nein, Herdlicht ist nicht aus", area="Küche", domain="light"),
    says("Ist das Licht im Haus an?", f"Ja, Herdlicht und Stehlampe. {SILENT}", domain="light"),
    says("Ist das Licht an?", "Ja, Herdlicht", at="Küche", area="Küche", domain="light"),
    says("Sind alle Lichter aus?", f"Nein, Herdlicht und Stehlampe sind nicht aus. {SILENT}", domain="light"),
    says("Sind alle Türen abgeschlossen?", "Nein, Nebentür ist nicht abgeschlossen", domain=LOCKS),
    says("Sind alle Fenster geschlossen?", "Nein, Küchenfenster ist nicht geschlossen", domain=WINDOWS),
    says("Ist das Fenster geschlossen?", "Nein, Küchenfenster ist nicht geschlossen", domain=WINDOWS),
    says("Ist ein Fenster offen?", "Ja, Küchenfenster", domain=WINDOWS),
    says("Sind die Türen nicht abgeschlossen?", "Ja, Nebentür", domain=LOCKS),
    says("Gibt es Bewegung im Wohnzimmer?", "Nein", name="Bewegungsmelder Stube", domain="binary_sensor"),
    says("Ist jemand zu Hause?", "Ja, Anna", domain="person"),
    says("Sind alle zu Hause?", "Nein, Ben ist nicht zu Hause", domain="person"),
    says(
        "Ist die Haustür abgeschlossen und das Licht in der Küche aus?",
        "Ja. Nein, Herdlicht ist nicht aus",
        domain=["light", "lock"],
    ),
)
def test_mehrere(case: Case) -> None:
    holds(HAUS, case, "de")


@cases(
    says("Welche Lichter sind an?", f"Herdlicht und Stehlampe. {SILENT}", domain="light"),
    says("Welche Türen sind nicht abgeschlossen?", "Nebentür", domain=LOCKS),
    says("Welche Fenster sind offen?", "Küchenfenster", domain=WINDOWS),
    says("Wie viele Lichter sind an?", f"2. {SILENT}", domain="light"),
    says("Wie viele Lichter sind nicht an?", f"2. {SILENT}", domain="light"),
    says("Wie viele Fenster sind offen?", "1", domain=WINDOWS),
    says("Wer ist zu Hause?", "Anna", domain="person"),
    says("Wie viele Personen sind zu Hause?", "1", domain="person"),
    says("Wo ist Ben?", "Ben ist unterwegs", name="Ben", domain="person"),
    knows("Gibt es Lampen im Büro?", "Ja, Schreibtischlampe"),
    knows("Habe ich eine Lampe im Flur?", "Nein"),
    knows("Welche Lampen gibt es in der Küche?", "Herdlicht und Spülenlicht"),
)
def test_welche_und_wie_viele(case: Case) -> None:
    holds(HAUS, case, "de")


@cases(
    says("Wie warm ist es im Büro?", "Heizung Büro ist 18,5", area="Büro", domain=["climate", "sensor"]),
    says("Wie warm ist es?", "Heizung Büro ist 18,5", at="Büro", area="Büro", domain=["climate", "sensor"]),
    says("Wie warm ist es in der Küche?", "Küche Temperatur ist 21,5 Grad", name="Küche Temperatur", domain="sensor"),
    says("Wie warm ist es draußen?", "Vorhersage ist 13,6 Grad", name="Vorhersage", domain="weather"),
    says("Auf wie viel Grad ist die Heizung im Büro eingestellt?", "Heizung Büro ist 21", name="Heizung Büro", domain="climate"),
    says("Welche Temperatur ist im Büro eingestellt?", "Heizung Büro ist 21", name="Heizung Büro", domain="climate"),
    says("Was ist die Solltemperatur im Wohnzimmer?", "Heizung Stube ist 22", name="Heizung Stube", domain="climate"),
    says("Wie hoch ist die Luftfeuchtigkeit im Büro?", "Büro Feuchte ist 41 %", area="Büro", domain=["climate", "sensor"]),
    says("Wie hell ist das Herdlicht?", "Herdlicht ist 50 %", name="Herdlicht", domain="light"),
    says("Wie laut ist der Fernseher?", "Fernseher ist 30 %", name="Fernseher", domain="media_player"),
    says("Wie schnell ist der Ventilator?", "Ventilator ist 33 %", name="Ventilator", domain="fan"),
    says("Wie voll ist die Batterie der Haustür?", "Haustür Batterie ist 81 %", domain=["lock", "sensor"]),
    says("Was läuft im Fernseher?", "Tatort", name="Fernseher", domain="media_player"),
    says("Was macht Robbi?", "Robbi ist in der Ladestation", name="Robbi", domain="vacuum"),
    says("Wie ist das Wetter draußen?", "13,6 Grad und bewölkt", name="Vorhersage", domain="weather"),
    says("Wie weit ist der Rollladen in der Küche offen?", "Rollladen Küche ist 40 %", name="Rollladen Küche", domain="cover"),
)
def test_werte(case: Case) -> None:
    holds(HAUS, case, "de")


@cases(
    leaves("War die Haustür abgeschlossen?"),
    leaves("Seit wann ist die Stehlampe an?"),
    leaves("Wie warm war es gestern im Büro?"),
    leaves("Wie hoch ist die Durchschnittstemperatur?"),
    leaves("Sind die Lichter oder die Fenster an?"),
    leaves("Ist nur die Stehlampe an?"),
    leaves("Ist die Stehlampe an, wenn es dunkel ist?"),
    leaves("Ist die Kristalllampe an?"),
)
def test_was_kein_zustand_beantwortet(case: Case) -> None:
    holds(HAUS, case, "de")


def test_namen_bleiben_wie_sie_sind() -> None:
    mixed = home({"Bedroom": ["light: Hanging Lamp = on", "light: eReader Light = off", "cover: Shade = open"]})
    holds(mixed, says("Ist die Lampe an?", "Ja, Hanging Lamp", domain="light"), "de")
    holds(mixed, says("Welche Lampen sind aus?", "eReader Light", domain="light"), "de")
    holds(mixed, says("Ist das eReader Light an oder aus?", "EReader Light ist aus", name="eReader Light", domain="light"), "de")
