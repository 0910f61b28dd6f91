#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

/// A game record as tags, movetext and result, and its canonical text (PGN with the turns of these
/// games). Below it are source/ (bytes and their decoding), check/ (findings), pgn/ (reading and
/// repairing), forms/ (JSON, CSV and others) and conversion/ (to and from games and ratings).
namespace schiri {

struct Tag {
  std::string name;
  std::string value;  ///< without quotes and escapes

  friend bool operator==(const Tag&, const Tag&) = default;
};

/// One piece of movetext. Turn numbers are not kept; they follow from the turns.
struct Element {
  enum class Kind : unsigned char {
    turn,             ///< canonical in a checked record
    comment,          ///< text without its braces
    nag,              ///< a number, from `$n` or from `!` and `?`
    variation_open,   ///< `(`
    variation_close,  ///< `)`
    variation_word,   ///< a turn, turn number or result in a variation, as written
  };
  Kind kind;
  std::string text;

  friend bool operator==(const Element&, const Element&) = default;
};

/// A game record: tag pairs, movetext, result. Comments after the result are kept after it.
struct Record {
  std::vector<Tag> tags;  ///< in their order in the file
  std::vector<Element> movetext;
  std::string result;  ///< `1-0`, `0-1`, `1/2-1/2` or `*`
  std::vector<std::string> trailing_comments;

  /// The value of a tag, empty if it is absent or `?`.
  std::string_view tag(std::string_view name) const;
  void set_tag(std::string_view name, std::string_view value);
  /// The turns alone.
  std::vector<std::string_view> turns() const;

  friend bool operator==(const Record&, const Record&) = default;
};

/// Does Black begin at a position? Its last word `p1` or `p2` says so, otherwise the first word `w`
/// or `b` after its first.
bool black_begins(std::string_view position);
/// The position without a last word `p1` or `p2`.
std::string_view without_beginner(std::string_view position);

/// The tags every record has, in the order of writing.
inline constexpr std::string_view roster[] = {"Event", "Site",  "Date",  "Round",
                                              "White", "Black", "Result"};

/// The text for an unknown value of a roster tag.
constexpr std::string_view unknown_value(std::string_view tag) {
  return tag == "Date" ? "????.??.??" : tag == "Result" ? "*" : "?";
}

/// The rank of a tag in a written record: the roster, then tags of the game, then all others.
std::size_t tag_rank(std::string_view name);

/// Writes a record in canonical form, with an empty line after the game: reading the text and
/// writing it again gives the same bytes. The tag Position decides which side begins.
std::string write_record(const Record& record);
void write_record(const Record& record, std::string& out);

// Words of variations: a record keeps them as written, a number and a turn perhaps in one word.

/// The word without the turn number at its front, `3.` or `3...`; empty for a number alone.
std::string_view without_number(std::string_view word);

/// The turn in the word; empty for a number alone and for a result.
std::string_view turn_of_word(std::string_view word);

/// The word with its number, if it has one, reduced by `less`, which must be smaller.
std::string with_smaller_number(std::string_view word, std::size_t less);

/// The layout of a written record; canonical unless changed.
struct RecordStyle {
  bool fills_roster = true;  ///< write absent tags of the roster with their unknown value
  bool numbers = true;       ///< write turn numbers, in variations too
  std::size_t width = 79;    ///< of the lines of the movetext, in characters; 0: one line
};

/// Appends a record in this layout, otherwise as write_record() does.
void write_record(const Record& record, std::string& out, const RecordStyle& style);

}  // namespace schiri
