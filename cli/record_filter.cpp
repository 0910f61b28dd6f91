#include "cli/record_filter.h"

#include <algorithm>

namespace schiri::cli {

namespace {

/// As the database compares dates: a month or day that is not known counts as the first.
std::string comparable_date(std::string_view date) {
  const bool known_year =
      date.size() > 4 &&
      std::all_of(date.begin(), date.begin() + 4, [](char c) { return c >= '0' && c <= '9'; });
  std::string text(known_year ? date : "");
  for (auto at = text.find("??"); at != text.npos; at = text.find("??")) text.replace(at, 2, "01");
  return text;
}

bool is_within(std::string_view date_tag, const db::GameFilter& filter) {
  if (filter.since.empty() && filter.until.empty()) return true;
  const std::string date = comparable_date(date_tag);
  return !date.empty() && (filter.since.empty() || date >= filter.since) &&
         (filter.until.empty() || date <= filter.until);
}

}  // namespace

bool fits(const CheckedRecord& checked, const db::GameFilter& filter) {
  const Record& record = checked.record;
  const auto equals = [](std::string_view wanted, std::string_view value) {
    return wanted.empty() || wanted == value;
  };
  const auto took_part = [&](const std::string& player) {
    return record.tag("White") == player || record.tag("Black") == player;
  };
  return equals(filter.game, checked.check.game) && equals(filter.variant, checked.check.variant) &&
         equals(filter.event, record.tag("Event")) && equals(filter.result, checked.check.result) &&
         is_within(record.tag("Date"), filter) &&
         std::all_of(filter.players.begin(), filter.players.end(), took_part);
}

std::string ending_name(const CheckedRecord& checked) {
  if (checked.check.ending) return std::string(checked.check.ending->reason);
  const std::string_view termination = checked.record.tag("Termination");
  if (!termination.empty() && termination != "normal") return std::string(termination);
  const bool decided = !checked.check.result.empty() && checked.check.result != "*";
  return decided ? "unexplained" : "unfinished";
}

}  // namespace schiri::cli
