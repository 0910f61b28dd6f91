#include "core/pairing/dutch.h"

#include "core/base/random.h"
#include "core/pairing/swiss_history.h"
#include "tests/catch.h"
#include "tests/programs/swiss_simulation.h"

namespace dutch_test {

using Set = unsigned;
using Pairs = std::vector<std::pair<std::size_t, std::size_t>>;
/// The criteria of a candidate. The lexicographically smallest key is the best.
using Key = std::vector<std::vector<int>>;

bool has(Set set, std::size_t place) { return set >> place & 1; }

/// A reference that follows the rules literally and tries every candidate, for small events only.
class Oracle {
 public:
  Oracle(const std::vector<DutchPlayer>& players, Side initial)
      : players_(players), initial_(initial), order_(dutch_order(players)) {}

  std::optional<SwissRound> pair() {
    const Set all = (1u << size()) - 1;
    if (size() % 2 == 1 && !find_bye_score(all)) return std::nullopt;
    if (!completes(all)) return std::nullopt;
    Set left = all;
    Pairs made;
    for (std::size_t begin = 0; begin < size(); begin = end_of(begin)) {
      for (const auto& pair : best_candidate(left, begin)) {
        made.push_back(pair);
        left &= ~(1u << pair.first) & ~(1u << pair.second);
      }
    }
    return round(std::move(made), left);
  }

 private:
  std::size_t size() const { return order_.size(); }
  const DutchPlayer& at(std::size_t place) const { return players_[order_[place]]; }
  ColourWish wish(std::size_t place) const { return colour_wish(at(place).colours); }
  std::size_t end_of(std::size_t begin) const {
    std::size_t end = begin;
    while (end < size() && at(end).score == at(begin).score) ++end;
    return end;
  }

  bool may_meet(std::size_t a, std::size_t b) const {
    const auto knows = [&](std::size_t one, std::size_t other) {
      const auto& met = at(one).met;
      return std::count(met.begin(), met.end(), order_[other]) > 0;
    };
    return !knows(a, b) && !knows(b, a) && may_meet_by_colours(at(a), at(b));
  }

  bool completes(Set set) {
    if (set == 0) return true;
    if (const auto known = completes_.find(set); known != completes_.end()) return known->second;
    const auto first = static_cast<std::size_t>(std::countr_zero(set));
    bool can = false;
    if (std::popcount(set) % 2 == 1) {
      for (std::size_t p = 0; p < size(); ++p) {
        if (has(set, p) && at(p).may_have_bye && at(p).score == bye_score_) {
          can |= completes(set & ~(1u << p));
        }
      }
    } else {
      for (std::size_t p = first + 1; p < size(); ++p) {
        if (has(set, p) && may_meet(first, p)) can |= completes(set & ~(1u << first) & ~(1u << p));
      }
    }
    return completes_[set] = can;
  }

  bool find_bye_score(Set all) {
    std::set<int> scores;
    for (std::size_t p = 0; p < size(); ++p) scores.insert(at(p).score);
    for (const int score : scores) {
      bye_score_ = score;
      completes_.clear();
      if (completes(all)) return true;
    }
    return false;
  }

  /// Visits all candidates of the bracket from place `begin`; `left` are the unpaired players.
  void visit(Set left, std::size_t begin, const std::function<void(const Pairs&)>& act) {
    const std::size_t end = end_of(begin);
    Pairs made;
    const std::function<void(std::size_t, Set)> go = [&](std::size_t place, Set open) {
      while (place < end && !has(open, place)) ++place;
      if (place == end) {
        if (completes(open)) act(made);
        return;
      }
      for (std::size_t other = std::max(place + 1, begin); other < end; ++other) {
        if (!has(open, other) || !may_meet(place, other)) continue;
        made.emplace_back(place, other);
        go(place + 1, open & ~(1u << place) & ~(1u << other));
        made.pop_back();
      }
      go(place + 1, open);
    };
    go(0, left);
  }

  /// Criteria C6 and C7.
  Key floaters(Set left, std::size_t begin, const Pairs& pairs) const {
    std::vector<int> scores;
    for (std::size_t p = 0; p < end_of(begin); ++p) {
      if (has(left, p) && !is_paired(pairs, p)) scores.push_back(at(p).score);
    }
    return {{static_cast<int>(scores.size())}, scores};
  }
  static bool is_paired(const Pairs& pairs, std::size_t p) {
    return std::any_of(pairs.begin(), pairs.end(),
                       [p](const auto& pair) { return pair.first == p || pair.second == p; });
  }

  Key best_of_next(Set left, std::size_t begin) {
    if (begin == size()) return {};
    std::optional<Key> best;
    visit(left, begin, [&](const Pairs& pairs) {
      Key key = floaters(left, begin, pairs);
      if (!best || key < *best) best = std::move(key);
    });
    return best.value_or(Key{{1000}});
  }

  Key key_of(Set left, std::size_t begin, const Pairs& pairs) {
    const std::size_t end = end_of(begin);
    Key key = floaters(left, begin, pairs);
    Set rest = left;
    for (const auto& [a, b] : pairs) rest &= ~(1u << a) & ~(1u << b);
    for (auto& part : best_of_next(rest, end)) key.push_back(part);
    key.resize(4);
    std::vector<int> floating, moved;
    for (std::size_t p = 0; p < end; ++p) {
      if (has(rest, p)) floating.push_back(static_cast<int>(p));
      if (has(left, p) && p < begin) moved.push_back(static_cast<int>(p));
    }
    const bool is_bye = size() % 2 == 1 && floating.size() == 1 && bye_score_ >= at(begin).score;
    const auto games = [&](int p) { return static_cast<int>(at(std::size_t(p)).colours.size()); };
    key.push_back({is_bye ? -games(floating[0]) : 0});
    add_colours(key, pairs);
    add_floats(key, begin, pairs, floating, moved);
    add_sequence(key, left, begin, pairs, moved);
    return key;
  }

  void add_colours(Key& key, const Pairs& pairs) const {
    int far = 0, repeats = 0, same = 0, strong = 0;
    for (const auto& [a, b] : pairs) {
      const ColourWish one = wish(a), other = wish(b);
      if (!one.colour || one.colour != other.colour) continue;
      const int x = std::abs(one.difference), y = std::abs(other.difference);
      const bool both = one.strength == Strength::absolute && other.strength == Strength::absolute;
      ++same;
      far += x > 1 && y > 1;
      strong += one.strength >= Strength::strong && other.strength >= Strength::strong && !both;
      if (both && x == y) repeats += one.repeat && one.repeat == other.repeat;
      if (both && x != y) {
        const auto repeat = x < y ? one.repeat : other.repeat;
        repeats += repeat && repeat != one.colour;
      }
    }
    for (const int count : {far, repeats, same, strong}) key.push_back({count});
  }

  void add_floats(Key& key, std::size_t begin, const Pairs& pairs, const std::vector<int>& floating,
                  const std::vector<int>& moved) const {
    const auto floated = [&](int p, std::size_t ago, Float how) {
      return at(static_cast<std::size_t>(p)).floats[ago] == how;
    };
    std::vector<int> scores;
    for (const int p : moved) scores.push_back(at(static_cast<std::size_t>(p)).score);
    scores.erase(std::unique(scores.begin(), scores.end()), scores.end());
    Key by_score;
    for (const std::size_t ago : {0u, 1u}) {
      int down = 0, up = 0;
      std::vector<int> left_down(scores.size()), opponents_up(scores.size());
      for (const int p : floating) {
        const auto rank = static_cast<std::size_t>(
            std::find(scores.begin(), scores.end(), at(static_cast<std::size_t>(p)).score) -
            scores.begin());
        const bool is_down = floated(p, ago, Float::down);
        if (static_cast<std::size_t>(p) >= begin) {
          down += is_down;
        } else {
          left_down[rank] += is_down;
        }
      }
      for (const auto& [a, b] : pairs) {
        if (a >= begin || !floated(static_cast<int>(b), ago, Float::up)) continue;
        ++up;
        ++opponents_up[static_cast<std::size_t>(
            std::find(scores.begin(), scores.end(), at(a).score) - scores.begin())];
      }
      key.push_back({down});
      key.push_back({up});
      by_score.push_back(left_down);
      by_score.push_back(opponents_up);
    }
    key.insert(key.end(), by_score.begin(), by_score.end());
  }

  void add_sequence(Key& key, Set left, std::size_t begin, const Pairs& pairs,
                    const std::vector<int>& moved) const {
    std::vector<int> limbo, opponents;
    Set remainder = left & ((1u << end_of(begin)) - 1) & ~((1u << begin) - 1);
    std::map<std::size_t, std::size_t> partner;
    for (const auto& [a, b] : pairs) partner[a] = b;
    for (const int p : moved) {
      const auto found = partner.find(static_cast<std::size_t>(p));
      limbo.push_back(found == partner.end());
      if (found == partner.end()) continue;
      opponents.push_back(static_cast<int>(found->second));
      remainder &= ~(1u << found->second);
      partner.erase(found);
    }
    const std::size_t count = partner.size();
    std::vector<int> down, up, partners;
    int number = 0, way = 0;
    for (std::size_t p = begin; p < end_of(begin); ++p) {
      if (!has(remainder, p)) continue;
      ++number;
      const bool is_higher = partner.count(p) > 0;
      if (is_higher) partners.push_back(static_cast<int>(partner[p]));
      if (is_higher && number > static_cast<int>(count)) up.push_back(number);
      if (!is_higher && number <= static_cast<int>(count)) down.insert(down.begin(), -number);
    }
    for (const int moved_up : up) way += moved_up;
    for (const int moved_down : down) way += moved_down;
    key.insert(key.end(),
               {limbo, opponents, {static_cast<int>(up.size())}, {way}, down, up, partners});
  }

  Pairs best_candidate(Set left, std::size_t begin) {
    std::optional<std::pair<Key, Pairs>> best;
    visit(left, begin, [&](const Pairs& pairs) {
      Key key = key_of(left, begin, pairs);
      if (!best || key < best->first) best = {std::move(key), pairs};
    });
    REQUIRE(best);
    return best->second;
  }

  SwissRound round(Pairs made, Set left) const {
    SwissRound round;
    std::sort(made.begin(), made.end(), [&](const auto& a, const auto& b) {
      const auto rank = [&](const auto& pair) {
        return std::tuple(-at(pair.first).score, -at(pair.second).score, at(pair.first).number);
      };
      return rank(a) < rank(b);
    });
    for (const auto& [a, b] : made) {
      const bool in_order = higher_has_white(at(a), at(b), initial_);
      round.pairs.push_back({order_[in_order ? a : b], order_[in_order ? b : a]});
    }
    if (left != 0) round.bye = order_[static_cast<std::size_t>(std::countr_zero(left))];
    return round;
  }

  const std::vector<DutchPlayer>& players_;
  Side initial_;
  std::vector<std::size_t> order_;
  std::map<Set, bool> completes_;
  int bye_score_ = 0;
};

/// An event with random results, byes and absences, for any pairing rules.
class RandomEvent {
 public:
  RandomEvent(std::size_t players, std::uint64_t rounds, Rng& rng) : rng_(rng) {
    history.players.resize(players);
    history.rounds_planned = rounds;
    history.initial_colour = rng.below(2) == 0 ? Side::white : Side::black;
    if (rng.below(4) == 0) history.forbidden.push_back({{0, players / 2, players - 1}, 2, 3});
    draws_ = 1 + rng.below(4);
    absences_ = 4 + rng.below(40);
  }

  /// The players who are present in the next round. The others get a bye or nothing.
  std::vector<std::size_t> begin_round() {
    ++round;
    std::vector<std::size_t> present;
    for (std::size_t p = 0; p < history.players.size(); ++p) {
      auto& rounds = history.players[p];
      rounds.resize(round);
      if (rng_.below(absences_) != 0) {
        present.push_back(p);
      } else {
        constexpr RoundResult byes[] = {RoundResult::absent, RoundResult::half_bye,
                                        RoundResult::full_bye};
        rounds.back().result = byes[rng_.below(3)];
      }
    }
    return present;
  }

  void play(const SwissRound& made) {
    for (const auto& [white, black] : made.pairs) {
      constexpr std::pair<RoundResult, RoundResult> results[] = {
          {RoundResult::draw, RoundResult::draw},
          {RoundResult::win, RoundResult::loss},
          {RoundResult::loss, RoundResult::win},
          {RoundResult::forfeit_win, RoundResult::forfeit_loss},
          {RoundResult::forfeit_loss, RoundResult::forfeit_loss}};
      const auto kind = rng_.below(30) == 0 ? 3 + rng_.below(2)
                                            : std::min<std::uint64_t>(rng_.below(2 + draws_), 2);
      history.players[white].back() = {results[kind].first, black, Side::white};
      history.players[black].back() = {results[kind].second, white, Side::black};
    }
    if (made.bye) history.players[*made.bye].back() = {RoundResult::paired_bye, {}, {}};
  }

  SwissHistory history;
  std::uint64_t round = 0;

 private:
  Rng& rng_;
  std::uint64_t draws_ = 1;
  std::uint64_t absences_ = 10;
};

/// Pairs each round of random events in two ways and returns the number of rounds compared.
int compare(std::size_t events, std::size_t least, std::size_t most, std::uint64_t seed) {
  Rng rng(seed);
  int rounds = 0;
  for (std::size_t i = 0; i < events; ++i) {
    const std::size_t players = least + rng.below(most - least + 1);
    RandomEvent event(players, 2 + rng.below(players), rng);
    while (event.round < event.history.rounds_planned) {
      const auto present = event.begin_round();
      const auto seen = dutch_players(event.history, event.round, present);
      const Side initial = initial_colour(event.history);
      const auto made = pair_dutch(seen, initial);
      INFO("event " << i << ", round " << event.round);
      REQUIRE(made == Oracle(seen, initial).pair());
      ++rounds;
      if (!made) break;
      event.play(*pair_dutch(event.history, event.round, present));
    }
  }
  return rounds;
}

TEST_CASE("dutch: pairings of small events agree with trying every candidate") {
  REQUIRE(compare(1500, 2, 7, 21) > 3000);
  REQUIRE(compare(100, 8, 9, 22) > 400);
}

TEST_CASE("dutch: pairings of more and larger events agree with trying every candidate", "[long]") {
  REQUIRE(compare(4000, 2, 8, 23) > 8000);
  REQUIRE(compare(150, 9, 11, 24) > 500);
}

TEST_CASE("dutch: absolute criteria hold in every round of larger events") {
  Rng rng(31);
  for (const std::size_t players : {20u, 33u, 64u, 101u}) {
    RandomEvent event(players, 9, rng);
    std::vector<int> byes(players);
    std::set<std::pair<std::size_t, std::size_t>> met;
    for (int r = 1; r <= 9; ++r) {
      const auto present = event.begin_round();
      const auto seen = dutch_players(event.history, event.round, present);
      const auto made = pair_dutch(event.history, event.round, present);
      REQUIRE(made);
      REQUIRE(made->pairs.size() * 2 + made->bye.has_value() == present.size());
      std::set<std::size_t> paired;
      for (const auto& [white, black] : made->pairs) {
        const auto index = [&](std::size_t p) {
          return static_cast<std::size_t>(std::find(present.begin(), present.end(), p) -
                                          present.begin());
        };
        REQUIRE(paired.insert(white).second);
        REQUIRE(paired.insert(black).second);
        REQUIRE(may_meet_by_colours(seen[index(white)], seen[index(black)]));
        REQUIRE(met.count(std::minmax(white, black)) == 0);
      }
      if (made->bye) {
        REQUIRE(paired.insert(*made->bye).second);
        REQUIRE(++byes[*made->bye] == 1);
      }
      event.play(*made);
      for (const auto& [white, black] : made->pairs) {
        if (was_played(event.history.entry(white, event.round).result)) {
          met.insert(std::minmax(white, black));
        }
      }
    }
  }
}

/// FNV-1a.
std::uint64_t hash_of(std::string_view text, std::uint64_t hash) {
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  return hash;
}

TEST_CASE("dutch: rounds of random events are those that bbpPairings has confirmed") {
  std::uint64_t hash = 0xcbf29ce484222325u, rounds = 0;
  for (std::uint64_t seed = 1; rounds < 470; ++seed) {
    SimulationTerms terms;
    terms.seed = seed;
    terms.rounds = 3 + seed % 9;
    terms.players = 3 * terms.rounds + 3 + seed * 7 % 25;
    terms.forfeits = terms.late_entries = 6;
    terms.withdrawals = terms.absences = 3;
    terms.half_byes = 5;
    const SimulatedEvent event = simulate_swiss(terms);
    rounds += event.rounds;
    hash = hash_of(simulated_trf(event), hash);
  }
  CHECK(hash == 0x574bbb5e5c12af62u);
}

TEST_CASE("dutch: no pairing is possible after all players have met") {
  std::vector<DutchPlayer> players(4);
  for (std::size_t i = 0; i < 4; ++i) {
    players[i].number = i + 1;
    for (std::size_t j = 0; j < 4; ++j) {
      if (i != j) players[i].met.push_back(j);
    }
  }
  REQUIRE_FALSE(pair_dutch(players, Side::white));
  REQUIRE(pair_dutch({}, Side::white) == SwissRound());
}

/// Players of these groups, with 10 points between one and the next; those of a group that `met`
/// lists may not meet each other.
std::vector<DutchPlayer> in_groups(const std::vector<std::size_t>& sizes,
                                   const std::set<std::size_t>& met) {
  std::vector<DutchPlayer> players;
  for (std::size_t group = 0; group < sizes.size(); ++group) {
    const std::size_t begin = players.size();
    for (std::size_t i = 0; i < sizes[group]; ++i) {
      DutchPlayer& player = players.emplace_back();
      player.number = players.size();
      player.score = 10 * static_cast<int>(sizes.size() - group);
      for (std::size_t j = 0; met.count(group) > 0 && j < sizes[group]; ++j) {
        if (j != i) player.met.push_back(begin + j);
      }
    }
  }
  return players;
}

std::set<std::pair<std::size_t, std::size_t>> pairs_of(const std::vector<DutchPlayer>& players) {
  const auto made = pair_dutch(players, Side::white);
  REQUIRE(made);
  std::set<std::pair<std::size_t, std::size_t>> pairs;
  for (const auto& [white, black] : made->pairs) pairs.insert(std::minmax(white, black));
  return pairs;
}

TEST_CASE("dutch: a whole score group floats below the next one if its players may not meet") {
  std::set<std::pair<std::size_t, std::size_t>> right;
  for (std::size_t i = 0; i < 10; ++i) right.emplace(i, i + 10);
  for (std::size_t i = 20; i < 26; ++i) right.emplace(i, i + 6);
  REQUIRE(pairs_of(in_groups({10, 2, 20}, {0})) == right);
}

TEST_CASE("dutch: no player floats to a next score group whose players float themselves") {
  std::set<std::pair<std::size_t, std::size_t>> right = {{0, 2}, {1, 3}};
  for (std::size_t i = 4; i < 10; ++i) right.emplace(i, i + 6);
  for (std::size_t i = 16; i < 23; ++i) right.emplace(i, i + 7);
  REQUIRE(pairs_of(in_groups({4, 6, 20}, {1})) == right);
}

TEST_CASE("dutch: players float if the lowest ones may not meet, in groups of any size") {
  for (const std::size_t lowest : {4u, 6u, 8u, 20u, 70u}) {
    // The lowest need all others but two as opponents, and these two are the first.
    std::set<std::pair<std::size_t, std::size_t>> right = {{0, 1}};
    for (std::size_t i = 0; i < lowest; ++i) right.emplace(2 + i, 2 + lowest + i);
    INFO(lowest << " in the lowest group");
    REQUIRE(pairs_of(in_groups({lowest, 2, lowest}, {2})) == right);
    // One more cannot be paired.
    REQUIRE_FALSE(pair_dutch(in_groups({lowest, 2, lowest + 4}, {2}), Side::white));
  }
}

TEST_CASE("dutch: White in the first round alternates from the drawn colour") {
  std::vector<DutchPlayer> players(7);
  for (std::size_t i = 0; i < 7; ++i) players[i].number = i + 1;
  REQUIRE(pair_dutch(players, Side::white) == SwissRound{{{0, 3}, {4, 1}, {2, 5}}, 6});
  REQUIRE(pair_dutch(players, Side::black) == SwissRound{{{3, 0}, {1, 4}, {5, 2}}, 6});
}

TEST_CASE("dutch: colour preferences and their strengths") {
  const Side w = Side::white, b = Side::black;
  struct Row {
    std::vector<Side> had;
    std::optional<Side> colour;
    Strength strength;
  };
  const Row rows[] = {{{}, {}, Strength::none},
                      {{w}, b, Strength::strong},
                      {{w, b}, w, Strength::mild},
                      {{b, w}, b, Strength::mild},
                      {{w, w}, b, Strength::absolute},
                      {{w, b, b}, w, Strength::absolute},
                      {{w, b, w}, b, Strength::strong},
                      {{w, w, b, w}, b, Strength::absolute},
                      {{b, b, w, w}, b, Strength::absolute}};
  for (const Row& row : rows) {
    const ColourWish wish = colour_wish(row.had);
    REQUIRE(wish.colour == row.colour);
    REQUIRE(wish.strength == row.strength);
  }
}

TEST_CASE("dutch: topscorers have more than half of the possible points before the last round") {
  SwissHistory history;
  const PlayedRound won{RoundResult::paired_bye, {}, {}}, drawn{RoundResult::half_bye, {}, {}};
  history.players = {{won, won, won}, {won, drawn, {}}, {won, {}, {}}};
  history.rounds_planned = 3;
  const auto topscorers = [&](std::uint64_t round) {
    std::vector<std::size_t> list;
    const auto players = dutch_players(history, round, {0, 1, 2});
    for (std::size_t i = 0; i < 3; ++i) {
      if (players[i].is_topscorer) list.push_back(i);
    }
    return list;
  };
  REQUIRE(topscorers(2).empty());
  REQUIRE(topscorers(3) == std::vector<std::size_t>{0, 1});
  REQUIRE(topscorers(4) == std::vector<std::size_t>{0});  // beyond the planned rounds
}

TEST_CASE("dutch: floats and eligibility for the bye follow from earlier rounds") {
  SwissHistory history;
  const auto game = [](RoundResult result, std::size_t opponent, Side colour) {
    return PlayedRound{result, opponent, colour};
  };
  history.players = {
      {game(RoundResult::win, 1, Side::white), game(RoundResult::draw, 2, Side::black)},
      {game(RoundResult::loss, 0, Side::black), {RoundResult::half_bye, {}, {}}},
      {{RoundResult::absent, {}, {}}, game(RoundResult::draw, 0, Side::white)},
      {{RoundResult::full_bye, {}, {}}, {RoundResult::absent, {}, {}}},
      {{RoundResult::forfeit_win, 5, Side::white}, {RoundResult::paired_bye, {}, {}}},
      {{RoundResult::forfeit_loss, 4, Side::black}, {RoundResult::absent, {}, {}}}};
  const auto players = dutch_players(history, 3, {0, 1, 2, 3, 4, 5});
  struct Row {
    Float last, before;
    bool may_have_bye;
    int score;
  };
  const Row rows[] = {{Float::down, Float::none, true, 15},  {Float::down, Float::none, true, 5},
                      {Float::up, Float::none, true, 5},     {Float::none, Float::down, false, 10},
                      {Float::down, Float::down, false, 20}, {Float::none, Float::none, true, 0}};
  for (std::size_t i = 0; i < 6; ++i) {
    INFO(i);
    REQUIRE(players[i].floats == std::array<Float, 2>{rows[i].last, rows[i].before});
    REQUIRE(players[i].may_have_bye == rows[i].may_have_bye);
    REQUIRE(players[i].score == rows[i].score);
    REQUIRE(players[i].number == i + 1);
  }
  // A player who was never paired before and is absent now has no number.
  REQUIRE(dutch_players(history, 3, {0, 1, 2, 4, 5}).back().number == 5);
}

}  // namespace dutch_test
