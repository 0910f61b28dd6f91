#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "core/base/decimals.h"
#include "notation/game_types.h"
#include "notation/records/forms/json_record.h"
#include "notation/records/pgn/game_checker.h"
#include "notation/records/pgn/record_text.h"
#include "notation/text/json.h"

namespace schiri {

namespace {

/// The text of a member; empty without it.
std::string text_of(const Json& line, std::string_view key) {
  const Json* const value = line.find(key);
  if (!value || value->is_null()) return {};
  return value->is_string() ? value->get<std::string>() : value->dump();
}

/// A game of which not all lines are read.
struct LoggedGame {
  std::size_t line = 0;  ///< of its start
  std::size_t hash = 0;  ///< of its lines, which have times to the nanosecond
  RecordText text;
  std::size_t turns = 0;
  std::size_t bytes = 0;  ///< of its lines
  bool lacks_turns = false;
};

/// By tournament and the game's number in it.
using LoggedKey = std::pair<std::string, std::uint64_t>;

class LogReader {
 public:
  LogReader(const ReadOptions& options, const RecordSink& sink) : options_(options), sink_(sink) {}

  void read(ByteSource& source) {
    LineSource lines(source);
    std::string text;
    bool too_long = false;
    while (goes_on_ && lines.next(text, options_.max_game_bytes, too_long)) {
      const auto before = std::exchange(broken_, std::nullopt);
      is_begin_ = false;
      if (too_long) {
        broken_ = {lines.number(), message("the line is too long"), false};
      } else {
        read_line(text, lines.number());
      }
      if (before && !(before->is_log && is_begin_)) refuse(*before);
    }
    if (broken_ && !broken_->is_log) refuse(*broken_);
    std::vector<LoggedGame> open;
    for (auto& [key, game] : games_) open.push_back(std::move(game));
    std::sort(open.begin(), open.end(),
              [](const LoggedGame& a, const LoggedGame& b) { return a.line < b.line; });
    for (LoggedGame& game : open) cut_off(game);
  }

 private:
  /// A line that cannot be read.
  struct BrokenLine {
    std::size_t number;
    Message reason;
    bool
        is_log;  ///< it begins as one of a log: perhaps a crash has cut it off, at the end of a run
  };

  void read_line(const std::string& text, std::size_t number) {
    if (text.find_first_not_of(std::string_view(" \t\r\x1a\0", 5)) == text.npos) return;
    try {
      const Json line = Json::parse(text);
      const std::string type = line.at("type").get<std::string>();
      is_begin_ = type == "begin";
      if (type != "start" && type != "turn" && type != "end") return;
      const LoggedKey key{text_of(line, "event"), line.at("number").get<std::uint64_t>()};
      if (type == "start") return start(line, key, number, text);
      const auto found = games_.find(key);
      // The log was begun in the middle of a game.
      if (found == games_.end()) return;
      LoggedGame& game = found->second;
      game.bytes += text.size();
      game.hash = std::hash<std::string>{}(text + std::to_string(game.hash));
      if (type == "turn") {
        add_turn(line, game);
      } else {
        end(line, game);
      }
      const bool is_too_large = game.bytes > options_.max_game_bytes;
      if (is_too_large && type != "end") {
        pass_on(broken_record(Code::too_large, too_large_message(options_.max_game_bytes), ++index_,
                              game.line));
      }
      if (is_too_large || type == "end") games_.erase(found);
    } catch (const std::exception& error) {
      broken_ = {number, reason_of(error), text.starts_with("{\"v\":")};
    }
  }

  void start(const Json& line, const LoggedKey& key, std::size_t number, const std::string& text) {
    LoggedGame game{number, std::hash<std::string>{}(text), {}, 0, text.size()};
    // A game that was cut off is played again.
    const auto earlier = games_.find(key);
    if (earlier != games_.end()) cut_off(earlier->second);
    std::string day = text_of(line, "time").substr(0, 10);
    std::replace(day.begin(), day.end(), '-', '.');
    const std::string board = text_of(line, "board");
    game.text.add_tag("Event", key.first);
    game.text.add_tag("Site", "schiri");
    game.text.add_tag("Date", day);
    game.text.add_tag("Round", text_of(line, "round") + (board.empty() ? "" : "." + board));
    game.text.add_tag("White", text_of(line, "white"));
    game.text.add_tag("Black", text_of(line, "black"));
    const std::string name = text_of(line, "game"), variant = text_of(line, "variant");
    const std::string referee = text_of(line, "referee");
    const GameType* const type = game_of_record(name, !referee.empty());
    game.text.add_tag("Game", name);
    if (!referee.empty()) game.text.add_tag("Referee", referee);
    if (!type || variant != type->variant_table.standard()) game.text.add_tag("Variant", variant);
    for (const auto& [tag, member] : {std::pair("Position", "position"), {"Roll", "roll"}}) {
      if (const std::string value = text_of(line, member); !value.empty()) {
        game.text.add_tag(tag, value);
      }
    }
    if (const Json* const opening = line.find("line")) {
      for (const Json& turn : *opening) {
        game.text.add_turn(turn.get<std::string>());
        ++game.turns;
      }
    }
    games_.insert_or_assign(key, std::move(game));
  }

  static void add_turn(const Json& line, LoggedGame& game) {
    if (game.lacks_turns) return;
    if (line.at("turn").get<std::uint64_t>() != game.turns + 1) {
      game.lacks_turns = true;
      throw JsonError("turn " + std::to_string(game.turns + 1) + " of the game is missing");
    }
    game.text.add_turn(line.at("text").get<std::string>());
    ++game.turns;
    std::string comment = text_of(line, "score");
    if (!comment.empty()) comment += "/" + text_of(line, "depth") + " ";
    if (const Json* const seconds = line.find("seconds")) {
      game.text.add_comment(comment + fixed_text(seconds->get<double>(), 3) + "s");
    }
  }

  void end(const Json& line, LoggedGame& game) {
    if (game.lacks_turns) return;  // which has been reported
    // A log may have lines twice, of copies that were joined.
    if (!passed_on_.insert(game.hash).second) return;
    finish(game, text_of(line, "result"), text_of(line, "termination"));
    if (const auto remark = text_of(line, "remark"); !remark.empty()) {
      game.text.add_trailing_comment(remark);
    }
    pass_on(game.text.check(options_, ++index_, game.line));
  }

  static void finish(LoggedGame& game, const std::string& result, const std::string& termination) {
    if (!termination.empty()) game.text.add_tag("Termination", termination);
    game.text.add_tag("Result", result);
    game.text.set_result(result);
  }

  /// A game whose last turn is there has its result by the rules.
  void cut_off(LoggedGame& game) {
    if (!passed_on_.insert(game.hash).second) return;
    LoggedGame whole = game;
    finish(game, "*", "unterminated");
    CheckedRecord record = game.text.check(options_, ++index_, game.line);
    if (const auto& ending = record.check.ending) {
      finish(whole, std::string(result_text(ending->outcome)), "normal");
      record = whole.text.check(options_, index_, game.line);
    }
    pass_on(std::move(record));
  }

  void refuse(const BrokenLine& line) {
    pass_on(broken_record(Code::syntax,
                          message("this is no line of a tournament's log: {0}", line.reason),
                          ++index_, line.number));
  }

  void pass_on(CheckedRecord record) {
    if (!goes_on_) return;
    if (options_.work) options_.work(record);
    goes_on_ = sink_(record);
  }

  const ReadOptions& options_;
  const RecordSink& sink_;
  std::map<LoggedKey, LoggedGame> games_;
  std::unordered_set<std::size_t> passed_on_;  ///< games, by their hash
  std::size_t index_ = 0;
  std::optional<BrokenLine> broken_;  ///< the last line, if it is one
  bool is_begin_ = false;             ///< of the last line
  bool goes_on_ = true;
};

}  // namespace

void read_log_records(ByteSource& source, const ReadOptions& options, const RecordSink& sink) {
  LogReader(options, sink).read(source);
}

}  // namespace schiri
