"""Sets of odd records: of all games and variants, cut, annotated, twice, with names and tags of all
kinds, some invalid. A set depends only on its seed."""

import random
import re

# Games with their rules; the rest of the set is made by random players of the program itself.
RULES = [
    ("creeper", []),
    ("creeper", ["--variant", "repetition=off"]),
    ("springerjagd", []),
    ("more-or-less", []),
    ("more-or-less", ["--variant", "31"]),
    ("sperre", []),
    ("sperre", ["--variant", "both"]),
]
NAMES = [
    "Anna", "anna", "Ann", "Björn", "Bjo\u0308rn", "Müller, Dörte", "O'Hara", 'Say "hi"', "back\\slash",
    "-dash", "--db", "=1+1", "@x", "Ω ман", "张伟", "a%b", "a_b", "x;y", "A, B", "{0}", "[tag]", "Zoë🙂",
    "1", "1.0", "' OR 1=1 --", "null", "<b>x</b>", "&amp;", "++", "A" * 120,
]
# No two of them are one player.
FEW_NAMES = ["Anna", "Ann", "Björn", "O'Hara", "-dash", "=1+1", "@x", "张伟"]
EVENTS = ["Club", "club", "-cup", 'Cup "x"', "Ünï", "?", "a/b", "<i>", "x" * 80]
SITES = ["?", "Ulm", "schiri", '"']
DATES = ["2026.03.07", "2026.03.??", "2026.??.??", "????.??.??", "2025.12.31", "2024.02.29", "2026.03.08",
         "?", "2026.01.01", "1999.??.??", None]
ROUNDS = ["1", "01", "?", "-", "1.2", "2", "3", "1.10", "Final", "2.1.1", "10"]
REASONS = [None, "resignation", "time forfeit", "agreement", "crash", "illegal move", "normal", "?",
           "unplayed", "forfeit", "my reason", "abandoned", "adjudication", "disconnect"]
RATINGS = ["2100", "1500", "?", "1e3", "2100.5", "-5", "abc", "0"]
OTHER_TAGS = ["Annotator", "x-y", "A_1", "movetext", "tags", "PlyCount", "Time", "EndDate", "board", "id"]
COMMENTS = ["good", "+0.96/12 0.004s", "[%clk 0:03:00]", "Ünïcode 🙂", "a\nb", "semi; colon", "0.5s", '"q"',
            "-M3/4 1.2s", "<b>"]
RESULTS = ["1-0", "0-1", "1/2-1/2"]


def split_records(text):
    """The records of a text that the program wrote."""
    return [one.strip() for one in re.split(r"\n\n(?=\[Event )", text.strip()) if one.strip()]


def tags_and_turns(record):
    """(tags, words of the turns and the result)."""
    head, _, turns = record.partition("\n\n")
    words = re.sub(r"\{[^}]*\}", " ", turns).split()
    return (dict(re.findall(r'\[(\S+) "(.*)"\]', head)), [word for word in words if not re.fullmatch(r"\d+\.+", word)])


class Records:
    def __init__(self, program, seed):
        """Lets random players play the games that records are cut from."""
        self.random = random.Random(seed)
        self.games = []
        for number, (game, variant) in enumerate(RULES):
            db = f"played-{number}.db"
            program.run("tournament", "run", "--game", game, *variant, "--bot", "random", "--bot", "random name=other",
                        "--rounds", "3", "--seed", str(seed), "--db", db)
            self.games += map(tags_and_turns, split_records(program.run("db", "export", "--db", db).out))

    def one(self, names=NAMES, broken=0.1):
        rng = self.random
        played, (*turns, result) = rng.choice(self.games)
        count = rng.choice([0, rng.randint(0, min(25, len(turns))), rng.randint(0, min(25, len(turns))), len(turns)])
        is_cut = count < len(turns)
        if is_cut:
            result = rng.choice([*RESULTS, "*"])
        white, black = rng.sample(names, 2) if rng.random() < 0.97 else [rng.choice(names)] * 2
        tags = [
            ("Event", rng.choice(EVENTS)), ("Site", rng.choice(SITES)), ("Date", rng.choice(DATES)),
            ("Round", rng.choice(ROUNDS)), ("White", rng.choice([white] * 20 + ["?", None])), ("Black", black),
            ("Result", result), ("Game", played["Game"]),
        ]
        tags += [(key, played[key]) for key in ("Variant", "Position", "Roll") if key in played]
        tags += [("Termination", rng.choice(REASONS) if is_cut else rng.choice(["normal", None]))]
        tags += [(key, rng.choice([*RATINGS, None, None, None])) for key in ("WhiteElo", "BlackElo")]
        if rng.random() < 0.3:
            tags += [(rng.choice(OTHER_TAGS), rng.choice(["7", "Ünï", '"', "?", "=1", str(count)]))]
        words = []
        for turn in turns[:count]:
            words.append(turn)
            if rng.random() < 0.08:
                words.append("$" + rng.choice("1256"))
            if rng.random() < 0.06:
                words.append("{" + rng.choice(COMMENTS) + "}")
            if rng.random() < 0.03:
                words.append("(" + turn + " {v})")
        if rng.random() < broken:
            fault = rng.randrange(4)
            if fault == 0:
                words.insert(rng.randint(0, len(words)), "Z9-Z8")
            elif fault == 1:
                result = "0-1" if result == "1-0" else "1-0"
            elif fault == 2:
                words.append("{open")
            else:
                tags = [(key, "x" + value if key == "Game" else value) for key, value in tags]
        head = "".join('[%s "%s"]\n' % (key, value.replace("\\", "\\\\").replace('"', '\\"'))
                       for key, value in tags if value is not None)
        return head + "\n" + " ".join([*words, result]) + rng.choice([""] * 19 + [" {after}"]) + "\n\n"

    def several(self, count, names=NAMES, broken=0.1, twins=True):
        """Records, some of them twice, with `twins`, or nearly so."""
        records = []
        while len(records) < count:
            record = self.one(names, broken)
            if twins and records and self.random.random() < 0.15:
                record = self.random.choice(records)
                if self.random.random() < 0.3:
                    record = record.replace("Anna", "anna").replace("{good}", "")
            if twins or record not in records:
                records.append(record)
        return records
