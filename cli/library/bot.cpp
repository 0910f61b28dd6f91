#include <algorithm>

#include "cli/library/handles.h"
#include "core/base/text.h"
#include "core/bots/builtin.h"
#include "core/match/terms.h"
#include "notation/analysis/analysis.h"
#include "notation/records/conversion/played_record.h"

using namespace schiri;
using namespace schiri::library;

namespace schiri::library {

Json score_json(const std::optional<Score>& score) {
  if (!score) return {};
  const char* const kind = score->kind == Score::Kind::value ? "value"
                           : score->kind == Score::Kind::win ? "win"
                                                             : "loss";
  return {{"kind", kind}, {"amount", score->amount}};
}

}  // namespace schiri::library

namespace {

constexpr const char* a_bot = "the bot";

std::string thought_text(const Thought& thought) {
  Json lines = Json::array();
  for (const Line& line : thought.lines) {
    lines.push_back({{"turns", join(line.turns, " ")},
                     {"score", score_json(line.score)},
                     {"depth", line.depth}});
  }
  return Json{{"turn", thought.turn},
              {"score", score_json(thought.score)},
              {"depth", thought.depth},
              {"nodes", thought.nodes.value_or(0)},
              {"lines", std::move(lines)}}
      .dump();
}

BotSpec builtin_bot(const std::string& description) {
  BotSpec spec = parse_bot_spec(description);
  if (!spec.command.empty()) {
    throw WrongUse("only built-in bots can play here, not programs (cmd); the bots are: " +
                   list_builtin_bots());
  }
  require_bot(spec);
  return spec;
}

Limits limits_of(const char* given, const BotSpec& spec) {
  constexpr std::uint64_t longest = 1'000'000'000;
  const Json options = object_in(given, {"nodes", "milliseconds", "depth"});
  Limits limits;
  if (const auto nodes = number_in(options, "nodes")) limits.nodes = nodes;
  if (const auto depth = number_in(options, "depth")) {
    limits.depth = static_cast<int>(std::min(depth, longest));
  }
  if (const auto time = number_in(options, "milliseconds")) {
    limits.move_time = std::chrono::milliseconds(std::min(time, longest));
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
  std::mutex mutex;  ///< of `stop`
  std::stop_source stop;
};

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

char* schiri_bot_think(schiri_bot* bot, const schiri_game* game, const char* limits,
                       schiri_listener listener, void* data) {
  return guarded_pointer([&]() -> char* {
    schiri_bot& its = need(bot, a_bot);
    const Game& played = *need(game, "the game").game;
    if (const auto ending = played.ending()) {
      note_error(SCHIRI_OVER, message("the game is over: {0}", describe(*ending)));
      return nullptr;
    }
    const Limits held_to = limits_of(limits, its.spec);
    Player& player = its.player_of(*game->type);
    player.listen(!listener ? ThoughtListener() : [&](const Thought& so_far) {
      listener(thought_text(so_far).c_str(), data);
    });
    const Thought thought = player.think(played, held_to, its.begin_thinking());
    player.listen({});
    return hand_over(thought_text(thought));
  });
}

void schiri_bot_stop(schiri_bot* bot) {
  guarded_status([&] {
    const std::lock_guard lock(need(bot, a_bot).mutex);
    bot->stop.request_stop();
  });
}

int schiri_record_analyse(schiri_record* record, schiri_bot* bot, const char* limits) {
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
    annotate(its.checked.record, *analysed, PointOfView::white);
    its.note_edit();
    return SCHIRI_OK;
  });
}
