#include "notation/records/segment.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <optional>

#include "core/date.h"
#include "core/match/termination.h"
#include "notation/game_types.h"
#include "notation/printable.h"
#include "notation/records/finding_log.h"
#include "notation/records/game_hash.h"
#include "notation/records/movetext.h"
#include "notation/records/tags.h"

namespace schiri {

namespace {

std::string no_date_message(const std::string& text) {
  const std::string likely = likely_dates(text);
  return "'" + printable(text) + "' is no date; write " +
         (likely.empty() ? "2026.03.07, with ?? for what is not known" : likely);
}

/// The variant a record is played in, by name.
std::string variant_of(const GameType& type, std::string_view named) {
  return std::string(named.empty() ? type.variants().front() : named);
}

Code code_of(StartError::Kind kind) {
  switch (kind) {
    case StartError::Kind::unknown_variant:
      return Code::unknown_variant;
    case StartError::Kind::missing_roll:
      return Code::missing_roll;
    case StartError::Kind::bad_position:
      break;
  }
  return Code::bad_position;
}

/// Checks one game from its first character on.
class GameChecker {
 public:
  GameChecker(std::string_view text, const char* begin, const char* invalid, std::size_t line,
              const ReadOptions& options)
      : options_(options),
        begin_(begin),
        findings_(text.data(), text.data() + text.size(), begin, result_.check),
        reader_(begin, text.data() + text.size(), invalid,
                options.keep == Keep::records ? &result_.record : nullptr) {
    result_.check.line = line;
  }

  /// Returns where the game ends.
  const char* run() {
    if (read_tags() && set_up()) check_end();
    if (findings_.has_error()) reader_.skip_game();
    refuse_if_too_large();
    if (options_.check.strict) make_warnings_errors();
    return reader_.position();
  }

  CheckedRecord& result() { return result_; }

 private:
  bool read_tags() {
    const bool read = tags_.read(reader_, findings_);
    result_.check.game = tags_.value_or(KnownTag::game, options_.check.game);
    if (!read) {
      TagSection::skip_rest(reader_);
      return false;
    }
    if (options_.keep != Keep::nothing) tags_.copy_to(result_.record);
    if (const std::string missing = tags_.list_missing(); !missing.empty()) {
      findings_.add(Code::missing_tag, "not given: " + missing);
    }
    if (const TagText* date = tags_.find(KnownTag::date)) check_date(*date);
    return true;
  }

  /// A date that is written in another way goes on as records have it.
  void check_date(const TagText& tag) {
    const std::string written = tag.value();
    const auto date = read_date(written);
    if (date && date->text() == written) return;
    if (date && options_.keep != Keep::nothing) result_.record.set_tag("Date", date->text());
    findings_.add(Code::spelling, tag.quoted.data(), tag.quoted.size(), 0,
                  date ? "a record has this date as " + date->text() : no_date_message(written));
  }

  /// Finds the game, sets it up and plays its turns.
  bool set_up() {
    GameCheck& check = result_.check;
    if (check.game.empty()) {
      return refuse(Code::unknown_game, KnownTag::game,
                    "the record does not name its game, by a tag [Game \"...\"] or by --game");
    }
    const GameType* type = find_game(check.game);
    if (!type) {
      return refuse(Code::unknown_game, KnownTag::game,
                    "no game '" + printable(check.game) + "' is known; see 'schiri games'");
    }
    const StartSpec spec{tags_.value_or(KnownTag::variant, options_.check.variant),
                         tags_.value_or(KnownTag::position, ""),
                         type->starts_with_roll() ? roll() : std::string()};
    check.variant = variant_of(*type, spec.variant);
    if (options_.keep == Keep::headers) {
      hasher_.emplace(check.game, check.variant, spec.position, tags_.value_or(KnownTag::roll, ""));
      reader_.set_hasher(&*hasher_);
    }
    try {
      type->check_movetext(spec, reader_, findings_, check);
    } catch (const StartError& error) {
      return refuse(code_of(error.kind), tag_of(error.kind), error.what());
    }
    if (findings_.has_error()) return false;
    if (hasher_) result_.hash = hasher_->value();
    return true;
  }

  /// The tag that a start which cannot be set up is laid to.
  KnownTag tag_of(StartError::Kind kind) const {
    if (kind == StartError::Kind::unknown_variant) return KnownTag::variant;
    return tags_.find(KnownTag::position) ? KnownTag::position : KnownTag::roll;
  }

  std::string roll() const {
    // A position holds its dice; a roll for records without one is no reproach to those with it.
    const bool given = tags_.find(KnownTag::position) != nullptr;
    return tags_.value_or(KnownTag::roll, given ? "" : options_.check.roll);
  }

  /// Reports at the value of a tag, or without a token if it is absent.
  bool refuse(Code code, KnownTag named, std::string message) {
    if (const TagText* tag = tags_.find(named)) {
      findings_.add(code, tag->quoted.data(), tag->quoted.size(), 0, std::move(message));
    } else {
      findings_.add(code, std::move(message));
    }
    return false;
  }

  void check_end() {
    GameCheck& check = result_.check;
    if (check.result.empty()) {
      findings_.add(Code::missing_result,
                    "the game has no result at its end: 1-0, 0-1, 1/2-1/2 or *");
      return;
    }
    result_.record.result = check.result;
    const std::string_view token = reader_.piece();
    check_result(token);
    if (!findings_.has_error() && reader_.read_trailer() == MovetextReader::Piece::problem) {
      const auto& problem = reader_.problem();
      findings_.add(problem.code, reader_.piece().data(), reader_.piece().size(), check.turns + 1,
                    problem.message);
    }
  }

  void check_result(std::string_view token) {
    GameCheck& check = result_.check;
    const auto report = [&](Code code, std::string message) {
      findings_.add(code, token.data(), token.size(), check.turns, std::move(message));
    };
    if (check.ending && result_text(check.ending->outcome) != token) {
      return report(Code::result_mismatch, "the record says " + std::string(token) +
                                               ", but by the rules " + describe(*check.ending) +
                                               ": " +
                                               std::string(result_text(check.ending->outcome)));
    }
    const std::string tag = tags_.value_or(KnownTag::result, "");
    if (!tag.empty() && tag != token) {
      return report(Code::result_tag, "the tag Result says '" + printable(tag) +
                                          "', the end of the game " + std::string(token));
    }
    const std::string termination =
        tags_.value_or(KnownTag::termination, text_of(Termination::normal));
    if (!check.ending && token != "*" && termination == text_of(Termination::normal)) {
      report(Code::unexplained_result,
             "the rules did not end the game here, and no tag Termination says why it ended " +
                 std::string(token));
    }
  }

  void refuse_if_too_large() {
    const auto size = static_cast<std::size_t>(reader_.position() - begin_);
    if (size <= options_.max_game_bytes) return;
    GameCheck& check = result_.check;
    check.errors.clear();
    check.warnings.clear();
    findings_.add(Code::too_large, too_large_message(options_.max_game_bytes));
  }

  void make_warnings_errors() {
    GameCheck& check = result_.check;
    check.warnings.insert(check.warnings.end(), std::make_move_iterator(check.errors.begin()),
                          std::make_move_iterator(check.errors.end()));
    check.errors = std::move(check.warnings);
    check.warnings.clear();
  }

  const ReadOptions& options_;
  const char* begin_;
  CheckedRecord result_;
  TagSection tags_;
  FindingLog findings_;
  std::optional<GameHasher> hasher_;
  MovetextReader reader_;
};

std::size_t count_lines(const char* begin, const char* end) {
  std::size_t lines = 0;
  while (const void* newline = std::memchr(begin, '\n', static_cast<std::size_t>(end - begin))) {
    begin = static_cast<const char*>(newline) + 1;
    ++lines;
  }
  return lines;
}

/// Only bytes beyond ASCII can be wrong, and most text has none.
const char* first_invalid(const char* begin, const char* end) {
  unsigned char all = 0;
  for (const char* at = begin; at < end; ++at) all |= static_cast<unsigned char>(*at);
  return all < 0x80 ? end : find_invalid_utf8(begin, end);
}

void keep_text(const char* begin, const char* end, CheckedRecord& checked) {
  const auto& errors = checked.check.errors;
  if (!errors.empty() && errors.front().code == Code::too_large) return;
  std::string_view text(begin, end);
  while (!text.empty() && (is_blank(text.back()) || text.ends_with(byte_order_mark))) {
    text.remove_suffix(is_blank(text.back()) ? 1 : byte_order_mark.size());
  }
  checked.text = text;
}

}  // namespace

const char* skip_between_games(const char* text, const char* at, const char* end) {
  while (at < end) {
    if (is_blank(*at)) {
      ++at;
    } else if (is_byte_order_mark(at, end)) {
      at += byte_order_mark.size();
      if (at < end && *at == '%') at = std::find(at, end, '\n');
    } else if (*at == '%' && (at == text || at[-1] == '\n')) {
      at = std::find(at, end, '\n');
    } else {
      break;
    }
  }
  return at;
}

std::string too_large_message(std::size_t most) {
  return "the game is larger than " + std::to_string(most) + " bytes (--max-game-bytes)";
}

bool begins_game_for_sure(const char* text, const char* line) {
  if (line[0] != '[' || !is_letter(line[1]) || line == text) return false;
  // Here begins the next of joined files, even if the last line of the one before has no end.
  if (std::string_view(text, line).ends_with(byte_order_mark)) return true;
  if (line[-1] != '\n') return false;
  const char* before = line - 1;
  while (before > text && is_blank(before[-1]) && before[-1] != '\n') --before;
  return before == text || before[-1] == '\n';
}

const char* find_next_segment(const char* text, const char* from, const char* end) {
  for (const char* at = from + 1; at < end; ++at) {
    at = static_cast<const char*>(std::memchr(at, '[', static_cast<std::size_t>(end - at)));
    if (!at) return end;
    if (begins_game_for_sure(text, at)) return at;
  }
  return end;
}

std::size_t check_segment(std::string_view text, std::size_t line, const ReadOptions& options,
                          const std::function<void(CheckedRecord&&)>& sink) {
  const char *at = text.data(), *const end = at + text.size(), *counted = at;
  const char* invalid = first_invalid(at, end);
  while ((at = skip_between_games(text.data(), at, end)) < end) {
    line += count_lines(counted, at);
    counted = at;
    if (invalid < at) invalid = find_invalid_utf8(at, end);
    GameChecker checker(text, at, invalid, line, options);
    const char* const begin = at;
    at = checker.run();
    if (options.keep_text) keep_text(begin, at, checker.result());
    sink(std::move(checker.result()));
  }
  return line + count_lines(counted, end);
}

std::size_t complete_games_length(std::string_view text) {
  const char *at = text.data(), *const end = at + text.size(), *complete = at;
  while ((at = skip_between_games(text.data(), at, end)) < end) {
    MovetextReader reader(at, end, find_invalid_utf8(at, end), nullptr);
    TagSection::skip_rest(reader);
    reader.skip_game();
    at = reader.position();
    if (at == end) break;
    complete = at;
  }
  return static_cast<std::size_t>(complete - text.data());
}

}  // namespace schiri
