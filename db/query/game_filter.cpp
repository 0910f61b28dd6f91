#include "db/query/game_filter.h"

#include <algorithm>

#include "core/base/date.h"
#include "core/base/message.h"
#include "core/base/names.h"
#include "core/match/termination.h"

namespace schiri::db {

namespace {

constexpr Pattern unfinished = message_pattern("unfinished"),
                  unexplained = message_pattern("unexplained");

bool is_within(std::string_view date_tag, const GameFilter& filter) {
  if (filter.since.empty() && filter.until.empty()) return true;
  const auto date = read_date(date_tag);
  if (!date || !date->year) return false;
  return (filter.since.empty() || day_text(*date->first_day()) >= filter.since) &&
         (filter.until.empty() || day_text(*date->last_day()) <= filter.until);
}

}  // namespace

bool GameFilter::means(std::string_view asked, std::string_view name) const {
  return parts.contains(asked) ? is_part_of_name(asked, name) : is_same_name(asked, name);
}

bool GameFilter::asks_for_anything() const {
  return !players.empty() || !game.empty() || !variant.empty() || !events.empty() ||
         !results.empty() || !since.empty() || !until.empty() || id || number ||
         !positions.is_empty();
}

bool fits(const CheckedRecord& checked, const GameFilter& filter) {
  const Record& record = checked.record;
  const auto equals = [](std::string_view wanted, std::string_view value) {
    return wanted.empty() || wanted == value;
  };
  const auto took_part = [&](const std::string& player) {
    return filter.means(player, record.tag("White")) || filter.means(player, record.tag("Black"));
  };
  const auto belongs = [&](const std::string& event) {
    return filter.means(event, record.tag("Event"));
  };
  const auto is_any = [](const std::vector<std::string>& wanted, const auto& fits) {
    return wanted.empty() || std::any_of(wanted.begin(), wanted.end(), fits);
  };
  return equals(filter.game, checked.check.game) && equals(filter.variant, checked.check.variant) &&
         is_any(filter.events, belongs) &&
         is_any(filter.results, [&](const auto& one) { return one == checked.check.result; }) &&
         is_within(record.tag("Date"), filter) &&
         std::all_of(filter.players.begin(), filter.players.end(), took_part);
}

std::span<const std::string_view> usual_endings() {
  static const std::vector<std::string_view> names = [] {
    std::vector<std::string_view> usual;
    for (const TerminationKind& kind : terminations()) {
      if (kind.is_usual) usual.push_back(kind.text);
    }
    usual.insert(usual.end(), {unfinished.text(), unexplained.text()});
    return usual;
  }();
  return names;
}

std::string ending_name(const CheckedRecord& checked) {
  return std::string(
      ending_name(checked.check.ending, checked.record.tag("Termination"), checked.check.result));
}

std::string_view ending_name(const std::optional<Ending>& ending, std::string_view termination,
                             std::string_view result) {
  if (ending) return ending->reason;
  if (!termination.empty() && termination != text_of(Termination::normal)) return termination;
  return (result.empty() || result == "*" ? unfinished : unexplained).text();
}

}  // namespace schiri::db
