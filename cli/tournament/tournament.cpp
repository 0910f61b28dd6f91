#include "cli/line/command.h"
#include "cli/tournament/tournament_command.h"
#include "core/base/errors.h"
#include "core/base/text.h"
#include "core/match/clock.h"
#include "core/process/processors.h"
#include "core/tournament/systems.h"
#include "db/tournament/tournaments.h"
#include "notation/text/printable.h"

namespace schiri::cli {

db::StoredTournament choose_tournament(const db::Store& store,
                                       const std::optional<std::string>& name,
                                       const std::string& option, Among among) {
  auto events = db::stored_tournaments(store);
  std::string known = join(events, ", ", [](const auto& event) { return printable(event.name); });
  if (name) {
    std::erase_if(events, [&](const auto& event) { return event.name != *name; });
  } else if (among == Among::unfinished && events.size() > 1) {
    std::erase_if(events, [](const auto& event) { return event.stored == event.planned(); });
  }
  if (events.size() == 1) return events.front();
  if (known.empty()) throw InputError(message("{0} has no tournament", store.path()));
  throw InputError(name ? message("no tournament '{0}' in {1}; there are: {2}", printable(*name),
                                  store.path(), known)
                        : message("specify {0}: several tournaments in {1}; there are: {2}", option,
                                  store.path(), known));
}

void add_tournament(Command& app) {
  Command& tournament = app.add_group(
      "tournament", "Run tournaments of bots",
      "Example: schiri tournament run --game creeper --bot greedy --bot mcts --db match.db",
      "tournaments");
  add_tournament_run(tournament);
  add_tournament_resume(tournament);
  add_tournament_submit(tournament);
  add_tournament_status(tournament);
  add_tournament_collect(tournament);
  add_tournament_show(tournament);
  add_tournament_extend(tournament);
  add_tournament_verify(tournament);
}

}  // namespace schiri::cli
