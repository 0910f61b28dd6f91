// The page's words in the languages that it speaks. `{0}` is what is put there.
const schiriWords = (() => {
  const all = {
    en: {
      name: "English", play: "Play", records: "Records", rules: "Rules", about: "About",
      skip: "Skip to the board", language: "Language", sections: "Sections",
      lead: "Four board games that are played nowhere else. Everything happens in this file; nothing is sent anywhere.",
      newGame: "New game", game: "Game", variant: "Variant", opponent: "Opponent", strength: "Strength", side: "You play", clock: "Clock",
      aBot: "a bot", aFriend: "a friend at this screen", white: "White", black: "Black", noClock: "none", minutes: "{0} minutes each", start: "Start",
      level1: "1 – plays at random", level2: "2 – beginner", level3: "3 – learner", level4: "4 – club player", level5: "5 – strong", level6: "6 – takes its time",
      bot: "Bot {0}", you: "You", board: "Board", place: "{0}: {1}", empty: "empty", toMove: "{0} to move", yourMove: "Your turn ({0})", thinking: "{0} is thinking …",
      begun: "So far: {0}", choose: "Go on with", playTurn: "Play this turn", takePart: "Take back a part", turnLabel: "Turn, typed", playTyped: "Play",
      first: "To the start", back: "One turn back", forward: "One turn forward", last: "To the end", undo: "Undo", hint: "Hint", evaluation: "Evaluation", flip: "Flip the board",
      names: "Coordinates", resume: "Play on from here", resign: "Resign", turns: "Turns", record: "Record", download: "Download record", copyPosition: "Copy position", copied: "Copied.", saved: "Saved as {0}.",
      hintIs: "Hint: {0}", chance: "White's chance to win: {0} %", winIn: "{0} wins in {1}", computing: "Working it out …",
      played: "{0} played {1}.", whiteWins: "White has won ({0})", blackWins: "Black has won ({0})", draw: "The game is drawn ({0})", time: "time", resigned: "resigned",
      notYourTurn: "It is not your turn yet.", gameOver: "The game is over. Undo takes turns back.", lookingBack: "This is an earlier position. Go to the end, or play on from here.",
      not: "That does not go: {0}.", notThere: "that is no way to go on with {0}", tiltFirst: "each turn begins with the tilt of a die; choose its new number first", chooseOne: "Choose one of these.",
      noTurn: "There is no such turn.", startsWith: "Click one of the marked places.", undone: "Taken back. {0}", flipped: "The board is turned round.",
      pieces: { "white-pawn": "white pawn", "black-pawn": "black pawn", "white-knight": "white knight", "black-knight": "black knight", "white-pair": "two white pawns", "black-pair": "two black pawns", white: "white stone", black: "black stone", die: "shows {0}" },
      reasons: { chain: "chain", blocked: "blocked", repetition: "the position came for the third time", knights: "no knights left", goal: "goal", stones: "stones", turns: "twelve turns each" },
      keys: "Keys: Tab to the board, arrows move over it, Enter or space chooses, Backspace takes a part back, Esc all of it.",
      pasteTitle: "Check, replay and mend records", pasteLead: "Drop files here, choose them or paste records. They stay on this machine.", paste: "Records", chooseFiles: "Choose files", check: "Check", sample: "Put in an example",
      form: "Form", formAuto: "by the file's name", checked: "{0} games, {1} valid, {2} invalid, {3} turns", checkedOne: "1 game, {1} valid, {2} invalid, {3} turns", nothing: "There is no record in this text.", gameNumber: "Game {0}", valid: "valid", invalid: "broken", show: "Show on the board",
      mend: "Mend", mended: "Mended: {0}", nothingToMend: "Nothing can be mended without guessing.", analyse: "Analyse", analysing: "Analysing …", analysed: "Analysed; the record has the comments.", convert: "Convert to", save: "Download", saveAll: "Download all", all: "All games", what: "What it means", remedy: "What to do", stop: "Stop", line: "line {0}, column {1}", error: "error", warning: "warning", packed: "{0} is packed in a way that browsers cannot unpack.", unknownForm: "It cannot be written so: {0}",
      browser: "This browser is too old for this page; it takes one of 2023 or later.", of: "{0} of {1}",
      aboutText: ["schiri is a referee for abstract board games: rules, records, bots, tournaments and ratings. This page is one file. It holds the very engine of the program, compiled for browsers; it loads nothing and sends nothing, and may be kept, copied and passed on.", "The bots think in the background. Stronger ones look further ahead and take more time.", "Version {0}. MIT licence."],
    },
    de: {
      name: "Deutsch", play: "Spielen", records: "Partien", rules: "Regeln", about: "Über diese Seite",
      skip: "Zum Brett springen", language: "Sprache", sections: "Bereiche",
      lead: "Vier Brettspiele, die es sonst nirgends gibt. Alles geschieht in dieser Datei; nichts wird irgendwohin geschickt.",
      newGame: "Neue Partie", game: "Spiel", variant: "Variante", opponent: "Gegner", strength: "Spielstärke", side: "Du spielst", clock: "Uhr",
      aBot: "ein Bot", aFriend: "jemand an diesem Bildschirm", white: "Weiß", black: "Schwarz", noClock: "keine", minutes: "je {0} Minuten", start: "Anfangen",
      level1: "1 – spielt zufällig", level2: "2 – Anfänger", level3: "3 – Lernender", level4: "4 – Vereinsspieler", level5: "5 – stark", level6: "6 – lässt sich Zeit",
      bot: "Bot {0}", you: "Du", board: "Brett", place: "{0}: {1}", empty: "leer", toMove: "{0} ist am Zug", yourMove: "Du bist am Zug ({0})", thinking: "{0} denkt nach …",
      begun: "Bisher: {0}", choose: "Weiter mit", playTurn: "Zug ausführen", takePart: "Teil zurücknehmen", turnLabel: "Zug, getippt", playTyped: "Ziehen",
      first: "Zum Anfang", back: "Einen Zug zurück", forward: "Einen Zug vor", last: "Zum Ende", undo: "Zurücknehmen", hint: "Tipp", evaluation: "Bewertung", flip: "Brett drehen",
      names: "Koordinaten", resume: "Von hier weiterspielen", resign: "Aufgeben", turns: "Züge", record: "Aufzeichnung", download: "Partie herunterladen", copyPosition: "Stellung kopieren", copied: "Kopiert.", saved: "Gespeichert als {0}.",
      hintIs: "Tipp: {0}", chance: "Gewinnaussicht von Weiß: {0} %", winIn: "{0} gewinnt in {1}", computing: "Wird berechnet …",
      played: "{0} hat {1} gezogen.", whiteWins: "Weiß hat gewonnen ({0})", blackWins: "Schwarz hat gewonnen ({0})", draw: "Die Partie ist unentschieden ({0})", time: "Zeit", resigned: "aufgegeben",
      notYourTurn: "Du bist noch nicht am Zug.", gameOver: "Die Partie ist zu Ende. Züge lassen sich zurücknehmen.", lookingBack: "Das ist eine frühere Stellung. Geh zum Ende oder spiel von hier weiter.",
      not: "Das geht nicht: {0}.", notThere: "so lässt sich {0} nicht fortsetzen", tiltFirst: "jeder Zug beginnt mit dem Kippen eines Würfels; wähle zuerst seine neue Zahl", chooseOne: "Wähle eines davon.",
      noTurn: "Diesen Zug gibt es nicht.", startsWith: "Klick auf eines der markierten Felder.", undone: "Zurückgenommen. {0}", flipped: "Das Brett ist gedreht.",
      pieces: { "white-pawn": "weißer Bauer", "black-pawn": "schwarzer Bauer", "white-knight": "weißer Springer", "black-knight": "schwarzer Springer", "white-pair": "zwei weiße Bauern", "black-pair": "zwei schwarze Bauern", white: "weißer Stein", black: "schwarzer Stein", die: "zeigt {0}" },
      reasons: { chain: "Kette", blocked: "kein Zug möglich", repetition: "dieselbe Stellung zum dritten Mal", knights: "keine Springer mehr", goal: "Ziel", stones: "Steine", turns: "je zwölf Züge" },
      keys: "Tasten: Tab zum Brett, Pfeile bewegen darauf, Eingabe oder Leertaste wählt, Rücktaste nimmt einen Teil zurück, Esc alles.",
      pasteTitle: "Partien prüfen, nachspielen und reparieren", pasteLead: "Zieh Dateien hierher, wähle sie aus oder füge Aufzeichnungen ein. Sie bleiben auf diesem Gerät.", paste: "Aufzeichnungen", chooseFiles: "Dateien wählen", check: "Prüfen", sample: "Beispiel einsetzen",
      form: "Form", formAuto: "nach dem Dateinamen", checked: "{0} Partien, {1} gültig, {2} ungültig, {3} Züge", checkedOne: "1 Partie, {1} gültig, {2} ungültig, {3} Züge", nothing: "In diesem Text steht keine Partie.", gameNumber: "Partie {0}", valid: "gültig", invalid: "fehlerhaft", show: "Auf dem Brett zeigen",
      mend: "Reparieren", mended: "Repariert: {0}", nothingToMend: "Ohne zu raten lässt sich nichts reparieren.", analyse: "Analysieren", analysing: "Wird analysiert …", analysed: "Analysiert; die Anmerkungen stehen in der Aufzeichnung.", convert: "Umwandeln in", save: "Herunterladen", saveAll: "Alle herunterladen", all: "Alle Partien", what: "Was das heißt", remedy: "Was zu tun ist", stop: "Anhalten", line: "Zeile {0}, Spalte {1}", error: "Fehler", warning: "Warnung", packed: "{0} ist so gepackt, dass Browser es nicht auspacken können.", unknownForm: "So lässt sie sich nicht schreiben: {0}",
      browser: "Dieser Browser ist zu alt für diese Seite; sie braucht einen von 2023 oder später.", of: "{0} von {1}",
      aboutText: ["schiri ist ein Schiedsrichter für abstrakte Brettspiele: Regeln, Aufzeichnungen, Bots, Turniere und Wertungszahlen. Diese Seite ist eine einzige Datei. Sie enthält genau die Maschine des Programms, für Browser übersetzt; sie lädt nichts und sendet nichts und darf aufgehoben, kopiert und weitergegeben werden.", "Die Bots denken im Hintergrund. Stärkere sehen weiter voraus und brauchen mehr Zeit.", "Version {0}. MIT-Lizenz."],
    },
    fr: {
      name: "Français", play: "Jouer", records: "Parties", rules: "Règles", about: "À propos",
      skip: "Aller au plateau", language: "Langue", sections: "Sections",
      lead: "Quatre jeux de plateau que l’on ne trouve nulle part ailleurs. Tout se passe dans ce fichier ; rien n’est envoyé nulle part.",
      newGame: "Nouvelle partie", game: "Jeu", variant: "Variante", opponent: "Adversaire", strength: "Force", side: "Vous jouez", clock: "Pendule",
      aBot: "un bot", aFriend: "un ami devant cet écran", white: "Blancs", black: "Noirs", noClock: "aucune", minutes: "{0} minutes chacun", start: "Commencer",
      level1: "1 – joue au hasard", level2: "2 – débutant", level3: "3 – apprenti", level4: "4 – joueur de club", level5: "5 – fort", level6: "6 – prend son temps",
      bot: "Bot {0}", you: "Vous", board: "Plateau", place: "{0} : {1}", empty: "vide", toMove: "Trait aux {0}", yourMove: "À vous de jouer ({0})", thinking: "{0} réfléchit…",
      begun: "Jusqu’ici : {0}", choose: "Continuer par", playTurn: "Jouer ce coup", takePart: "Reprendre une partie du coup", turnLabel: "Coup, au clavier", playTyped: "Jouer",
      first: "Au début", back: "Un coup en arrière", forward: "Un coup en avant", last: "À la fin", undo: "Reprendre", hint: "Indice", evaluation: "Évaluation", flip: "Tourner le plateau",
      names: "Coordonnées", resume: "Continuer à partir d’ici", resign: "Abandonner", turns: "Coups", record: "Notation", download: "Télécharger la partie", copyPosition: "Copier la position", copied: "Copié.", saved: "Enregistré sous {0}.",
      hintIs: "Indice : {0}", chance: "Chances de gain des Blancs : {0} %", winIn: "Gain des {0} en {1}", computing: "Calcul en cours…",
      played: "{0} : coup {1}.", whiteWins: "Les Blancs ont gagné ({0})", blackWins: "Les Noirs ont gagné ({0})", draw: "La partie est nulle ({0})", time: "temps", resigned: "abandon",
      notYourTurn: "Ce n’est pas encore à vous de jouer.", gameOver: "La partie est finie. On peut reprendre des coups.", lookingBack: "C’est une position antérieure. Allez à la fin ou continuez à partir d’ici.",
      not: "Ce n’est pas possible : {0}.", notThere: "on ne peut pas continuer ainsi après {0}", tiltFirst: "chaque coup commence par basculer un dé ; choisissez d’abord son nouveau nombre", chooseOne: "Choisissez l’un d’eux.",
      noTurn: "Ce coup n’existe pas.", startsWith: "Cliquez sur l’une des cases marquées.", undone: "Coup repris. {0}", flipped: "Le plateau est tourné.",
      pieces: { "white-pawn": "pion blanc", "black-pawn": "pion noir", "white-knight": "cavalier blanc", "black-knight": "cavalier noir", "white-pair": "deux pions blancs", "black-pair": "deux pions noirs", white: "pierre blanche", black: "pierre noire", die: "montre {0}" },
      reasons: { chain: "chaîne", blocked: "aucun coup possible", repetition: "la même position pour la troisième fois", knights: "plus de cavaliers", goal: "but", stones: "pierres", turns: "douze coups chacun" },
      keys: "Touches : Tab pour aller au plateau, les flèches s’y déplacent, Entrée ou espace choisit, Retour arrière reprend une partie du coup, Échap tout le coup.",
      pasteTitle: "Vérifier, rejouer et réparer des parties", pasteLead: "Déposez des fichiers ici, choisissez-les ou collez des parties. Elles restent sur cet appareil.", paste: "Parties notées", chooseFiles: "Choisir des fichiers", check: "Vérifier", sample: "Insérer un exemple",
      form: "Forme", formAuto: "d’après le nom du fichier", checked: "{0} parties, {1} valides, {2} non valides, {3} coups", checkedOne: "1 partie, {1} valide, {2} non valide, {3} coups", nothing: "Ce texte ne contient aucune partie.", gameNumber: "Partie {0}", valid: "valide", invalid: "fautive", show: "Montrer sur le plateau",
      mend: "Réparer", mended: "Réparé : {0}", nothingToMend: "Rien ne peut être réparé sans deviner.", analyse: "Analyser", analysing: "Analyse en cours…", analysed: "Analysée ; les commentaires sont dans la partie.", convert: "Convertir en", save: "Télécharger", saveAll: "Tout télécharger", all: "Toutes les parties", what: "Ce que cela veut dire", remedy: "Que faire", stop: "Arrêter", line: "ligne {0}, colonne {1}", error: "erreur", warning: "avertissement", packed: "{0} est compressé d’une façon que les navigateurs ne savent pas lire.", unknownForm: "Elle ne peut pas s’écrire ainsi : {0}",
      browser: "Ce navigateur est trop ancien pour cette page ; il en faut un de 2023 ou plus récent.", of: "{0} sur {1}",
      aboutText: ["schiri est un arbitre pour jeux de plateau abstraits : règles, parties, bots, tournois et classements. Cette page est un seul fichier. Elle contient le moteur même du programme, compilé pour les navigateurs ; elle ne charge rien et n’envoie rien, et peut être gardée, copiée et transmise.", "Les bots réfléchissent en arrière-plan. Les plus forts voient plus loin et prennent plus de temps.", "Version {0}. Licence MIT."],
    },
  };
  const languages = Object.keys(all);
  const usual = (navigator.languages || [navigator.language]).map((tag) => tag.slice(0, 2)).find((tag) => tag in all) || "en";

  // What speaks a language: t("key", ...), with t.of("group", "key") for tables.
  function speaker(language) {
    const fill = (text, values) => text.replace(/\{(\d)\}/g, (whole, n) => values[n]);
    const t = (key, ...values) => fill(all[language][key], values);
    t.language = language;
    t.of = (group, key, ...values) => fill(all[language][group][key] || key, values);
    t.list = (key) => all[language][key];
    return t;
  }
  return { languages, usual, speaker, nameOf: (language) => all[language].name };
})();
