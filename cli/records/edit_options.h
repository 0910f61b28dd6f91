#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/line/command_line.h"
#include "notation/records/check/check.h"
#include "notation/records/record.h"

namespace schiri::cli {

// Changes of valid records that keep them valid. `defaults` are the options with which a record was
// checked.

/// Parts of a movetext that omit() removes.
struct OmittedParts {
  bool comments = false;  ///< also those after the result
  bool nags = false;
  bool variations = false;
};
void omit(Record& record, const OmittedParts& parts);

/// Turns of a game, counted from 1.
struct TurnRange {
  std::size_t first = 1;
  std::size_t last = std::numeric_limits<std::size_t>::max();
};

/// Keeps only these turns. A cut beginning becomes the tag Position, a cut end the result `*`
/// without a Termination. An end by repetition that the kept turns do not contain becomes a
/// Termination. Returns why it is impossible, and then changes nothing, or an empty text.
Message cut(CheckedRecord& checked, const TurnRange& range, const CheckOptions& defaults);

/// Adds a comment with the position string after each turn, except in variations.
void add_position_comments(CheckedRecord& checked, const CheckOptions& defaults);

/// The game without variations, then a game for each of its variations, in the order in which they
/// open: the turns before it and its own. Their result is that of the rules, otherwise `*`.
struct SplitGames {
  std::vector<CheckedRecord> games;
  std::vector<Message> omitted;  ///< the reason for each variation that is missing
};
SplitGames split_variations(const CheckedRecord& checked, const CheckOptions& defaults);

/// Removes all tags but these and those of the game (Game, Variant, Position, Roll, Termination),
/// without which a record could not be read.
void keep_tags(Record& record, const std::vector<std::string>& names);

class NameCheck;

/// The options of `schiri convert` that change the content and the layout of records.
class EditOptions {
 public:
  void add_to(Command& command);
  /// Validates the options for output in this format. Throws InputError.
  void prepare(const std::string& form);

  /// Adds the tags to keep, which some record must have.
  void add_names_to(NameCheck& names) const;

  /// The records made of a valid one.
  struct Edited {
    std::vector<CheckedRecord> records;
    Message obstacle;              ///< the reason why there is none, or empty
    std::vector<Message> omitted;  ///< see SplitGames
  };
  /// `defaults`: the options with which the record was checked.
  Edited edit(CheckedRecord checked, const CheckOptions& defaults) const;

  const RecordStyle& style() const { return style_; }

 private:
  void read_tags();

  OmittedParts omitted_;
  bool splits_variations_ = false;
  bool adds_positions_ = false;
  std::string cut_given_;
  std::optional<TurnRange> cut_;
  std::string tags_given_ = "all";
  std::optional<std::vector<std::string>> tags_;  ///< the tags to keep, unless all
  bool omits_tags_ = false;
  bool omits_numbers_ = false;
  std::optional<std::uint64_t> width_;
  RecordStyle style_;
};

}  // namespace schiri::cli
