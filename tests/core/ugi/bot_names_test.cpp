#include "core/ugi/players.h"
#include "tests/catch.h"

namespace bot_names_test {

std::vector<std::string> settled(const std::vector<std::string>& descriptions,
                                 const std::vector<std::string>& announced) {
  std::vector<BotSpec> bots;
  for (const std::string& text : descriptions) bots.push_back(parse_bot_spec(text));
  settle_names(bots, announced);
  std::vector<std::string> names;
  for (const BotSpec& bot : bots) {
    CHECK_FALSE(bot.is_unnamed);
    names.push_back(bot.name);
  }
  return names;
}

TEST_CASE("bot names: a program without a name takes the announced one") {
  using Texts = std::vector<std::string>;
  const auto [descriptions, announced, names] = GENERATE(table<Texts, Texts, Texts>({
      {{"./a", "random"}, {"Alpha 1.0", ""}, {"Alpha 1.0", "random"}},
      {{"./a name=mine", "random"}, {"Alpha", ""}, {"mine", "random"}},
      {{"cmd=./a depth=3"}, {""}, {"cmd=./a depth=3"}},
      {{"./a"}, {"?"}, {"./a"}},
      {{"./a"}, {"a\x1b[31mb"}, {"./a"}},
      {{"./a"}, {"not UTF-8 \xff"}, {"./a"}},
      {{"./a"}, {std::string(101, 'n')}, {"./a"}},
      {{"./a"}, {std::string(100, 'n')}, {std::string(100, 'n')}},
      {{"mcts:nodes=5"}, {"ignored"}, {"mcts:nodes=5"}},
  }));
  CHECK(settled(descriptions, announced) == names);
}

TEST_CASE("bot names: equal names get the file, the folder or the description") {
  using Texts = std::vector<std::string>;
  const auto [descriptions, names] = GENERATE(table<Texts, Texts>({
      {{"./new", "./old"}, {"X (new)", "X (old)"}},
      {{"./new", "./old", "random"}, {"X (new)", "X (old)", "random"}},
      {{"a/bot", "b/bot", "./new"}, {"X (a/bot)", "X (b/bot)", "X (new)"}},
      {{"cmd=./bot dir=/p/a", "cmd=./bot dir=/p/b"}, {"X (a/bot)", "X (b/bot)"}},
      {{"cmd=./bot dir=/p/a host=\"ssh m\"", "./new"}, {"X (bot)", "X (new)"}},
      {{"./bot depth=1", "./bot depth=2"}, {"./bot depth=1", "./bot depth=2"}},
      {{"./new", "./old name=X"}, {"X (new)", "X"}},
      {{"./new", "random name=X"}, {"X (new)", "X"}},
      {{"cmd=./new dir=/p/a", "./old name=\"X (new)\"", "./older"},
       {"X (a/new)", "X (new)", "X (older)"}},
      {{"./bot", "./bot"}, {"./bot", "./bot"}},
      {{"./new name=X", "./old name=X"}, {"X", "X"}},
  }));
  CAPTURE(descriptions);
  CHECK(settled(descriptions, Texts(descriptions.size(), "X")) == names);
}

TEST_CASE("bot names: names that look alike are equal") {
  CHECK(settled({"./new", "./old"}, {"Z\xc3\xb6", "Zo\xcc\x88"}) ==
        std::vector<std::string>{"Z\xc3\xb6 (new)", "Zo\xcc\x88 (old)"});
}

TEST_CASE("bot names: the file is the first word that names one") {
  const TemporaryDirectory directory;
  directory.write("one.py", "");
  directory.write("two.py", "");
  const std::string keys = " dir=" + directory.file("");
  CHECK(settled({"cmd=\"python3 -u one.py\"" + keys, "cmd=\"python3 two.py --fast\"" + keys},
                {"bot", "bot"}) == std::vector<std::string>{"bot (one.py)", "bot (two.py)"});
}

}  // namespace bot_names_test
