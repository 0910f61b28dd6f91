#include "core/schedule/systems.h"

#include <algorithm>
#include <bit>
#include <iterator>
#include <stdexcept>

#include "core/schedule/extended_schedule.h"
#include "core/schedule/knockout.h"
#include "core/schedule/swiss.h"

namespace schiri {

namespace {

constexpr struct {
  System system;
  std::string_view name;
  std::string_view title;
} systems[] = {{System::round_robin, "roundrobin", "round-robin"},
               {System::gauntlet, "gauntlet", "gauntlet"},
               {System::match, "match", "match"},
               {System::swiss, "swiss", "swiss"},
               {System::knockout, "knockout", "knockout"}};

void require_fitting_end(const EventConfig& config) {
  if (!config.sprt && !config.until_error) return;
  const std::string option = config.sprt ? "--sprt" : "--until-error";
  if (config.sprt && config.until_error) {
    throw std::invalid_argument("--sprt and --until-error both tell when the event ends");
  }
  if (!is_fixed(config.system)) {
    throw std::invalid_argument(option + " is not for the system " +
                                std::string(system_name(config.system)) +
                                ", whose rounds depend on results");
  }
  if (config.sprt) {
    if (const auto complaint = complaint_about(*config.sprt)) {
      throw std::invalid_argument("--sprt: " + *complaint);
    }
    if (config.bots.size() != 2) {
      throw std::invalid_argument("--sprt tests one player against another, here are " +
                                  std::to_string(config.bots.size()));
    }
  }
  if (config.until_error && !(*config.until_error > 0)) {
    throw std::invalid_argument("--until-error: expected more than 0");
  }
}

/// An event can have been extended only so that nothing of the earlier plan changes.
void require_fitting_plans(const EventConfig& config) {
  if (config.earlier_plans.empty()) return;
  if (config.system == System::knockout) {
    throw std::invalid_argument("a knockout that has begun takes no more players or rounds");
  }
  EarlierPlan before{2, 1, 0};
  std::vector<EarlierPlan> plans = config.earlier_plans;
  plans.push_back({config.bots.size(), config.rounds, plans.back().begun});
  for (const EarlierPlan& plan : plans) {
    if (plan.players < before.players || plan.rounds < before.rounds || plan.begun < before.begun) {
      throw std::invalid_argument("an event is only extended by more players and rounds");
    }
    before = plan;
  }
  if (config.system == System::swiss && plans.back().begun > config.rounds) {
    throw std::invalid_argument("an event cannot have begun more rounds than it has");
  }
}

/// What other systems would take without a word.
void require_fitting(const EventConfig& config) {
  const auto only_for = [&](bool given, const char* option, System system) {
    if (given && config.system != system) {
      throw std::invalid_argument(std::string(option) + " is only for the system " +
                                  std::string(system_name(system)));
    }
  };
  only_for(config.seeds.has_value(), "--seeds", System::gauntlet);
  only_for(config.pairs.has_value(), "--pairs", System::knockout);
  only_for(config.tie_break_pairs.has_value(), "--tie-break-pairs", System::knockout);
  require_fitting_end(config);
  require_fitting_plans(config);
  if (config.system != System::knockout) return;
  if (config.rounds != 1) {
    throw std::invalid_argument(
        "the rounds of a knockout follow from its players; --pairs says how often two meet");
  }
  if (config.single) throw std::invalid_argument("--single is not for the system knockout");
}

std::unique_ptr<FixedSchedule> make_fixed_schedule(const EventConfig& config, std::size_t players,
                                                   std::uint64_t rounds) {
  const Legs legs = config.single ? Legs::one : Legs::both;
  if (config.system == System::gauntlet) {
    return std::make_unique<Gauntlet>(players, config.seeds.value_or(1), rounds, legs);
  }
  if (config.system == System::match && players != 2) {
    throw std::invalid_argument("a match is between two players, here are " +
                                std::to_string(players));
  }
  return std::make_unique<RoundRobin>(players, rounds, legs);
}

std::unique_ptr<Schedule> make_extended_schedule(const EventConfig& config) {
  std::vector<ExtendedSchedule::Plan> plans;
  const auto add = [&](std::size_t players, std::uint64_t rounds) {
    plans.push_back({make_fixed_schedule(config, players, rounds), players, rounds});
  };
  for (const EarlierPlan& plan : config.earlier_plans) add(plan.players, plan.rounds);
  add(config.bots.size(), config.rounds);
  return std::make_unique<ExtendedSchedule>(std::move(plans));
}

std::unique_ptr<Schedule> make_swiss(const EventConfig& config) {
  std::vector<SwissEntry> entries;
  std::uint64_t begun = 0;
  for (const EarlierPlan& plan : config.earlier_plans) {
    entries.push_back({begun + 1, plan.players});
    begun = plan.begun;
  }
  entries.push_back({begun + 1, config.bots.size()});
  return std::make_unique<Swiss>(std::move(entries), config.rounds,
                                 config.single ? Legs::one : Legs::both);
}

}  // namespace

std::string_view system_name(System system) {
  return systems[static_cast<std::size_t>(system)].name;
}

std::string_view system_title(System system) {
  return systems[static_cast<std::size_t>(system)].title;
}

std::optional<System> find_system(std::string_view name) {
  const auto found = std::find_if(std::begin(systems), std::end(systems),
                                  [&](const auto& system) { return system.name == name; });
  if (found == std::end(systems)) return std::nullopt;
  return found->system;
}

std::string list_systems() {
  std::string list;
  for (const auto& system : systems) {
    list += (list.empty() ? "" : ", ") + std::string(system.name);
  }
  return list;
}

std::uint64_t default_rounds(const EventConfig& config) {
  const std::size_t players = config.bots.size();
  if (players < 2) return 1;
  if (config.system == System::swiss)
    return static_cast<std::uint64_t>(std::bit_width(players - 1));
  if (!config.sprt && !config.until_error) return 1;
  constexpr std::uint64_t most_games = 1'000'000;
  EventConfig one_round = config;
  one_round.rounds = 1;
  return std::max<std::uint64_t>(most_games / make_schedule(one_round)->games(), 1);
}

bool is_fixed(System system) { return system != System::swiss && system != System::knockout; }

Stage stage_of(const EventConfig& config, const std::vector<GameResult>& results) {
  const auto schedule = make_schedule(config);
  Stage stage{0, schedule->paired(), false};
  std::uint64_t known = 0;
  for (const GameResult& result : results) {
    if (result.number < 1 || result.number > stage.last) break;
    schedule->add_result(result.number, result.outcome);
    if (++known < stage.last) continue;
    ++stage.finished;
    stage.is_over = schedule->paired() == stage.last;
    if (stage.is_over) break;
    stage.last = schedule->paired();
  }
  return stage;
}

std::uint64_t most_stages(const EventConfig& config) {
  if (config.system == System::swiss) return config.rounds;
  if (config.system != System::knockout) return 1;
  const auto rounds = static_cast<std::uint64_t>(std::bit_width(config.bots.size() - 1));
  return rounds * (1 + config.tie_break_pairs.value_or(1));
}

EventConfig extended(const EventConfig& config, const std::vector<BotSpec>& newcomers,
                     std::uint64_t rounds, std::uint64_t begun) {
  if (rounds < config.rounds) {
    throw std::invalid_argument("the event has " + std::to_string(config.rounds) +
                                " rounds already; --rounds tells how many there are to be in all");
  }
  if (rounds == config.rounds && newcomers.empty()) {
    throw std::invalid_argument(
        "there is nothing to extend the event by; --bot adds a player, --rounds "
        "tells how many there are to be in all");
  }
  if (!newcomers.empty() && (config.sprt || config.until_error)) {
    throw std::invalid_argument(std::string(config.sprt ? "--sprt" : "--until-error") +
                                " ends the event by its first players; it takes no others");
  }
  if (!newcomers.empty() && config.system == System::swiss && begun >= rounds) {
    throw std::invalid_argument(
        "all rounds are paired already; --rounds gives the event more, in "
        "which new players can come in");
  }
  EventConfig later = config;
  later.earlier_plans.push_back(
      {config.bots.size(), config.rounds, config.system == System::swiss ? begun : 0});
  later.rounds = rounds;
  later.bots.insert(later.bots.end(), newcomers.begin(), newcomers.end());
  make_schedule(later);
  return later;
}

std::unique_ptr<Schedule> make_schedule(const EventConfig& config) {
  require_fitting(config);
  if (config.system == System::swiss) return make_swiss(config);
  if (config.system == System::knockout) {
    return std::make_unique<Knockout>(config.bots.size(), config.pairs.value_or(1),
                                      config.tie_break_pairs.value_or(1));
  }
  if (!config.earlier_plans.empty()) return make_extended_schedule(config);
  return make_fixed_schedule(config, config.bots.size(), config.rounds);
}

}  // namespace schiri
