#include "db/tournament/stored_tune.h"

#include "db/tournament/played_games.h"
#include "db/tournament/stored_plan.h"

namespace schiri::db {

Spsa stored_tune(const Store& store, const StoredEvent& event, const TournamentConfig& config) {
  Spsa tune(*config.tuning, config.rounds, config.seed);
  add_results(tune, results_of(stored_results(store, event)));
  return tune;
}

std::vector<std::string> start_values(const Tuning& tuning) {
  std::vector<std::string> values;
  for (const TunedOption& option : tuning.options) {
    values.push_back(value_text(option, option.start));
  }
  return values;
}

BotSpec tuned_bot(const TournamentConfig& config, const std::vector<std::string>& values,
                  const std::string& name) {
  BotSpec bot = config.bots.front();
  bot.name = name;
  for (std::size_t i = 0; i < values.size(); ++i) {
    bot.options[config.tuning->options[i].name] = values[i];
  }
  return bot;
}

}  // namespace schiri::db
