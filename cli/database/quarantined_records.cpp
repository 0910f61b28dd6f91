#include "cli/database/quarantined_records.h"

#include <algorithm>

#include "core/base/names.h"
#include "db/import/correction.h"
#include "notation/records/pgn/reader.h"

namespace schiri::cli {

namespace {

/// The tags that identify a game, as one text.
std::string joined(std::string_view event, std::string_view round, std::string_view date,
                   std::string_view white, std::string_view black) {
  std::string text;
  for (const std::string_view part : {event, round, date, white, black}) {
    text += name_key(part) + '\n';
  }
  return text;
}

/// The identifying tags of an invalid record; empty if its header cannot be read.
std::string tags_of(const std::string& text) {
  const auto read = read_one_record(text, {.keep = Keep::records});
  if (!read) return {};
  const auto value = [&](std::string_view name) {
    const std::string_view known = read->record.tag(name);
    return known.empty() ? unknown_value(name) : known;
  };
  return joined(value("Event"), value("Round"), value("Date"), value("White"), value("Black"));
}

}  // namespace

QuarantinedRecords::QuarantinedRecords(const db::Store& store) : store_(store) {
  db::visit_quarantine(store, {}, [&](const db::QuarantinedRecord& record) {
    if (record.text) {
      by_tags_.emplace(tags_of(*record.text), record.id);
      by_place_.emplace(std::pair(record.file, record.number), record.id);
    }
    return true;
  });
}

bool QuarantinedRecords::names_players(std::int64_t id, const db::RecordRow& row) const {
  bool names = false;
  db::visit_quarantine(store_, {id}, [&](const db::QuarantinedRecord& record) {
    const auto stands_in = [&](const std::string& player) {
      return player == "?" || record.text->find(player) != std::string::npos;
    };
    names = stands_in(row.white) && stands_in(row.black);
    return false;
  });
  return names;
}

std::vector<std::int64_t> QuarantinedRecords::repaired_by(const std::string& file,
                                                          const GameCheck& check,
                                                          const db::RecordRow& row) const {
  std::vector<std::int64_t> ids;
  if (by_place_.empty()) return ids;
  const auto [place, place_end] = by_place_.equal_range({file, check.index});
  for (auto at = place; at != place_end; ++at) {
    if (names_players(at->second, row)) ids.push_back(at->second);
  }
  if (!db::names_one_game(row)) return ids;
  const auto [same, same_end] =
      by_tags_.equal_range(joined(row.event, row.round, row.date, row.white, row.black));
  for (auto at = same; at != same_end; ++at) {
    if (std::count(ids.begin(), ids.end(), at->second) == 0) ids.push_back(at->second);
  }
  return ids;
}

}  // namespace schiri::cli
