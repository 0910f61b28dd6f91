#include "notation/analysis/annotation.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "core/match/turn_comment.h"
#include "notation/records/pgn/turn_data.h"

namespace schiri {

namespace {

constexpr std::string_view prefix = "analysis: ", white_view = "White ";
/// The number of turns of a line in a variation.
constexpr std::size_t most_turns_shown = 6;

struct MarkWords {
  Mark mark;
  std::string_view name;
  std::string_view symbol;
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

/// Is the NAG an assessment of the turn?
bool is_judgement(const Element& element) {
  return element.kind == Element::Kind::nag && element.text.size() == 1 && element.text >= "1" &&
         element.text <= "6";
}

/// Skips the elements of a variation, from its opening on.
std::size_t end_of_variation(const std::vector<Element>& elements, std::size_t at) {
  int depth = 0;
  for (; at < elements.size(); ++at) {
    depth += elements[at].kind == Element::Kind::variation_open;
    depth -= elements[at].kind == Element::Kind::variation_close;
    if (depth == 0) return at + 1;
  }
  return at;
}

/// Comments are wrapped into lines when they are written.
std::string on_one_line(std::string_view comment) {
  std::string text(comment);
  std::replace(text.begin(), text.end(), '\n', ' ');
  std::erase(text, '\r');
  return text;
}

/// The movetext without the elements that an analysis has written.
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
    const auto begins_with = [&](std::string_view word) {
      return text.find(", " + std::string(word)) != text.npos;
    };
    const bool is_mark =
        std::any_of(std::begin(mark_words), std::end(mark_words),
                    [&](const MarkWords& words) { return begins_with(words.name); });
    if (is_mark && !kept.empty() && is_judgement(kept.back())) kept.pop_back();
    const bool variation = begins_with("better ") && i + 1 < elements.size() &&
                           elements[i + 1].kind == Element::Kind::variation_open;
    if (variation) i = end_of_variation(elements, i + 1) - 1;
  }
  return kept;
}

class Annotator {
 public:
  Annotator(bool black_began, std::span<const AnalysedTurn> turns, PointOfView view)
      : black_began_(black_began), turns_(turns), view_(view) {}

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
      annotate(turns_[at_], judged);
      ++at_;
    }
    return std::move(out_);
  }

 private:
  std::string depth_text(const Score& score, int depth) const {
    return schiri::score_text(seen_from(view_, score, turns_[at_].side)) + '/' +
           std::to_string(depth);
  }

  void annotate(const AnalysedTurn& turn, bool judged) {
    const MarkWords* words = words_of(turn.mark);
    const bool marks = words && !judged;
    if (marks) out_.push_back({Element::Kind::nag, std::string(words->nag)});
    std::string comment(prefix);
    if (view_ == PointOfView::white) comment += white_view;
    comment += depth_text(turn.score, turn.depth);
    if (marks) comment += ", " + std::string(words->name);
    comment += words ? ", better" : ", best";
    if (turn.loss > 0) {
      comment += ' ' + turn.best + ' ' + depth_text(turn.best_score, turn.best_depth);
    }
    out_.push_back({Element::Kind::comment, comment});
    if (words) vary(turn.better);
  }

  void vary(const Line& line) {
    out_.push_back({Element::Kind::variation_open, "("});
    const std::size_t end = std::min(line.turns.size(), most_turns_shown);
    for (std::size_t i = 0; i < end; ++i) {
      // Numbered as in records, whoever moves.
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
  PointOfView view_;
  std::size_t at_ = 0;
  std::vector<Element> out_;
};

/// Reads the words of a comment from its front, if they are there.
class CommentReader {
 public:
  explicit CommentReader(std::string_view text) : text_(text) {}

  bool is_empty() const { return text_.empty(); }

  bool take(std::string_view words) {
    if (!text_.starts_with(words)) return false;
    text_.remove_prefix(words.size());
    return true;
  }

  std::string_view take_to(std::string_view ends) {
    const std::string_view taken = text_.substr(0, text_.find_first_of(ends));
    text_.remove_prefix(taken.size());
    return taken;
  }

  std::optional<int> take_number() {
    int value = 0;
    const auto [end, error] = std::from_chars(text_.data(), text_.data() + text_.size(), value);
    if (error != std::errc() || value < 0 || text_.starts_with('-')) return std::nullopt;
    text_.remove_prefix(static_cast<std::size_t>(end - text_.data()));
    return value;
  }

  /// In the form of score_text; the sign of 0.00 may be missing.
  std::optional<Score> take_score() {
    const bool minus = text_.starts_with('-');
    if (!take("+") && !take("-") && !text_.starts_with("0.00")) return std::nullopt;
    if (take("M")) {
      const auto turns = take_number();
      if (!turns) return std::nullopt;
      return Score{minus ? Score::Kind::loss : Score::Kind::win, *turns};
    }
    const auto whole = take_number();
    if (!whole || *whole > std::numeric_limits<int>::max() / 100 - 1 || !take(".")) {
      return std::nullopt;
    }
    const std::size_t before = text_.size();
    const auto hundredths = take_number();
    if (!hundredths || before - text_.size() != 2) return std::nullopt;
    const int amount = 100 * *whole + *hundredths;
    return Score{Score::Kind::value, minus ? -amount : amount};
  }

 private:
  std::string_view text_;
};

/// Reads the text after the evaluation; false if it is not from an analysis.
bool read_judgement(CommentReader& reader, PointOfView view, Side side, TurnEvaluation& turn) {
  if (!reader.take(", ")) return false;
  for (const MarkWords& words : mark_words) {
    if (!reader.take(words.name)) continue;
    turn.mark = words.mark;
    return true;
  }
  const bool better = reader.take("better");
  if (!better && !reader.take("best")) return false;
  turn.is_best = !better && !reader.take(" ");
  if (*turn.is_best) {
    turn.best = turn.score;
    return true;
  }
  reader.take(" ");
  reader.take_to(" ");
  if (!reader.take(" ")) return false;
  const auto score = reader.take_score();
  if (!score || !reader.take("/") || !reader.take_number()) return false;
  turn.best = seen_from(view, *score, side);
  return true;
}

}  // namespace

std::string_view mark_symbol(Mark mark) {
  const MarkWords* words = words_of(mark);
  return words ? words->symbol : "";
}

Score seen_from(PointOfView view, const Score& score, Side side) {
  if (view == PointOfView::own || side == Side::white) return score;
  switch (score.kind) {
    case Score::Kind::win:
      return {Score::Kind::loss, score.amount};
    case Score::Kind::loss:
      return {Score::Kind::win, score.amount};
    default:
      return {Score::Kind::value, -std::max(score.amount, -std::numeric_limits<int>::max())};
  }
}

double win_chance(const Score& score, double evaluation_scale) {
  if (score.kind == Score::Kind::win) return 1;
  if (score.kind == Score::Kind::loss) return 0;
  return 1 / (1 + std::exp(-score.amount / evaluation_scale));
}

void annotate(Record& record, std::span<const AnalysedTurn> turns, PointOfView view) {
  const bool black_began = black_begins(record.tag("Position"));
  record.movetext =
      Annotator(black_began, turns, view).annotate(without_analysis(std::move(record.movetext)));
}

bool is_of_analysis(std::string_view comment) { return comment.starts_with("analysis:"); }

bool has_analysis(const Record& record) {
  return std::any_of(record.movetext.begin(), record.movetext.end(), [](const Element& element) {
    return element.kind == Element::Kind::comment && is_of_analysis(element.text);
  });
}

std::optional<TurnEvaluation> read_analysis(std::string_view comment, Side side) {
  if (!is_of_analysis(comment)) return std::nullopt;
  const std::string text = on_one_line(comment);
  CommentReader reader(text);
  if (!reader.take(prefix)) return std::nullopt;
  const PointOfView view = reader.take(white_view) ? PointOfView::white : PointOfView::own;
  const auto score = reader.take_score();
  if (!score || !reader.take("/")) return std::nullopt;
  const auto depth = reader.take_number();
  if (!depth) return std::nullopt;
  TurnEvaluation turn{seen_from(view, *score, side), *depth};
  while (!reader.is_empty()) {
    if (!read_judgement(reader, view, side, turn)) return std::nullopt;
  }
  return turn;
}

std::optional<Score> read_thought(std::string_view comment) {
  const std::string text = on_one_line(comment);
  CommentReader reader(text);
  const auto score = reader.take_score();
  if (!score || !reader.take("/") || !reader.take_number()) return std::nullopt;
  return score;
}

std::vector<std::optional<Score>> scores_of(const Record& record, std::span<const Side> movers) {
  std::vector<std::optional<Score>> scores;
  int depth = 0;
  for (const Element& element : record.movetext) {
    depth += element.kind == Element::Kind::variation_open;
    depth -= element.kind == Element::Kind::variation_close;
    if (element.kind == Element::Kind::turn) scores.emplace_back();
    if (element.kind != Element::Kind::comment || scores.empty() || depth > 0) continue;
    const Side side = movers[scores.size() - 1];
    if (const auto analysis = read_analysis(element.text, side)) {
      scores.back() = analysis->score;
    } else if (!scores.back()) {
      scores.back() = read_thought(element.text);
      const auto command = scores.back() ? std::nullopt : score_for_white(element.text);
      if (command) scores.back() = seen_from(PointOfView::white, *command, side);
    }
  }
  return scores;
}

}  // namespace schiri
