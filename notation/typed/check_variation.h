#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "notation/records/check/finding_log.h"
#include "notation/records/pgn/movetext.h"
#include "notation/text/printable.h"
#include "notation/typed/read_line.h"

namespace schiri {

/// Plays the turns of a variation, and of those in it, on the side. The first error of each is the
/// warning `variation`; what follows it in that variation is not checked.
template <class N>
class VariationChecker {
 public:
  using Position = typename N::Position;
  using Piece = MovetextReader::Piece;

  /// The reader reads the variation alone, with its brackets. `before`: the position before the
  /// turn that it replaces; `turn`: the number of this turn, for findings.
  VariationChecker(const MovetextReader& reader, const Position& before, std::size_t turn,
                   FindingLog& findings)
      : reader_(reader), before_(before), turn_(turn), findings_(findings) {
    reader_.set_brackets(MovetextReader::Brackets::all);
  }

  void run() {
    while (read_piece(reader_.next())) {
    }
  }

 private:
  /// A variation that is open.
  struct Level {
    Position before;  ///< before its last turn
    Position now;
    bool is_broken;
  };

  // Deeper variations are not checked: memory stays within that of the game.
  static constexpr std::size_t most_levels = 100;

  bool read_piece(Piece piece) {
    switch (piece) {
      case Piece::variation_open:
        open();
        break;
      case Piece::variation_close:
        close();
        break;
      case Piece::number:
        read_number(reader_.piece());
        break;
      case Piece::word:
        read_word(reader_.piece());
        break;
      case Piece::problem:
      case Piece::end:
        return false;
      default:
        break;
    }
    return true;
  }

  void open() {
    reader_.set_position(reader_.position() + 1);
    if (unchecked_ > 0 || levels_.size() == most_levels) {
      ++unchecked_;
      return;
    }
    const Position start = levels_.empty() ? before_ : levels_.back().before;
    levels_.push_back({start, start, !levels_.empty() && levels_.back().is_broken});
    side_.line.restart(start);
  }

  void close() {
    reader_.set_position(reader_.position() + 1);
    if (unchecked_ > 0) {
      --unchecked_;
      return;
    }
    if (!levels_.empty()) levels_.pop_back();
    if (!levels_.empty()) side_.line.restart(levels_.back().now);
  }

  bool is_checked() const {
    return unchecked_ == 0 && !levels_.empty() && !levels_.back().is_broken;
  }

  /// A number, or the beginning of a turn with spaces.
  void read_number(std::string_view number) {
    if constexpr (N::typed_form.begins_with_digits) {
      if (!is_checked() || !is_digit(number.back())) return;
      const auto typed = side_.find_turn(number.data(), reader_.end());
      if (typed && typed->end > number.data() + number.size()) take(number.data(), *typed);
    }
  }

  void read_word(std::string_view word) {
    if (!is_checked()) return;
    if (word[0] == ',') return reader_.set_position(word.data() + 1);
    const auto typed = side_.find_turn(word.data(), reader_.end());
    if (typed && fits_board<N>(side_.line.position(), typed->turn)) {
      return take(word.data(), *typed);
    }
    refuse(word,
           message("'{0}' is not a turn; text in parentheses is a variation, and a comment is "
                   "written in {}",
                   printable(word)));
  }

  void take(const char* at, const TypedTurn<N>& typed) {
    const std::string_view text(at, typed.end);
    const Position& position = side_.line.position();
    if (side_.line.ending()) {
      return refuse(text, message("'{0}' comes after the end of the variation: {1}",
                                  printable(text), describe(*side_.line.ending())));
    }
    if (const auto violation = position.violation(typed.turn)) {
      return refuse(text, message("in a variation, {0}",
                                  Message(N::explain(position, typed.turn, *violation))));
    }
    levels_.back().before = position;
    side_.line.play(typed.turn);
    levels_.back().now = side_.line.position();
    reader_.set_position(typed.end);
  }

  void refuse(std::string_view text, Message message) {
    findings_.add(Code::variation, text.data(), text.size(), turn_, std::move(message));
    levels_.back().is_broken = true;
  }

  /// One for each thread, kept for its memory.
  static ReadLine<N>& reused_side() {
    static thread_local ReadLine<N> side;
    return side;
  }

  MovetextReader reader_;
  const Position& before_;
  std::size_t turn_;
  FindingLog& findings_;
  ReadLine<N>& side_ = reused_side();
  std::vector<Level> levels_;
  std::size_t unchecked_ = 0;  ///< open variations that are too deep
};

}  // namespace schiri
