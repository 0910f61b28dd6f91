// The rules with pictures, in the reader's language; the engine plays what the pictures show.
const schiriRulesTexts = {
  en: {
    all: "The complete rules, with every ruling",
    creeper: {
      start: "The start. The octagons in the corners are the home bases.",
      text: ["Two home bases in opposite corners are yours. Join them by a chain of discs with your colour up, octagon to octagon, side by side, and you win.",
        "In a turn one of your pawns moves to an empty square. A jump goes one step diagonally over an octagon: an empty octagon gets a disc of yours, a disc of the opponent is turned over. A shunt goes one step straight and changes no disc. A capture goes two steps straight over exactly one pawn of the opponent, which leaves the board.",
        "Anybody may jump over a home base; no disc is laid there. Nobody has to capture.",
        "The game is drawn if the player to move has no move, or if the same position comes for the third time."],
    },
    springerjagd: {
      start: "The start: two knights and eight pawns each.",
      text: ["Hunt the opponent's two knights: whoever has none left, or can neither move a knight nor attack or swap, has lost.",
        "A turn has three parts. First a knight moves as in chess, to an empty square, or captures a single piece: a pawn goes to its owner's reserve, a knight is out for good. Or it captures an enemy knight that stands beside it, unless that one was moved in the turn just before.",
        "Then a pawn of yours fills the square the knight has left: one from the reserve if you have any, else one out of a pair, else any pawn.",
        "If the knight went to an empty square or captured a knight, another pawn of yours then moves to any square that is empty or holds one pawn of yours; two make a pair. A pair cannot be captured.",
        "Instead of all that, a knight may swap places with an own pair: one pawn goes to the knight's square, the other to the reserve. The third occurrence of a position is a draw."],
    },
    "more-or-less": {
      start: "The empty board of 51 points.",
      text: ["25 stones are white on one side and black on the other. Whoever moves and then has 19 stones or more of the own colour, or 6 or fewer, wins. When both have made twelve turns, whoever has fewer stones wins.",
        "White begins with one stone in the middle. Then the players place two stones in each turn, own colour up, until Black has twelve and White thirteen.",
        "After that Black moves first. In a jump one of your stones hops along a straight line over a stone of either colour to the empty point right behind it; that stone is turned over. It may hop on, but stand on no point more than twice in a turn.",
        "In a glide a stone slides along a line over empty points, stops, and from there hops exactly once.",
        "Nobody jumps along the rim. Who can move must."],
    },
    sperre: {
      start: "The start. The numbers of the three dice lock three columns.",
      text: ["Bring a stone to your goal, the middle of the far side. A stone that ends its move there wins at once.",
        "A turn has up to three parts. First you tilt one die over an edge; any number comes up but the one on top and the one opposite. The die that the opponent has just tilted cannot be taken. The numbers on top lock the columns of these numbers.",
        "Then you move one of your stones that does not stand in a locked column, one or two steps in any direction over empty squares. It may cross and enter locked columns.",
        "Last, you may put each enemy stone that is next to where your stone ended, along its row or column, on any free square; but a stone that is put on its own goal wins for its owner.",
        "The third occurrence of a position is a draw. In the variants rows and both the numbers lock rows, or rows and columns; in those that begin with move-first you move and displace first, and tilt last. New games on this page begin with move-first+both."],
    },
  },
  de: {
    all: "Die vollständigen Regeln mit allen Festlegungen (englisch)",
    creeper: {
      start: "Der Anfang. Die Achtecke in den Ecken sind die Heimatfelder.",
      text: ["Zwei gegenüberliegende Ecken sind deine Heimat. Verbinde sie durch eine Kette von Scheiben, die deine Farbe zeigen, Achteck an Achteck, Seite an Seite, und du gewinnst.",
        "In einem Zug geht einer deiner Bauern auf ein leeres Feld. Ein Sprung führt einen Schritt schräg über ein Achteck: Ist es leer, bekommt es eine Scheibe von dir, eine gegnerische Scheibe wird umgedreht. Ein Schritt geradeaus ändert keine Scheibe. Geschlagen wird zwei Schritte geradeaus über genau einen gegnerischen Bauern hinweg; er verlässt das Brett.",
        "Über Heimatfelder darf jeder springen; dort wird keine Scheibe gelegt. Niemand muss schlagen.",
        "Unentschieden ist es, wenn der Spieler am Zug nicht ziehen kann oder dieselbe Stellung zum dritten Mal entsteht."],
    },
    springerjagd: {
      start: "Der Anfang: je zwei Springer und acht Bauern.",
      text: ["Jage die beiden gegnerischen Springer: Wer keinen mehr hat oder weder mit einem Springer ziehen noch angreifen oder tauschen kann, hat verloren.",
        "Ein Zug hat drei Teile. Zuerst zieht ein Springer wie im Schach auf ein leeres Feld, oder er schlägt eine einzelne Figur: Ein Bauer kommt in den Vorrat seines Besitzers, ein Springer ist für immer weg. Oder er schlägt einen gegnerischen Springer, der waagrecht oder senkrecht neben ihm steht, außer wenn dieser gerade eben gezogen wurde.",
        "Dann füllt ein eigener Bauer das verlassene Feld: einer aus dem Vorrat, wenn es dort einen gibt, sonst einer aus einem Paar, sonst irgendeiner.",
        "Ist der Springer auf ein leeres Feld gegangen oder hat er einen Springer geschlagen, geht danach noch ein anderer eigener Bauer auf ein beliebiges Feld, das leer ist oder einen eigenen Bauern trägt; zwei bilden ein Paar. Ein Paar kann nicht geschlagen werden.",
        "Statt alldem darf ein Springer mit einem eigenen Paar den Platz tauschen: Ein Bauer kommt auf das Feld des Springers, der andere in den Vorrat. Entsteht eine Stellung zum dritten Mal, ist es unentschieden."],
    },
    "more-or-less": {
      start: "Das leere Brett mit 51 Punkten.",
      text: ["25 Steine sind auf einer Seite weiß, auf der anderen schwarz. Wer zieht und danach 19 oder mehr Steine der eigenen Farbe hat, oder höchstens 6, gewinnt. Haben beide zwölf Züge gemacht, gewinnt, wer weniger Steine hat.",
        "Weiß beginnt mit einem Stein in der Mitte. Dann setzt jeder in jedem Zug zwei Steine mit der eigenen Farbe nach oben, bis Schwarz zwölf und Weiß dreizehn hat.",
        "Danach zieht Schwarz zuerst. Beim Sprung hüpft ein eigener Stein auf einer geraden Linie über einen Stein beliebiger Farbe auf den leeren Punkt gleich dahinter; der übersprungene wird umgedreht. Er darf weiterhüpfen, aber in einem Zug auf keinem Punkt öfter als zweimal stehen.",
        "Beim Gleiten rutscht ein Stein auf einer Linie über leere Punkte, hält an und hüpft von dort genau einmal.",
        "Am Rand entlang springt niemand. Wer ziehen kann, muss."],
    },
    sperre: {
      start: "Der Anfang. Die Zahlen der drei Würfel sperren drei Spalten.",
      text: ["Bring einen Stein auf dein Ziel, die Mitte der fernen Seite. Ein Stein, der seinen Zug dort beendet, gewinnt sofort.",
        "Ein Zug hat bis zu drei Teile. Zuerst kippst du einen Würfel über eine Kante; oben kann jede Zahl liegen außer der bisherigen und der gegenüberliegenden. Den Würfel, den der Gegner gerade gekippt hat, darfst du nicht nehmen. Die oben liegenden Zahlen sperren die Spalten mit diesen Nummern.",
        "Dann ziehst du einen eigenen Stein, der nicht in einer gesperrten Spalte steht, einen oder zwei Schritte in beliebiger Richtung über leere Felder. Gesperrte Spalten darf er überqueren und betreten.",
        "Zuletzt darfst du jeden gegnerischen Stein, der waagrecht oder senkrecht neben dem Ende deines Zuges liegt, auf ein beliebiges freies Feld versetzen; doch ein Stein, der auf sein eigenes Ziel gesetzt wird, gewinnt für seinen Besitzer.",
        "Entsteht eine Stellung zum dritten Mal, ist es unentschieden. In den Varianten rows und both sperren die Zahlen Zeilen, oder Zeilen und Spalten; in denen, die mit move-first anfangen, wird zuerst gezogen und versetzt und zuletzt gekippt. Neue Partien auf dieser Seite beginnen mit move-first+both."],
    },
  },
  fr: {
    all: "Les règles complètes, avec toutes les précisions (en anglais)",
    creeper: {
      start: "Le début. Les octogones des coins sont les bases.",
      text: ["Deux coins opposés sont vos bases. Reliez-les par une chaîne de disques montrant votre couleur, d’octogone en octogone, côté contre côté, et vous gagnez.",
        "À chaque coup, l’un de vos pions va sur une case vide. Le saut fait un pas en diagonale par-dessus un octogone : s’il est vide, il reçoit un de vos disques ; un disque adverse est retourné. Le pas droit ne change aucun disque. La prise fait deux pas droits par-dessus exactement un pion adverse, qui quitte le plateau.",
        "Chacun peut sauter par-dessus une base ; aucun disque n’y est posé. La prise n’est jamais obligatoire.",
        "La partie est nulle si le joueur au trait n’a aucun coup, ou si la même position se présente pour la troisième fois."],
    },
    springerjagd: {
      start: "Le début : deux cavaliers et huit pions de chaque côté.",
      text: ["Chassez les deux cavaliers adverses : qui n’en a plus, ou ne peut ni jouer un cavalier, ni attaquer, ni échanger, a perdu.",
        "Un coup a trois parties. D’abord un cavalier se déplace comme aux échecs vers une case vide, ou prend une pièce isolée : un pion va dans la réserve de son propriétaire, un cavalier est perdu pour toujours. Ou bien il prend un cavalier adverse placé à côté de lui sur la ligne ou la colonne, sauf si celui-ci vient de jouer.",
        "Ensuite un de vos pions remplit la case quittée : un pion de la réserve s’il y en a, sinon un pion d’une paire, sinon n’importe lequel.",
        "Si le cavalier est allé sur une case vide ou a pris un cavalier, un autre de vos pions va alors sur n’importe quelle case vide ou occupée par un seul de vos pions ; deux pions forment une paire. Une paire ne peut pas être prise.",
        "Au lieu de tout cela, un cavalier peut échanger sa place avec une de vos paires : un pion va sur la case du cavalier, l’autre dans la réserve. La troisième apparition d’une position donne la nulle."],
    },
    "more-or-less": {
      start: "Le plateau vide, avec 51 points.",
      text: ["25 pions sont blancs d’un côté et noirs de l’autre. Qui joue et possède ensuite 19 pions ou plus de sa couleur, ou 6 ou moins, gagne. Quand chacun a joué douze coups, celui qui a le moins de pions gagne.",
        "Les Blancs commencent par un pion au centre. Puis chacun pose deux pions par coup, sa couleur vers le haut, jusqu’à ce que les Noirs en aient douze et les Blancs treize.",
        "Ensuite les Noirs jouent les premiers. Dans un saut, un de vos pions saute en ligne droite par-dessus un pion de n’importe quelle couleur vers le point vide juste derrière ; le pion sauté est retourné. Il peut continuer à sauter, mais sans se trouver plus de deux fois sur le même point dans un coup.",
        "Dans une glissade, un pion glisse le long d’une ligne sur des points vides, s’arrête, et de là saute exactement une fois.",
        "On ne saute jamais le long du bord. Qui peut jouer doit jouer."],
    },
    sperre: {
      start: "Le début. Les nombres des trois dés bloquent trois colonnes.",
      text: ["Amenez un pion sur votre but, au milieu du côté opposé. Un pion qui y termine son déplacement gagne aussitôt.",
        "Un coup a jusqu’à trois parties. D’abord vous basculez un dé par-dessus une arête ; tout nombre peut apparaître, sauf celui du dessus et celui qui lui est opposé. On ne peut pas prendre le dé que l’adversaire vient de basculer. Les nombres visibles bloquent les colonnes correspondantes.",
        "Ensuite vous déplacez un de vos pions qui n’est pas dans une colonne bloquée, d’un ou deux pas dans n’importe quelle direction, sur des cases vides. Il peut traverser les colonnes bloquées et y entrer.",
        "Enfin, vous pouvez placer sur n’importe quelle case libre chaque pion adverse voisin, en ligne ou en colonne, de l’arrivée de votre pion ; mais un pion posé sur son propre but gagne pour son propriétaire.",
        "La troisième apparition d’une position donne la nulle. Dans les variantes rows et both, les nombres bloquent les lignes, ou les lignes et les colonnes ; dans celles qui commencent par move-first, on joue et on déplace d’abord, et on bascule à la fin. Les nouvelles parties de cette page commencent par move-first+both."],
    },
  },
};

// A turn of each kind: the key of its caption, the variant, the position and the turn.
const schiriRulesTurns = (() => {
  const points = "1/1w1bw1b1w1/X/X/wbwbwbwbwb/bwbwbwbwbw b 1 1", front = "WWWWWWWWW";
  return {
    creeper: [
      ["jump", "standard", "7/7/4B2/7/2W4/5B1/7 6/6/6/6/6/6 w", "C3+D4"],
      ["over", "standard", "7/7/4B2/7/2W4/5B1/7 6/6/6/2b3/6/6 w", "C3+D4"],
      ["shunt", "standard", "7/7/4B2/7/2W4/5B1/7 6/6/6/6/6/6 w", "C3-C4"],
      ["capture", "standard", "7/7/7/2B4/2W4/5B1/7 6/6/6/6/6/6 w", "C3xC5"],
      ["win", "standard", "7/7/4B2/7/3W3/5B1/7 4w1/4w1/4w1/4w1/1www2/1w4 w", "D3+E4"],
    ],
    springerjagd: [
      ["move", "standard", "1nppn1/pppppp/6/6/PPPPPP/1NPPN1 w -", "b1-a3/d2/f2-c4"],
      ["pair", "standard", "1nppn1/pppppp/6/6/PPPPPP/1NPPN1 w -", "b1-a3/d2/f2-e2"],
      ["capture", "standard", "1n2n1/6/2p3/6/1N2P1/4N1 w -", "b2xc4/@"],
      ["beside", "standard", "1n4/6/2n3/2N3/4P1/4N1 w -", "c3xc4/@/e2-e4"],
      ["swap", "standard", "1n2n1/6/4D1/6/P4P/1N2N1 w -", "b1~e4"],
    ],
    "more-or-less": [
      ["place", "51", "w/X/X/X/X/X b 0 0", "A0,C5"],
      ["jump", "51", points, "E2xC3"],
      ["hops", "51", points, "E0xC1xOxC6"],
      ["glide", "51", points, "E4-C4xO"],
    ],
    sperre: [
      ["moveFirst", "move-first+both", `BBBBBBBBB/9/9/9/9/9/9/9/${front} w 238 -`, "14-35/IV9"],
      ["tiltFirst", "standard", `BBBBBBBBB/9/9/9/9/9/9/9/${front} w 147 -`, "IV8/14-25"],
      ["displace", "standard", `BBBBBBBB1/9/9/9/9/9/4B4/9/${front} w 147 3`, "IV8/16-25/35>99"],
      ["win", "standard", "BBBB1BBBB/9/3W5/9/B8/9/9/9/WWWWWWWW1 w 147 3", "IV8/74-95"],
    ],
  };
})();

// The rules of each game as elements.
function schiriRules({ engine, boards, t }) {
  const { make, draw, boardView } = schiriDom;
  const { isTilt, wordsOf, placeOf } = schiriGuide;
  const texts = schiriRulesTexts[t.language];
  function boardOf(name, variant) {
    const exact = boards.findIndex((board) => board.game === name && board.variant === variant);
    return exact >= 0 ? exact : boards.findIndex((board) => board.game === name);
  }
  // What a turn does to the places: [from, to], or [place] of a stone that is placed and a die.
  function steps(game, turn, places) {
    const words = wordsOf(turn), at = (part) => places.find(({ name }) => name === placeOf(places, part)), found = [];
    words.forEach((word, i) => {
      const place = at(word), before = i && at(words[i - 1]), goes = "+-x~>".includes(word[0]);
      if (!place) return;
      if (goes && before) found.push([before, place]);
      if (word[0] === "~") found.push([place, before]);
      // The pawn that fills the square of the knight.
      else if (game === "springerjagd" && i === 2) found.push([place, at(words[0])]);
      else if (!goes && (isTilt(word) || game === "more-or-less" && words.every((other) => !/^[-x]/.test(other)))) found.push([place]);
    });
    return found;
  }
  function arrow([from, to]) {
    if (!to) return draw("circle", { cx: from.x, cy: from.y, r: 22 });
    const length = Math.hypot(to.x - from.x, to.y - from.y), [dx, dy] = [(to.x - from.x) / length, (to.y - from.y) / length];
    const point = (along, aside) => `${(from.x + along * dx - aside * dy).toFixed(1)} ${(from.y + along * dy + aside * dx).toFixed(1)}`;
    return draw("path", { d: `M${point(6, 0)}L${point(length, 0)}M${point(length - 13, -9)}L${point(length, 0)}L${point(length - 13, 9)}` });
  }
  function boardPicture(number, figures, ...arrows) {
    const svg = draw("svg", { "aria-hidden": "true" });
    boardView(svg, boards).show(number, figures, false, true);
    if (arrows.length) svg.append(draw("g", { class: "arrows" }, arrows));
    return svg;
  }
  const figure = (caption, ...pictures) => make("figure", null, make("div", { class: "pictures", role: "img", "aria-label": caption }, pictures), make("figcaption", null, caption));
  // The board before a turn, with arrows, and after it.
  function turnFigure(name, [key, variant, start, turn]) {
    const game = engine.game({ name, variant, start }), number = boardOf(name, variant), before = game.figures;
    game.play(turn);
    const arrows = steps(name, turn, engine.kind(name).places(variant)).map(arrow), after = game.figures;
    game.free();
    return figure(t.of("moves", `${name}.${key}`), boardPicture(number, before, ...arrows), boardPicture(number, after));
  }
  // The rules of a game; its start in a variant.
  function of(kind, variant = null) {
    const { start, text } = texts[kind.name], game = engine.drawn(kind.name, variant, 3), first = figure(start, boardPicture(boardOf(kind.name, game.variant), game.figures));
    game.free();
    const turns = schiriRulesTurns[kind.name].map((turn) => turnFigure(kind.name, turn));
    return [...text.map((paragraph) => make("p", null, paragraph)), make("div", { class: "rule-grid" }, first, turns),
      make("details", null, make("summary", null, texts.all), make("pre", { class: "excerpt", lang: "en", tabindex: 0, role: "region", "aria-label": kind.title }, kind.rules))];
  }
  return { of };
}
