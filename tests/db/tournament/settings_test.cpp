#include "db/tournament/settings.h"

#include "core/base/errors.h"
#include "core/tournament/systems.h"
#include "tests/catch.h"

namespace tournament_settings_test {

using namespace schiri::db;

std::string complaint(const std::string& json) {
  try {
    parse_settings(json, "event.json").config();
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

TEST_CASE("tournament settings: all keys are read") {
  const TournamentSettings settings = parse_settings(R"({"game": "creeper", "variant": "standard",
    "db": "a.db", "event": "E", "system": "round-robin", "rounds": 3, "opening-turns": 0,
    "max-turns": 9, "seed": 18446744073709551615, "threads": 2, "shard": "1/2", "log": "l",
    "bots": ["random", "greedy name=x", {"bot": "mcts", "nodes": 1000, "depth": "3"},
             {"cmd": "./a b", "name": "p", "option.Hash": 12}]})",
                                                     "event.json");
  CHECK(settings.text("db") == "a.db");
  CHECK(settings.get<unsigned>("threads") == 2);
  CHECK(settings.text("shard") == "1/2");
  CHECK(settings.text("log") == "l");
  const TournamentConfig config = settings.config();
  CHECK(config.name == "E");
  CHECK(config.rounds == 3);
  CHECK(config.opening_turns == 0);
  CHECK(config.max_turns == 9);
  CHECK(config.seed == UINT64_MAX);
  REQUIRE(config.bots.size() == 4);
  CHECK(config.bots[1] == parse_bot_spec("greedy name=x"));
  CHECK(config.bots[2].nodes == 1000);
  CHECK(config.bots[2].name == "mcts nodes=1000 depth=3");
  CHECK(config.bots[3] == parse_bot_spec("cmd=\"./a b\" name=p option.Hash=12"));
}

TEST_CASE("tournament settings: a configuration round-trips") {
  TournamentConfig config;
  config.name = "it's \"E\" \\ {}";
  config.game = "creeper";
  config.variant = "standard";
  config.bots = {parse_bot_spec("random"), parse_bot_spec("greedy:depth=1 name=\"a b\" seed=5"),
                 parse_bot_spec("cmd=\"./x \\\"y\\\"\" tc=5+0.1 name=x option.A=\"\"")};
  config.rounds = 4;
  config.opening_turns = 5;
  config.seed = 6;
  CHECK(parse_settings(config_json(config), "").config() == config);
  config.max_turns = 7;
  CHECK(parse_settings(config_json(config), "").config() == config);
  config.bots[0] = parse_bot_spec("function=mine nodes=5 name=mine");
  CHECK(parse_settings(config_json(config), "").config() == config);
}

/// A value other than the default for each setting.
const std::map<std::string, Json> samples = {{"event", "E"},
                                             {"system", "gauntlet"},
                                             {"game", "creeper"},
                                             {"variant", "maxi"},
                                             {"referee", "cmd=./engine name=umpire"},
                                             {"rounds", 3u},
                                             {"opening-turns", 5},
                                             {"seed", 7u},
                                             {"single", true},
                                             {"balanced", true},
                                             {"seeds", 2u},
                                             {"pairs", 2u},
                                             {"tie-break-pairs", 3u},
                                             {"tune", "width=6[2,16]"},
                                             {"spsa", "r_end=0.01,alpha=0.6,gamma=0.1,A=0.2"},
                                             {"batch", 4u},
                                             {"proof", "elo0=0,elo1=8"},
                                             {"max-turns", 9},
                                             {"resign", "score=500,turns=4,twosided"},
                                             {"draw", "score=20,turns=6,after=30"},
                                             {"sprt", "elo0=0,elo1=7"},
                                             {"until-error", 12.5},
                                             {"odds", 2.5},
                                             {"strikes", 3},
                                             {"watchdog", 2.5},
                                             {"each", "nodes=5"},
                                             {"presets", "bots.json"},
                                             {"openings", "openings.pgn"},
                                             {"openings-order", "random"},
                                             {"openings-start", 2u},
                                             {"db", "a.db"},
                                             {"threads", 2u},
                                             {"cpu", "0"},
                                             {"wait", 5u},
                                             {"force", true},
                                             {"durable", true},
                                             {"log", "log"},
                                             {"verbose", true},
                                             {"report", "report.html"},
                                             {"progress", "30s"},
                                             {"trace", "trace"},
                                             {"pgn", "games.pgn"},
                                             {"pgn-comments", "nodes,pv"},
                                             {"junit", "junit.xml"},
                                             {"max-failures", 0},
                                             {"pgn", "games.pgn"},
                                             {"pgn-comments", "nodes,pv"},
                                             {"shard", "1/2"}};

TEST_CASE("tournament settings: each setting is read and stored if it affects games") {
  for (const TournamentSetting& setting : setting_table()) {
    CAPTURE(setting.key);
    REQUIRE(samples.contains(setting.key));
    Json plan = {{"game", "creeper"}, {"bots", Json::array({"random", "greedy"})}};
    if (setting.group == SettingGroup::tuning) plan["tune"] = samples.at("tune");
    if (!setting.systems.empty()) plan["system"] = system_name(setting.systems.front());
    plan[setting.key] = samples.at(setting.key);
    const TournamentSettings settings = parse_settings(plan.dump(), "plan");
    CHECK(settings.has(setting.key));
    CHECK(&find_setting(setting.key) == &setting);
    CHECK((setting.purpose == SettingPurpose::run) == !setting.kind.stored);
    if (!setting.kind.stored) continue;
    const TournamentConfig config = settings.config();
    CHECK_FALSE(setting.kind.stored(config).is_null());
    const std::string written = config_json(config);
    CHECK_THAT(written, contains_text("\"" + setting.key + "\":"));
    const TournamentConfig again = parse_settings(written, "written").config();
    CHECK(again == config);
    CHECK(config_json(again) == written);
  }
  CHECK(samples.size() == setting_table().size());
}

TEST_CASE("tournament settings: missing settings are completed from others") {
  for (const TournamentSetting& setting : setting_table()) {
    CAPTURE(setting.key);
    Json object = Json::object();
    object[setting.key] = samples.at(setting.key);
    const TournamentSettings others = parse_settings(object.dump(), "others");
    TournamentSettings settings;
    settings.complete_from(others);
    REQUIRE(settings.has(setting.key));
    CHECK(*settings.find(setting.key) == *others.find(setting.key));
  }
}

TEST_CASE("tournament settings: a setting of one system is refused for the others") {
  for (const TournamentSetting& setting : setting_table()) {
    if (setting.systems.empty()) continue;
    CAPTURE(setting.key);
    Json plan = {{"game", "creeper"}, {"system", "round-robin"}};
    plan[setting.key] = samples.at(setting.key);
    const std::string owner(system_name(setting.systems.front()));
    CHECK(complaint(plan.dump()) == setting.key + " is only for the system " + owner);
  }
}

TEST_CASE("tournament settings: keys and types outside of the table are errors of the program") {
  TournamentSettings settings;
  CHECK_THROWS_AS(settings.has("round"), std::logic_error);
  CHECK_THROWS_AS(settings.set("rounds", 2), std::logic_error);
}

TEST_CASE("tournament settings: presets come from the named file or from the context") {
  const TemporaryDirectory directory;
  const std::string file = directory.write("bots.json", R"({"quick": "greedy"})");
  TournamentSettings settings =
      parse_settings(R"({"game": "creeper", "bots": ["random", "preset=quick"]})", "plan");
  CHECK_THROWS_WITH(settings.config({{.advice_without_path = "; ask"}}), contains_text("; ask"));
  CHECK(settings.config({{.path = file}}).bots[1].builtin == "greedy");
  settings.set("presets", directory.write("other.json", R"({"quick": "random"})"));
  CHECK(settings.config({{.path = file}}).bots[1].builtin == "random");
}

TEST_CASE("tournament settings: the command line takes precedence and bots add up") {
  TournamentSettings given;
  given.set("rounds", std::uint64_t{9});
  given.bots = {tournament_bot("greedy")};
  given.complete_from(
      parse_settings(R"({"game": "creeper", "rounds": 2, "bots": ["random"]})", ""));
  const TournamentConfig config = given.config();
  CHECK(config.rounds == 9);
  CHECK(config.game == "creeper");
  REQUIRE(config.bots.size() == 2);
  CHECK(config.bots[0].name == "random");
  CHECK(config.name == "creeper round-robin");
}

TEST_CASE("tournament settings: errors name the invalid setting") {
  const auto [json, expected] = GENERATE(table<std::string, std::string>({
      {"", "event.json: this is not JSON"},
      {"{\"game\": ", "this is not JSON"},
      {"{} {}", "this is not JSON"},
      {"[]", "expected an object"},
      {"3", "expected an object"},
      {"{}", "--game"},
      {R"({"game": "chess"})", "no game 'chess'"},
      {R"({"game": 3})", "'game' must be a string"},
      {R"({"game": "creeper", "round": 3})", "unknown key 'round'"},
      {R"({"game": "creeper", "rounds": -1})", "'rounds' must be a whole number"},
      {R"({"game": "creeper", "rounds": "3"})", "'rounds' must be a whole number"},
      {R"({"game": "creeper", "rounds": 1.5})", "'rounds' must be a whole number"},
      {R"({"game": "creeper", "seed": 1e999})", "this is not JSON"},
      {R"({"game": "creeper", "bots": [{"nodes": -1e999}]})", "this is not JSON"},
      {R"({"game": "creeper", "max-turns": 3000000000})", "from 0 to 2147483647"},
      {R"({"game": "creeper", "game": "creeper"})", "'game' appears twice"},
      {R"({"game": "creeper", "system": "arena"})", "no system 'arena'"},
      {R"({"game": "creeper", "bots": "random"})", "'bots' must be an array"},
      {R"({"game": "creeper", "bots": [3]})", "bot 1: expected an object"},
      {R"({"game": "creeper", "bots": ["random", "random x"]})",
       "bot 2: \"x\": expected key=value"},
      {R"({"game": "creeper", "bots": [{"bot": "random", "node": 3}]})", "unknown key \"node\""},
      {R"({"game": "creeper", "bots": [{"bot": "random", "nodes": -3}]})", "must be a string"},
      {R"({"game": "creeper", "bots": [{"bot": "random", "name": "a", "name": "b"}]})", "twice"},
      {R"({"game": "creeper", "bots": [{"name": "a"}]})", "neither"},
      {R"({"game": "creeper", "each": {"bot": "greedy"}})", "each: a built-in bot cannot be set"},
      {R"({"game": "creeper", "each": "name=a"})", "--each: a name is a bot's own"},
      {R"({"game": "creeper", "each": {"node": 3}})", "--each: unknown key \"node\""},
      {R"({"game": "creeper", "bots": ["preset=a"]})", "with --presets"},
      {"{\"\x1b\": 1}", "this is not JSON"},
      {"{\"\\u001b\": 1}", "unknown key '?'"},
  }));
  CAPTURE(json);
  CHECK_THAT(complaint(json), contains_text(expected));
}

TEST_CASE("tournament settings: keys for all bots are a text or an object") {
  const std::string each =
      GENERATE(R"("nodes=7 option.A=\"b c\"")", R"({"nodes": 7, "option.A": "b c"})");
  const TournamentConfig config =
      parse_settings(
          R"({"game": "creeper", "bots": ["random", "mcts nodes=5"], "each": )" + each + "}", "")
          .config();
  CHECK(config.bots[0] == parse_bot_spec("random nodes=7 option.A=\"b c\" name=random"));
  CHECK(config.bots[1].nodes == 5);
  CHECK(parse_settings(config_json(config), "").config() == config);
}

TEST_CASE("tournament settings: deep nesting is rejected") {
  const std::string open(100000, '['), closed(100000, ']');
  for (const std::string& json : {open, open + closed, "{\"bots\": " + open + closed + "}"}) {
    CHECK_THAT(complaint(json), contains_text("nested more than 64 levels deep"));
  }
}

TEST_CASE("tournament settings: shards are parsed") {
  const Shard shard = parse_shard("2/3");
  CHECK(shard.index == 2);
  CHECK(shard.count == 3);
  for (const char* text :
       {"", "/", "1", "1/", "/2", "0/2", "3/2", "1/0", "1/2/3", "-1/2", "a/b", "1/2 "}) {
    CAPTURE(text);
    CHECK_THROWS_AS(parse_shard(text), InputError);
  }
}

TEST_CASE("tournament settings: what resume offers is no part of a stored plan") {
  // `tournament resume` offers the groups of playing and records, which a plan must not fix.
  for (const TournamentSetting& setting : setting_table()) {
    const bool is_offered =
        setting.group == SettingGroup::playing || setting.group == SettingGroup::records;
    if (!is_offered || setting.key == "event") continue;  // which selects the tournament
    CAPTURE(setting.key);
    CHECK_FALSE(setting.kind.stored);
    CHECK_FALSE(setting.kind.apply);
  }
}

}  // namespace tournament_settings_test
