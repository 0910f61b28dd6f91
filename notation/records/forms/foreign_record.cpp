#include "notation/records/forms/foreign_record.h"

#include <algorithm>

#include "notation/records/check/finding_log.h"
#include "notation/records/forms/content.h"
#include "notation/records/forms/game_data.h"
#include "notation/records/pgn/game_checker.h"
#include "notation/records/source/line_source.h"
#include "notation/text/byte_order_mark.h"
#include "notation/text/printable.h"

namespace schiri {

namespace {

/// Reads one line of turns into a record, up to the first error.
class LineChecker {
 public:
  /// `check` names game and variant.
  LineChecker(const std::string& line, const GameType& type, GameCheck& check, Record& record)
      : line_(line),
        notation_(*type.foreign_notation()),
        standard_(type.variant_table.standard()),
        game_(type.start({check.variant, "", ""})),
        check_(check),
        record_(record),
        findings_(line.data(), line.data() + line.size(), line.data(), check) {}

  void run() {
    for (std::size_t at = 0; at < line_.size();) {
      const std::size_t begin = line_.find_first_not_of(" \t", at);
      if (begin == std::string::npos) break;
      at = std::min(line_.find_first_of(" \t", begin), line_.size());
      if (!play(std::string_view(line_).substr(begin, at - begin))) return;
    }
    check_.turns = game_->turns().size();
    check_.ending = game_->ending();
    check_.result = check_.ending ? result_text(check_.ending->outcome) : "*";
    record_.result = check_.result;
    record_.set_tag("Result", check_.result);
    record_.set_tag("Game", check_.game);
    if (check_.variant != standard_) record_.set_tag("Variant", check_.variant);
  }

 private:
  bool play(std::string_view word) {
    const std::size_t turn = game_->turns().size() + 1;
    const std::optional<std::string> text = notation_.read_turn(word);
    if (!text) {
      findings_.add(Code::syntax, word.data(), word.size(), turn,
                    message("'{0}' is not an action of {1}", printable(word), notation_.name()));
      return false;
    }
    if (const auto error = game_->play(*text)) {
      const bool over = error->kind == TurnError::Kind::over;
      findings_.add(over ? Code::after_end : Code::illegal, word.data(), word.size(), turn,
                    error->message);
      return false;
    }
    record_.movetext.push_back({Element::Kind::turn, game_->turns().back()});
    return true;
  }

  const std::string& line_;
  const ForeignNotation& notation_;
  std::string_view standard_;
  std::unique_ptr<Game> game_;
  GameCheck& check_;
  Record& record_;
  FindingLog findings_;
};

CheckedRecord check_game(const std::string& text, bool too_long, const GameType& type,
                         const ReadOptions& options, std::size_t line) {
  CheckedRecord record;
  record.check.line = line;
  record.check.game = type.name();
  record.check.variant = type.variant_table.standard();
  const auto refuse = [&](Code code, const Message& message) {
    FindingLog(text.data(), text.data() + text.size(), text.data(), record.check)
        .add(code, message);
  };
  try {
    record.check.variant =
        type.variant_table.name(type.variant_table.require(options.check.variant));
  } catch (const StartError& error) {
    refuse(Code::unknown_variant, error.message());
    return record;
  }
  if (too_long) {
    refuse(Code::too_large, too_large_message(options.max_game_bytes));
  } else {
    LineChecker(text, type, record.check, record.record).run();
    if (options.keep_text) record.text = text;
  }
  return record;
}

void read_lines(ByteSource& source, const GameType& type, const ReadOptions& options,
                const std::function<bool(CheckedRecord&)>& sink) {
  LineSource lines(source);
  std::string line;
  bool too_long = false;
  for (std::size_t index = 0; lines.next(line, options.max_game_bytes, too_long);) {
    // In concatenated files, two games may be on one line.
    for (std::size_t at = 0; at < line.size();) {
      const std::size_t end = std::min(line.find(byte_order_mark, at), line.size());
      const std::string text = line.substr(at, end - at);
      at = end + byte_order_mark.size();
      if (text.find_first_not_of(" \t") == std::string::npos) continue;
      CheckedRecord record = check_game(text, too_long, type, options, lines.number());
      record.check.index = ++index;
      if (options.work) options.work(record);
      if (!sink(record)) return;
    }
  }
}

/// No action begins with a bracket.
bool is_like_json(std::string_view front) {
  const std::size_t begin = front.find_first_not_of(" \t\r\n\xef\xbb\xbf");
  return begin != front.npos && (front[begin] == '{' || front[begin] == '[');
}

}  // namespace

std::optional<std::string> write_foreign_record(const Record& record, const GameType& type) {
  if (record.tag("Game") != type.name() || !record.tag("Position").empty()) return std::nullopt;
  const std::string variant(record.tag("Variant"));
  if (type.start({variant, "", ""})->position() != type.start({})->position()) return std::nullopt;
  std::string line;
  for (const std::string_view turn : record.turns()) {
    if (!line.empty()) line += ' ';
    line += type.foreign_notation()->write_turn(turn);
  }
  return line;
}

std::vector<Message> foreign_losses(const Record& record, const GameType& type) {
  const auto says_nothing = [](const Tag& tag) {
    return tag.name == "Game" || tag.name == "Variant" || tag.name == "Result" ||
           tag.value == unknown_value(tag.name);
  };
  std::vector<Message> losses;
  if (record.turns().size() < record.movetext.size() || !record.trailing_comments.empty()) {
    losses.push_back(message("comments"));
  }
  if (!std::all_of(record.tags.begin(), record.tags.end(), says_nothing)) {
    losses.push_back(message("tags"));
  }
  const std::string_view variant = type.variant_table.known(record.tag("Variant"));
  if (!variant.empty() && variant != type.variant_table.standard()) {
    losses.push_back(message("settings"));
  }
  return losses;
}

void read_foreign_records(ByteSource& source, const GameType& type, const ReadOptions& options,
                          const std::function<bool(CheckedRecord&)>& sink) {
  PeekedSource peeked(borrowed(source), content_front);
  if (is_like_json(peeked.front())) return read_game_data(peeked, type, options, sink);
  read_lines(peeked, type, options, sink);
}

}  // namespace schiri
