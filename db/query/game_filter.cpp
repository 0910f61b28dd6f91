#include "db/query/game_filter.h"

#include <algorithm>

#include "core/base/date.h"
#include "core/base/message.h"
#include "core/base/names.h"
#include "core/base/text.h"
#include "core/match/termination.h"
#include "notation/text/record_cells.h"

namespace schiri::db {

namespace {

constexpr Pattern unfinished = message_pattern("unfinished"),
                  unexplained = message_pattern("unexplained");

bool is_within(std::string_view date_tag, const GameFilter& filter) {
  if (filter.since.empty() && filter.until.empty()) return true;
  const auto date = read_date(date_tag);
  if (!date || !date->year) return filter.has_unsure_date;
  const std::string first = day_text(*date->first_day()), last = day_text(*date->last_day());
  const bool is_sure = (filter.since.empty() || first >= filter.since) &&
                       (filter.until.empty() || last <= filter.until);
  if (!filter.has_unsure_date) return is_sure;
  return !is_sure && (filter.since.empty() || last >= filter.since) &&
         (filter.until.empty() || first <= filter.until);
}

bool holds_tags(const CheckedRecord& checked, const std::vector<TagCondition>& tags) {
  // What a record need not name, and a written one does.
  const auto value_of = [&](const std::string& name) -> std::string_view {
    if (name == "Variant" && !checked.check.variant.empty()) return checked.check.variant;
    const std::string_view value = checked.record.tag(name);
    return name == "Date" && value.empty() ? unknown_value(name) : value;
  };
  const auto holds = [&](const TagCondition& tag) { return tag.holds(value_of(tag.name)); };
  return std::all_of(tags.begin(), tags.end(), [&](const TagCondition& tag) {
    if (tag.relation != "=") return holds(tag);
    return std::any_of(tags.begin(), tags.end(), [&](const TagCondition& other) {
      return other.name == tag.name && other.relation == "=" && holds(other);
    });
  });
}

bool is_upset(const CheckedRecord& checked, std::uint64_t least) {
  const auto rating = [&](const char* tag) {
    return record_rating(checked.record.tag(tag)).value_or(0);
  };
  const double white = rating("WhiteElo"), black = rating("BlackElo");
  if (white <= 0 || black <= 0) return false;
  const double gap = checked.check.result == "1-0"   ? black - white
                     : checked.check.result == "0-1" ? white - black
                                                     : 0;
  return gap > 0 && gap >= static_cast<double>(least);
}

bool begins_so(const CheckedRecord& checked, const GameFilter& filter) {
  if (filter.beginnings.empty()) return true;
  const auto wanted = filter.beginnings.find(checked.check.game);
  if (wanted == filter.beginnings.end()) return false;
  const auto turns = checked.record.turns();
  return std::any_of(wanted->second.begin(), wanted->second.end(), [&](const auto& beginning) {
    return beginning.size() <= turns.size() &&
           std::equal(beginning.begin(), beginning.end(), turns.begin());
  });
}

}  // namespace

bool TagCondition::holds(std::string_view value) const {
  if (relation == "=" || relation == "!=") {
    const bool fits = !value.empty() && fits_pattern(pattern, value);
    return fits == (relation == "=");
  }
  const auto compare = [&](const auto& told, const auto& limit) {
    if (relation == "<") return told < limit;
    if (relation == "<=") return told <= limit;
    return relation == ">" ? told > limit : told >= limit;
  };
  // A double has only 53 bits.
  const auto whole = parse_number<std::int64_t>(value), limit = parse_number<std::int64_t>(pattern);
  if (whole && limit) return compare(*whole, *limit);
  const auto told = parse_number<double>(value), asked = parse_number<double>(pattern);
  return told && asked && compare(*told, *asked);
}

bool GameFilter::means(std::string_view asked, std::string_view name) const {
  return parts.contains(asked) ? is_part_of_name(asked, name) : is_same_name(asked, name);
}

bool GameFilter::asks_for_anything() const {
  return !players.empty() || !whites.empty() || !blacks.empty() || !endings.empty() || min_turns ||
         max_turns || !tags.empty() || !beginnings.empty() || !game.empty() || !variant.empty() ||
         !events.empty() || !results.empty() || !since.empty() || !until.empty() || id || number ||
         import || upset || !positions.is_empty();
}

bool fits(const CheckedRecord& checked, const GameFilter& filter) {
  const Record& record = checked.record;
  const auto equals = [](std::string_view wanted, std::string_view value) {
    return wanted.empty() || wanted == value;
  };
  const auto name_in = [&](const char* tag) {
    const std::string_view name = record.tag(tag);
    return name.empty() ? unknown_value(tag) : name;
  };
  const auto took_part = [&](const std::string& player) {
    return filter.means(player, name_in("White")) || filter.means(player, name_in("Black"));
  };
  const auto is = [&](const char* tag) {
    return
        [&filter, name = name_in(tag)](const auto& wanted) { return filter.means(wanted, name); };
  };
  const auto is_any = [](const std::vector<std::string>& wanted, const auto& fits) {
    return wanted.empty() || std::any_of(wanted.begin(), wanted.end(), fits);
  };
  return equals(filter.game, checked.check.game) && equals(filter.variant, checked.check.variant) &&
         is_any(filter.events, is("Event")) && is_any(filter.whites, is("White")) &&
         is_any(filter.blacks, is("Black")) &&
         is_any(filter.results, [&](const auto& one) { return one == checked.check.result; }) &&
         is_within(record.tag("Date"), filter) &&
         std::all_of(filter.players.begin(), filter.players.end(), took_part) &&
         (!filter.min_turns || checked.check.turns >= *filter.min_turns) &&
         (!filter.max_turns || checked.check.turns <= *filter.max_turns) &&
         is_any(filter.endings, [&](const auto& one) { return one == ending_name(checked); }) &&
         (!filter.upset || is_upset(checked, *filter.upset)) && holds_tags(checked, filter.tags) &&
         begins_so(checked, filter);
}

std::string sql_of_ending_name() {
  const auto quoted = [](std::string_view text) { return "'" + std::string(text) + "'"; };
  return "CASE WHEN game.reason NOT NULL THEN game.reason"
         " WHEN coalesce(game.termination, '') NOT IN ('', '?', " +
         quoted(text_of(Termination::normal)) +
         ") THEN game.termination WHEN game.result = '*' THEN " + quoted(unfinished.text()) +
         " ELSE " + quoted(unexplained.text()) + " END";
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
