#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "notation/records/check/finding_log.h"
#include "notation/records/pgn/movetext.h"
#include "notation/records/pgn/turn_number.h"
#include "notation/text/printable.h"
#include "notation/typed/read_line.h"
#include "notation/typed/turn_text.h"

namespace schiri {

/// Notes each non-canonical spelling in a turn, once a game.
void note_spellings(std::string_view written, std::string_view canonical, SpellingSet spellings,
                    std::size_t turn, FindingLog& findings);
/// Notes the spelling of a result, and a comma or semicolon between turns, once a game.
void note_result(std::string_view written, std::string_view canonical, std::size_t turn,
                 FindingLog& findings);
void note_separator(const char* at, std::size_t turn, FindingLog& findings);
/// Why `0-0` is not read.
Message loss_of_both_message(std::string_view written);

/// Plays the turns of a variation, and of those in it, on the side, and spells them and their
/// numbers canonically. The first error of each is the warning `variation`; what follows it in that
/// variation is not checked and stays as written.
template <class N>
class VariationChecker {
 public:
  using Position = typename N::Position;
  using Piece = MovetextReader::Piece;

  /// Reads a variation alone, with its brackets, from `begin` to `end` in the text of `reader`.
  /// `before`: the position before the turn that it replaces; `count`: the turns before that one.
  /// If `reader` keeps a record, elements() are those of the variation.
  VariationChecker(const MovetextReader& reader, const char* begin, const char* end,
                   const Position& before, const TurnCount& count, FindingLog& findings)
      : reader_(reader.part(begin, end, reader.record() ? &kept_ : nullptr)),
        before_(before),
        count_(count),
        findings_(findings) {
    reader_.set_brackets(MovetextReader::Brackets::all);
  }

  /// Returns whether it was read to its end.
  bool run() {
    while (read_piece(next())) {
    }
    return is_whole_;
  }

  std::vector<Element>& elements() { return kept_.movetext; }

 private:
  /// A variation that is open.
  struct Level {
    Position before;  ///< before its last turn
    TurnCount count_before;
    Position now;
    TurnCount count;
    bool is_broken;
    bool is_interrupted = true;  ///< the next turn needs its number
  };

  // Deeper variations are not checked: memory stays within that of the game.
  static constexpr std::size_t most_levels = 100;

  /// The next piece; the reader keeps the comments and NAGs before it.
  Piece next() {
    const std::size_t before = elements().size();
    const Piece piece = reader_.next();
    const auto is_comment = [](const Element& element) {
      return element.kind == Element::Kind::comment;
    };
    const bool any = std::any_of(elements().begin() + static_cast<std::ptrdiff_t>(before),
                                 elements().end(), is_comment);
    if (any && !levels_.empty()) levels_.back().is_interrupted = true;
    if (elements().size() > before && !number_.empty()) keep_number_at(before);
    return piece;
  }

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
      case Piece::result:
        read_result();
        break;
      case Piece::end:
        is_whole_ = levels_.empty() && unchecked_ == 0;
        return false;
      default:
        return false;
    }
    return true;
  }

  void open() {
    reader_.set_position(reader_.position() + 1);
    keep(Element::Kind::variation_open, "(");
    if (unchecked_ > 0 || levels_.size() == most_levels) {
      ++unchecked_;
      return;
    }
    const bool is_first = levels_.empty();
    const Position start = is_first ? before_ : levels_.back().before;
    const TurnCount count = is_first ? count_ : levels_.back().count_before;
    levels_.push_back({start, count, start, count, !is_first && levels_.back().is_broken});
    side_.line.restart(start);
  }

  void close() {
    reader_.set_position(reader_.position() + 1);
    keep(Element::Kind::variation_close, ")");
    if (unchecked_ > 0) {
      --unchecked_;
      return;
    }
    if (!levels_.empty()) levels_.pop_back();
    if (levels_.empty()) return;
    side_.line.restart(levels_.back().now);
    levels_.back().is_interrupted = true;
  }

  bool is_checked() const {
    return unchecked_ == 0 && !levels_.empty() && !levels_.back().is_broken;
  }

  /// The turn that the variation replaces, for findings.
  std::size_t turn() const { return count_.played + 1; }

  void read_result() {
    const bool is_black = !levels_.empty() && levels_.back().count.black_to_move();
    const std::string_view result = reader_.result(is_black);
    note_result(reader_.piece(), result, turn(), findings_);
    keep_word(result);
  }

  /// A number, or the beginning of a turn with spaces.
  void read_number(std::string_view number) {
    if (!is_checked()) return keep_word(number);
    if constexpr (N::typed_form.begins_with_digits) {
      const auto typed =
          is_digit(number.back()) ? side_.find_turn(number.data(), reader_.end()) : std::nullopt;
      if (typed && typed->end > number.data() + number.size()) return take(number.data(), *typed);
    }
    check_number(number, levels_.back().count, findings_);
    keep_number();
    number_ = number;
  }

  void read_word(std::string_view word) {
    if (!is_checked()) return keep_word(word);
    if (word[0] == ',') {
      note_separator(word.data(), turn(), findings_);
      return reader_.set_position(word.data() + 1);
    }
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
    reader_.set_position(typed.end);
    if (side_.line.ending()) {
      return refuse(text, message("'{0}' comes after the end of the variation: {1}",
                                  printable(text), describe(*side_.line.ending())));
    }
    if (const auto violation = position.violation(typed.turn)) {
      return refuse(text, message("in a variation, {0}",
                                  Message(N::explain(position, typed.turn, *violation))));
    }
    Level& level = levels_.back();
    if (typed.spellings) {
      note_spellings(text, N::write_turn(typed.turn), typed.spellings, turn(), findings_);
    }
    keep_turn(level, typed.turn);
    level.before = position;
    level.count_before = level.count;
    side_.line.play(typed.turn);
    level.now = side_.line.position();
    ++level.count.played;
  }

  void refuse(std::string_view text, Message message) {
    findings_.add(Code::variation, text.data(), text.size(), turn(), std::move(message));
    levels_.back().is_broken = true;
    keep_word(text);
  }

  /// Keeps a turn after the number that it has in a written record.
  void keep_turn(Level& level, const typename Position::Turn& turn) {
    number_ = {};
    if (!reader_.record()) return;
    const bool is_black = level.count.black_to_move();
    if (!is_black || level.is_interrupted) {
      keep_word(std::to_string(level.count.number()) + (is_black ? "..." : "."));
    }
    keep_word(N::write_turn(turn));
    level.is_interrupted = false;
  }

  void keep_word(std::string_view word) { keep(Element::Kind::variation_word, word); }

  void keep(Element::Kind kind, std::string_view text) {
    if (!reader_.record()) return;
    keep_number();
    if (closes_nothing(kind, kept_.movetext)) return kept_.movetext.pop_back();
    kept_.movetext.push_back({kind, std::string(text)});
  }

  /// Keeps the last number as it was written, because no turn follows it.
  void keep_number() {
    if (!number_.empty() && reader_.record()) keep_number_at(elements().size());
  }
  /// Before what followed it.
  void keep_number_at(std::size_t place) {
    kept_.movetext.insert(kept_.movetext.begin() + static_cast<std::ptrdiff_t>(place),
                          {Element::Kind::variation_word, std::string(number_)});
    number_ = {};
  }

  /// One for each thread, kept for its memory.
  static ReadLine<N>& reused_side() {
    static thread_local ReadLine<N> side;
    return side;
  }

  Record kept_;
  MovetextReader reader_;
  const Position& before_;
  TurnCount count_;
  FindingLog& findings_;
  ReadLine<N>& side_ = reused_side();
  std::vector<Level> levels_;
  std::size_t unchecked_ = 0;  ///< open variations that are too deep
  std::string_view number_;    ///< read before a turn, which decides how it is written
  bool is_whole_ = false;
};

}  // namespace schiri
