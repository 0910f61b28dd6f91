#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <string>
#include <utility>

#include "core/played_line.h"
#include "notation/nearest_turns.h"
#include "notation/printable.h"
#include "notation/records/finding_log.h"
#include "notation/records/game_hash.h"
#include "notation/records/movetext.h"
#include "notation/records/turn_count.h"
#include "notation/typed_game.h"

namespace schiri {

/// The number that a record should have before a turn, as it is written: `12.`. Comparing text
/// saves reading it.
class NumberText {
 public:
  /// Its length if the text begins with this number and one dot, else 0; numbers of more than six
  /// digits are not looked for. Eight characters must be readable.
  std::size_t match(const char* text, std::size_t number) {
    if (number != number_) set(number);
    std::uint64_t word = 0;
    std::memcpy(&word, text, sizeof word);
    return (word & mask_) == word_ && text[length_] != '.' ? length_ : 0;
  }

 private:
  static constexpr std::size_t most = 999999;

  void set(std::size_t number) {
    // From one number to the next mostly one digit changes.
    const bool one_digit = number == number_ + 1 && length_ > 1 && text_[length_ - 2] < '9';
    number_ = number;
    if (one_digit) {
      ++text_[length_ - 2];
      std::memcpy(&word_, text_.data(), sizeof word_);
    } else {
      write();
    }
  }
  void write();

  std::size_t number_ = 0;
  std::size_t length_ = 0;
  std::array<char, 8> text_{};
  // The text and which of its bytes count, in the machine's own byte order.
  std::uint64_t word_ = 1;
  std::uint64_t mask_ = 0;
};

/// Warns if a turn number (with its dots) does not fit. White's turn has one dot, Black's three;
/// none at all is accepted, dots alone stand for Black's.
void check_number(std::string_view number, const TurnCount& count, FindingLog& findings);

/// Reports a word that is no turn of the game. `advice` is added to the sentence.
void report_syntax(std::string_view word, std::string_view turn_form, std::string_view advice,
                   std::size_t turn, FindingLog& findings);

/// Plays a record's turns, see GameType::check_movetext. Plain turns and fitting numbers are read
/// here, where the compiler knows the game; all else goes through the reader.
template <class N>
class MoveChecker {
 public:
  using Position = typename N::Position;
  using Turn = typename Position::Turn;
  using Piece = MovetextReader::Piece;

  MoveChecker(const Position& start, MovetextReader& reader, FindingLog& findings, GameCheck& check)
      : reader_(reader), findings_(findings), check_(check) {
    count_.black_began = start.side_to_move() == Side::black;
    line_.restart(start);
  }

  void run() {
    while (read_plain() && read_piece()) {
    }
    check_.turns = count_.played;
    check_.black_began = count_.black_began;
    check_.ending = line_.ending();
  }

 private:
  /// Reads as far as the text is plain; false after an error.
  bool read_plain() {
    const char* at = reader_.position();
    const char* const end = reader_.end();
    bool go_on = true;
    while (go_on) {
      at = skip_blanks(at);
      at = skip_blanks(at + fitting_number(at));
      Turn turn;
      const std::size_t length = N::scan_turn(at, turn);
      if (at >= end || length == 0 || !ends_word(at[length])) break;
      go_on = play(turn, {at, length});
      at += length;
    }
    // Blanks are read beyond the end, where the next game's text may stand.
    reader_.set_position(std::min(at, end));
    return go_on;
  }

  static const char* skip_blanks(const char* at) {
    while (is_blank(*at)) ++at;
    return at;
  }

  /// The length of a number with one dot before White's turn, if it is the right one.
  std::size_t fitting_number(const char* at) {
    return count_.black_to_move() ? 0 : number_text_.match(at, count_.number());
  }

  /// Reads one piece that is not plain; false where the game's turns end.
  bool read_piece() {
    switch (reader_.next()) {
      case Piece::number:
        check_number(reader_.piece(), count_, findings_);
        return true;
      case Piece::word:
        return read_word(reader_.piece());
      case Piece::problem:
        report_problem();
        return false;
      case Piece::result:
        check_.result = reader_.piece();
        return false;
      case Piece::end:
        return false;
    }
    return false;
  }

  bool read_word(std::string_view word) {
    Turn turn;
    const std::size_t length = N::scan_turn(word.data(), turn);
    if (length >= word.size() && ends_word(word.data()[length])) {
      reader_.set_position(word.data() + length);
      return play(turn, {word.data(), length});
    }
    return refuse_as_syntax(word);
  }

  [[gnu::cold, gnu::noinline]] bool refuse_as_syntax(std::string_view word) {
    const std::string advice = line_.ending() ? "" : advise_nearest<N>(line_.position(), word);
    report_syntax(word, N::turn_form, advice, count_.played + 1, findings_);
    return false;
  }

  [[gnu::always_inline]] bool play(Turn turn, std::string_view text) {
    if (!fits_board<N>(line_.position(), turn)) return refuse_as_syntax(text);
    if (line_.ending()) return refuse(Code::after_end, text, after_end_message(text));
    if (!line_.position().is_legal(turn)) return refuse(Code::illegal, text, explain(turn));
    line_.play(turn);
    ++count_.played;
    if (keeps_turns_) keep(turn);
    return true;
  }

  [[gnu::noinline]] void keep(const Turn& turn) {
    std::string text = N::write_turn(turn);
    if (reader_.hasher()) reader_.hasher()->add_turn(text);
    if (reader_.record()) {
      reader_.record()->movetext.push_back({Element::Kind::turn, std::move(text)});
    }
  }

  [[gnu::cold, gnu::noinline]] std::string explain(const Turn& turn) const {
    const Position& position = line_.position();
    return N::explain(position, turn, position.violation(turn).value());
  }

  void report_problem() {
    const auto& problem = reader_.problem();
    // A closing bracket has no more business after the end than a turn has.
    const bool late = line_.ending() && problem.code == Code::syntax && reader_.piece() == ")";
    refuse(late ? Code::after_end : problem.code, reader_.piece(),
           late ? after_end_message(")") : problem.message);
  }

  [[gnu::cold, gnu::noinline]] std::string after_end_message(std::string_view text) const {
    return "'" + printable(text) + "' comes after the end: " + describe(*line_.ending()) +
           (count_.played == 0
                ? " before the first turn"
                : " with " + TurnCount{count_.played - 1, count_.black_began}.next_text());
  }

  [[gnu::cold, gnu::noinline]] bool refuse(Code code, std::string_view text, std::string message) {
    findings_.add(code, text.data(), text.size(), count_.played + 1, std::move(message));
    return false;
  }

  /// One for each thread, kept from game to game for its memory.
  static PlayedLine<Position>& reused_line() {
    static thread_local PlayedLine<Position> line;
    return line;
  }

  PlayedLine<Position>& line_ = reused_line();
  TurnCount count_;
  NumberText number_text_;
  MovetextReader& reader_;
  FindingLog& findings_;
  GameCheck& check_;
  const bool keeps_turns_ = reader_.record() || reader_.hasher();
};

}  // namespace schiri
