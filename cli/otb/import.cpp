#include <iostream>

#include "cli/otb/options.h"
#include "db/otb/trf_import.h"

namespace schiri::cli {

ExitStatus run_import(const PeopleOptions& options) {
  if (options.output == "-") throw InputError("-o: an event needs a file of its own");
  const auto imported = otb::import_trf(
      {options.file, options.output, options.head.game, options.head.variant, complete_game},
      print_note);
  if (imported.teams > 0) std::cout << imported.teams << " teams, ";
  std::cout << imported.players << " players, " << imported.finished_rounds << " of "
            << imported.planned_rounds << " rounds finished"
            << (imported.is_playing ? ", one is being played" : "") << '\n';
  return ExitStatus::done;
}

}  // namespace schiri::cli
