#include "notation/records/pgn/segment.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <optional>

#include "core/base/date.h"
#include "core/match/termination.h"
#include "notation/game_types.h"
#include "notation/records/check/finding_log.h"
#include "notation/records/game_hash.h"
#include "notation/records/pgn/movetext.h"
#include "notation/records/pgn/tags.h"
#include "notation/text/printable.h"
#include "notation/text/typed_words.h"

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
  GameChecker(const MovetextReader::Place& place, std::size_t line, const ReadOptions& options)
      : options_(options),
        begin_(place.begin),
        findings_(place.text, place.limit, place.begin, result_.check),
        reader_(place, options.keep == Keep::records ? &result_.record : nullptr) {
    result_.check.line = line;
  }

  /// Leaves the reader where the game ends. After `last` no other one comes; null if one does.
  void run(const char* last) {
    if (read_tags() && set_up()) check_end();
    if (findings_.has_error()) reader_.skip_game();
    const char* const end = reader_.end();
    if (reader_.position() == end && end != last) explain_ending();
    refuse_if_too_large();
    if (options_.check.strict) make_warnings_errors();
  }

  CheckedRecord& result() { return result_; }
  const MovetextReader& reader() const { return reader_; }

 private:
  bool read_tags() {
    note_quotes();
    const bool read = tags_.read(reader_, &findings_);
    result_.check.game = tags_.value_or(KnownTag::game, options_.check.game);
    if (!read) return false;
    if (options_.keep != Keep::nothing) tags_.copy_to(result_.record);
    if (const std::string missing = tags_.list_missing(); !missing.empty()) {
      findings_.add(Code::missing_tag, "not given: " + missing);
    }
    if (const TagText* date = tags_.find(KnownTag::date)) check_date(*date);
    if (const TagText* result = tags_.find(KnownTag::result)) check_result_tag(*result);
    return true;
  }

  /// From here on, a value that is written in another way is as records have it.
  void respell(const TagText& tag, std::string_view written) {
    if (options_.keep != Keep::nothing) result_.record.set_tag(tag.name, written);
    if (!findings_.is_first(Spelling::tag_value)) return;
    findings_.add(Code::spelling, tag.quoted.data(), tag.quoted.size(), 0,
                  "the " + std::string(tag.name) + " '" + printable(tag.value()) + "' is written " +
                      std::string(written));
  }

  void check_result_tag(const TagText& tag) {
    const std::string_view meant = result_meant(tag.inside);
    if (!meant.empty() && meant != tag.inside) respell(tag, meant);
  }

  void note_quotes() {
    if (!reader_.is_quoted() || !findings_.is_first(Spelling::quoted_lines)) return;
    findings_.add(Code::spelling, begin_, 1, 0,
                  "these lines are quoted by a >, as in mail; records are written without");
  }

  /// Says of a game that was left open why it ended all the same.
  void explain_ending() {
    auto& errors = result_.check.errors;
    if (errors.empty() || errors.back().code != Code::unterminated) return;
    errors.back().message +=
        "; the game ends where the next one begins, at a [ behind an empty line";
  }

  /// From here on, a date that is written in another way is as records have it.
  void check_date(const TagText& tag) {
    const std::string written = tag.value();
    const auto date = read_date(written);
    if (date && date->text() == written) return;
    if (date && options_.keep != Keep::nothing) result_.record.set_tag("Date", date->text());
    findings_.add(Code::spelling, tag.quoted.data(), tag.quoted.size(), 0,
                  date ? "a record has this date as " + date->text() : no_date_message(written));
  }

  /// The game that is played, by its tag or else as given; null after an error.
  const GameType* find_type() {
    GameCheck& check = result_.check;
    const bool is_told = options_.check.overrides_game && !options_.check.game.empty();
    if (is_told) check.game = options_.check.game;
    if (check.game.empty()) {
      refuse(Code::unknown_game, KnownTag::game,
             "the record does not name its game, by a tag [Game \"...\"] or by --game");
      return nullptr;
    }
    const GameType* type = find_game(check.game);
    if (!type) {
      refuse(Code::unknown_game, KnownTag::game, unknown_game_message(check.game));
      return nullptr;
    }
    const TagText* tag = tags_.find(KnownTag::game);
    if (tag && type->name() != tag->inside) {
      if (is_told && find_game(tag->value()) != type) {
        if (options_.keep != Keep::nothing) result_.record.set_tag("Game", type->name());
      } else {
        respell(*tag, type->name());
      }
    }
    if (check.game != type->name()) check.game = type->name();
    return type;
  }

  /// As the tag names it, or else as given, in the name that records have.
  std::string find_variant(const GameType& type) {
    const TagText* tag = tags_.find(KnownTag::variant);
    if (!tag && options_.check.variant.empty()) return {};
    const std::string named = tag ? tag->value() : options_.check.variant;
    const std::string_view known = known_variant(named, type.variants());
    if (known.empty()) return named;
    if (tag && known != named) respell(*tag, known);
    return std::string(known);
  }

  bool is_empty(KnownTag tag) const {
    const TagText* found = tags_.find(tag);
    return found && found->inside.empty();
  }

  /// Finds the game, sets it up and plays its turns.
  bool set_up() {
    const GameType* type = find_type();
    if (!type) return false;
    GameCheck& check = result_.check;
    if (is_empty(KnownTag::position) || (is_empty(KnownTag::roll) && type->starts_with_roll())) {
      const KnownTag tag = is_empty(KnownTag::position) ? KnownTag::position : KnownTag::roll;
      return refuse(Code::bad_position, tag, "the tag is empty; a game begins somewhere");
    }
    const StartSpec spec{find_variant(*type), tags_.value_or(KnownTag::position, ""),
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

  /// The tag to blame for a start that cannot be set up.
  KnownTag tag_of(StartError::Kind kind) const {
    if (kind == StartError::Kind::unknown_variant) return KnownTag::variant;
    return tags_.find(KnownTag::position) ? KnownTag::position : KnownTag::roll;
  }

  std::string roll() const {
    // A position holds its dice; a roll for records without one is ignored for those with a
    // position.
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
    check_result(reader_.piece());
    if (!findings_.has_error() && reader_.read_trailer() == MovetextReader::Piece::problem) {
      const auto& problem = reader_.problem();
      findings_.add(problem.code, reader_.piece().data(), reader_.piece().size(), check.turns + 1,
                    problem.message);
    }
  }

  /// What the tag says if that is another result; empty if it is this one, or nothing.
  std::string other_told_result(std::string_view result) const {
    const TagText* tag = tags_.find(KnownTag::result);
    const bool is_same = !tag || tag->inside == result || result_meant(tag->inside) == result;
    return is_same ? "" : tag->value();
  }

  void check_result(std::string_view place) {
    GameCheck& check = result_.check;
    const std::string_view token = check.result;
    const auto report = [&](Code code, std::string message) {
      findings_.add(code, place.data(), place.size(), check.turns, std::move(message));
    };
    if (check.ending && result_text(check.ending->outcome) != token) {
      return report(Code::result_mismatch, "the record says " + std::string(token) +
                                               ", but by the rules " + describe(*check.ending) +
                                               ": " +
                                               std::string(result_text(check.ending->outcome)));
    }
    const std::string tag = other_told_result(token);
    if (!tag.empty()) {
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

void keep_text(const char* begin, const char* end, CheckedRecord& checked) {
  const auto& errors = checked.check.errors;
  if (!errors.empty() && errors.front().code == Code::too_large) return;
  std::string_view text(begin, end);
  while (!text.empty() && (is_blank(text.back()) || text.ends_with(byte_order_mark))) {
    text.remove_suffix(is_blank(text.back()) ? 1 : byte_order_mark.size());
  }
  checked.text = text;
}

/// Is a line empty from here on but for what quotes it in mail?
bool is_empty_quote(const char* at, const char* end) {
  at = std::find_if(at, end, [](char c) { return c != '>' && c != ' ' && c != '\t' && c != '\r'; });
  return at == end || *at == '\n';
}

/// The same place, or the front of its line if only quotes of mail stand before it.
const char* before_quotes(const char* text, const char* at) {
  const char* line = at;
  while (line > text && (line[-1] == ' ' || line[-1] == '>')) --line;
  const bool is_front = line == text || line[-1] == '\n';
  const char* const quote = is_front ? std::find(line, at, '>') : at;
  return quote;
}

/// Where a game begins for sure if this is the bracket of its first tag; null if it is not.
const char* sure_beginning(const char* text, const char* bracket) {
  if (bracket == text || !is_letter(bracket[1])) return nullptr;
  // Most tag pairs stand right below another one.
  if (bracket[-1] == '\n' && bracket - text > 1 && !is_blank(bracket[-2])) return nullptr;
  // Here begins the next of joined files, even if the last line of the one before has no end.
  if (std::string_view(text, bracket).ends_with(byte_order_mark)) return bracket;
  const char* const line = before_quotes(text, bracket);
  const bool is_quoted = line < bracket;
  if (line == text || line[-1] != '\n') return nullptr;
  const char* before = line - 1;
  const auto is_nothing = [&](char c) { return is_blank(c) ? c != '\n' : is_quoted && c == '>'; };
  while (before > text && is_nothing(before[-1])) --before;
  if (before > text && before[-1] != '\n') return nullptr;
  return !is_quoted || std::find(before, line, '>') < line ? line : nullptr;
}

const char* find_last(char c, const char* begin, const char* end) {
  return static_cast<const char*>(memrchr(begin, c, static_cast<std::size_t>(end - begin)));
}

/// Where the comment begins that ends with a brace here; null if that is not to be seen.
const char* comment_begin(const char* text, const char* brace) {
  // After a closing brace no comment is open, so the next opening one opened this.
  const char* const other = find_last('}', text, brace);
  const char* const open = std::find(other ? other + 1 : text, brace, '{');
  return open == brace ? nullptr : open;
}

/// Is what stands before this line movetext, or within a comment, so that no header goes on here?
/// False also where it is not to be seen soon.
bool follows_movetext(const char* text, const char* at) {
  for (int steps = 0; steps < 32; ++steps) {
    while (at > text && (is_blank(at[-1]) || at[-1] == '>')) --at;
    if (at == text || at[-1] == ']') return false;
    if (at[-1] == '}') {
      at = comment_begin(text, at - 1);
      if (!at) return false;
      continue;
    }
    const char* const newline = find_last('\n', text, at);
    const std::string_view line(newline ? newline + 1 : text, at);
    const std::size_t semicolon = line.find(';');
    if (semicolon == line.npos) return line.find_first_of("[\"%\xef") == line.npos;
    at = line.data() + semicolon;
  }
  return false;
}

/// Says of places in a text, each before the last one, whether a comment may be open there.
class OpenComments {
 public:
  explicit OpenComments(std::string_view text)
      : text_(text.data()), open_(text_ + text.size()), close_(open_) {}

  bool may_hold(const char* at) {
    while (open_ && open_ >= at) open_ = find_last('{', text_, open_);
    while (close_ && close_ >= at) close_ = find_last('}', text_, close_);
    return open_ && (!close_ || close_ < open_);
  }

 private:
  const char* text_;
  const char* open_;
  const char* close_;
};

/// Does a tag pair at the front of this line begin a game although no empty line is before it?
bool begins_game_directly(std::string_view text, const char* line, OpenComments& comments) {
  const bool is_front = line > text.data() && line[-1] == '\n';
  return is_front && follows_movetext(text.data(), line) && !comments.may_hold(line) &&
         TagSection::begins_pair(line, text.data() + text.size());
}

/// Goes from game to game in a text.
class GameWalk {
 public:
  explicit GameWalk(std::string_view text, bool is_segment = false)
      : text_(text.data()),
        limit_(text.data() + text.size()),
        at_(text_),
        segment_end_(text_),
        invalid_(text_) {
    if (is_segment) set_segment(limit_);
  }

  /// False at the end of the text.
  bool find_game() {
    at_ = skip_between_games(text_, at_, limit_);
    if (at_ == limit_) return false;
    if (at_ >= segment_end_) set_segment(find_next_segment(text_, at_, limit_));
    if (invalid_ < at_) invalid_ = find_invalid_utf8(at_, segment_end_);
    return true;
  }

  MovetextReader::Place place() const { return {text_, at_, segment_end_, limit_, invalid_}; }
  const char* position() const { return at_; }

  /// The game has been read up to where the reader stands.
  void leave_game(const MovetextReader& reader) {
    at_ = std::max(before_quotes(text_, reader.position()), at_ + 1);
    if (reader.end() != segment_end_) {
      segment_end_ = reader.end();
      invalid_ = find_invalid_utf8(at_, segment_end_);
    }
  }

 private:
  void set_segment(const char* segment_end) {
    segment_end_ = segment_end;
    invalid_ = first_invalid(at_, segment_end_);
  }

  /// Only bytes beyond ASCII can be wrong, and most text has none.
  static const char* first_invalid(const char* begin, const char* end) {
    unsigned char all = 0;
    for (const char* at = begin; at < end; ++at) all |= static_cast<unsigned char>(*at);
    return all < 0x80 ? end : find_invalid_utf8(begin, end);
  }

  const char* text_;
  const char* limit_;
  const char* at_;
  const char* segment_end_;
  const char* invalid_;
};

}  // namespace

const char* skip_between_games(const char* text, const char* at, const char* end) {
  while (at < end) {
    const bool at_line_start = at == text || at[-1] == '\n';
    if (is_blank(*at)) {
      ++at;
    } else if (is_byte_order_mark(at, end)) {
      at += byte_order_mark.size();
      if (at < end && *at == '%') at = std::find(at, end, '\n');
    } else if (at_line_start && (*at == '%' || (*at == '>' && is_empty_quote(at, end)))) {
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

const char* find_next_segment(const char* text, const char* from, const char* end) {
  for (const char* at = from + 1; at < end; ++at) {
    at = static_cast<const char*>(std::memchr(at, '[', static_cast<std::size_t>(end - at)));
    if (!at) return end;
    const char* const beginning = at + 1 < end ? sure_beginning(text, at) : nullptr;
    if (beginning && beginning > from) return beginning;
  }
  return end;
}

std::size_t find_last_beginning(std::string_view text) {
  if (text.empty()) return 0;
  const auto find = [&](const auto& beginning_of) -> std::size_t {
    const char* end = text.data() + text.size() - 1;  // a letter is wanted after the bracket
    while (const char* bracket = find_last('[', text.data(), end)) {
      const char* const beginning = beginning_of(bracket);
      if (beginning) return static_cast<std::size_t>(beginning - text.data());
      end = bracket;
    }
    return 0;
  };
  const std::size_t sure = find([&](const char* bracket) {
    const char* const beginning = sure_beginning(text.data(), bracket);
    return beginning && follows_movetext(text.data(), beginning) ? beginning : nullptr;
  });
  if (sure) return sure;
  OpenComments comments(text);
  return find([&](const char* bracket) {
    return begins_game_directly(text, bracket, comments) ? bracket : nullptr;
  });
}

std::size_t check_games(std::string_view text, std::size_t line, Extent extent,
                        const ReadOptions& options,
                        const std::function<void(CheckedRecord&&)>& sink) {
  const char *const end = text.data() + text.size(), *counted = text.data();
  for (GameWalk walk(text, extent == Extent::segment); walk.find_game();) {
    const char* const begin = walk.position();
    line += count_lines(counted, begin);
    counted = begin;
    GameChecker checker(walk.place(), line, options);
    checker.run(extent == Extent::front ? nullptr : end);
    walk.leave_game(checker.reader());
    if (options.keep_text) keep_text(begin, walk.position(), checker.result());
    sink(std::move(checker.result()));
  }
  return line + count_lines(counted, end);
}

std::size_t complete_games_length(std::string_view text) {
  const char* complete = text.data();
  for (GameWalk walk(text); walk.find_game();) {
    MovetextReader reader(walk.place(), nullptr);
    TagSection().read(reader, nullptr);
    reader.skip_game();
    walk.leave_game(reader);
    if (walk.position() == text.data() + text.size()) break;
    complete = walk.position();
  }
  return static_cast<std::size_t>(complete - text.data());
}

}  // namespace schiri
