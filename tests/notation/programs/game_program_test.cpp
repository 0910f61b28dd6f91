#include "notation/analysis/analysis.h"
#include "notation/programs/game_bots.h"
#include "notation/programs/game_check.h"
#include "notation/programs/own_game.h"
#include "tests/catch.h"
#include "tests/files.h"

namespace game_program_test {

/// Games whose program is a shell script, which answers lines by the cases of `case`.
class Scripts {
 public:
  /// Answers to `position`, `query ...` and other lines; a name for each script.
  const OwnGameType& game(const std::string& name, const std::string& cases,
                          std::chrono::milliseconds watchdog = std::chrono::seconds(300)) {
    const std::string file = folder_.file(name);
    std::ofstream(file) << "#!/bin/sh\necho begun >>" << file
                        << ".log\nwhile read -r line; do\n  case $line in\n    ugi) echo id name "
                           "Shell; echo ugiok ;;\n    isready) echo readyok ;;\n    quit) exit 0 "
                           ";;\n"
                        << cases << "\n  esac\ndone\n";
    std::filesystem::permissions(file, std::filesystem::perms::owner_all);
    return own_game(name, parse_bot_spec("cmd=" + file), watchdog);
  }
  /// How often it was started.
  std::size_t starts(const std::string& name) const {
    std::ifstream log(folder_.file(name + ".log"));
    return static_cast<std::size_t>(std::count(std::istreambuf_iterator<char>(log), {}, '\n'));
  }

 private:
  TemporaryDirectory folder_;
};

/// A game of two turns `a`; its text is the number of turns played and who is to move.
const std::string good = R"sh(
    "position startpos") at=0 ;;
    "position startpos moves a") at=1 ;;
    "position startpos moves a a") at=2 ;;
    "position fen "*)
      set -- $line; at=$3
      [ "$4" = moves ] && shift 4 && at=$((at + $#)) ;;
    "query gameover") [ $at = 2 ] && echo response true || echo response false ;;
    "query p1turn") [ $at = 1 ] && echo response false || echo response true ;;
    "query result") echo response draw ;;
    "query turns") [ $at = 2 ] && echo response || echo response a ;;
    "query position") echo response $at ;;)sh";

std::string with(const std::string& cases) { return cases + good; }

template <class Error>
std::string refusal(const auto& work) {
  try {
    work();
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

std::string failure(const OwnGameType& type) {
  return refusal<RefereeFailure>([&] { type.start({})->ending(); });
}

TEST_CASE("game programs: what a program does not know is told from what it does wrong") {
  Scripts scripts;
  const std::string unknown = R"(
    "query turns") echo error unknown query turns ;;
    "query position") echo error unknown query position ;;
    "query playout") echo error unknown query playout ;;
    "query "[gprb]*) echo response true ;;
    "query "*) echo error unknown query "${line#query }" ;;)";
  const auto& silent = scripts.game("silent", R"("query "[!gpr]*) ;;)" + good);
  const auto& says = scripts.game("says", unknown);
  const auto& ends = scripts.game("ends", R"(
    "query turns"|"query nothing"|"query playout") exit 1 ;;)" +
                                              good);
  for (const OwnGameType* const type : {&silent, &says, &ends}) {
    INFO(type->name());
    CHECK_FALSE(type->programs("")->can(Ability::turns));
    CHECK_FALSE(type->programs("")->can(Ability::playout));
    const std::string text =
        refusal<InputError>([&] { type->programs("")->require(Ability::turns); });
    CHECK(text.find("'Shell' does not answer 'query turns', which this needs") != text.npos);
  }
  const auto& wrong = scripts.game("wrong", with(R"(
    "query turns") echo "error Shell.turns(0) raises Bad" ;;
    "query playout"*) echo error no time for it ;;
    "query nothing") echo "error unknown" ;;)"));
  CHECK(wrong.programs("")->can(Ability::turns));
  CHECK(wrong.programs("")->can(Ability::playout));
  CHECK(failure(wrong).ends_with("answers 'Shell.turns(0) raises Bad'"));
  const auto& dies = scripts.game("dies", with(R"(
    "query turns") exit 3 ;;)"));
  CHECK(dies.programs("")->can(Ability::turns));
  CHECK(
      failure(dies).ends_with("(Shell) ended with status 3, asked 'query turns' about 'startpos'"));
}

TEST_CASE("game programs: the last words of a program say why it has ended") {
  Scripts scripts;
  const auto& type = scripts.game("raises", with(R"(
    "query turns")
      printf 'Traceback (most recent call last):\n  File "/x/mine.py", line 7, in <module>\n' >&2
      printf '    x = 1 +\n         ^\nSyntaxError: (bad)\n\n' >&2
      exit 1 ;;)"));
  CHECK(failure(type).ends_with(
      "about 'startpos'; its last words: SyntaxError: (bad) (mine.py, line 7)"));
  const auto& plain = scripts.game("plain", with(R"(
    "query turns") echo "no memory" >&2; exit 1 ;;)"));
  CHECK(failure(plain).ends_with("; its last words: no memory"));
}

TEST_CASE("game programs: a long answer keeps its end") {
  Scripts scripts;
  const auto& type = scripts.game("long", with(R"sh(
    "query turns") echo "error turns($(printf '%0900d' 0)) raises Bad (mine.py, line 7)" ;;
    "query nothing") echo "error unknown" ;;)sh"));
  const std::string text = failure(type);
  CHECK(text.find("answers 'turns(000") != text.npos);
  CHECK(text.ends_with("000) raises Bad (mine.py, line 7)'"));
  CHECK(text.size() < 560);
}

TEST_CASE("game programs: turns that no bot could play are refused") {
  Scripts scripts;
  const auto& resigns = scripts.game("resigns", with(R"(
    "query turns") echo response a resign ;;)"));
  CHECK(failure(resigns).ends_with("lists the turn 'resign', by which bots resign, in '0'"));
  const auto& is_long = scripts.game("long-turn", with(R"sh(
    "query turns") echo "response $(printf '%0101d' 0)" ;;)sh"));
  CHECK(
      failure(is_long).ends_with("in '0': expected turns of at most 100 bytes, as a record "
                                 "writes them, without control characters"));
}

TEST_CASE("game programs: a position does not contradict its last word") {
  Scripts scripts;
  const auto& type = scripts.game("good", good);
  CHECK(type.start({"", "1 p2", ""})->side_to_move() == Side::black);
  CHECK(type.start({"", "1", ""})->position() == "1 p2");
  CHECK(type.start({"", "2 p2", ""})->ending().has_value());
  const std::string text = refusal<StartError>([&] {
    type.start({"", "1 p1", ""})->side_to_move();
  });
  CHECK(text ==
        "the position '1 p1' says by its last word that White is to move; by its program "
        "it is Black");
}

TEST_CASE("game programs: a position that a program has written and refuses is its fault") {
  Scripts scripts;
  const auto& type = scripts.game("unread", with(R"sh(
    "position fen 1"*) at=refused ;;
    "query gameover")
      if [ $at = refused ]; then echo error position; elif [ $at = 2 ]; then echo response true
      else echo response false; fi ;;)sh"));
  CHECK(refusal<StartError>([&] {
          type.start({"", "1", ""})->ending();
        }) == "'1' is not a position");
  const auto game = type.start({});
  CHECK_FALSE(game->play("a"));
  CHECK_FALSE(game->ending());
  CHECK_FALSE(game->play("a"));
  CHECK(refusal<RefereeFailure>([&] {
          game->ending();
        }).ends_with("refuses a position that it has written: '1' is not a position"));
  CHECK(refusal<StartError>([&] {
          type.start({"", "1", ""})->board({});
        }) == "'1' is not a position");
}

TEST_CASE("game programs: a drawing keeps the blanks of its first line") {
  Scripts scripts;
  const auto& type = scripts.game("board", with(R"sh(
    "query board") printf '%s\n' 'response   a b\n1 . .' ;;)sh"));
  CHECK(type.start({})->board({}) == "  a b\n1 . .\n");
}

TEST_CASE("game programs: a turn whose text looks like an escape is taken as the program says it") {
  Scripts scripts;
  const auto& type = scripts.game("tilde", R"sh(
    "position startpos") at=0 ;;
    "position startpos moves a~3F") at=1 ;;
    "query gameover") [ $at = 1 ] && echo response true || echo response false ;;
    "query p1turn") echo response true ;;
    "query result") echo response draw ;;
    "query turns") [ $at = 1 ] && echo response || echo response a~3F ;;)sh");
  for (const char* text : {"a~3F", "a~7E3F"}) {
    CAPTURE(text);
    const auto game = type.start({});
    CHECK_FALSE(game->check(text));
    CHECK_FALSE(game->play(text));
    CHECK(game->turns().back() == "a~7E3F");
    CHECK(game->ending());
  }
  CHECK(type.start({})->play("a~3E"));
}

TEST_CASE("game check: it is over when a program does not answer in time") {
  Scripts scripts;
  const auto& hangs = scripts.game("hangs", R"(
    "position startpos moves a") sleep 60 ;;
    "position fen 0 moves a") sleep 60 ;;)" + good,
                                   std::chrono::milliseconds(400));
  const GameReport report = check_own_game(hangs, "");
  REQUIRE(report.faults.size() == 1);
  CHECK(report.faults.front().turns == std::vector<std::string>{"a"});
  CHECK(report.faults.front().what.english().find("did not answer within") != std::string::npos);
  CHECK(report.games == 0);
  CHECK(scripts.starts("hangs") <= 3);
}

TEST_CASE("game check: questions that no rule needs are asked once") {
  Scripts scripts;
  CHECK(check_own_game(scripts.game("good", good), "").faults.empty());
  const auto& type = scripts.game("maybe", with(R"(
    "query playout"*) echo response maybe ;;)"));
  const GameReport report = check_own_game(type, "");
  REQUIRE(report.faults.size() == 1);
  CHECK(report.faults.front().what.english().find("answered 'query playout' with 'maybe'") !=
        std::string::npos);
}

TEST_CASE("game bots: uct ends without a limit that a tree of random games has") {
  const GameType& creeper = require_game("creeper");
  const auto game = creeper.start({});
  const auto bot = make_game_bot(parse_bot_spec("uct:depth=1"));
  bot->new_game(1);
  Limits limits;
  limits.depth = 1;
  CHECK(bot->think(*game, limits, {}).nodes == 1000);
  limits.nodes = 20;
  CHECK(bot->think(*game, limits, {}).nodes == 20);
}

/// White is better by a pawn, whoever is to move, and `b` is the best turn.
struct FixedOpinion final : Player {
  void new_game(std::uint64_t) override {}
  Thought think(const Game& game, const Limits&, const std::stop_token&) override {
    Thought thought;
    thought.turn = "b";
    thought.score = {Score::Kind::value, game.side_to_move() == Side::white ? 100 : -100};
    thought.lines.push_back({{"b"}, thought.score, 1});
    return thought;
  }
};

TEST_CASE("analysis: a turn is judged for its player where that moves twice") {
  Scripts scripts;
  const auto& type = scripts.game("twice", R"sh(
    "position startpos") at=0 ;;
    "position startpos moves"*) set -- $line; at=$(($# - 3)) ;;
    "query gameover") [ $at = 9 ] && echo response true || echo response false ;;
    "query p1turn") [ $at = 2 ] && echo response false || echo response true ;;
    "query turns") echo response a b ;;)sh");
  FixedOpinion player;
  const std::vector<std::string_view> turns{"a", "a", "a"};
  const auto analysed = Analyst(type, player, {}, {}, 1).analyse({}, turns, {});
  REQUIRE(analysed.has_value());
  std::vector<std::pair<std::optional<Side>, int>> seen;
  for (const AnalysedTurn& turn : *analysed) seen.emplace_back(turn.side, turn.score.amount);
  CHECK(seen == std::vector<std::pair<std::optional<Side>, int>>{
                    {Side::white, 100}, {Side::white, 100}, {Side::black, -100}});
}

TEST_CASE("word games: people see turns as they type them") {
  Scripts scripts;
  const auto game = scripts.game("good", good).start({});
  CHECK(shown_turn(*game, "a~3Bb") == "a;b");
  CHECK(shown_turn(*game, "~E6~AD~A9") == "\u6b69");
  CHECK(shown_turn(*game, "a~07") == "a~07");  // no character that could be seen
  CHECK(shown_turn(*require_game("creeper").start({}), "a~3Bb") == "a~3Bb");
}

}  // namespace game_program_test
