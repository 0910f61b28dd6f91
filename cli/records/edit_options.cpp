#include "cli/records/edit_options.h"

#include <iterator>
#include <string_view>
#include <utility>

#include "cli/input/name_check.h"
#include "cli/line/command.h"
#include "core/base/characters.h"
#include "core/base/text.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

/// `A-B`, or `A-` for all turns from A on.
TurnRange read_cut(std::string_view text) {
  const std::size_t hyphen = text.find('-');
  const auto first = parse_number<std::size_t>(text.substr(0, hyphen));
  TurnRange range;
  std::optional<std::size_t> last = range.last;
  if (hyphen != text.npos && hyphen + 1 < text.size()) {
    last = parse_number<std::size_t>(text.substr(hyphen + 1));
  }
  if (hyphen == text.npos || !first || !last || *first == 0 || *last < *first) {
    throw InputError(
        message("--cut: expected turns as in 1-20, 11-30 or 11-, not '{0}'", printable(text)));
  }
  return {*first, *last};
}

}  // namespace

void EditOptions::add_to(Command& command) {
  command.add_flag("--no-comments", omitted_.comments, "Omit comments");
  command.add_flag("--no-nags", omitted_.nags, "Omit NAGs");
  Option* const no_variations =
      command.add_flag("--no-variations", omitted_.variations, "Omit variations");
  command
      .add_flag("--split-variations", splits_variations_,
                "Write each variation as a game of its own, after its game")
      ->excludes(no_variations);
  command.add_flag("--position-comments", adds_positions_,
                   "Add the position string after each turn as a comment");
  command
      .add_option("--cut", cut_given_, "Keep only turns A to B; a cut beginning becomes Position")
      ->type_name("A-B");
  command
      .add_option("--tags", tags_given_,
                  "Keep the seven tags, none, all, or those of a list; tags of the game stay")
      ->type_name("seven|none|all|NAME,...")
      ->default_text("all");
  command.add_flag("--no-numbers", omits_numbers_, "Omit turn numbers");
  command.add_option("--width", width_, "Break lines at N columns; 0 never breaks them (79)");
}

void EditOptions::prepare(const std::string& form) {
  if (form != "pgn" && (omits_numbers_ || width_)) {
    throw InputError(message("--no-numbers and --width apply only to PGN, not to --to {0}", form));
  }
  if (!cut_given_.empty()) cut_ = read_cut(cut_given_);
  read_tags();
  style_.numbers = !omits_numbers_;
  style_.width = width_.value_or(style_.width);
}

void EditOptions::read_tags() {
  const std::string word = lower_case(tags_given_);
  if (word == "all") return;
  style_.fills_roster = word == "seven";
  omits_tags_ = word == "none";
  tags_.emplace();
  if (omits_tags_) return;
  if (style_.fills_roster) {
    tags_->assign(std::begin(roster), std::end(roster));
    return;
  }
  for (const std::string_view name : split(tags_given_, ',')) {
    tags_->push_back(read_tag_name("--tags", trimmed(name)));
  }
}

void EditOptions::add_names_to(NameCheck& names) const {
  if (!tags_) return;
  for (const std::string& tag : *tags_) names.expect("--tags", NameKind::tag, tag);
}

EditOptions::Edited EditOptions::edit(CheckedRecord checked, const CheckOptions& defaults) const {
  Edited edited;
  omit(checked.record, omitted_);
  if (cut_) edited.obstacle = cut(checked, *cut_, defaults);
  if (!edited.obstacle.empty()) return edited;
  if (splits_variations_) {
    SplitGames split = split_variations(checked, defaults);
    edited.records = std::move(split.games);
    edited.omitted = std::move(split.omitted);
  } else {
    edited.records.push_back(std::move(checked));
  }
  for (CheckedRecord& record : edited.records) {
    if (adds_positions_) add_position_comments(record, defaults);
    if (omits_tags_) {
      record.record.tags.clear();
    } else if (tags_) {
      keep_tags(record.record, *tags_);
    }
  }
  return edited;
}

}  // namespace schiri::cli
