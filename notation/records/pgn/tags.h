#pragma once

#include <array>
#include <bitset>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "notation/records/check/finding_log.h"
#include "notation/records/pgn/movetext.h"
#include "notation/records/record.h"

namespace schiri {

/// The tags that the program uses, the roster first and in its order.
enum class KnownTag : unsigned char {
  event,
  site,
  date,
  round,
  white,
  black,
  result,
  game,
  variant,
  position,
  roll,
  termination,
};
inline constexpr std::size_t known_tag_count = 12;

/// Can a tag have this name? As a symbol of PGN it begins with a letter or digit, and goes on with
/// letters, digits and `_ + # = : -`. Visible letters other than those of ASCII are read as well.
bool is_tag_name(std::string_view name);

/// Is this line of a header neither a tag pair nor movetext: `White: Anna`, a title? It has a word
/// of letters alone, and no word that may be a turn or a result.
bool is_stray_line(std::string_view line);

/// One tag pair as written in the text.
struct TagText {
  std::string_view name;    ///< the canonical name, whatever its case here
  std::string_view quoted;  ///< the value with its quotes and escapes
  std::string_view inside;  ///< the value between its quotes

  /// The value without quotes and escapes, see without_controls().
  std::string value() const;
  /// `?` counts as absent, in every tag.
  bool is_unknown() const { return inside == "?"; }
};

/// Reads the tag pairs before a game's movetext, and comments between them.
class TagSection {
 public:
  /// Does a tag pair begin at this `[`? It must have a name and a quoted value, whatever follows
  /// them.
  static bool begins_pair(const char* open, const char* end);
  /// Does the text end within a tag pair that begins at this `[`?
  static bool begins_cut_pair(const char* open, const char* end);

  /// Reads the header at the front and leaves the reader after it. False after an error, which is
  /// reported to `findings` unless that is null; later tags are read all the same.
  bool read(MovetextReader& reader, FindingLog* findings);

  /// The tag if its value is known, or null; of several the first with a known value.
  const TagText* find(KnownTag tag) const;
  /// The first tag of this canonical name, which is no KnownTag, with a known value, or null.
  const TagText* find(std::string_view name) const;
  std::string value_or(KnownTag tag, std::string_view otherwise) const;
  /// The roster tags that are absent, `Site, Date`.
  std::string list_missing() const;
  std::span<const TagText> tags() const { return tags_; }
  void copy_to(Record& record) const;

 private:
  /// An index into tags_ plus 1, or 0 for an absent tag.
  using TagNumber = std::size_t;
  struct Pair;

  static Pair parse(const char* open, const char* end);
  static Pair parse_loosely(const char* open, const char* end);
  const char* take_plain(const char* open, const MovetextReader& reader);
  const char* find_bracket(MovetextReader& reader, const char* at, FindingLog* findings);
  bool belongs_here(const Pair& pair, MovetextReader& reader) const;
  void refuse_stray(std::string_view line, FindingLog* findings);
  void take(const Pair& pair, const MovetextReader& reader, FindingLog* findings);
  static void refuse(const Pair& pair, FindingLog& findings);
  static void note_spellings(const TagText& tag, const Pair& pair, FindingLog& findings);

  std::vector<TagText> tags_;
  std::bitset<known_tag_count> seen_;
  std::array<TagNumber, known_tag_count> numbers_{};  ///< the first of each with a known value
  const char* behind_ = nullptr;                      ///< the last pair, whole or broken
  bool is_broken_ = false;
  bool has_others_ = false;  ///< tags that are no KnownTag
  bool is_open_ = false;     ///< the last pair's value was never closed
};

}  // namespace schiri
