#include "notation/contest/contest.h"

#include <algorithm>
#include <set>

#include "core/base/errors.h"
#include "core/base/names.h"
#include "core/base/text.h"
#include "core/tournament/openings.h"
#include "core/ugi/players.h"
#include "notation/programs/game_bots.h"
#include "notation/records/conversion/played_record.h"
#include "notation/text/printable.h"

namespace schiri {

namespace {

/// A tournament of this size fits in any database, and its game numbers in any program.
constexpr std::uint64_t most_games = 1'000'000'000;

const GameType& require_type(const std::string& name) {
  if (const GameType* type = find_game(name)) return *type;
  throw ContestError(unknown_game_message(name));
}

}  // namespace

void require_schedule(const TournamentConfig& config) {
  if (config.bots.size() < 2) {
    throw ContestError(
        message("a tournament needs at least two bots, not {0}", config.bots.size()));
  }
  if (config.rounds < 1) throw ContestError(message("a tournament needs at least one round"));
  try {
    if (config.rounds <= most_games && make_schedule(config)->games() <= most_games) return;
  } catch (const std::invalid_argument& error) {
    throw ContestError(message_of(error));
  }
  throw ContestError(message("that is more than {0} games", most_games));
}

namespace {

/// Rejects keys that only programs have.
void require_playable(const BotSpec& bot) {
  if (bot.command.empty() && (bot.memory || bot.cpu)) {
    throw ContestError(message("bot '{0}': memory and cpu are only for programs (cmd)", bot.name));
  }
  require_ponderable(bot);
}

/// A record must be able to contain the name unchanged.
void require_recordable(const Message& what, const std::string& name) {
  if (name.empty() || name == "?") throw ContestError(message("{0} needs a name", what));
  if (!is_name(name)) {
    throw ContestError(
        message("the name '{0}' of {1} contains control characters or bytes that are not UTF-8",
                printable(name), what));
  }
}

void require_distinct_names(const std::vector<BotSpec>& bots) {
  std::set<std::string> names;
  for (const BotSpec& bot : bots) {
    if (!names.insert(name_key(bot.name)).second) {
      throw ContestError(
          message("two bots are called '{0}'; give one another name with name=", bot.name));
    }
  }
}

std::string quoted(const std::optional<int>& number) {
  return number ? std::to_string(*number) : "";
}

/// A bot with these values of the tuned options, if there are any.
BotSpec tuned_spec(const TournamentConfig& config, std::size_t bot,
                   const std::vector<std::string>& values) {
  BotSpec spec = config.bots[bot];
  for (std::size_t i = 0; i < values.size(); ++i) {
    spec.options[config.tuning->options[i].name] = values[i];
  }
  return spec;
}

/// Values to test whether a bot accepts all values of a tune: each word, or start and bounds, and
/// for a real number one between them.
std::vector<double> test_values(const TunedOption& option) {
  std::vector<double> values;
  for (std::size_t i = 0; i < option.choices.size(); ++i) values.push_back(static_cast<double>(i));
  if (values.empty()) values = {option.start, option.least, option.most};
  if (!option.is_whole) values.push_back(option.least + 0.382 * (option.most - option.least));
  return values;
}

/// Checks the name and options of a built-in bot, without the program of its game.
void require_builtin(const TournamentConfig& config, const GameType& type, const BotSpec& bot) {
  config.referee ? make_game_bot(bot) : type.make_bot(bot, config.variant);
}

void require_tunable(const TournamentConfig& config, const GameType& type) {
  if (!config.tuning || config.bots.front().builtin.empty()) return;
  for (const TunedOption& option : config.tuning->options) {
    for (const double value : test_values(option)) {
      BotSpec spec = config.bots.front();
      spec.options[option.name] = value_text(option, value);
      require_builtin(config, type, spec);
    }
  }
}

/// Passes the lines of a player's program to the listener while the object lives.
class TracedPlayer {
 public:
  TracedPlayer(Player& player, Side side, const GameListener& listener) : player_(player) {
    if (!listener.line) return;
    player.trace([side, &listener](bool is_sent, std::string_view text) {
      listener.line({side, is_sent, text});
    });
  }
  TracedPlayer(const TracedPlayer&) = delete;
  TracedPlayer& operator=(const TracedPlayer&) = delete;
  ~TracedPlayer() { player_.trace({}); }

 private:
  Player& player_;
};

}  // namespace

std::string tuned_text(const TournamentConfig& config, const std::vector<std::string>& values) {
  BotKeys keys;
  for (std::size_t i = 0; i < values.size(); ++i) {
    keys.emplace_back(config.tuning->options[i].name, values[i]);
  }
  return bot_keys_text(keys);
}

WorkerPlayers::~WorkerPlayers() {
  for (const auto& player : players_) {
    if (player) player->retire();
  }
}

Player& WorkerPlayers::player(std::size_t bot, const std::vector<std::string>& values) {
  auto& player = players_[bot];
  const BotSpec& spec = config_.bots[bot];
  if (player && !values.empty() && !spec.command.empty()) {
    change_options(*player, tuned_spec(config_, bot, values).options);
  } else if (is_function(spec)) {
    if (!player) player = make_function_player(spec);
  } else if (!player || !values.empty()) {
    player = make_player(type_, config_.variant, tuned_spec(config_, bot, values), config_.watchdog,
                         processor_);
  }
  return *player;
}

std::unique_ptr<Player> WorkerPlayers::make_function_player(const BotSpec& spec) const {
  if (functions_) return functions_(spec);
  throw ContestError(
      message("bot '{0}' is a function of the program that has begun the tournament by the "
              "library; only that program can go on with it",
              printable(spec.name)));
}

void WorkerPlayers::dismiss() {
  for (const auto& player : players_) {
    if (player) player->dismiss();
  }
}

Contest::Contest(TournamentConfig config, std::map<std::uint64_t, Opening> known_openings)
    : config_(std::move(config)), type_(&require_type(config_.game)) {
  require_schedule(config_);
  if (config_.referee && !type_->facts.has_words) {
    throw ContestError(
        message("--referee: schiri knows the rules of {0}; omit the referee", config_.game));
  }
  if (!config_.referee && type_->facts.has_words) {
    throw ContestError(
        message("schiri does not know the rules of {0}; name a program that does with --referee",
                config_.game));
  }
  require_recordable(message("the event"), config_.name);
  for (const BotSpec& bot : config_.bots) require_recordable(message("a bot"), bot.name);
  require_distinct_names(config_.bots);
  for (const BotSpec& bot : config_.bots) {
    require_playable(bot);
  }
  if (config_.variant.empty()) config_.variant = type_->variant_table.standard();
  type_->variant_table.require(config_.variant);
  for (const BotSpec& bot : config_.bots) {
    if (!bot.builtin.empty()) require_builtin(config_, *type_, bot);
  }
  require_tunable(config_, *type_);
  if (config_.opening_turns < 0)
    throw ContestError(message("an opening cannot have fewer than 0 turns"));
  const int drawn = config_.openings.empty() ? config_.opening_turns : 0;
  if (config_.max_turns && *config_.max_turns < std::max(drawn, 1)) {
    throw ContestError(
        message("a game of at most {0} turns has no room for an opening of {1} (--max-turns, "
                "--opening-turns)",
                quoted(config_.max_turns), drawn));
  }
  openings_.emplace(config_, *type_);
  openings_->keep(std::move(known_openings));
  // A stored plan is looked at before a person has allowed its programs to start.
  if (!config_.referee) opening(1);
}

TriedProgram Contest::try_bot(std::size_t bot, const std::stop_token& stop) const {
  std::vector<std::string> start;
  if (config_.tuning) {
    for (const TunedOption& option : config_.tuning->options) {
      start.push_back(value_text(option, option.start));
    }
  }
  const BotSpec spec = tuned_spec(config_, bot, start);
  TriedProgram tried = try_program(*type_, config_.variant, spec, config_.watchdog, stop);
  if (!config_.tuning || stop.stop_requested()) return tried;
  for (const TunedOption& option : config_.tuning->options) {
    if (!ugi::find_option(tried.options, option.name)) {
      throw BotSpecError(message("bot '{0}' has not announced the option '{1}', which is tuned",
                                 printable(spec.name), printable(option.name)));
    }
    for (const double value : test_values(option)) {
      require_accepted(spec, tried.options, option.name, value_text(option, value));
    }
  }
  return tried;
}

bool Contest::try_programs(const std::stop_token& stop,
                           const std::function<void(const std::string&)>& note) {
  std::vector<std::string> names(config_.bots.size());
  for (std::size_t bot = 0; bot < names.size(); ++bot) {
    if (config_.bots[bot].command.empty()) continue;
    const TriedProgram tried = try_bot(bot, stop);
    if (stop.stop_requested()) return false;
    for (const std::string& text : tried.notes) note(text);
    names[bot] = tried.name;
  }
  settle_names(names);
  if (config_.referee) try_referee(stop, note);
  return !stop.stop_requested();
}

void Contest::try_referee(const std::stop_token& stop,
                          const std::function<void(const std::string&)>& note) {
  BotSpec& spec = *config_.referee;
  TriedProgram tried;
  try {
    tried = try_program(*type_, config_.variant, spec, config_.watchdog, stop);
  } catch (const BotStartError& error) {
    throw BotStartError(message("--referee: {0}", error.message()));
  }
  if (stop.stop_requested()) return;
  for (const std::string& text : tried.notes) note(text);
  std::vector<BotSpec> named{spec};
  schiri::settle_names(named, {tried.name});
  spec = named.front();
  type_ = &own_game(config_.game, spec, config_.watchdog);
  try {
    try_openings(stop);
    auto kept = openings_->kept();
    openings_.emplace(config_, *type_);
    openings_->keep(std::move(kept));
    if (!stop.stop_requested()) opening(1);
  } catch (const RefereeFailure& error) {
    throw UnusableError(message("{0}{1}", error.message(), last_lines(error.tail)));
  }
}

void Contest::try_openings(const std::stop_token& stop) {
  OpeningLine start;
  if (config_.openings.empty()) return try_opening(start, stop);
  const std::uint64_t most = system_of(config_.system).most_openings(config_);
  const std::size_t used = std::min<std::uint64_t>(most, config_.openings.size());
  for (std::size_t i = 0; i < used && !stop.stop_requested(); ++i) {
    try {
      try_opening(config_.openings[i], stop);
    } catch (const ContestError& error) {
      throw ContestError(message("opening {0}: {1}", i + 1, error.message()));
    }
  }
}

/// Plays an opening under the referee, and names the side to move at its start, by which turns are
/// numbered, if the position does not say it in our words.
void Contest::try_opening(OpeningLine& line, const std::stop_token& stop) const {
  const auto side_of = [](const std::string& position) {
    return black_begins(position) ? Side::black : Side::white;
  };
  const auto begin = [&](const std::string& position) {
    auto game = type_->start({config_.variant, position, ""});
    static_cast<OwnGame&>(*game).set_asker({stop, {}});
    return game;
  };
  auto game = begin(line.position);
  const auto name_side = [&](Side side) {
    line.position += side == Side::white ? " p1" : " p2";
    game = begin(line.position);
  };
  const Side written = side_of(line.position);
  if (without_beginner(line.position) != line.position) {
    // Does the word belong to the position, which the program refuses without it?
    try {
      if (game->side_to_move() != written) name_side(written);
    } catch (const StartError&) {
      name_side(written);
    } catch (const InfrastructureError&) {
      name_side(written);
    }
  }
  if (!game->ending() && game->side_to_move() != side_of(line.position)) {
    if (!line.position.empty()) name_side(game->side_to_move());
  }
  play_turns(*game, line.turns);
  if (!game->ending()) return;
  const bool is_start = line.position.empty() && line.turns.empty();
  throw ContestError(is_start ? message("the game is over at its start")
                              : message("the game is over after it"));
}

void Contest::settle_names(const std::vector<std::string>& announced) {
  std::vector<BotSpec>& bots = config_.bots;
  if (config_.tuning) {
    std::vector<BotSpec> tuned{bots.front()};
    tuned.front().name = tuned_name(bots.front());
    schiri::settle_names(tuned, {announced.front()});
    bots = tuned_players(tuned.front());
  } else {
    schiri::settle_names(bots, announced);
  }
  require_distinct_names(bots);
}

std::uint64_t Contest::player_seed(std::uint64_t number, std::size_t bot, Side side) const {
  const std::uint64_t seed = config_.bots[bot].seed.value_or(config_.seed);
  return derive_seed(seed, SeedUse::player, number, side);
}

std::array<Terms, 2> Contest::terms(const ScheduledGame& scheduled) const {
  std::array<Terms, 2> terms = {terms_of(config_.bots[scheduled.white]),
                                terms_of(config_.bots[scheduled.black])};
  if (config_.odds) {
    Terms& weaker = terms[scheduled.opening % 2];
    weaker = divided(weaker, *config_.odds);
  }
  return terms;
}

/// The game after the opening of this number; null if it was stopped. If its program fails, a game
/// of the words alone, and `spoilt` is void.
std::unique_ptr<Game> Contest::begin_game(std::uint64_t number, const Asker& asker,
                                          Opening& opening, PlayedGame& spoilt) const {
  opening.start.variant = config_.variant;
  try {
    opening = this->opening(number);
    auto game = type_->start(opening.start);
    if (config_.referee) static_cast<OwnGame&>(*game).set_asker(asker);
    play_turns(*game, opening.turns);
    return game;
  } catch (const RefereeFailure& failure) {
    spoilt.termination = Termination::void_game;
    spoilt.remark = printable(failure.what(), 600);
    spoilt.output_tail = failure.tail;
    spoilt.comments.resize(opening.turns.size());
    auto game = std::make_unique<WordGame>(*type_, opening.start.position);
    for (const std::string& turn : opening.turns) game->play(turn);
    return game;
  } catch (const InfrastructureError&) {
    if (asker.stop.stop_requested()) return nullptr;
    throw;
  }
}

std::optional<ContestGame> Contest::play(const ScheduledGame& scheduled, WorkerPlayers& lineup,
                                         const std::string& date, const Clock& clock,
                                         const std::stop_token& stop,
                                         const GameListener& listener) const {
  const auto begun = clock();
  Opening begin;
  PlayedGame spoilt;
  const auto game = begin_game(scheduled.opening, {stop, lineup.processor()}, begin, spoilt);
  if (!game) return std::nullopt;
  PlayOptions options{config_, clock, {}, {}, listener.turn};
  options.terms = terms(scheduled);
  options.seeds = {player_seed(scheduled.number, scheduled.white, Side::white),
                   player_seed(scheduled.number, scheduled.black, Side::black)};
  Player& white = lineup.player(scheduled.white, scheduled.values[0]);
  Player& black = lineup.player(scheduled.black, scheduled.values[1]);
  white.set_terms(options.terms[0]);
  black.set_terms(options.terms[1]);
  const TracedPlayer traced_white(white, Side::white, listener);
  const TracedPlayer traced_black(black, Side::black, listener);
  auto played = spoilt.termination ? std::optional(std::move(spoilt))
                                   : play_game(*game, white, black, options, stop);
  if (!played) return std::nullopt;
  Record recorded = record(scheduled, begin.start, *game, *played, date);
  if (played->termination == Termination::void_game) {
    recorded.result = "*";
    recorded.set_tag("Result", "*");
    if (const std::string& protocol = played->output_tail.protocol; !protocol.empty()) {
      recorded.trailing_comments.push_back(
          join(split(protocol, '\n'), "; ", [](auto line) { return printable(line, 200); }));
    }
  }
  const auto end = clock();
  return ContestGame{std::move(*played),   scheduled, std::move(begin), std::move(recorded),
                     game->turns().size(), end,       end - begun};
}

ContestGame Contest::abandon(const ScheduledGame& scheduled, bool white_is_out, bool black_is_out,
                             const std::string& date) const {
  Opening begin;
  PlayedGame spoilt, played;
  const std::unique_ptr<Game> game = begin_game(scheduled.opening, {}, begin, spoilt);
  played.comments.resize(begin.turns.size());
  played.outcome = white_is_out ? Outcome::black_wins : Outcome::white_wins;
  played.termination = Termination::abandoned;
  played.remark = std::string(white_is_out ? "White" : "Black") + " is out of the tournament";
  const bool nobody = white_is_out && black_is_out;
  if (nobody) played.remark = "White and Black are out of the tournament";
  Record forfeited = record(scheduled, begin.start, *game, played, date);
  if (nobody) {
    forfeited.result = "*";
    forfeited.set_tag("Result", "*");
  }
  return {std::move(played), scheduled, std::move(begin), std::move(forfeited),
          game->turns().size()};
}

Record Contest::record(const ScheduledGame& scheduled, const StartSpec& start, const Game& game,
                       const PlayedGame& played, const std::string& date) const {
  const std::string& white = config_.bots[scheduled.white].name;
  const std::string& black = config_.bots[scheduled.black].name;
  Record record =
      played_record(*type_, {config_.name, "schiri", date, round_tag(scheduled), white, black},
                    {config_.variant, start.position, start.roll}, game, played);
  record.tags.push_back({"WhiteType", "program"});
  record.tags.push_back({"BlackType", "program"});
  record.tags.push_back({"Seed", std::to_string(config_.seed)});
  if (const auto& referee = config_.referee) {
    record.set_tag("Referee", referee->name);
    // What schiri knows of the variant: a size, a komi.
    const BotKeys options(referee->options.begin(), referee->options.end());
    if (!options.empty()) record.tags.push_back({"RefereeOptions", bot_keys_text(options)});
  }
  const auto terms = this->terms(scheduled);
  add_time_controls(record, terms[0].clock_text, terms[1].clock_text);
  if (config_.tuning) {
    record.tags.push_back({"WhiteOptions", tuned_text(config_, scheduled.values[0])});
    record.tags.push_back({"BlackOptions", tuned_text(config_, scheduled.values[1])});
  }
  return record;
}

}  // namespace schiri
