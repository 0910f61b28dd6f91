#include "core/match/adjudication.h"

#include <cstdlib>
#include <limits>
#include <utility>

#include "core/base/text.h"
#include "core/match/game.h"
#include "core/match/turn_comment.h"

namespace schiri {

namespace {

constexpr int most_score = 1'000'000'000;
constexpr int most_turns = 1'000'000;

std::size_t index(Side side) { return static_cast<std::size_t>(side); }

/// Far above all evaluations, for a score that announces the end of the game.
long long hundredths(const Score& score) {
  switch (score.kind) {
    case Score::Kind::win:
      return std::numeric_limits<long long>::max();
    case Score::Kind::loss:
      return -std::numeric_limits<long long>::max();
    default:
      return score.amount;
  }
}

/// Reads `key=number` words with commas between, each once. `take` returns whether it knows the
/// word.
template <class Take>
bool read_words(std::string_view text, Take&& take) {
  while (true) {
    const std::size_t comma = text.find(',');
    if (!take(text.substr(0, comma))) return false;
    if (comma == text.npos) return true;
    text.remove_prefix(comma + 1);
  }
}

/// Reads `key=number` into a member that is not set yet.
bool read_number(std::string_view word, std::string_view key, int least, int most,
                 std::optional<int>& number) {
  if (number || !word.starts_with(key) || word.substr(key.size(), 1) != "=") return false;
  word.remove_prefix(key.size() + 1);
  const auto value = parse_number<int>(word);
  if (!value || *value < least || *value > most) return false;
  number = value;
  return true;
}

void count(bool goes_on, int& row) { row = goes_on ? row + 1 : 0; }

}  // namespace

std::optional<ResignRule> parse_resign_rule(std::string_view text) {
  std::optional<int> score, turns;
  bool twosided = false;
  const bool readable = read_words(text, [&](std::string_view word) {
    if (word != "twosided") {
      return read_number(word, "score", 1, most_score, score) ||
             read_number(word, "turns", 1, most_turns, turns);
    }
    return !std::exchange(twosided, true);
  });
  if (!readable || !score || !turns) return std::nullopt;
  return ResignRule{*score, *turns, twosided};
}

std::optional<DrawRule> parse_draw_rule(std::string_view text) {
  std::optional<int> score, turns, after;
  const bool readable = read_words(text, [&](std::string_view word) {
    return read_number(word, "score", 0, most_score, score) ||
           read_number(word, "turns", 1, most_turns, turns) ||
           read_number(word, "after", 0, most_turns, after);
  });
  if (!readable || !score || !turns) return std::nullopt;
  return DrawRule{*score, *turns, after.value_or(0)};
}

std::string write_rule(const ResignRule& rule) {
  return "score=" + std::to_string(rule.score) + ",turns=" + std::to_string(rule.turns) +
         (rule.twosided ? ",twosided" : "");
}

std::string write_rule(const DrawRule& rule) {
  return "score=" + std::to_string(rule.score) + ",turns=" + std::to_string(rule.turns) +
         (rule.after > 0 ? ",after=" + std::to_string(rule.after) : "");
}

void Adjudicator::note(Side mover, const std::optional<Score>& score) {
  mover_ = mover;
  const long long value = score ? hundredths(*score) : 0;
  count(score && rules_.resign && value <= -rules_.resign->score, lost_[index(mover)]);
  count(score && rules_.resign && value >= rules_.resign->score, won_[index(mover)]);
  count(score && rules_.draw && std::llabs(value) <= rules_.draw->score, level_);
}

bool Adjudicator::has_resigned(Side side) const {
  if (!rules_.resign || lost_[index(side)] < rules_.resign->turns) return false;
  return !rules_.resign->twosided || won_[index(opponent(side))] >= rules_.resign->turns;
}

std::string Adjudicator::resignation_remark(Side side) const {
  const auto bound = [&](int sign) {
    return score_text({Score::Kind::value, sign * rules_.resign->score});
  };
  std::string remark = std::string(side_name(side)) + " resigns: its last " +
                       std::to_string(rules_.resign->turns) + " evaluations were " + bound(-1) +
                       " or less";
  if (rules_.resign->twosided) {
    remark += ", " + std::string(side_name(opponent(side))) + "'s " + bound(1) + " or more";
  }
  return remark;
}

std::optional<Adjudicator::Verdict> Adjudicator::verdict(int played) const {
  for (const Side side : {mover_, opponent(mover_)}) {
    if (!has_resigned(side)) continue;
    return Verdict{win_for(opponent(side)), Termination::resignation, resignation_remark(side)};
  }
  if (rules_.draw && level_ >= rules_.draw->turns && played >= rules_.draw->after) {
    return Verdict{Outcome::draw, Termination::agreement,
                   "the last " + std::to_string(rules_.draw->turns) + " evaluations were between " +
                       score_text({Score::Kind::value, -rules_.draw->score}) + " and " +
                       score_text({Score::Kind::value, rules_.draw->score})};
  }
  return std::nullopt;
}

}  // namespace schiri
