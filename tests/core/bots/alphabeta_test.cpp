#include "core/bots/alphabeta.h"

#include "core/bots/mcts.h"
#include "tests/catch.h"
#include "tests/core/bots/bot_games.h"

namespace alphabeta_test {

using namespace bot_test;

/// An evaluation that no ordering can predict.
template <class P>
struct HashEvaluation {
  static constexpr bool knows_game = false;
  Value operator()(const P& position) const {
    return static_cast<Value>(mix64(position.hash()) % 2001) - 1000;
  }
};

/// The reference for alpha-beta: plain negamax over every turn, without cuts or a table. It finds
/// repetitions by comparing positions.
template <class P>
class Negamax {
 public:
  /// Returns the turns of a position.
  using List = std::function<std::vector<typename P::Turn>(const P&)>;

  Negamax(const PlayedLine<P>& line, List list, Value contempt)
      : list_(std::move(list)),
        contemptuous_side_(line.position().side_to_move()),
        contempt_(contempt) {
    line.history().visit([this](const P& position) { before_.push_back(position); });
    root_ = before_.size();
  }

  Value value(const P& position, int depth, int ply = 0) {
    if (const auto ending = position.ending()) {
      if (ending->outcome == Outcome::draw) return value_of_draw(position);
      return value_of(ending->outcome, position.side_to_move(), ply);
    }
    if (ply > 0 && is_repeated(position)) return value_of_draw(position);
    if (depth == 0) return HashEvaluation<P>()(position);
    before_.push_back(position);
    Value best = -infinite_value;
    for (const auto& turn : list_(position)) {
      P next = position;
      next.play(turn);
      best = std::max(best, -value(next, depth - 1, ply + 1));
    }
    before_.pop_back();
    return best;
  }

 private:
  Value value_of_draw(const P& position) const {
    return position.side_to_move() == contemptuous_side_ ? -contempt_ : contempt_;
  }

  bool is_repeated(const P& position) const {
    const auto since_root = before_.begin() + static_cast<std::ptrdiff_t>(root_);
    return std::find(since_root, before_.end(), position) != before_.end() ||
           std::count(before_.begin(), since_root, position) > 1;
  }

  List list_;
  Side contemptuous_side_;
  Value contempt_;
  std::vector<P> before_;
  std::size_t root_ = 0;
};

template <class P>
std::vector<typename P::Turn> all_candidates(const P& position) {
  std::vector<typename P::Turn> turns;
  visit_candidates(position, [&](const typename P::Turn& turn) {
    turns.push_back(turn);
    return true;
  });
  return turns;
}

template <class P>
std::vector<typename P::Turn> best_candidates(const P& position, std::size_t width) {
  SearchBudget budget = budget_of(UINT64_MAX);
  TurnList<P> list;
  TurnLister<P, HashEvaluation<P>>(width).list(position, budget, list);
  std::vector<typename P::Turn> turns;
  for (const auto& turn : list.turns) turns.push_back(turn.turn);
  return turns;
}

template <class P>
Value search(const PlayedLine<P>& line, const AlphaBetaOptions& options, int depth) {
  SearchBudget budget = budget_of_depth(depth);
  Rng rng(1);
  TranspositionTable table(1);
  AlphaBetaSearch<P, HashEvaluation<P>> search(options, options.hash ? &table : nullptr,
                                               {line, budget, rng});
  search.run();
  return search.value();
}

/// Compares the values at this depth, with and without a transposition table.
template <class P>
void compare(const PlayedLine<P>& line, int depth, std::size_t width = all_turns,
             Value contempt = 0) {
  const auto list = [width](const P& position) {
    return width == all_turns ? all_candidates(position) : best_candidates(position, width);
  };
  const Value expected = Negamax<P>(line, list, contempt).value(line.position(), depth);
  INFO("hash " << line.position().hash() << ", depth " << depth << ", width " << width);
  CHECK(search(line, {0, width, false, 1, 1, contempt}, depth) == expected);
  CHECK(search(line, {1, width, false, 1, 1, contempt}, depth) == expected);
}

/// A line with repeated positions: a player who can return to an earlier position does so in two of
/// three turns.
template <class P>
PlayedLine<P> returning_line(std::uint64_t seed, int turns) {
  Rng rng(seed);
  PlayedLine<P> line;
  std::vector<P> seen;
  for (int i = 0; i < turns; ++i) {
    seen.push_back(line.position());
    std::vector<typename P::Turn> all = all_candidates(line.position()), back;
    for (const auto& turn : all) {
      P next = line.position();
      next.play(turn);
      if (std::find(seen.begin(), seen.end(), next) != seen.end()) back.push_back(turn);
    }
    const auto& from = !back.empty() && rng.below(3) ? back : all;
    const PlayedLine<P> before = line;
    line.play(from[rng.below(from.size())]);
    if (line.ending()) return before;
  }
  return line;
}

/// A turn takes 1 to 3 stones, one by one, and may stop after each. All hashes are even.
struct Taking {
  using Turn = int;
  using Violation = int;
  using Hooks = schiri::Hooks<Hook::visit_steps>;
  static constexpr int most = 3;

  Side side_to_move() const { return Side::white; }
  std::optional<Ending> ending() const { return std::nullopt; }
  std::optional<Ending> ending_after(Turn) const { return std::nullopt; }
  std::optional<Violation> violation(Turn) const { return std::nullopt; }
  bool is_legal(Turn turn) const { return turn >= 1 && turn <= most; }
  bool is_irreversible(Turn) const { return true; }
  std::uint64_t count_turns() const { return most; }
  Turn random_turn(Rng&) const { return 1; }
  template <class Visitor>
  bool visit_turns(Visitor&& visitor) const {
    for (Turn turn = 1; turn <= most; ++turn) {
      if (!visitor(turn)) return false;
    }
    return true;
  }
  template <class Visitor>
  bool visit_steps(Turn so_far, Visitor&& visitor) const {
    return visitor(so_far + 1, true) && (so_far + 1 == most || visitor(so_far + 1, false));
  }
  std::uint64_t hash() const { return mix64(static_cast<std::uint64_t>(taken)) << 1; }
  void play(Turn turn) { taken += turn; }

  int taken = 0;
  friend bool operator==(const Taking&, const Taking&) = default;
};
static_assert(HasVisitSteps<Taking>);

TEST_CASE("turn lister: stopping and going on are two steps, also with even hashes") {
  auto turns = best_candidates(Taking(), 100);
  std::sort(turns.begin(), turns.end());
  CHECK(turns == std::vector<int>{1, 2, 3});
}

TEST_CASE("alphabeta: equals plain negamax in Creeper") {
  for (const auto& line : random_lines<creeper::Position>(30, 60)) {
    for (int depth = 1; depth <= 3; ++depth) compare(line, depth);
  }
  for (const auto& line : random_lines<creeper::Position>(3, 60)) compare(line, 4);
}

TEST_CASE("alphabeta: equals plain negamax at greater depths in positions with few turns") {
  using creeper::Position;
  const auto few = [](std::uint64_t seed) {
    Rng rng(seed);
    std::array<Bits, 2> pawns{}, discs{};
    for (auto& set : pawns) {
      while (std::popcount(set) < 2) {
        set |= Bits{1} << rng.below(64) & creeper::squares & ~pawns[0];
      }
    }
    for (auto& set : discs) set = rng() & rng() & creeper::octagons & ~creeper::all_bases;
    discs[1] &= ~discs[0];
    return Position(pawns, discs, rng.below(2) ? Side::white : Side::black);
  };
  int compared = 0;
  for (std::uint64_t seed = 1; compared < 20; ++seed) {
    const Position position = few(seed);
    if (position.ending() || position.has_chain(position.side_to_move())) continue;
    compare(PlayedLine<Position>(position), 4);
    ++compared;
  }
}

TEMPLATE_TEST_CASE("alphabeta: equals plain negamax in games with many turns", "",
                   springerjagd::Position, more_or_less::Position, sperre::Position) {
  int deep = 0;
  for (const auto& line : random_lines<TestType>(40, 60)) {
    compare(line, 1);
    const std::size_t turns = all_candidates(line.position()).size();
    if (turns > 500 || ++deep > 5) continue;
    compare(line, 2);
  }
}

TEMPLATE_TEST_CASE("alphabeta: equals plain negamax over the most promising turns", "",
                   springerjagd::Position, more_or_less::Position, sperre::Position) {
  STATIC_REQUIRE(NarrowablePosition<TestType>);
  for (const auto& line : random_lines<TestType>(6, 60)) {
    compare(line, 2, 9);
    compare(line, 3, 4);
  }
}

TEMPLATE_TEST_CASE("alphabeta: equals plain negamax with repeated positions", "", creeper::Position,
                   springerjagd::Position) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const auto line = returning_line<TestType>(seed, 5 + static_cast<int>(seed) % 8);
    const std::size_t width = NarrowablePosition<TestType> ? 20 : all_turns;
    for (const Value contempt : {0, 300, -300}) compare(line, 2, width, contempt);
  }
}

TEST_CASE("bots: contempt decides whether a bot accepts a draw") {
  using P = creeper::Position;
  const auto is_drawn_by = [](PlayedLine<P> line, const P::Turn& turn) {
    line.play(turn);
    return line.ending() && line.ending()->outcome == Outcome::draw;
  };
  int asked = 0;
  std::array<int, 2> drawn_by_mcts{};  // with positive and with negative contempt
  for (std::uint64_t seed = 1; asked < 10; ++seed) {
    const auto line = returning_line<P>(seed, 60);
    const auto all = all_candidates(line.position());
    const bool can_draw = std::any_of(all.begin(), all.end(),
                                      [&](const auto& turn) { return is_drawn_by(line, turn); });
    if (!can_draw || all.size() < 2) continue;
    ++asked;
    for (const Value contempt : {5000, -5000}) {
      SearchBudget first = budget_of(3000), second = budget_of(3000);
      Rng rng(1);
      const auto choice =
          AlphaBetaBot<P>({1, all_turns, true, 1, 1, contempt}).choose({line, first, rng});
      const bool draws = is_drawn_by(line, choice.turn);
      const Value worth = -contempt;  // the value of any draw
      if (choice.score->kind == Score::Kind::value) {
        CHECK((draws == (contempt < 0) || choice.score->amount == worth));
      }
      // MCTS averages values, so contempt only shifts its choice.
      const MctsOptions options{1, all_turns, 0.4, 2.0, 0.6, 0, 1, 1, contempt};
      const auto other = MctsBot<P>(options).choose({line, second, rng});
      drawn_by_mcts[contempt < 0] += is_drawn_by(line, other.turn);
    }
  }
  CHECK(drawn_by_mcts[1] > drawn_by_mcts[0]);
}

TEMPLATE_TEST_CASE("alphabeta: chooses a legal turn for every budget", "", creeper::Position,
                   springerjagd::Position, more_or_less::Position, sperre::Position) {
  for (const auto& line : random_lines<TestType>(5, 40)) {
    for (const std::uint64_t nodes : {0u, 1u, 2u, 50u, 300u}) {
      SearchBudget budget = budget_of(nodes);
      Rng rng(3);
      AlphaBetaBot<TestType> bot;
      CHECK(line.position().is_legal(bot.choose({line, budget, rng}).turn));
      CHECK(budget.nodes() <= nodes);
    }
  }
}

}  // namespace alphabeta_test
