#pragma once

#include <array>
#include <bitset>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "notation/records/finding_log.h"
#include "notation/records/movetext.h"
#include "notation/records/record.h"

namespace schiri {

/// The tags that the program itself looks at, the roster first and in its order.
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

/// Can a tag have this name? It begins with a letter and goes on with letters, digits and `_`.
bool is_tag_name(std::string_view name);

/// One tag pair as it stands in the text.
struct TagText {
  std::string_view name;
  std::string_view quoted;  ///< the value with its quotes and escapes

  /// The value without quotes and escapes.
  std::string value() const;
  /// `?` counts as absent, in every tag.
  bool is_unknown() const { return quoted == "\"?\""; }
};

/// The tag pairs before a game's movetext.
class TagSection {
 public:
  /// Reads all tag pairs at the front and leaves the reader behind them. False after an error,
  /// which is reported.
  bool read(MovetextReader& reader, FindingLog& findings);
  /// Skips what is left of a broken tag section, line by line.
  static void skip_rest(MovetextReader& reader);

  /// The tag if its value is known, or null; of several the first whose value is.
  const TagText* find(KnownTag tag) const;
  std::string value_or(KnownTag tag, std::string_view otherwise) const;
  /// The roster tags that are absent, `Site, Date`.
  std::string list_missing() const;
  void copy_to(Record& record) const;

 private:
  /// A place in tags_ and 1, or 0 for none.
  using Place = std::size_t;

  bool read_pair(const char*& at, const char* end, FindingLog& findings);
  /// False if the tag stands there already and may do so but once.
  bool note_known(const TagText& tag);

  std::vector<TagText> tags_;
  std::bitset<known_tag_count> seen_;
  std::array<Place, known_tag_count> places_{};  ///< of each the first whose value is known
};

}  // namespace schiri
