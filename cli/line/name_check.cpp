#include "cli/line/name_check.h"

#include <algorithm>

#include "cli/line/command.h"
#include "core/base/names.h"
#include "db/games/names.h"
#include "db/query/game_filter.h"
#include "db/query/record_filter.h"
#include "notation/game_types.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

constexpr const char* kind_names[] = {"player", "event", "ending", "tag"};

/// Names that are known without any data.
void look_at_own(NameKind kind, NearestName& nearest) {
  const auto look_at = [&](const auto& names) {
    for (const std::string_view name : names) nearest.look_at(name);
  };
  if (kind == NameKind::tag) {
    look_at(usual_tags());
  } else if (kind == NameKind::ending) {
    for (const GameType* type : game_types()) look_at(type->endings());
    look_at(db::usual_endings());
  }
}

}  // namespace

std::span<const std::string_view> usual_tags() {
  static constexpr std::string_view names[] = {
      "Event",    "Site",     "Date",      "Round",     "White",       "Black",       "Result",
      "Game",     "Variant",  "Position",  "Roll",      "Termination", "TimeControl", "PlyCount",
      "WhiteElo", "BlackElo", "WhiteType", "BlackType", "Seed"};
  return names;
}

void NameCheck::ask(const std::string& option, NameKind kind, const std::string& name) {
  if (name.empty()) return;
  asked_.push_back({option, kind, NearestName(name), false});
  NearestName& nearest = asked_.back().nearest;
  look_at_own(kind, nearest);
  if (!nearest.is_known()) ++open_;
}

void NameCheck::ask(const db::GameFilter& filter) {
  for (const std::string& player : filter.players) ask("--player", NameKind::player, player);
  ask("--event", NameKind::event, filter.event);
}

void NameCheck::look_at(NameKind kind, std::string_view name) {
  if (open_ == 0 || name.empty()) return;
  const std::lock_guard lock(mutex_);
  for (Asked& asked : asked_) {
    if (asked.kind != kind || asked.nearest.is_known()) continue;
    asked.nearest.look_at(name);
    if (asked.nearest.is_known()) --open_;
    asked.is_part =
        asked.is_part || (asked.is_name() && is_part_of_name(asked.nearest.wanted(), name));
  }
}

void NameCheck::look_at(const CheckedRecord& checked) {
  if (open_ == 0) return;
  const Record& record = checked.record;
  look_at(NameKind::player, record.tag("White"));
  look_at(NameKind::player, record.tag("Black"));
  look_at(NameKind::event, record.tag("Event"));
  look_at(NameKind::ending, db::ending_name(checked));
  for (const Tag& tag : record.tags) look_at(NameKind::tag, tag.name);
}

void NameCheck::look_at(const db::Store& store) {
  for (const Asked& asked : asked_) {
    const std::string& name = asked.nearest.wanted();
    if (asked.kind == NameKind::player && db::has_player(store, name)) {
      look_at(NameKind::player, name);
    }
  }
  if (open_ == 0) return;
  db::visit_player_names(store, [&](std::string_view name) { look_at(NameKind::player, name); });
  db::visit_event_names(store, [&](std::string_view name) { look_at(NameKind::event, name); });
}

bool NameCheck::seeks_names() const {
  return std::any_of(asked_.begin(), asked_.end(), [](const Asked& asked) {
    return asked.is_name() && !asked.nearest.is_known();
  });
}

std::set<std::string, std::less<>> NameCheck::parts() const {
  std::set<std::string, std::less<>> parts;
  for (const Asked& asked : asked_) {
    if (!asked.nearest.is_known() && asked.is_part) parts.insert(asked.nearest.wanted());
  }
  return parts;
}

void NameCheck::require_known() const {
  for (const Asked& asked : asked_) {
    if (asked.nearest.is_known() || asked.is_part) continue;
    throw InputError(asked.option + ": no " + kind_names[static_cast<std::size_t>(asked.kind)] +
                     " '" + printable(asked.nearest.wanted(), 200) + "' is known here" +
                     asked.nearest.advice());
  }
}

db::Store open_to_ask(const std::string& path, const db::GameFilter& filter) {
  db::Store store(path, db::Store::Mode::read);
  NameCheck names;
  names.ask(filter);
  names.look_at(store);
  names.require_known();
  return store;
}

}  // namespace schiri::cli
