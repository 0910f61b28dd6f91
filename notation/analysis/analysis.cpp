#include "notation/analysis/analysis.h"

#include <algorithm>
#include <cmath>

#include "core/base/message.h"
#include "notation/analysis/annotation.h"

namespace schiri {

namespace {

/// The result by the rules, for the side to move.
Score score_of_ending(const Ending& ending, Side side) {
  if (ending.outcome == Outcome::draw) return {Score::Kind::value, 0};
  return {ending.outcome == win_for(side) ? Score::Kind::win : Score::Kind::loss, 0};
}

}  // namespace

Mark MarkLimits::mark_of(double loss) const {
  if (loss >= blunder) return Mark::blunder;
  if (loss >= mistake) return Mark::mistake;
  return loss >= inaccuracy ? Mark::inaccuracy : Mark::none;
}

Score turned(const Score& score) {
  switch (score.kind) {
    case Score::Kind::win:
      return {Score::Kind::loss, score.amount};
    case Score::Kind::loss:
      // The turn to that position adds one.
      return {Score::Kind::win, score.amount + 1};
    default:
      return {Score::Kind::value, -score.amount};
  }
}

std::vector<std::string> legal_line(const Game& game, const Thought& thought) {
  const auto line = game.clone();
  const std::size_t before = line->turns().size();
  bool is_legal = !line->play(thought.turn);
  const bool known = !thought.lines.empty() && !thought.lines.front().turns.empty() &&
                     thought.lines.front().turns.front() == thought.turn;
  for (std::size_t i = 1; known && is_legal && i < thought.lines.front().turns.size(); ++i) {
    is_legal = !line->play(thought.lines.front().turns[i]);
  }
  const auto& all = line->turns();
  return {all.begin() + static_cast<std::ptrdiff_t>(before), all.end()};
}

Analyst::View Analyst::look(const Game& game, const std::stop_token& stop) {
  const Side side = game.side_to_move();
  if (const auto ending = game.ending()) return {side, score_of_ending(*ending, side)};
  Thought thought = player_.think(game, limits_, stop);
  if (stop.stop_requested()) return {side, {}};
  // A bot that resigns still evaluates the position.
  if (thought.turn == resignation && !thought.lines.empty()) {
    const auto& line = thought.lines.front().turns;
    if (!line.empty()) thought.turn = line.front();
  }
  if (!thought.score) throw NoEvaluation(message("the bot reports no evaluation"));
  View view{side, *thought.score, thought.depth, "", legal_line(game, thought)};
  if (view.line.empty()) {
    throw PlayerFailure(Termination::illegal_move,
                        message("answered '{0}', which is not a legal turn", thought.turn));
  }
  view.best = view.line.front();
  return view;
}

/// The score of a position for the side whose turn has led to it, which may be to move again.
Score Analyst::score_for(Side mover, const View& after) {
  if (after.side != mover) return turned(after.score);
  const bool is_forced = after.score.kind != Score::Kind::value;
  return {after.score.kind, after.score.amount + is_forced};
}

AnalysedTurn Analyst::judge(const Game& game, const View& before, const View& after,
                            std::string_view turn, const std::stop_token& stop) {
  AnalysedTurn analysed{std::string(turn), before.side,  before.score, before.depth,
                        before.best,       before.score, before.depth, {}};
  if (turn == before.best) return analysed;
  analysed.score = score_for(before.side, after);
  analysed.depth = after.depth + 1;
  const auto loss_against = [&](const Score& score) {
    return std::max(chance(score) - chance(analysed.score), 0.0);
  };
  analysed.loss = loss_against(before.score);
  if (marks_.mark_of(analysed.loss) == Mark::none) return analysed;
  const auto other = game.clone();
  other->play(before.best);
  const View beyond = look(*other, stop);
  analysed.best_score = score_for(before.side, beyond);
  analysed.best_depth = beyond.depth + 1;
  analysed.loss = loss_against(analysed.best_score);
  analysed.mark = marks_.mark_of(analysed.loss);
  if (analysed.mark != Mark::none) {
    analysed.better = {before.line, analysed.best_score, analysed.best_depth};
  }
  return analysed;
}

std::optional<std::vector<AnalysedTurn>> Analyst::analyse(const StartSpec& start,
                                                          std::span<const std::string_view> turns,
                                                          const std::stop_token& stop) {
  std::unique_ptr<Game> game = type_.start(start);
  player_.new_game(seed_);
  player_.make_ready(stop);
  if (stop.stop_requested()) return std::nullopt;
  std::vector<AnalysedTurn> analysed;
  if (turns.empty()) return analysed;
  View before = look(*game, stop);
  for (const std::string_view turn : turns) {
    auto next = game->clone();
    next->play(turn);
    View after = look(*next, stop);
    analysed.push_back(judge(*game, before, after, turn, stop));
    if (stop.stop_requested()) return std::nullopt;
    game = std::move(next);
    before = std::move(after);
  }
  return analysed;
}

namespace {

/// The node limit of a search, for games with many turns.
constexpr std::uint64_t nodes_to_look_back = 2000;

std::optional<double> chance_seen(const GameType& type, const Game& game, int depth) {
  BotSpec spec;
  spec.builtin = "alphabeta";
  spec.options["hash"] = "0";
  const auto bot = type.make_bot(spec);
  bot->new_game(1);
  const Thought thought = bot->think(game, {nodes_to_look_back, depth, {}, {}}, {});
  if (!thought.score || thought.score->kind != Score::Kind::value) return std::nullopt;
  return win_chance(*thought.score, type.evaluation_scale());
}

}  // namespace

std::optional<bool> is_quiet(const GameType& type, const Game& game, double margin) {
  if (type.facts.has_words) return std::nullopt;
  const auto near = chance_seen(type, game, 1), far = chance_seen(type, game, 2);
  return near && far && std::abs(*near - *far) <= margin;
}

}  // namespace schiri
