#include "cli/input/failed_game.h"

#include <algorithm>
#include <memory>
#include <ostream>
#include <string_view>

#include "cli/print/output_language.h"
#include "core/base/text.h"
#include "core/match/game.h"
#include "core/match/termination.h"
#include "db/tournament/tournaments.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

constexpr std::size_t conversation_lines = 10;
constexpr std::size_t longest_text = 600;

std::vector<std::string> last_lines(std::string_view text) {
  std::vector<std::string> lines;
  for (const std::string_view line : split(trimmed(text, "\n"), '\n')) {
    if (!line.empty()) lines.push_back(printable(line, longest_text));
  }
  const std::size_t more = lines.size() - std::min(lines.size(), conversation_lines);
  lines.erase(lines.begin(), lines.begin() + static_cast<std::ptrdiff_t>(more));
  return lines;
}

/// A comment is broken into lines in a record.
std::string one_line(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  return printable(text, longest_text);
}

/// The game after the turns of a record; null if they cannot be played.
std::unique_ptr<Game> replayed_game(const Record& record, const GameType& type,
                                    const StartSpec& start) {
  auto game = type.start(start);
  for (const std::string_view turn : record.turns()) {
    if (game->play(turn)) return nullptr;
  }
  return game;
}

}  // namespace

bool is_failure_in_play(std::string_view termination) {
  const auto known = termination_of(termination);
  return known && kind_of(*known).is_in_play;
}

std::optional<FailedGame> failed_game(const Record& record, const GameType& type,
                                      const StartSpec& start) {
  const std::string_view termination = record.tag("Termination");
  const auto outcome = outcome_of(record.result);
  if (!is_failure_in_play(termination) || !outcome || *outcome == Outcome::draw)
    return std::nullopt;
  const auto game = replayed_game(record, type, start);
  if (!game) return std::nullopt;
  const auto& comments = record.trailing_comments;
  return FailedGame{.side = *outcome == Outcome::white_wins ? Side::black : Side::white,
                    .termination = printable(termination),
                    .remark = comments.empty() ? "" : one_line(comments.back()),
                    .position = game->position(),
                    .board = type.facts.has_rules ? game->board({}) : ""};
}

std::optional<FailedGame> failed_game(const Record& record, const GameType& type,
                                      const StartSpec& start, const db::Store& store,
                                      std::int64_t id) {
  auto game = failed_game(record, type, start);
  const auto stored = game ? db::failure_of(store, id) : std::nullopt;
  if (!stored) return game;
  game->side = stored->side;
  game->remark = one_line(stored->remark);
  game->conversation = last_lines(stored->protocol);
  const auto errors = last_lines(stored->standard_error);
  if (!errors.empty()) game->error = errors.back();
  return game;
}

std::optional<FailedGame> failed_game(const CheckedRecord& checked, const GameType& type,
                                      const StartSpec& start, const InputOptions& input) {
  if (!input.is_stored()) return failed_game(checked.record, type, start);
  return failed_game(checked.record, type, start, db::Store(input.db, db::Store::Mode::read),
                     static_cast<std::int64_t>(checked.check.index));
}

Message failure_sentence(const FailedGame& failed, std::uint64_t index, std::size_t turns) {
  const Message lost = message("game {0}: {1} lost by {2} after {3} {3:turn|turns}", index,
                               failed.side == Side::white ? message("White") : message("Black"),
                               known_phrase(failed.termination), turns);
  return failed.remark.empty() ? lost : message("{0}: {1}", lost, failed.remark);
}

void print_conversation(std::ostream& out, const FailedGame& failed) {
  for (const std::string& line : failed.conversation) out << "  " << line << '\n';
  if (!failed.error.empty()) {
    out << "  " << translated(message("standard error: {0}", failed.error)) << '\n';
  }
}

}  // namespace schiri::cli
