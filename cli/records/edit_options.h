#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/line/command_line.h"
#include "notation/records/conversion/record_edits.h"
#include "notation/records/record_style.h"

namespace schiri::cli {

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
