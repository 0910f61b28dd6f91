#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/characters.h"
#include "notation/records/check/check.h"
#include "notation/records/record.h"
#include "notation/text/printable.h"
#include "notation/text/typed_words.h"

/// Splits the movetext of a game into turns, numbers, comments, NAGs, variations and the result.
/// Used by all readers of movetext.
namespace schiri {

class GameHasher;

/// The number of readable zero bytes that must follow a text in which turns are scanned.
inline constexpr std::size_t text_padding = 16;

namespace detail {

enum CharacterClass : std::uint8_t { blank_character = 1, end_character = 2 };

/// The classes of each character: a table costs less than a chain of comparisons.
inline constexpr auto character_classes = [] {
  std::array<std::uint8_t, 256> classes{};
  for (const char c : {' ', '\n', '\t', '\r'}) {
    classes[static_cast<unsigned char>(c)] = blank_character | end_character;
  }
  for (const char c : {'\0', '\x1a', '{', '}', '(', ')', ';', '$', '!', '?', '\f', '\v'}) {
    classes[static_cast<unsigned char>(c)] = end_character;
  }
  return classes;
}();

constexpr bool has_class(char c, CharacterClass wanted) {
  return character_classes[static_cast<unsigned char>(c)] & wanted;
}

}  // namespace detail

constexpr bool is_blank(char c) { return detail::has_class(c, detail::blank_character); }

/// Does a byte order mark begin here?
inline bool is_byte_order_mark(const char* at, const char* end) {
  return at < end && *at == byte_order_mark[0] &&
         std::string_view(at, end).starts_with(byte_order_mark);
}

/// Does a word of movetext end before this character? Zero means the end of the text.
constexpr bool ends_word(char c) { return detail::has_class(c, detail::end_character); }
/// The same for any character, also a space of Unicode or an assessment such as ±.
inline bool ends_word_at(const char* at) {
  if (is_ascii_byte(*at)) return ends_word(*at);
  return other_space_length(at) > 0 || !scan_assessment(at).sign.empty();
}
/// The end of a word that begins at `at`, or `end`.
const char* find_word_end(const char* at, const char* end);

/// Is an element the end of the variation that begins right before it, so that there is none?
bool closes_nothing(Element::Kind kind, const std::vector<Element>& movetext);

/// The length in bytes of a space of any kind, 0 if there is none.
inline std::size_t space_length(const char* at) {
  return is_blank(*at) ? 1 : other_space_length(at);
}
/// The same in a text that ends at `end`, whatever follows it.
inline std::size_t space_length(const char* at, const char* end) {
  constexpr std::ptrdiff_t longest = 3;
  return is_blank(*at) ? 1 : end - at < longest ? 0 : other_space_length(at);
}

/// Cuts the movetext of one game into pieces. Comments, NAGs, variations and escape lines are
/// skipped (and kept if there is a record); numbers, words and the result are returned. The text
/// must be followed by readable zeros (text_padding of them) or by other text.
class MovetextReader {
 public:
  enum class Piece : unsigned char {
    word,             ///< a turn, or an invalid word in its place
    number,           ///< a turn number with its dots, or dots alone
    semicolon,        ///< only after set_semicolons()
    variation_open,   ///< only after set_brackets(), as
    variation_close,  ///< semicolons
    result,           ///< the result token: the game ends here
    end,              ///< the text ends without a result, or the next game's tags begin
    problem,          ///< an unreadable piece, see problem()
  };

  /// The meaning of a semicolon.
  enum class Semicolons : unsigned char {
    begin_comments,
    are_handed_out,  ///< returned as pieces; the caller continues after them or at the next line
    separate_turns,
  };

  /// The brackets of variations that are returned as pieces; the caller continues after them.
  enum class Brackets : unsigned char { none, opening, all };

  /// A game within a text of games.
  struct GameSpan {
    const char* text;     ///< the beginning of the text
    const char* begin;    ///< the beginning of the game
    const char* end;      ///< the bound of the game, see find_next_segment
    const char* limit;    ///< the end of the text
    const char* invalid;  ///< the first byte from `begin` to `end` that is not UTF-8, or `end`
  };

  struct Problem {
    Code code;
    Message message;
  };

  /// `record`: receives comments, NAGs and variations, or null.
  MovetextReader(const GameSpan& span, Record* record);
  /// Reads a text that is not followed by other games, from `begin` to `end`.
  MovetextReader(const char* begin, const char* end, Record* record);

  /// A reader of a part of the same text, with a record of its own or none.
  MovetextReader part(const char* begin, const char* end, Record* record = nullptr) const;

  /// The next piece.
  Piece next();

  /// The last piece, as written in the text; for a problem, the text concerned.
  std::string_view piece() const { return piece_; }
  /// The canonical result of the last piece, if it is one, where Black is to move or not.
  std::string_view result(bool black_to_move) {
    if (resigner_ == Resigner::mover) result_ = black_to_move ? "1-0" : "0-1";
    return result_;
  }
  /// Does the result say that a player resigned?
  bool is_resignation() const { return resigner_ != Resigner::nobody; }
  const Problem& problem() const { return problem_; }

  /// The reading position; a caller that reads tags or plain turns by itself moves it.
  const char* position() const { return at_; }
  void set_position(const char* at);
  /// Moves back; `invalid` is the value at that position.
  void go_back(const char* at, const char* invalid);
  /// Ends the game here, at another one.
  void end_game_at(const char* at);
  const char* end() const { return end_; }
  /// The first byte from the position on that is not UTF-8, or end().
  const char* invalid() const { return invalid_; }
  Record* record() const { return record_; }

  void set_semicolons(Semicolons semicolons) { semicolons_ = semicolons; }
  /// The first space in the movetext that is none of ASCII records, or null.
  const char* other_space() const { return other_space_; }
  void set_brackets(Brackets brackets) { brackets_ = brackets; }
  /// Reads `=`, `+-` and the like as words: turns of games whose turns are any words.
  void read_signs_as_words() { are_signs_words_ = true; }
  /// Is each line quoted by a `>`, as in mail?
  bool is_quoted() const { return is_quoted_; }

  /// The place after spaces, escape lines, byte order marks and quote prefixes from `at` on.
  const char* skip_blanks_from(const char* at);
  /// Keeps a comment of the header.
  void keep_comment(std::string_view text) { keep(Element::Kind::comment, text); }
  /// Extends the game to the next segment; false if there is none.
  bool go_on_to_next_segment();

  /// The hasher of the turns, or null. The caller adds each turn that it plays, as to the record.
  GameHasher* hasher() const { return hasher_; }
  void set_hasher(GameHasher* hasher) { hasher_ = hasher; }

  /// Reads the comment that a semicolon begins here.
  void read_line_comment();

  /// Reads the variation that a bracket begins here, with those in it; false if there is a problem
  /// in it.
  bool read_variation();

  /// Reads the comments and escape lines after a result, up to the next game (end). Other text on
  /// the line of the result is a problem.
  Piece read_trailer();

  /// A sentence if the last comment holds a `{` and ends right before `at`: it may have been meant
  /// to go on. Otherwise empty.
  Message remark_on_nesting(const char* at) const;

  /// Skips to the end of the game after an error; returns whether a result ends it.
  bool skip_game();

 private:
  bool at_line_start() const {
    return at_ == begin_ || at_[-1] == '\n' || (is_quoted_ && at_ == quoted_line_);
  }
  Piece hand_out(Piece kind, const char* end);
  bool fail(Code code, const char* begin, const char* end, Message message);
  bool fail_bad_utf8();
  bool fail_open(const char* opened, Message message);

  bool skip_blanks();
  bool skip_quote();
  void skip_line();
  bool read_comment();
  bool read_nag();
  bool read_assessment();
  bool read_remark();
  bool read_variation_piece();
  bool refuse_stray(char closing, char opening);
  bool begins_tag_pair() const;
  bool tags_begin_at(const char* at) const;
  const char* find_joined_pair(const char* at, const char* end) const;
  Piece read_word();
  std::size_t result_length() const;
  void skip_same_result();
  std::string unquoted(std::string_view text) const;
  void keep(Element::Kind kind, std::string_view text);

  const char* text_;
  const char* begin_;
  const char* end_;
  const char* limit_;
  const char* invalid_;
  const char* at_;
  Record* record_;
  GameHasher* hasher_ = nullptr;
  const char* other_space_ = nullptr;
  const char* behind_nested_ = nullptr;  ///< the last comment, if it holds a `{`
  const char* quoted_line_ = nullptr;    ///< the beginning of the line after its quote prefix
  Semicolons semicolons_ = Semicolons::begin_comments;
  Brackets brackets_ = Brackets::none;
  bool is_quoted_;
  bool are_signs_words_ = false;
  bool is_over_ = false;  ///< another game begins here
  bool after_result_ = false;
  std::string_view result_;
  Resigner resigner_ = Resigner::nobody;
  std::string_view piece_;
  Problem problem_{};
};

}  // namespace schiri
