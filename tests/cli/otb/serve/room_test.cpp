#include "cli/otb/serve/room.h"

#include "cli/otb/serve/request_rules.h"
#include "cli/otb/serve/room_server.h"
#include "core/base/errors.h"
#include "tests/catch.h"
#include "tests/pattern.h"
#include "tests/support/otb_event.h"

namespace room_test {

// The server of an event's page: which requests it answers, and what entries of pages and of the
// shell do to each other.

using namespace schiri::cli;
using namespace std::chrono_literals;

/// An event of four players with its first round, and its server.
struct ServedEvent : OtbEvent {
  explicit ServedEvent(bool is_open = false) {
    REQUIRE(run("new", {"--name", "Cup", "--game", "creeper", "--rounds", "3"}).status == 0);
    for (const char* name : {"Anna", "Bert", "Carla", "Dora"}) out("enter", {name});
    out("pair");
    room.emplace(file);
    server.emplace(*room, is_open, std::vector<std::string>{"hall.local"},
                   [this](const std::string& error) { errors += error; });
  }

  static WebRequest request(const std::string& method, const std::string& path) {
    WebRequest request;
    request.method = method;
    request.path = path;
    request.hosts = {"127.0.0.1:8080"};
    request.remote_address = "127.0.0.1";
    request.local_address = "127.0.0.1";
    request.local_port = 8080;
    return request;
  }
  static WebRequest post(const std::string& path, const std::string& body) {
    WebRequest request = ServedEvent::request("POST", path);
    request.origin = "http://127.0.0.1:8080";
    request.content_type = "application/json";
    request.content_length = std::to_string(body.size());
    request.body = body;
    return request;
  }
  Json get(const std::string& path, const std::map<std::string, std::string>& parameters = {},
           const std::string& key = "") {
    WebRequest request = ServedEvent::request("GET", path);
    request.parameters = parameters;
    request.key = key;
    const WebAnswer answer = server->answer(request);
    REQUIRE(answer.status == 200);
    return Json::parse(answer.body);
  }
  Json state(const std::string& helper = "a", const std::string& key = "") {
    return get("/state", {{"helper", helper}}, key);
  }
  WebRequest entry(const std::string& helper, const std::string& members) {
    return entry_of(helper, members, state().at("version").text());
  }
  /// `shown`: the version that its page has shown.
  WebRequest entry_of(const std::string& helper, const std::string& members,
                      const std::string& shown) {
    WebRequest request = post(
        "/entry", "{\"helper\":\"" + helper + "\",\"state\":\"" + shown + "\"," + members + "}");
    request.token = state().at("token").text();
    return request;
  }
  /// The status, and the error or the notes.
  std::pair<int, std::string> enter(const std::string& helper, const std::string& members) {
    const WebAnswer answer = server->answer(entry(helper, members));
    const Json json = Json::parse(answer.body);
    if (answer.status != 200) return {answer.status, json.at("error").text()};
    std::string notes;
    for (const Json& note : json.at("notes")) notes += note.text() + "\n";
    return {200, notes};
  }
  int status_of(const WebRequest& request) { return server->answer(request).status; }
  /// The stored result of a board of the last round.
  std::string result(std::size_t board) {
    const Json result = room->view().journal->event().rounds().empty()
                            ? Json()
                            : state().at("round").at("boards").at(board - 1).at("result");
    return result.is_null() ? "" : result.text();
  }

  std::optional<Room> room;
  std::optional<RoomServer> server;
  std::string errors;
};

const std::string first_board =
    R"("act":"result","round":1,"board":"1","white":"Anna","black":"Carla")";

TEST_CASE("otb serve: pages have a content policy and are fixed") {
  ServedEvent event;
  for (const char* path : {"/", "/room.js", "/room.css", "/state", "/list"}) {
    WebRequest request = ServedEvent::request("GET", path);
    request.parameters["name"] = "standing";
    const WebAnswer answer = event.server->answer(request);
    CAPTURE(path);
    CHECK(answer.status == 200);
    CHECK(answer.headers.at(0).first == "Content-Security-Policy");
    CHECK(answer.headers.at(0).second.find("unsafe") == std::string::npos);
  }
  const std::string page = event.server->answer(ServedEvent::request("GET", "/")).body;
  CHECK(page.find("<script>") == std::string::npos);
  CHECK(page.find("style=") == std::string::npos);
  for (const std::string& path : std::vector<std::string>{
           "/../cup.otb", "/..%2fcup.otb", "//", "/cup.otb", "/room.js/", "/STATE",
           "/state/../../etc/passwd", "", "*", "/.", std::string("/room.js\0", 9)}) {
    CAPTURE(path);
    CHECK(event.status_of(ServedEvent::request("GET", path)) == 404);
    CHECK(event.status_of(ServedEvent::post(path, "{}")) == 404);
  }
}

TEST_CASE("otb serve: requests to other hosts and from other sites are refused") {
  ServedEvent event;
  for (const auto& [hosts, status] : std::vector<std::pair<std::vector<std::string>, int>>{
           {{"127.0.0.1:8080"}, 200},
           {{"localhost:8080"}, 200},
           {{"LOCALHOST:8080"}, 200},
           {{"hall.local:8080"}, 200},
           {{}, 403},
           {{""}, 403},
           {{"127.0.0.1"}, 403},
           {{"127.0.0.1:80"}, 403},
           {{"127.0.0.1:80808080"}, 403},
           {{"evil.example:8080"}, 403},
           {{"127.0.0.1.evil.example:8080"}, 403},
           {{"192.168.0.7:8080"}, 403},
           {{"127.0.0.1:8080", "evil.example:8080"}, 403}}) {
    WebRequest request = ServedEvent::request("GET", "/state");
    request.hosts = hosts;
    CAPTURE(hosts);
    CHECK(event.status_of(request) == status);
  }
  for (const auto& [origin, status] :
       {std::pair("", 200), std::pair("http://127.0.0.1:8080", 200),
        std::pair("http://evil.example", 403), std::pair("null", 403),
        std::pair("https://127.0.0.1:8080", 403),
        std::pair("http://127.0.0.1:8080.evil.example", 403)}) {
    WebRequest request = ServedEvent::request("GET", "/state");
    request.origin = origin;
    CAPTURE(origin);
    CHECK(event.status_of(request) == status);
    WebRequest entry = event.entry("a", first_board + R"(,"old":null,"result":null)");
    entry.origin = origin;
    // An entry needs an origin.
    CHECK(event.status_of(entry) == (*origin ? status : 403));
  }
  WebRequest request = ServedEvent::request("GET", "/state");
  request.fetch_site = "cross-site";
  CHECK(event.status_of(request) == 403);
  request.path = "/";
  CHECK(event.status_of(request) == 200);
}

TEST_CASE("otb serve: methods, bodies and tokens are checked before an entry is read") {
  ServedEvent event;
  const WebRequest good = event.entry("a", first_board + R"(,"old":null,"result":"1-0")");
  const auto changed = [&](const auto& change) {
    WebRequest request = good;
    change(request);
    CHECK(!event.server->wants_body(request));
    return event.status_of(request);
  };
  for (const char* method : {"PUT", "DELETE", "OPTIONS", "PATCH", "CONNECT", "TRACE", "", "post"}) {
    CHECK(changed([&](WebRequest& it) { it.method = method; }) == 405);
  }
  CHECK(changed([](WebRequest& it) { it.method = "GET"; }) == 405);
  CHECK(event.status_of(ServedEvent::post("/state", "{}")) == 405);
  CHECK(changed([](WebRequest& it) { it.content_type = "text/plain"; }) == 415);
  CHECK(changed([](WebRequest& it) { it.content_type = "application/x-www-form-urlencoded"; }) ==
        415);
  CHECK(changed([](WebRequest& it) { it.content_type = "multipart/form-data; boundary=x"; }) ==
        415);
  CHECK(changed([](WebRequest& it) { it.is_encoded = true; }) == 415);
  CHECK(changed([](WebRequest& it) { it.content_length = ""; }) == 411);
  CHECK(changed([](WebRequest& it) { it.content_length = "-1"; }) == 411);
  CHECK(changed([](WebRequest& it) { it.content_length = "65537"; }) == 413);
  CHECK(changed([](WebRequest& it) { it.content_length = "99999999999999999999"; }) == 411);
  CHECK(changed([](WebRequest& it) { it.has_range = true; }) == 416);
  CHECK(changed([](WebRequest& it) { it.token = ""; }) == 403);
  CHECK(changed([](WebRequest& it) { it.token.back() = it.token.back() == '0' ? '1' : '0'; }) ==
        403);
  CHECK(event.result(1) == "");
  CHECK(event.server->wants_body(good));
  CHECK(event.status_of(good) == 200);
  CHECK(event.result(1) == "1-0");
}

TEST_CASE("otb serve: wrong JSON and entries of other kinds are refused") {
  ServedEvent event;
  const std::string before = read_file(event.file);
  WebRequest request = event.entry("a", first_board);
  for (
      const std::string body :
      {"", "{", "[]", "null", "1", "{}", R"({"helper":"a"})", R"({"helper":"a","act":"no"})",
       R"({"helper":"a","act":7})", R"({"helper":7,"act":"pair"})",
       R"({"helper":"a","act":"result"})", R"({"helper":"a","act":"result","round":"1","board":1})",
       R"({"helper":"a","act":"result","round":1,"board":"1","white":"Anna","black":"Carla","old":null,"result":"2-0"})",
       R"({"helper":"a","act":"result","round":1,"board":"1","white":"Anna","black":"Carla","old":0,"result":"1-0"})",
       R"({"helper":"a","act":"pair","round":-1})",
       R"({"helper":"a","act":"swap","round":1,"players":["Anna"]})",
       R"({"helper":"a","act":"new","name":"x"})", R"({"helper":"a","act":"set","rounds":9})"}) {
    request.body = body;
    CAPTURE(body);
    CHECK(event.status_of(request) == 400);
  }
  request.body = std::string(60000, '[');
  CHECK(event.status_of(request) == 400);
  std::string cyrillic;
  for (int i = 0; i < 60; ++i) cyrillic += "Ж";
  for (const std::string& helper :
       {std::string(), std::string("   "), std::string(61, 'x'), cyrillic + "Ж"}) {
    CHECK(event.enter(helper, R"("act":"pair","round":2)").first == 422);
  }
  CHECK(read_file(event.file) == before);
  CHECK(event.enter(cyrillic, first_board + R"(,"old":null,"result":"1-0")").first == 200);
}

TEST_CASE("otb serve: an entry names what its page has shown") {
  ServedEvent event;
  using Answer = std::pair<int, std::string>;
  CHECK(event.enter("a", first_board + R"(,"old":null,"result":"1-0")") == Answer{200, ""});
  // The same again, as after an answer that was lost, changes nothing.
  const std::string before = read_file(event.file);
  CHECK(event.enter("b", first_board + R"(,"old":null,"result":"1-0")") == Answer{200, ""});
  CHECK(read_file(event.file) == before);
  CHECK(event.enter("b", first_board + R"(,"old":null,"result":"0-1")") ==
        Answer{409, "board 1 has 1-0 now, not no result"});
  CHECK(
      event.enter(
          "b",
          R"("act":"result","round":1,"board":"2","white":"Anna","black":"Dora","old":null,"result":"0-1")") ==
      Answer{409, "others play at board 2 now"});
  CHECK(
      event
          .enter(
              "b",
              R"("act":"result","round":2,"board":"1","white":"Anna","black":"Dora","old":null,"result":"0-1")")
          .first == 409);
  CHECK(
      event
          .enter(
              "b",
              R"("act":"result","round":1,"board":"1.1","white":"Anna","black":"Dora","old":null,"result":"0-1")")
          .first == 409);
  CHECK(event.enter("b", first_board + R"(,"old":"1-0","result":"1/2-1/2")") == Answer{200, ""});
  CHECK(event.result(1) == "1/2-1/2");
  CHECK(event.enter("b", R"("act":"pair","round":2)") ==
        Answer{422, "boards without a result: 2 (Dora - Bert)"});
  CHECK(event.enter("b", R"("act":"pair","round":1)") == Answer{409, "round 1 is paired already"});
  CHECK(event.enter("b", R"("act":"swap","round":2,"players":["Dora","Bert"]))").first == 400);
  CHECK(event.enter("b", R"("act":"swap","round":2,"players":["Dora","Bert"])").first == 409);
  CHECK(event.enter("b", R"("act":"swap","round":1,"players":["Dora","Nobody"])").first == 422);
}

TEST_CASE("otb serve: each entry is refused if others have changed what it is about") {
  const std::vector<std::string> acts = {
      R"("act":"swap","round":1,"players":["Anna","Carla"])",
      R"("act":"swap","round":1,"boards":[1,2])",
      R"("act":"pair","round":1,"again":true)",
      R"("act":"change","name":"Anna","rating":1500)",
      R"("act":"bye","name":"Anna","round":2)",
      R"("act":"result","round":1,"board":"1","white":"Anna","black":"Carla","old":null,"result":"1-0")"};
  for (const std::string& act : acts) {
    CAPTURE(act);
    ServedEvent event;
    const std::string shown = event.state().at("version").text();
    // Another helper makes the same kind of change first: two swaps would change nothing.
    const bool is_of_anna = act.find("name") != act.npos;
    event.out(is_of_anna ? "change" : "swap",
              is_of_anna ? Words{"Anna", "--club", "Ulm"} : Words{"Anna", "Carla"});
    event.room->look();
    const std::string before = read_file(event.file);
    const WebAnswer answer = event.server->answer(event.entry_of("b", act, shown));
    CHECK(answer.status == 409);
    CHECK(Json::parse(answer.body).at("reason") == "outdated");
    CHECK(read_file(event.file) == before);
  }
  ServedEvent event;
  const std::string shown = event.state().at("version").text();
  CHECK(event.enter("a", R"("act":"enter","name":"Emil")").first == 200);
  // What others have entered elsewhere does not matter.
  CHECK(event.status_of(event.entry_of("b", R"("act":"enter","name":"Fritz")", shown)) == 200);
  CHECK(event.status_of(
            event.entry_of("b", first_board + R"(,"old":null,"result":"1-0")", shown)) == 200);
  CHECK(event.status_of(event.entry_of("b", R"("act":"enter","name":"Gerd")", "7.00000000")) ==
        409);
  CHECK(event.status_of(event.entry_of("b", R"("act":"enter","name":"Gerd")", "")) == 409);
}

TEST_CASE("otb serve: another event in place of the file is refused with a sentence") {
  ServedEvent event;
  const std::string whole = read_file(event.file);
  const OtbEvent other;
  REQUIRE(other.run("new", {"--name", "Other", "--game", "creeper", "--rounds", "3"}).status == 0);
  std::filesystem::copy_file(other.file, event.file + ".new");
  std::filesystem::rename(event.file + ".new", event.file);
  const std::string act = first_board + R"(,"old":null,"result":"1-0")";
  const auto [status, error] = event.enter("a", act);
  CHECK(status == 422);
  CHECK_THAT(error, contains_text("another event has taken the place of the file"));
  event.room->look();
  CHECK_THAT(event.state().at("problem").text(),
             contains_text("another event has taken the place"));
  CHECK(event.state().at("event").at("paired") == 1);
  CHECK_THAT(read_file(event.file), !contains_text("1-0"));
  // The file itself, put back, is served again.
  event.directory.write("cup.otb", whole);
  event.room->look();
  CHECK(event.state().at("problem") == "");
  CHECK(event.enter("a", act).first == 200);
}

TEST_CASE("otb serve: a list of players is pasted") {
  ServedEvent event;
  const auto enter = [&](const std::string& table) {
    const Json text = table;
    return event.enter("a", R"("act":"enter_table","table":)" + text.dump());
  };
  CHECK(enter("Emil;SC Ulm;1700\nFritz, Gerd\nAnnaa") ==
        std::pair<int, std::string>{
            200, "is 'Annaa' the same player as 'Anna', who has entered already?\n"});
  CHECK(event.state().at("players").dump().find("SC Ulm") != std::string::npos);
  CHECK(enter("Hans\nAnna").first == 422);
  CHECK(event.state().at("players").dump().find("Hans") == std::string::npos);
  CHECK(enter("").first == 422);
  CHECK(enter("name;elo\nHans;x").second == "line 2: a rating is a number from 0 to 9999, not 'x'");
  // One command: one tap undoes it.
  const std::string line = event.state().at("undo").at("line").dump();
  CHECK(event.enter("a", R"("act":"undo","line":)" + line).first == 200);
  CHECK(event.state().at("players").size() == 4);
}

TEST_CASE("otb serve: a correction says that a later round is paired already") {
  ServedEvent event;
  event.out("result", {"1", "1-0", "2", "="});
  event.out("pair");
  event.room->look();
  CHECK(event.enter("a", first_board + R"(,"old":"1-0","result":"0-1")").second ==
        "round 2 is paired already, and its pairings stay\n");
}

TEST_CASE("otb serve: what is typed at the shell appears in the page and the other way round") {
  ServedEvent event;
  const std::string version = event.state().at("version").text();
  event.out("result", {"2", "0-1"});
  CHECK(event.result(2) == "");
  event.room->look();
  CHECK(event.result(2) == "0-1");
  CHECK(event.state().at("version").text() != version);
  CHECK(event.enter("a", first_board + R"(,"old":null,"result":"---")").first == 200);
  CHECK_THAT(event.out("log"), contains_text("round 1, board 1: --- [a]\n"));
  CHECK(event.enter("a", R"("act":"pair","round":2)").first == 200);
  CHECK_THAT(event.out("show"), contains_text("Cup, round 2"));
  event.out("undo");
  event.room->look();
  CHECK(event.state().at("event").at("paired") == 1);
}

TEST_CASE("otb serve: a page is answered when something changes") {
  ServedEvent event;
  const std::string version = event.state().at("version").text();
  std::optional<Json> seen;
  std::jthread page([&] { seen = event.get("/state", {{"after", version}, {"helper", "b"}}); });
  CHECK(event.enter("a", first_board + R"(,"old":null,"result":"1-0")").first == 200);
  page.join();
  CHECK(seen->at("round").at("boards").at(0).at("result") == "1-0");
  // Closing answers all pages that wait.
  const std::string now = event.state().at("version").text();
  std::jthread waiting([&] { seen = event.get("/state", {{"after", now}}); });
  event.room->close();
  waiting.join();
  CHECK(seen->at("version") == now);
  CHECK(!seen->contains("round"));
}

TEST_CASE("otb serve: players enter, change, withdraw and have byes") {
  ServedEvent event;
  CHECK(
      event
          .enter(
              "a",
              R"("act":"enter","name":" Emil  Ott ","rating":1700,"club":"SC Ulm","title":"fm","federation":"ger")")
          .first == 200);
  CHECK(event.enter("a", R"("act":"enter","name":"Emil Otto","rating":null)").second ==
        "is 'Emil Otto' the same player as 'Emil Ott', who has entered already?\n");
  CHECK(event.enter("a", R"("act":"enter","name":"Emil Otto")").first == 422);
  CHECK(event.enter("a", R"("act":"enter","name":"Fritz","rating":99999)").first == 422);
  CHECK(event.enter("a", R"("act":"enter","name":"Fr\u0000itz")").first == 422);
  CHECK(event.enter("a", R"("act":"enter","name":"Fr\u202eitz")").first == 422);
  CHECK(event.enter("a", R"("act":"enter","name":")" + std::string(201, 'x') + '"').first == 422);
  CHECK(event.enter("a", R"("act":"enter","name":"Fritz","title":"king")").first == 422);
  CHECK(
      event.enter("a", R"("act":"change","name":"Emil Otto","new_name":"Emil Zorn","rating":1500)")
          .first == 200);
  CHECK(event.enter("a", R"("act":"bye","name":"Anna","round":2)").first == 200);
  CHECK(event.enter("a", R"("act":"zero_bye","name":"Bert","round":2)").first == 200);
  CHECK(event.enter("a", R"("act":"zero_bye","name":"Bert","round":1)").first == 422);
  CHECK(event.enter("a", R"("act":"withdraw","name":"Dora")").first == 200);
  CHECK(event.enter("a", R"("act":"withdraw","name":"Nobody")").first == 422);
  const Json players = event.state().at("players");
  const auto find = [&](const std::string& name) {
    for (const Json& player : players) {
      if (player.at("name") == name) return player;
    }
    return Json();
  };
  CHECK(find("Emil Ott").at("title") == "FM");
  CHECK(find("Emil Ott").at("club") == "SC Ulm");
  CHECK(find("Emil Ott").at("first_round") == 2);
  CHECK(find("Emil Zorn").at("rating") == 1500);
  CHECK(find("Anna").at("half_byes").dump() == "[2]");
  CHECK(find("Bert").at("zero_byes").dump() == "[2]");
  CHECK(find("Dora").at("withdrawn") == true);
  CHECK(event.enter("a", R"("act":"reinstate","name":"Dora")").first == 200);
}

TEST_CASE("otb serve: helpers undo and redo only their own entries") {
  ServedEvent event;
  const auto line = [&](const std::string& helper, const char* which) {
    const Json command = event.state(helper).at(which);
    return command.is_null() ? "0" : command.at("line").dump();
  };
  const auto undo = [&](const std::string& helper, const std::string& number) {
    return event.enter(helper, R"("act":"undo","line":)" + number);
  };
  CHECK(line("a", "undo") == "0");
  CHECK(event.enter("a", first_board + R"(,"old":null,"result":"1-0")").first == 200);
  CHECK(
      event
          .enter(
              "b",
              R"("act":"result","round":1,"board":"2","white":"Dora","black":"Bert","old":null,"result":"0-1")")
          .first == 200);
  const std::string of_a = line("a", "undo"), of_b = line("b", "undo");
  CHECK(of_a != of_b);
  CHECK(undo("a", of_b).first == 409);
  CHECK(undo("a", "1").first == 409);
  CHECK(undo("a", of_a).first == 200);
  CHECK(event.result(1) == "");
  CHECK(event.result(2) == "0-1");
  // A second tap, or a repetition after an answer that was lost, undoes nothing else.
  CHECK(undo("a", of_a).first == 409);
  CHECK(line("a", "redo") == of_a);
  CHECK(event.enter("a", R"("act":"redo","line":)" + of_a).first == 200);
  CHECK(event.result(1) == "1-0");
  CHECK(event.enter("a", R"("act":"redo","line":)" + of_a).first == 409);
  // An entry on which later ones depend stays.
  CHECK(event.enter("b", R"("act":"pair","round":2)").first == 200);
  const auto refused = undo("a", line("a", "undo"));
  CHECK(refused.first == 422);
  CHECK_THAT(refused.second, contains_text("because of a later entry: round 2 is paired"));
}

TEST_CASE("otb serve: in a network entering needs the code, looking needs none") {
  ServedEvent event(true);
  CHECK(event.state().at("code") == true);
  CHECK(!event.state().contains("log"));
  CHECK(event.enter("a", first_board + R"(,"old":null,"result":"1-0")") ==
        std::pair<int, std::string>{403, "entering needs the code"});
  const auto attempt = [&](const std::string& code) {
    WebRequest request = ServedEvent::post("/code", Json{{"code", code}}.dump());
    request.remote_address = "192.168.0.9";
    return event.server->answer(request);
  };
  const std::string code = event.server->code();
  CHECK(code.size() == 6);
  const std::string wrong = code == "123456" ? "654321" : "123456";
  CHECK(attempt(wrong).status == 403);
  CHECK(attempt("").status == 403);
  const WebAnswer given = attempt(code);
  REQUIRE(given.status == 200);
  const std::string key = Json::parse(given.body).at("key").text();
  CHECK(event.state("a", key).at("code") == false);
  CHECK(event.state("a", key).contains("log"));
  WebRequest request = event.entry("a", first_board + R"(,"old":null,"result":"1-0")");
  request.key = key;
  CHECK(event.status_of(request) == 200);
  request.key = std::string(32, '0');
  CHECK(event.status_of(request) == 403);
  request.key = "";
  CHECK(event.status_of(request) == 403);
}

TEST_CASE("otb serve: wrong codes are limited for each address and for all") {
  EntryCode code;
  using Verdict = EntryCode::Verdict;
  const std::string wrong = code.code() == "123456" ? "654321" : "123456";
  EntryCode::Clock::time_point now{1h};
  for (int i = 0; i < 5; ++i) CHECK(code.attempt(wrong, "10.0.0.1", now) == Verdict::wrong);
  CHECK(code.attempt(code.code(), "10.0.0.1", now) == Verdict::wait);
  CHECK(code.attempt(code.code(), "10.0.0.2", now) == Verdict::right);
  CHECK(code.attempt(code.code(), "10.0.0.1", now + 4min) == Verdict::wait);
  CHECK(code.attempt(code.code(), "10.0.0.1", now + 5min) == Verdict::right);
  // From many addresses: twenty, then one each half minute; this computer is exempt.
  now += 1h;
  int tried = 0;
  for (int i = 0; i < 500; ++i, now += 1s) {
    tried += code.attempt(wrong, "10.0.1." + std::to_string(i), now) == Verdict::wrong;
  }
  CHECK(tried == 20 + 500 / 30);
  CHECK(code.attempt(code.code(), "127.0.0.1", now) == Verdict::right);
  // All addresses of this computer are one.
  for (const char* address : {"127.0.0.1", "127.0.0.2", "127.255.0.1", "::1", "::ffff:127.0.0.9"}) {
    CHECK(code.attempt(wrong, address, now) == Verdict::wrong);
  }
  CHECK(code.attempt(code.code(), "127.9.9.9", now) == Verdict::wait);
  const std::string key = code.new_key();
  CHECK(code.is_key(key));
  CHECK(!code.is_key(key.substr(1)));
  for (int i = 0; i < 500; ++i) code.new_key();
  CHECK(!code.is_key(key));
}

TEST_CASE("otb serve: a file that cannot be read any more is reported without its name") {
  ServedEvent event;
  const std::string whole = read_file(event.file);
  event.directory.write("cup.otb", whole + "broken\n");
  event.room->look();
  const Json state = event.state();
  CHECK(state.at("problem") == "the event file cannot be read just now");
  CHECK(state.at("event").at("paired") == 1);
  CHECK(event.enter("a", first_board + R"(,"old":null,"result":"1-0")").first == 500);
  CHECK_THAT(event.errors, contains_text("cup.otb:"));
  event.directory.write("cup.otb", whole);
  event.room->look();
  CHECK(event.state().at("problem") == "");
  CHECK(event.enter("a", first_board + R"(,"old":null,"result":"1-0")").first == 200);
  CHECK_THROWS_AS(Room(event.directory.file("missing.otb")), UnusableError);
}

TEST_CASE("otb serve: errors, notes and the log are in the language of each page") {
  ServedEvent event;
  const auto send = [&](const char* language, const std::string& members) {
    WebRequest request = event.entry("a", members);
    request.parameters["language"] = language;
    return Json::parse(event.server->answer(request).body);
  };
  const auto state = [&](const char* language) {
    return event.get("/state", {{"helper", "a"}, {"language", language}});
  };
  const std::string anna = R"("act":"enter","name":"Anna")";
  CHECK(send("de", anna).at("error") == "„Anna“ ist schon gemeldet");
  CHECK(send("fr", anna).at("error") == "«\u202fAnna\u202f» est déjà inscrit");
  CHECK(send("en", anna).at("error") == "'Anna' has entered already");
  CHECK(send("tlh", anna).at("error") == "'Anna' has entered already");
  CHECK(send("de", R"("act":"result","round":1,"board":"1","white":"X","black":"Y")").at("error") ==
        "an Brett 1 spielen jetzt andere");
  CHECK(send("fr", R"("act":"enter","name":"Annaa")").at("notes").at(0) ==
        "«\u202fAnnaa\u202f» est-il le même joueur que «\u202fAnna\u202f», déjà inscrit\u202f?");
  CHECK(state("de").at("log").at(0).at("text") == "Anmeldung: Annaa");
  CHECK(state("fr").at("undo").at("text") == "inscription\u00a0: Annaa");
  CHECK(state("en").at("undo").at("text") == "Annaa enters");
  CHECK(state("de").at("event").at("system") == "Schweizer System (FIDE)");
  CHECK(state("en").at("event").at("system") == "dutch");
  WebRequest elsewhere = ServedEvent::request("GET", "/elsewhere");
  elsewhere.parameters["language"] = "de";
  CHECK(Json::parse(event.server->answer(elsewhere).body).at("error") ==
        "diese Seite gibt es nicht");
}

}  // namespace room_test
