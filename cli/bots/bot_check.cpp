#include "cli/bots/bot_check.h"

#include <sys/wait.h>

#include <algorithm>
#include <memory>
#include <thread>

#include "core/match/play.h"
#include "core/match/terms.h"
#include "core/ugi/player.h"
#include "core/ugi/players.h"

namespace schiri {

namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;
using Verdict = BotCheckPoint::Verdict;

/// The result of a point.
struct BotFinding {
  Verdict verdict;
  std::string remark;
};
BotFinding ok(std::string remark = {}) { return {Verdict::ok, std::move(remark)}; }
BotFinding failed(std::string remark) { return {Verdict::failed, std::move(remark)}; }
BotFinding skipped(std::string remark) { return {Verdict::skipped, std::move(remark)}; }

constexpr std::uint64_t check_seed = 1;
constexpr milliseconds move_time{200};
constexpr milliseconds clock_time{2000};
constexpr milliseconds ponder_time{100};
/// How soon `stop`, `isready` and `quit` must be answered, in addition to the bot's margin.
constexpr milliseconds at_once{1000};
constexpr int positions = 10;

class BotCheck {
 public:
  BotCheck(const GameType& type, const std::string& variant, const BotSpec& spec,
           milliseconds watchdog, const std::function<void(const BotCheckPoint&)>& visitor)
      : type_(type),
        game_(ugi_game(type, variant)),
        spec_(spec),
        watchdog_(watchdog),
        margin_(terms_of(spec).margin),
        visitor_(visitor) {}

  bool run() {
    if (!point("handshake", &BotCheck::handshake)) return false;
    point("name and author", &BotCheck::identity);
    point("game", &BotCheck::game_option);
    point("isready", &BotCheck::readiness);
    point("options", &BotCheck::options);
    point("new game", &BotCheck::new_game);
    point("one answer", &BotCheck::answers_once);
    point("startpos", &BotCheck::from_start);
    point("fen", &BotCheck::from_position);
    point("moves", &BotCheck::after_moves);
    point("fen and moves", &BotCheck::after_position_and_moves);
    point("end of a game", &BotCheck::near_the_end);
    point("go movetime", &BotCheck::by_move_time);
    point("go with clocks", &BotCheck::by_clock);
    point("go nodes", &BotCheck::by_nodes);
    point("go depth", &BotCheck::by_depth);
    point("stop", &BotCheck::stopping);
    point("ponder", &BotCheck::pondering);
    point("isready while thinking", &BotCheck::readiness_while_thinking);
    point("unknown lines", &BotCheck::unknown_lines);
    point("query", &BotCheck::queries);
    point("same seed", &BotCheck::same_seed);
    point("info", &BotCheck::reports);
    point("quit", &BotCheck::quitting);
    point("end of input", &BotCheck::end_of_input);
    point("restart", &BotCheck::restart);
    return good_;
  }

 private:
  using Test = BotFinding (BotCheck::*)();

  bool point(const std::string& name, Test test) {
    if (failed_starts_ >= most_failed_starts) return false;
    BotCheckPoint point{name, {}, {}, {}, {}};
    try {
      if (test != &BotCheck::handshake) start();
      if (program_) program_->protocol() = {};
      BotFinding finding = (this->*test)();
      point.verdict = finding.verdict;
      point.remark = std::move(finding.remark);
    } catch (const PlayerFailure& failure) {
      point.verdict = Verdict::failed;
      point.remark = failure.what();
    } catch (const ProcessError& error) {
      point.verdict = Verdict::failed;
      point.remark = error.what();
    }
    if (program_) point.protocol = program_->protocol().text();
    if (point.verdict == Verdict::failed) {
      good_ = false;
      if (program_) point.standard_error = program_->output_tail().standard_error;
      program_.reset();
    }
    if (program_ && program_->process().has_ended()) program_.reset();
    visitor_(point);
    return point.verdict != Verdict::failed;
  }

  void launch() { program_ = std::make_unique<UgiConversation>(process_options(spec_), watchdog_); }

  void start() {
    if (program_) return;
    ++failed_starts_;
    launch();
    program_->introduce({});
    set_options(*program_, game_, spec_, {});
    program_->make_ready({});
    failed_starts_ = 0;
  }

  void say(const std::string& line) { program_->send(line, {}); }

  /// Waits for a line; returns it and its time.
  std::pair<std::string, milliseconds> hear(std::string_view word, milliseconds most) {
    const auto begin = steady_clock::now();
    const std::string overtime = "did not answer with '" + std::string(word) + "' within " +
                                 std::to_string(most.count()) + " ms";
    const auto reading = program_->wait_for(word, {begin + most, overtime}, {}, nullptr);
    return {std::string(reading->line),
            std::chrono::duration_cast<milliseconds>(reading->arrival - begin)};
  }

  BotFinding handshake() {
    launch();
    program_->introduce({});
    return ok(program_->name());
  }

  BotFinding identity() {
    if (program_->name().empty()) return failed("sent no line 'id name ...' before 'ugiok'");
    return ok(program_->name());
  }

  BotFinding game_option() {
    std::vector<ugi::Setting> settings = {{"Game", game_.name}};
    if (const auto* variant = program_->option("Variant")) {
      settings.push_back({"Variant", variant_value(game_, *variant)});
    }
    settings.insert(settings.end(), game_.settings.begin(), game_.settings.end());
    for (const auto& [name, wanted] : settings) {
      const ugi::UgiOption* option = program_->option(name);
      if (!option || option->choices.empty()) continue;
      const auto& choices = option->choices;
      if (std::find(choices.begin(), choices.end(), wanted) == choices.end()) {
        return failed("its option " + name + " does not accept '" + wanted + "'");
      }
    }
    if (!game_.standard_variant && !program_->option("Variant")) {
      return ok("announces no option Variant: it gets 'position fen' alone");
    }
    return ok();
  }

  BotFinding readiness() {
    program_->make_ready({});
    program_->make_ready({});
    return ok();
  }

  BotFinding options() {
    set_options(*program_, game_, spec_, {});
    program_->make_ready({});
    const auto& announced = program_->options();
    for (const ugi::UgiOption& option : announced) {
      if (const auto error = ugi::error_in(option)) {
        return failed("option " + option.name + ": " + error->english());
      }
      if (program_->option(option.name) != &option) {
        return failed("has announced the option '" + option.name + "' twice");
      }
    }
    for (const auto& [name, value] : spec_.options) {
      const auto* const option = program_->option(name);
      if (!option) return failed("has not announced the option '" + name + "'");
      if (const auto complaint = ugi::complaint_about(*option, value)) {
        return failed("option." + name + "=" + value + ": " + complaint->english());
      }
    }
    return ok(std::to_string(program_->options().size()) + " announced");
  }

  BotFinding new_game() {
    for (int i = 0; i < 2; ++i) {
      if (spec_.restart) program_.reset();
      start();
      say("uginewgame");
      program_->make_ready({});
    }
    return ok();
  }

  std::unique_ptr<Game> start_of(Rng& rng) const {
    return type_.start(type_.draw_start(game_.variant, rng));
  }

  /// A game that is not over, after this many random turns if possible.
  std::unique_ptr<Game> game_after(int turns, Rng& rng) const {
    for (;;) {
      auto game = start_of(rng);
      if (play_random_turns(*game, turns, rng)) return game;
      turns = turns * 3 / 4;
    }
  }

  void place(const Game& game) {
    const bool knows_variants = program_->option("Variant") != nullptr;
    say(ugi::write_position_command(position_command_of(game, game_, knows_variants)));
  }

  Limits turn_limits() const {
    Limits limits = terms_of(spec_).limits;
    if (!limits.nodes && !limits.depth) limits.move_time = move_time;
    return limits;
  }

  std::string go(const Limits& limits, milliseconds most) {
    say(ugi::write_limits(limits));
    return ugi::read_best_turn(hear("bestmove", most).first).value_or("");
  }

  /// How long an answer may take.
  milliseconds most_of(const Limits& limits) const {
    return limits.move_time ? *limits.move_time + margin_ : watchdog_;
  }

  std::string answer() {
    const Limits limits = turn_limits();
    return go(limits, most_of(limits));
  }

  /// The error in an answer, if any.
  static std::optional<BotFinding> refuse(const Game& game, const std::string& turn) {
    if (turn == resignation) return std::nullopt;
    const auto copy = game.clone();
    const auto error = copy->play(turn);
    if (!error) return std::nullopt;
    return failed("answered '" + turn + "' at " + game.position() + ": " +
                  error->message.english());
  }

  BotFinding judge(const Game& game, const std::string& turn) {
    return refuse(game, turn).value_or(ok(turn));
  }

  BotFinding from_start() {
    if (game_.usual_start.empty()) return skipped("the start is always set by 'position fen'");
    const auto game = type_.start({game_.variant, "", ""});
    place(*game);
    return judge(*game, answer());
  }

  /// A new game that starts at the current position.
  std::unique_ptr<Game> afresh(const Game& game) const {
    return type_.start({game_.variant, game.position(), ""});
  }

  /// Requests a turn after 0, 2, 4, ... turns, and one with the other player to move.
  BotFinding ask_along(const std::function<std::unique_ptr<Game>(int turns, Rng&)>& make) {
    Rng rng(check_seed);
    for (int i = 0; i < positions; ++i) {
      const auto game = make(2 * i + i % 2, rng);
      place(*game);
      if (auto finding = refuse(*game, answer())) return *finding;
    }
    return ok(std::to_string(positions) + " legal turns");
  }

  BotFinding from_position() {
    return ask_along([this](int turns, Rng& rng) { return afresh(*game_after(turns, rng)); });
  }

  BotFinding after_moves() {
    return ask_along([this](int turns, Rng& rng) { return game_after(turns, rng); });
  }

  BotFinding after_position_and_moves() {
    return ask_along([this](int turns, Rng& rng) {
      const auto before = game_after(turns, rng);
      auto game = afresh(*before);
      if (!play_random_turns(*game, 1, rng)) game = afresh(*before);
      return game;
    });
  }

  /// A position in which the next random turn may end the game.
  std::unique_ptr<Game> before_the_end(Rng& rng) const {
    constexpr int longest = 400;
    auto game = start_of(rng);
    auto before = game->clone();
    for (int turns = 0; turns < longest && !game->ending(); ++turns) {
      before = game->clone();
      game->play(game->random_turn(rng));
    }
    return before;
  }

  BotFinding near_the_end() {
    Rng rng(check_seed);
    const auto game = before_the_end(rng);
    place(*game);
    return judge(*game, answer());
  }

  /// The error in a reported search: a line of play must be legal, and lead to the win or loss that
  /// the score claims. Empty if there is none.
  static std::string error_in(const ugi::Info& info, const Game& game) {
    const auto copy = game.clone();
    const std::string line = "the line '" + std::string(info.pv) + "' at " + game.position();
    const bool claims = info.score && !info.bound && info.score->kind != Score::Kind::value;
    const bool wins = claims && info.score->kind == Score::Kind::win;
    // The winner has the last turn.
    const int last = claims ? 2 * info.score->amount - (wins ? 1 : 0) : 0;
    int played = 0;
    for (const std::string_view turn : ugi::words(info.pv)) {
      if (const auto error = copy->play(turn)) {
        return "reported " + line + ": " + std::string(turn) + ": " + error->message.english();
      }
      if (++played == last) break;
    }
    if (!claims || played < last) return {};
    const Side winner = wins ? game.side_to_move() : opponent(game.side_to_move());
    const auto ending = copy->ending();
    if (ending && ending->outcome == win_for(winner)) return {};
    return "reported a " + std::string(wins ? "win" : "loss") + " in " + std::to_string(last) +
           (last == 1 ? " turn" : " turns") + ", which " + line + " does not show";
  }

  BotFinding reports() {
    Rng rng(check_seed);
    int lines = 0, claims = 0;
    std::string error;
    for (int i = 0; i < positions && error.empty(); ++i) {
      const auto game = i % 2 == 0 ? game_after(2 * i, rng) : before_the_end(rng);
      place(*game);
      const Limits limits = turn_limits();
      say(ugi::write_limits(limits));
      program_->wait_for("bestmove",
                         {steady_clock::now() + most_of(limits), "did not answer in time"}, {},
                         [&](std::string_view line) {
                           const auto info = ugi::read_info(line);
                           if (!info || (info->pv.empty() && !info->score)) return;
                           ++lines;
                           claims += info->score && info->score->kind != Score::Kind::value;
                           if (error.empty()) error = error_in(*info, *game);
                         });
    }
    if (!error.empty()) return failed(error);
    if (lines == 0) return skipped("reports no score and no line of play");
    return ok(std::to_string(lines) + " lines, " + std::to_string(claims) + " with a win or loss");
  }

  BotFinding answers_once() {
    Rng rng(check_seed);
    place(*game_after(4, rng));
    answer();
    if (!line_before_ready("bestmove").empty()) {
      return failed("answered twice: it wrote a second 'bestmove' for one 'go'");
    }
    return new_game();
  }

  BotFinding timed(const Limits& limits, milliseconds most) {
    Rng rng(check_seed);
    const auto game = game_after(4, rng);
    place(*game);
    const auto begin = steady_clock::now();
    const std::string turn = go(limits, most);
    const auto time = std::chrono::duration_cast<milliseconds>(steady_clock::now() - begin);
    return refuse(*game, turn).value_or(ok("after " + std::to_string(time.count()) + " ms"));
  }

  BotFinding by_move_time() {
    Limits limits;
    limits.move_time = move_time;
    return timed(limits, move_time + margin_);
  }

  BotFinding by_clock() {
    Limits limits;
    limits.clocks = {clock_time, clock_time, milliseconds{100}, milliseconds{100}, std::nullopt};
    return timed(limits, clock_time + margin_);
  }

  BotFinding by_nodes() {
    Limits limits;
    limits.nodes = 100;
    return timed(limits, watchdog_);
  }

  BotFinding by_depth() {
    Limits limits;
    limits.depth = 1;
    return timed(limits, watchdog_);
  }

  /// Starts a search without a limit, in the position of a later check.
  std::unique_ptr<Game> think_for_ever() {
    Rng rng(check_seed);
    auto game = game_after(4, rng);
    place(*game);
    say("go infinite");
    return game;
  }

  BotFinding stopping() {
    const auto game = think_for_ever();
    std::this_thread::sleep_for(milliseconds{100});
    say("stop");
    const auto [line, time] = hear("bestmove", at_once + margin_);
    return refuse(*game, ugi::read_best_turn(line).value_or(""))
        .value_or(ok("after " + std::to_string(time.count()) + " ms"));
  }

  /// The last line beginning with this word among the lines before `readyok`.
  std::string line_before_ready(std::string_view word) {
    std::string found;
    say("isready");
    program_->wait_for("readyok", program_->watchdog("readyok"), {}, [&](std::string_view line) {
      if (ugi::first_word(line) == word) found = line;
    });
    return found;
  }

  BotFinding ponder_until(const char* end, milliseconds most) {
    Rng rng(check_seed);
    const auto game = game_after(4, rng);
    place(*game);
    Limits limits;
    limits.move_time = ponder_time;
    say(ugi::write_limits(limits, ugi::GoMode::ponder));
    std::this_thread::sleep_for(2 * ponder_time);
    if (!line_before_ready("bestmove").empty()) {
      return failed("answered 'go ponder' before 'ponderhit' or 'stop'");
    }
    say(end);
    const auto [line, time] = hear("bestmove", most + margin_);
    return refuse(*game, ugi::read_best_turn(line).value_or(""))
        .value_or(ok("after " + std::to_string(time.count()) + " ms"));
  }

  BotFinding pondering() {
    const ugi::UgiOption* option = program_->option("Ponder");
    if (!option) return skipped("announces no option Ponder");
    say(ugi::write_setting(option->name, "true"));
    const BotFinding stopped = ponder_until("stop", at_once);
    if (stopped.verdict != Verdict::ok) return stopped;
    return ponder_until("ponderhit", ponder_time);
  }

  BotFinding readiness_while_thinking() {
    think_for_ever();
    say("isready");
    // A bot that answers the search before it reads `isready` is also ready.
    hear("readyok", at_once + margin_);
    say("stop");
    program_->make_ready({});
    return ok();
  }

  BotFinding unknown_lines() {
    for (const char* line :
         {"", "schiri greets you", "debug on", "position", "query", "setoption"}) {
      say(line);
    }
    program_->make_ready({});
    Rng rng(check_seed);
    const auto game = game_after(2, rng);
    place(*game);
    return judge(*game, answer());
  }

  BotFinding query(const Game& game, const std::string& question, const std::string& wanted) {
    place(game);
    say("query " + question);
    const std::string response(ugi::after_words(line_before_ready("response"), 1));
    if (response.empty()) return skipped("not answered; game managers without the rules need it");
    if (response == wanted) return ok();
    return failed("answered 'query " + question + "' with '" + response + "' instead of '" +
                  wanted + "'");
  }

  BotFinding queries() {
    Rng rng(check_seed);
    const auto game = game_after(3, rng);
    const bool white = game->side_to_move() == Side::white;
    for (const auto& [question, wanted] :
         {std::pair<const char*, const char*>{"p1turn", white ? "true" : "false"},
          {"gameover", "false"},
          {"result", "none"}}) {
      const BotFinding finding = query(*game, question, wanted);
      if (finding.verdict != Verdict::ok) return finding;
    }
    return ok();
  }

  std::string answer_of_fresh_program() {
    program_.reset();
    start();
    const auto* seed = program_->option("Seed");
    if (seed) say(ugi::write_setting(seed->name, std::to_string(check_seed)));
    say("uginewgame");
    program_->make_ready({});
    Rng rng(check_seed);
    place(*game_after(4, rng));
    Limits limits;
    limits.nodes = spec_.nodes.value_or(100);
    limits.depth = spec_.depth;
    return go(limits, watchdog_);
  }

  BotFinding same_seed() {
    if (!program_->option("Seed")) return skipped("announces no option Seed");
    if (threads_of(spec_) > 1) return skipped("with several threads answers are not reproducible");
    const std::string first = answer_of_fresh_program(), second = answer_of_fresh_program();
    if (first != second) return failed("answered " + first + ", then " + second);
    return ok(first);
  }

  BotFinding ended_well(const std::string& after) {
    const auto status = program_->process().exit_status(steady_clock::now() + at_once + margin_);
    if (!status) return failed("has not ended soon after " + after);
    const bool orderly = WIFEXITED(*status) && WEXITSTATUS(*status) == 0;
    return {orderly ? Verdict::ok : Verdict::failed, describe_exit(*status)};
  }

  BotFinding quitting() {
    say("quit");
    return ended_well("'quit'");
  }

  BotFinding end_of_input() {
    program_->process().ask_to_end("");
    return ended_well("the end of its input");
  }

  BotFinding restart() {
    program_.reset();
    start();
    Rng rng(check_seed);
    const auto game = game_after(1, rng);
    place(*game);
    return judge(*game, answer());
  }

  const GameType& type_;
  UgiGame game_;
  const BotSpec& spec_;
  milliseconds watchdog_;
  milliseconds margin_;
  const std::function<void(const BotCheckPoint&)>& visitor_;
  std::unique_ptr<UgiConversation> program_;
  // A bot that does not become ready again is not checked further.
  static constexpr int most_failed_starts = 2;
  int failed_starts_ = 0;
  bool good_ = true;
};

}  // namespace

bool check_bot(const GameType& type, const std::string& variant, const BotSpec& spec,
               milliseconds watchdog, const std::function<void(const BotCheckPoint&)>& visitor) {
  return BotCheck(type, variant, spec, watchdog, visitor).run();
}

}  // namespace schiri
