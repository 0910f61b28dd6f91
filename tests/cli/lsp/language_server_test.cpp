#include "cli/lsp/language_server.h"

#include "notation/game_types.h"
#include "tests/catch.h"
#include "tests/pattern.h"
#include "tests/support/run.h"

namespace language_server_test {

using namespace schiri::cli;

/// A client that speaks with a server in this process.
class Client {
 public:
  explicit Client(const Json& capabilities = Json::object(), const CheckOptions& options = {},
                  const Json& locale = {})
      : server_(options, [this](const Json& message) { received_.push_back(message); }) {
    first_answer = ask("initialize", {{"capabilities", capabilities}, {"locale", locale}});
    tell("initialized", Json::object());
  }

  /// Asks and returns the whole answer.
  Json ask(const std::string& method, Json params) {
    received_.clear();
    server_.take(
        Json{{"jsonrpc", "2.0"}, {"id", 7}, {"method", method}, {"params", std::move(params)}}
            .dump());
    REQUIRE(received_.size() == 1);
    CHECK(received_[0].at("id") == Json(7));
    return received_[0];
  }
  Json result(const std::string& method, Json params) {
    return ask(method, std::move(params)).at("result");
  }
  /// Tells and returns what the server sends then.
  std::vector<Json> tell(const std::string& method, Json params) {
    received_.clear();
    server_.take(
        Json{{"jsonrpc", "2.0"}, {"method", method}, {"params", std::move(params)}}.dump());
    return received_;
  }
  std::vector<Json> take(std::string_view text) {
    received_.clear();
    goes_on = server_.take(text);
    return received_;
  }

  /// The findings after a document is opened.
  Json open(const std::string& text) {
    return findings(tell(
        "textDocument/didOpen",
        {{"textDocument", {{"uri", uri}, {"languageId", "pgn"}, {"version", 1}, {"text", text}}}}));
  }
  /// The findings after a part of a line is replaced.
  Json change(std::size_t line, std::size_t begin, std::size_t end, const std::string& text) {
    return findings(tell("textDocument/didChange",
                         {{"textDocument", {{"uri", uri}, {"version", 2}}},
                          {"contentChanges", Json::array({{{"range", range_of(line, begin, end)},
                                                           {"text", text}}})}}));
  }
  static Json findings(const std::vector<Json>& messages) {
    REQUIRE(messages.size() == 1);
    CHECK(messages[0].at("method") == Json("textDocument/publishDiagnostics"));
    return messages[0].at("params").at("diagnostics");
  }

  static Json range_of(std::size_t line, std::size_t begin, std::size_t end) {
    return {{"start", {{"line", line}, {"character", begin}}},
            {"end", {{"line", line}, {"character", end}}}};
  }
  static Json at(std::size_t line, std::size_t character) {
    return {{"textDocument", {{"uri", uri}}},
            {"position", {{"line", line}, {"character", character}}}};
  }
  static Json whole() { return {{"textDocument", {{"uri", uri}}}}; }

  static constexpr const char* uri = "file:///games.pgn";
  Json first_answer;
  bool goes_on = true;

 private:
  std::vector<Json> received_;
  LanguageServer server_;
};

std::vector<std::string> labels(const Json& completion) {
  std::vector<std::string> texts;
  for (const Json& item : completion.at("items")) texts.push_back(item.at("label").text());
  return texts;
}

/// A record whose movetext is line 9.
std::string record(const std::string& turns, const std::string& game = "creeper",
                   const std::string& more = "") {
  return "[Event \"e\"]\n[Site \"s\"]\n[Date \"2024.05.17\"]\n[Round \"1\"]\n[White \"A\"]\n"
         "[Black \"B\"]\n[Result \"*\"]\n[Game \"" +
         game + "\"]\n" + (more.empty() ? "" : more) + "\n" + turns + "\n";
}

Json actions_at(Client& client, std::size_t line, std::size_t character) {
  return client.result("textDocument/codeAction",
                       {{"textDocument", {{"uri", Client::uri}}},
                        {"range", Client::range_of(line, character, character)},
                        {"context", {{"diagnostics", Json::array()}}}});
}

TEST_CASE("language server: findings follow each change") {
  Client client;
  CHECK(client.open(record("1. A2+B3 A6-B6 *")).empty());
  const Json findings = client.change(9, 9, 14, "A6-B9");
  REQUIRE(findings.size() == 1);
  CHECK(findings[0].at("code") == Json("syntax"));
  CHECK(findings[0].at("severity") == Json(1));
  CHECK(findings[0].at("source") == Json("schiri"));
  CHECK(findings[0].at("range") == Client::range_of(9, 9, 14));
  CHECK_THAT(findings[0].at("message").text(), contains_text("'A6-B9' is not a turn"));
  CHECK(client.change(9, 9, 14, "a6-b6").empty());
  CHECK(client.change(9, 9, 14, "A6 - B6").size() <= 1);
  const Json spelled = client.change(0, 0, 11, "[Event \"\xf0\x9d\x84\x9e\"] % A9");
  CHECK(spelled.size() >= 1);
}

TEST_CASE("language server: a document that is closed has no findings and is unknown") {
  Client client;
  CHECK(client.open(record("1. A2+B9 *")).size() == 1);
  CHECK(Client::findings(client.tell("textDocument/didClose", Client::whole())).empty());
  CHECK(client.ask("textDocument/hover", Client::at(9, 4)).at("error").at("code") == Json(-32602));
}

TEST_CASE("language server: findings beyond a thousand are counted") {
  Client client;
  std::string text;
  for (int i = 0; i < 1200; ++i) text += record("1. A2+B9 *") + "\n";
  const Json findings = client.open(text);
  REQUIRE(findings.size() == LanguageServer::most_findings + 1);
  CHECK_THAT(findings.at(1000).at("message").text(), contains_text("1000 of 1200 findings"));
}

TEST_CASE("language server: hovering shows the board after the turn") {
  Client client;
  client.open(record("1. A2+B3 {A6} A6-B9 *"));
  const Json first = client.result("textDocument/hover", Client::at(9, 4));
  CHECK(first.at("range") == Client::range_of(9, 3, 8));
  CHECK_THAT(first.at("contents").at("value").text(), contains_text("White, turn 1"));
  CHECK_THAT(first.at("contents").at("value").text(), contains_text("(w)"));
  CHECK_THAT(
      client.result("textDocument/hover", Client::at(9, 16)).at("contents").at("value").text(),
      contains_text("is not a turn"));
  CHECK(client.result("textDocument/hover", Client::at(9, 11)).is_null());
  CHECK(client.result("textDocument/hover", Client::at(0, 3)).is_null());
  CHECK(client.result("textDocument/hover", Client::at(999, 999)).is_null());
}

TEST_CASE("language server: legal turns are completed") {
  Client client;
  client.open(record("1. A2+B3 A6-B6 2. B1"));
  const Json turns = client.result("textDocument/completion", Client::at(9, 20));
  CHECK_FALSE(turns.at("isIncomplete").get<bool>());
  CHECK(labels(turns) == std::vector<std::string>{"B1+A2", "B1+C2", "B1-B2"});
  CHECK(turns.at("items")[0].at("textEdit").at("range") == Client::range_of(9, 18, 20));
  // Between two turns all legal turns are offered, before the first those of the start.
  CHECK(labels(client.result("textDocument/completion", Client::at(9, 9))).size() > 10);
  // Not in comments, variations and the header.
  client.open(record("1. A2+B3 { B1 } (1. A2-A3 B) "));
  for (const std::size_t character : {13u, 27u}) {
    CHECK(client.result("textDocument/completion", Client::at(9, character)).is_null());
  }
  CHECK(client.result("textDocument/completion", Client::at(3, 0)).is_null());
  // Nothing is offered after an illegal turn.
  client.open(record("1. A2+B9 B"));
  CHECK(client.result("textDocument/completion", Client::at(9, 10)).is_null());
}

TEST_CASE("language server: turns of a position with very many are completed part by part") {
  Client client;
  client.open(record("1. IV8/12", "sperre", "[Roll \"147\"]\n"));
  const Json parts = client.result("textDocument/completion", Client::at(10, 9));
  CHECK(parts.at("isIncomplete").get<bool>());
  const auto texts = labels(parts);
  REQUIRE(texts.size() > 3);
  for (const std::string& text : texts) CHECK_THAT(text, contains_text("IV8/12-"));
}

TEST_CASE("language server: the result is offered where the game is over") {
  Client client;
  client.open(record("1. 85-95 ", "sperre",
                     "[Variant \"move-first\"]\n[Position "
                     "\"BBBB1BBBB/4W4/B8/9/9/9/9/9/WWWW1WWWW w 147 3\"]\n"));
  CHECK(labels(client.result("textDocument/completion", Client::at(11, 9))) ==
        std::vector<std::string>{"1-0"});
}

TEST_CASE("language server: values of tags are completed") {
  Client client;
  client.open("[Game \"\n[Variant \"\n[Result \"");
  CHECK(labels(client.result("textDocument/completion", Client::at(0, 7))).size() ==
        game_types().size());
  CHECK(labels(client.result("textDocument/completion", Client::at(2, 9))).size() == 4);
  client.open("[Game \"sperre\"]\n[Variant \"");
  CHECK(labels(client.result("textDocument/completion", Client::at(1, 10))).size() == 6);
}

TEST_CASE("language server: quick fixes apply") {
  Client client;
  client.open(record("1. A2+B9 *"));
  const Json nearest = actions_at(client, 9, 4);
  REQUIRE(nearest.size() >= 1);
  const Json& edit = nearest[0].at("edit").at("changes").at(std::string_view(Client::uri))[0];
  CHECK(nearest[0].at("title") == Json("Write " + edit.at("newText").text()));
  CHECK(client.change(9, 3, 8, edit.at("newText").text()).empty());
  CHECK(actions_at(client, 0, 0).empty());

  client.open(record("1. A2+B3 A6-B6 1-0"));
  const Json repairs = actions_at(client, 9, 17);
  REQUIRE(repairs.size() == 1);
  CHECK_THAT(repairs[0].at("title").text(), contains_text("Repair the game: "));
  client.open(repairs[0]
                  .at("edit")
                  .at("changes")
                  .at(std::string_view(Client::uri))[0]
                  .at("newText")
                  .text());
  CHECK(actions_at(client, 9, 17).empty());
}

TEST_CASE("language server: a date that is not canonical has a fix for each day that it may mean") {
  const auto fixes = [](const std::string& date) {
    Client client;
    client.open("[Event \"e\"]\n[Date \"" + date + "\"]\n[Game \"creeper\"]\n\n1. A2+B3 *\n");
    std::vector<std::string> titles;
    for (const Json& action : actions_at(client, 1, 8)) titles.push_back(action.at("title").text());
    std::erase_if(titles, [](const std::string& title) { return title.starts_with("Repair"); });
    return titles;
  };
  CHECK(fixes("14.03.2026") == std::vector<std::string>{"Write 2026.03.14"});
  CHECK(fixes("3.4.2026") == std::vector<std::string>{"Write 2026.04.03", "Write 2026.03.04"});
  CHECK(fixes("2026.03.14").empty());
  CHECK(fixes("spring").empty());
}

TEST_CASE("language server: findings and fixes are in the language of the client") {
  const std::string german = "„A2+B9“ ist kein Zug; das Brett hat kein B9";
  for (const auto& [locale, text] : {std::pair("de-AT", german),
                                     {"fr", "«\u202fA2+B9\u202f» n’est pas un coup"},
                                     {"pl", "'A2+B9' is not a turn"},
                                     {"", "'A2+B9' is not a turn"}}) {
    CAPTURE(locale);
    Client client(Json::object(), {}, locale);
    CHECK_THAT(client.open(record("1. A2+B9 *"))[0].at("message").text(), contains_text(text));
  }
  Client client(Json::object(), {}, "de_DE");
  client.open(record("1. A2+B9 *"));
  CHECK_THAT(actions_at(client, 9, 4)[0].at("title").text(), contains_text(" schreiben"));
  client.open(record("1. A2+B3 A6-B6 1-0"));
  CHECK_THAT(actions_at(client, 9, 17)[0].at("title").text(),
             contains_text("Partie reparieren: das Tag Result, *, ist jetzt 1-0"));
}

TEST_CASE("language server: an outline lists the games, and formatting writes them canonical") {
  Client client;
  const std::string good = record("1. a2+b3 A6-B6 *"), bad = record("1. A2+B9 *");
  client.open(good + "\n" + bad + "\n" + record("1. A2+B3 *"));
  const Json symbols = client.result("textDocument/documentSymbol", Client::whole());
  REQUIRE(symbols.size() == 3);
  CHECK(symbols[0].at("name") == Json("1. A - B *"));
  CHECK(symbols[1].at("range").at("start").at("line") == Json(11));
  const Json edits = client.result("textDocument/formatting", Client::whole());
  REQUIRE(edits.size() == 1);
  CHECK_THAT(edits[0].at("newText").text(), contains_text("1. A2+B3 A6-B6 *"));
  CHECK(edits[0].at("range").at("start").at("line") == Json(0));
}

TEST_CASE("language server: games are folded and found, and players renamed in all of them") {
  Client client;
  client.open(record("1. A2+B3 *") + "\n[White \"C\"]\n[Black \"A\"]\n\n*\n");
  const Json folds = client.result("textDocument/foldingRange", Client::whole());
  REQUIRE(folds.size() == 2);
  CHECK(folds[0] == Json{{"startLine", 0}, {"endLine", 9}});
  CHECK(folds[1] == Json{{"startLine", 11}, {"endLine", 14}});
  CHECK(client.result("workspace/symbol", {{"query", "c - a"}}).size() == 1);
  CHECK(client.result("workspace/symbol", {{"query", ""}}).size() == 2);
  CHECK(client.result("workspace/symbol", {{"query", "Zoe"}}).empty());

  CHECK(client.result("textDocument/prepareRename", Client::at(4, 8)) == Client::range_of(4, 8, 9));
  Json wanted = Client::at(4, 8);
  wanted["newName"] = "Zoe \"Z\"";
  const Json edits = client.result("textDocument/rename", wanted).at("changes").at(Client::uri);
  REQUIRE(edits.size() == 2);
  CHECK(edits[0].at("newText") == Json("Zoe \\\"Z\\\""));
  CHECK(edits[1].at("range") == Client::range_of(12, 8, 9));
  CHECK(client.ask("textDocument/prepareRename", Client::at(4, 2)).contains("error"));
  CHECK(client.ask("textDocument/prepareRename", Client::at(9, 0)).contains("error"));
}

TEST_CASE("language server: options name the game of records without tags") {
  Client client(Json::object(), {.game = "creeper"});
  for (const Json& finding : client.open("1. A2+B3 A6-B6 *\n")) {
    CHECK(finding.at("code") == Json("missing-tag"));
    CHECK(finding.at("severity") == Json(4));
  }
  CHECK_FALSE(client.result("textDocument/hover", Client::at(0, 4)).is_null());
}

TEST_CASE("language server: the encoding of places is agreed on") {
  CHECK(Client().first_answer.at("result").at("capabilities").at("positionEncoding") ==
        Json("utf-16"));
  Client client(Json{{"general", {{"positionEncodings", Json::array({"utf-16", "utf-8"})}}}});
  CHECK(client.first_answer.at("result").at("capabilities").at("positionEncoding") ==
        Json("utf-8"));
}

TEST_CASE("language server: wrong messages are answered by their errors and harm nothing") {
  Client client;
  client.open(record("1. A2+B3 *"));
  struct Row {
    const char* message;
    int code;  ///< 0: no answer
  };
  const Row rows[] = {
      {"", -32700},
      {"{", -32700},
      {"[]", -32600},
      {"7", -32600},
      {R"({"jsonrpc":"2.0"})", -32600},
      {R"({"id":1,"method":7})", 0},
      {R"({"id":1,"result":null})", 0},
      {R"({"id":1,"method":"textDocument/nothing"})", -32601},
      {R"({"id":1,"method":"initialize","params":{}})", -32600},
      {R"({"id":1,"method":"textDocument/hover"})", -32602},
      {R"({"id":1,"method":"textDocument/hover","params":[]})", -32602},
      {R"({"id":1,"method":"textDocument/hover","params":{"textDocument":{"uri":"file:///games.pgn"},"position":{"line":-1,"character":0}}})",
       -32602},
      {R"({"id":1,"method":"textDocument/hover","params":{"textDocument":{"uri":"other"},"position":{"line":0,"character":0}}})",
       -32602},
      {R"({"method":"textDocument/didChange","params":{}})", 0},
      {R"({"method":"$/cancelRequest","params":{"id":1}})", 0},
  };
  for (const Row& row : rows) {
    CAPTURE(row.message);
    const auto answers = client.take(row.message);
    CHECK(client.goes_on);
    CHECK(answers.size() == (row.code ? 1 : 0));
    if (row.code && !answers.empty()) CHECK(answers[0].at("error").at("code") == Json(row.code));
  }
  CHECK_FALSE(client.result("textDocument/hover", Client::at(9, 4)).is_null());
  CHECK(client.result("shutdown", Json()).is_null());
  CHECK(client.ask("textDocument/hover", Client::at(9, 4)).at("error").at("code") == Json(-32600));
  CHECK(client.take(R"({"method":"exit"})").empty());
  CHECK_FALSE(client.goes_on);
}

TEST_CASE("lsp: messages have headers, and the status says whether the client took its leave") {
  const auto framed = [](const std::string& text) {
    return "Content-Length: " + std::to_string(text.size()) + "\r\n\r\n" + text;
  };
  const std::string hello =
      framed(R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}})");
  const std::string leave = framed(R"({"jsonrpc":"2.0","id":2,"method":"shutdown"})") +
                            "content-length:  17\r\nContent-Type: x\r\n\r\n{\"method\":\"exit\"}";
  const Run run = run_schiri({"lsp"}, hello + leave);
  CHECK(run.status == 0);
  CHECK(run.err == "");
  CHECK(matches_of(run.out, "Content-Length: \\d+\r\n\r\n\\{").size() == 2);
  CHECK(run_schiri({"lsp"}, hello).status == 1);
  CHECK(run_schiri({"lsp"}, "").status == 1);
  for (const std::string& wrong :
       {std::string("{\"jsonrpc\":\"2.0\"}\n"), std::string("Content-Length: x\r\n\r\n"),
        std::string("Content-Length: 99999999999\r\n\r\n"), std::string(5000, 'a'),
        "Content-Length: -1\r\n\r\n" + hello, hello + "Content-Length: 50\r\n\r\n{}"}) {
    CAPTURE(wrong);
    check_run({"lsp"}, 2, "schiri: standard input: ", wrong);
  }
}

}  // namespace language_server_test
