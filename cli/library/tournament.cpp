// Tournaments of built-in bots, programs and functions of the caller: the schedule, the loop and
// the database of `schiri tournament run`.
#include <algorithm>
#include <filesystem>
#include <map>
#include <sstream>

#include "cli/library/command_options.h"
#include "cli/library/handles.h"
#include "cli/tournament/open_tournament.h"
#include "cli/tournament/play.h"
#include "cli/tournament/results/sprt_verdict.h"
#include "cli/tournament/results/summary.h"
#include "cli/tournament/tournament_options.h"
#include "core/base/parallel.h"
#include "core/process/resource_limits.h"
#include "core/ugi/protocol.h"
#include "db/tournament/loop.h"
#include "db/tournament/settings.h"
#include "db/tournament/stored_plan.h"
#include "db/tournament/tournaments.h"
#include "notation/text/printable.h"

using namespace schiri;
using namespace schiri::library;

struct schiri_choice {
  const GameType& type;
  const Game& game;
  std::string limits;
  const std::stop_token& stop;
  std::uint64_t seed;
  bool is_first;
  std::optional<std::string> turn = {};
  std::optional<std::string> failure = {};
};

namespace {

constexpr const char* a_choice = "the choice";

/// A function of the caller as a player.
class FunctionPlayer final : public Player {
 public:
  FunctionPlayer(const schiri_function& function, const GameType& type)
      : function_(function), type_(type) {}

  void new_game(std::uint64_t seed) override {
    seed_ = seed;
    is_first_ = true;
  }

  Thought think(const Game& game, const Limits& limits, const std::stop_token& stop) override {
    schiri_choice choice{type_, game, ugi::write_limits(limits), stop, seed_, is_first_};
    is_first_ = false;
    function_.choose(&choice, function_.data);
    if (choice.failure) throw PlayerFailure(Termination::crash, printable(*choice.failure, 500));
    if (!choice.turn && !stop.stop_requested()) {
      throw PlayerFailure(Termination::crash, "has chosen no turn");
    }
    Thought thought;
    thought.turn = choice.turn.value_or("");
    return thought;
  }

 private:
  const schiri_function& function_;
  const GameType& type_;
  std::uint64_t seed_ = 0;
  bool is_first_ = true;
};

/// Passes notes on to the caller.
class NoteListener final : public db::TournamentListener {
 public:
  explicit NoteListener(const schiri_tournament_options& options) : options_(options) {}

  void warn(const std::string& text) override { note(text); }
  void tick(const db::TournamentProgress& progress) override { progress_ = progress; }

  void note(const std::string& text) const {
    if (options_.note) options_.note(without_dashes(text).c_str(), options_.data);
  }
  bool is_stopped() const {
    return options_.is_stopped &&
           options_.is_stopped(progress_.done, progress_.total, options_.data) != 0;
  }

 private:
  const schiri_tournament_options& options_;
  db::TournamentProgress progress_;
};

/// Settings of the command that concern its own output.
void require_no_output(const db::TournamentSettings& settings) {
  for (const char* key : {"log", "trace", "junit", "pgn", "pgn-comments", "progress"}) {
    if (!settings.has(key)) continue;
    throw WrongUse(std::string(key) + ": only the program writes it, not the library");
  }
}

struct Results {
  std::string event;
  std::string rows;
};

/// One tournament from its settings to its results.
class LibraryTournament {
 public:
  LibraryTournament(const std::string& settings, const schiri_tournament_options& options)
      : options_(options), listener_(options) {
    terms_.settings = db::parse_settings(settings, "settings");
    require_no_output(terms_.settings);
    path_ = terms_.settings.text("db").value_or("");
    if (path_.empty()) throw WrongUse("settings: 'db' is required: the file of the games");
    terms_.complete();
    for (std::size_t i = 0; i < options.function_count; ++i) {
      const schiri_function& function = (&need(options.functions, "the functions"))[i];
      functions_.emplace(need_text(function.name, "the name of a function"), &function);
    }
  }

  /// Returns the status and sets the results.
  int run(Results& results) {
    TournamentConfig config = configured();
    if (options_.resume) {
      cli::keep_defaults(terms_, path_, config.name);
      config = configured();
      cli::keep_names(config, path_);
    }
    set_threads(config.bots);
    Contest contest(config, options_.resume ? cli::known_openings(path_, config)
                                            : std::map<std::uint64_t, Opening>{});
    take_functions(contest);
    cli::require_openings(contest);
    cli::require_processors(terms_.settings, contest);
    const unsigned threads = useful_threads(contest);
    try_programs(contest, threads);
    db::Store store(path_, db::Store::Mode::create);
    store.discard_if_unused();
    const db::StoredEvent event = open(store, contest);
    const auto lock = db::lock_tournament(store, event);
    if (terms_.settings.flag("durable")) store.sync_commits();
    const bool is_complete = play(store, event, contest, threads);
    if (is_complete) cli::keep_verdict(store, event, contest);
    std::ostringstream out, notes;
    cli::print_summary(out, notes, store, event, contest, Format::json);
    results = {event.name, out.str()};
    return is_complete ? SCHIRI_OK : SCHIRI_STOPPED;
  }

 private:
  TournamentConfig configured() const {
    db::ConfigContext context;
    context.note = [this](const std::string& text) { listener_.note(text); };
    return terms_.settings.config(context);
  }

  /// As many games at once as there are processors for, unless a number is given. The program's
  /// defaults in the working directory are none of a library.
  void set_threads(const std::vector<BotSpec>& bots) {
    if (terms_.settings.has("threads")) return;
    const auto chosen = cli::processors_of(terms_.settings);
    const auto processors =
        static_cast<unsigned>(chosen.empty() ? processor_count() : chosen.size());
    terms_.settings.set("threads", std::max(1u, processors / processors_a_game(bots)));
  }

  unsigned useful_threads(const Contest& contest) const {
    const unsigned threads = cli::thread_count(terms_.settings, contest.config().bots);
    return static_cast<unsigned>(std::min<std::uint64_t>(threads, contest.schedule()->games()));
  }

  void take_functions(Contest& contest) const {
    for (const BotSpec& bot : contest.config().bots) {
      if (is_function(bot) && !functions_.contains(bot.function)) {
        throw WrongUse("bot '" + printable(bot.name) + "': there is no function '" +
                       printable(bot.function) + "'");
      }
    }
    const GameType& type = contest.type();
    contest.set_functions([this, &type](const BotSpec& spec) {
      return std::make_unique<FunctionPlayer>(*functions_.at(spec.function), type);
    });
  }

  /// Starts each program once, and names those that have no name.
  void try_programs(Contest& contest, unsigned threads) const {
    const std::size_t programs = programs_of(contest.config()).size();
    if (programs == 0) return;
    make_room(threads, programs);
    contest.try_programs({}, [this](const std::string& note) { listener_.note(note); });
  }

  db::StoredEvent open(db::Store& store, const Contest& contest) const {
    const std::string& name = contest.config().name;
    if (!options_.resume && db::find_event(store, name)) {
      throw WrongUse(printable(path_, 4096) + " has the event '" + printable(name) +
                     "' already; resume it, or set another name with 'event'");
    }
    const auto shard = terms_.settings.text("shard");
    return cli::open_tournament(store, contest, shard ? db::parse_shard(*shard) : db::Shard{},
                                options_.resume != 0, std::nullopt);
  }

  /// Returns whether no game is left.
  bool play(db::Store& store, const db::StoredEvent& event, const Contest& contest,
            unsigned threads) {
    store.cache_at_most(8);
    db::LoopOptions options;
    options.interrupted = [this] { return listener_.is_stopped(); };
    options.go_on_command = "the same settings and 'resume'";
    options.processors = cli::processors_of(terms_.settings);
    db::TournamentLoop loop(store, event, contest, options, {&listener_});
    return loop.run(threads).complete;
  }

  const schiri_tournament_options& options_;
  NoteListener listener_;
  cli::TournamentOptions terms_;
  std::string path_;
  std::map<std::string, const schiri_function*> functions_;
};

}  // namespace

schiri_game* schiri_choice_game(const schiri_choice* choice) {
  return guarded_pointer([&] {
    const schiri_choice& its = need(choice, a_choice);
    return new schiri_game{&its.type,
                           {std::string(its.game.variant()), its.game.start_position(), ""},
                           its.game.clone()};
  });
}

const char* schiri_choice_limits(const schiri_choice* choice) {
  return guarded_pointer([&] { return need(choice, a_choice).limits.c_str(); });
}

uint64_t schiri_choice_seed(const schiri_choice* choice) {
  return guarded(std::uint64_t{0}, [&] { return need(choice, a_choice).seed; });
}

int schiri_choice_is_first(const schiri_choice* choice) {
  return guarded(0, [&] { return int{need(choice, a_choice).is_first}; });
}

int schiri_choice_is_stopped(const schiri_choice* choice) {
  return guarded(0, [&] { return int{need(choice, a_choice).stop.stop_requested()}; });
}

int schiri_choice_answer(schiri_choice* choice, const char* turn) {
  return guarded_status([&] { need(choice, a_choice).turn = need_text(turn, "the turn"); });
}

int schiri_choice_fail(schiri_choice* choice, const char* reason) {
  return guarded_status([&] { need(choice, a_choice).failure = need_text(reason, "the reason"); });
}

int schiri_tournament_run(const char* settings, const schiri_tournament_options* options,
                          char** event, char** results) {
  return guarded_status([&] {
    const auto given = options_from(options, "the options of the tournament");
    const std::string text = need_text(settings, "the settings");
    need(event, "the room for the event") = nullptr;
    need(results, "the room for the results") = nullptr;
    return in_words_of_library([&] {
      Results made;
      const int status = LibraryTournament(text, given).run(made);
      *event = hand_over(made.event);
      *results = hand_over(made.rows);
      return status;
    });
  });
}
