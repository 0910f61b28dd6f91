#include "cli/tournament/open_tournament.h"

#include <filesystem>

#include "cli/print/output_language.h"
#include "cli/tournament/play.h"
#include "core/base/errors.h"
#include "core/tournament/systems.h"
#include "db/games/name_ids.h"
#include "db/tournament/played_games.h"
#include "db/tournament/stored_plan.h"
#include "db/tournament/tournaments.h"
#include "notation/text/printable.h"

namespace schiri::cli {

void require_shareable(const TournamentConfig& config, const std::string& what) {
  if (!system_of(config.system).is_shareable) {
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
  if (system_of(config.system).may_end_anywhere) return;
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

namespace {

[[noreturn]] void refuse_existing(const db::Store& store, const std::string& name) {
  const auto event = db::find_event(store, name);
  const Message there =
      message("{0} has a tournament '{1}' already", store.path(), printable(name));
  if (event && event->was_played_here()) {
    throw InputError(message("{0}; resume it with: {1}", there, resume_command(store, name)));
  }
  throw InputError(
      message("{0}, an event of imported games; specify another name with --event", there));
}

}  // namespace

db::StoredEvent open_tournament(db::Store& store, const Contest& contest, const db::Shard& shard,
                                bool resume) {
  const TournamentConfig& config = contest.config();
  db::require_current_names(store, config.bots);
  const auto made =
      db::create_event(store, {config.name, db::config_json(config), contest.schedule()->games(),
                               shard.index, shard.count});
  if (made) return *made;
  if (!resume) refuse_existing(store, config.name);
  const auto event = db::find_event(store, config.name);
  if (!event->was_played_here()) refuse_existing(store, config.name);
  if (db::config_of(store, *event) != config) {
    throw InputError(message("--resume: the tournament '{0}' of {1} has other settings",
                             printable(config.name), store.path()));
  }
  if (event->shard != shard.index || event->shards != shard.count) {
    throw InputError(message("--resume: {0} holds part {1}/{2} of the tournament '{3}'",
                             store.path(), event->shard, event->shards, printable(config.name)));
  }
  return *event;
}

std::vector<db::StoredResult> earlier_results(const std::string& path,
                                              const TournamentConfig& config,
                                              const std::optional<ScratchCopy>& copy) {
  if (!std::filesystem::exists(path)) return {};
  const db::Store store(copy ? copy->fetch(path) : path, db::Store::Mode::read);
  const auto event = db::find_event(store, config.name);
  if (!event || !event->was_played_here()) return {};
  if (db::config_of(store, *event) != config) {
    throw InputError(message("--after: the tournament '{0}' of {1} has other settings",
                             printable(config.name), path));
  }
  return db::stored_results(store, *event);
}

namespace {

/// Nothing if there is no database yet, or a program was killed while it made one.
std::optional<db::Store> existing_store(const std::string& path) {
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) return std::nullopt;
  try {
    return db::Store(path, db::Store::Mode::read);
  } catch (const db::StoreEmpty&) {
    return std::nullopt;
  }
}

}  // namespace

std::map<std::uint64_t, Opening> known_openings(const std::string& path,
                                                const TournamentConfig& config) {
  const auto store = existing_store(path);
  if (!store) return {};
  const auto event = db::find_event(*store, config.name);
  return event ? db::openings_of(*store, *event, config.variant)
               : std::map<std::uint64_t, Opening>{};
}

namespace {

/// The configuration of the tournament of this name in a database; nullopt if it was not begun.
std::optional<TournamentConfig> begun_config(const std::string& path, const std::string& name) {
  const auto store = existing_store(path);
  if (!store) return std::nullopt;
  const auto event = db::find_event(*store, name);
  if (!event || !event->was_played_here()) return std::nullopt;
  return db::config_of(*store, *event);
}

}  // namespace

void keep_defaults(TournamentOptions& options, const std::string& path, const std::string& name) {
  const auto begun = begun_config(path, name);
  if (!begun || !options.has_default_limit) return;
  options.settings.set("max-turns", begun->max_turns.value_or(0));
  options.has_default_limit = false;
}

void follow_aliases(std::vector<BotSpec>& bots, const db::Store& store) {
  for (BotSpec& bot : bots) {
    if (bot.is_unnamed) continue;
    std::string name = db::current_player_name(store, bot.name);
    if (name == bot.name) continue;
    print_note(message("the bot '{0}' is called '{1}' in {2}", printable(bot.name), printable(name),
                       printable(store.path(), 4096)));
    bot.name = std::move(name);
  }
}

void follow_aliases(TournamentConfig& config, const std::string& path) {
  const auto store = existing_store(path);
  if (!store) return;
  const std::string event = db::current_event_name(*store, config.name);
  if (event != config.name) {
    print_note(message("the event '{0}' is called '{1}' in {2}", printable(config.name),
                       printable(event), printable(path, 4096)));
    config.name = event;
  }
  follow_aliases(config.bots, *store);
}

void keep_names(TournamentConfig& config, const std::string& path) {
  const auto begun = begun_config(path, config.name);
  if (begun && begun->referee && config.referee && config.referee->is_unnamed) {
    config.referee->name = begun->referee->name;
    config.referee->is_unnamed = false;
  }
  if (!begun || begun->bots.size() != config.bots.size()) return;
  for (std::size_t i = 0; i < config.bots.size(); ++i) {
    if (config.bots[i].is_unnamed) config.bots[i].name = begun->bots[i].name;
    config.bots[i].is_unnamed = false;
  }
}

}  // namespace schiri::cli
