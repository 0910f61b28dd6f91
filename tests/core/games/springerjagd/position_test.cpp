#include "core/games/springerjagd/position.h"

#include "core/games/springerjagd/hooks.h"
#include "core/perft.h"
#include "tests/catch.h"

namespace springerjagd_position_test {

using namespace schiri::springerjagd;

auto parts(const Turn& t) {
  return std::tuple(t.kind, t.from, t.to, t.fill, t.second_from, t.second_to);
}

auto parts(const Position& p) {
  const SidePieces &w = p.army(Side::white), &b = p.army(Side::black);
  return std::tuple(w.knights, w.singles, w.pairs, b.knights, b.singles, b.pairs,
                    p.protected_knight(), p.side_to_move());
}

using TurnParts = decltype(parts(Turn()));
using PositionParts = decltype(parts(Position()));

/// Calls `visit` with each position of random games that is not over.
template <class Visit>
void walk(std::uint64_t first_seed, std::uint64_t games, const Visit& visit) {
  for (std::uint64_t seed = first_seed; seed < first_seed + games; ++seed) {
    Rng rng(seed);
    Position position;
    for (int turn = 0; turn < 300 && !position.ending(); ++turn) {
      visit(position);
      position.play(position.random_turn(rng));
    }
  }
}

std::vector<Turn> list_turns(const Position& position) {
  std::vector<Turn> turns;
  position.visit_turns([&](const Turn& turn) {
    turns.push_back(turn);
    return true;
  });
  return turns;
}

Position after(const Position& position, const Turn& turn) {
  Position next = position;
  next.play(turn);
  return next;
}

int knights(const Position& position) {
  return std::popcount(position.army(Side::white).knights | position.army(Side::black).knights);
}

TEST_CASE("springerjagd: perft from the start") {
  CHECK(perft(Position(), 0) == 1);
  CHECK(perft(Position(), 1) == 5152);
  CHECK(perft(Position(), 2) == 25747456);
}

TEST_CASE("springerjagd: candidates reach each position exactly once") {
  const auto check = [&](const Position& position) {
    std::set<PositionParts> all, candidates;
    std::size_t visited = 0;
    for (const Turn& turn : list_turns(position)) all.insert(parts(after(position, turn)));
    position.visit_candidates([&](const Turn& turn) {
      CHECK(position.is_legal(turn));
      candidates.insert(parts(after(position, turn)));
      ++visited;
      return true;
    });
    const bool same = all == candidates;
    CHECK(same);
    CHECK(visited == all.size());
  };
  std::size_t of_start = 0;
  Position().visit_candidates([&](const Turn&) { return ++of_start > 0; });
  CHECK(of_start == 2496);
  walk(20, 3, check);
  // No reserve, and several numbers of pairs to fill from.
  const SidePieces black = Position().army(Side::black);
  for (int pairs = 0; pairs <= 4; ++pairs) {
    SidePieces white{bit(place(1, 2)) | bit(place(4, 2)), 0, 0};
    for (int i = 0; i < pairs; ++i) white.pairs |= bit(place(i, 3));
    for (int i = 0; i < pawns_per_side - 2 * pairs; ++i) white.singles |= bit(place(i % 4, i / 4));
    INFO(pairs << " pairs");
    REQUIRE(white.reserve() == 0);
    check(Position({white, black}, Side::white, 0));
  }
}

TEST_CASE("springerjagd: a visitor can stop in every part of a turn") {
  walk(30, 3, [](const Position& position) {
    const std::size_t all = position.count_turns();
    for (const std::size_t wanted : {std::size_t{1}, all / 3 + 1, all / 2 + 1, all}) {
      std::size_t seen = 0;
      CHECK_FALSE(position.visit_turns([&](const Turn&) { return ++seen < wanted; }));
      CHECK(seen == wanted);
    }
    CHECK(position.visit_turns([](const Turn&) { return true; }));
  });
}

TEST_CASE("springerjagd: exactly the visited turns are legal") {
  int examined = 0;
  walk(40, 2, [&](const Position& position) {
    if (position.count_turns() > 400 || ++examined > 6) return;
    std::set<TurnParts> legal;
    for (const Turn& turn : list_turns(position)) legal.insert(parts(turn));
    std::set<TurnParts> allowed;
    std::vector<Place> places;
    for (Bits left = squares; left; left &= left - 1) {
      places.push_back(static_cast<Place>(std::countr_zero(left)));
    }
    std::vector<Place> fills = places;
    fills.insert(fills.end(), {Turn::reserve, Turn::none});
    // Test only fills and second moves of legal knight's parts. They do not change the legality of
    // others.
    for (const Kind kind : {Kind::move, Kind::capture, Kind::swap}) {
      for (const Place from : places) {
        for (const Place to : places) {
          const auto broken = position.violation({kind, from, to});
          if (broken && *broken < Violation::fill_missing) continue;
          for (const Place fill : fills) {
            if (position.is_legal({kind, from, to, fill})) {
              allowed.insert(parts(Turn{kind, from, to, fill}));
            }
            for (const Place second : places) {
              for (const Place end : places) {
                const Turn turn{kind, from, to, fill, second, end};
                if (position.is_legal(turn)) allowed.insert(parts(turn));
              }
            }
          }
        }
      }
    }
    const bool same = allowed == legal;
    CHECK(same);
  });
  CHECK(examined > 3);
}

TEST_CASE("springerjagd: random turns are uniform") {
  int examined = 0;
  std::set<Kind> kinds;
  bool with_second = false;
  walk(50, 30, [&](const Position& position) {
    const std::uint64_t count = position.count_turns();
    if (count < 30 || count > 700 || examined >= 25) return;
    ++examined;
    std::map<TurnParts, int> drawn;
    Rng rng(count);
    const int draws = static_cast<int>(20 * count);
    for (int i = 0; i < draws; ++i) ++drawn[parts(position.random_turn(rng))];
    double chi_square = 0;
    for (const Turn& turn : list_turns(position)) {
      const double excess = drawn[parts(turn)] - 20.0;
      chi_square += excess * excess / 20.0;
      kinds.insert(turn.kind);
      with_second = with_second || turn.second_from != Turn::none;
    }
    // Only legal turns are drawn, all about equally often: within five standard deviations.
    CHECK(drawn.size() == count);
    const double freedom = static_cast<double>(count - 1);
    CHECK(std::abs(chi_square - freedom) < 5 * std::sqrt(2 * freedom));
  });
  CHECK(examined == 25);
  CHECK(kinds.size() == 3);
  CHECK(with_second);
}

TEST_CASE(
    "springerjagd: equal positions have equal hashes and different positions have different "
    "hashes") {
  std::map<PositionParts, Position> known;
  std::map<std::uint64_t, PositionParts> by_hash;
  walk(60, 20, [&](const Position& position) {
    for (const Turn& turn : list_turns(position)) {
      if (turn.second_to % 3 != 0 && turn.second_to != Turn::none) continue;
      const Position next = after(position, turn);
      const auto [same, fresh] = known.emplace(parts(next), next);
      CHECK(same->second == next);
      CHECK(same->second.hash() == next.hash());
      if (known.size() > 60000) return;
    }
  });
  for (const auto& [all, position] : known) {
    const auto [other, fresh] = by_hash.emplace(position.hash(), all);
    CHECK(fresh);
  }
  // The side to move and the protected knight are parts of a position.
  const std::array<SidePieces, 2> armies = {Position().army(Side::white),
                                            Position().army(Side::black)};
  const Position plain(armies, Side::white, 0), black(armies, Side::black, 0),
      guarded(armies, Side::white, bit(place(1, 5)));
  CHECK(plain == Position());
  CHECK(plain != black);
  CHECK(plain != guarded);
  CHECK(plain.hash() != black.hash());
  CHECK(plain.hash() != guarded.hash());
}

TEST_CASE("springerjagd: a turn is irreversible if and only if it captures a knight") {
  int captures_of_pawns = 0, captures_of_knights = 0;
  walk(70, 20, [&](const Position& position) {
    for (const Turn& turn : list_turns(position)) {
      const bool fewer = knights(after(position, turn)) < knights(position);
      REQUIRE(position.is_irreversible(turn) == fewer);
      captures_of_knights += fewer;
      captures_of_pawns += turn.kind == Kind::capture && !fewer;
    }
  });
  CHECK(captures_of_pawns > 0);
  CHECK(captures_of_knights > 0);
}

TEST_CASE("springerjagd: each player always has eight pawns and pieces never overlap") {
  walk(80, 50, [](const Position& position) {
    const SidePieces &w = position.army(Side::white), &b = position.army(Side::black);
    CHECK(w.reserve() >= 0);
    CHECK(b.reserve() >= 0);
    const Bits sets[] = {w.knights, w.singles, w.pairs, b.knights, b.singles, b.pairs};
    Bits all = 0;
    for (const Bits set : sets) {
      CHECK((all & set) == 0);
      all |= set;
    }
    CHECK((all & ~squares) == 0);
  });
}

TEST_CASE("springerjagd evaluation: the values of both sides add up to zero") {
  walk(90, 20, [](const Position& position) {
    CHECK(evaluate(position, Side::white) == -evaluate(position, Side::black));
  });
}

TEST_CASE("springerjagd evaluation: a knight that can be captured is as good as lost") {
  const Bits a1 = bit(place(0, 0)), f6 = bit(place(5, 5)), f5 = bit(place(5, 4));
  const Bits b3 = bit(place(1, 2)), d4 = bit(place(3, 3));
  const auto value = [](Bits white, Bits black, Side side_to_move) {
    const Position position({SidePieces{white, 0, 0}, SidePieces{black, 0, 0}}, side_to_move, 0);
    return evaluate(position, Side::white);
  };
  // White's knight on b3 can move away before Black's knight on a1 captures it.
  CHECK(value(b3 | f6, a1, Side::black) < value(d4 | f6, a1, Side::black));
  CHECK(value(b3 | f6, a1, Side::black) < value(b3 | f6, a1, Side::white));
  // Adjacent knights attack each other, except the knight that moved last.
  const Position attacked({SidePieces{f6 | a1, 0, 0}, SidePieces{f5, 0, 0}}, Side::black, 0);
  const Position guarded({SidePieces{f6 | a1, 0, 0}, SidePieces{f5, 0, 0}}, Side::black, f6);
  CHECK(evaluate(attacked, Side::white) < evaluate(guarded, Side::white));
}

}  // namespace springerjagd_position_test
