#include "cli/tournament/requirements.h"

#include "core/base/errors.h"
#include "core/tournament/systems.h"
#include "db/tournament/tournaments.h"
#include "notation/text/printable.h"

namespace schiri::cli {

void require_shareable(const TournamentConfig& config, const std::string& what) {
  if (!system_of(config.system).is_shareable()) {
    throw InputError(
        message("{0}: a tournament of the system {1} runs in one process, because each pair of "
                "games depends on recent results; use threads (-j)",
                what, system_name(config.system)));
  }
  if (!config.until_error) return;
  throw InputError(
      message("{0}: the end of the tournament depends on all results (--until-error)", what));
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
        message("--shard: the games of the system {0} depend on results; specify the database of "
                "the rounds before with --after FILE",
                system_name(config.system)));
  }
  if (part.peers && !config.sprt)
    throw InputError(message("--peers: only a test (--sprt) ends by results"));
}

void require_independent_part(const db::Store& store, const db::StoredEvent& event,
                              const TournamentConfig& config) {
  if (event.shards == 1 || is_fixed(config.system) || event.stored >= event.planned()) return;
  const std::string part = std::to_string(event.shard) + "/" + std::to_string(event.shards);
  throw InputError(
      message("{0} holds part {1} of the tournament '{2}', whose later rounds are paired by the "
              "results of all parts; repeat the command that began it: schiri tournament run ... "
              "--shard {1} --resume --after DATABASE",
              store.path(), part, printable(event.name)));
}

}  // namespace schiri::cli
