#include "core/match/bot_spec.h"

#include "tests/catch.h"

namespace bot_spec_test {

TEST_CASE("bot spec: names and keys and the short form") {
  const auto spec = [](const char* text) { return parse_bot_spec(text); };
  CHECK(spec("random").builtin == "random");
  CHECK(spec("  random ").name == "random");
  CHECK(spec("greedy name=me").name == "me");
  CHECK_FALSE(spec("greedy").is_unnamed);
  CHECK(spec("./mine").is_unnamed);
  CHECK_FALSE(spec("./mine name=me").is_unnamed);
  CHECK(spec("mcts:nodes=1000,depth=3").name == "mcts:nodes=1000,depth=3");
  CHECK(spec("mcts:nodes=1000,depth=3 name=x") == spec("mcts nodes=1000  depth=3 name=x"));
  CHECK(spec("mcts:nodes=1000 depth=3 name=x") == spec("mcts depth=3 nodes=1000 name=x"));
  CHECK(spec("mcts nodes=1000").nodes == 1000);
  CHECK(spec("mcts seed=18446744073709551615").seed == UINT64_MAX);
  CHECK(spec("mcts seed=0").seed == 0);
  CHECK_FALSE(spec("mcts").seed.has_value());
}

TEST_CASE("bot spec: commands and quotation marks") {
  const BotSpec program = parse_bot_spec(
      R"(cmd="./mine.py --say \"a b\" C:\dir\\x" name="Jean, \"le Fou\"" dir=/tmp tc=40/60+0.5)"
      R"( margin=0 memory=64 strikes=3 movetime=5 option.Hash=12 option.Path="/a b" option.Empty=)");
  CHECK(program.command == R"(./mine.py --say "a b" C:\dir\x)");
  CHECK(program.name == "Jean, \"le Fou\"");
  CHECK(program.directory == "/tmp");
  CHECK(program.time_control == "40/60+0.5");
  CHECK(program.margin == 0);
  CHECK(program.memory == 64);
  CHECK(program.strikes == 3);
  CHECK(program.movetime == 5);
  CHECK(program.options == BotOptions{{"Hash", "12"}, {"Path", "/a b"}, {"Empty", ""}});
  // Names of options may contain spaces.
  CHECK(parse_bot_spec(R"(cmd=./x "option.Skill Level"=5 option."Book = \"own\""=a=b)").options ==
        BotOptions{{"Skill Level", "5"}, {"Book = \"own\"", "a=b"}});
}

TEST_CASE("bot spec: a value may stand in quotes of both kinds") {
  const BotSpec spec = parse_bot_spec(R"(cmd='./mine --word "a b"' name='the "first"')");
  CHECK(spec.command == R"(./mine --word "a b")");
  CHECK(spec.name == R"(the "first")");
  // An apostrophe is a letter elsewhere.
  CHECK(parse_bot_spec("greedy name=O'Neil").name == "O'Neil");
  CHECK(parse_bot_spec(R"(cmd="sh -c 'x y'" name=z)").command == "sh -c 'x y'");
}

TEST_CASE("bot spec: options keep their order") {
  const std::string text = "cmd=./x name=n option.Threads=4 option.Hash=64 option.A=1";
  const BotSpec spec = parse_bot_spec(text);
  CHECK(spec.options == BotOptions{{"Threads", "4"}, {"Hash", "64"}, {"A", "1"}});
  CHECK_FALSE(spec.options == BotOptions{{"A", "1"}, {"Hash", "64"}, {"Threads", "4"}});
  CHECK_THAT(bot_spec_text(spec), contains_text("option.Threads=4 option.Hash=64 option.A=1"));
  CHECK(parse_bot_spec(bot_spec_text(spec)) == spec);
  BotOptions changed = spec.options;
  changed["Hash"] = "1";
  changed["New"] = "2";
  CHECK(changed == BotOptions{{"Threads", "4"}, {"Hash", "1"}, {"A", "1"}, {"New", "2"}});
  const BotSpec bot =
      completed(read_bot_spec("cmd=./x option.B=1"), read_common_keys("option.A=2 option.B=3"));
  CHECK(bot.options == BotOptions{{"B", "1"}, {"A", "2"}});
}

TEST_CASE("bot spec: a program can be started anew for each game") {
  CHECK_FALSE(parse_bot_spec("cmd=./x").restart);
  CHECK_FALSE(parse_bot_spec("cmd=./x restart=off").restart);
  for (const char* word : {"yes", "on"}) {
    const BotSpec spec = parse_bot_spec(std::string("cmd=./x name=n restart=") + word);
    CHECK(spec.restart);
    CHECK(parse_bot_spec(bot_spec_text(spec)) == spec);
  }
  CHECK_THROWS_WITH(parse_bot_spec("cmd=./x restart=auto"), "restart=auto: expected yes or no");
  CHECK_THROWS_WITH(parse_bot_spec("greedy restart=yes"), "restart is only for programs (cmd)");
  const BotKeys all = read_common_keys("restart=yes nodes=1");
  CHECK_FALSE(completed(read_bot_spec("greedy"), all).restart);
  CHECK(completed(read_bot_spec("cmd=./x"), all).restart);
  CHECK_FALSE(completed(read_bot_spec("cmd=./x restart=no"), all).restart);
}

TEST_CASE("bot spec: a game needs a processor for each thread that runs at the same time") {
  using Bots = std::vector<std::string>;
  const auto [bots, processors] = GENERATE(table<Bots, unsigned>({
      {Bots{"greedy"}, 1},
      {Bots{"greedy", "mcts"}, 1},
      {Bots{"greedy", "mcts ponder=yes"}, 2},
      {Bots{"greedy ponder=yes", "mcts ponder=no"}, 2},
      {Bots{"cmd=./x option.Threads=3", "mcts option.threads=2"}, 3},
      {Bots{"cmd=./x option.Threads=3", "mcts option.threads=2 ponder=yes", "greedy"}, 5},
      {Bots{"cmd=./x option.Threads=many", "mcts option.threads=0"}, 1},
  }));
  std::vector<BotSpec> specs;
  for (const std::string& bot : bots) specs.push_back(parse_bot_spec(bot));
  CHECK(processors_a_game(specs) == processors);
}

TEST_CASE("bot spec: formatted specs parse to the same spec") {
  for (const char* text :
       {"random", "mcts:nodes=1000,depth=3", "greedy name=\"a b\" seed=7 option.A=1 option.B=\"\"",
        "cmd=./x host=\"ssh a\"", "function=mine nodes=5 name=x",
        "cmd=./x \"option.Skill Level\"=5 option.\"a=b\\\\\"=6", "greedy name=\"'a\"", "\"''x/y\"",
        "cmd=./x name=x \"option.'A\"=\"'\" option.B=\"a='b c'\" option.C=\"a='b\"",
        "cmd=./x name=x ponder=yes env=A,_B2", "mcts movetime=5 ponder=yes",
        "cmd=\"./x y\" dir=/ tc=60 margin=5 memory=6 strikes=7 movetime=8 nodes=9 name=x"}) {
    BotSpec spec = parse_bot_spec(text);
    spec.is_unnamed = false;  // the keys include the name
    CHECK(completed(read_bot_spec(spec.builtin, bot_spec_keys(spec), "")) == spec);
    CHECK(parse_bot_spec(bot_spec_text(spec)) == spec);
  }
}

TEST_CASE("bot spec: keys for all bots apply to bots without the key") {
  const BotKeys all = read_common_keys("movetime=100 option.A=\"b c\" dir=/x");
  const auto [text, same] = GENERATE(table<std::string, std::string>({
      {"greedy name=g", "greedy name=g movetime=100 option.A=\"b c\""},
      {"greedy name=g movetime=5 nodes=3", "greedy name=g movetime=5 nodes=3 option.A=\"b c\""},
      {"cmd=./x name=g option.A=d", "cmd=./x name=g dir=/x movetime=100 option.A=d"},
      {"cmd=./x name=g dir=y", "cmd=./x name=g dir=y movetime=100 option.A=\"b c\""},
  }));
  CHECK(completed(read_bot_spec(text), all) == parse_bot_spec(same));
  CHECK(read_common_keys(bot_keys_text(all)) == all);
}

TEST_CASE("bot spec: keys for all bots exclude keys of single bots") {
  const std::string text = GENERATE("name=x", "greedy", "nodes=0", "speed=1", "nodes=1 nodes=2");
  CAPTURE(text);
  CHECK_THROWS_AS(read_common_keys(text), BotSpecError);
}

TEST_CASE("bot spec: errors name the invalid part") {
  const auto [text, message] = GENERATE(table<std::string, std::string>({
      {"", "empty"},
      {"   ", "empty"},
      {"random node=5", "unknown key \"node\"; the nearest is \"nodes\""},
      {"random xyz=5", "unknown key \"xyz\"; known are name, cmd, dir"},
      {"cmd=./x 4 name=y", "write a value with spaces in double quotes: cmd=\"./x 4\""},
      {"random option.=5", "unknown key \"option.\""},
      {"random nodes=5 nodes=5", "\"nodes\" is given twice"},
      {"mcts:nodes=5 nodes=6", "\"nodes\" is given twice"},
      {"random option.A=1 option.A=1", "\"option.A\" is given twice"},
      {"random ponder=1", "ponder=1: expected yes or no"},
      {"random function=x", "a function is neither a built-in bot nor a program"},
      {"cmd=./x function=x", "a function is neither a built-in bot nor a program"},
      {"function=x ponder=yes", "does not ponder"},
      {"function=x dir=/", "dir is only for programs"},
      {"function=", "\"function\" has no value"},
      {"random nodes=0", "whole number from 1"},
      {"random nodes=-1", "whole number from 1"},
      {"random nodes=1e3", "whole number from 1"},
      {"random nodes=99999999999999999999", "whole number from 1"},
      {"random depth=3000000000", "whole number from 1 to 2147483647"},
      {"random margin=-1", "whole number from 0"},
      {"random nodes=", "\"nodes\" has no value"},
      {"random name=\"\"", "\"name\" has no value"},
      {"random nodes", "\"nodes\": expected key=value"},
      {"cmd=./x name='a", "a quote is not closed"},
      {"cmd=./x timemargin=50", "unknown key \"timemargin\"; here it is margin=50"},
      {"cmd=./x args=\"-a b\"", "unknown key \"args\"; here it is cmd=\"PROGRAM -a b\""},
      {"mcts:nodes", "\"nodes\": expected key=value"},
      {"mcts:", "expected key=value"},
      {"ran\"dom\"", "expected a bot's name"},
      {"random cmd=./x", "both"},
      {"name=x", "neither"},
      {"random dir=/tmp", "dir is only for programs"},
      {"random host=a", "host is only for programs"},
      {"random env=A", "env is only for programs"},
      {"cmd=./x env=A,", "env=A,: expected names of environment variables"},
      {"cmd=./x env=2A", "expected names of environment variables"},
      {"cmd=./x env=A=b", "expected names of environment variables"},
      {"cmd=./x host=a memory=5", "not on another (host)"},
      {"cmd=\"./x", "a quote is not closed"},
      {"random name=?", "unknown in a record"},
      {"random name=\"a\nb\"", "control characters"},
      {"random name=\"\x1b[31m\"", "control characters"},
      {"random st=0", "st=0: expected seconds for a turn"},
      {"random st=0.0005", "expected seconds for a turn"},
      {"random st=1+1", "expected seconds for a turn"},
      {"random st=5 movetime=5", "\"movetime\" is given twice"},
      {"random tc=fast", "60+0.5"},
      {"random tc=60,30", "a number of turns in each period before the last"},
      {"random tc=40/5400+30:3600+30", "expected a comma between periods"},
      {"mcts:tc=40/60,30", "\"30\": expected key=value"},
      {"random tc=60+", "60+0.5"},
      {"random tc=/60", "60+0.5"},
      {"random tc=4.5/60", "60+0.5"},
      {"random tc=.5", "60+0.5"},
      {"random tc=5.", "60+0.5"},
      {"=5", "unknown key \"\""},
  }));
  CAPTURE(text, message);
  std::string error = "accepted";
  try {
    parse_bot_spec(text);
  } catch (const BotSpecError& refusal) {
    error = refusal.what();
  }
  CHECK(error.find(message) != std::string::npos);
}

}  // namespace bot_spec_test
