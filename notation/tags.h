#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "notation/finding_log.h"
#include "notation/movetext.h"
#include "notation/record.h"

namespace schiri {

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

  /// The first tag of this name whose value is known, or null.
  const TagText* find(std::string_view name) const;
  std::string value_or(std::string_view name, std::string_view otherwise) const;
  /// The roster tags that are absent, `Site, Date`.
  std::string list_missing() const;
  void copy_to(Record& record) const;

 private:
  bool read_pair(const char*& at, const char* end, FindingLog& findings);
  bool refuse_repeated(const TagText& tag, const char* begin, const char* end,
                       FindingLog& findings);

  std::vector<TagText> tags_;
};

}  // namespace schiri
