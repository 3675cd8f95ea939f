"""Commands in French, Spanish, Italian and Portuguese as people put them at home, and what only sounds like one."""

from told import (
    MORE,
    Expected,
    call,
    calls,
    heats,
    house,
    moves,
    off,
    official_calls,
    on,
    reading,
    row,
    shines,
    table,
)

LYON = house(
    {
        "Salon": [
            "light: Lampadaire",
            "light: Bibliothèque",
            "cover/shutter: Volet du salon",
            "media_player/speaker: Enceinte",
            "climate: Radiateur",
        ],
        "Cuisine": ["light: Plafonnier", "switch: Cafetière"],
        "Chambre": ["light: Lampe de chevet", "fan: Ventilateur"],
        "Balcon": ["switch: Guirlande", "cover/awning: Store banne"],
        "Entrée": ["lock: Porte d'entrée"],
        "": ["vacuum: Gaston", "lawn_mower: Robert", "scene: Soirée cinéma", "todo: Liste de courses"],
    }
)
SEVILLA = house(
    {
        "Salón": [
            "light: Lámpara de pie",
            "light: Vitrina",
            "cover/shutter: Persiana del salón",
            "media_player/tv: Tele",
            "climate: Aire acondicionado",
        ],
        "Cocina": ["light: Encimera", "switch: Cafetera"],
        "Dormitorio": ["light: Mesilla", "fan: Ventilador"],
        "Patio": ["switch: Farolillos", "cover/awning: Toldo", "valve: Riego"],
        "Entrada": ["lock: Puerta de la calle"],
        "": ["vacuum: Paquita", "lawn_mower: Matías", "scene: Cena de verano", "todo: Lista de la compra"],
    }
)
BOLOGNA = house(
    {
        "Soggiorno": [
            "light: Piantana",
            "light: Libreria",
            "cover/curtain: Tenda",
            "media_player/speaker: Stereo",
            "climate: Termostato",
        ],
        "Cucina": ["light: Lampadario", "switch: Macchina del caffè"],
        "Camera": ["light: Lampada del comodino", "cover/shutter: Tapparella", "fan: Ventilatore"],
        "Giardino": ["switch: Lucine", "valve: Irrigazione"],
        "Ingresso": ["lock: Portone"],
        "": ["vacuum: Pippo", "lawn_mower: Gino", "scene: Relax", "todo: Lista della spesa"],
    }
)
PORTO = house(
    {
        "Sala": [
            "light: Candeeiro de pé",
            "light: Estante",
            "cover/curtain: Cortina",
            "media_player/speaker: Coluna",
            "climate: Ar condicionado",
        ],
        "Cozinha": ["light: Bancada", "switch: Máquina de café"],
        "Quarto": ["light: Candeeiro da cabeceira", "cover/shutter: Estore", "fan: Ventoinha"],
        "Varanda": ["switch: Luzinhas", "valve: Rega", "cover/awning: Toldo"],
        "Entrada": ["lock: Porta da rua"],
        "": ["vacuum: Baltazar", "lawn_mower: Horácio", "scene: Jantar", "todo: Lista de compras"],
    }
)


@table(
    # Chatter and politeness, to one or to several.
    row("bon ben, éteins-moi le lampadaire s'te plaît", off("light", "Lampadaire")),
    row("dis donc, tu m'allumes la guirlande ?", on("switch", "Guirlande")),
    row("vous pouvez fermer le volet du salon, je vous prie", off("cover", "Volet du salon")),
    row("veuillez éteindre le plafonnier", off("light", "Plafonnier")),
    row("j'aimerais bien que tu allumes la lampe de chevet", on("light", "Lampe de chevet")),
    row("je voudrais que vous fermiez le volet", off("cover", "Volet du salon")),
    row("sois gentil, éteins la guirlande", off("switch", "Guirlande")),
    row("ça te dirait d'allumer la bibliothèque ?", on("light", "Bibliothèque")),
    row("y a moyen d'éteindre la guirlande ?", off("switch", "Guirlande")),
    # Robots, by their names.
    row("que Gaston aille nettoyer la cuisine", call("HassVacuumCleanArea", name="Gaston", area="Cuisine")),
    row("que Gaston commence à aspirer", call("HassVacuumStart", "vacuum", "Gaston")),
    row("envoie Gaston faire le ménage", call("HassVacuumStart", "vacuum", "Gaston")),
    row("dis à Gaston de rentrer à sa base", call("HassVacuumReturnToBase", "vacuum", "Gaston")),
    row("que Gaston revienne à sa base", call("HassVacuumReturnToBase", "vacuum", "Gaston")),
    row("Gaston, va passer l'aspirateur dans le salon", call("HassVacuumCleanArea", name="Gaston", area="Salon")),
    row("que Robert aille tondre la pelouse", call("HassLawnMowerStartMowing", "lawn_mower", "Robert")),
    # Values in words, and amounts that nobody measures.
    row("descends le volet du salon jusqu'à la moitié", moves("Volet du salon", to=50)),
    row("ouvre le volet du salon jusqu'à mi-hauteur", moves("Volet du salon", to=50)),
    row("mets le radiateur sur dix-neuf et demi", heats(19.5, "Radiateur")),
    row("le ventilateur à 60 pour cent", call("HassFanSetSpeed", "fan", "Ventilateur", percentage=60)),
    row("baisse un poil le son", call("HassSetVolumeRelative", name="Enceinte", volume_step="down")),
    row("monte le son d'un cran", call("HassSetVolumeRelative", name="Enceinte", volume_step="up")),
    row("balance la musique", call("HassMediaUnpause", "media_player", "Enceinte")),
    row("mets la bibliothèque en rouge foncé", shines("Bibliothèque", color="darkred")),
    row("déroule le store banne", on("cover", "Store banne")),
    # Several things to do.
    row(
        "éteins le lampadaire, ferme le volet du salon et verrouille la porte",
        off("light", "Lampadaire"),
        off("cover", "Volet du salon"),
        on("lock", "Porte d'entrée"),
    ),
    row("allume la cafetière et mets la soirée cinéma", on("switch", "Cafetière"), on("scene", "Soirée cinéma")),
    # What is heard, and what plays.
    row("coupe le son", call("HassMediaPlayerMute", "media_player", "Enceinte")),
    row("éteins l'audio de l'enceinte", call("HassMediaPlayerMute", "media_player", "Enceinte")),
    row("allume le son", call("HassMediaPlayerUnmute", "media_player", "Enceinte")),
    row("enlève la sourdine de l'enceinte", call("HassMediaPlayerUnmute", "media_player", "Enceinte")),
    row("éteins la musique", call("HassMediaPause", "media_player", "Enceinte")),
    row("joue encore une fois cette chanson", call("HassMediaPrevious", "media_player", "Enceinte")),
    row("rejoue le morceau", call("HassMediaPrevious", "media_player", "Enceinte")),
    row("allume encore une fois la bibliothèque", on("light", "Bibliothèque")),
    # What machines do.
    row("lance la tonte de la pelouse", call("HassLawnMowerStartMowing", "lawn_mower", "Robert")),
    row("arrête la tonte", call("HassLawnMowerDock", "lawn_mower", "Robert")),
    row("coupe l'herbe", call("HassLawnMowerStartMowing", "lawn_mower", "Robert")),
    row("arrête de nettoyer", call("HassVacuumReturnToBase", "vacuum", "Gaston")),
    row("lance le nettoyage de la cuisine", call("HassVacuumCleanArea", area="Cuisine")),
    # A state that is asked for.
    row("lampadaire éteint s'il te plaît", off("light", "Lampadaire")),
    row("assure-toi que la porte d'entrée soit fermée à clé", on("lock", "Porte d'entrée")),
)
def test_french_commands(sentence: str, expected: list[Expected]) -> None:
    assert calls(sentence, LYON, tools=MORE, language="fr") == expected


@table(
    row("il faut que tu fermes les yeux"),
    row("tu m'allumes pas la guirlande"),
    row("tu ne m'éteins pas le lampadaire"),
    row("attends avant d'éteindre le lampadaire"),
    row("attends de fermer le volet du salon"),
    row("on a éteint le lampadaire"),
    row("que fait Gaston"),
    row("qu'est-ce qu'il fait froid"),
    row("envoie un message à Gaston"),
    row("baisse un poil le volet du salon"),
    row("passe-moi le sel"),
    row("déroule le fil"),
    row("ça te dirait de sortir ce soir ?"),
    row("y a moyen de savoir si le volet est fermé"),
    row("allume le lampadaire ou la bibliothèque"),
    row("éteins tout sauf la guirlande"),
    row("la lumière est éteinte s'il te plaît"),
    row("on a éteint le lampadaire s'il te plaît"),
    row("lampadaire éteint, s'il te plaît ?"),
    row("j'ai coupé la musique"),
)
def test_french_that_is_no_command(sentence: str, expected: list[Expected]) -> None:
    found = reading(sentence, LYON, tools=MORE, language="fr")
    assert not found.calls
    assert not expected


@table(
    # Chatter and politeness: tú, usted, vos.
    row("pues oye, enciende la lámpara de pie", on("light", "Lámpara de pie")),
    row("venga, apaga ya la tele", off("media_player", "Tele")),
    row("apaga la tele de una vez", off("media_player", "Tele")),
    row("oye, que apagues la tele", off("media_player", "Tele")),
    row("¿me podría usted encender la encimera, por favor?", on("light", "Encimera")),
    row("¿sería usted tan amable de apagar la vitrina?", off("light", "Vitrina")),
    row("haceme el favor de prender la vitrina", on("light", "Vitrina")),
    row("che, prendé la lámpara de pie", on("light", "Lámpara de pie")),
    row("¿me apagarías la encimera?", off("light", "Encimera")),
    row("te ruego que cierres la persiana del salón", off("cover", "Persiana del salón")),
    row("tienes que apagar la cafetera", off("switch", "Cafetera")),
    row("¿podrías apagarme la encimera?", off("light", "Encimera")),
    row("sube la lámpara de pie hasta el ochenta", shines("Lámpara de pie", brightness=80)),
    row("ponme en marcha la cafetera", on("switch", "Cafetera")),
    # Robots, by their names.
    row("que Paquita empiece a limpiar", call("HassVacuumStart", "vacuum", "Paquita")),
    row("que Paquita se ponga a aspirar", call("HassVacuumStart", "vacuum", "Paquita")),
    row("dile a Paquita que vuelva a la base", call("HassVacuumReturnToBase", "vacuum", "Paquita")),
    row("quiero que Paquita limpie la cocina", call("HassVacuumCleanArea", name="Paquita", area="Cocina")),
    row("manda a Paquita a limpiar el salón", call("HassVacuumCleanArea", name="Paquita", area="Salón")),
    row("que Matías empiece a cortar el césped", call("HassLawnMowerStartMowing", "lawn_mower", "Matías")),
    # Values in words, and amounts that nobody measures.
    row("baja la persiana del salón hasta la mitad", moves("Persiana del salón", to=50)),
    row("deja la persiana a media altura", moves("Persiana del salón", to=50)),
    row("pon el aire acondicionado a veintitrés y medio", heats(23.5, "Aire acondicionado")),
    row("súbele tantito a la tele", call("HassSetVolumeRelative", name="Tele", volume_step="up")),
    row("sube la tele un pelín", call("HassSetVolumeRelative", name="Tele", volume_step="up")),
    row("quítale el sonido a la tele", call("HassMediaPlayerMute", "media_player", "Tele")),
    row("dale al pause", call("HassMediaPause", "media_player", "Tele")),
    row("pasa la canción", call("HassMediaNext", "media_player", "Tele")),
    row("la vitrina, ponla en azul cielo", shines("Vitrina", color="skyblue")),
    row("recoge el toldo", off("cover", "Toldo")),
    row("extiende el toldo", on("cover", "Toldo")),
    row("échale la llave a la puerta de la calle", on("lock", "Puerta de la calle")),
    # Several things to do.
    row(
        "apaga la tele, baja la persiana y cierra la puerta con llave",
        off("media_player", "Tele"),
        off("cover", "Persiana del salón"),
        on("lock", "Puerta de la calle"),
    ),
    row("enciende los farolillos y luego abre el riego", on("switch", "Farolillos"), on("valve", "Riego")),
    # What is heard, and what plays.
    row("apaga el audio", call("HassMediaPlayerMute", "media_player", "Tele")),
    row("desmutea la tele", call("HassMediaPlayerUnmute", "media_player", "Tele")),
    row("apaga la película", call("HassMediaPause", "media_player", "Tele")),
    row("menos volumen", call("HassSetVolumeRelative", name="Tele", volume_step="down")),
    row("pon otra vez la canción", call("HassMediaPrevious", "media_player", "Tele")),
    row("repite la canción", call("HassMediaPrevious", "media_player", "Tele")),
    row("pon otra vez la tele", on("media_player", "Tele")),
    row("vuelve a encender la vitrina", on("light", "Vitrina")),
    # What machines do.
    row("empieza a cortar el césped", call("HassLawnMowerStartMowing", "lawn_mower", "Matías")),
    row("para la limpieza", call("HassVacuumReturnToBase", "vacuum", "Paquita")),
    row("inicia el riego", on("valve", "Riego")),
    row("para el riego", off("valve", "Riego")),
    # A state that is asked for.
    row("la vitrina apagada, por favor", off("light", "Vitrina")),
    row("asegúrate de que la puerta de la calle esté cerrada con llave", on("lock", "Puerta de la calle")),
)
def test_spanish_commands(sentence: str, expected: list[Expected]) -> None:
    assert calls(sentence, SEVILLA, tools=MORE, language="es") == expected


@table(
    row("hay que apagar la tele?"),
    row("no hay que apagar la tele"),
    row("ya apagué la tele"),
    row("dice que apagues la tele"),
    row("¿que limpia Paquita?"),
    row("qué hace Paquita"),
    row("espera a apagar la tele"),
    row("a ver si se apaga la tele"),
    row("pasa a la cocina"),
    row("pásame la sal"),
    row("recoge la mesa"),
    row("apaga la luz a las dos"),
    row("enciende la encimera hasta las 8"),
    row("baja tantito la persiana del salón"),
    row("échale un ojo a la tele"),
    row("es posible que Paquita limpie la cocina"),
    row("enciende la vitrina o la encimera"),
    row("por favor, está apagada la vitrina"),
    row("dime si la vitrina está apagada, por favor"),
    row("la vitrina apagada"),
    row("enciende la vitrina apagada por favor"),
    row("he apagado la vitrina, por favor"),
)
def test_spanish_that_is_no_command(sentence: str, expected: list[Expected]) -> None:
    found = reading(sentence, SEVILLA, tools=MORE, language="es")
    assert not found.calls
    assert not expected


@table(
    # Chatter and politeness, to one or to several.
    row("oh, accendi un attimo la piantana", on("light", "Piantana")),
    row("fammi il favore di spegnere lo stereo", off("media_player", "Stereo")),
    row("mi accenderesti la piantana?", on("light", "Piantana")),
    row("vorrei che spegnessi la piantana", off("light", "Piantana")),
    row("vedi di spegnere lo stereo", off("media_player", "Stereo")),
    row("che ne dici di accendere le lucine?", on("switch", "Lucine")),
    row("sarebbe così gentile da chiudere la tenda?", off("cover", "Tenda")),
    row("ti andrebbe di spegnere il lampadario?", off("light", "Lampadario")),
    row("spengi la piantana", off("light", "Piantana")),
    row("potresti accendermi la piantana?", on("light", "Piantana")),
    # Robots, by their names.
    row("che Pippo cominci a pulire", call("HassVacuumStart", "vacuum", "Pippo")),
    row("Pippo, vai a pulire la cucina", call("HassVacuumCleanArea", name="Pippo", area="Cucina")),
    row("manda Pippo a pulire il soggiorno", call("HassVacuumCleanArea", name="Pippo", area="Soggiorno")),
    row("di' a Pippo di tornare alla base", call("HassVacuumReturnToBase", "vacuum", "Pippo")),
    row("che Pippo torni alla base", call("HassVacuumReturnToBase", "vacuum", "Pippo")),
    row("che Gino inizi a tagliare l'erba", call("HassLawnMowerStartMowing", "lawn_mower", "Gino")),
    # Values in words, and amounts that nobody measures.
    row("alza la tapparella fino a metà", moves("Tapparella", to=50)),
    row("abbassa la tapparella a mezz'altezza", moves("Tapparella", to=50)),
    row("metti il termostato a diciannove e mezzo", heats(19.5, "Termostato")),
    row("alza un pochino lo stereo", call("HassSetVolumeRelative", name="Stereo", volume_step="up")),
    row("abbassa un pelino la musica", call("HassSetVolumeRelative", name="Stereo", volume_step="down")),
    row("togli l'audio allo stereo", call("HassMediaPlayerMute", "media_player", "Stereo")),
    row("metti la libreria in rosso", shines("Libreria", color="red")),
    row("la piantana a metà", shines("Piantana", brightness=50)),
    row("chiudi il portone a chiave", on("lock", "Portone")),
    row("dai una mandata al portone", on("lock", "Portone")),
    row("metti la scena relax", on("scene", "Relax")),
    row("metti musica in soggiorno", call("HassMediaUnpause", "media_player", "Stereo")),
    # Several things to do.
    row(
        "spegni lo stereo, chiudi la tenda e chiudi a chiave il portone",
        off("media_player", "Stereo"),
        off("cover", "Tenda"),
        on("lock", "Portone"),
    ),
    row("accendi le lucine e apri l'irrigazione", on("switch", "Lucine"), on("valve", "Irrigazione")),
    # What is heard, and what plays: "smutare" is not "mutare" with a slip.
    row("muta lo stereo", call("HassMediaPlayerMute", "media_player", "Stereo")),
    row("smuta lo stereo", call("HassMediaPlayerUnmute", "media_player", "Stereo")),
    row("spegni la musica", call("HassMediaPause", "media_player", "Stereo")),
    row("volume giù", call("HassSetVolumeRelative", name="Stereo", volume_step="down")),
    row("suona di nuovo la canzone", call("HassMediaPrevious", "media_player", "Stereo")),
    row("ripeti il brano", call("HassMediaPrevious", "media_player", "Stereo")),
    row("accendi di nuovo lo stereo", on("media_player", "Stereo")),
    # What machines do.
    row("smetti di pulire", call("HassVacuumReturnToBase", "vacuum", "Pippo")),
    row("interrompi il taglio dell'erba", call("HassLawnMowerDock", "lawn_mower", "Gino")),
    row("ferma l'irrigazione", off("valve", "Irrigazione")),
    # Before a vowel "a" is one with the article.
    row("alza la luminosità della piantana all'80 per cento", shines("Piantana", brightness=80)),
    row("metti la piantana all'80", shines("Piantana", brightness=80)),
    # A state that is asked for.
    row("piantana spenta per favore", off("light", "Piantana")),
    row("assicurati che il portone sia chiuso a chiave", on("lock", "Portone")),
)
def test_italian_commands(sentence: str, expected: list[Expected]) -> None:
    assert calls(sentence, BOLOGNA, tools=MORE, language="it") == expected


@table(
    row("bisogna chiudere la tenda?"),
    row("mi accendi la luce o la piantana"),
    row("non è che mi accenderesti la piantana"),
    row("ho spento io la piantana"),
    row("che fa Pippo"),
    row("che pulisce Pippo"),
    row("che freddo"),
    row("alza un pochino la tapparella"),
    row("aspetta a spegnere lo stereo"),
    row("vedi se la tenda è chiusa"),
    row("passami il sale"),
    row("spegni la luce alle due"),
    row("accendi la piantana fino alle 8"),
    row("accendi due luci"),
    row("guarda la tenda"),
    row("spegni tutto tranne lo stereo"),
    row("chiudi il becco"),
    row("accendi la piantana all'una"),
    row("accendi la piantana alle 11"),
    row("piantana spenta"),
    row("le luci sono spente per favore"),
    row("smetti di guardare lo stereo"),
    row("ho spento la piantana, per favore"),
)
def test_italian_that_is_no_command(sentence: str, expected: list[Expected]) -> None:
    found = reading(sentence, BOLOGNA, tools=MORE, language="it")
    assert not found.calls
    assert not expected


@table(
    # Chatter and politeness: tu, você, in Portugal and in Brazil.
    row("olha, liga aí o candeeiro de pé", on("light", "Candeeiro de pé")),
    row("ó pá, acende lá a bancada", on("light", "Bancada")),
    row("faz-me um favor e apaga a estante", off("light", "Estante")),
    row("o senhor pode apagar a bancada, por gentileza?", off("light", "Bancada")),
    row("cê pode acender a bancada?", on("light", "Bancada")),
    row("tem como ligar a máquina de café?", on("switch", "Máquina de café")),
    row("dá para desligares a coluna?", off("media_player", "Coluna")),
    row("queria que você fechasse a cortina", off("cover", "Cortina")),
    row("gostaria que você apague a estante", off("light", "Estante")),
    row("você tem que desligar a coluna", off("media_player", "Coluna")),
    row("me apaga a bancada aí por favor", off("light", "Bancada")),
    # Robots, by their names.
    row("que o Baltazar comece a limpar", call("HassVacuumStart", "vacuum", "Baltazar")),
    row("o Baltazar que vá limpar a cozinha", call("HassVacuumCleanArea", name="Baltazar", area="Cozinha")),
    row("diz ao Baltazar para voltar à base", call("HassVacuumReturnToBase", "vacuum", "Baltazar")),
    row("bota o Baltazar a aspirar a sala", call("HassVacuumCleanArea", name="Baltazar", area="Sala")),
    row("pára o Baltazar", call("HassVacuumReturnToBase", "vacuum", "Baltazar")),
    row("que o Horácio comece a cortar a relva", call("HassLawnMowerStartMowing", "lawn_mower", "Horácio")),
    # Values in words, and amounts that nobody measures.
    row("põe o estore a meio", moves("Estore", to=50)),
    row("baixa o estore até metade", moves("Estore", to=50)),
    row("põe o ar condicionado a vinte e um e meio", heats(21.5, "Ar condicionado")),
    row("baixa um bocadinho o som", call("HassSetVolumeRelative", name="Coluna", volume_step="down")),
    row("sobe a coluna um bocadito", call("HassSetVolumeRelative", name="Coluna", volume_step="up")),
    row("dá play", call("HassMediaUnpause", "media_player", "Coluna")),
    row("dá pausa na música", call("HassMediaPause", "media_player", "Coluna")),
    row("passa essa música", call("HassMediaNext", "media_player", "Coluna")),
    row("volta à música anterior", call("HassMediaPrevious", "media_player", "Coluna")),
    row("põe o volume da coluna nos 30", call("HassSetVolume", "media_player", "Coluna", volume_level=30)),
    row("tira o som à coluna", call("HassMediaPlayerMute", "media_player", "Coluna")),
    row("põe a estante em azul escuro", shines("Estante", color="darkblue")),
    row("recolhe o toldo", off("cover", "Toldo")),
    row("estende o toldo", on("cover", "Toldo")),
    row("passa a chave na porta da rua", on("lock", "Porta da rua")),
    # Several things to do.
    row(
        "apaga a estante, fecha a cortina e tranca a porta",
        off("light", "Estante"),
        off("cover", "Cortina"),
        on("lock", "Porta da rua"),
    ),
    row("liga a máquina de café e põe o modo jantar", on("switch", "Máquina de café"), on("scene", "Jantar")),
    # What is heard, and what plays.
    row("desliga o som", call("HassMediaPlayerMute", "media_player", "Coluna")),
    row("liga o som", call("HassMediaPlayerUnmute", "media_player", "Coluna")),
    row("desliga a música", call("HassMediaPause", "media_player", "Coluna")),
    row("toca essa música de novo", call("HassMediaPrevious", "media_player", "Coluna")),
    row("repete a música", call("HassMediaPrevious", "media_player", "Coluna")),
    row("liga de novo a coluna", on("media_player", "Coluna")),
    # What machines do.
    row("começa a cortar a relva", call("HassLawnMowerStartMowing", "lawn_mower", "Horácio")),
    row("interrompe a limpeza", call("HassVacuumReturnToBase", "vacuum", "Baltazar")),
    row("para a rega", off("valve", "Rega")),
    # A state that is asked for.
    row("estante apagada, por favor", off("light", "Estante")),
    row("garante que a porta da rua fique trancada", on("lock", "Porta da rua")),
)
def test_portuguese_commands(sentence: str, expected: list[Expected]) -> None:
    assert calls(sentence, PORTO, tools=MORE, language="pt") == expected


@table(
    row("é preciso fechar a cortina?"),
    row("não é preciso fechar a cortina"),
    row("vê se a bancada apaga"),
    row("vê lá se a cortina está fechada"),
    row("passa-me o sal"),
    row("passa na sala"),
    row("o que limpa o Baltazar?"),
    row("que calor"),
    row("baixa um bocadinho o estore"),
    row("espera para apagar a bancada"),
    row("já desliguei a coluna"),
    row("acende a bancada lá do fundo"),
    row("acende a bancada ou a estante"),
    row("apaga tudo menos a bancada"),
    row("fecha os olhos"),
    row("liga para a mãe"),
    row("a estante está apagada, por favor"),
    row("estante apagada"),
    row("apagaram a estante, por favor"),
    row("deixa a estante apagada"),
)
def test_portuguese_that_is_no_command(sentence: str, expected: list[Expected]) -> None:
    found = reading(sentence, PORTO, tools=MORE, language="pt")
    assert not found.calls
    assert not expected


@table(
    row("lance un minuteur de dix minutes pour les pâtes", call("HassStartTimer", minutes=10, name="pâtes")),
    row("mets-moi un minuteur d'une heure et demie", call("HassStartTimer", hours=1, minutes=30)),
    row("minuteur d'une demi-heure", call("HassStartTimer", minutes=30)),
    row("mets un minuteur d'un quart d'heure", call("HassStartTimer", minutes=15)),
    row(
        "ajoute pommes, poires et bananes à la liste de courses",
        call("HassListAddItem", item="pommes", name="Liste de courses"),
        call("HassListAddItem", item="poires", name="Liste de courses"),
        call("HassListAddItem", item="bananes", name="Liste de courses"),
    ),
    row("minuteur onze minutes pour les pâtes", call("HassStartTimer", minutes=11, name="pâtes")),
    row("minuteur de deux heures et demie", call("HassStartTimer", hours=2, minutes=30)),
    row("réveille-moi dans une demi-heure", call("HassStartTimer", minutes=30)),
)
def test_french_timers_and_lists(sentence: str, expected: list[Expected]) -> None:
    assert official_calls(sentence, LYON, tools=MORE, language="fr") == expected


@table(
    row("pon un temporizador de diez minutos para la pasta", call("HassStartTimer", minutes=10, name="pasta")),
    row("temporizador para los huevos de 8 minutos", call("HassStartTimer", minutes=8, name="huevos")),
    row("ponme un temporizador de hora y media", call("HassStartTimer", minutes=90)),
    row(
        "añade huevos, harina y aceite a la lista de la compra",
        call("HassListAddItem", item="huevos", name="Lista de la compra"),
        call("HassListAddItem", item="harina", name="Lista de la compra"),
        call("HassListAddItem", item="aceite", name="Lista de la compra"),
    ),
    row("temporizador once minutos para la pasta", call("HassStartTimer", minutes=11, name="pasta")),
    row("avísame dentro de media hora", call("HassStartTimer", minutes=30)),
)
def test_spanish_timers_and_lists(sentence: str, expected: list[Expected]) -> None:
    assert official_calls(sentence, SEVILLA, tools=MORE, language="es") == expected


@table(
    row("metti un timer di dieci minuti per la pasta", call("HassStartTimer", minutes=10, name="pasta")),
    row("timer per la pasta di nove minuti", call("HassStartTimer", minutes=9, name="pasta")),
    row("timer di mezz'ora", call("HassStartTimer", minutes=30)),
    row("segna il caffè sulla lista della spesa", call("HassListAddItem", item="caffè", name="Lista della spesa")),
    row("timer undici minuti per la pasta", call("HassStartTimer", minutes=11, name="pasta")),
    row("timer di un'ora e un quarto", call("HassStartTimer", hours=1, minutes=15)),
    row("avvisami fra mezz'ora", call("HassStartTimer", minutes=30)),
)
def test_italian_timers_and_lists(sentence: str, expected: list[Expected]) -> None:
    assert official_calls(sentence, BOLOGNA, tools=MORE, language="it") == expected


@table(
    row("põe um temporizador de dez minutos para a massa", call("HassStartTimer", minutes=10, name="massa")),
    row("temporizador da massa de oito minutos", call("HassStartTimer", minutes=8, name="massa")),
    row(
        "acrescenta ovos e farinha à lista de compras",
        call("HassListAddItem", item="ovos", name="Lista de compras"),
        call("HassListAddItem", item="farinha", name="Lista de compras"),
    ),
    row("temporizador onze minutos para a massa", call("HassStartTimer", minutes=11, name="massa")),
    row("temporizador de um quarto de hora", call("HassStartTimer", minutes=15)),
)
def test_portuguese_timers_and_lists(sentence: str, expected: list[Expected]) -> None:
    assert official_calls(sentence, PORTO, tools=MORE, language="pt") == expected


def test_a_hood_may_be_its_light() -> None:
    # Never the only fan; and nobody is told that there is no hood where something is called after it.
    for light, problem in (("Luce della cappa", "unclear"), ("Lampadario", "none_there")):
        home = house({"Cucina": [f"light: {light}"], "Camera": ["fan: Ventilatore"]})
        found = reading("mi accendi la cappa", home, tools=MORE, language="it")
        assert not found.calls
        assert found.problem is not None
        assert found.problem.kind == problem
