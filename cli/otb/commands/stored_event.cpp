#include "cli/otb/commands/stored_event.h"

#include <algorithm>

#include "cli/otb/event/round_robin.h"
#include "cli/otb/event/standing.h"
#include "db/games/game_inserter.h"
#include "db/games/name_ids.h"
#include "db/query/filtered_games.h"
#include "db/sqlite/connection.h"
#include "db/sqlite/transaction.h"
#include "notation/text/json.h"
#include "notation/text/printable.h"

namespace schiri::db {

namespace {

const char* kind_name(otb::ByeKind kind) {
  switch (kind) {
    case otb::ByeKind::pairing_allocated:
      return "pairing";
    case otb::ByeKind::half_point:
      return "half-point";
    case otb::ByeKind::zero_point:
      return "zero-point";
    case otb::ByeKind::free:
      return "free";
    case otb::ByeKind::full_point:
      return "full-point";
  }
  return "";
}

/// Writes the rows of one event.
class EventRows {
 public:
  EventRows(Store& store, const otb::Journal& journal)
      : store_(store),
        event_(journal.event()),
        id_(store.inserter().event_id(journal.head().name)),
        bye_(store.connection().database(),
             "INSERT INTO otb_bye (event_id, round, player_id, opponent_id, kind, points)"
             " VALUES (?, ?, ?, nullif(?, 0), ?, ?)") {
    for (const otb::Entrant& entrant : event_.entrants()) {
      players_.push_back(store.inserter().player_id(entrant.name));
    }
  }

  void write(const std::string& text) {
    remove_old();
    Statement(database(), "INSERT INTO otb_event VALUES (?, ?)").run(id_, text);
    write_standing();
    write_byes();
  }

 private:
  SQLite::Database& database() { return store_.connection().database(); }

  void remove_old() {
    for (const char* table : {"otb_bye", "otb_player", "otb_event"}) {
      database().exec("DELETE FROM " + std::string(table) +
                      " WHERE event_id = " + std::to_string(id_));
    }
  }

  void write_standing() {
    Statement insert(database(),
                     "INSERT INTO otb_player (event_id, number, player_id, place, points, games,"
                     " wins, rating, tie_breaks) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)");
    const auto tie_breaks = event_.tie_breaks();
    for (const otb::StandingRow& line : otb::standing(event_, event_.rounds().size())) {
      Json values = Json::object();
      for (std::size_t i = 0; i < tie_breaks.size(); ++i) {
        const auto& value = line.tie_breaks[i];
        values[std::string(rating::tie_break(tie_breaks[i]).key)] = value ? Json(*value) : Json();
      }
      insert.run(id_, line.entrant + 1, players_[line.entrant], line.place, line.points, line.games,
                 line.wins, event_.entrants()[line.entrant].rating, values.dump());
    }
  }

  void write_byes() {
    const auto annulled = otb::annulled_entrants(event_, event_.rounds().size());
    for (std::size_t r = 0; r < event_.rounds().size(); ++r) {
      const otb::Round& round = event_.rounds()[r];
      for (const otb::Bye& bye : round.byes) {
        if (!annulled[bye.entrant]) write_bye(r + 1, bye);
      }
      for (const otb::Board& board : round.boards) {
        const bool counts = board.result && !otb::was_played(*board.result) &&
                            !annulled[board.first] && !annulled[board.second];
        if (!counts) continue;
        write(r + 1, board.first, board.second, "forfeit", event_.points_of(*board.result, 0));
        write(r + 1, board.second, board.first, "forfeit", event_.points_of(*board.result, 1));
      }
    }
  }

  /// A whole point in a round-robin is that of a game against an opponent that has withdrawn.
  void write_bye(std::uint64_t round, const otb::Bye& bye) {
    const bool is_walkover =
        event_.system() == System::round_robin && bye.kind == otb::ByeKind::pairing_allocated;
    const auto opponent = is_walkover ? otb::scheduled_opponent(event_, bye.entrant, round)
                                      : std::optional<std::size_t>();
    write(round, bye.entrant, opponent, opponent ? "walkover" : kind_name(bye.kind),
          event_.points_of(bye.kind));
  }

  void write(std::uint64_t round, std::size_t entrant, std::optional<std::size_t> opponent,
             const char* kind, double points) {
    const std::int64_t other = opponent ? players_[*opponent] : 0;
    bye_.run(id_, round, players_[entrant], other, kind, points);
  }

  Store& store_;
  const otb::Event& event_;
  std::int64_t id_;
  std::vector<std::int64_t> players_;
  Statement bye_;
};

/// The event of the filter, if there is one alone.
std::optional<std::int64_t> only_event(const Store& store, const GameFilter& filter) {
  GameFilter rest = filter;
  rest.events.clear();
  rest.game.clear();
  rest.variant.clear();
  rest.parts.clear();
  if (rest.asks_for_anything()) return std::nullopt;
  std::string condition;
  for (const std::string& event : filter.events) {
    condition +=
        (condition.empty() ? " WHERE id IN " : " OR id IN ") + ids_called(store, "event", event);
  }
  std::optional<std::int64_t> id;
  Statement events(store.connection().database(), "SELECT id FROM event" + condition);
  while (events.executeStep()) {
    if (id) return std::nullopt;
    id = events.id(0);
  }
  return id;
}

/// The present names of the entrants; empty if they do not fit the event.
std::vector<std::string> entrant_names(const Store& store, std::int64_t event) {
  std::vector<std::string> names;
  Statement select(store.connection().database(),
                   "SELECT number, name FROM otb_player JOIN player ON player.id = player_id"
                   " WHERE event_id = ? ORDER BY number",
                   event);
  while (select.executeStep()) {
    if (select.count(0) != names.size() + 1) return {};
    names.push_back(select.text(1));
  }
  return names;
}

}  // namespace

void store_event(Store& store, const otb::Journal& journal, const std::string& text) {
  Connection& connection = store.connection();
  connection.run([&] {
    WriteTransaction transaction(connection);
    EventRows(store, journal).write(text);
    transaction.commit();
  });
}

std::optional<rating::CrossTable> stored_event_table(
    const Store& store, const GameFilter& filter, std::span<const rating::TieBreakId> tie_breaks) {
  return store.connection().run([&]() -> std::optional<rating::CrossTable> {
    const auto id = only_event(store, filter);
    if (!id) return std::nullopt;
    Statement select(store.connection().database(),
                     "SELECT event.name, journal FROM otb_event JOIN event ON event.id = event_id"
                     " WHERE event_id = ?",
                     *id);
    if (!select.executeStep()) return std::nullopt;
    const std::string place = store.path() + ": the event '" + printable(select.text(0)) + "'";
    const otb::Journal journal = otb::Journal::of_text(place, select.text(1));
    const otb::EventHead& head = journal.head();
    const bool is_meant = (filter.game.empty() || filter.game == head.game) &&
                          (filter.variant.empty() || filter.variant == head.variant);
    if (!is_meant) return std::nullopt;
    const std::vector<std::string> names = entrant_names(store, *id);
    if (names.size() != journal.event().entrants().size()) {
      throw StoreError(place +
                       " has other players than its standing; 'schiri otb export --db'"
                       " stores it again");
    }
    const auto own = journal.event().tie_breaks();
    return otb::event_table(
        head, journal.event(), names,
        tie_breaks.empty() ? std::span<const rating::TieBreakId>(own) : tie_breaks);
  });
}

}  // namespace schiri::db
