#include "core/tournament/openings.h"

#include <cstdlib>
#include <utility>

#include "core/base/message.h"
#include "core/base/random.h"
#include "core/base/text.h"
#include "core/base/utf8.h"
#include "core/match/play.h"

namespace schiri {

namespace {

/// The number of attempts to draw an opening within which the game does not end and that meets the
/// conditions.
constexpr int opening_attempts = 1000;

constexpr int most_ahead = 150;
constexpr std::uint64_t balance_nodes = 2000;

}  // namespace

std::unique_ptr<Game> play_opening(const GameType& type, const Opening& opening) {
  auto game = type.start(opening.start);
  play_turns(*game, opening.turns);
  return game;
}

void play_turns(Game& game, const std::vector<std::string>& turns) {
  for (const std::string& turn : turns) {
    if (const auto error = game.play(turn)) {
      throw ContestError(message("turn {0}, '{1}': {2}", game.turns().size() + 1, printable(turn),
                                 error->message));
    }
  }
}

bool is_balanced(const GameType& type, const Game& game, std::uint64_t seed) {
  BotSpec spec;
  spec.builtin = type.facts.has_words ? "uct" : "alphabeta";
  const auto judge = type.make_bot(spec);
  judge->new_game(seed);
  const Thought thought = judge->think(game, {balance_nodes, {}, {}, {}}, {});
  return thought.score && thought.score->kind == Score::Kind::value &&
         std::abs(thought.score->amount) <= most_ahead;
}

TournamentOpenings::TournamentOpenings(const TournamentConfig& config, const GameType& type)
    : config_(config), type_(type) {
  for (std::size_t i = 0; i < config.openings.size(); ++i) {
    require_playable(config.openings[i], i + 1);
  }
}

void TournamentOpenings::require_playable(const OpeningLine& line, std::size_t number) const {
  try {
    const auto game =
        play_opening(type_, {{config_.variant, line.position, line.roll}, line.turns});
    if (game->ending()) throw ContestError(message("the game is over after it"));
    if (config_.max_turns && game->turns().size() >= static_cast<std::size_t>(*config_.max_turns)) {
      throw ContestError(message("it is longer than the {0} turns of a game", *config_.max_turns));
    }
  } catch (const InputError& error) {
    throw ContestError(message("opening {0}: {1}", number, error.message()));
  }
}

void TournamentOpenings::keep(std::map<std::uint64_t, Opening> openings) {
  const std::lock_guard lock(mutex_);
  kept_ = std::move(openings);
}

Opening TournamentOpenings::get(std::uint64_t number) const {
  if (!config_.openings.empty()) {
    const OpeningLine& line = config_.openings[(number - 1) % config_.openings.size()];
    return {{config_.variant, line.position, line.roll}, line.turns};
  }
  if (config_.balanced) return balanced(number);
  const auto kept = kept_.find(number);
  return kept == kept_.end() ? draw(number) : kept->second;
}

void TournamentOpenings::note_positions() const {
  if (!positions_.empty()) return;
  for (const auto& [number, opening] : kept_) {
    positions_.insert(play_opening(type_, opening)->position());
  }
}

Opening TournamentOpenings::draw(std::uint64_t number) const {
  if (config_.balanced) note_positions();
  Rng rng(derive_seed(config_.seed, SeedUse::opening, number));
  std::set<std::string> refused;
  for (int attempt = 0; attempt < opening_attempts; ++attempt) {
    const StartSpec start = type_.draw_start(config_.variant, rng);
    const std::unique_ptr<Game> game = type_.start(start);
    if (!play_random_turns(*game, config_.opening_turns, rng)) continue;
    if (!config_.balanced) return {start, game->turns()};
    std::string position = game->position();
    if (positions_.contains(position) || refused.contains(position)) continue;
    if (!is_balanced(type_, *game, derive_seed(config_.seed, SeedUse::balance, number))) {
      refused.insert(std::move(position));
      continue;
    }
    positions_.insert(std::move(position));
    return {start, game->turns()};
  }
  if (config_.balanced) {
    throw OpeningsExhausted(
        message("no further balanced opening of {0} {0:turn|turns} was found for round {1} in {2} "
                "attempts; use more turns (--opening-turns) or fewer rounds",
                config_.opening_turns, number, opening_attempts));
  }
  throw ContestError(
      message("no opening of {0} {0:turn|turns} was found for round {1}: in {2} attempts the game "
              "ended within it; use fewer turns (--opening-turns)",
              config_.opening_turns, number, opening_attempts));
}

Opening TournamentOpenings::balanced(std::uint64_t number) const {
  const std::lock_guard lock(mutex_);
  while (balanced_.size() < number) {
    const auto kept = kept_.find(balanced_.size() + 1);
    balanced_.push_back(kept == kept_.end() ? draw(balanced_.size() + 1) : kept->second);
  }
  return balanced_[number - 1];
}

}  // namespace schiri
