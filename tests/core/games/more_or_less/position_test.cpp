#include "core/games/more_or_less/hooks.h"
#include "core/perft.h"
#include "core/uncountable.h"
#include "tests/catch.h"
#include "tests/core/games/more_or_less/positions.h"
#include "tests/data.h"

namespace more_or_less_position_test {

using namespace more_or_less_tests;

constexpr BoardSize sizes[] = {BoardSize::points_51, BoardSize::points_31};

Position after(Position position, const std::string& text) {
  const Turn played = turn(text);
  INFO(text);
  REQUIRE_FALSE(position.violation(played));
  position.play(played);
  return position;
}

/// Plays random turns until the end.
template <class Visit>
void random_game(BoardSize size, std::uint64_t seed, const Visit& visit) {
  Rng rng(seed);
  Position position(size);
  visit(position);
  while (!position.ending()) {
    position.play(position.random_turn(rng));
    visit(position);
  }
}

/// White owns the first `white` of 25 points and Black the others.
Position with_counts(int white, Side side, int turns_made) {
  const Bits first = (Bits{1} << white) - 1, all = (Bits{1} << stone_count) - 1;
  return Position(BoardSize::points_51, {first, all & ~first}, side, turns_made);
}

TEST_CASE("more or less: the lines of the boards agree with the rules") {
  for (const BoardSize size : sizes) {
    const bool small = size == BoardSize::points_31;
    const Board& board = board_of(size);
    CHECK(board.jumps().size() * 2 == (small ? 110 : 210));
    Bits all = 0;
    for (const std::string& name : point_names(small)) all |= bit(point(name));
    CHECK(board.points() == all);

    std::map<std::pair<Point, Point>, Bits> between;
    std::map<std::pair<Point, Point>, Point> middle;
    auto lines = straight_lines(small);
    for (const auto& edge : rim_edges()) lines.push_back(edge);
    for (const auto& line : lines) {
      for (std::size_t i = 0; i < line.size(); ++i) {
        Bits passed = 0;
        for (std::size_t j = i + 1; j < line.size(); ++j) {
          const Point a = point(line[i]), b = point(line[j]);
          // Two points share at most one line.
          CHECK(between.count({a, b}) == 0);
          between[{a, b}] = between[{b, a}] = passed;
          if (j == i + 2) middle[{a, b}] = middle[{b, a}] = point(line[i + 1]);
          passed |= bit(b);
        }
      }
    }
    for (Point a = 0; a < point_count; ++a) {
      for (Point b = 0; b < point_count; ++b) {
        INFO(name_of(a) << " " << name_of(b));
        const auto way = between.find({a, b});
        CHECK(board.between(a, b) == (way == between.end() ? Board::not_joined : way->second));
        const auto over = middle.find({a, b});
        REQUIRE(board.middle(a, b) == (over == middle.end() ? no_point : over->second));
        if (over != middle.end()) CHECK(board.behind(a, over->second) == b);
      }
    }
  }
}

TEST_CASE("more or less: White begins with one stone in the centre") {
  for (const BoardSize size : sizes) {
    const Position start(size);
    CHECK(start.side_to_move() == Side::white);
    CHECK(start.count_turns() == 1);
    CHECK(start.violation(turn("C0")) == Violation::centre_first);
    CHECK(start.violation(turn("O,C0")) == Violation::centre_first);
    CHECK(start.violation(turn("C0,C1")) == Violation::centre_first);
    CHECK(start.violation(turn("pass")) == Violation::still_placing);
    const Position next = after(start, "O");
    CHECK(next.stones(Side::white) == bit(0));
    CHECK(next.stones(Side::black) == 0);
    CHECK(next.side_to_move() == Side::black);
  }
}

TEST_CASE("more or less: each later placing turn places two stones on free points") {
  const Position position = after(after(Position(), "O"), "A0,E5");
  CHECK(position.stones(Side::black) == points("A0 E5"));
  CHECK(position.side_to_move() == Side::white);
  CHECK(position.violation(turn("B0")) == Violation::two_stones);
  CHECK(position.violation(turn("O")) == Violation::two_stones);
  CHECK(position.violation(turn("O,B0")) == Violation::point_taken);
  CHECK(position.violation(turn("B0,E5")) == Violation::point_taken);
  CHECK(position.violation(turn("B0,B0")) == Violation::same_point);
  CHECK(position.violation(turn("OxC0")) == Violation::still_placing);
  CHECK(position.violation(turn("O-A1xC2")) == Violation::still_placing);
  CHECK(position.violation(turn("pass")) == Violation::still_placing);
  CHECK(position.count_turns() == 48 * 47 / 2);
}

TEST_CASE(
    "more or less: twelve turns of two leave 13 white and 12 black stones and Black to move") {
  for (const BoardSize size : sizes) {
    Rng rng(4);
    Position position(size);
    for (int turns = 0; turns < 13; ++turns) {
      CHECK(position.is_placing());
      CHECK_FALSE(position.ending());
      CHECK(position.side_to_move() == (turns % 2 == 0 ? Side::white : Side::black));
      position.play(position.random_turn(rng));
    }
    CHECK_FALSE(position.is_placing());
    CHECK(position.count_stones(Side::white) == 13);
    CHECK(position.count_stones(Side::black) == 12);
    CHECK(position.side_to_move() == Side::black);
    CHECK(position.turns_made(Side::white) + position.turns_made(Side::black) == 0);
    CHECK(position.violation(turn("E0,E1")) == Violation::placing_is_over);
    CHECK(position.violation(turn("O")) == Violation::placing_is_over);
  }
}

TEST_CASE("more or less: no player wins while placing or before the first move") {
  CHECK_FALSE(with_counts(25, Side::black, 0).ending());
  CHECK_FALSE(after(Position(), "O").ending());
}

TEST_CASE("more or less: a jump flips the stone that it passes") {
  const Position over_black = after(moving("E0", "D0", "C1"), "E0xC1");
  CHECK((over_black.stones(Side::white) & points("E0 D0 C1")) == points("D0 C1"));
  CHECK((over_black.stones(Side::black) & points("E0 D0 C1")) == 0);
  CHECK(over_black.count_stones(Side::white) == 14);
  CHECK(over_black.side_to_move() == Side::black);
  const Position over_own = after(moving("E0 D0", "", "C1"), "E0xC1");
  CHECK((over_own.stones(Side::white) & points("E0 D0 C1")) == points("C1"));
  CHECK((over_own.stones(Side::black) & points("E0 D0 C1")) == points("D0"));
  CHECK(over_own.count_stones(Side::white) == 12);
}

TEST_CASE("more or less: a jump passes the next point and lands on the one beyond") {
  const Position position = moving("E0 E2 O", "D0 E1 C0", "C1 C2 D2 A0");
  CHECK(position.is_legal(turn("E0xC1")));
  CHECK(position.violation(turn("E0xC2")) == Violation::no_jump);
  CHECK(position.violation(turn("E0xE5")) == Violation::no_jump);
  CHECK(position.violation(turn("E0xD0")) == Violation::no_jump);
  CHECK(position.violation(turn("E0xE0")) == Violation::no_jump);
  CHECK(position.violation(turn("E0xA0")) == std::nullopt);
  CHECK(moving("E0", "", "D0 C1").violation(turn("E0xC1")) == Violation::nothing_jumped);
  CHECK(moving("E0", "D0 C1", "").violation(turn("E0xC1")) == Violation::landing_taken);
}

TEST_CASE("more or less: no stone jumps along the rim") {
  CHECK(moving("E0", "E1", "E2").violation(turn("E0xE2")) == Violation::no_jump);
}

TEST_CASE("more or less: hops may change direction and may stop after any hop") {
  const Position position = moving("E0", "D0 B1 O", "C1 A2 A7");
  for (const char* text : {"E0xC1", "E0xC1xA2", "E0xC1xA2xA7"}) {
    INFO(text);
    CHECK(position.is_legal(turn(text)));
  }
  const Position next = after(position, "E0xC1xA2");
  CHECK((next.stones(Side::white) & points("E0 D0 C1 B1 A2 O")) == points("D0 B1 A2"));
}

TEST_CASE("more or less: a stone jumped twice flips back and the hopping stone never flips") {
  const Position position = moving("E0", "D0", "C1");
  const Position back = after(position, "E0xC1xE0");
  CHECK(back.stones(Side::white) == position.stones(Side::white));
  CHECK(back.stones(Side::black) == position.stones(Side::black));
  CHECK(back != position);
  CHECK(after(position, "E0xC1xE0xC1") == after(position, "E0xC1"));
}

TEST_CASE("more or less: a stone visits a point at most twice including the start") {
  const Position position = moving("E0", "D0 B1", "C1 A2");
  CHECK(position.is_legal(turn("E0xC1xE0xC1")));
  CHECK(position.violation(turn("E0xC1xE0xC1xE0")) == Violation::third_visit);
  CHECK(position.is_legal(turn("E0xC1xE0xC1xA2")));
  CHECK(position.violation(turn("E0xC1xE0xC1xA2xC1")) == Violation::third_visit);
  CHECK(position.objection(turn("E0xC1xE0xC1xA2xC1"))->at == 5);
}

TEST_CASE("more or less: the start of the turn is an empty point during the turn") {
  const Position position = moving("D0", "C0", "E0 C1 A0");
  CHECK(position.violation(turn("D0-E0xC1")) == Violation::nothing_jumped);
  CHECK(position.is_legal(turn("D0-E0xA0")));
}

TEST_CASE("more or less: a path longer than any legal one is rejected") {
  Turn path = Turn::jump(point("E0"));
  for (int i = 0; i < 500; ++i) path.hop(point(i % 2 == 0 ? "C1" : "E0"));
  CHECK(path.length == Turn::longest_path + 1);
  CHECK(moving("E0", "D0", "C1").violation(path) == Violation::third_visit);
}

TEST_CASE("more or less: a glide slides over empty points of one line and hops once") {
  const Position position = moving("E0", "B0 B9 O C5", "C0 A0 A1 A9 A5");
  CHECK(position.is_legal(turn("E0-C0xA1")));
  CHECK(position.is_legal(turn("E0-C0xA9")));
  CHECK(position.is_legal(turn("E0-A0xA5")));
  CHECK(position.violation(turn("E0-OxA5")) == Violation::slide_blocked);
  CHECK(position.violation(turn("E0-A5xE5")) == Violation::slide_blocked);
  CHECK(position.violation(turn("E0-A1xA2")) == Violation::no_line);
  CHECK(position.violation(turn("E0-E0xA0")) == Violation::no_line);
  const Position next = after(position, "E0-C0xA1");
  CHECK((next.stones(Side::white) & points("E0 C0 B0 A1")) == points("B0 A1"));
  CHECK((next.stones(Side::black) & points("E0 C0 B0 A1")) == 0);
}

TEST_CASE("more or less: the hop of a glide follows the rules of hops") {
  const Position position = moving("E0", "B9 A9", "C0 A0 B0 A1");
  CHECK(position.violation(turn("E0-C0xA1")) == Violation::nothing_jumped);
  CHECK(position.violation(turn("E0-C0xA9")) == Violation::landing_taken);
  CHECK(position.violation(turn("E0-C0xE5")) == Violation::no_jump);
}

TEST_CASE("more or less: a glide follows one rim edge to the next rim point only") {
  const Position position = moving("E0", "D1 D2 C1", "E1 E2 C2 C3");
  CHECK(position.is_legal(turn("E0-E1xC2")));
  CHECK(position.violation(turn("E0-E2xC3")) == Violation::no_line);
  CHECK(moving("E0", "D1 E1", "C2").violation(turn("E0-E1xC2")) == Violation::slide_blocked);
}

TEST_CASE("more or less: a player moves only their own stones") {
  const Position position = moving("E0", "E5", "C1 D0");
  CHECK(position.violation(turn("E5xC6")) == Violation::opponents_stone);
  CHECK(position.violation(turn("C1xE0")) == Violation::no_stone_there);
  CHECK(position.violation(turn("E5-C5xA6")) == Violation::opponents_stone);
}

TEST_CASE("more or less: points outside the small board are rejected") {
  Rng rng(1);
  Position position(BoardSize::points_31);
  CHECK(position.violation(turn("A0")) == Violation::no_such_point);
  while (position.is_placing()) position.play(position.random_turn(rng));
  CHECK(position.violation(turn("E0-C0xA1")) == Violation::no_such_point);
  CHECK(position.violation(turn("B0xA1")) == Violation::no_such_point);
}

TEST_CASE("more or less: a player passes if and only if there is no other turn") {
  const Position can = moving("E0", "D0", "C1");
  CHECK(can.violation(turn("pass")) == Violation::turn_exists);
  const Position stuck = position("1/w1b5ww/1w6ww/wwwwb2bww/bbb5bb/bwbw3w2 b 3 3");
  CHECK(stuck.is_legal(turn("pass")));
  CHECK(stuck.count_turns() == 1);
  Rng rng(1);
  CHECK(stuck.random_turn(rng) == Turn::pass());
  std::vector<Turn> visited;
  stuck.visit_turns([&](const Turn& turn) {
    visited.push_back(turn);
    return true;
  });
  CHECK(visited == std::vector<Turn>{Turn::pass()});
  const Position passed = after(stuck, "pass");
  CHECK(passed.turns_made(Side::black) == 4);
  CHECK(passed.stones(Side::white) == stuck.stones(Side::white));
  CHECK(passed.side_to_move() == Side::white);
}

TEST_CASE("more or less: the mover wins with at least 19 or at most 6 stones") {
  for (int white = 0; white <= 25; ++white) {
    INFO(white << " white stones");
    const bool extreme = white >= 19 || white <= 6;
    for (const Side mover : {Side::white, Side::black}) {
      const Position position = with_counts(white, opponent(mover), mover == Side::black ? 1 : 2);
      CHECK(position.ending() ==
            (extreme ? std::optional(Ending{win_for(mover), "stones"}) : std::nullopt));
      CHECK((position.count_turns() == 0) == extreme);
    }
  }
}

TEST_CASE("more or less: a turn that reaches the count ends the game") {
  const Position position = moving("E0", "D0 B1", "C1 A2", Side::white, 1, 17);
  CHECK_FALSE(after(position, "E0xC1").ending());
  CHECK(after(position, "E0xC1xA2").ending() == Ending{Outcome::white_wins, "stones"});
  const Position few = moving("E0 D0", "", "C1", Side::white, 1, 7);
  CHECK(after(few, "E0xC1").ending() == Ending{Outcome::white_wins, "stones"});
}

TEST_CASE("more or less: the player with fewer stones wins after twelve turns each") {
  CHECK_FALSE(with_counts(12, Side::white, 23).ending());
  CHECK(with_counts(12, Side::black, 24).ending() == Ending{Outcome::white_wins, "turns"});
  CHECK(with_counts(13, Side::black, 24).ending() == Ending{Outcome::black_wins, "turns"});
  CHECK(with_counts(7, Side::black, 24).ending() == Ending{Outcome::white_wins, "turns"});
}

TEST_CASE("more or less: the stone count is tested before the turn count") {
  CHECK(with_counts(19, Side::black, 24).ending() == Ending{Outcome::white_wins, "stones"});
  CHECK(with_counts(18, Side::black, 24).ending() == Ending{Outcome::black_wins, "turns"});
}

TEST_CASE("more or less: positions with different continuations differ") {
  const Position one = moving("E0", "D0", "C1");
  CHECK(one == moving("E0", "D0", "C1"));
  CHECK(one.hash() == moving("E0", "D0", "C1").hash());
  const Position others[] = {
      moving("E0", "D0", "C1", Side::white, 3),
      moving("E0", "D0", "C1", Side::black, 2),
      moving("D0", "E0", "C1"),
      Position(),
      Position(BoardSize::points_31),
  };
  for (const Position& other : others) {
    CHECK(one != other);
    CHECK(one.hash() != other.hash());
  }
  CHECK(Position().hash() != Position(BoardSize::points_31).hash());
}

TEST_CASE("more or less: no position recurs because every turn is irreversible") {
  for (const BoardSize size : sizes) {
    std::set<std::string> seen;
    random_game(size, 12,
                [&](const Position& position) { CHECK(seen.insert(shown(position)).second); });
    CHECK(Position(size).is_irreversible(turn("O")));
  }
}

TEST_CASE("more or less: visited turns are different and lead to the visited positions") {
  for (const BoardSize size : sizes) {
    for (std::uint64_t seed = 0; seed < 2; ++seed) {
      random_game(size, seed, [&](const Position& position) {
        INFO(shown(position));
        if (position.is_placing() || position.count_turns() > 600) return;
        std::set<std::string> visited;
        position.visit_outcomes([&](const Turn& turn, const Position& next) {
          INFO(text_of(turn));
          CHECK(visited.insert(text_of(turn)).second);
          CHECK(position.is_legal(turn));
          Position played = position;
          played.play(turn);
          CHECK(played == next);
          return true;
        });
        CHECK(position.count_turns() == visited.size());
      });
    }
  }
}

TEST_CASE("more or less: arbitrary turns are legal exactly if they are visited") {
  Rng rng(77);
  for (const BoardSize size : sizes) {
    for (int round = 0; round < 20; ++round) {
      Position position(size);
      while (position.is_placing()) position.play(position.random_turn(rng));
      if (position.count_turns() > 3000) continue;
      std::set<std::string> visited;
      position.visit_turns([&](const Turn& each) { return visited.insert(text_of(each)).second; });
      const auto some = [&] { return static_cast<Point>(rng.below(point_count)); };
      for (int i = 0; i < 3000; ++i) {
        Turn made = Turn::glide(some(), some(), some());
        if (i % 3 > 0) {
          // Legal turns with one changed point are close to legality.
          made = position.random_turn(rng);
          made.points[rng.below(made.length)] = some();
        }
        INFO(shown(position) << " " << text_of(made));
        CHECK(position.is_legal(made) == visited.contains(text_of(made)));
      }
    }
  }
}

TEST_CASE("more or less: jump counts agree with visits even for multiplied paths") {
  Rng rng(2024);
  int large = 0;
  for (int round = 0; round < 400; ++round) {
    Position position;
    while (position.is_placing()) position.play(position.random_turn(rng));
    std::uint64_t visited = 0;
    const bool all = position.visit_turns([&](const Turn&) { return ++visited < 300000; });
    if (!all) continue;
    large += visited > 20000;
    CHECK(position.count_turns() == visited);
  }
  CHECK(large > 20);
}

/// White owns the first 13 stones in board order.
Position crowded(const char* taken) {
  Bits all = 0;
  for (Point at = 0; at < point_count; ++at) all |= taken[at] != '.' ? bit(at) : 0;
  Bits white = 0;
  for (Bits left = all; std::popcount(white) < 13; left &= left - 1) white |= left & (0 - left);
  return Position(BoardSize::points_51, {white, all & ~white}, Side::white, 3);
}

TEST_CASE("more or less: hundreds of millions of turns can be counted and sampled") {
  const Position position = crowded("..o.o..o.oo..o.o..o.oooo.oo.o...ooo.ooooo......o.o.");
  CHECK(position.count_turns() == 527891178);
  Rng rng(1);
  const Turn drawn = position.random_turn(rng);
  CHECK(position.is_legal(drawn));
  std::size_t examined = 0;
  CHECK_FALSE(position.visit_turns([&](const Turn&) { return ++examined < 1000; }));
  std::size_t offered = 0;
  CHECK(position.visit_candidates([&](const Turn&) { return ++offered > 0; }));
  CHECK(offered < 6000);
}

TEST_CASE("more or less: a count of hundreds of millions agrees with visits", "[long]") {
  std::uint64_t visited = 0;
  crowded("..o.o..o.oo..o.o..o.oooo.oo.o...ooo.ooooo......o.o.").visit_turns([&](const Turn&) {
    return ++visited > 0;
  });
  CHECK(visited == 527891178);
}

TEST_CASE("more or less: billions of turns can be counted", "[long]") {
  CHECK(crowded("..o.oo.o.oo..o.o..o.oooo.oo.o..ooo..ooooo......o...").count_turns() == 5719533581);
}

TEST_CASE("more or less: a count beyond its memory limit reports an error") {
  const Position position = crowded("..o.o..o.oo..o.o..o.oooo.oo.o...ooo.ooooo......o.o.");
  const Hops hops(position.board(), position.occupied());
  bool given_up = false;
  for (Bits left = position.stones(Side::white); left; left &= left - 1) {
    const HopGraph graph(hops, static_cast<Point>(std::countr_zero(left)));
    const std::uint64_t moves = WalkCounter(graph).count_moves();
    try {
      const std::uint64_t same = WalkCounter(graph, 4096).count_moves();
      CHECK(same == moves);
    } catch (const Uncountable& error) {
      given_up = true;
      CHECK_THAT(error.what(), contains_text("too much memory"));
    }
  }
  CHECK(given_up);
}

TEST_CASE("more or less: random turns are uniform") {
  const struct {
    const char* start;
    int moves;
  } rows[] = {{"1/wbb1wbwwbb/bbbwww1bb1/wwbbbw1ww1 b 1 1", 0},
              {"w/w1b1w1bbw1/w2w1ww2w/bww1ww4/b4w4/1bbb1bbb2 w 2 3", 0}};
  for (const auto& row : rows) {
    const Position start = position(row.start);
    std::map<std::string, int> drawn;
    start.visit_turns([&](const Turn& turn) {
      drawn[text_of(turn)] = 0;
      return true;
    });
    const int cells = static_cast<int>(drawn.size()), samples = 50 * cells;
    REQUIRE(cells > 50);
    Rng rng(6);
    for (int i = 0; i < samples; ++i) ++drawn.at(text_of(start.random_turn(rng)));
    double chi_square = 0;
    for (const auto& cell : drawn) chi_square += std::pow(cell.second - 50.0, 2) / 50.0;
    // About normal for this many cells: beyond four standard deviations once in 30,000.
    INFO(row.start << ": " << cells << " turns, chi-square " << chi_square);
    CHECK(std::abs(chi_square - (cells - 1)) < 4 * std::sqrt(2.0 * (cells - 1)));
  }
}

TEST_CASE("more or less: candidates reach each position once") {
  int complete = 0, chosen = 0;
  for (std::uint64_t seed = 0; seed < 4; ++seed) {
    random_game(BoardSize::points_51, seed, [&](const Position& position) {
      if (position.is_placing()) return;
      int turns = 0;
      // Counting them all would take seconds.
      if (!position.visit_turns([&](const Turn&) { return ++turns <= 100000; })) return;
      std::set<std::uint64_t> reachable, offered;
      position.visit_candidates([&](const Turn& turn) {
        CHECK(position.is_legal(turn));
        Position next = position;
        next.play(turn);
        CHECK(offered.insert(next.hash()).second);
        return true;
      });
      CHECK(offered.empty() == (turns == 0));
      CHECK(offered.size() < 6000);
      chosen += turns > 5000;
      if (turns > 2000) return;
      position.visit_outcomes([&](const Turn&, const Position& next) {
        reachable.insert(next.hash());
        return true;
      });
      CHECK(offered == reachable);
      ++complete;
    });
  }
  CHECK(complete > 5);
  CHECK(chosen > 2);
}

TEST_CASE("more or less: all placing turns are candidates and a visitor can stop") {
  int seen = 0;
  CHECK_FALSE(after(Position(), "O").visit_candidates([&](const Turn&) { return ++seen < 3; }));
  CHECK(seen == 3);
  CHECK(after(Position(), "O").visit_candidates([&](const Turn&) { return ++seen > 0; }));
  CHECK(seen == 3 + 50 * 49 / 2);
}

TEST_CASE("more or less: perft agrees with known figures") {
  const Json data = read_json_data("more-or-less-perft.json");
  for (const auto& row : data["counts"]) {
    const std::string start = row["position"].text();
    INFO(start << " depth " << row["depth"]);
    CHECK(more_or_less::perft(position(start), row["depth"].get<int>()) ==
          row["turns"].get<std::uint64_t>());
  }
}

TEST_CASE("more or less: perft that merges equal positions agrees with plain perft") {
  const Json data = read_json_data("more-or-less-perft.json");
  for (const auto& row : data["counts"]) {
    if (row["turns"].get<std::uint64_t>() > 2000000) continue;
    const Position start = position(row["position"].text());
    const int depth = row["depth"].get<int>();
    CHECK(schiri::perft(start, depth) == row["turns"].get<std::uint64_t>());
    if (depth < 2) continue;
    std::uint64_t divided = 0;
    int examined = 0;
    start.visit_turns([&](const Turn& turn) {
      const std::uint64_t own = more_or_less::perft_of_turn(start, turn, depth);
      if (examined++ % 40 == 0) CHECK(own == schiri::perft_of_turn(start, turn, depth));
      divided += own;
      return true;
    });
    CHECK(divided == row["turns"].get<std::uint64_t>());
  }
}

}  // namespace more_or_less_position_test
