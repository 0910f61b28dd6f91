#include "cli/input/name_check.h"

#include <algorithm>
#include <iterator>

#include "cli/input/filter_options.h"
#include "cli/line/command.h"
#include "cli/print/output_language.h"
#include "core/base/characters.h"
#include "core/base/names.h"
#include "db/games/name_ids.h"
#include "db/query/filtered_games.h"
#include "db/query/game_filter.h"
#include "notation/game_types.h"
#include "notation/records/pgn/tags.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

/// Tags that are known whether or not a record has them.
constexpr std::string_view usual_tags[] = {
    "Event",    "Site",     "Date",      "Round",     "White",       "Black",       "Result",
    "Game",     "Variant",  "Position",  "Roll",      "Termination", "TimeControl", "PlyCount",
    "WhiteElo", "BlackElo", "WhiteType", "BlackType", "Seed"};

Message unknown_message(NameKind kind, const std::string& option, const std::string& name) {
  switch (kind) {
    case NameKind::player:
      return message("{0}: no player '{1}' is known here", option, name);
    case NameKind::event:
      return message("{0}: no event '{1}' is known here", option, name);
    case NameKind::ending:
      return message("{0}: no ending '{1}' is known here", option, name);
    case NameKind::tag:
      break;
  }
  return message("{0}: no tag '{1}' is known here", option, name);
}

/// Names that are known without any data.
void add_built_in(NameKind kind, NearestName& nearest) {
  const auto add = [&](const auto& names) {
    for (const std::string_view name : names) nearest.look_at(name);
  };
  if (kind == NameKind::tag) {
    add(usual_tags);
  } else if (kind == NameKind::ending) {
    for (const GameType* type : game_types()) add(type->facts.endings);
    add(db::usual_endings());
  }
}

/// Names more than these are counted.
constexpr std::size_t most_named = 5;

/// Says which names a part of them means.
void note_several(const std::string& option, const std::string& part,
                  const std::set<std::string>& names) {
  std::vector<Message> quoted;
  for (const std::string& name : names) {
    if (quoted.size() < most_named) quoted.push_back(message("'{0}'", printable(name, 200)));
  }
  if (names.size() > most_named) quoted.push_back(message("others"));
  print_note(message("{0}: '{1}' is a part of several names: {2}", option, printable(part, 200),
                     all_of(quoted)));
}

}  // namespace

std::string read_tag_name(const std::string& option, std::string_view name) {
  for (const std::string_view usual : usual_tags) {
    if (equal_ignoring_case(usual, name)) return std::string(usual);
  }
  if (is_tag_name(name)) return std::string(name);
  throw InputError(joined(message("{0}: '{1}' is not a tag name", option, printable(name)),
                          known_names(name, usual_tags)));
}

void NameCheck::expect(const std::string& option, NameKind kind, const std::string& name) {
  if (name.empty()) return;
  expected_.push_back({option, kind, NearestName(name), {}});
  NearestName& nearest = expected_.back().nearest;
  add_built_in(kind, nearest);
  if (!nearest.is_known()) ++unknown_;
}

void NameCheck::expect(const db::GameFilter& filter) {
  // Games whose player or event is unknown can be chosen, whether or not there are any.
  const auto expect_each = [&](const char* option, NameKind kind, const auto& names) {
    for (const std::string& name : names) {
      if (name != unknown_value("Event")) expect(option, kind, name);
    }
  };
  expect_each("--player", NameKind::player, filter.players);
  expect_each("--white", NameKind::player, filter.whites);
  expect_each("--black", NameKind::player, filter.blacks);
  expect_each("--event", NameKind::event, filter.events);
  for (const std::string& ending : filter.endings) expect("--ending", NameKind::ending, ending);
  for (const db::TagCondition& tag : filter.tags) expect("--tag", NameKind::tag, tag.name);
}

void NameCheck::add_known(NameKind kind, std::string_view name) {
  if (unknown_ == 0 || name.empty()) return;
  const std::lock_guard lock(mutex_);
  for (Expected& expected : expected_) {
    if (expected.kind != kind || expected.nearest.is_known()) continue;
    expected.nearest.look_at(name);
    if (expected.nearest.is_known()) --unknown_;
    if (!expected.may_be_part() || !is_part_of_name(expected.nearest.wanted(), name)) continue;
    expected.names.emplace(name);
    if (expected.names.size() > most_named + 1) {
      expected.names.erase(std::prev(expected.names.end()));
    }
  }
}

void NameCheck::add_known(const CheckedRecord& checked) {
  if (unknown_ == 0) return;
  const Record& record = checked.record;
  add_known(NameKind::player, record.tag("White"));
  add_known(NameKind::player, record.tag("Black"));
  add_facts(checked);
}

void NameCheck::add_facts(const CheckedRecord& checked) {
  if (unknown_ == 0) return;
  const Record& record = checked.record;
  add_known(NameKind::event, record.tag("Event"));
  add_known(NameKind::ending, db::ending_name(checked));
  for (const Tag& tag : record.tags) add_known(NameKind::tag, tag.name);
}

void NameCheck::add_known(const db::Store& store) {
  for (const Expected& expected : expected_) {
    const std::string& name = expected.nearest.wanted();
    const bool is_known = expected.kind == NameKind::player  ? db::has_player(store, name)
                          : expected.kind == NameKind::event ? db::has_event(store, name)
                                                             : false;
    if (is_known) add_known(expected.kind, name);
  }
  if (is_unknown(NameKind::player)) {
    db::visit_player_names(store,
                           [&](std::string_view name) { add_known(NameKind::player, name); });
  }
  add_facts(store);
}

void NameCheck::add_facts(const db::Store& store) {
  if (is_unknown(NameKind::event)) {
    db::visit_event_names(store, [&](std::string_view name) { add_known(NameKind::event, name); });
  }
  for (const auto& [kind, names] : {std::pair(NameKind::ending, &db::names_of_endings),
                                    std::pair(NameKind::tag, &db::names_of_tags)}) {
    if (!is_unknown(kind)) continue;
    for (const std::string& name : names(store)) add_known(kind, name);
  }
}

bool NameCheck::is_unknown(NameKind kind) const {
  return std::any_of(expected_.begin(), expected_.end(), [&](const Expected& expected) {
    return expected.kind == kind && !expected.nearest.is_known();
  });
}

bool NameCheck::has_unknown_names() const {
  return std::any_of(expected_.begin(), expected_.end(), [](const Expected& expected) {
    return expected.may_be_part() && !expected.nearest.is_known();
  });
}

std::set<std::string, std::less<>> NameCheck::partial_names() const {
  std::set<std::string, std::less<>> parts;
  for (const Expected& expected : expected_) {
    if (!expected.nearest.is_known() && !expected.names.empty())
      parts.insert(expected.nearest.wanted());
  }
  return parts;
}

void NameCheck::require_known() const {
  for (const Expected& expected : expected_) {
    if (expected.nearest.is_known()) continue;
    if (expected.names.size() == 1) continue;
    if (!expected.names.empty()) {
      note_several(expected.option, expected.nearest.wanted(), expected.names);
      continue;
    }
    throw InputError(joined(
        unknown_message(expected.kind, expected.option, printable(expected.nearest.wanted(), 200)),
        known_names(expected.nearest.in_order())));
  }
}

db::GameFilter resolve_players(const std::string& option, const std::vector<std::string>& players,
                               const std::vector<std::string>& known) {
  NameCheck check;
  for (const std::string& player : players) check.expect(option, NameKind::player, player);
  for (const std::string& name : known) check.add_known(NameKind::player, name);
  check.require_known();
  db::GameFilter filter;
  filter.players = players;
  filter.parts = check.partial_names();
  return filter;
}

db::Store open_for_query(const std::string& path, const db::GameFilter& filter) {
  db::Store store(path, db::Store::Mode::read);
  NameCheck names;
  names.expect(filter);
  names.add_known(store);
  names.require_known();
  note_unsure_dates(store, filter);
  return store;
}

}  // namespace schiri::cli
