#include "cli/tournament/requirements.h"

#include "core/base/errors.h"
#include "core/tournament/systems.h"
#include "db/tournament/tournaments.h"
#include "notation/text/printable.h"

namespace schiri::cli {

void require_shareable(const TournamentConfig& config, const std::string& what) {
  if (!system_of(config.system).is_shareable()) {
    throw InputError(what + ": a tournament of the system " +
                     std::string(system_name(config.system)) +
                     " runs in one process, because each pair of games depends on recent results; "
                     "use threads (-j)");
  }
  if (!config.until_error) return;
  throw InputError(what + ": the end of the tournament depends on all results (--until-error)");
}

void require_openings(const Contest& contest) {
  const TournamentConfig& config = contest.config();
  if (system_of(config.system).may_end_anywhere()) return;
  contest.opening(system_of(config.system).most_openings(config));
}

void require_playable_part(const db::Shard& shard, const TournamentConfig& config,
                           const PartOptions& part) {
  if (shard.count > 1 || part.after) require_shareable(config, part.after ? "--after" : "--shard");
  if (shard.count > 1 && !is_fixed(config.system) && !part.after) {
    throw InputError(
        "--shard: the games of the system " + std::string(system_name(config.system)) +
        " depend on results; specify the database of the rounds before with --after FILE");
  }
  if (part.peers && !config.sprt) throw InputError("--peers: only a test (--sprt) ends by results");
}

void require_independent_part(const db::Store& store, const db::StoredEvent& event,
                              const TournamentConfig& config) {
  if (event.shards == 1 || is_fixed(config.system) || event.stored >= event.planned()) return;
  const std::string part = std::to_string(event.shard) + "/" + std::to_string(event.shards);
  throw InputError(
      store.path() + " holds part " + part + " of the tournament '" + printable(event.name) +
      "', whose later rounds are paired by the results of " +
      "all parts; repeat the command that began it: schiri tournament run ... --shard " + part +
      " --resume --after DATABASE");
}

}  // namespace schiri::cli
