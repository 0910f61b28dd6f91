#include "cli/otb/serve/room_state.h"

#include <algorithm>
#include <cmath>

#include "cli/otb/commands/event_access.h"
#include "cli/otb/event/standing.h"
#include "cli/otb/lists/list_words.h"
#include "cli/otb/lists/lists.h"
#include "cli/print/list_page.h"
#include "core/tournament/systems.h"

namespace schiri::cli {

namespace {

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
  for (std::size_t i = 0; i < boards.size(); ++i) {
    list.push_back({{"board", std::to_string(i + 1)},
                    {"white", player(boards[i].first)},
                    {"black", player(boards[i].second)},
                    {"result", result_json(boards[i].result)},
                    {"by_hand", boards[i].by_hand}});
  }
  return list;
}

Json round_json(const otb::Journal& journal, std::uint64_t round, const Translation& language) {
  const otb::Event& event = journal.event();
  if (event.rounds().empty()) return {};
  const auto points = points_before(event, round);
  Json byes = Json::array();
  for (const otb::Bye& bye : event.rounds()[round - 1].byes) {
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

}  // namespace

Json room_state(const otb::Journal& journal, std::uint64_t round, const Translation& language) {
  const otb::Event& event = journal.event();
  const std::uint64_t last = event.rounds().size();
  const std::uint64_t shown = round == 0 || round > last ? last : round;
  return {{"event", event_json(journal, language)},
          {"round", round_json(journal, shown, language)},
          {"players", players_json(event)}};
}

Json helper_state(const otb::Journal& journal, const std::string& helper,
                  const Translation& language) {
  Json state = {{"log", log_json(journal, language)}, {"undo", Json()}, {"redo", Json()}};
  // The journal takes a missing name for everybody.
  if (helper.empty()) return state;
  state["undo"] = command_json(journal, journal.last_valid(helper), language);
  state["redo"] = command_json(journal, journal.last_undone(helper), language);
  return state;
}

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

}  // namespace schiri::cli
