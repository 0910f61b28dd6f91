#pragma once

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "notation/records/check/finding_log.h"
#include "notation/records/game_hash.h"
#include "notation/records/pgn/movetext.h"
#include "notation/records/pgn/turn_number.h"
#include "notation/text/printable.h"
#include "notation/typed/check_variation.h"
#include "notation/typed/nearest_turns.h"
#include "notation/typed/read_line.h"
#include "notation/typed/turn_text.h"

namespace schiri {

/// Notes a space that is none of ASCII records, once a game.
void note_space(const char* at, std::size_t turn, FindingLog& findings);

/// Plays a record's turns, see GameType::check_movetext. Plain turns and correct numbers are read
/// here, specialised for the game; everything else goes through the reader, and other turns are
/// read as typed text.
template <class N>
class MoveChecker {
 public:
  using Position = typename N::Position;
  using Turn = typename Position::Turn;
  using Piece = MovetextReader::Piece;
  using Semicolons = MovetextReader::Semicolons;

  MoveChecker(const Position& start, MovetextReader& reader, FindingLog& findings, GameCheck& check)
      : start_(start),
        reader_(reader),
        findings_(findings),
        check_(check),
        begin_(reader.position()),
        invalid_(reader.invalid()),
        kept_(reader.record() ? reader.record()->movetext.size() : 0) {
    begin();
  }

  void run() {
    mark_ = findings_.mark();
    read_turns();
    // Semicolons begin comments if the game is valid with that, and separate turns if it is valid
    // only with that.
    if (has_doubtful_semicolons_ && !reads_well()) {
      semicolons_separate_ = true;
      start_over();
      semicolons_separate_ = false;
      if (!reads_well()) start_over();
    }
    check_.turns = game_.count.played;
    check_.black_began = game_.count.black_began;
    check_.ending = game_.line.ending();
    if (repetition_of(start_) == Repetition::claim) check_.allows_claim = game_.line.allows_claim();
  }

 private:
  // More variations than any game has are not checked, so that a hostile one takes no longer.
  static constexpr std::size_t most_variations = 10'000;

  void begin() {
    game_.count = {0, start_.side_to_move() == Side::black};
    game_.line.restart(start_);
    reader_.set_semicolons(Semicolons::are_handed_out);
    reader_.set_brackets(MovetextReader::Brackets::opening);
  }

  /// Reads the game again from its beginning.
  [[gnu::cold, gnu::noinline]] void start_over() {
    starts_over_ = false;
    knows_commas_ = false;
    reports_early_variation_ = true;
    variations_ = 0;
    separated_at_ = 0;
    noted_ = 0;
    check_.result.clear();
    check_.is_resigned = false;
    check_.errors.clear();
    findings_.forget_after(mark_);
    reader_.go_back(begin_, invalid_);
    if (reader_.record()) {
      auto& movetext = reader_.record()->movetext;
      movetext.erase(movetext.begin() + static_cast<std::ptrdiff_t>(kept_), movetext.end());
    }
    if (reader_.hasher()) reader_.hasher()->start_over();
    begin();
    read_turns();
  }

  /// Has the game a result, and neither an error nor a wrong number?
  bool reads_well() const {
    const auto first = check_.warnings.begin() + static_cast<std::ptrdiff_t>(mark_.warnings);
    return !findings_.has_error() && !check_.result.empty() &&
           std::none_of(first, check_.warnings.end(),
                        [](const Finding& finding) { return finding.code == Code::turn_number; });
  }

  void read_turns() {
    do {
      is_plain_ && !noted_ && !tracks_ ? read_plain() : read_typed_turns();
    } while (read_piece());
    if (starts_over_) start_over();
  }

  /// Reads as far as the text is plain and the turns are legal. Most text is read here, so all
  /// calls are inlined, although they have other callers.
  [[gnu::flatten, gnu::noinline]] void read_plain() {
    const char* at = reader_.position();
    const char* const end = reader_.end();
    ReadLine<N>& game = game_;
    const bool keeps_turns = keeps_turns_;
    while (true) {
      at = skip_blanks(at);
      at = skip_blanks(at + fitting_number(at));
      Turn turn;
      const std::size_t length = N::scan_turn(at, turn);
      if (at >= end || length == 0) break;
      const bool has_comma = !ends_word(at[length]);
      if ((has_comma && !is_known_separator(at + length)) || !game.can_play_plain(turn)) break;
      game.play_plain(turn);
      if (keeps_turns) keep(turn);
      at += length + has_comma;
      if (has_comma) separated_at_ = game.count.played;
    }
    // Spaces are read beyond the end, because the text of the next game may follow.
    reader_.set_position(std::min(at, end));
  }

  /// A comma between turns, if such commas were reported for this game.
  bool is_known_separator(const char* at) const {
    return N::typed_form.of(',').plain == 0 && knows_commas_ && *at == ',' && is_blank(at[1]);
  }

  /// Reads turns of a game with some non-canonical spellings.
  void read_typed_turns() {
    const char* at = reader_.position();
    while (at) {
      at = skip_blanks(at);
      at = skip_blanks(at + fitting_number(at));
      reader_.set_position(std::min(at, reader_.end()));
      at = at < text_end() && may_begin_turn(*at) ? read_turn(at) : nullptr;
    }
  }

  static bool may_begin_turn(char c) {
    return N::typed_form.of(c).plain && (N::typed_form.begins_with_digits || !is_digit(c));
  }

  /// Plays a turn and returns its end; null if there is none, or a comma follows.
  const char* read_turn(const char* at) {
    Turn turn;
    const std::size_t length = is_plain_ ? N::scan_turn(at, turn) : 0;
    if (length > 0 && ends_word_at(at + length) && game_.can_play(turn)) {
      play(turn);
      return at + length;
    }
    const auto typed = game_.find_turn(at, text_end());
    if (!typed || *typed->end == ',' || !game_.can_play(typed->turn)) return nullptr;
    if (typed->spellings) note_typed(*typed, {at, typed->end});
    play(typed->turn);
    return typed->end;
  }

  static const char* skip_blanks(const char* at) {
    while (is_blank(*at)) ++at;
    return at;
  }

  /// The length of a number with one dot before White's turn, if it is the right one.
  std::size_t fitting_number(const char* at) {
    const TurnCount& count = game_.count;
    return count.black_to_move() ? 0 : number_text_.match(at, count.number());
  }

  /// Reads one piece that is not plain; false at the end of the game's turns.
  bool read_piece() {
    const Piece piece = reader_.next();
    if (reader_.other_space()) note_space(reader_.other_space(), game_.count.played + 1, findings_);
    switch (piece) {
      case Piece::number:
        return read_number(reader_.piece());
      case Piece::word:
        return read_word(reader_.piece());
      case Piece::semicolon:
        read_semicolon();
        return true;
      case Piece::variation_open:
        return read_variation();
      case Piece::problem:
        report_problem();
        return false;
      case Piece::result:
        check_.result = reader_.result(game_.count.black_to_move());
        check_.is_resigned = reader_.is_resignation();
        note_result(reader_.piece(), check_.result, game_.count.played, findings_);
        return false;
      case Piece::end:
      case Piece::variation_close:
        return false;
    }
    return false;
  }

  bool read_number(std::string_view number) {
    if constexpr (N::typed_form.begins_with_digits) {
      // It is the beginning of a turn with spaces if the turn continues after it.
      const auto typed =
          is_digit(number.back()) ? game_.find_turn(number.data(), text_end()) : std::nullopt;
      if (typed && typed->end > number.data() + number.size()) return take(number.data(), *typed);
    }
    const char* const behind = number.data() + number.size();
    if (number.back() == ':' && is_digit(*behind) && !game_.find_turn(behind, text_end())) {
      return refuse_as_syntax({number.data(), std::find_if(behind, text_end(), ends_word)});
    }
    check_number(number, game_.count, findings_);
    separated_at_ = game_.count.played;
    return true;
  }

  bool read_word(std::string_view word) {
    const char* const at = word.data();
    Turn turn;
    const std::size_t length = is_plain_ ? N::scan_turn(at, turn) : 0;
    if (length >= word.size() && length > 0 && ends_word_at(at + length) && game_.can_play(turn)) {
      reader_.set_position(at + length);
      play(turn);
      return true;
    }
    return read_typed(word);
  }

  /// Reads typed text instead of a plain turn.
  [[gnu::noinline]] bool read_typed(std::string_view word) {
    if (goes_on_with(word)) {
      // A turn that seemed complete continues: from now on turns are read as far as possible.
      is_plain_ = false;
      starts_over_ = true;
      return false;
    }
    const char* const at = word.data();
    if (*at == ',') return read_comma(at);
    const auto typed = game_.find_turn(at, text_end());
    if (typed && *typed->end == ',' && !is_separator(typed->end)) return refuse_joined(at, *typed);
    return typed ? take(at, *typed, true) : refuse_word(word);
  }

  /// The text ends at the end of the game, or before invalid bytes.
  const char* text_end() const { return std::min(reader_.invalid(), reader_.end()); }

  /// Does a turn that seemed complete continue with this word?
  bool goes_on_with(std::string_view word) const {
    if (!is_plain_ || game_.count.played == 0) return false;
    const OtherSign other = scan_other_sign(word.data(), word.data() + word.size());
    const char sign = other.plain ? other.plain : N::typed_form.of(word[0]).plain;
    return sign && N::typed_form.continuing_signs.find(sign) != std::string_view::npos;
  }

  /// Plays a turn, or reports why it cannot be played. `separates`: is a comma after it known to
  /// separate turns?
  bool take(const char* at, const TypedTurn<N>& typed, bool separates = false) {
    const std::string_view text(at, typed.end);
    if (!game_.can_play(typed.turn)) return refuse_turn(typed.turn, text);
    if (typed.spellings) note_typed(typed, text);
    reader_.set_position(typed.end);
    play(typed.turn);
    if (*typed.end != ',') return true;
    return separates ? take_comma(typed.end) : read_comma(typed.end);
  }

  /// Refuses a legal turn with a comma and what cannot be a turn of its own: if both together read
  /// as one turn, that one is illegal.
  [[gnu::cold, gnu::noinline]] bool refuse_joined(const char* at, const TypedTurn<N>& front) {
    const auto whole = scan_typed<N>(TypedTurnText(N::typed_form, at, text_end()));
    const bool is_longer = whole && whole->end > front.end;
    return is_longer ? refuse_turn(whole->turn, {at, whole->end})
                     : refuse_as_syntax({at, front.end + 1});
  }

  void note_typed(const TypedTurn<N>& typed, std::string_view text) {
    if ((typed.spellings & ~noted_) == 0) return;
    noted_ |= typed.spellings;
    note_spellings(text, N::write_turn(typed.turn), typed.spellings, game_.count.played + 1,
                   findings_);
  }

  /// A comma between turns counts as a space.
  bool read_comma(const char* at) {
    if (!is_behind_turn(at) || !is_separator(at)) {
      return refuse_as_syntax({at, std::find_if(at + 1, text_end(), ends_word)});
    }
    return take_comma(at);
  }

  bool take_comma(const char* at) {
    note_separator(at, game_.count.played, findings_);
    separated_at_ = game_.count.played;
    knows_commas_ = true;
    reader_.set_position(at + 1);
    return true;
  }

  /// Is there neither a number nor a comma since the last turn?
  bool is_behind_turn(const char* at) const {
    while (at > begin_ && is_blank(at[-1])) --at;
    return game_.count.played != separated_at_ && at > begin_ && at[-1] != '.';
  }

  /// Is this comma followed by a turn that is complete by itself?
  bool is_separator(const char* comma) const {
    const char* const next = std::find_if_not(comma + 1, text_end(), is_blank);
    if (next == text_end()) return true;
    if (*next == ',') return false;
    if constexpr (HasStandsAlone<N>) {
      const auto typed = scan_typed<N>(TypedTurnText(N::typed_form, next, text_end()));
      return !typed || N::stands_alone(typed->turn);
    }
    return true;
  }

  /// A semicolon begins a comment, unless the game is valid only if it separates turns.
  [[gnu::cold, gnu::noinline]] void read_semicolon() {
    const char* const at = reader_.position();
    const char* const line_end = end_of_line(at);
    const bool is_empty = std::find_if_not(at + 1, line_end, is_blank) == line_end;
    const bool may_separate =
        is_behind_turn(at) && (is_empty ? ends_turn(at[-1]) : goes_on(at + 1, line_end));
    has_doubtful_semicolons_ = has_doubtful_semicolons_ || (may_separate && !is_empty);
    if (!may_separate || !(semicolons_separate_ || is_empty)) return reader_.read_line_comment();
    note_separator(at, game_.count.played, findings_);
    separated_at_ = game_.count.played;
    reader_.set_position(at + 1);
  }

  /// Looked for once for all semicolons of a line.
  const char* end_of_line(const char* at) {
    if (at < line_from_ || at >= line_end_) {
      line_from_ = at;
      line_end_ = std::find(at, text_end(), '\n');
    }
    return line_end_;
  }

  /// An empty comment right after a turn is dropped.
  static bool ends_turn(char c) { return is_letter(c) || is_digit(c) || c == '@' || c == ']'; }

  /// Can the game continue with this text: a turn, a number or a result?
  bool goes_on(const char* at, const char* end) const {
    MovetextReader reader = reader_.part(at, end);
    while (true) {
      switch (reader.next()) {
        case Piece::number:
          if (!is_fitting_number(reader.piece(), game_.count)) return false;
          break;
        case Piece::word: {
          const auto typed = game_.find_turn(reader.piece().data(), end);
          return typed && game_.can_play(typed->turn);
        }
        case Piece::result:
          return true;
        default:
          return false;
      }
    }
  }

  [[gnu::cold, gnu::noinline]] bool refuse_word(std::string_view word) {
    Turn turn;
    const char* const at = word.data();
    const std::size_t length = N::scan_turn(at, turn);
    const bool is_turn = length >= word.size() && ends_word_at(at + length);
    const bool is_refused = is_turn && !game_.can_play(turn);
    return is_refused ? refuse_turn(turn, {at, length}) : refuse_as_syntax(word);
  }

  /// Reports an illegal turn.
  [[gnu::cold, gnu::noinline]] bool refuse_turn(const Turn& turn, std::string_view text) {
    if (!fits_board<N>(game_.line.position(), turn)) return refuse_as_syntax(text);
    if (game_.line.ending()) return refuse(Code::after_end, text, after_end_message(text));
    return refuse(Code::illegal, text, explain(turn));
  }

  [[gnu::cold, gnu::noinline]] bool refuse_as_syntax(std::string_view word) {
    if (is_loss_of_both(word)) return refuse(Code::syntax, word, loss_of_both_message(word));
    const TypedTurnText text(N::typed_form, word.data(), word.data() + word.size());
    const auto readings = game_.turns_without_signs(text);
    Message advice;
    if (readings.size() > 1) {
      std::vector<Message> turns;
      for (const auto& reading : readings) turns.emplace_back(N::write_turn(reading.turn));
      advice = message("it could be {0}", any_of(turns));
    }
    const Position* position = game_.line.ending() ? nullptr : &game_.line.position();
    return refuse(
        Code::syntax, word,
        joined(syntax_message<N>(position, word, advice), reader_.remark_on_nesting(word.data())));
  }

  /// Checks a variation on the side. The game is read again from its beginning at the first one:
  /// plain reading does not keep the position before a turn.
  [[gnu::cold, gnu::noinline]] bool read_variation() {
    if (!tracks_) {
      tracks_ = starts_over_ = true;
      return false;
    }
    const char* const begin = reader_.position();
    const std::size_t kept = reader_.record() ? reader_.record()->movetext.size() : 0;
    if (!reader_.read_variation()) {
      report_problem();
      return false;
    }
    if (game_.count.played == 0) {
      report_early_variation(begin);
    } else if (++variations_ <= most_variations) {
      check_variation(begin, kept);
    }
    return true;
  }

  /// Replaces the elements from `kept` on, as written, by those of the checked variation.
  void check_variation(const char* begin, std::size_t kept) {
    const TurnCount before_last{game_.count.played - 1, game_.count.black_began};
    VariationChecker<N> variation(reader_, begin, reader_.position(), before_, before_last,
                                  findings_);
    if (!variation.run() || !reader_.record()) return;
    auto& movetext = reader_.record()->movetext;
    movetext.resize(kept);
    std::move(variation.elements().begin(), variation.elements().end(),
              std::back_inserter(movetext));
  }

  void report_early_variation(const char* begin) {
    if (!std::exchange(reports_early_variation_, false)) return;
    findings_.add(Code::variation, begin, 1, 1,
                  message("a variation before the first turn replaces no turn; turns of the game "
                          "are written without parentheses"));
  }

  void play(const Turn& turn) {
    if (tracks_) before_ = game_.line.position();
    game_.play(turn);
    if (keeps_turns_) keep(turn);
  }

  [[gnu::noinline]] void keep(const Turn& turn) {
    std::string text = N::write_turn(turn);
    if (reader_.hasher()) reader_.hasher()->add_turn(text);
    if (reader_.record()) {
      reader_.record()->movetext.push_back({Element::Kind::turn, std::move(text)});
    }
  }

  [[gnu::cold, gnu::noinline]] Message explain(const Turn& turn) const {
    const Position& position = game_.line.position();
    return N::explain(position, turn, position.violation(turn).value());
  }

  void report_problem() {
    const auto& problem = reader_.problem();
    // A closing bracket after the end is an error, as a turn is.
    const bool late = game_.line.ending() && problem.code == Code::syntax && reader_.piece() == ")";
    refuse(late ? Code::after_end : problem.code, reader_.piece(),
           late ? after_end_message(")") : problem.message);
  }

  [[gnu::cold, gnu::noinline]] Message after_end_message(std::string_view text) const {
    const Message ending = describe(*game_.line.ending());
    if (game_.count.played == 0) {
      return message("'{0}' comes after the end: {1} before the first turn", printable(text),
                     ending);
    }
    const TurnCount before_last{game_.count.played - 1, game_.count.black_began};
    return message("'{0}' comes after the end: {1} with {2}", printable(text), ending,
                   before_last.next_text());
  }

  [[gnu::cold, gnu::noinline]] bool refuse(Code code, std::string_view text, Message message) {
    findings_.add(code, text.data(), text.size(), game_.count.played + 1, std::move(message));
    return false;
  }

  /// One for each thread, kept from game to game for its memory.
  static ReadLine<N>& reused_game() {
    static thread_local ReadLine<N> game;
    return game;
  }

  ReadLine<N>& game_ = reused_game();
  const Position& start_;
  NumberText number_text_;
  MovetextReader& reader_;
  FindingLog& findings_;
  GameCheck& check_;
  const char* begin_;                // of the movetext
  const char* line_from_ = nullptr;  // see end_of_line()
  const char* line_end_ = nullptr;
  const char* invalid_;  // the reader's value there
  std::size_t kept_;     // elements before the movetext
  const bool keeps_turns_ = reader_.record() || reader_.hasher();
  bool is_plain_ = true;
  bool tracks_ = false;  // is before_ kept?
  Position before_;      // before the last turn
  bool reports_early_variation_ = true;
  std::size_t variations_ = 0;
  bool starts_over_ = false;
  bool knows_commas_ = false;  // was a separator between turns reported?
  bool has_doubtful_semicolons_ = false;
  bool semicolons_separate_ = false;
  FindingLog::Mark mark_;         // before the movetext
  std::size_t separated_at_ = 0;  // number of turns before the last number or comma
  SpellingSet noted_ = 0;
};

}  // namespace schiri
