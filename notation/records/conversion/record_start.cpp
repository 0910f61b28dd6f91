#include "notation/records/conversion/record_start.h"

namespace schiri {

StartSpec start_of(const CheckedRecord& checked, const CheckOptions& defaults) {
  const Record& record = checked.record;
  const std::string position(record.tag("Position"));
  std::string roll(record.tag("Roll"));
  const GameType* type = find_game(checked.check.game);
  // A position includes its dice, so the default roll is ignored for records with a position.
  if (roll.empty() && position.empty() && type && type->starts_with_roll()) roll = defaults.roll;
  return {checked.check.variant, position, roll};
}

void complete_tags(CheckedRecord& checked, const CheckOptions& defaults) {
  Record& record = checked.record;
  if (record.tag("Game").empty()) record.set_tag("Game", checked.check.game);
  if (record.tag("Variant").empty() && !defaults.variant.empty()) {
    record.set_tag("Variant", checked.check.variant);
  }
  const StartSpec start = start_of(checked, defaults);
  if (!start.roll.empty() && record.tag("Roll").empty()) record.set_tag("Roll", start.roll);
}

}  // namespace schiri
