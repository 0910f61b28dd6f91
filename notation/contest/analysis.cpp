#include "notation/contest/analysis.h"

#include <algorithm>
#include <cmath>

#include "core/match/play.h"

namespace schiri {

namespace {

constexpr std::string_view prefix = "analysis: ";
/// So much of a line stands in a variation.
constexpr std::size_t most_turns_shown = 6;

struct MarkWords {
  Mark mark;
  std::string_view name;
  std::string_view glyph;
  std::string_view nag;
};

constexpr MarkWords mark_words[] = {
    {Mark::inaccuracy, "inaccuracy", "?!", "6"},
    {Mark::mistake, "mistake", "?", "2"},
    {Mark::blunder, "blunder", "??", "4"},
};

const MarkWords* words_of(Mark mark) {
  for (const MarkWords& words : mark_words) {
    if (words.mark == mark) return &words;
  }
  return nullptr;
}

/// How the rules ended the game, for the side that would move.
Score score_of_ending(const Ending& ending, Side side) {
  if (ending.outcome == Outcome::draw) return {Score::Kind::value, 0};
  return {ending.outcome == win_for(side) ? Score::Kind::win : Score::Kind::loss, 0};
}

/// Does a glyph say how good a turn is?
bool is_judgement(const Element& element) {
  return element.kind == Element::Kind::nag && element.text.size() == 1 && element.text >= "1" &&
         element.text <= "6";
}

/// Passes over the elements of a variation, from its opening on.
std::size_t end_of_variation(const std::vector<Element>& elements, std::size_t at) {
  int depth = 0;
  for (; at < elements.size(); ++at) {
    depth += elements[at].kind == Element::Kind::variation_open;
    depth -= elements[at].kind == Element::Kind::variation_close;
    if (depth == 0) return at + 1;
  }
  return at;
}

/// Comments are broken into lines where they are written.
std::string on_one_line(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  std::erase(text, '\r');
  return text;
}

/// The same without what an analysis has written.
std::vector<Element> without_analysis(std::vector<Element> elements) {
  std::vector<Element> kept;
  for (std::size_t i = 0; i < elements.size(); ++i) {
    Element& element = elements[i];
    if (element.kind == Element::Kind::variation_open) {
      const std::size_t end = end_of_variation(elements, i);
      for (; i < end; ++i) kept.push_back(std::move(elements[i]));
      --i;
      continue;
    }
    const std::string text = on_one_line(element.text);
    if (element.kind != Element::Kind::comment || !text.starts_with(prefix)) {
      kept.push_back(std::move(element));
      continue;
    }
    const auto says = [&](std::string_view word) {
      return text.find(", " + std::string(word)) != text.npos;
    };
    const bool glyph = std::any_of(std::begin(mark_words), std::end(mark_words),
                                   [&](const MarkWords& words) { return says(words.name); });
    if (glyph && !kept.empty() && is_judgement(kept.back())) kept.pop_back();
    const bool variation = says("better ") && i + 1 < elements.size() &&
                           elements[i + 1].kind == Element::Kind::variation_open;
    if (variation) i = end_of_variation(elements, i + 1) - 1;
  }
  return kept;
}

class Annotator {
 public:
  Annotator(Side first, std::span<const AnalysedTurn> turns)
      : black_began_(first == Side::black), turns_(turns) {}

  std::vector<Element> annotate(std::vector<Element> elements) {
    for (std::size_t i = 0; i < elements.size(); ++i) {
      const bool is_turn = elements[i].kind == Element::Kind::turn;
      out_.push_back(std::move(elements[i]));
      if (!is_turn || at_ >= turns_.size()) continue;
      bool judged = false;
      for (; i + 1 < elements.size() && elements[i + 1].kind == Element::Kind::nag; ++i) {
        judged |= is_judgement(elements[i + 1]);
        out_.push_back(std::move(elements[i + 1]));
      }
      tell(turns_[at_], judged);
      ++at_;
    }
    return std::move(out_);
  }

 private:
  void tell(const AnalysedTurn& turn, bool judged) {
    const MarkWords* words = words_of(turn.mark);
    const bool marks = words && !judged;
    if (marks) out_.push_back({Element::Kind::nag, std::string(words->nag)});
    std::string comment =
        std::string(prefix) + score_text(turn.score) + '/' + std::to_string(turn.depth);
    if (marks) comment += ", " + std::string(words->name);
    for (const Line& line : turn.better) {
      comment += ", better " + line.turns.front() + ' ' + score_text(*line.score) + '/' +
                 std::to_string(line.depth);
    }
    out_.push_back({Element::Kind::comment, comment});
    for (const Line& line : turn.better) vary(line);
  }

  void vary(const Line& line) {
    out_.push_back({Element::Kind::variation_open, "("});
    const std::size_t end = std::min(line.turns.size(), most_turns_shown);
    for (std::size_t i = 0; i < end; ++i) {
      const std::size_t played = at_ + i;
      const bool black = (played % 2 == 1) != black_began_;
      if (!black || i == 0) {
        const std::string number = std::to_string((played + black_began_) / 2 + 1);
        out_.push_back({Element::Kind::variation_word, number + (black ? "..." : ".")});
      }
      out_.push_back({Element::Kind::variation_word, line.turns[i]});
    }
    out_.push_back({Element::Kind::variation_close, ")"});
  }

  bool black_began_;
  std::span<const AnalysedTurn> turns_;
  std::size_t at_ = 0;
  std::vector<Element> out_;
};

}  // namespace

std::string_view mark_name(Mark mark) {
  const MarkWords* words = words_of(mark);
  return words ? words->name : "";
}

std::string_view mark_glyph(Mark mark) {
  const MarkWords* words = words_of(mark);
  return words ? words->glyph : "";
}

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
      // The turn that led there is one more.
      return {Score::Kind::win, score.amount + 1};
    default:
      return {Score::Kind::value, -score.amount};
  }
}

double Analyst::chance(const Score& score) const {
  if (score.kind == Score::Kind::win) return 1;
  if (score.kind == Score::Kind::loss) return 0;
  return 1 / (1 + std::exp(-score.amount / type_.evaluation_scale()));
}

/// The line as far as it is legal, in canonical spelling.
std::vector<std::string> Analyst::legal_line(const Game& game, const Thought& thought) {
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
  if (const auto ending = game.ending()) {
    return {score_of_ending(*ending, game.side_to_move()), 0, "", {}};
  }
  const Thought thought = player_.think(game, limits_, stop);
  if (stop.stop_requested()) return {};
  if (!thought.score) throw NoEvaluation("the bot reports no evaluation");
  View view{*thought.score, thought.depth, "", legal_line(game, thought)};
  if (view.line.empty()) {
    throw PlayerFailure(Termination::illegal_move,
                        "answered '" + thought.turn + "', which is not a legal turn");
  }
  view.best = view.line.front();
  return view;
}

AnalysedTurn Analyst::judge(const Game& game, const View& before, const View& after,
                            std::string_view turn, const std::stop_token& stop) {
  AnalysedTurn analysed{std::string(turn), before.score, before.depth, before.best, {}};
  if (turn == before.best) return analysed;
  analysed.score = turned(after.score);
  analysed.depth = after.depth + 1;
  const auto loss_against = [&](const Score& score) {
    return std::max(chance(score) - chance(analysed.score), 0.0);
  };
  analysed.loss = loss_against(before.score);
  if (marks_.mark_of(analysed.loss) == Mark::none) return analysed;
  const auto other = game.clone();
  other->play(before.best);
  const View beyond = look(*other, stop);
  const Score score = turned(beyond.score);
  analysed.loss = loss_against(score);
  analysed.mark = marks_.mark_of(analysed.loss);
  if (analysed.mark != Mark::none) analysed.better = {{before.line, score, beyond.depth + 1}};
  return analysed;
}

std::optional<std::vector<AnalysedTurn>> Analyst::analyse(const StartSpec& start,
                                                          std::span<const std::string_view> turns,
                                                          const std::stop_token& stop) {
  std::unique_ptr<Game> game = type_.start(start);
  player_.new_game(seed_);
  player_.make_ready(stop);
  std::vector<AnalysedTurn> analysed;
  if (turns.empty() || stop.stop_requested()) return analysed;
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

void annotate(Record& record, Side first_to_move, std::span<const AnalysedTurn> turns) {
  record.movetext =
      Annotator(first_to_move, turns).annotate(without_analysis(std::move(record.movetext)));
}

}  // namespace schiri
