#include "tests/support/readings.h"

#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "tests/files.h"
#include "tests/support/run.h"

namespace {

using Readings = std::vector<Reading>;

void add_records(Readings& all) {
  const std::vector<std::pair<Words, std::vector<std::string>>> commands = {
      {{"validate"}, {}},
      {{"replay"}, {}},
      {{"convert"}, {}},
      {{"select"}, {}},
      {{"sort", "--by", "length"}, {}},
      {{"tag", "--set", "Event=x"}, {}},
      {{"dedupe"}, {}},
      {{"merge"}, {}},
      {{"split", "--by", "Round", "-o", "out.games"}, {"out."}},
      {{"summary"}, {}},
      {{"data", "-o", "out.npz"}, {"out.npz"}},
      {{"book", "-o", "out.book"}, {"out.book"}},
      {{"analyse", "--bot", "alphabeta:depth=1"}, {}},
      {{"ratings"}, {}},
      {{"table"}, {}},
      {{"report", "-o", "out.html"}, {"out.html"}},
      {{"db", "import", "--db", "new.db"}, {"new.db"}},
      {{"db", "replace-game", "--db", "e.db", "1", "--yes"}, {"e.db"}},
      {{"otb", "import-results", "cup.otb"}, {"cup.otb"}},
  };
  for (const auto& [words, writes] : commands) {
    all.push_back({words + Words{"games.pgn"}, "FILE", "games.pgn", writes});
  }
  all.push_back({{"dedupe", "-", "--against", "games.pgn"}, "--against", "games.pgn"});
}

void add_databases(Readings& all) {
  const std::vector<Words> readers = {
      {"replay", "--id", "1"},
      {"merge"},
      {"data", "-o", "out.npz"},
      {"book", "-o", "out.book"},
      {"board", "--id", "1"},
      {"analyse", "--id", "1", "--bot", "alphabeta:depth=1"},
      {"tournament", "show"},
      {"tournament", "verify"},
      {"ratings"},
      {"table"},
      {"report", "-o", "out.html"},
      {"stats", "elo"},
      {"stats", "plan", "--elo0", "0", "--elo1", "50", "--elo", "50"},
      {"stats", "sprt"},
      {"db", "export"},
      {"db", "check"},
      {"db", "query", "games"},
      {"db", "query", "players"},
      {"db", "query", "events"},
      {"db", "query", "imports"},
      {"db", "query", "aliases"},
      {"db", "query", "duplicates"},
      {"db", "query", "openings", "creeper"},
      {"db", "query", "endings"},
      {"db", "query", "head-to-head"},
      {"db", "query", "streaks"},
      {"db", "query", "history", "greedy"},
      {"db", "query", "improved"},
      {"db", "query", "sql", "SELECT * FROM games"},
      {"db", "quarantine", "list"},
      {"db", "quarantine", "show"},
      {"db", "similar-players"},
      {"db", "salvage", "-o", "out.db"},
      {"db", "backup", "-o", "out.db"},
      {"otb", "new", "new.otb", "--name", "N", "--game", "creeper"},
      {"otb", "enter", "cup.otb", "Emma", "--from-ratings"},
  };
  const std::vector<Words> writers = {
      {"tournament", "resume"},
      {"tournament", "extend", "--rounds", "3"},
      {"tournament", "run", "event.json"},
      {"tournament", "submit", "event.json", "--shards", "2"},
      {"test", "greedy", "--baseline", "random", "--game", "creeper", "--sprt", "elo0=0,elo1=300"},
      {"db", "import", "games.pgn"},
      {"db", "merge", "other.db"},
      {"db", "quarantine", "retry", "--yes"},
      {"db", "quarantine", "drop", "--yes"},
      {"db", "rename-player", "greedy", "Ann", "--yes"},
      {"db", "merge-players", "Chen Wei", "weight 100%", "--yes"},
      {"db", "rename-event", "creeper round-robin", "E", "--yes"},
      {"db", "merge-events", "creeper round-robin", "?", "--yes"},
      {"db", "add-alias", "greedy", "Ann", "--yes"},
      {"db", "delete-alias", "Ann", "--yes"},
      {"db", "delete-event", "creeper round-robin", "--yes"},
      {"db", "delete-list", "May", "--yes"},
      {"db", "delete-game", "1", "--yes"},
      {"db", "replace-game", "1", "games.pgn", "--yes"},
      {"db", "undo-import", "--yes"},
      {"otb", "export", "cup.otb"},
      {"db", "index"},
      {"db", "vacuum"},
      {"tune", "creeper", "--bot", "mcts:nodes=9", "--option", "exploration=20..300", "--games",
       "2", "-j", "1"},
      {"train", "creeper", "-o", "out.net", "--games", "2", "--nodes", "5", "-j", "1"},
  };
  for (const Words& words : readers) {
    all.push_back({words + Words{"--db", "e.db"}, "--db", "e.db", {"out.", "new.otb", "cup.otb"}});
  }
  for (const Words& words : writers) {
    all.push_back({words + Words{"--db", "e.db"}, "--db", "e.db", {"e.db", "out.", "event/"}});
  }
  all.push_back({{"db", "merge", "--db", "e.db", "other.db"}, "OTHER", "other.db", {"e.db"}});
  all.push_back({{"tournament", "run", "event.json", "--after", "e.db", "--db", "new.db"},
                 "--after",
                 "e.db",
                 {"new.db"}});
}

void add_events(Readings& all) {
  const auto add = [&](const Words& words) {
    all.push_back({Words{"otb", words[0], "cup.otb"} + Words(words.begin() + 1, words.end()),
                   "EVENT",
                   "cup.otb",
                   {"cup.otb", "site"}});
  };
  for (const char* name : {"show", "standing", "players", "table", "cards", "log", "check",
                           "export", "prizes", "results", "pair", "undo", "redo"}) {
    add({name});
  }
  add({"new", "--name", "N", "--game", "creeper"});
  add({"set", "--rounds", "5"});
  add({"enter", "Emma"});
  add({"lineup", "Reds", "Anna"});
  add({"change", "Anna", "--rating", "1500"});
  for (const char* name : {"withdraw", "reinstate", "bye"}) add({name, "Anna"});
  add({"forbid", "Anna", "Berta"});
  add({"publish", "-o", "site"});
  add({"lots", "Anna", "Berta"});
  add({"swap", "1", "2"});
  add({"result", "1", "1-0"});
  add({"import-results", "games.pgn"});
  all.push_back({{"otb", "import", "cup.trf", "-o", "new.otb"}, "TRF", "cup.trf", {"new.otb"}});
  all.push_back({{"otb", "enter", "cup.otb", "--players", "players.csv"},
                 "--players",
                 "players.csv",
                 {"cup.otb"}});
  all.push_back(
      {{"otb", "new", "new.otb", "--name", "N", "--game", "creeper", "--players", "players.csv"},
       "--players",
       "players.csv",
       {"new.otb"}});
}

void add_others(Readings& all) {
  for (const Words& words : std::vector<Words>{
           {"tournament", "run", "event.json", "--db", "new.db"},
           {"tournament", "show", "event.json"},
           {"tournament", "submit", "event.json", "--shards", "2"},
       }) {
    all.push_back({words, "EVENT.json", "event.json", {"new.db", "event/"}});
    all.push_back({words + Words{"--openings", "games.pgn"},
                   "--openings",
                   "games.pgn",
                   {"new.db", "event/"}});
    all.push_back({words + Words{"--presets", "presets.json"},
                   "--presets",
                   "presets.json",
                   {"new.db", "event/"}});
    all.push_back({words + Words{"--bot", "greedy", "--against", "e.db"},
                   "--against",
                   "e.db",
                   {"new.db", "event/"}});
  }
  all.push_back(
      {{"tournament", "extend", "--db", "e.db", "--bot", "preset=a", "--presets", "presets.json"},
       "--presets",
       "presets.json",
       {"e.db"}});
  all.push_back({{"tune", "creeper", "--bot", "preset=a", "--option", "exploration=100[20,300]",
                  "--dry-run", "--presets", "presets.json"},
                 "--presets",
                 "presets.json"});
  const Words test = {"test",    "greedy",   "--baseline", "preset=a",    "--game",
                      "creeper", "--rounds", "2",          "-j",          "1",
                      "--db",    "new.db",   "--presets",  "presets.json"};
  all.push_back({test, "--presets", "presets.json", {"new.db"}});
  all.push_back({test + Words{"--openings", "games.pgn"}, "--openings", "games.pgn", {"new.db"}});
  all.push_back({{"tune", "creeper", "--bot", "mcts:nodes=9", "--option", "exploration=20..300",
                  "--games", "4", "--batch", "1", "-j", "1", "--db", "new.db", "--after", "e.db"},
                 "--after",
                 "e.db",
                 {"new.db"}});
  all.push_back({{"tune", "creeper", "--bot", "mcts:nodes=9", "--option", "exploration=20..300",
                  "--games", "2", "-j", "1", "--db", "new.db", "--openings", "games.pgn"},
                 "--openings",
                 "games.pgn",
                 {"new.db"}});
  all.push_back({{"train", "creeper", "-o", "out.net", "--games", "2", "--nodes", "5", "-j", "1",
                  "--openings", "games.pgn"},
                 "--openings",
                 "games.pgn",
                 {"out."}});
  for (const char* file : {"cluster/cluster.json", "cluster/event.json"}) {
    all.push_back({{"tournament", "status", "cluster"}, "DIR", file});
    all.push_back(
        {{"tournament", "collect", "cluster", "--scratch", "."}, "DIR", file, {"cluster/"}});
  }
  for (const Words& words : std::vector<Words>{
           {"ugi", "creeper", "--bot", "preset=a"},
           {"bot", "check", "creeper", "--bench", "--bot", "preset=a"},
           {"play", "creeper", "--black", "preset=a"},
           {"analyse", "games.pgn", "--bot", "preset=a"},
       }) {
    all.push_back({words + Words{"--presets", "presets.json"},
                   "--presets",
                   "presets.json",
                   {"schiri-games.pgn"}});
  }
  for (const char* name : {"ratings", "table"}) {
    all.push_back({{name, "games.pgn", "--synonyms", "names.txt"}, "--synonyms", "names.txt"});
  }
  all.push_back({{"play", "--continue", "saved.pgn"}, "--continue", "saved.pgn", {"saved.pgn"}});
  all.push_back({{"--plugin", "./plugin.so", "games"}, "--plugin", "plugin.so"});
  all.push_back({{"game", "check", "./plugin.so"}, "GAME", "plugin.so"});
}

}  // namespace

std::vector<Reading> all_readings() {
  Readings all;
  add_records(all);
  add_databases(all);
  add_events(all);
  add_others(all);
  return all;
}

void write_read_files(const std::string& folder) {
  const auto write = [&](const std::string& name, const std::string& text) {
    std::ofstream(folder + "/" + name, std::ios::binary) << text;
  };
  const auto run = [&](const Words& words) {
    const Run made = run_schiri(words, "", {folder, {}});
    if (made.status > 1) throw std::runtime_error(made.err);
    return made.out;
  };
  const std::string games =
      "[Event \"Cup\"]\n[Round \"1\"]\n[White \"Anna\"]\n[Black \"Carla\"]\n[Result \"1-0\"]\n"
      "[Game \"creeper\"]\n[Termination \"resignation\"]\n\n1. A2+B3 1-0\n\n";
  write("games.pgn", games);
  write("broken.pgn", "[Game \"creeper\"]\n\n1. A1+G7 *\n\n");
  write("saved.pgn", "[Game \"creeper\"]\n[Result \"*\"]\n\n1. A2+B3 *\n\n");
  const std::string event = R"({"game": "creeper", "bots": ["random", "greedy"], "rounds": 2,
                                "max-turns": 6})";
  write("event.json", event);
  write("presets.json", R"({"a": "random"})");
  write("names.txt", "Ann = Anna\n");
  write("players.csv", "name,rating\nEmma,1500\n");
  write("plugin.so",
        "\x7f"
        "ELF and nothing else");
  std::filesystem::create_directory(folder + "/cluster");
  write("cluster/cluster.json", R"({"shards": 1, "database": "cluster/all.db", "jobs": []})");
  write("cluster/event.json", event);
  run({"tournament", "run", "event.json", "-j", "1", "--db", "e.db"});
  run({"db", "import", "games.pgn", "broken.pgn", "-j", "1", "--db", "e.db"});
  run({"db", "import", "games.pgn", "-j", "1", "--db", "other.db"});
  run({"otb", "new", "cup.otb", "--name", "Cup", "--game", "creeper", "--rounds", "3", "--date",
       "2026.11.21", "--category", "women"});
  run({"otb", "enter", "cup.otb", "Anna", "Berta", "Carla", "Dora"});
  run({"otb", "pair", "cup.otb"});
  write("cup.trf", run({"otb", "export", "cup.otb"}));
}
