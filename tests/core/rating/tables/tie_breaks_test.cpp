#include "core/rating/tables/tie_breaks.h"

#include "core/base/random.h"
#include "core/rating/models/elo.h"
#include "core/rating/tables/direct_encounter.h"
#include "tests/catch.h"

namespace tie_breaks_test {

using namespace schiri::rating;

using Kind = TieBreakRound::Kind;
using Id = TieBreakId;

/// An event in the notation of report tables. Each player has a cell per round: opponent (from 1),
/// colour and result, `2w1`, `3b=`, `4w+`, `1b-`, or a bye `U` (full), `H` (half), `Z` (zero).
TieBreakField field_of(const std::vector<std::string>& lines, bool is_swiss = true) {
  TieBreakField field;
  field.is_swiss = is_swiss;
  for (const std::string& line : lines) {
    auto& rounds = field.players.emplace_back();
    for (std::size_t at = 0; at < line.size(); at += 4) {
      const std::string cell = line.substr(at, 3);
      TieBreakRound round;
      if (cell[0] == 'U') round = {Kind::full_bye, {}, 1};
      if (cell[0] == 'H') round = {Kind::requested_bye, {}, 0.5};
      if (cell[0] == 'Z') round = {Kind::requested_bye, {}, 0};
      if (cell[0] >= '1' && cell[0] <= '9') {
        const bool forfeit = cell[2] == '+' || cell[2] == '-';
        round.kind = !forfeit         ? Kind::played
                     : cell[2] == '+' ? Kind::forfeit_win
                                      : Kind::forfeit_loss;
        round.opponent = static_cast<std::size_t>(cell[0] - '1');
        round.points = cell[2] == '1' || cell[2] == '+' ? 1 : cell[2] == '=' ? 0.5 : 0;
        round.won = cell[2] == '1';
        round.drawn = cell[2] == '=';
      }
      rounds.push_back(round);
    }
  }
  return field;
}

/// The values in order of players.
std::vector<std::optional<double>> values(const TieBreakField& field, Id id) {
  std::vector<std::optional<double>> values(field.players.size());
  const std::vector<Id> list = {id};
  for (const RankedPlayer& line : rank(field, points_of(field), list)) {
    values[line.player] = line.values.front();
  }
  return values;
}

/// Six players and four rounds with all kinds of results.
const std::vector<std::string> busy = {
    "4w1 2b1 3w+ 5b0",  // a forfeit win against 3
    "5b1 1w0 H   4w1",  // a half-point bye followed by a game
    "6w1 5b1 1b- Z  ",  // forfeits and then leaves: Z counts as a draw for opponents
    "1b0 6w1 5w= 2b0",  // plays every round
    "2w0 3w0 4b= 1w1",
    "3b0 4b0 U   H  "};  // a pairing-allocated bye, and a half-point bye in the last round

TEST_CASE("tie-breaks: unplayed rounds follow article 16") {
  const TieBreakField field = field_of(busy);
  CHECK(points_of(field) == std::vector<double>{3, 2.5, 2, 1.5, 1.5, 1.5});
  // Adjusted scores for opponents: 3 has Z after a forfeit loss at its end, 2 + 1/2; 6 has H last.
  // 1: 4 (1.5), 2 (2.5), dummy for 3: min(3, 2.5), 5 (1.5).
  // 2: 5 (1.5), 1 (3), dummy min(2.5, 4 draws 2) = 2, 4 (1.5).
  // 3: 6 (1.5), 5 (1.5), dummy for 1: min(2, 3) = 2, dummy min(2, 2) = 2.
  // 4: 1 (3), 6 (1.5), 5 (1.5), 2 (2.5). 5: 2 (2.5), 3 (2.5), 4 (1.5), 1 (3).
  // 6: 3 (2.5), 4 (1.5), dummy min(1.5, 2), dummy 1.5.
  const struct {
    Id id;
    std::vector<double> of;
  } rows[] = {
      {Id{"BH"}, {8, 8, 7, 8.5, 9.5, 7}},
      // 2 and 6 have a voluntarily unplayed round, which is cut (16.5). 3 has two of them.
      {Id{"BH-C1"}, {6.5, 6, 5, 7, 8, 5.5}},
      // 1: 4, 2, dummy 2.5; 2: 5, dummy 2 / 2, 4; 3: 6, 5; 4: 6, 5 / 2; 5: 4 / 2, 1; 6: 1.5, 1.5/2
      {Id{"SB"}, {6.5, 4, 3, 2.25, 3.75, 2.25}},
      {Id{"WIN"}, {3, 2, 2, 1, 1, 1}},
      {Id{"WON"}, {2, 2, 2, 1, 1, 0}},
      {Id{"PS"},
       {1 + 2 + 3 + 3, 1 + 1 + 1.5 + 2.5, 1 + 2 + 2 + 2, 0 + 1 + 1.5 + 1.5, 0 + 0 + 0.5 + 1.5,
        0 + 0 + 1 + 1.5}},
      // 1, 2 and 3 have at least 2 points of 4.
      {Id{"KS"}, {2, 0, 0, 0, 1, 0}},
  };
  for (const auto& [id, of] : rows) {
    CAPTURE(id.code);
    const auto got = values(field, id);
    for (std::size_t p = 0; p < of.size(); ++p) {
      CAPTURE(p + 1);
      CHECK(got[p] == of[p]);
    }
  }
}

TEST_CASE("tie-breaks: in a round-robin forfeits count as games except in ratings") {
  // 1 beats 2, 3 forfeits against 1, 2 and 3 draw. Each player is free once.
  TieBreakField field = field_of({"2w1 3b+ .   ", "1b0 .   3w= ", ".   1w- 2b= "}, false);
  field.ratings = {1500, 1600, 1700};
  CHECK(values(field, Id{"SB"}) == std::vector<std::optional<double>>{1.0, 0.25, 0.25});
  CHECK(values(field, Id{"WIN"}) == std::vector<std::optional<double>>{2.0, 0.0, 0.0});
  CHECK(values(field, Id{"WON"}) == std::vector<std::optional<double>>{1.0, 0.0, 0.0});
  // Each player has two games, so half of the points is one.
  CHECK(values(field, Id{"KS"}) == std::vector<std::optional<double>>{0.0, 0.0, 0.0});
  CHECK(values(field, Id{"ARO"}) == std::vector<std::optional<double>>{1600, 1600, 1600});
  CHECK(values(field, Id{"TPR"}) ==
        std::vector<std::optional<double>>{1600 + 800, 1600 - 193, 1600});
}

TEST_CASE("tie-breaks: average ratings are rounded and unrated opponents are omitted") {
  TieBreakField field = field_of({"2w1 3b= 4w0 ", "1b0 U   3w0 ", "4w1 1w= 2b1 ", "3b0 H   1b1 "});
  field.ratings = {std::nullopt, 1501, 1600, 1700};
  // 1 has 1.5 points of 3 games: 1600.33. 2 and 4 have met one rated opponent.
  const auto average = values(field, Id{"ARO"});
  CHECK(average == std::vector<std::optional<double>>{1600, 1600, 1601, 1600});
  CHECK(values(field, Id{"TPR"}) ==
        std::vector<std::optional<double>>{1600, 1600 - 800, 1601 + 800, 1600 - 800});
  field.ratings.clear();
  CHECK(values(field, Id{"TPR"}) == std::vector<std::optional<double>>(4, std::optional<double>()));
}

TEST_CASE("tie-breaks: wins and performances do not depend on the points of a win") {
  // 1 beats 2 and draws with 3, 2 and 3 both lose their game, 4 has the bye twice.
  const std::vector<std::string> lines = {"2w1 3b= .   ", "1b0 .   3w0 ", ".   1w= 2b0 ",
                                          "U   U   .   "};
  TieBreakField usual = field_of(lines), football = field_of(lines);
  usual.ratings = football.ratings = {1500, 1600, 1700, 1400};
  football.win = 3;
  football.draw = 1;
  for (auto& rounds : football.players) {
    for (TieBreakRound& round : rounds) round.points = round.points > 0.5 ? 3 : 2 * round.points;
  }
  // A bye of a point is a win in one, and a draw in the other.
  football.players[3] = {{Kind::full_bye, {}, 1}, {Kind::full_bye, {}, 1}};
  CHECK(values(usual, Id{"TPR"}) == values(football, Id{"TPR"}));
  CHECK(values(usual, Id{"WIN"}) == std::vector<std::optional<double>>{1.0, 0.0, 0.0, 2.0});
  CHECK(values(football, Id{"WIN"}) == std::vector<std::optional<double>>{1.0, 0.0, 0.0, 0.0});
  CHECK(values(football, Id{"PS"}) ==
        std::vector<std::optional<double>>{3 + 4 + 4, 0.0, 0 + 1 + 1, 1 + 2});
}

TEST_CASE("tie-breaks: rating differences invert the table of expectations") {
  CHECK(rating_difference(1, 1) == 0);
  CHECK(rating_difference(2, 1) == 800);
  CHECK(rating_difference(0, 1) == -800);
  // Up to a difference of 400 the expectation of a difference is its score.
  for (int hundredths = 9; hundredths <= 91; ++hundredths) {
    CAPTURE(hundredths);
    CHECK(fide_expectation(rating_difference(hundredths, 50)) == hundredths);
    CHECK(rating_difference(hundredths, 50) == -rating_difference(100 - hundredths, 50));
  }
}

TEST_CASE("tie-breaks: half a percent of the points is rounded up, whatever its fraction is") {
  for (int games = 1; games <= 200; ++games) {
    for (int half_points = 0; half_points <= 2 * games; ++half_points) {
      const int percent = (100 * half_points / games + 1) / 2;
      CAPTURE(games, half_points);
      CHECK(rating_difference(half_points, games) == rating_difference(percent, 50));
    }
  }
  CHECK(rating_difference(23, 20) == 57);
  CHECK(rating_difference(46, 40) == 57);
  CHECK(rating_difference(69, 60) == 57);
}

TEST_CASE("tie-breaks: direct encounter decides if all have met or missing games cannot matter") {
  const struct {
    std::string what;
    std::vector<std::string> lines;
    std::vector<std::size_t> places;
    std::vector<std::optional<double>> points;
  } rows[] = {
      {"two players who have met", {"2w1", "1b0"}, {1, 2}, {1.0, 0.0}},
      {"two players who have drawn", {"2w=", "1b="}, {1, 1}, {0.5, 0.5}},
      {"two players who have not met", {"Z  ", "Z  "}, {1, 1}, {{}, {}}},
      {"a cycle of three", {"2w1 3b0 ", "1b0 3w1 ", "2b0 1w1 "}, {1, 1, 1}, {1.0, 1.0, 1.0}},
      {"one player is ahead of two who have not met",
       {"2w1 3b1 ", "1b0 .   ", ".   1w0 "},
       {1, 2, 2},
       {2.0, {}, {}}},
      {"a player without games could still be ahead",
       {"2w1 ", "1b0 ", "Z   "},
       {1, 1, 1},
       {{}, {}, {}}},
      {"the first two are settled, and then all",
       {"2w1 3b1 4w1 ", "1b0 3w1 4w1 ", "1w0 2b0 Z   ", "1b0 2b0 Z   "},
       {1, 2, 3, 3},
       {3.0, 2.0, {}, {}}}};
  for (const auto& row : rows) {
    CAPTURE(row.what);
    const TieBreakField field = field_of(row.lines);
    const std::vector<double> equal(field.players.size(), 0);
    const std::vector<Id> list = {Id{"DE"}};
    std::vector<std::size_t> places(equal.size());
    std::vector<std::optional<double>> points(equal.size());
    for (const RankedPlayer& line : rank(field, equal, list)) {
      places[line.player] = line.place;
      points[line.player] = line.values.front();
    }
    CHECK(places == row.places);
    CHECK(points == row.points);
  }
}

TEST_CASE(
    "tie-breaks: repeated direct encounters count on average and forfeits only in a round-robin") {
  // 1 and 2: 1.5 of 2. 2 and 3: 1 of 1. 3 and 1: 1 of 2.
  const std::vector<std::string> twice = {"2w1 2b= 3w1 3b0 ", "1b0 1w= 3b1 .   ",
                                          "1b0 1w1 2w0 .   "};
  TieBreakField field = field_of(twice, false);
  const std::vector<double> equal(3, 0);
  const std::vector<Id> list = {Id{"DE"}};
  const auto lines = rank(field, equal, list);
  // Averages 1.25, 1.25 and 0.5. Between the first two the averages are 0.75 and 0.25.
  CHECK(lines[0].player == 0);
  CHECK(lines[0].values[0] == 1.25);
  CHECK(lines[1].player == 1);
  CHECK(lines[1].values[0] == 1.25);
  CHECK(lines[2].values[0] == 0.5);
  CHECK(lines[2].place == 3);
  const std::vector<std::string> forfeit = {"2w+", "1b-"};
  const std::vector<double> level(2, 0);
  CHECK(rank(field_of(forfeit, true), level, list)[1].place == 1);
  CHECK(rank(field_of(forfeit, false), level, list)[1].place == 2);
}

TEST_CASE("tie-breaks: codes are FIDE's and are found in upper and lower case") {
  std::set<std::string_view> keys, codes;
  for (const TieBreak& name : all_tie_breaks()) {
    CHECK(find_tie_break(name.code) == name.id());
    CHECK_FALSE(find_tie_break(name.key));
    CHECK(&tie_break(name.id()) == &name);
    keys.insert(name.key);
    codes.insert(name.code);
  }
  CHECK(keys.size() == all_tie_breaks().size());
  CHECK(codes.size() == keys.size());
  CHECK(find_tie_break("bh/c1") == Id{"BH-C1"});
  CHECK(codes.size() == 10);
  CHECK_FALSE(find_tie_break("BH-C3"));
  CHECK_FALSE(find_tie_break(""));
}

/// A random event with all kinds of results, not paired by any rules.
TieBreakField random_event(Rng& rng) {
  const std::size_t players = 2 + rng.below(6), rounds = 1 + rng.below(5);
  TieBreakField field;
  field.is_swiss = true;
  field.players.assign(players, std::vector<TieBreakRound>(rounds));
  for (std::size_t r = 0; r < rounds; ++r) {
    std::vector<std::size_t> left(players);
    for (std::size_t p = 0; p < players; ++p) left[p] = p;
    while (!left.empty()) {
      const std::size_t a = left[rng.below(left.size())];
      std::erase(left, a);
      TieBreakRound& own = field.players[a][r];
      const std::uint64_t what = rng.below(10);
      if (left.empty() || what < 3) {
        const double points[] = {1, 0.5, 0};
        own = {what == 0 ? Kind::full_bye : Kind::requested_bye, {}, points[std::min(what, 2ul)]};
        continue;
      }
      const std::size_t b = left[rng.below(left.size())];
      std::erase(left, b);
      TieBreakRound& other = field.players[b][r];
      const bool forfeit = what == 3;
      const double points = forfeit ? 1 : static_cast<double>(rng.below(3)) / 2;
      own = {forfeit ? Kind::forfeit_win : Kind::played, b, points};
      other = {forfeit ? Kind::forfeit_loss : Kind::played, a, 1 - points};
    }
  }
  return field;
}

/// An element of a sum in the terms of article 16.
struct Element {
  double opponent;
  double value;
  bool is_vur;
};

/// A reference that follows the articles literally.
class Articles {
 public:
  explicit Articles(const TieBreakField& field) : field_(field), points_(points_of(field)) {}

  double adjusted(std::size_t p) const {
    double sum = 0;
    const auto& rounds = field_.players[p];
    for (std::size_t r = 0; r < rounds.size(); ++r) {
      const bool draws = rounds[r].kind == Kind::requested_bye &&
                         std::all_of(rounds.begin() + static_cast<std::ptrdiff_t>(r) + 1,
                                     rounds.end(), [](const auto& later) { return vur(later); });
      sum += draws ? 0.5 : rounds[r].points;
    }
    return sum;
  }

  std::vector<Element> elements(std::size_t p, bool times_points) const {
    std::vector<Element> list;
    for (const TieBreakRound& round : field_.players[p]) {
      double score = 0;
      if (round.kind == Kind::played) {
        score = adjusted(*round.opponent);
      } else if (round.opponent) {
        score = std::min(points_[p], adjusted(*round.opponent));
      } else {
        score = std::min(points_[p], 0.5 * static_cast<double>(field_.players[p].size()));
      }
      list.push_back({score, times_points ? score * round.points : score, vur(round)});
    }
    return list;
  }

  static double buchholz(std::vector<Element> list, int least) {
    for (; least > 0 && !list.empty(); --least) {
      std::stable_sort(list.begin(), list.end(),
                       [](const Element& a, const Element& b) { return a.value < b.value; });
      const auto voluntary =
          std::find_if(list.begin(), list.end(), [](const Element& one) { return one.is_vur; });
      list.erase(voluntary == list.end() ? list.begin() : voluntary);
    }
    return sum(list);
  }

  static double sum(const std::vector<Element>& list) {
    double total = 0;
    for (const Element& one : list) total += one.value;
    return total;
  }

 private:
  static bool vur(const TieBreakRound& round) {
    return round.kind == Kind::requested_bye || round.kind == Kind::forfeit_loss;
  }

  const TieBreakField& field_;
  std::vector<double> points_;
};

/// A reference for article 6 that tries every outcome of the missing games.
class EveryOutcome {
 public:
  explicit EveryOutcome(const TieBreakField& field) : field_(field) {}

  std::vector<std::set<std::size_t>> tiers(std::vector<std::size_t> group) const {
    if (group.size() < 2) return {{group.begin(), group.end()}};
    std::map<std::size_t, double> made;
    std::vector<std::pair<std::size_t, std::size_t>> missing;
    for (std::size_t i = 0; i < group.size(); ++i) {
      for (std::size_t j = i + 1; j < group.size(); ++j) {
        double points = 0, games = 0;
        for (const TieBreakRound& round : field_.players[group[i]]) {
          if (round.kind != Kind::played || round.opponent != group[j]) continue;
          points += round.points;
          ++games;
        }
        if (games == 0) missing.emplace_back(group[i], group[j]);
        made[group[i]] += games > 0 ? points / games : 0;
        made[group[j]] += games > 0 ? 1 - points / games : 0;
      }
    }
    return missing.empty() ? by_points(group, made) : from_top(group, made, missing);
  }

 private:
  using Tiers = std::vector<std::set<std::size_t>>;
  using Points = std::map<std::size_t, double>;
  using Missing = std::vector<std::pair<std::size_t, std::size_t>>;

  Tiers by_points(const std::vector<std::size_t>& group, const Points& made) const {
    std::map<long, std::vector<std::size_t>, std::greater<>> equal;
    for (const std::size_t p : group) equal[std::lround(made.at(p) * 1e6)].push_back(p);
    if (equal.size() == 1) return {{group.begin(), group.end()}};
    Tiers tiers;
    for (const auto& [points, some] : equal) {
      for (auto& tier : this->tiers(some)) tiers.push_back(std::move(tier));
    }
    return tiers;
  }

  Tiers from_top(std::vector<std::size_t> group, const Points& made, const Missing& missing) const {
    Tiers tiers;
    const std::size_t all = group.size();
    for (bool found = true; found && group.size() > 1;) {
      found = false;
      for (const std::size_t p : group) {
        if (!is_always_alone(p, group, made, missing)) continue;
        tiers.push_back({p});
        std::erase(group, p);
        found = true;
        break;
      }
    }
    if (group.size() == all) {
      tiers.push_back({group.begin(), group.end()});
    } else {
      for (auto& tier : this->tiers(group)) tiers.push_back(std::move(tier));
    }
    return tiers;
  }

  static bool is_always_alone(std::size_t p, const std::vector<std::size_t>& group,
                              const Points& made, const Missing& missing) {
    std::size_t outcomes = 1;
    for (std::size_t i = 0; i < missing.size(); ++i) outcomes *= 3;
    for (std::size_t outcome = 0; outcome < outcomes; ++outcome) {
      Points points = made;
      std::size_t rest = outcome;
      for (const auto& [a, b] : missing) {
        points[a] += static_cast<double>(rest % 3) / 2;
        points[b] += 1 - static_cast<double>(rest % 3) / 2;
        rest /= 3;
      }
      for (const std::size_t other : group) {
        if (other != p && points[other] >= points[p]) return false;
      }
    }
    return true;
  }

  const TieBreakField& field_;
};

TEST_CASE("tie-breaks: sums over opponents agree with the articles in random events") {
  Rng rng(7);
  for (int event = 0; event < 2000; ++event) {
    const TieBreakField field = random_event(rng);
    const Articles articles(field);
    const auto check = [&](Id id, const std::function<double(std::size_t)>& expected) {
      const auto got = values(field, id);
      for (std::size_t p = 0; p < got.size(); ++p) {
        if (got[p] == expected(p)) continue;
        CAPTURE(event, id.code, p);
        CHECK(got[p] == expected(p));
      }
    };
    const auto buchholz = [&](int least) {
      return [&, least](std::size_t p) {
        return Articles::buchholz(articles.elements(p, false), least);
      };
    };
    check(Id{"BH"}, buchholz(0));
    check(Id{"BH-C1"}, buchholz(1));
    check(Id{"SB"}, [&](std::size_t p) { return Articles::sum(articles.elements(p, true)); });
  }
}

TEST_CASE("tie-breaks: direct encounters agree with trying every outcome in random events") {
  Rng rng(8);
  int parted = 0;
  for (int event = 0; event < 1500; ++event) {
    const TieBreakField field = random_event(rng);
    std::vector<std::size_t> group;
    for (std::size_t p = 0; p < std::min<std::size_t>(field.players.size(), 5); ++p) {
      group.push_back(p);
    }
    std::vector<std::set<std::size_t>> got;
    const auto order = DirectEncounters(field).order(group);
    std::optional<double> last;
    bool is_descending = true;
    for (const auto& tier : order.tiers) {
      got.emplace_back(tier.begin(), tier.end());
      for (const std::size_t player : tier) {
        const auto& points = order.points[player];
        is_descending &= !points || !last || *points <= *last;
        if (points) last = points;
      }
    }
    if (!is_descending) {
      CAPTURE(event);
      CHECK(is_descending);
    }
    const auto expected = EveryOutcome(field).tiers(group);
    parted += expected.size() > 1;
    if (got == expected) continue;
    CAPTURE(event);
    CHECK(got == expected);
  }
  CHECK(parted > 100);
}

}  // namespace tie_breaks_test
