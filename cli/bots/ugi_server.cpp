#include "cli/bots/ugi_server.h"

#include <algorithm>
#include <span>

#include "core/base/characters.h"
#include "core/base/text.h"
#include "core/bots/builtin.h"
#include "core/match/pondering.h"
#include "core/match/terms.h"
#include "core/match/turn_word.h"
#include "notation/programs/own_game.h"

namespace schiri {

namespace {

/// Two programs must mean the same by `startpos`, so the roll is fixed.
constexpr std::uint64_t start_seed = 1;
/// How long a search may continue after the end of the input.
constexpr std::chrono::seconds patience{10};

StartSpec usual_start(const GameType& type, StartSpec start) {
  if (start.variant.empty()) start.variant = type.variant_table.standard();
  if (!start.position.empty() || !start.roll.empty()) return start;
  Rng rng(start_seed);
  return type.draw_start(start.variant, rng);
}

template <class Number>
void lower(std::optional<Number>& limit, const std::optional<Number>& other) {
  if (other && (!limit || *other < *limit)) limit = other;
}

std::string result_word(const std::optional<Ending>& ending) {
  if (!ending) return "none";
  if (ending->outcome == Outcome::draw) return "draw";
  return ending->outcome == Outcome::white_wins ? "p1win" : "p2win";
}

/// A search under `go infinite` answers after `stop` only, even if it ends earlier.
void wait_for_stop(const std::stop_token& token) {
  while (!token.stop_requested()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

/// Returns why the turn cannot be played, with its number. A turn of a game's program is in its own
/// text, as in sent_turn(), or else a word.
std::optional<std::string> play(const GameType& type, Game& game, std::string_view turn) {
  if (type.facts.has_words && !game.play(turn_word(turn))) return std::nullopt;
  const auto error = game.play(turn);
  if (!error) return std::nullopt;
  return "turn " + std::to_string(game.turns().size() + 1) + ": " + error->message.english();
}

/// As the protocol has a turn: of a game's program in its own text.
std::string sent_turn(const GameType& type, const std::string& turn) {
  return type.facts.has_words ? text_of_word(turn) : turn;
}

/// An `info` line for each line of the thought.
std::string info_lines(const GameType& type, const Thought& thought,
                       std::chrono::nanoseconds time) {
  ugi::Info info;
  info.nodes = thought.nodes;
  info.milliseconds =
      static_cast<std::uint64_t>(std::chrono::floor<std::chrono::milliseconds>(time).count());
  if (thought.nodes && time.count() > 0) {
    info.nodes_a_second = static_cast<std::uint64_t>(1e9 * static_cast<double>(*thought.nodes) /
                                                     static_cast<double>(time.count()));
  }
  std::string lines;
  for (const Line& line : thought.lines) {
    info.score = line.score;
    if (line.depth > 0) info.depth = line.depth;
    const std::string turns =
        join(line.turns, " ", [&](const std::string& turn) { return sent_turn(type, turn); });
    info.pv = turns;
    lines += ugi::write_info(info) + '\n';
    ++info.rank;
  }
  return lines;
}

/// The settings of a variant, without its name.
std::string_view settings_in(std::string_view variant) {
  const std::size_t first = variant.find('=');
  if (first == variant.npos) return {};
  const std::size_t end_of_name = variant.rfind(';', first);
  return variant.substr(end_of_name == variant.npos ? 0 : end_of_name + 1);
}

/// The settings of a game as its program announces them, with the values of a variant; empty for
/// other games.
std::vector<ugi::UgiOption> program_settings(const GameType& type, std::string_view variant) {
  const OwnGameType* const own = own_game_type(&type);
  if (!own) return {};
  std::vector<ugi::UgiOption> settings = own->programs(variant)->facts().options;
  std::erase_if(settings, [](const ugi::UgiOption& option) {
    constexpr std::string_view others[] = {"Bot", "Game", "Ponder", "Seed", "Variant"};
    return std::any_of(std::begin(others), std::end(others),
                       [&](auto name) { return equal_ignoring_case(name, option.name); });
  });
  const auto parts = parts_of_variant(variant);
  for (const auto& [name, value] : parts ? parts->second : std::vector<VariantSetting>()) {
    for (ugi::UgiOption& option : settings) {
      if (equal_ignoring_case(option.name, name)) option.default_value = value;
    }
  }
  return settings;
}

/// The option by which a game's program is told the variant, with the present one; nullopt for
/// other games, and if it has none.
std::optional<ugi::UgiOption> program_variant(const GameType& type, std::string_view variant) {
  const OwnGameType* const own = own_game_type(&type);
  if (!own) return std::nullopt;
  const ugi::UgiOption* const known =
      ugi::find_option(own->programs(variant)->facts().options, "Variant");
  if (!known) return std::nullopt;
  ugi::UgiOption option = *known;
  const auto parts = parts_of_variant(variant);
  if (parts && !parts->first.empty()) option.default_value = parts->first;
  return option;
}

/// What a built-in bot can be set to in this game: in a game of one's own to nothing.
std::span<const BotOption> settable(const GameType& type, const BotSpec& spec) {
  return own_game_type(&type) ? std::span<const BotOption>() : bot_options(spec.builtin);
}

std::string truth(bool value) { return value ? "true" : "false"; }

}  // namespace

UgiServer::UgiServer(const GameType& type, StartSpec start, const BotSpec& spec,
                     std::function<void(std::string_view)> write)
    : type_(type),
      start_(usual_start(type, std::move(start))),
      spec_(spec),
      write_(std::move(write)),
      player_(type.make_bot(spec)),
      game_(type.start(start_)),
      settings_(program_settings(type, start_.variant)),
      seed_(spec.seed.value_or(1)) {}

UgiServer::~UgiServer() = default;

void UgiServer::write(std::string_view lines) {
  if (lines.empty()) return;
  const std::lock_guard lock(writing_);
  write_(lines);
}

void UgiServer::write_line(std::string line) { write(line += '\n'); }

void UgiServer::complain(const std::string& what) { write_line("info string " + what); }

void UgiServer::stop() {
  pondering_ = false;
  thinking_.rethrow();
}

void UgiServer::finish() {
  if (!infinite_ && !pondering_) thinking_.wait_for(patience);
  stop();
}

bool UgiServer::take(std::string_view line) {
  const std::string_view command = ugi::first_word(line);
  if (command.empty()) return true;
  if (command == "quit") return false;
  if (command == "isready") {
    write_line("readyok");
  } else if (command == "stop") {
    stop();
  } else if (command == "ponderhit") {
    think_on_own_time();
  } else if (command == "ugi") {
    introduce();
  } else if (command == "uginewgame" || command == "ucinewgame") {
    new_game();
  } else if (command == "position") {
    set_position(line);
  } else if (command == "moves") {
    if (const auto error = play_on(ugi::after_words(line, 1))) {
      complain(*error);
    } else {
      position_line_.clear();
    }
  } else if (command == "query") {
    answer(ugi::first_word(ugi::after_words(line, 1)));
  } else if (command == "go") {
    go(line);
  } else if (const auto setting = ugi::read_setting(line)) {
    set_option(*setting);
  }
  return true;
}

void UgiServer::introduce() {
  write_line("id name schiri " + spec_.name);
  write_line("id author schiri");
  const std::string game(type_.name());
  write_line(ugi::write_option({"Game", "combo", game, {game}}));
  const VariantChoice chosen = type_.variant_table.require(start_.variant);
  if (const auto variant = program_variant(type_, start_.variant)) {
    write_line(ugi::write_option(*variant));
  } else {
    const auto variants = type_.variants();
    write_line(ugi::write_option({"Variant",
                                  "combo",
                                  std::string(variants[chosen.variant]),
                                  {variants.begin(), variants.end()}}));
  }
  for (std::size_t i = 0; i < type_.facts.settings.size(); ++i) {
    const GameSetting& setting = type_.facts.settings[i];
    ugi::UgiOption option{
        std::string(setting.name), "combo", std::string(setting.values[chosen.values[i]].name), {}};
    for (const auto& value : setting.values) option.choices.emplace_back(value.name);
    write_line(ugi::write_option(option));
  }
  for (const ugi::UgiOption& option : settings_) write_line(ugi::write_option(option));
  write_line(ugi::write_option({"Seed", "string", std::to_string(seed_), {}}));
  write_line(ugi::write_option({"Ponder", "check", "false", {}}));
  const auto options = settable(type_, spec_);
  const BotOptionValues values(spec_, options);
  for (const BotOption& option : options) {
    if (option.is_text()) {
      write_line(
          ugi::write_option({std::string(option.name), "string", values.text(option.name), {}}));
      continue;
    }
    write_line(ugi::write_option({std::string(option.name),
                                  "spin",
                                  std::to_string(values[option.name]),
                                  {},
                                  option.least,
                                  option.most}));
  }
  write_line("ugiok");
}

void UgiServer::set_option(const ugi::Setting& setting) {
  stop();
  if (equal_ignoring_case(setting.name, "Variant")) {
    set_variant(setting.value);
  } else if (equal_ignoring_case(setting.name, "Seed")) {
    set_seed(setting.value);
  } else if (equal_ignoring_case(setting.name, "Ponder")) {
    says_expected_ = equal_ignoring_case(setting.value, "true");
  } else if (is_game_setting(setting.name)) {
    set_game_setting(setting);
  } else if (!equal_ignoring_case(setting.name, "Game")) {
    set_bot_option(setting);
  } else if (setting.value != type_.name()) {
    complain("this program was started for " + std::string(type_.name()));
  }
}

void UgiServer::set_bot_option(const ugi::Setting& setting) {
  for (const BotOption& option : settable(type_, spec_)) {
    if (!equal_ignoring_case(option.name, setting.name)) continue;
    BotSpec changed = spec_;
    changed.options[option.name] = setting.value;
    try {
      player_ = type_.make_bot(changed);
      spec_ = std::move(changed);
      games_ = 0;
    } catch (const BotSpecError& error) {
      complain(error.what());
    }
  }
}

bool UgiServer::is_game_setting(std::string_view name) const {
  const auto& settings = type_.facts.settings;
  const auto has_name = [&](const auto& one) { return equal_ignoring_case(one.name, name); };
  return std::any_of(settings.begin(), settings.end(), has_name) ||
         std::any_of(settings_.begin(), settings_.end(), has_name);
}

/// The other settings stay as they are.
void UgiServer::set_game_setting(const ugi::Setting& setting) {
  std::string variant;
  for (const std::string_view part : split(start_.variant, ';')) {
    const std::string_view name = trimmed(part.substr(0, part.find('=')));
    if (!equal_ignoring_case(name, setting.name))
      variant += (variant.empty() ? "" : ";") + std::string(part);
  }
  set_variant(variant + (variant.empty() ? "" : "; ") + setting.name + '=' + setting.value);
}

/// A name without settings leaves these as they are.
void UgiServer::set_variant(std::string variant) {
  const std::string_view settings = settings_in(start_.variant);
  if (settings_in(variant).empty() && !settings.empty()) variant += ";" + std::string(settings);
  const std::string_view known = type_.variant_table.known(variant);
  if (!known.empty()) variant = known;
  if (variant == start_.variant) return;
  try {
    const StartSpec start = usual_start(type_, {variant, "", ""});
    set_game(started(start));
    start_ = start;
  } catch (const StartError& error) {
    complain(error.what());
  }
}

void UgiServer::set_seed(const std::string& value) {
  const auto seed = parse_number<std::uint64_t>(value);
  if (!seed) return complain("Seed must be a whole number");
  seed_ = *seed;
  games_ = 0;
}

void UgiServer::new_game() {
  stop();
  player_->new_game(games_ == 0 ? seed_ : derive_seed(seed_, games_));
  ++games_;
  set_game(type_.start(start_));
}

/// Throws StartError, for a game's program as well, which knows its start only once it was asked.
std::unique_ptr<Game> UgiServer::started(const StartSpec& start) const {
  auto game = type_.start(start);
  if (type_.facts.has_words) game->ending();
  return game;
}

void UgiServer::set_game(std::shared_ptr<Game> game, std::string_view line) {
  game_ = std::move(game);
  position_line_ = line;
}

void UgiServer::set_position(std::string_view line) {
  if (continue_position(line)) return;
  const auto place = ugi::read_position_command(line);
  if (!place) return complain("expected position startpos or position fen");
  try {
    StartSpec start = start_;
    if (place->start) start = {start_.variant, *place->start, ""};
    std::shared_ptr<Game> game = started(start);
    for (const std::string& turn : place->turns) {
      if (const auto error = play(type_, *game, turn)) return complain(*error);
    }
    set_game(std::move(game), line);
  } catch (const StartError& error) {
    complain(error.what());
  }
}

/// In a game each `position` is the one before and a few turns more, which are played on. False if
/// it is not so, or a turn is illegal; then nothing has changed.
bool UgiServer::continue_position(std::string_view line) {
  if (position_line_.find(" moves ") == position_line_.npos) return false;
  if (!line.starts_with(position_line_)) return false;
  const std::string_view more = line.substr(position_line_.size());
  if (!more.empty() && more.front() != ' ') return false;
  if (play_on(more)) return false;
  position_line_ = line;
  return true;
}

/// Plays these turns, or none of them: returns the error of the first that cannot be played.
std::optional<std::string> UgiServer::play_on(std::string_view turns) {
  const std::size_t before = game_->turns().size();
  for (const std::string_view turn : ugi::words(turns)) {
    auto error = play(type_, *game_, turn);
    if (!error) continue;
    game_->take_back(game_->turns().size() - before);
    return error;
  }
  return std::nullopt;
}

void UgiServer::answer(std::string_view question) {
  const std::optional<Ending> ending = game_->ending();
  if (question == "gameover") write_line("response " + truth(ending.has_value()));
  if (question == "p1turn") write_line("response " + truth(game_->side_to_move() == Side::white));
  if (question == "result") write_line("response " + result_word(ending));
}

Limits UgiServer::limits_of(std::string_view line) const {
  Limits limits = ugi::read_limits(line);
  // Without any limit a bot would choose its own; this one means until it is stopped.
  if (infinite_ || pondering_) limits = {UINT64_MAX, limits.depth, std::nullopt, std::nullopt};
  const Limits own = terms_of(spec_).limits;
  lower(limits.nodes, own.nodes);
  lower(limits.depth, own.depth);
  lower(limits.move_time, own.move_time);
  return limits;
}

void UgiServer::go(std::string_view line) {
  stop();
  asked_ = line;
  pondering_ = ugi::has_word(line, "ponder");
  infinite_ = ugi::has_word(line, "infinite");
  if (games_ == 0 && !game_->ending()) {
    player_->new_game(seed_);
    ++games_;
  }
  start_thinking();
}

/// The search after pondering reuses its results.
void UgiServer::think_on_own_time() {
  if (!std::exchange(pondering_, false)) return;
  is_dropped_ = true;
  stop();
  is_dropped_ = false;
  start_thinking();
}

void UgiServer::start_thinking() {
  const bool is_awaited = infinite_ || pondering_;
  thinking_.start([this, game = std::shared_ptr<const Game>(game_->clone()),
                   limits = limits_of(asked_), is_awaited](const std::stop_token& token) {
    Answer answer;
    try {
      if (!game->ending()) answer = think(*game, limits, token);
    } catch (const std::exception& error) {
      complain(error.what());
      throw;
    }
    if (is_awaited) {
      write(std::exchange(answer.found, {}));
      wait_for_stop(token);
    }
    if (!is_dropped_) write(answer.found + "bestmove " + answer.turn + '\n');
  });
}

UgiServer::Answer UgiServer::think(const Game& game, const Limits& limits,
                                   const std::stop_token& token) {
  const auto begin = monotonic_time();
  player_->listen(
      [&](const Thought& so_far) { write(info_lines(type_, so_far, monotonic_time() - begin)); });
  const Thought thought = player_->think(game, limits, token);
  const std::string expected = says_expected_ ? expected_turn(thought) : "";
  return {info_lines(type_, thought, monotonic_time() - begin),
          sent_turn(type_, thought.turn) +
              (expected.empty() ? "" : " ponder " + sent_turn(type_, expected))};
}

}  // namespace schiri
