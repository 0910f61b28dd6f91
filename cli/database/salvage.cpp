#include "db/repair/salvage.h"

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <memory>

#include "cli/database/db_command.h"
#include "cli/line/usual_options.h"
#include "cli/print/json.h"
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
    if (count > 0) std::cout << translated(text) << '\n';
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
  if (salvaged.complete()) std::cout << translated(message("nothing is lost")) << '\n';
}

void print_json(const db::SalvageReport& salvaged) {
  write_line(std::cout, {{"games", salvaged.games},
                         {"players", salvaged.players},
                         {"events", salvaged.events},
                         {"quarantined", salvaged.quarantined},
                         {"wrong_games", salvaged.wrong_games},
                         {"without_moves", salvaged.without_moves},
                         {"moves_without_game", salvaged.moves_without_game},
                         {"lost_players", salvaged.lost_players},
                         {"lost_events", salvaged.lost_events},
                         {"bad_pages", salvaged.bad_pages}});
}

ExitStatus run_salvage(const SalvageOptions& options) {
  if (std::filesystem::exists(options.output)) {
    throw InputError(
        message("{0} exists already; specify a new file", printable(options.output, 4096)));
  }
  const db::SalvageReport salvaged = db::salvage(options.db, options.output, options.threads);
  if (options.format == Format::json) {
    print_json(salvaged);
  } else {
    print(salvaged);
  }
  return salvaged.complete() ? ExitStatus::done : ExitStatus::wrong;
}

}  // namespace

void add_db_salvage(Command& db, ExitStatus& status) {
  auto options = std::make_shared<SalvageOptions>();
  Command* command = db.add_subcommand(
      "salvage", "Save the intact part of a damaged database, and report what was lost");
  command->add_file("--db", options->db, "Read this damaged database")->required();
  command->add_file("-o,--output", options->output, "Write the intact part to this new file")
      ->required();
  add_threads(*command, options->threads, "Replay games on N threads");
  command->add_format(options->format);
  command->footer(
      "Example: schiri db salvage --db broken.db -o saved.db\nManual: schiri help database");
  command->callback([options, &status] { status = run_salvage(*options); });
}

}  // namespace schiri::cli
