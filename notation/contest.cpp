#include "notation/contest.h"

#include <algorithm>
#include <set>

#include "notation/finding_log.h"

namespace schiri {

namespace {

// What is derived from an event's seed for different ends must not coincide.
enum class SeedUse : std::uint64_t { opening = 1, player = 2 };

/// So many events fit in any database, and their numbers in any program.
constexpr std::uint64_t most_games = 1'000'000'000;

/// How often a round's opening is drawn anew if the game ends within it.
constexpr int opening_attempts = 1000;

const GameType& require_type(const std::string& name) {
  if (const GameType* type = find_game(name)) return *type;
  std::string known;
  for (const GameType* type : game_types()) {
    known += (known.empty() ? "" : ", ") + std::string(type->name());
  }
  throw ContestError("there is no game '" + name + "'; known are " + known);
}

RoundRobin make_schedule(const EventConfig& config) {
  if (config.bots.size() < 2) {
    throw ContestError("a tournament needs two bots at least, here are " +
                       std::to_string(config.bots.size()));
  }
  if (config.rounds < 1) throw ContestError("a tournament needs one round at least");
  const std::uint64_t a_round = config.bots.size() * (config.bots.size() - 1);
  if (config.rounds > most_games / a_round) {
    throw ContestError("these are more than " + std::to_string(most_games) + " games");
  }
  return {config.bots.size(), config.rounds};
}

/// What a bot can be told that nobody here listens to yet.
void require_playable(const BotSpec& bot) {
  const auto refuse = [&](const std::string& what) {
    throw ContestError("bot '" + bot.name + "': " + what);
  };
  if (!bot.command.empty()) {
    refuse("programs (cmd) cannot be played yet; built in are " + list_builtin_bots());
  }
  if (!bot.time_control.empty() || bot.margin || bot.memory || bot.strikes) {
    refuse("tc, margin, memory and strikes mean nothing for a built-in bot");
  }
}

/// A record must be able to hold the name as it is.
void require_recordable(const std::string& what, const std::string& name) {
  if (name.empty() || name == "?") throw ContestError(what + " needs a name");
  const auto is_control = [](char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7f'; };
  const bool readable =
      find_invalid_utf8(name.data(), name.data() + name.size()) == name.data() + name.size();
  if (!readable || std::any_of(name.begin(), name.end(), is_control)) {
    throw ContestError("the name '" + printable(name) + "' of " + what +
                       " holds control characters or bytes that are no UTF-8");
  }
}

void require_distinct_names(const std::vector<BotSpec>& bots) {
  std::set<std::string_view> names;
  for (const BotSpec& bot : bots) {
    if (!names.insert(bot.name).second) {
      throw ContestError("two bots are called '" + bot.name +
                         "'; give one another name with name=");
    }
  }
}

std::string quoted(const std::optional<int>& number) {
  return number ? std::to_string(*number) : "";
}

}  // namespace

Player& Lineup::player(std::size_t bot, Side side) {
  auto& player = players_[bot * 2 + static_cast<std::size_t>(side)];
  if (!player) player = type_.make_bot(bots_[bot]);
  return *player;
}

Contest::Contest(EventConfig config)
    : config_(std::move(config)),
      type_(require_type(config_.game)),
      schedule_(make_schedule(config_)) {
  require_recordable("the event", config_.name);
  for (const BotSpec& bot : config_.bots) require_recordable("a bot", bot.name);
  require_distinct_names(config_.bots);
  for (const BotSpec& bot : config_.bots) {
    require_playable(bot);
    type_.make_bot(bot);
  }
  if (config_.variant.empty()) config_.variant = type_.variants().front();
  require_variant(config_.variant, type_.variants(), type_.title());
  if (config_.opening_turns < 0) throw ContestError("an opening cannot have less than no turns");
  if (config_.max_turns && *config_.max_turns < std::max(config_.opening_turns, 1)) {
    throw ContestError("a game of at most " + quoted(config_.max_turns) +
                       " turns has no room for an opening of " +
                       std::to_string(config_.opening_turns));
  }
  opening(1);
}

Contest::Opening Contest::opening(std::uint64_t round) const {
  Rng rng(derive_seed(config_.seed, SeedUse::opening, round));
  for (int attempt = 0; attempt < opening_attempts; ++attempt) {
    const StartSpec start = type_.draw_start(config_.variant, rng);
    const std::unique_ptr<Game> game = type_.start(start);
    if (play_random_turns(*game, config_.opening_turns, rng)) return {start, game->turns()};
  }
  throw ContestError("no opening of " + std::to_string(config_.opening_turns) +
                     " turns was found for round " + std::to_string(round) + ": in " +
                     std::to_string(opening_attempts) +
                     " attempts the game ended within it; ask for fewer (--opening-turns)");
}

std::uint64_t Contest::player_seed(std::uint64_t number, std::size_t bot, Side side) const {
  const std::uint64_t seed = config_.bots[bot].seed.value_or(config_.seed);
  return derive_seed(seed, SeedUse::player, number, side);
}

std::optional<ContestGame> Contest::play(std::uint64_t number, Lineup& lineup,
                                         const std::string& date, const Clock& clock,
                                         const std::stop_token& stop) const {
  const Pairing pairing = schedule_.game(number);
  const Opening begin = opening(pairing.round);
  const std::unique_ptr<Game> game = type_.start(begin.start);
  for (const std::string& turn : begin.turns) game->play(turn);
  Player& white = lineup.player(pairing.white, Side::white);
  Player& black = lineup.player(pairing.black, Side::black);
  white.new_game(player_seed(number, pairing.white, Side::white));
  black.new_game(player_seed(number, pairing.black, Side::black));
  const auto played = play_game(*game, white, black, {config_.max_turns, clock}, stop);
  if (!played) return std::nullopt;
  return ContestGame{record(pairing, begin.start, *game, *played, date), played->ending,
                     game->turns().size()};
}

Record Contest::record(const Pairing& pairing, const StartSpec& start, const Game& game,
                       const PlayedGame& played, const std::string& date) const {
  Record record;
  record.result = result_text(played.outcome);
  record.tags = {{"Event", config_.name},
                 {"Site", "schiri"},
                 {"Date", date},
                 {"Round", round_tag(pairing)},
                 {"White", config_.bots[pairing.white].name},
                 {"Black", config_.bots[pairing.black].name},
                 {"Result", record.result},
                 {"Game", config_.game}};
  const auto add = [&](const char* name, const std::string& value) {
    if (!value.empty()) record.tags.push_back({name, value});
  };
  if (config_.variant != type_.variants().front()) add("Variant", config_.variant);
  add("Position", start.position);
  add("Roll", start.roll);
  add("Termination", played.termination);
  add("PlyCount", std::to_string(game.turns().size()));
  add("WhiteType", "program");
  add("BlackType", "program");
  add("Seed", std::to_string(config_.seed));
  for (std::size_t i = 0; i < game.turns().size(); ++i) {
    record.movetext.push_back({Element::Kind::turn, game.turns()[i]});
    if (!played.comments[i].empty()) {
      record.movetext.push_back({Element::Kind::comment, played.comments[i]});
    }
  }
  if (!played.remark.empty()) record.trailing_comments.push_back(played.remark);
  return record;
}

}  // namespace schiri
