#include <algorithm>
#include <bit>
#include <map>
#include <set>
#include <unordered_map>

#include "tests/catch.h"
#include "tests/core/games/creeper/positions.h"
#include "tests/core/games/creeper/reference.h"

// What holds in every position of Creeper, checked on random ones.

using namespace creeper_test;

namespace {

/// Positions of random games, and others that games seldom reach: few pawns, crowds, boards full of
/// discs with finished chains among them.
template <class Look>
void look_around(std::uint64_t seed, const Look& look) {
  for (std::uint64_t game = 0; game < 5; ++game) {
    walk_randomly(derive_seed(seed, game), 200, look);
  }
  Rng rng(seed);
  for (int i = 0; i < 300; ++i) {
    const auto pawns = [&] { return static_cast<int>(rng.below(9)); };
    const int white = pawns(), black = pawns();
    look(any_position(white, black, static_cast<int>(rng.below(33)), rng));
  }
}

template <class Look>
void for_each_writable_turn(const Look& look) {
  for (Bits from = squares; from; from &= from - 1) {
    for (Bits to = squares; to; to &= to - 1) {
      for (const Kind kind : {Kind::jump, Kind::shunt, Kind::capture}) {
        look(Turn{static_cast<Place>(std::countr_zero(from)),
                  static_cast<Place>(std::countr_zero(to)), kind});
      }
    }
  }
}

}  // namespace

TEST_CASE("creeper: turns, endings and positions are those of the plain reference") {
  look_around(1, [](const Position& position) {
    INFO(text_of(position));
    const Reference reference(position);
    REQUIRE(reference.text() == text_of(position));
    const auto ending = position.ending();
    CHECK((ending ? std::string(ending->reason) : "") == reference.ending().value_or(""));

    const auto expected = reference.turns();
    const auto turns = turns_of(position);
    CHECK(turns.size() == expected.size());
    for (const Turn& turn : turns) {
      INFO(text_of(turn));
      const auto known = expected.find(text_of(turn));
      REQUIRE(known != expected.end());
      CHECK(text_of(after(position, text_of(turn))) == known->second.text());
    }
  });
}

TEST_CASE("creeper: visited turns are distinct, as many as are counted, none when it is over") {
  look_around(2, [](const Position& position) {
    INFO(text_of(position));
    std::set<std::string> seen;
    const auto turns = turns_of(position);
    for (const Turn& turn : turns) seen.insert(text_of(turn));
    CHECK(seen.size() == turns.size());
    CHECK(position.count_turns() == turns.size());
    CHECK(turns.empty() == position.ending().has_value());
  });
}

TEST_CASE("creeper: a visit stops when the visitor has seen enough") {
  for (int enough = 1; enough <= 24; ++enough) {
    int seen = 0;
    const bool all = Position().visit_turns([&](const Turn&) { return ++seen < enough; });
    CHECK(seen == enough);
    CHECK_FALSE(all);
  }
  CHECK(Position().visit_turns(AcceptAnyTurn{}));
}

TEST_CASE("creeper: a turn is visited if and only if no rule forbids it") {
  for (const std::uint64_t seed : {1u, 2u}) {
    walk_randomly(seed, 120, [](const Position& position) {
      if (position.ending()) return;
      INFO(text_of(position));
      std::set<std::string> visited;
      for (const Turn& turn : turns_of(position)) visited.insert(text_of(turn));
      std::vector<std::string> wrong;
      for_each_writable_turn([&](const Turn& turn) {
        const bool legal = visited.contains(text_of(turn));
        if (position.is_legal(turn) != legal || position.violation(turn).has_value() == legal) {
          wrong.push_back(text_of(turn));
        }
      });
      CHECK(wrong.empty());
    });
  }
}

TEST_CASE("creeper: asked after a turn, the ending is the same") {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    walk_randomly(seed, 200, [](const Position& position) {
      for (const Turn& turn : turns_of(position)) {
        const Position next = after(position, text_of(turn));
        if (next.ending_after(turn) != next.ending()) {
          FAIL_CHECK(text_of(position) << ": " << text_of(turn));
        }
      }
    });
  }
}

TEST_CASE("creeper: no turn finishes a chain of the opponent") {
  look_around(3, [](const Position& position) {
    if (position.has_chain(position.side_to_move())) return;
    for (const Turn& turn : turns_of(position)) {
      const Position next = after(position, text_of(turn));
      if (next.has_chain(next.side_to_move())) FAIL_CHECK(text_of(next));
    }
  });
}

TEST_CASE("creeper: irreversible are the turns after which pawns or empty octagons are fewer") {
  const auto left = [](const Position& p) {
    return std::popcount(p.pawns(Side::white) | p.pawns(Side::black)) -
           std::popcount(p.discs(Side::white) | p.discs(Side::black));
  };
  look_around(4, [&](const Position& position) {
    INFO(text_of(position));
    for (const Turn& turn : turns_of(position)) {
      INFO(text_of(turn));
      const int change = left(after(position, text_of(turn))) - left(position);
      CHECK(change <= 0);
      CHECK(position.is_irreversible(turn) == (change < 0));
    }
  });
}

TEST_CASE("creeper: no position before an irreversible turn comes again") {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Rng rng(seed);
    Position position;
    std::map<std::string, int> first_seen;
    int since = 0;
    for (int turn_number = 0; turn_number < 400 && !position.ending(); ++turn_number) {
      const auto first = first_seen.emplace(text_of(position), turn_number).first->second;
      CHECK(first >= since);
      const Turn turn = position.random_turn(rng);
      if (position.is_irreversible(turn)) since = turn_number + 1;
      position.play(turn);
    }
  }
}

TEST_CASE("creeper: equal positions have equal hashes, others others") {
  std::unordered_map<std::uint64_t, std::string> texts;
  look_around(5, [&](const Position& position) {
    const Position again = position_of(text_of(position));
    CHECK(again == position);
    CHECK(again.hash() == position.hash());
    CHECK(texts.emplace(position.hash(), text_of(position)).first->second == text_of(position));
  });
  CHECK(texts.size() > 1000);
}

TEST_CASE("creeper: hashes are well mixed") {
  // Each of 64 bits is set in about half of some 1000 hashes: within 6 standard deviations.
  std::vector<std::uint64_t> hashes;
  look_around(6, [&](const Position& position) { hashes.push_back(position.hash()); });
  std::sort(hashes.begin(), hashes.end());
  hashes.erase(std::unique(hashes.begin(), hashes.end()), hashes.end());
  const auto size = static_cast<double>(hashes.size());
  for (int i = 0; i < 64; ++i) {
    const auto set = std::count_if(hashes.begin(), hashes.end(),
                                   [i](std::uint64_t hash) { return hash >> i & 1; });
    CHECK(static_cast<double>(set) == Approx(size / 2).margin(3 * std::sqrt(size)));
  }
}

TEST_CASE("creeper: each turn is drawn equally often") {
  for (const char* text :
       {"1BB1WW1/B5W/B5W/7/W5B/W5B/1WW1BB1 6/6/6/6/6/6 w",
        // With captures in all four directions and pawns of few moves.
        "7/7/2B4/1BWB3/2B4/W6/1WWW3 6/6/6/6/6/6 w", "7/7/2B4/1BWB3/2B4/W6/1WWW3 6/6/6/6/6/6 b",
        "7/7/7/7/7/7/1W2B2 6/6/6/6/6/6 w",
        // One turn only: a capture.
        "7/7/7/B6/BB5/WB5/1B5 6/6/6/6/6/6 w"}) {
    INFO(text);
    const Position position = position_of(text);
    const auto turns = turns_of(position);
    constexpr int draws_per_turn = 1000;
    std::map<std::string, int> drawn;
    for (const Turn& turn : turns) drawn[text_of(turn)] = 0;
    Rng rng(1);
    for (std::size_t i = 0; i < draws_per_turn * turns.size(); ++i) {
      ++drawn[text_of(position.random_turn(rng))];
    }
    CHECK(drawn.size() == turns.size());
    double chi_square = 0;
    for (const auto& [turn, times] : drawn) {
      chi_square += (times - draws_per_turn) * (times - draws_per_turn) / double{draws_per_turn};
    }
    // Its mean is the number of turns less one, n; its standard deviation the root of 2n.
    const auto n = static_cast<double>(turns.size() - 1);
    CHECK(chi_square <= n + 4 * std::sqrt(2 * n));
  }
}

TEST_CASE("creeper: every turn can be drawn, and nothing else") {
  look_around(7, [](const Position& position) {
    if (position.ending()) return;
    INFO(text_of(position));
    std::set<std::string> turns, drawn;
    for (const Turn& turn : turns_of(position)) turns.insert(text_of(turn));
    Rng rng(position.hash());
    for (std::size_t i = 0; i < 15 * turns.size(); ++i) {
      drawn.insert(text_of(position.random_turn(rng)));
    }
    CHECK(drawn == turns);
  });
}
