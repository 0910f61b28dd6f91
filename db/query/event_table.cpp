#include "db/query/event_table.h"

namespace schiri::db {

namespace {

EventTable* maker = nullptr;

}  // namespace

void set_event_table(EventTable* table) { maker = table; }

std::optional<rating::CrossTable> event_table(const Store& store, const GameFilter& filter,
                                              std::span<const rating::TieBreakId> tie_breaks) {
  return maker ? maker(store, filter, tie_breaks) : std::nullopt;
}

}  // namespace schiri::db
