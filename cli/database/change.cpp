#include "db/edit/change.h"

#include <functional>
#include <memory>

#include "cli/database/db_command.h"
#include "cli/input/inputs.h"
#include "cli/line/confirmation.h"
#include "cli/line/start.h"
#include "cli/line/usual_options.h"
#include "cli/print/console.h"
#include "cli/print/findings.h"
#include "cli/print/output_file.h"
#include "cli/print/output_language.h"
#include "core/base/errors.h"
#include "db/games/record_row.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

struct ChangeOptions {
  std::string db;
  std::string name;
  std::string new_name;
  std::vector<std::string> others;  ///< other names of it, or aliases
  bool is_forgotten = false;        ///< the old name leaves no alias
  bool is_event = false;            ///< aliases are those of an event
  std::vector<std::int64_t> games;
  std::int64_t game = 0;
  std::string record;
  std::string from = "pgn";  ///< of the record
  ReadOptions read;          ///< of the record
  std::optional<std::int64_t> import;
  std::string kind;  ///< of games
  std::string variant;
  Confirmation confirmation;

  db::Remember remember() const { return is_forgotten ? db::Remember::no : db::Remember::yes; }
  std::string kind_of_alias() const { return is_event ? "event" : "player"; }
};

ExitStatus carry_out(const ChangeOptions& options, const db::Change& change) {
  const auto open = [&] { return db::Store(options.db, db::Store::Mode::write); };
  try {
    std::vector<std::string> planned;
    {
      db::Store store = open();
      planned = db::plan(store, change);
    }
    if (!options.confirmation.confirms(planned)) return ExitStatus::done;
    db::Store store = open();
    db::carry_out(store, change, planned);
  } catch (const db::ChangeRefused& error) {
    throw InputError(printable(message_of(error), 4096));
  }
  console::out << "done\n";
  return ExitStatus::done;
}

/// The only record of the file; if it is invalid, prints its findings and returns nothing. Throws
/// InputError if there is none or more than one.
std::optional<db::RecordRow> single_record(const ChangeOptions& options) {
  ReadOptions reading = options.read;
  reading.keep = Keep::records;
  std::optional<db::RecordRow> row;
  std::size_t count = 0;
  const ExitStatus status = read_input(options.record, reading, record_form(options.from),
                                       [&](const std::string& file, CheckedRecord& record) {
                                         if (++count == 1 && record.check.valid())
                                           row = db::row_of(record, reading.check);
                                         if (!record.check.valid())
                                           print_findings(console::err, file, record.check);
                                         return count < 2;
                                       });
  if (status != ExitStatus::done) throw UnusableError(message("nothing was changed"));
  if (count == 1) return row;
  const std::string file = printable(options.record, 4096);
  throw InputError(count == 0 ? message("{0} contains no record", file)
                              : message("{0} contains more than one record", file));
}

ExitStatus replace_game(const ChangeOptions& options) {
  require_no_part_of(options.db, {options.record});
  auto row = single_record(options);
  if (row) return carry_out(options, db::replace_game(options.game, std::move(*row)));
  print_message(message("nothing was changed"));
  return ExitStatus::wrong;
}

}  // namespace

void add_db_change(Command& db) {
  using Options = const ChangeOptions&;
  // A game is replaced by a record, which may be invalid; all other changes are made as they are.
  const auto add = [&](const char* name, const char* description, const std::string& example,
                       const std::function<db::Change(const ChangeOptions&)>& change) {
    const auto added = db.add<ChangeOptions>(
        name, description, example, "database", [change](const ChangeOptions& options) {
          return change ? carry_out(options, change(options)) : replace_game(options);
        });
    add_database(added.command, added.options.db, "Change this database");
    added.options.confirmation.add_to(added.command);
    return added;
  };

  const auto add_no_alias = [](Command& command, ChangeOptions& options) {
    command.add_flag("--no-alias", options.is_forgotten,
                     "Leave no alias: later games with the old name keep it");
  };
  const auto [rename, rename_options] =
      add("rename-player", "Rename a player in all games and plans",
          "--db a.db \"Mueller, D\" \"Müller, Dörte\" --yes",
          [](Options o) { return db::rename_player(o.name, o.new_name, o.remember()); });
  rename.add_option("NAME", rename_options.name, "The player")->required();
  rename.add_option("NEW", rename_options.new_name, "The new name")->required();
  add_no_alias(rename, rename_options);

  const auto [merge, merge_options] =
      add("merge-players", "Merge players that are spellings of one name",
          "--db a.db \"Müller, Dörte\" \"D. Mueller\" --dry-run",
          [](Options o) { return db::merge_players(o.name, o.others, o.remember()); });
  merge.add_option("NAME", merge_options.name, "The player that remains")->required();
  merge.add_option("OTHER", merge_options.others, "Other names of this player")->required();
  add_no_alias(merge, merge_options);

  const auto [event, event_options] =
      add("rename-event", "Rename an event, with its games and its plan",
          "--db a.db \"Club leage\" \"Club league\" --yes",
          [](Options o) { return db::rename_event(o.name, o.new_name, o.remember()); });
  event.add_option("EVENT", event_options.name, "The event")->required();
  event.add_option("NEW", event_options.new_name, "The new name")->required();
  add_no_alias(event, event_options);

  const auto [events, events_options] =
      add("merge-events", "Merge events that are spellings of one name",
          "--db a.db \"Club league\" \"Club leage\" --dry-run",
          [](Options o) { return db::merge_events(o.name, o.others, o.remember()); });
  events.add_option("EVENT", events_options.name, "The event that remains")->required();
  events.add_option("OTHER", events_options.others, "Other names of this event")->required();
  add_no_alias(events, events_options);

  const auto [alias, alias_options] =
      add("add-alias", "Add other names for a player or event",
          "--db a.db \"Müller, Dörte\" \"Mueller, D\" --yes",
          [](Options o) { return db::add_aliases(o.kind_of_alias(), o.name, o.others); });
  alias.add_option("NAME", alias_options.name, "The player or event")->required();
  alias.add_option("ALIAS", alias_options.others, "Its other names")->required();
  alias.add_flag("--event", alias_options.is_event, "NAME is an event, not a player");

  const auto [removal, removal_options] =
      add("delete-alias", "Delete aliases: later games keep their own names",
          "--db a.db \"Mueller, D\" --yes",
          [](Options o) { return db::delete_aliases(o.kind_of_alias(), o.others); });
  removal.add_option("ALIAS", removal_options.others, "The aliases in 'schiri db query aliases'")
      ->required();
  removal.add_flag("--event", removal_options.is_event, "Delete aliases of events, not of players");

  const auto [remove, remove_options] =
      add("delete-event", "Delete an event with its games", "--db a.db \"Club league\" --yes",
          [](Options o) { return db::delete_event(o.name); });
  remove.add_option("EVENT", remove_options.name, "The event")->required();

  const auto [list, list_options] =
      add("delete-list", "Delete a stored rating list", "--db a.db 2026-03 --yes", [](Options o) {
        learn_game(o.kind, o.db);
        require_known({o.kind, o.variant});
        return db::delete_list(o.name, {o.kind, o.variant});
      });
  list.add_option("LIST", list_options.name, "The name of the list in 'schiri ratings --lists'")
      ->required();
  add_game(list, "--game", list_options.kind, "Delete only the list of this game");
  add_variant(list, "--variant", list_options.variant, "Delete only the list of this variant");

  const auto [game, game_options] =
      add("delete-game", "Delete games, and players and events without others",
          "--db a.db 17 --dry-run", [](Options o) { return db::delete_games(o.games); });
  game.add_option("ID", game_options.games, "The ids of the games in 'schiri db query games'")
      ->required();

  const auto [replacement, replacement_options] = add("replace-game", "Replace a game by a record",
                                                      "--db a.db 17 corrected.pgn --yes", nullptr);
  replacement.add_option("ID", replacement_options.game, "The id of the game")->required();
  replacement.add_file("FILE", replacement_options.record, "A file with exactly one record")
      ->required();
  add_format_options(replacement, replacement_options.from, replacement_options.read);

  const auto [undo, undo_options] =
      add("undo-import", "Undo an import: delete its games and its records in quarantine",
          "--db a.db --import 3 --dry-run", [](Options o) { return db::undo_import(o.import); });
  undo.add_option("--import", undo_options.import,
                  "Undo the import with this id in 'schiri db query imports' (the last that "
                  "changed something)");
}

}  // namespace schiri::cli
