"""Answers the questions of the page `questions` of the manual from the games on the page, without
schiri, and compares the answers with those that the page shows.

python3 questions_page_test.py PAGE
"""

import re
import statistics
import sys
from collections import defaultdict

PAGE = open(sys.argv[1], encoding="utf-8").read()
POINTS = {"1-0": 1.0, "1/2-1/2": 0.5, "0-1": 0.0}


def games_of(page):
    """The games of the page, with their ids in the database."""
    block = page[page.index("`cup.pgn`:") : page.index("and two rating lists")]
    games = []
    for text in re.split(r"(?=\[Event )", block)[1:]:
        game = dict(re.findall(r'\[(\w+) "([^"]*)"\]', text))
        movetext = text.rsplit("]", 1)[1].split()
        game["turns"] = [word for word in movetext[:-1] if not word.endswith(".")]
        game["id"] = len(games) + 1
        known = [part for part in game["Date"].split(".") if "?" not in part]
        game["date"] = "-".join(known)
        games.append(game)
    return games


GAMES = games_of(PAGE)
FINISHED = [game for game in GAMES if game["Result"] in POINTS]


def sides(games):
    """Each finished game from both sides: player, opponent, colour, points, game."""
    for game in games:
        points = POINTS[game["Result"]]
        yield game["White"], game["Black"], "white", points, game
        yield game["Black"], game["White"], "black", 1 - points, game


def last_order(game):
    """A date of which a part is unknown comes after all that it may be."""
    return (game["date"] + "-~~-~~"[len(game["date"]) - 4 :]) if game["date"] else "~"


def shown(number, example=0):
    """The rows of an answer on the page, without the headings; cells are separated by two blanks."""
    section = re.search(rf"^## {number}\. .*?(?=^## |\Z)", PAGE, re.M | re.S)[0]
    answers = re.findall(r"^    \$ .*\n((?:    (?!\$).*\n)*)", section, re.M)
    lines = [line[4:] for line in answers[example].splitlines()]
    # Empty cells are found by the places of the headings.
    heading = next(i for i, line in enumerate(lines) if re.search(r"\w  +\w|^\w+$", line))
    return [re.split(r"  +", line.strip()) for line in lines[heading + 1 :]]


def texts(rows):
    return [[format_cell(cell) for cell in row] for row in rows]


def format_cell(cell):
    return str(cell)


def head_to_head():
    met = defaultdict(lambda: [0, 0, 0, 0, ""])
    for player, opponent, _, points, game in sides(FINISHED):
        row = met[player, opponent]
        row[0] += 1
        row[3 - int(2 * points)] += 1
        first_day = game["date"].ljust(10, " ")
        row[4] = max(row[4], first_day)
    rows = [[*names, *row[:4], row[4].strip()] for names, row in met.items()]
    return sorted(rows, key=lambda row: (row[0], -row[2], row[1]))


def by_colour_and_year():
    sums = defaultdict(lambda: [0, 0.0])
    for player, _, colour, points, game in sides(FINISHED):
        sums[player, colour, game["date"][:4]][0] += 1
        sums[player, colour, game["date"][:4]][1] += points
    return [[*key, *value] for key, value in sorted(sums.items())]


def one_against_another():
    return [row[2:3] + row[3:] for row in pair_by_year("Anna", "Björn")]


def pair_by_year(player, opponent):
    sums = defaultdict(lambda: [0, 0.0])
    for own, other, _, points, game in sides(FINISHED):
        if (own, other) == (player, opponent):
            sums[game["date"][:4]][0] += 1
            sums[game["date"][:4]][1] += points
    return [[player, opponent, year, *value] for year, value in sorted(sums.items())]


def longest(belongs):
    """The player of the longest run, its length, and its first and last date."""
    best = ("", 0, "", "")
    for name in sorted({name for name, *_ in sides(FINISHED)}):
        run = []
        for player, _, _, points, game in sides(sorted(FINISHED, key=last_order)):
            if player != name:
                continue
            run = run + [game] if belongs(points) else []
            if len(run) > best[1]:
                best = (name, len(run), run[0]["date"], run[-1]["date"])
    return list(best)


def elo(games):
    """Elo with K = 32 from 1500, the games in their order; ratings after each game."""
    ratings = defaultdict(lambda: 1500.0)
    for game in sorted(games, key=last_order):
        white, black = game["White"], game["Black"]
        expected = 1 / (1 + 10 ** ((ratings[black] - ratings[white]) / 400))
        change = 32 * (POINTS[game["Result"]] - expected)
        ratings[white] += change
        ratings[black] -= change
        yield game, dict(ratings)


def history(name):
    rows, before, seen = [], None, []
    for game, ratings in elo(FINISHED):
        if name not in (game["White"], game["Black"]):
            continue
        order = last_order(game)
        seen.append((order, ratings[name]))
        year_ago = str(int(order[:4]) - 1) + order[4:]
        peak = max(rating for _, rating in seen)
        year_peak = max(rating for date, rating in seen if date > year_ago)
        change = [] if before is None else [f"{ratings[name] - before:.1f}"]
        rows.append([game["date"], f"{ratings[name]:.1f}", *change, f"{peak:.1f}", f"{year_peak:.1f}"])
        before = ratings[name]
    return rows


def list_of(until):
    ratings = {}
    for _, ratings in elo([game for game in FINISHED if last_order(game) <= until + "~"]):
        pass
    return ratings


def compared_lists():
    old, new = list_of("2026-01"), list_of("2026-02")
    rows = []
    for rank, name in enumerate(sorted(new, key=lambda one: -new[one]), 1):
        change = [f"{old[name]:.1f}", f"{new[name] - old[name]:.1f}"] if name in old else []
        rows.append([rank, name, f"{new[name]:.1f}", *change])
    return rows


def newcomers():
    first = {}
    for player, _, _, _, game in sides(sorted(FINISHED, key=last_order)):
        first.setdefault(player, game["date"])
    return [[name] for name, date in first.items() if date.startswith("2026-02")]


def unbeaten():
    points = defaultdict(list)
    for player, _, _, own, game in sides(FINISHED):
        if game["date"] >= "2026":
            points[player].append(own)
    return [[name, len(own)] for name, own in sorted(points.items()) if min(own) > 0]


def by_band():
    bands = defaultdict(lambda: [0, 0.0])
    for player, _, colour, points, game in sides(FINISHED):
        rating = game.get("BlackElo" if colour == "white" else "WhiteElo")
        if player == "Anna" and rating:
            bands[int(rating) // 100 * 100][0] += 1
            bands[int(rating) // 100 * 100][1] += points
    return [[band, *value] for band, value in sorted(bands.items())]


def upsets(least):
    rows = []
    for game in FINISHED:
        if "WhiteElo" in game:
            white, black = float(game["WhiteElo"]), float(game["BlackElo"])
            gap = {"1-0": black - white, "0-1": white - black}.get(game["Result"], 0)
            if gap >= least:
                rows.append([game["date"], game["White"], white, game["Black"], black, game["Result"]])
    return rows


def draws_by_gap():
    gaps = defaultdict(list)
    for game in FINISHED:
        if "WhiteElo" in game:
            gap = abs(int(game["WhiteElo"]) - int(game["BlackElo"])) // 100 * 100
            gaps[gap].append(game["Result"] == "1/2-1/2")
    return [[gap, len(draws), statistics.mean(map(float, draws))] for gap, draws in sorted(gaps.items())]


def white_by_year():
    years = defaultdict(list)
    for game in FINISHED:
        years[game["date"][:4]].append(POINTS[game["Result"]])
    return [[year, len(own), f"{100 * statistics.mean(own):.1f}"] for year, own in sorted(years.items())]


def openings(games, turns=0, group=lambda game: ()):
    counts = defaultdict(lambda: [0, 0, 0, 0])
    for game in games:
        turn = game["turns"][turns] if turns < len(game["turns"]) else ""
        row = counts[(*group(game), turn)]
        row[0] += 1
        if game["Result"] in POINTS:
            row[3 - int(2 * POINTS[game["Result"]])] += 1
    rows = [[*key, *value] for key, value in counts.items()]
    width = len(group(games[0])) if games else 0
    rows.sort(key=lambda row: (*row[:width], -row[width + 1], row[width]))
    return [[cell for cell in row if cell != ""] for row in rows]


def lengths():
    groups = defaultdict(list)
    for game in GAMES:
        groups[game["turns"][0], game["date"][:4]].append(len(game["turns"]))
    rows = []
    for (turn, year), own in sorted(groups.items()):
        rows.append([turn, year, round(float(statistics.mean(own)), 2), float(statistics.median(own))])
    return rows


def reached():
    # The only ways to the position: the two turns of White in either order around Black's.
    ways = (["A2+B3", "A6-B6", "G6-F6"], ["G6-F6", "A6-B6", "A2+B3"])
    return [[game["id"], game["White"], game["Black"]] for game in GAMES if game["turns"][:3] in ways]


def chosen(condition, *columns):
    return [[game[column] for column in columns] for game in GAMES if condition(game)]


def performance_order():
    """Points and games of a year: all points first, none last."""
    own = defaultdict(list)
    for player, _, _, points, game in sides(FINISHED):
        if game["date"] >= "2026":
            own[player].append(points)
    group = lambda points: 0 if set(points) == {1.0} else 2 if set(points) == {0.0} else 1
    return sorted((group(points), name, sum(points), len(points)) for name, points in own.items())


EXPECTED = {
    (1, 0): head_to_head(),
    (2, 0): by_colour_and_year(),
    (3, 0): one_against_another(),
    (5, 0): [["creeper", "standard", *longest(lambda points: points == 1)[:1], "wins", *longest(lambda points: points == 1)[1:], "true"]],
    (5, 1): [["creeper", "standard", *longest(lambda points: points > 0)[:1], "unbeaten", *longest(lambda points: points > 0)[1:], "true"]],
    (6, 0): history("Anna"),
    (9, 0): newcomers(),
    (13, 0): unbeaten(),
    (14, 0): by_band(),
    (15, 0): upsets(200),
    (16, 0): draws_by_gap(),
    (17, 0): white_by_year(),
    (22, 0): openings(GAMES),
    (23, 0): openings([game for game in GAMES if game["White"] == "Anna" and game["turns"][0] == "A2+B3"], 1),
    (24, 0): [row[:3] for row in openings(GAMES, 0, lambda game: (game["date"][:4],))],
    (25, 0): lengths(),
    (26, 0): reached(),
    (27, 0): chosen(lambda game: game["turns"][:2] == ["A2+B3", "A6-B6"], "id", "White", "Black", "Result"),
    (28, 1): chosen(lambda game: game.get("Termination") == "time forfeit", "id", "White", "Black", "Result"),
    (37, 0): chosen(lambda game: 7 <= game["id"] <= 9, "id", "White", "Black"),
    (38, 0): chosen(lambda game: game["date"].startswith("2026-02"), "id", "date"),
    (38, 1): chosen(lambda game: "2026-02-10" <= game["date"] <= "2026-02-20", "id", "date"),
    (39, 0): chosen(lambda game: game["White"] == "Anna" and game["Result"] == "1-0" and len(game["turns"]) >= 3 and int(game["BlackElo"]) >= 1500, "id"),
    (39, 1): chosen(lambda game: game.get("Termination") in ("agreement", "time forfeit"), "id"),
}

failures = 0
for (number, example), expected in EXPECTED.items():
    answer = shown(number, example)
    if answer != texts(expected):
        failures += 1
        print(f"question {number}: the page has\n  {answer}\nfrom the games follows\n  {texts(expected)}")

table = [row[:3] for row in shown(4) if len(row) == 4]
order = [(name, str(points), str(games)) for _, name, points, games in performance_order()]
if [tuple(row) for row in table[1:]] != order and [tuple(row) for row in table] != order:
    failures += 1
    print(f"question 4: {table} is not {order}")
lists = [row for row in shown(8) if row[0].isdigit()]
if lists != texts(compared_lists()):
    failures += 1
    print(f"question 8: {lists} is not {texts(compared_lists())}")
sys.exit(failures)
