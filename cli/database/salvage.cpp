#include "db/repair/salvage.h"

#include <algorithm>
#include <filesystem>
#include <memory>

#include "cli/database/db_command.h"
#include "cli/line/table_options.h"
#include "cli/line/usual_options.h"
#include "cli/print/console.h"
#include "cli/print/output_language.h"
#include "core/base/errors.h"
#include "core/base/text.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

struct SalvageOptions {
  std::string db;
  std::string output;
  Format format = Format::text;
  unsigned threads = 1;
};

void print(const db::SalvageReport& salvaged) {
  const auto line = [](std::uint64_t count, const Message& text) {
    if (count > 0) say(console::out, text);
  };
  line(1, message("{0} {0:game|games} of {1} {1:player|players} in {2} {2:event|events} saved",
                  salvaged.games, salvaged.players, salvaged.events));
  line(salvaged.quarantined,
       message("{0} {0:record|records} in quarantine saved", salvaged.quarantined));
  line(salvaged.wrong_games,
       message("{0} {0:game is invalid: it is|games are invalid: they are} in quarantine",
               salvaged.wrong_games));
  line(salvaged.without_moves,
       message("{0} {0:game is lost: its|games are lost: their} turns are missing",
               salvaged.without_moves));
  line(salvaged.moves_without_game,
       message("{0} {0:game is lost: only its|games are lost: only their} turns remain",
               salvaged.moves_without_game));
  line(salvaged.lost_players,
       message("{0} {0:player's name is|players' names are} lost: now 'lost player' and a number",
               salvaged.lost_players));
  line(salvaged.lost_events,
       message("{0} {0:event's name is|events' names are} lost: now 'lost event' and a number",
               salvaged.lost_events));
  line(salvaged.bad_pages,
       message("{0} {0:page of the file is|pages of the file are} damaged", salvaged.bad_pages));
  if (salvaged.complete()) say(console::out, message("nothing is lost"));
}

const Columns<db::SalvageReport>& salvage_columns() {
  using Row = const db::SalvageReport&;
  static const Columns<db::SalvageReport> columns = {
      {{"games", {}, Holds::count, "saved"}, [](Row row) { return row.games; }},
      {{"players", {}, Holds::count, "saved"}, [](Row row) { return row.players; }},
      {{"events", {}, Holds::count, "saved"}, [](Row row) { return row.events; }},
      {{"quarantined", {}, Holds::count, "records in quarantine that were saved"},
       [](Row row) { return row.quarantined; }},
      {{"wrong_games", {}, Holds::count, "games that do not replay; they are in quarantine"},
       [](Row row) { return row.wrong_games; }},
      {{"without_turns", {}, Holds::count, "games whose turns are lost"},
       [](Row row) { return row.without_moves; }},
      {{"turns_without_game", {}, Holds::count, "games of which only turns are left"},
       [](Row row) { return row.moves_without_game; }},
      {{"lost_players", {}, Holds::count, "names that are lost"},
       [](Row row) { return row.lost_players; }},
      {{"lost_events", {}, Holds::count, "names that are lost"},
       [](Row row) { return row.lost_events; }},
      {{"bad_pages", {}, Holds::count, "damaged pages of the file"},
       [](Row row) { return row.bad_pages; }}};
  return columns;
}

ExitStatus run_salvage(const SalvageOptions& options) {
  if (std::filesystem::exists(options.output)) {
    throw InputError(
        message("{0} exists already; specify a new file", printable(options.output, 4096)));
  }
  const db::SalvageReport salvaged = db::salvage(options.db, options.output, options.threads);
  if (options.format == Format::json) {
    write_line(console::out, salvage_columns().object(salvaged));
  } else {
    print(salvaged);
  }
  return salvaged.complete() ? ExitStatus::done : ExitStatus::wrong;
}

}  // namespace

void add_db_salvage(Command& db) {
  const auto [command, options] = db.add<SalvageOptions>(
      "salvage", "Save the intact part of a damaged database, and report what was lost",
      "--db broken.db -o saved.db", "database", run_salvage);
  command.prints(salvage_columns);
  command.add_file("--db", options.db, "Read this damaged database")->required();
  command.add_file("-o,--output", options.output, "Write the intact part to this new file")
      ->required();
  add_threads(command, options.threads, "Replay games on N threads");
  command.add_format(options.format);
}

}  // namespace schiri::cli
