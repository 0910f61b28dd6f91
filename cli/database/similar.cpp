#include <iostream>
#include <map>
#include <memory>

#include "cli/database/db_command.h"
#include "cli/database/query.h"
#include "db/query/results.h"
#include "notation/text/similar_names.h"

namespace schiri::cli {

namespace {

/// The numbers of games between two players, by pairs in order.
using Meetings = std::map<std::pair<std::string, std::string>, std::uint64_t>;

/// Counts the games of the pairs in `meetings`.
void count_meetings(const db::Store& store, Meetings& meetings) {
  if (meetings.empty()) return;
  db::visit_meetings(store, {}, [&](const db::MeetingRow& row) {
    const auto pair = meetings.find({row.player, row.opponent});
    if (pair != meetings.end()) pair->second += row.games;
    return true;
  });
}

ExitStatus show_similar(const QueryOptions& query) {
  const db::Store store(query.db, db::Store::Mode::read);
  std::vector<db::PlayerRow> players;
  db::visit_players(store, {}, [&](const db::PlayerRow& player) {
    players.push_back(player);
    return true;
  });
  std::vector<std::string> names;
  for (const db::PlayerRow& player : players) names.push_back(player.name);
  const auto pairs = similar_pairs(names);
  Meetings meetings;
  for (const auto& [a, b] : pairs) meetings[{names[a], names[b]}] = 0;
  count_meetings(store, meetings);
  Rows rows(std::cout, query.format,
            {"player", "games", "other", "other_games", "met", "duplicates"}, query.choice);
  for (const auto& [a, b] : pairs) {
    const std::uint64_t met = meetings.at({names[a], names[b]});
    if (!rows.add({names[a], players[a].games, names[b], players[b].games, met,
                   db::duplicate_games(store, names[a], names[b])})) {
      break;
    }
  }
  return ExitStatus::done;
}

}  // namespace

void add_db_similar(Command& db, ExitStatus& status) {
  auto options = std::make_shared<QueryOptions>();
  Command* command = db.add_subcommand("similar-players",
                                       "List players with similar names, which may be one player");
  options->add_to(*command);
  command->footer("Example: schiri db similar-players --db a.db\nManual: schiri help database");
  command->callback([options, &status] { status = show_similar(*options); });
}

}  // namespace schiri::cli
