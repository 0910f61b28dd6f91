#include "core/tournament/systems.h"

#include <algorithm>
#include <iterator>
#include <stdexcept>
#include <utility>

#include "core/base/errors.h"
#include "core/base/text.h"

namespace schiri {

/// Each is defined beside its schedule.
extern const TournamentSystem round_robin_system, gauntlet_system, match_system, ladder_system,
    swiss_system, dutch_system, knockout_system, screening_system, spsa_system;

namespace {

/// The one table of systems.
constexpr const TournamentSystem* systems[] = {
    &round_robin_system, &gauntlet_system, &match_system,     &ladder_system, &swiss_system,
    &dutch_system,       &knockout_system, &screening_system, &spsa_system};

void require_fitting_end(const TournamentConfig& config) {
  if (!config.sprt && !config.until_error) return;
  const std::string setting = config.sprt ? "sprt" : "until-error";
  if (config.sprt && config.until_error) {
    throw ValueError(
        message("sprt and until-error both decide when the tournament ends; use one of them"));
  }
  if (!system_of(config.system).may_end_anywhere) {
    throw ValueError(message("{0} is not for the system {1}, whose rounds depend on results",
                             setting, system_name(config.system)));
  }
  if (config.sprt) {
    if (const auto complaint = complaint_about(*config.sprt)) {
      throw ValueError(message("sprt: {0}", *complaint));
    }
    if (config.bots.size() != 2 && config.system != System::screening) {
      throw ValueError(message("sprt tests one player against another, and the tournament has {0}",
                               config.bots.size()));
    }
  }
  if (config.until_error && !(*config.until_error > 0)) {
    throw ValueError(message("until-error: expected more than 0"));
  }
}

void require_extendable(const TournamentConfig& config, bool by_players) {
  const TournamentSystem& system = system_of(config.system);
  if (by_players ? system.takes_newcomers : system.is_extendable) return;
  throw ValueError(
      system.is_extendable
          ? message("a tournament of the system {0} that has begun accepts no more players",
                    system.name)
          : message(
                "a tournament of the system {0} that has begun accepts no more players or rounds",
                system.name));
}

/// An extension must not change the earlier plan.
void require_fitting_plans(const TournamentConfig& config) {
  if (config.earlier_plans.empty()) return;
  require_extendable(config, config.earlier_plans.front().players != config.bots.size());
  EarlierPlan before{2, 1, 0};
  std::vector<EarlierPlan> plans = config.earlier_plans;
  plans.push_back({config.bots.size(), config.rounds, plans.back().begun});
  for (const EarlierPlan& plan : plans) {
    if (plan.players < before.players || plan.rounds < before.rounds || plan.begun < before.begun) {
      throw ValueError(message("a tournament can only be extended by players and rounds"));
    }
    before = plan;
  }
  if (plans.back().begun > config.rounds) {
    throw ValueError(message("a tournament cannot have begun more rounds than it has"));
  }
}

/// In a pair each player has the odds once.
void require_fitting_odds(const TournamentConfig& config) {
  if (!config.odds) return;
  if (!(*config.odds > 1 && *config.odds <= 1000)) {
    throw ValueError(message("odds: expected more than 1, at most 1000"));
  }
  if (config.single) throw ValueError(message("odds need pairs of games; omit single"));
  for (const BotSpec& bot : config.bots) {
    if (is_divisible(terms_of(bot))) continue;
    throw ValueError(
        message("bot '{0}' has no time and no nodes that odds could divide", bot.name));
  }
}

void require_fitting(const TournamentConfig& config) {
  system_of(config.system).require_fitting(config);
  require_fitting_end(config);
  require_fitting_odds(config);
  require_fitting_plans(config);
}

}  // namespace

const TournamentSystem& system_of(System id) {
  return **std::find_if(std::begin(systems), std::end(systems),
                        [id](const TournamentSystem* system) { return system->id == id; });
}

std::string_view system_name(System system) { return system_of(system).name; }

std::string_view system_title(System system) { return system_of(system).title; }

std::optional<System> find_system(std::string_view name) {
  for (const TournamentSystem* system : systems) {
    if (system->name == name) return system->id;
  }
  return name == "roundrobin" ? std::optional(System::round_robin) : std::nullopt;
}

std::string list_systems() {
  return join(systems, ", ", [](const TournamentSystem* system) { return system->name; });
}

std::uint64_t default_rounds(const TournamentConfig& config) {
  const std::size_t players = config.bots.size();
  if (players < 2) return 1;
  if (!config.sprt && !config.until_error) return system_of(config.system).default_rounds(players);
  constexpr std::uint64_t most_games = 1'000'000;
  TournamentConfig one_round = config;
  one_round.rounds = 1;
  return std::max<std::uint64_t>(most_games / make_schedule(one_round)->games(), 1);
}

bool is_fixed(System system) { return system_of(system).is_fixed; }

Stage stage_of(const TournamentConfig& config, const std::vector<GameResult>& results) {
  const auto schedule = make_schedule(config);
  Stage stage{0, schedule->paired(), false};
  std::uint64_t known = 0;
  for (const GameResult& result : results) {
    if (result.number < 1 || result.number > stage.last) break;
    schedule->add(result);
    if (++known < stage.last) continue;
    ++stage.finished;
    stage.is_over = schedule->paired() == stage.last;
    if (stage.is_over) break;
    stage.last = schedule->paired();
  }
  return stage;
}

std::uint64_t most_stages(const TournamentConfig& config) {
  return system_of(config.system).most_stages(config);
}

TournamentConfig extended(const TournamentConfig& config, const std::vector<BotSpec>& newcomers,
                          std::uint64_t rounds, std::uint64_t begun) {
  if (rounds < config.rounds) {
    throw ValueError(
        message("the tournament has {0} rounds already; rounds is the new total", config.rounds));
  }
  if (rounds == config.rounds && newcomers.empty()) {
    throw ValueError(message(
        "nothing to extend: specify another bot to add a player, or rounds for a new total"));
  }
  if (!newcomers.empty() && (config.sprt || config.until_error)) {
    throw ValueError(message("{0} ends the tournament by its first players; it accepts no others",
                             config.sprt ? "sprt" : "until-error"));
  }
  require_extendable(config, !newcomers.empty());
  if (!newcomers.empty() && !is_fixed(config.system) && begun >= rounds) {
    throw ValueError(
        message("all rounds are paired already; increase rounds so that new players can enter"));
  }
  TournamentConfig later = config;
  later.earlier_plans.push_back(
      {config.bots.size(), config.rounds, is_fixed(config.system) ? 0 : begun});
  later.rounds = rounds;
  later.bots.insert(later.bots.end(), newcomers.begin(), newcomers.end());
  make_schedule(later);
  return later;
}

std::unique_ptr<Schedule> make_schedule(const TournamentConfig& config) {
  require_fitting(config);
  return system_of(config.system).make(config);
}

}  // namespace schiri
