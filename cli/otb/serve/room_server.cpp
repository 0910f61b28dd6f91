#include "cli/otb/serve/room_server.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>

#include "cli/otb/event/round_robin.h"
#include "cli/otb/event/standing.h"
#include "cli/otb/lists/list_words.h"
#include "cli/otb/lists/lists.h"
#include "cli/otb/publish/otb_files.h"
#include "cli/otb/publish/site.h"
#include "cli/otb/serve/request_rules.h"
#include "cli/otb/serve/room.h"
#include "cli/print/list_page.h"
#include "cli/print/output_language.h"
#include "cli/web/shared/document.h"
#include "cli/web/web_files.h"
#include "core/base/errors.h"
#include "core/base/names.h"
#include "core/base/text.h"
#include "core/tournament/systems.h"
#include "notation/text/json.h"
#include "notation/text/printable.h"
#include "notation/text/similar_names.h"

namespace schiri::cli {

namespace {

using namespace std::chrono_literals;

std::string room_script() {
  return with_texts(room_js, languages(), {"cli/otb/serve/room", "cli/web/shared/words.js"});
}
std::string room_style() {
  return std::string(palette_css).append(style_css).append(room_css).append(bracket_css);
}

/// Below the time after which phones and proxies give up.
constexpr auto longest_wait = 20s;
constexpr std::size_t longest_helper = 60;

const std::vector<Route> routes = {{"/", false},      {"/room.js", false}, {"/room.css", false},
                                   {"/state", false}, {"/list", false},    {"/code", true},
                                   {"/entry", true},  {"/site/", false}};

WebAnswer content(const char* type, std::string body) {
  return {200, std::string(type) + "; charset=utf-8", std::move(body), answer_headers()};
}

WebAnswer json_answer(const Json& json) { return content("application/json", json.dump()); }

std::string parameter(const WebRequest& request, const char* name) {
  const auto found = request.parameters.find(name);
  return found == request.parameters.end() ? "" : found->second;
}

std::uint64_t round_parameter(const WebRequest& request) {
  return parse_number<std::uint64_t>(parameter(request, "round")).value_or(0);
}

std::string known_language(const std::string& asked) {
  const auto& known = languages();
  return std::find(known.begin(), known.end(), asked) == known.end() ? "en" : asked;
}

std::string language_of(const WebRequest& request) {
  return known_language(parameter(request, "language"));
}

const Translation& sentences_in(const std::string& known_language) {
  static const std::map<std::string, Translation> all = [] {
    std::map<std::string, Translation> made;
    for (const std::string& language : languages())
      made.emplace(language, translation_to(language));
    return made;
  }();
  return all.at(known_language);
}

/// The sentences of the page's language, which differs from page to page.
const Translation& sentences_for(const WebRequest& request) {
  return sentences_in(language_of(request));
}

/// A helper's name and the letters of its page, in one form. Throws InputError.
std::string read_helper(const std::string& text) {
  const std::string helper = tidy_name(text);
  if (helper.empty() || count_characters(helper) > longest_helper) {
    throw InputError(message("the name of a helper has 1 to 60 letters"));
  }
  return helper;
}

constexpr std::size_t most_log_lines = 40;

double to_tenths(double points) { return std::round(points * 10) / 10; }

Json event_json(const otb::Journal& journal, const Translation& language) {
  const otb::Event& event = journal.event();
  const otb::EventHead& head = journal.head();
  const ListHead shown = list_head(head);
  Json facts = Json::array();
  for (const Message& fact : shown.facts) facts.push_back(fact.in(language));
  return {{"name", head.name},
          {"place", head.place},
          {"date", head_dates(shown, language)},
          {"facts", facts},
          {"federation", head.federation},
          {"system", Message(Pattern::of_constant(system_title(event.system()))).in(language)},
          {"takes_byes", event.is_swiss()},
          {"knockout", event.system() == System::knockout},
          {"planned", event.planned_rounds()},
          {"paired", event.rounds().size()},
          {"finished", event.finished_rounds()},
          {"over", event.is_over()}};
}

/// The boards of a round.
Json boards_json(const otb::Event& event, std::uint64_t round) {
  const auto points = points_before(event, round);
  const auto numbers = start_numbers(event);
  const auto player = [&](std::size_t entrant) -> Json {
    return {{"name", event.entrants()[entrant].name},
            {"number", numbers[entrant]},
            {"title", event.entrants()[entrant].details.title},
            {"club", event.entrants()[entrant].club},
            {"points", to_tenths(points[entrant])}};
  };
  Json list = Json::array();
  const auto& boards = event.rounds()[round - 1].boards;
  const auto annulled = otb::annulled_entrants(event, event.rounds().size());
  for (std::size_t i = 0; i < boards.size(); ++i) {
    if (otb::is_void(boards[i], annulled)) continue;
    list.push_back({{"board", std::to_string(i + 1)},
                    {"white", player(boards[i].first)},
                    {"black", player(boards[i].second)},
                    {"result", result_json(boards[i].result)},
                    {"is_walkover", boards[i].is_walkover},
                    {"by_hand", boards[i].by_hand}});
  }
  return list;
}

Json round_json(const otb::Journal& journal, std::uint64_t round, const Translation& language) {
  const otb::Event& event = journal.event();
  if (event.rounds().empty()) return {};
  const auto points = points_before(event, round);
  Json byes = Json::array();
  for (const otb::Bye& bye : otb::byes_of(event, round)) {
    byes.push_back({{"name", event.entrants()[bye.entrant].name},
                    {"points", to_tenths(points[bye.entrant])},
                    {"kind", otb::bye_kind_name(bye.kind)},
                    {"text", bye_sentence(event, bye.kind).in(language)}});
  }
  return {{"number", round},
          {"title", round_title(event, journal.head(), round).in(language)},
          {"boards", boards_json(event, round)},
          {"byes", byes}};
}

/// The entrants in the order of the start list, and what is known of their coming rounds.
Json players_json(const otb::Event& event) {
  Json list = Json::array();
  const std::uint64_t next = event.finished_rounds() + 1;
  const auto later = [&](const std::vector<std::uint64_t>& rounds) {
    Json coming = Json::array();
    for (const std::uint64_t round : rounds) {
      if (round >= next) coming.push_back(round);
    }
    return coming;
  };
  for (const std::size_t entrant : event.start_list()) {
    const otb::Entrant& one = event.entrants()[entrant];
    list.push_back({{"name", one.name},
                    {"title", one.details.title},
                    {"rating", one.rating ? Json(*one.rating) : Json()},
                    {"club", one.club},
                    {"withdrawn", one.last_round.has_value()},
                    {"first_round", one.first_round},
                    {"half_byes", later(one.half_point_byes)},
                    {"zero_byes", later(one.zero_point_byes)}});
  }
  return list;
}

Json log_json(const otb::Journal& journal, const Translation& language) {
  Json list = Json::array();
  for (std::size_t i = journal.acts().size(); i-- > 0 && list.size() < most_log_lines;) {
    const Json& act = journal.acts()[i];
    const Json* by = act.find("by");
    list.push_back({{"line", i + 1},
                    {"time", act.at("time").text()},
                    {"text", otb::line_sentence(act).in(language)},
                    {"by", by ? *by : Json("")},
                    {"undone", journal.is_undone(i)}});
  }
  return list;
}

/// A command's line and what it did.
Json command_json(const otb::Journal& journal, const std::optional<std::size_t>& line,
                  const Translation& language) {
  if (!line) return {};
  Message text;
  for (const Json& act : journal.command(*line)) text = joined(text, otb::line_sentence(act));
  return {{"line", *line}, {"text", text.in(language)}};
}

/// What a page may ask for by name.
Table list_named(const otb::Journal& journal, const std::string& name, std::uint64_t rounds) {
  if (name == "standing") return standing_list(journal, rounds, journal.event().tie_breaks());
  if (name == "players") return start_list(journal);
  if (name != "table") throw InputError(message("there is no such list"));
  return cross_table(journal, rounds);
}

/// What a page shows of an event, in the page's language: `event`, `round` (null before the first
/// pairing) and `players`. `round`: 0 is the last one.
Json room_state(const otb::Journal& journal, std::uint64_t round, const Translation& language) {
  const otb::Event& event = journal.event();
  const std::uint64_t last = event.rounds().size();
  const std::uint64_t shown = round == 0 || round > last ? last : round;
  return {{"event", event_json(journal, language)},
          {"round", round_json(journal, shown, language)},
          {"players", players_json(event)}};
}

/// What only helpers see: `log` (the latest lines, latest first), `undo` and `redo` (the line and
/// the sentence of what `helper` can undo or do again, or null).
Json helper_state(const otb::Journal& journal, const std::string& helper,
                  const Translation& language) {
  Json state = {{"log", log_json(journal, language)}, {"undo", Json()}, {"redo", Json()}};
  // The journal takes a missing name for everybody.
  if (helper.empty()) return state;
  state["undo"] = command_json(journal, journal.last_valid(helper), language);
  state["redo"] = command_json(journal, journal.last_undone(helper), language);
  return state;
}

/// A list by its name, `standing`, `table` or `players`, or the `bracket` of a knockout, after
/// these rounds: `title`, `below` and `html`. Throws InputError for an unknown name.
Json room_list(const otb::Journal& journal, const std::string& name, std::uint64_t rounds,
               const Translation& language) {
  const otb::Event& event = journal.event();
  if (name == "bracket" && event.system() == System::knockout) {
    const auto entrant = [&](std::size_t one) { return html_text(event.entrants()[one].name); };
    return {{"title", message("Bracket").in(language)},
            {"below", ""},
            {"html", bracket_html(event, language, entrant)}};
  }
  const Table list = list_named(journal, name, rounds);
  TableOptions options{.format = Format::html};
  options.language = &language;
  const std::string title = list.title.in(language);
  return {{"title", title},
          {"below", list.above.in(language)},
          {"html", html_table(title, shown_table(list, options))}};
}

}  // namespace

RoomServer::RoomServer(Room& room, bool is_open, std::vector<std::string> host_names,
                       std::function<void(const Message&)> report)
    : room_(room),
      is_open_(is_open),
      host_names_(std::move(host_names)),
      report_(std::move(report)),
      token_(random_key()) {}

void RoomServer::set_address(std::string address, std::string picture) {
  address_ = std::move(address);
  address_picture_ = std::move(picture);
}

bool RoomServer::is_helper(const WebRequest& request) const {
  return !is_open_ || code_.is_key(request.key);
}

/// Whatever can be refused before the body is read.
std::optional<Refusal> RoomServer::refuse_request(const WebRequest& request) const {
  auto refused = refuse(request, routes, host_names_);
  if (refused || request.path != "/entry") return refused;
  if (!is_same_secret(request.token, token_)) {
    return Refusal{403, message("the page is older than the server"), "token"};
  }
  if (!is_helper(request)) return Refusal{403, message("entering needs the code"), "code"};
  return std::nullopt;
}

bool RoomServer::wants_body(const WebRequest& request) {
  return request.method == "POST" && !refuse_request(request);
}

WebAnswer RoomServer::answer(const WebRequest& request) {
  const Translation& language = sentences_for(request);
  if (const auto refused = refuse_request(request)) return refusal(*refused, language);
  try {
    return answer_or_throw(request);
  } catch (const OutdatedEntry& error) {
    return refusal({409, error.message(), "outdated"}, language);
  } catch (const InputError& error) {
    return refusal({422, error.message()}, language);
  } catch (const JsonError&) {
    return refusal({400, message("the entry cannot be read")}, language);
  } catch (const std::exception& error) {
    // The text may name files of this computer.
    const auto* const known = dynamic_cast<const MessageError*>(&error);
    report_(known ? known->message() : Message(error.what()));
    return refusal({500, message("the event file cannot be used just now; the terminal of the "
                                 "server says why")},
                   language);
  }
}

WebAnswer RoomServer::answer_or_throw(const WebRequest& request) {
  if (request.path == "/") return content("text/html", std::string(room_html));
  if (request.path == "/room.css") return content("text/css", room_style());
  if (request.path == "/room.js") return content("text/javascript", room_script());
  if (request.path == "/state") return state(request);
  if (request.path == "/list") return list(request);
  if (request.path.starts_with("/site/")) return site(request.path);
  return request.path == "/code" ? try_code(request) : enter(request);
}

WebAnswer RoomServer::state(const WebRequest& request) const {
  const bool helps = is_helper(request);
  const std::string after = parameter(request, "after");
  const Room::View view = room_.wait(after, helps && !after.empty() ? longest_wait : 0s);
  const Translation& language = sentences_for(request);
  const Message problem = view.problem.empty() ? Message()
                          : view.is_other      ? other_event()
                                               : message("the event file cannot be read just now");
  Json state = {{"version", view.version},
                {"token", token_},
                {"code", !helps},
                {"problem", problem.in(language)}};
  // Nothing new: the page has it all.
  if (view.version == after) return json_answer(state);
  state.update(room_state(*view.journal, round_parameter(request), language));
  if (helps) {
    const std::string helper = tidy_name(parameter(request, "helper"));
    state.update(helper_state(*view.journal, helper, language));
  }
  return json_answer(state);
}

WebAnswer RoomServer::list(const WebRequest& request) const {
  if (parameter(request, "name") == "address") {
    return json_answer({{"title", address_}, {"html", address_picture_}});
  }
  const Room::View view = room_.view();
  const otb::Event& event = view.journal->event();
  const std::uint64_t asked = round_parameter(request);
  const std::uint64_t paired = event.rounds().size(), finished = event.finished_rounds();
  const std::uint64_t usual = finished ? finished : paired;
  const std::uint64_t rounds = asked == 0 || asked > paired ? usual : asked;
  Json answer = {{"version", view.version}, {"rounds", rounds}};
  answer.update(room_list(*view.journal, parameter(request, "name"), rounds,
                          translation_to(language_of(request))));
  return json_answer(answer);
}

WebAnswer RoomServer::site(const std::string& path) const {
  const std::filesystem::path parts = path;
  const Translation& language =
      sentences_in(known_language(parts.parent_path().filename().string()));
  TableOptions options{.format = Format::html};
  options.language = &language;
  const Room::View view = room_.view();
  auto page = site_page(*view.journal, parts.filename().string(), options);
  if (!page) return refusal({404, message("there is no such page")}, language);
  WebAnswer answer = content("text/html", std::move(page->html));
  // Its style is allowed by its hash.
  const std::string_view body = answer.body;
  const std::size_t begin = body.find("<style>") + 7, end = body.find("</style>");
  for (auto& [header, value] : answer.headers) {
    if (header != "Content-Security-Policy") continue;
    value = content_policy(body.substr(begin, end - begin), {}, false);
    value += "; frame-ancestors 'none'";
  }
  return answer;
}

WebAnswer RoomServer::try_code(const WebRequest& request) {
  const Json tried = Json::parse(request.body);
  switch (code_.attempt(tried.at("code").text(), request.remote_address, EntryCode::Clock::now())) {
    case EntryCode::Verdict::right:
      return json_answer({{"key", code_.new_key()}});
    case EntryCode::Verdict::wrong:
      return refusal({403, message("this is not the code"), "code"}, sentences_for(request));
    case EntryCode::Verdict::wait:
      break;
  }
  return refusal({429, message("too many wrong codes; try again in five minutes"), "wait"},
                 sentences_for(request));
}

WebAnswer RoomServer::enter(const WebRequest& request) {
  const Json entry = Json::parse(request.body);
  const std::string helper = read_helper(entry.at("helper").text());
  std::vector<Message> notes;
  room_.change([&](otb::Journal& journal) {
    journal.set_helper(helper);
    notes = make_entry(journal, entry);
  });
  Json texts = Json::array();
  for (const Message& note : notes) texts.push_back(note.in(sentences_for(request)));
  return json_answer({{"version", room_.view().version}, {"notes", texts}});
}

}  // namespace schiri::cli
