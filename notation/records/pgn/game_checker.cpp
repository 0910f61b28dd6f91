#include "notation/records/pgn/game_checker.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <optional>

#include "core/base/characters.h"
#include "core/base/date.h"
#include "core/base/text.h"
#include "core/match/player.h"
#include "core/match/termination.h"
#include "notation/game_types.h"
#include "notation/records/check/finding_log.h"
#include "notation/records/game_hash.h"
#include "notation/records/pgn/segment.h"
#include "notation/records/pgn/tags.h"
#include "notation/text/odd_character.h"
#include "notation/text/printable.h"
#include "notation/text/typed_words.h"

namespace schiri {

namespace {

Message no_date_message(const std::string& text) {
  if (const Message likely = likely_dates(text); !likely.empty()) {
    return message(
        "'{0}' is not a date; write {1}, or read it by 'schiri convert --date-order dmy' or mdy",
        printable(text), likely);
  }
  return message("'{0}' is not a date; write 2026.03.07, with ?? for unknown parts",
                 printable(text));
}

/// The variant of a record, by name.
std::string variant_of(const GameType& type, std::string_view named) {
  return std::string(named.empty() ? type.variant_table.standard() : named);
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
  /// `place`: of the first character.
  GameChecker(const MovetextReader::GameSpan& span, const TextPlace& place,
              const ReadOptions& options)
      : options_(options),
        begin_(span.begin),
        findings_(place, span.limit, result_.check),
        reader_(span, options.keep == Keep::records ? &result_.record : nullptr) {}

  /// Leaves the reader at the end of the game. `last` is the end of the last game, or null if games
  /// follow the text.
  void run(const char* last) {
    if (read_tags() && !options_.only_tags && set_up()) check_end();
    if (findings_.has_error() || options_.only_tags) reader_.skip_game();
    const char* const end = reader_.end();
    if (reader_.position() == end && end != last) explain_ending();
    refuse_if_too_large();
    if (options_.check.strict) make_warnings_errors();
  }

  CheckedRecord& result() { return result_; }
  const MovetextReader& reader() const { return reader_; }

  /// Is it no game, but comments without one?
  bool has_only_comments() const {
    if (!tags_.tags().empty() || !result_.check.result.empty() || result_.check.turns > 0) {
      return false;
    }
    const char* const end = std::min(reader_.position(), reader_.invalid());
    bool any = false;
    for (const char* at = begin_; at < end;) {
      const bool is_line_start = at == begin_ || at[-1] == '\n';
      if (*at == '{') {
        at = std::find(at, end, '}');
        if (at == end) return false;
        ++at;
        any = true;
      } else if (*at == ';' || (*at == '%' && is_line_start)) {
        at = std::find(at, end, '\n');
        any = true;
      } else if (is_blank(*at) || is_end_mark(*at)) {
        ++at;
      } else {
        return false;
      }
    }
    return any && end == reader_.position();
  }

 private:
  bool read_tags() {
    note_quotes();
    const bool read = tags_.read(reader_, &findings_);
    result_.check.game = tags_.value_or(KnownTag::game, options_.check.game);
    if (options_.keep != Keep::nothing) tags_.copy_to(result_.record);
    if (!read) return false;
    if (const std::string missing = tags_.list_missing(); !missing.empty()) {
      findings_.add(Code::missing_tag, message("missing: {0}", missing));
    }
    if (const TagText* date = tags_.find(KnownTag::date)) check_date(*date);
    if (const TagText* result = tags_.find(KnownTag::result)) check_result_tag(*result);
    if (const TagText* fen = tags_.find("FEN")) check_chess_position(*fen);
    for (const char* const rating : {"WhiteElo", "BlackElo"}) {
      if (const TagText* tag = tags_.find(rating)) check_rating(*tag);
    }
    return true;
  }

  /// Replaces the value of a tag by its canonical spelling.
  void respell(const TagText& tag, std::string_view written) {
    if (options_.keep != Keep::nothing) result_.record.set_tag(tag.name, written);
    if (!findings_.is_first(Spelling::tag_value)) return;
    findings_.add(
        Code::spelling, tag.quoted.data(), tag.quoted.size(), 0,
        message("the {0} '{1}' is written {2}", tag.name, printable(tag.value()), written));
  }

  void check_result_tag(const TagText& tag) {
    const std::string value = tag.value();
    const std::string_view canonical = canonical_result(value);
    if (!canonical.empty() && canonical != value) respell(tag, canonical);
  }

  /// A position of chess programs.
  void check_chess_position(const TagText& tag) {
    if (tags_.find(KnownTag::position) || !findings_.is_first(Spelling::tag_name)) return;
    findings_.add(Code::spelling, tag.quoted.data(), tag.quoted.size(), 0,
                  message("the tag FEN is not read; the starting position is written in the tag "
                          "Position"));
  }

  void check_ply_count() {
    const TagText* tag = tags_.find("PlyCount");
    const std::size_t turns = result_.check.turns;
    if (!tag || tag->value() == std::to_string(turns)) return;
    findings_.add(Code::ply_count, tag->quoted.data(), tag->quoted.size(), 0,
                  message("the tag PlyCount is '{0}', but the game has {1} {1:turn|turns}",
                          printable(tag->value()), turns));
  }

  void note_quotes() {
    if (!reader_.is_quoted() || !findings_.is_first(Spelling::quoted_lines)) return;
    findings_.add(Code::spelling, begin_, 1, 0,
                  message("these lines are quoted by a >, as in mail; records have no quotes"));
  }

  /// Extends an error about an unclosed element by the reason why the game ended.
  void explain_ending() {
    auto& errors = result_.check.errors;
    if (errors.empty() || errors.back().code != Code::unterminated) return;
    errors.back().message =
        joined(errors.back().message,
               message("the game ends where the next one begins, at a [ after an empty line"));
  }

  /// Replaces a date by its canonical spelling.
  void check_date(const TagText& tag) {
    if (const auto usual = read_date(tag.inside); usual && usual->text() == tag.inside) return;
    const std::string written = without_controls(tag.value());
    const auto date = read_date(written, options_.check.date_order);
    if (date && date->text() == written) return;
    if (date && options_.keep != Keep::nothing) {
      result_.record.set_tag("Date", date->text());
      const std::string_view time = time_of_day(written);
      if (!time.empty() && result_.record.tag("Time").empty()) result_.record.set_tag("Time", time);
    }
    findings_.add(
        Code::spelling, tag.quoted.data(), tag.quoted.size(), 0,
        date ? message("this date is written {0}", date->text()) : no_date_message(written));
  }

  /// Replaces a rating by its digits. Other texts stay, as those of unrated players (`-`).
  void check_rating(const TagText& tag) {
    if (std::all_of(tag.inside.begin(), tag.inside.end(), is_digit)) return;
    const std::string written = without_controls(tag.value());
    const auto number = plain_number(written);
    if ((number && *number == written) || written == "-") return;
    if (number && options_.keep != Keep::nothing) result_.record.set_tag(tag.name, *number);
    if (!findings_.is_first(Spelling::rating)) return;
    findings_.add(
        Code::spelling, tag.quoted.data(), tag.quoted.size(), 0,
        number ? message("the {0} '{1}' is written {2}", tag.name, printable(written), *number)
               : message("the {0} '{1}' is not a number", tag.name, printable(written)));
  }

  /// The game by the tag, otherwise by the options; null after an error.
  const GameType* find_type() {
    GameCheck& check = result_.check;
    const bool is_overridden = options_.check.overrides_game && !options_.check.game.empty();
    if (is_overridden) check.game = options_.check.game;
    if (check.game.empty()) {
      refuse(Code::unknown_game, KnownTag::game,
             message("the game is missing; add a tag [Game \"...\"] or specify the game"));
      return nullptr;
    }
    const std::string& told_name = options_.check.game;
    const GameType* const told = told_name.empty() ? nullptr : find_game(told_name);
    const bool is_told = told && told == find_game(check.game);
    const GameType* type = game_of_record(check.game, is_told || tags_.find("Referee"));
    if (!type) {
      refuse(Code::unknown_game, KnownTag::game,
             joined(unknown_game_message(check.game), odd_character_in(check.game)));
      return nullptr;
    }
    const TagText* tag = tags_.find(KnownTag::game);
    if (tag && type->name() != tag->inside && type->name() != tag->value()) {
      if (is_overridden && find_game(tag->value()) != type) {
        if (options_.keep != Keep::nothing) result_.record.set_tag("Game", type->name());
      } else {
        respell(*tag, type->name());
      }
    }
    if (check.game != type->name()) check.game = type->name();
    return type;
  }

  /// The variant of the tag, otherwise of the options, by its canonical name.
  std::string find_variant(const GameType& type) {
    const TagText* tag = tags_.find(KnownTag::variant);
    const bool is_standard =
        options_.check.variant.empty() ||
        (options_.check.chooses_games && tags_.find(KnownTag::game) != nullptr);
    if (!tag && is_standard) return {};
    const std::string named = tag ? tag->value() : options_.check.variant;
    const std::string_view known = type.variant_table.known(named);
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
      return refuse(Code::bad_position, tag,
                    message("the tag is empty; remove it or add its value"));
    }
    StartSpec spec{find_variant(*type), "", type->starts_with_roll() ? roll() : std::string()};
    check.variant = variant_of(*type, spec.variant);
    try {
      spec.position = position(*type, spec.variant);
      if (options_.keep == Keep::headers) {
        hasher_.emplace(check.game, check.variant, spec.position, written_roll());
        reader_.set_hasher(&*hasher_);
      }
      type->check_movetext(spec, reader_, findings_, check);
    } catch (const StartError& error) {
      return refuse(code_of(error.kind), tag_of(error.kind), error.message());
    } catch (const RefereeFailure& failure) {
      throw RefereeFailure(
          message("{0}; in the game that begins on line {1}", failure.message(), check.line),
          failure.tail);
    }
    if (findings_.has_error()) return false;
    if (hasher_) result_.hash = hasher_->value();
    return true;
  }

  /// The tag that makes a start invalid.
  KnownTag tag_of(StartError::Kind kind) const {
    if (kind == StartError::Kind::unknown_variant) return KnownTag::variant;
    return tags_.find(KnownTag::position) ? KnownTag::position : KnownTag::roll;
  }

  /// The starting position, also in the notation of another program. Throws StartError.
  std::string position(const GameType& type, std::string_view variant) {
    const TagText* tag = tags_.find(KnownTag::position);
    std::string written = tag ? tag->value() : "";
    const ForeignNotation* foreign = tag ? type.foreign_notation() : nullptr;
    const auto translated = foreign ? foreign->read_position(written, variant) : std::nullopt;
    if (!translated) return written;
    respell(*tag, *translated);
    return *translated;
  }

  /// The roll of the record, without signs between its numbers.
  std::string written_roll() const {
    std::string roll = tags_.value_or(KnownTag::roll, "");
    const bool has_signs = roll.find_first_of(",;/- ") != roll.npos;
    if (!has_signs || roll.find_first_not_of("0123456789,;/- ") != roll.npos) return roll;
    std::erase_if(roll, [](char c) { return !is_digit(c); });
    return roll;
  }

  std::string roll() {
    const TagText* tag = tags_.find(KnownTag::roll);
    if (tag) {
      const std::string read = written_roll();
      if (read != tag->value()) respell(*tag, read);
      return read;
    }
    // A position includes its dice, so the default roll is ignored for records with a position.
    return tags_.find(KnownTag::position) ? "" : options_.check.roll;
  }

  /// Reports at the value of a tag, or without a token if it is absent.
  bool refuse(Code code, KnownTag named, Message message) {
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
                    message("the game has no result at its end: 1-0, 0-1, 1/2-1/2 or *"));
      return;
    }
    result_.record.result = check.result;
    check_result(reader_.piece());
    check_ply_count();
    if (!findings_.has_error() && reader_.read_trailer() == MovetextReader::Piece::problem) {
      const auto& problem = reader_.problem();
      findings_.add(problem.code, reader_.piece().data(), reader_.piece().size(), check.turns + 1,
                    problem.message);
    }
  }

  /// Reports text after a result on its line: a result within the movetext, perhaps.
  bool reports_rest() {
    MovetextReader rest =
        reader_.part(reader_.position(), std::min(reader_.invalid(), reader_.end()));
    if (rest.read_trailer() != MovetextReader::Piece::problem) return false;
    findings_.add(rest.problem().code, rest.piece().data(), rest.piece().size(),
                  result_.check.turns + 1, rest.problem().message);
    return true;
  }

  /// The value of the tag Result if it differs from this result, otherwise an empty text.
  std::string other_tag_result(std::string_view result) const {
    const TagText* tag = tags_.find(KnownTag::result);
    std::string value = tag ? tag->value() : "";
    const bool is_same = !tag || value == result || canonical_result(value) == result;
    return is_same ? "" : value;
  }

  void check_result(std::string_view place) {
    GameCheck& check = result_.check;
    const std::string_view token = check.result;
    const auto report = [&](Code code, Message message) {
      findings_.add(code, place.data(), place.size(), check.turns, std::move(message));
    };
    if (check.ending && result_text(check.ending->outcome) != token) {
      return report(Code::result_mismatch,
                    message("the result is {0}, but by the rules {1}: {2}", token,
                            describe(*check.ending), result_text(check.ending->outcome)));
    }
    const std::string tag = other_tag_result(token);
    if (!tag.empty()) {
      if (reports_rest()) return;
      return report(Code::result_tag, message("the tag Result is '{0}', but the game ends with {1}",
                                              printable(tag), token));
    }
    const Message refused = objection_to_claim(token);
    if (!refused.empty()) return report(Code::unexplained_result, refused);
    const std::string termination = explain_resignation();
    if (check.ending || token == "*" || termination != text_of(Termination::normal)) return;
    if (const GameFacts& facts = find_game(check.game)->facts; !facts.has_rules) {
      check.ending = Ending{*outcome_of(token), facts.endings.front()};
    } else {
      report(Code::unexplained_result,
             message("the rules did not end the game, and no tag Termination explains the result "
                     "{0}",
                     token));
    }
  }

  /// The value of the tag Termination; without one, a result that says who resigned explains
  /// itself.
  std::string explain_resignation() {
    const std::string_view usual = text_of(Termination::normal);
    std::string termination = tags_.value_or(KnownTag::termination, usual);
    if (termination != usual || !result_.check.is_resigned || result_.check.ending) {
      return termination;
    }
    termination = text_of(Termination::resignation);
    if (options_.keep != Keep::nothing) result_.record.set_tag("Termination", termination);
    return termination;
  }

  /// Why a record with the setting repetition=claim cannot end by repetition, if it says so.
  Message objection_to_claim(std::string_view result) const {
    const GameCheck& check = result_.check;
    if (!check.allows_claim || check.ending || result == "*" ||
        tags_.value_or(KnownTag::termination, "") != repetition_reason) {
      return {};
    }
    if (result != result_text(Outcome::draw)) {
      return message("a game that ends by repetition is a draw, but the result is {0}", result);
    }
    if (*check.allows_claim) return {};
    return message(
        "the tag Termination is 'repetition', but the last position does not occur for "
        "the third time");
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

Message too_large_message(std::size_t max_bytes) {
  return message("the game is larger than the limit of {0} bytes", max_bytes);
}

std::size_t check_games(std::string_view text, std::size_t line, Extent extent,
                        const ReadOptions& options,
                        const std::function<void(CheckedRecord&&)>& sink) {
  const char* const end = text.data() + text.size();
  TextPlace place(text.data(), line);
  GameWalk walk = extent == Extent::segment ? GameWalk::one_segment(text) : GameWalk(text);
  while (walk.find_game()) {
    const char* const begin = walk.position();
    place.advance(begin);
    GameChecker checker(walk.span(), place, options);
    checker.run(extent == Extent::front ? nullptr : end);
    walk.leave_game(checker.reader());
    if (extent != Extent::segment && checker.has_only_comments()) continue;
    if (options.keep_text) keep_text(begin, walk.position(), checker.result());
    sink(std::move(checker.result()));
  }
  place.advance(end);
  return place.line;
}

}  // namespace schiri
