#include "core/match/systems.h"

#include <algorithm>
#include <bit>
#include <iterator>
#include <stdexcept>

#include "core/match/knockout.h"
#include "core/match/swiss.h"

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
  if (config.system != System::knockout) return;
  if (config.rounds != 1) {
    throw std::invalid_argument(
        "the rounds of a knockout follow from its players; --pairs says how often two meet");
  }
  if (config.single) throw std::invalid_argument("--single is not for the system knockout");
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
    if (result.number > stage.last) break;
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

std::unique_ptr<Schedule> make_schedule(const EventConfig& config) {
  require_fitting(config);
  const std::size_t players = config.bots.size();
  const Legs legs = config.single ? Legs::one : Legs::both;
  switch (config.system) {
    case System::gauntlet:
      return std::make_unique<Gauntlet>(players, config.seeds.value_or(1), config.rounds, legs);
    case System::match:
      if (players != 2) {
        throw std::invalid_argument("a match is between two players, here are " +
                                    std::to_string(players));
      }
      break;
    case System::swiss:
      return std::make_unique<Swiss>(players, config.rounds, legs);
    case System::knockout:
      return std::make_unique<Knockout>(players, config.pairs.value_or(1),
                                        config.tie_break_pairs.value_or(1));
    case System::round_robin:
      break;
  }
  return std::make_unique<RoundRobin>(players, config.rounds, legs);
}

}  // namespace schiri
