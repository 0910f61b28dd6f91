#include "cli/database/quarantined_records.h"

#include <algorithm>
#include <optional>

#include "core/base/characters.h"
#include "core/base/names.h"
#include "db/games/compact_movetext.h"
#include "db/games/name_ids.h"
#include "db/import/correction.h"
#include "notation/records/forms/record_form.h"
#include "notation/records/pgn/movetext.h"
#include "notation/records/pgn/tags.h"

namespace schiri::cli {

namespace {

using Turns = std::vector<std::string>;

/// A record that fits no game's rules is read as well.
std::optional<CheckedRecord> read_broken(const std::string& text) {
  ReadOptions reading{.keep = Keep::records};
  reading.max_game_bytes = std::max(reading.max_game_bytes, text.size());
  reading.encoding = "UTF-8";
  std::optional<CheckedRecord> read;
  TextSource source(text);
  form_of_record(text).read(source, reading, [&](CheckedRecord& record) {
    read = std::move(record);
    return false;
  });
  return read;
}

/// The words of a PGN record in the place of turns, up to an unreadable one.
Turns words_of(const std::string& text) {
  const std::string padded = text + std::string(text_padding, '\0');
  MovetextReader reader(padded.data(), padded.data() + text.size(), nullptr);
  TagSection().read(reader, nullptr);
  Turns words;
  for (auto piece = reader.next();; piece = reader.next()) {
    if (piece == MovetextReader::Piece::word) words.emplace_back(reader.piece());
    const bool goes_on =
        piece == MovetextReader::Piece::word || piece == MovetextReader::Piece::number;
    if (!goes_on) return words;
  }
}

/// The turns of a broken record as far as they are known, with an empty one for the wrong one.
Turns turns_of(const std::string& text) {
  if (&form_of_record(text) == &usual_form()) return words_of(text);
  const auto read = read_broken(text);
  if (!read) return {};
  const auto legal = read->record.turns();
  Turns turns(legal.begin(), legal.end());
  if (!read->check.valid() && read->check.errors.front().turn > 0) turns.emplace_back();
  return turns;
}

Turns turns_of(const db::RecordRow& row) {
  Turns turns;
  for (Element& element : db::read_compact_movetext(row.movetext)) {
    if (element.kind == Element::Kind::turn) turns.push_back(std::move(element.text));
  }
  return turns;
}

/// The number of turns that are equal in the same place, or before and after those that differ.
std::size_t equal_turns(const Turns& a, const Turns& b) {
  const std::size_t least = std::min(a.size(), b.size());
  std::size_t in_place = 0, front = 0, back = 0;
  for (std::size_t i = 0; i < least; ++i) in_place += equal_ignoring_case(a[i], b[i]);
  while (front < least && equal_ignoring_case(a[front], b[front])) ++front;
  while (back < least - front &&
         equal_ignoring_case(a[a.size() - 1 - back], b[b.size() - 1 - back])) {
    ++back;
  }
  return std::max(in_place, front + back);
}

/// Empty for an unknown value.
std::string known(std::string_view value) {
  return value == "?" || value == "-" || value == unknown_value("Date") ? std::string()
                                                                        : std::string(value);
}

bool may_be_equal(const std::string& a, const std::string& b) {
  return a.empty() || b.empty() || a == b;
}

}  // namespace

void QuarantinedRecords::read_aliases() {
  aliases_.emplace();
  for (const db::Alias& alias : db::stored_aliases(store_)) {
    if (alias.kind != "player") continue;
    aliases_->emplace(alias.alias, name_key(db::current_player_name(store_, alias.alias)));
  }
}

void QuarantinedRecords::read_new() {
  db::visit_quarantine_after(store_, last_, [&](const db::QuarantinedRecord& broken) {
    if (!aliases_) read_aliases();
    last_ = broken.id;
    const auto read = broken.text ? read_broken(*broken.text) : std::nullopt;
    if (!read) return true;
    const auto tag = [&](std::string_view name) { return known(read->record.tag(name)); };
    const std::string key = key_of_players(tag("White"), tag("Black"));
    if (key.empty()) return true;
    by_players_.emplace(key,
                        Broken{broken.id, tag("Event"), tag("Date"), tag("Round"), tag("Board")});
    return true;
  });
}

/// Empty if one of them is unknown.
std::string QuarantinedRecords::key_of_players(const std::string& white,
                                               const std::string& black) const {
  if (white.empty() || black.empty()) return {};
  const auto current = [&](const std::string& name) {
    const std::string key = name_key(name);
    const auto alias = aliases_->find(key);
    return alias == aliases_->end() ? key : alias->second;
  };
  return current(white) + '\n' + current(black);
}

/// Read once, not for each record of the same players.
const std::vector<std::string>& QuarantinedRecords::turns_in(const Broken& broken) const {
  if (!broken.turns) {
    broken.turns.emplace();
    db::visit_quarantine(store_, {broken.id}, [&](const db::QuarantinedRecord& record) {
      if (record.text) broken.turns = turns_of(*record.text);
      return false;
    });
  }
  return *broken.turns;
}

bool QuarantinedRecords::is_repaired_by(const Broken& broken, const db::RecordRow& row,
                                        const std::vector<std::string>& played) const {
  const std::string event = known(row.event), date = known(row.date), round = known(row.round);
  const bool may_be_same =
      may_be_equal(broken.round, round) &&
      may_be_equal(broken.board, db::board_of(row.other_tags)) &&
      (broken.date.empty() || date.empty() || db::may_be_same_date(broken.date, date));
  if (!may_be_same) return false;
  const Turns& turns = turns_in(broken);
  const std::size_t equal = equal_turns(turns, played), wrong = turns.size() - equal;
  const bool names_one_game = !event.empty() && broken.event == event && !round.empty() &&
                              broken.round == round && broken.date == date && !date.empty() &&
                              date.find('?') == date.npos;
  if (names_one_game && wrong <= 1) return true;
  // Fewer turns are the beginning of many games.
  constexpr std::size_t fewest = 4;
  return 2 * wrong < turns.size() && (names_one_game || equal >= fewest);
}

std::vector<std::int64_t> QuarantinedRecords::repaired_by(const db::RecordRow& row) const {
  std::vector<std::int64_t> ids;
  if (by_players_.empty()) return ids;
  const auto [same, end] =
      by_players_.equal_range(key_of_players(known(row.white), known(row.black)));
  if (same == end) return ids;
  const Turns played = turns_of(row);
  for (auto at = same; at != end; ++at) {
    if (is_repaired_by(at->second, row, played)) ids.push_back(at->second.id);
  }
  return ids;
}

}  // namespace schiri::cli
