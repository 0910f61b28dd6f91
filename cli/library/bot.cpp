#include <algorithm>

#include "cli/library/handles.h"
#include "core/base/text.h"
#include "core/bots/builtin.h"
#include "core/match/terms.h"
#include "notation/contest/analysis.h"
#include "notation/records/conversion/played_record.h"

using namespace schiri;
using namespace schiri::library;

namespace {

constexpr const char* a_bot = "the bot";

constexpr int code_of(const std::optional<Score>& score) {
  if (!score) return SCHIRI_NO_SCORE;
  switch (score->kind) {
    case Score::Kind::value:
      return SCHIRI_VALUE;
    case Score::Kind::win:
      return SCHIRI_WIN;
    case Score::Kind::loss:
      return SCHIRI_LOSS;
  }
  return SCHIRI_NO_SCORE;
}

/// A thought and the storage of its texts.
class KeptThought {
 public:
  KeptThought() = default;
  explicit KeptThought(const Thought& thought) : turn_(thought.turn) {
    for (const Line& line : thought.lines) texts_.push_back(join(line.turns, " "));
    for (std::size_t i = 0; i < texts_.size(); ++i) {
      const Line& line = thought.lines[i];
      lines_.push_back({texts_[i].c_str(), code_of(line.score), line.score ? line.score->amount : 0,
                        line.depth});
    }
    thought_ = {nullptr,       thought.nodes.value_or(0), nullptr,
                lines_.size(), code_of(thought.score),    thought.score ? thought.score->amount : 0,
                thought.depth};
  }

  const schiri_thought& filled() {
    thought_.turn = turn_.c_str();
    thought_.lines = lines_.data();
    return thought_;
  }

 private:
  std::string turn_;
  std::vector<std::string> texts_;
  std::vector<schiri_line> lines_;
  schiri_thought thought_{};
};

BotSpec builtin_bot(const std::string& description) {
  BotSpec spec = parse_bot_spec(description);
  if (!spec.command.empty()) {
    throw WrongUse("only built-in bots can play here, not programs (cmd); the bots are: " +
                   list_builtin_bots());
  }
  game_types().front()->make_bot(spec);
  return spec;
}

Limits limits_of(const schiri_limits* given, const BotSpec& spec) {
  const auto options = options_from(given, "the limits");
  if (options.depth < 0) throw WrongUse("the depth must be 0 or more");
  Limits limits;
  if (options.nodes) limits.nodes = options.nodes;
  if (options.depth) limits.depth = options.depth;
  if (options.milliseconds) {
    constexpr std::uint64_t longest = 1'000'000'000;
    limits.move_time = std::chrono::milliseconds(std::min(options.milliseconds, longest));
  }
  return limits == Limits() ? terms_of(spec).limits : limits;
}

}  // namespace

struct schiri_bot {
  explicit schiri_bot(BotSpec its_spec) : spec(std::move(its_spec)), seed(spec.seed.value_or(1)) {}

  /// Its player of a game, after the last new game.
  Player& player_of(const GameType& type) {
    auto& player = players[&type];
    if (player) return *player;
    player = type.make_bot(spec);
    player->new_game(seed);
    return *player;
  }

  std::stop_token begin_thinking() {
    const std::lock_guard lock(mutex);
    stop = std::stop_source();
    return stop.get_token();
  }

  BotSpec spec;
  std::uint64_t seed;
  std::map<const GameType*, std::unique_ptr<Player>> players;
  schiri_listener listener = nullptr;
  void* listener_data = nullptr;
  KeptThought thought;
  std::mutex mutex;  ///< of `stop`
  std::stop_source stop;
};

const char* schiri_bots(void) {
  return guarded_pointer([] {
    std::vector<std::string_view> names;
    for (const BuiltinBot& bot : builtin_bots()) names.push_back(bot.name);
    return lasting(list_of(names));
  });
}

schiri_bot* schiri_bot_new(const char* description) {
  return guarded_pointer(
      [&] { return new schiri_bot(builtin_bot(need_text(description, "the bot's description"))); });
}

void schiri_bot_free(schiri_bot* bot) {
  const NoCancellation whole;
  delete bot;
}

int schiri_bot_new_game(schiri_bot* bot, uint64_t seed) {
  return guarded_status([&] {
    need(bot, a_bot).seed = seed;
    for (const auto& [type, player] : bot->players) player->new_game(seed);
  });
}

int schiri_bot_think(schiri_bot* bot, const schiri_game* game, const schiri_limits* limits,
                     schiri_thought* thought) {
  return guarded_status([&] {
    schiri_bot& its = need(bot, a_bot);
    schiri_thought& filled = need(thought, "the thought");
    const Game& played = *need(game, "the game").game;
    if (const auto ending = played.ending()) {
      return note_error(SCHIRI_OVER, message("the game is over: {0}", describe(*ending)));
    }
    const Limits held_to = limits_of(limits, its.spec);
    Player& player = its.player_of(game->kind->type);
    player.listen(!its.listener ? ThoughtListener() : [&its](const Thought& so_far) {
      KeptThought kept(so_far);
      its.listener(&kept.filled(), its.listener_data);
    });
    its.thought = KeptThought(player.think(played, held_to, its.begin_thinking()));
    filled = its.thought.filled();
    return int{SCHIRI_OK};
  });
}

void schiri_bot_stop(schiri_bot* bot) {
  guarded_status([&] {
    const std::lock_guard lock(need(bot, a_bot).mutex);
    bot->stop.request_stop();
  });
}

int schiri_bot_listen(schiri_bot* bot, schiri_listener listener, void* data) {
  return guarded_status([&] {
    need(bot, a_bot).listener = listener;
    bot->listener_data = data;
  });
}

int schiri_record_analyse(schiri_record* record, schiri_bot* bot, const schiri_limits* limits) {
  return guarded_status([&] {
    schiri_record& its = need(record, "the record");
    schiri_bot& analyst = need(bot, a_bot);
    require_valid(its);
    const GameType& type = type_of(its);
    const StartSpec start = start_of(its.checked, its.read.check);
    const auto turns = its.checked.record.turns();
    Player& player = analyst.player_of(type);
    player.listen({});
    const auto analysed =
        Analyst(type, player, limits_of(limits, analyst.spec), MarkLimits(), analyst.seed)
            .analyse(start, turns, analyst.begin_thinking());
    if (!analysed) return SCHIRI_STOPPED;
    annotate(its.checked.record, type.start(start)->side_to_move(), *analysed, PointOfView::white);
    its.refresh();
    return SCHIRI_OK;
  });
}
