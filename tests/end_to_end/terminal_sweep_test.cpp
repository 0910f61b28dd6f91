#include <SQLiteCpp/SQLiteCpp.h>

#include <regex>

#include "tests/catch.h"
#include "tests/support/commands.h"
#include "tests/support/hostile_texts.h"
#include "tests/support/run.h"
#include "tests/support/terminal.h"

namespace terminal_sweep_test {

// Puts hostile texts into every field of every input and runs the commands that read it at a
// terminal without control sequences. The screen must hold only text and line ends, and the exit
// status must be documented.

constexpr std::string_view hole = "@HOSTILE@";

std::string replaced(std::string text, std::string_view from, std::string_view to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != text.npos; at += to.size()) {
    text.replace(at, from.size(), to);
  }
  return text;
}

/// The quoting of a text in an input.
enum class Quoting { none, json, shell };

std::string quoted(const std::string& text, Quoting quoting) {
  if (quoting == Quoting::none) return text;
  if (quoting == Quoting::shell) return replaced(text, "'", "'\\''");
  std::string out;
  for (const char c : text) {
    char escape[8];
    std::snprintf(escape, sizeof escape, "\\u%04x", static_cast<unsigned char>(c));
    if (c == '"' || c == '\\') out += '\\';
    const bool is_control = static_cast<unsigned char>(c) < 0x20;
    out += is_control ? std::string(escape) : std::string(1, c);
  }
  return out;
}

/// An input with one placeholder.
struct Field {
  std::string name, text;

  std::string filled(const HostileText& hostile, Quoting quoting) const {
    return replaced(text, hole, quoted(hostile.text, quoting));
  }
};

/// Each match of a regular expression in a text is a field.
std::vector<Field> fields(const std::string& text, const std::string& part,
                          const std::string& open = std::string(hole)) {
  const std::regex pattern(part);
  std::vector<Field> found;
  for (std::sregex_iterator at(text.begin(), text.end(), pattern), end; at != end; ++at) {
    const auto begin = static_cast<std::size_t>(at->position());
    found.push_back({at->str() + " at " + std::to_string(begin),
                     std::string(text).replace(begin, at->str().size(), open)});
  }
  return found;
}

/// Words and quoted texts.
std::vector<Field> word_fields(const std::string& text) {
  return fields(text, R"([^\s,;="\[\]{}]+)");
}

/// Keys and values.
std::vector<Field> json_fields(const std::string& text) {
  return fields(text, R"("([^"\\]|\\.)*"|-?[0-9][0-9.]*|true|false|null)", "\"@HOSTILE@\"");
}

/// A kind of file and the commands that read it in their own folder.
struct Input {
  std::string name;
  std::string file;
  std::vector<Field> fields;
  Quoting quoting;
  bool is_list;  ///< it can hold many items, so that all fields and texts fit into one file
  std::vector<Words> commands;
  std::map<std::string, std::string> others = {};  ///< other files of the folder
  Words before = {};                               ///< a command that prepares the folder
};

const std::string players = "[White \"Anna\"]\n[Black \"Berta\"]\n";

/// One record of each game with all known tags, comments and other elements.
const std::string records =
    "[Event \"Cup\"]\n[Site \"Bonn\"]\n[Date \"2026.11.21\"]\n[Round \"1\"]\n" + players +
    "[Result \"1-0\"]\n[Game \"creeper\"]\n[Variant \"standard\"]\n[Position \"x\"]\n"
    "[Termination \"resignation\"]\n[TimeControl \"60+1\"]\n[WhiteElo \"1800\"]\n"
    "[Opening \"A\"]\n[Annotator \"Carla\"]\n[WhiteTeam \"T\"]\n[Unknown \"value\"]\n\n"
    "1. A2+B3 $1 {a comment} C7-C6 ( 1... C7-C6 ) 2. G6+F5 ; rest\n1-0\n\n";
const std::string plain_record =
    players +
    "[Result \"1-0\"]\n[Game \"creeper\"]\n[Termination \"resignation\"]\n\n1. A2+B3 1-0\n\n";
const std::string dice_record =
    players +
    "[Result \"*\"]\n[Game \"sperre\"]\n[Variant \"standard\"]\n[Roll \"123\"]\n"
    "[Position \"x\"]\n\n1. a1 *\n\n";
const std::string json_record =
    R"({"tags":[["Event","Cup"],["White","Anna"],["Black","Berta"],["Result","1-0"],)"
    R"(["Game","creeper"],["Termination","resignation"],["X","y"]],)"
    R"("movetext":["A2+B3",{"comment":"c"}],"result":"1-0"})"
    "\n";
const std::string abstract_play =
    R"({"header":{"game":{"name":"Creeper","variants":["x"]},"event":"E","site":{"name":"S"},)"
    R"("date-start":"2026-11-21T00:00:00Z","date-end":"2026-11-21T00:00:00Z",)"
    R"("players":[{"name":"Anna","side":"white","result":1},)"
    R"({"name":"Berta","side":"black","result":0}],"tags":{"Termination":"resignation"}},)"
    R"("moves":[["A2+B3","C7-C6"],[{"move":"G6+F5"}]]})"
    "\n";
const std::string players_in_csv =
    "white,black,result,date,event,site,round,game,variant,position,roll,termination,moves,tags\n";

const std::string otb_event =
    R"({"v":1,"time":"2026-11-25T00:00:00Z","act":"new","name":"Cup","game":"creeper",)"
    R"("variant":"standard","place":"Bonn","date":"2026.11.21","system":"dutch","rounds":3,)"
    R"("tie_breaks":["BH-C1","BH","SB","DE","WON"]})"
    "\n"
    R"({"v":1,"time":"2026-11-25T00:00:00Z","act":"enter","name":"Anna","club":"C","part":1,"parts":4})"
    "\n"
    R"({"v":1,"time":"2026-11-25T00:00:00Z","act":"enter","name":"Berta","part":2,"parts":4})"
    "\n"
    R"({"v":1,"time":"2026-11-25T00:00:00Z","act":"enter","name":"Carla","part":3,"parts":4})"
    "\n"
    R"({"v":1,"time":"2026-11-25T00:00:00Z","act":"enter","name":"Dora","part":4,"parts":4})"
    "\n"
    R"({"v":1,"time":"2026-11-25T00:00:00Z","act":"pair","round":1,)"
    R"("boards":[["Anna","Carla"],["Dora","Berta"]],"byes":[]})"
    "\n"
    R"({"v":1,"time":"2026-11-25T00:00:00Z","act":"result","round":1,"board":1,"result":"1-0"})"
    "\n"
    R"({"v":1,"time":"2026-11-25T00:00:00Z","act":"withdraw","name":"Dora"})"
    "\n";
const std::string trf_of_event =
    "012 Cup\n022 Bonn\n042 2026/11/21\n062 4\n092 Individual: Swiss-System\nXXR 3\nXXC white1\n"
    "001    1      Anna                                                               1.0    1     "
    "3 w 1  \n"
    "001    2      Berta                                                              0.5    2     "
    "4 b =  \n"
    "001    3      Carla                                                              0.0    4     "
    "1 b 0  \n"
    "001    4      Dora                                                               0.5    2     "
    "2 w =  \n"
    "013 Team 1 2\nZZZ unknown\n";
const std::string event_of_bots =
    R"({"game":"creeper","variant":"standard","bots":["random",{"bot":"greedy","name":"g"}],)"
    R"("rounds":1,"max_turns":4,"opening_turns":1,"seed":1,"event":"E","system":"round-robin",)"
    R"("sprt":"elo0=0,elo1=5","unknown":"key"})"
    "\n";
const std::string presets = R"({"one":"random","two":{"bot":"greedy","name":"g"}})";
const std::string bot =
    "printf '%s\\n' 'on standard error' >&2\n"
    "while read -r line; do\n"
    "case $line in\n"
    "ugi*) printf '%s\\n' 'id name me' 'id author you' 'option name X type string default y' "
    "'ugiok';;\n"
    "isready*) printf '%s\\n' 'readyok';;\n"
    "go*) printf '%s\\n' 'info string text' 'info score cp 12 pv A2+B3' 'other' 'bestmove "
    "A2+B3';;\n"
    "quit) exit 0;;\n"
    "esac\n"
    "done\n";

/// The words of a line with these names of files.
Words renamed(const CommandLine& line, const std::string& file) {
  Words words = line.words;
  for (std::string& word : words) {
    if (word == "games.pgn" || word == "large.pgn") word = file;
    if (word == "e.db") word = "a.db";
    if (word.ends_with(".otb") && word != "new.otb") word = "cup.otb";
  }
  return words;
}

/// Does a line read these files only?
bool reads_only(const CommandLine& line, const std::set<std::string>& files) {
  static const CommandFolder folder;
  const auto read = read_files(line, folder.path());
  return std::all_of(read.begin(), read.end(),
                     [&](const std::string& file) { return files.contains(file); });
}

/// Commands that read records in any form.
std::vector<Words> record_commands(const std::string& file) {
  std::vector<Words> commands = {{"db", "import", file, "--db", "new.db"}};
  for (const CommandLine& line : command_lines()) {
    if ((line.has("games.pgn") || line.has("large.pgn")) &&
        reads_only(line, {"games.pgn", "large.pgn", "cup.otb"})) {
      commands.push_back(renamed(line, file));
    }
  }
  return commands;
}

std::vector<Words> database_commands() {
  std::vector<Words> commands = {{"db", "quarantine", "retry", "--db", "a.db"},
                                 {"tournament", "resume", "--db", "a.db"}};
  for (const CommandLine& line : command_lines()) {
    if (line.has("e.db") && line.writes.empty() && reads_only(line, {"e.db"})) {
      commands.push_back(renamed(line, ""));
    }
  }
  return commands;
}

std::vector<Words> otb_commands() {
  std::vector<Words> commands;
  for (const char* word : {"show", "standing", "players", "table", "cards", "log", "check",
                           "export", "pair", "undo"}) {
    commands.push_back({"otb", word, "cup.otb"});
  }
  commands.push_back({"otb", "standing", "cup.otb", "--format", "json"});
  commands.push_back({"otb", "result", "cup.otb", "1", "0-1"});
  commands.push_back({"otb", "enter", "cup.otb", "Anne"});
  return commands;
}

Words event_command(const Words& more) {
  return Words{"tournament", "run", "--game",      "creeper", "--bot", "random",
               "--bot",      "g",   "--max-turns", "4",       "--db",  "new.db"} +
         more;
}

template <typename Part>
std::vector<Part> joined(std::vector<Part> parts, const std::vector<Part>& more) {
  parts.insert(parts.end(), more.begin(), more.end());
  return parts;
}

/// All kinds of files.
std::vector<Input> inputs() {
  const auto record_fields =
      joined(joined(word_fields(records), word_fields(plain_record)), word_fields(dice_record));
  const std::map<std::string, std::string> cup = {{"cup.otb", otb_event}};
  return {
      {"records", "a.pgn", record_fields, Quoting::none, true, record_commands("a.pgn"), cup},
      {"records in JSON", "a.json", json_fields(json_record), Quoting::json, true,
       record_commands("a.json"), cup},
      {"records of Abstract Play", "a.json", json_fields(abstract_play), Quoting::json, true,
       record_commands("a.json"), cup},
      {"records of softserve", "a.txt", word_fields("a6b5 c1c2 g2f3\n"), Quoting::none, true,
       record_commands("a.txt"), cup},
      {"records in a database",
       "a.pgn",
       record_fields,
       Quoting::none,
       true,
       database_commands(),
       {},
       {"db", "import", "a.pgn", "--db", "a.db"}},
      {"over-the-board event", "cup.otb", json_fields(otb_event), Quoting::json, false,
       otb_commands()},
      {"TRF of an over-the-board event",
       "a.trf",
       word_fields(trf_of_event),
       Quoting::none,
       false,
       {{"otb", "import", "a.trf", "-o", "new.otb"}, {"otb", "check", "a.trf"}}},
      {"table of players",
       "a.csv",
       word_fields("name,rating,club,fide-id,title,federation,sex,born,more\n"
                   "Emma,1800,Bonn,12345,FM,GER,w,1998-05-17,x\n"),
       Quoting::none,
       false,
       {{"otb", "enter", "cup.otb", "--players", "a.csv"}},
       cup},
      {"event of bots",
       "a.json",
       json_fields(event_of_bots),
       Quoting::json,
       false,
       {{"tournament", "run", "a.json", "--db", "new.db"}, {"tournament", "show", "a.json"}}},
      {"presets",
       "a.json",
       json_fields(presets),
       Quoting::json,
       false,
       {event_command({"--bot", "preset=one", "--presets", "a.json"})}},
      {"openings",
       "a.txt",
       word_fields("A2+B3 C7-C6\nposition x\n"),
       Quoting::none,
       false,
       {event_command({"--openings", "a.txt"})}},
      {"openings as records",
       "a.pgn",
       word_fields(plain_record),
       Quoting::none,
       false,
       {event_command({"--openings", "a.pgn"})}},
      {"defaults",
       "schiri.toml",
       word_fields("database = \"a.db\"\nthreads = 2\nstyle = \"plain\"\npresets = \"x\"\n"
                   "[section]\nkey = [1, 2]\n"),
       Quoting::none,
       false,
       {{"ratings"}, {"position", "creeper"}, {"db", "query", "games"}}},
      {"names for players",
       "names.txt",
       word_fields("Anna = Berta\nCarla\n"),
       Quoting::none,
       false,
       {{"tag", "a.pgn", "--rename-players", "names.txt"}},
       {{"a.pgn", plain_record}}},
  };
}

struct Tally {
  std::uint64_t texts = 0, runs = 0;
};

/// Runs one command at a terminal.
void run(const Words& command, const TemporaryDirectory& folder, const std::string& about,
         Tally& tally) {
  Terminal terminal(command, "dumb", folder.file("."));
  terminal.type("\x04\x04");  // end of input
  const int status = terminal.finish();
  ++tally.runs;
  std::string words;
  for (const std::string& word : command) words += in_ascii(word) + ' ';
  const std::string harm = harm_on(terminal.screen());
  if (!harm.empty()) FAIL_CHECK(in_ascii(about) << ", " << words << ": " << harm);
  if (status > 4) FAIL_CHECK(in_ascii(about) << ", " << words << ": status " << status);
}

void run_input(const Input& input, const std::string& text, const Words& command,
               const std::string& about, Tally& tally) {
  const TemporaryDirectory folder;
  for (const auto& [name, other] : input.others) folder.write(name, other);
  folder.write(input.file, text);
  if (!input.before.empty()) run_schiri(input.before, "", {folder.file("."), {}});
  run(command, folder, input.name + ", " + about, tally);
}

/// All fields with texts of all kinds at once, and with one of every `share` kinds alone.
std::string list_of(const Input& input, std::size_t share, Tally& tally) {
  const auto& kinds = hostile_texts();
  std::string text;
  for (std::size_t i = 0; i < input.fields.size(); ++i) {
    text += input.fields[i].filled(all_hostile_texts(), input.quoting);
    ++tally.texts;
    for (std::size_t k = i % share; k < kinds.size(); k += share) {
      text += input.fields[i].filled(kinds[k], input.quoting);
      ++tally.texts;
    }
  }
  return text;
}

void sweep_lists(std::size_t share, Tally& tally) {
  for (const Input& input : inputs()) {
    if (!input.is_list) continue;
    const std::string text = list_of(input, share, tally);
    for (const Words& command : input.commands) run_input(input, text, command, "list", tally);
  }
}

/// Each field holds a text of all kinds or of one kind; the commands alternate.
void sample_fields(const Input& input, Tally& tally) {
  const auto& kinds = hostile_texts();
  for (std::size_t i = 0; i < input.fields.size(); ++i) {
    const Field& field = input.fields[i];
    const HostileText& hostile = i % 3 == 2 ? kinds[i * 7 % kinds.size()] : all_hostile_texts();
    ++tally.texts;
    run_input(input, field.filled(hostile, input.quoting),
              input.commands[i % input.commands.size()], field.name + ", " + hostile.kind, tally);
  }
}

/// A text of each class, which takes the turn of its class.
std::vector<HostileText> text_of_each_class(std::size_t turn) {
  std::vector<HostileText> texts;
  for (const auto& kinds : hostile_classes()) texts.push_back(kinds[turn % kinds.size()]);
  return texts;
}

void sweep_fields(const Input& input, Tally& tally) {
  for (std::size_t i = 0; i < input.fields.size(); ++i) {
    const Field& field = input.fields[i];
    std::size_t turn = i;
    for (const HostileText& hostile : text_of_each_class(i)) {
      ++tally.texts;
      run_input(input, field.filled(hostile, input.quoting),
                input.commands[turn++ % input.commands.size()], field.name + ", " + hostile.kind,
                tally);
    }
  }
}

/// A column of text.
struct Column {
  std::string table, name;
};

/// A database with all kinds of data, and copies in which one text is replaced.
class TestDatabase {
 public:
  TestDatabase() {
    folder_.write("a.pgn", records + plain_record + dice_record);
    for (const Words& command :
         {Words{"tournament", "run", "--game", "creeper", "--bot", "random", "--bot", "greedy",
                "--max-turns", "4", "--event", "Cup", "--db", "a.db"},
          Words{"db", "import", "a.pgn", "--db", "a.db"},
          Words{"ratings", "--db", "a.db", "--store"},
          Words{"ratings", "--db", "a.db", "--store", "May"}}) {
      run_schiri(command, "", {folder_.file("."), {}});
    }
  }

  std::vector<Column> columns() const {
    SQLite::Database database(path());
    SQLite::Statement query(database,
                            "SELECT t.name, c.name FROM sqlite_master AS t, "
                            "pragma_table_info(t.name) AS c WHERE t.type = 'table' AND c.type = "
                            "'TEXT' ORDER BY 1, 2");
    std::vector<Column> columns;
    while (query.executeStep()) {
      columns.push_back({query.getColumn(0).getString(), query.getColumn(1).getString()});
    }
    return columns;
  }

  /// The keys and values of the stored plan.
  std::vector<Field> settings() const {
    SQLite::Database database(path());
    return json_fields(
        database.execAndGet("SELECT config FROM event WHERE config IS NOT NULL").getString());
  }

  void run(const Column& column, const HostileText& hostile, std::size_t turn, Tally& tally) const {
    run(column.table + "." + column.name, hostile, turn, tally,
        "UPDATE OR IGNORE " + column.table + " SET " + column.name + " = ?", hostile.text);
  }
  void run(const Field& setting, const HostileText& hostile, std::size_t turn, Tally& tally) const {
    run(setting.name, hostile, turn, tally, "UPDATE event SET config = ? WHERE config IS NOT NULL",
        setting.filled(hostile, Quoting::json));
  }

 private:
  std::string path() const { return folder_.file("a.db"); }

  void run(const std::string& what, const HostileText& hostile, std::size_t turn, Tally& tally,
           const std::string& change, const std::string& text) const {
    const TemporaryDirectory folder;
    std::filesystem::copy_file(path(), folder.file("a.db"));
    {
      SQLite::Database database(folder.file("a.db"), SQLite::OPEN_READWRITE);
      database.exec("PRAGMA ignore_check_constraints = ON");
      SQLite::Statement statement(database, change);
      statement.bind(1, text);
      statement.exec();
    }
    ++tally.texts;
    const auto commands = database_commands();
    terminal_sweep_test::run(commands[turn % commands.size()], folder,
                             "database, " + what + ", " + hostile.kind, tally);
  }

  TemporaryDirectory folder_;
};

/// Command lines with a placeholder.
std::vector<Words> lines_with_text() {
  const std::string text(hole);
  std::vector<Words> lines = {
      {text},
      {"validate", text},
      {"help", text},
      {"help", "db", text},
      {"rules", text},
      {"turns", text},
      {"position", "creeper", "--position", text},
      {"position", "creeper", "--play", text},
      {"position", "sperre", "--roll", text},
      {"turns", "creeper", "--variant", text},
      {"otb", text},
      {"otb", "new", "new.otb", "--name", text, "--game", "creeper"},
      {"otb", "enter", "cup.otb", text},
      {"otb", "result", "cup.otb", text, text},
      {"otb", "withdraw", "cup.otb", text},
      {"tournament", "run", "--game", "creeper", "--bot", text, "--bot", "random", "--db", "x.db"},
      {"tournament", "run", "--game", "creeper", "--bot", "cmd=" + text, "--bot", "random", "--db",
       "x.db"},
      {"tournament", "run", "--game", "creeper", "--bot", "random:name=" + text, "--bot", "greedy",
       "--max-turns", "2", "--db", "x.db"},
      {"game", "check", text},
      {"db", "query", "sql", "--db", "a.db", text},
      {"db", "query", "sql", "--db", "a.db", "SELECT '" + text + "'"},
      {"db", "query", "sql", "--db", "a.db", "SELECT 1 AS \"" + text + "\""},
      {"db", "query", "sql", "--db", "a.db", "SELECT " + text},
      {"db", "query", "sql", "--db", "a.db", "SELECT json('" + text + "')"},
  };
  return lines;
}

/// A line of a command, so that it reads the value of an option that is added.
Words line_of(const std::string& path) {
  for (const CommandLine& line : command_lines()) {
    const bool plays = line.has("--bot") || line.has("event.json");
    if (line.path == path && !plays &&
        reads_only(line, {"games.pgn", "large.pgn", "e.db", "cup.otb", "open.otb", "undone.otb"})) {
      return renamed(line, "a.pgn");
    }
  }
  return words_of(path);
}

/// A command line for each option of each command, according to completion.
std::vector<Words> option_lines() {
  std::vector<Words> lines;
  for (const auto& [path, options] : program().options) {
    for (const auto& [name, option] : options) {
      if (!option.takes_value) continue;
      const std::string text(hole);
      lines.push_back(line_of(path) +
                      (name.starts_with("--") ? Words{name + "=" + text} : Words{name, text}));
    }
  }
  return lines;
}

/// Texts that a command line cannot hold are omitted.
void run_line(Words words, const HostileText& hostile, Tally& tally) {
  const std::string text = replaced(hostile.text, std::string_view("\0", 1), "");
  for (std::string& word : words) word = replaced(word, hole, text);
  const TemporaryDirectory folder;
  folder.write("a.pgn", plain_record);
  folder.write("cup.otb", otb_event);
  ++tally.texts;
  run(words, folder, hostile.kind, tally);
}

/// A file of that name for each kind of file; the commands alternate.
void run_named(const HostileText& hostile, std::size_t turn, Tally& tally) {
  std::string name = hostile.text.substr(0, 100);
  std::erase_if(name, [](char c) { return c == '/' || c == '\0'; });
  name = "./" + name + "x";
  const std::vector<Words> commands = {
      {"validate", name},
      {"convert", name, "-o", name},
      {"select", name, "-o", name + ".zip"},
      {"ratings", name},
      {"ratings", "--db", name},
      {"db", "import", name, "--db", "new.db"},
      {"db", "import", "a.pgn", "--db", name},
      {"db", "check", "--db", name},
      {"otb", "show", name},
      {"otb", "import", name},
      {"otb", "enter", "cup.otb", "--players", name},
      {"tournament", "run", name},
      event_command({"--openings", name}),
      event_command({"--presets", name}),
      {"game", "check", "./" + name},
  };
  const TemporaryDirectory folder;
  folder.write("cup.otb", otb_event);
  for (std::size_t i = turn % 5; i < commands.size(); i += 5) {
    folder.write(name, i % 2 ? plain_record : records);
    ++tally.texts;
    run(commands[i], folder, "a file's name, " + hostile.kind, tally);
  }
}

void report(const std::string& what, const Tally& tally) {
  std::cout << "hostile texts at a terminal, " << what << ": " << tally.texts
            << " texts in fields, " << tally.runs << " runs" << std::endl;
}

TEST_CASE("terminal sweep: harm_on recognizes each harmful text") {
  for (const char* text : {"\x1b[m", "a\rb", "\t", "\x7f", "\x9b", "\u009b", "\u202e", "\u200b",
                           "\ufeff", "\u2028", "\xc0\x9b", "\xed\xa0\x80", "\U000e0041", "\xe7"}) {
    CAPTURE(text);
    CHECK(harm_on(text) != "");
  }
  CHECK(harm_on("D\u00f6rte\r\n\u738b\n\U0001f600 ?") == "");
  CHECK(hostile_texts().size() >= 40);
}

TEST_CASE("terminal sweep: each field of list files with every command that reads them") {
  Tally tally;
  sweep_lists(24, tally);
  report("lists", tally);
}

TEST_CASE("terminal sweep: each field of other files") {
  Tally tally;
  for (const Input& input : inputs()) {
    if (!input.is_list) sample_fields(input, tally);
  }
  report("files", tally);
}

TEST_CASE("terminal sweep: each column of a database and each setting of a plan") {
  const TestDatabase database;
  Tally tally;
  std::size_t turn = 0;
  for (const Column& column : database.columns()) {
    database.run(column, all_hostile_texts(), turn++, tally);
  }
  for (const Field& setting : database.settings()) {
    database.run(setting, all_hostile_texts(), turn++, tally);
  }
  report("databases", tally);
}

TEST_CASE("terminal sweep: words of command lines") {
  Tally tally;
  for (const Words& words : lines_with_text()) run_line(words, all_hostile_texts(), tally);
  const auto options = option_lines();
  CHECK(options.size() > 500);
  for (std::size_t i = 0; i < options.size(); i += 9) {
    run_line(options[i], all_hostile_texts(), tally);
  }
  report("command lines", tally);
}

TEST_CASE("terminal sweep: file names") {
  Tally tally;
  for (std::size_t i = 0; i < hostile_texts().size(); ++i) run_named(hostile_texts()[i], i, tally);
  report("names of files", tally);
}

TEST_CASE("terminal sweep: pipes and files get all bytes and a terminal only harmless ones") {
  const TemporaryDirectory folder;
  std::string text = plain_record;
  text.insert(text.find(" 1-0\n\n"), " {\x1b[2J\u202e\u009b\u200b\x07}");
  const std::string file = folder.write("a.pgn", text), out = folder.file("out.pgn");
  CHECK(run_schiri({"select", file}).out == text);
  CHECK(run_schiri({"select", file, "-o", out}).status == 0);
  CHECK(read_file(out) == text);
  for (const char* output : {"-", "/dev/stdout", "/dev/stderr", "/dev/tty"}) {
    CAPTURE(output);
    Terminal terminal({"select", file, "-o", output}, "dumb");
    CHECK(terminal.finish() == 0);
    CHECK_THAT(terminal.screen(), contains_text("1. A2+B3 {?[2J????} 1-0"));
    CHECK(harm_on(terminal.screen()) == "");
  }
}

TEST_CASE("terminal sweep: the end of a typed input is asked for once") {
  const TemporaryDirectory folder;
  const std::string file = folder.write("a.pgn", plain_record);
  for (const Words& words : std::initializer_list<Words>{{"validate", "-"},
                                                         {"dedupe", "-", "--against", file},
                                                         {"convert", "-", "--to", "csv"}}) {
    CAPTURE(words[0]);
    Terminal terminal(words, "dumb");
    terminal.type(plain_record + "\x04");
    CHECK(terminal.finish() <= 1);
  }
}

TEST_CASE("terminal sweep: the display of a tournament has only the program's control sequences") {
  const TemporaryDirectory folder;
  const std::string name = "x\u202ey\u009bz\u200b";
  Terminal terminal({"tournament", "run", "--game", "creeper", "--bot",
                     "alphabeta:movetime=30,name=" + name, "--bot", "random", "--rounds", "1",
                     "--max-turns", "40", "--event", "\u202e\u009b2J", "--db", "new.db"},
                    "xterm", folder.file("."));
  CHECK(terminal.finish() == 0);
  std::string screen = terminal.screen();
  const std::regex own("\r\x1b\\[J|\x1b\\[\\?7[lh]|\x1b\\[[0-9]+A");
  CHECK(std::regex_search(screen, own));
  CHECK_THAT(screen, contains_text("x?y?z?"));
  CHECK(harm_on(std::regex_replace(screen, own, "")) == "");
}

// The long tests prove that no place for a text is forgotten: each has a text of each class, and
// the texts of a class and the commands that read the place take turns. They give up each text in
// each place with each command: texts of a class are replaced by the same code.

TEST_CASE("terminal sweep: each field with each class of texts", "[long]") {
  Tally tally;
  sweep_lists(1, tally);
  for (const Input& input : inputs()) {
    if (!input.is_list) sweep_fields(input, tally);
  }
  report("all files", tally);
}

TEST_CASE("terminal sweep: each column of a database with each class of texts", "[long]") {
  const TestDatabase database;
  Tally tally;
  std::size_t place = 0;
  const auto sweep = [&](const auto& places) {
    for (const auto& at : places) {
      std::size_t turn = place;
      for (const HostileText& text : text_of_each_class(place++)) {
        database.run(at, text, turn++, tally);
      }
    }
  };
  sweep(database.columns());
  sweep(database.settings());
  for (std::size_t i = 0; i < database_commands().size(); ++i) {
    for (const Column& column : database.columns()) {
      database.run(column, all_hostile_texts(), i, tally);
    }
  }
  report("all of databases", tally);
}

TEST_CASE("terminal sweep: each option with each class of texts", "[long]") {
  Tally tally;
  std::size_t place = 0;
  for (const Words& words : joined(lines_with_text(), option_lines())) {
    for (const HostileText& hostile : text_of_each_class(place++)) run_line(words, hostile, tally);
  }
  report("all command lines", tally);
}

}  // namespace terminal_sweep_test
