#include "tests/support/operations.h"

#include <SQLiteCpp/SQLiteCpp.h>

#include "tests/pattern.h"
#include "tests/support/bots.h"
#include "tests/support/commands.h"
#include "tests/support/database.h"

namespace {

const Words people = {"Anna", "Berta", "Carla", "Dora"};

/// `cup.otb` with its players, after N rounds, the last without results.
std::vector<Words> cup(int rounds) {
  std::vector<Words> commands = {{"otb", "new", "cup.otb", "--name", "Cup", "--game", "creeper",
                                  "--rounds", "3", "--date", "2026.11.21"},
                                 Words{"otb", "enter", "cup.otb"} + people};
  for (int round = 1; round <= rounds; ++round) {
    commands.push_back({"otb", "pair", "cup.otb"});
    if (round == rounds) break;
    commands.push_back({"otb", "result", "cup.otb", "1", "1-0"});
    commands.push_back({"otb", "result", "cup.otb", "2", "1/2-1/2"});
  }
  return commands;
}

/// `e.db`, with a tournament of built-in bots and imported games, one of them in quarantine.
std::vector<Words> database(const Words& more = {}) {
  return {Words{"tournament", "run", "--game", "creeper", "--bot", "random", "--bot", "greedy",
                "--rounds", "2", "--max-turns", "20", "-j", "1", "--db", "e.db"} +
              more,
          {"db", "import", "mixed.pgn", "--db", "e.db", "-j", "1"}};
}

std::vector<Words> shards(const std::string& first, const std::string& second) {
  const auto shard = [](const std::string& number, const std::string& db) {
    return Words{"tournament", "run", "folder/event.json", "--shard", number + "/2", "--db", db};
  };
  return {shard("1", first), shard("2", second)};
}

/// The first records of a text, each with an empty line after its tags and one after its turns.
std::string first_records(const std::string& text, int count) {
  std::size_t end = 0;
  for (int i = 0; i < 2 * count; ++i) end = text.find("\n\n", end) + 2;
  return text.substr(0, end);
}

/// The games of the first round of `cup.otb`.
std::string round_records() {
  const auto game = [](const std::string& white, const std::string& black) {
    return "[White \"" + white + "\"]\n[Black \"" + black +
           "\"]\n[Result \"1-0\"]\n[Game \"creeper\"]\n[Termination \"resignation\"]\n\n"
           "1. A2+B3 1-0\n\n";
  };
  return game("Anna", "Carla") + game("Dora", "Berta");
}

/// The damage of a database; empty if there is none.
std::string damage(const std::string& path) {
  SQLite::Database database(path, SQLite::OPEN_READWRITE, 10'000);
  const std::string state = database.execAndGet("PRAGMA integrity_check").getString();
  const int keys = database.execAndGet("SELECT count(*) FROM pragma_foreign_key_check").getInt();
  return (state == "ok" ? "" : state) + (keys == 0 ? "" : " rows without what they belong to");
}

std::string stored(const std::string& path) {
  const auto read = [&](const Words& words) {
    const Run run = run_schiri(words + Words{"--db", path});
    return run.status == 0 ? run.out : run.err;
  };
  // Importing again restores the records.
  const std::string quarantine = "SELECT DISTINCT file, number, text FROM quarantine";
  return damage(path) + read({"db", "export", "--no-times"}) +
         read({"db", "query", "sql", quarantine, "--format", "csv"}) +
         read({"db", "query", "sql", "SELECT player, remark FROM failures", "--format", "csv"});
}

Words on_database(const Words& words) { return words + Words{"--db", "e.db"}; }

/// A change of that database. The database is also its result.
Operation change(const std::string& name, const Words& words) {
  return {name, database(), on_database(words), {"e.db"}};
}

}  // namespace

std::vector<Operation> event_operations(const TemporaryDirectory& mark) {
  const std::string bot = scripted_bot("plays the first turn", mark);
  const Words run = {"tournament",  "run",
                     "--game",      "creeper",
                     "--bot",       bot + " name=a",
                     "--bot",       bot + " name=b",
                     "--rounds",    "2",
                     "--max-turns", "6",
                     "-j",          "1",
                     "--db",        "e.db"};
  // In another folder than the tournament's, the command would ask for permission.
  const Words resume = {"tournament", "resume", "--db", "e.db", "-j", "1", "--trust-commands"};
  const Words extend = {"tournament", "extend",          "--db", "e.db", "--rounds",
                        "4",          "--trust-commands"};
  return {
      {"event of two programs", {}, run, {"e.db"}, {run, resume}},
      {"resume", {run, extend}, resume, {"e.db"}},
      {"extend", {run}, extend, {"e.db"}},
      {"collect",
       shards("folder/shard-1.db", "folder/shard-2.db"),
       {"tournament", "collect", "folder", "--scratch", "."},
       {"folder/all.db"}},
  };
}

std::vector<Operation> database_operations() {
  return {
      {"import", {}, on_database({"db", "import", "mixed.pgn", "sample.pgn", "-j", "2"}), {"e.db"}},
      change("import more", {"db", "import", "sample.pgn", "--add-index", "-j", "1"}),
      {"export",
       database(),
       on_database({"db", "export", "--no-times", "-o", "out.pgn"}),
       {"out.pgn"}},
      {"merge",
       shards("one.db", "two.db"),
       {"db", "merge", "--db", "all.db", "one.db", "two.db"},
       {"all.db"}},
      {"backup", database(), on_database({"db", "backup", "-o", "copy.db"}), {"copy.db"}},
      {"salvage",
       database(),
       on_database({"db", "salvage", "-o", "saved.db", "-j", "1"}),
       {"saved.db"},
       {},
       true},
  };
}

std::vector<Operation> change_operations() {
  return {
      change("index", {"db", "index"}),
      change("vacuum", {"db", "vacuum"}),
      change("rename a player", {"db", "rename-player", "greedy", "Ann", "--yes"}),
      change("merge players", {"db", "merge-players", "Chen Wei", "weight 100%", "--yes"}),
      change("add an alias", {"db", "add-alias", "greedy", "Ann", "--yes"}),
      change("delete an event", {"db", "delete-event", "creeper round-robin", "--yes"}),
      change("undo an import", {"db", "undo-import", "--yes"}),
      change("store ratings", {"ratings", "--store"}),
      change("report", {"report", "-o", "report.html"}),
      change("ratings", {"ratings"}),
  };
}

std::vector<Operation> record_operations() {
  return {
      {"convert in place", {}, {"convert", "sample.pgn", "-o", "sample.pgn"}, {"sample.pgn"}},
      {"fix in place", {}, {"convert", "--fix", "sample.pgn", "-o", "sample.pgn"}, {"sample.pgn"}},
      {"analyse in place",
       {},
       {"analyse", "sample.pgn", "-o", "sample.pgn", "--bot", "alphabeta:depth=1"},
       {"sample.pgn"}},
      {"select", {}, {"select", "sample.pgn", "--first", "3", "-o", "out.pgn"}, {"out.pgn"}},
      {"dedupe in place", {}, {"dedupe", "sample.pgn", "-o", "sample.pgn"}, {"sample.pgn"}},
      {"sort in place",
       {},
       {"sort", "sample.pgn", "--by", "length", "-o", "sample.pgn"},
       {"sample.pgn"}},
      {"tag in place",
       {},
       {"tag", "sample.pgn", "--set", "Event=x", "-o", "sample.pgn"},
       {"sample.pgn"}},
      {"pack", {}, {"convert", "sample.pgn", "-o", "out.pgn.gz"}, {"out.pgn.gz"}},
      {"validate", {}, {"validate", "mixed.pgn", "sample.pgn", "-j", "2"}, {}},
  };
}

std::vector<Operation> otb_operations() {
  if (!has_otb()) return {};
  const auto event = [](const std::string& name, int rounds, const Words& words) {
    Operation operation{name,
                        cup(rounds),
                        Words{"otb", words[0], "cup.otb"} + Words(words.begin() + 1, words.end()),
                        {"cup.otb"}};
    operation.is_repeatable = words[0] != "undo" && words[0] != "swap";
    return operation;
  };
  return {
      {"otb: new", {}, cup(0).front(), {"cup.otb"}},
      event("otb: enter", 0, {"enter", "Emma", "Frida", "Greta"}),
      event("otb: withdraw", 1, {"withdraw", "Anna", "Dora"}),
      event("otb: pair", 0, {"pair"}),
      event("otb: result", 1, {"result", "2", "0-1"}),
      event("otb: correct", 2, {"result", "1", "0-1", "--round", "1", "--correct"}),
      event("otb: import-results", 1, {"import-results", "round.pgn"}),
      event("otb: several results", 1, {"result", "1", "1-0", "2", "="}),
      event("otb: swap", 1, {"swap", "1", "2"}),
      event("otb: undo", 1, {"undo"}),
      event("otb: change the event", 1, {"set", "--rounds", "4"}),
  };
}

void write_inputs(const std::string& folder) {
  const auto write = [&](const std::string& name, const std::string& text) {
    std::ofstream(folder + "/" + name, std::ios::binary) << text;
  };
  const std::string records = read_file(std::string(SCHIRI_TEST_DATA) + "/creeper-sample.pgn");
  write("sample.pgn", records);
  write("mixed.pgn", first_records(records, 3) + "[Game \"creeper\"]\n\n1. A1+G7 *\n\n");
  write("round.pgn", round_records());
  std::filesystem::create_directory(folder + "/folder");
  write("folder/cluster.json", R"({"shards": 2, "database": "folder/all.db", "jobs": []})");
  write("folder/event.json", R"({"game": "creeper", "bots": ["random", "greedy"], "rounds": 3,
                                 "max-turns": 20})");
}

std::string contents(const std::string& folder, const std::vector<std::string>& files) {
  std::string text;
  for (const std::string& file : files) {
    const std::string path = folder + "/" + file;
    text += file + ":\n";
    if (!std::filesystem::exists(path)) {
      text += "is not there";
    } else if (file.ends_with(".db")) {
      text += stored(path);
    } else {
      text += with_replaced(read_file(path), "\"(time|crc32)\":\"[^\"]*\"", "");
    }
  }
  return text;
}
