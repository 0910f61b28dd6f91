#include "notation/otb/act_json.h"

#include <algorithm>
#include <utility>

#include "core/base/names.h"
#include "core/tournament/systems.h"
#include "notation/text/point_system.h"
#include "notation/text/printable.h"
#include "notation/trf/fields.h"

namespace schiri::otb {

namespace {

constexpr const char* baku = "baku";

Board& board_of(Round& round, std::size_t white, std::size_t black) {
  for (Board& board : round.boards) {
    if (board.first == white && board.second == black) return board;
  }
  throw EventError(message("it demands a board that does not exist"));
}

/// A player's index among the members of a team; nullopt for null.
std::optional<std::size_t> member_named(const Entrant& team, const Json& name) {
  if (name.is_null()) return std::nullopt;
  for (std::size_t m = 0; m < team.members.size(); ++m) {
    if (is_same_name(team.members[m].name, name.text())) return m;
  }
  return team.members.size();
}

/// The games of a match in the form of the file, White first; null for an empty seat. The name of
/// the first player determines the team with White.
std::vector<TeamGame> games_of(const Entrant& first, const Entrant& second, const Json& told) {
  std::vector<TeamGame> games;
  for (const Json& seats : told) {
    TeamGame& game = games.emplace_back();
    const auto is_of = [&](const Entrant& team, const Json& name) {
      return !name.is_null() && member_named(team, name) < team.members.size();
    };
    game.first_is_white = is_of(first, seats.at(0)) || is_of(second, seats.at(1)) ||
                          (seats.at(0).is_null() && seats.at(1).is_null() && games.size() % 2 == 1);
    game.first = member_named(first, seats.at(game.first_is_white ? 0 : 1));
    game.second = member_named(second, seats.at(game.first_is_white ? 1 : 0));
  }
  return games;
}

Json name_or_null(const Entrant& team, const std::optional<std::size_t>& member) {
  return member ? Json(team.members[*member].name) : Json();
}

/// White first.
Json games_json(const Entrant& first, const Entrant& second, const Board& match) {
  Json games = Json::array();
  for (const TeamGame& game : match.games) {
    Json seats = Json::array({name_or_null(first, game.first), name_or_null(second, game.second)});
    if (!game.first_is_white) std::swap(seats[0], seats[1]);
    games.push_back(seats);
  }
  return games;
}

}  // namespace

std::uint64_t number_in(const Json& act, const char* key) {
  return act.at(key).get<std::uint64_t>();
}

std::uint64_t number_or(const Json& act, const char* key, std::uint64_t otherwise) {
  return act.contains(key) ? number_in(act, key) : otherwise;
}

Json tie_break_codes(const std::vector<rating::TieBreakId>& list) {
  Json codes = Json::array();
  for (const auto id : list) codes.push_back(Json(rating::name_of(id).code));
  return codes;
}

std::vector<rating::TieBreakId> tie_breaks_of(const Json& codes) {
  std::vector<rating::TieBreakId> list;
  for (const Json& code : codes) {
    const auto id = rating::find_tie_break(code.get<std::string>());
    if (!id) throw EventError(message("unknown tie-break '{0}'", printable(code.text())));
    list.push_back(*id);
  }
  return list;
}

PointSystem points_of(const Json& text) {
  try {
    return read_point_system(text.get<std::string>());
  } catch (const ValueError& error) {
    throw EventError(error.message());
  }
}

Entry entry_of(const Json& act) {
  Entry entrant{act.at("name").text()};
  if (act.contains("rating")) entrant.rating = act.at("rating").get<int>();
  if (act.contains("club")) entrant.club = act.at("club").text();
  if (act.contains("team")) entrant.team = act.at("team").text();
  if (act.contains("half_byes")) entrant.half_byes = number_in(act, "half_byes");
  for (const PlayerField& field : player_fields) {
    if (act.contains(field.key)) entrant.details.*field.text = field.read(act.at(field.key).text());
  }
  return entrant;
}

Json entry_json(const Entry& entry) {
  Json act = {{"name", entry.name}};
  if (entry.rating) act["rating"] = *entry.rating;
  if (!entry.club.empty()) act["club"] = entry.club;
  if (!entry.team.empty()) act["team"] = entry.team;
  if (entry.half_byes) act["half_byes"] = *entry.half_byes;
  for (const PlayerField& field : player_fields) {
    if (const std::string& text = entry.details.*field.text; !text.empty()) act[field.key] = text;
  }
  return act;
}

EntrantChange change_of(const Json& act) {
  EntrantChange change;
  if (act.contains("new_name")) change.name = act.at("new_name").text();
  if (const Json* rating = act.find("rating")) {
    change.rating.emplace();
    if (!rating->is_null()) *change.rating = rating->get<int>();
  }
  if (act.contains("club")) change.club = act.at("club").text();
  for (const PlayerField& field : player_fields) {
    if (!act.contains(field.key)) continue;
    change.details.emplace_back(field.text, field.read(act.at(field.key).text()));
  }
  return change;
}

Json change_json(const std::string& name, const EntrantChange& change) {
  Json act = {{"name", name}};
  if (change.name) act["new_name"] = *change.name;
  if (change.rating) act["rating"] = *change.rating ? Json(**change.rating) : Json();
  if (change.club) act["club"] = *change.club;
  for (const auto& [text, value] : change.details) act[field_of(text).key] = value;
  return act;
}

Terms terms_of(const Json& act) {
  Terms terms;
  const auto system = find_system(act.at("system").get<std::string>());
  if (!system) throw EventError(message("its game or system is unknown"));
  terms.system = *system;
  terms.rounds = number_in(act, "rounds");
  if (const Json* acceleration = act.find("accelerate")) {
    if (*acceleration != baku) throw EventError(message("its acceleration is unknown"));
    terms.acceleration = Acceleration::baku;
  }
  if (act.contains("first_colour") && act.at("first_colour") == "black") {
    terms.first_colour = Side::black;
  }
  if (act.contains("half_byes")) terms.half_byes = number_in(act, "half_byes");
  terms.cycles = number_or(act, "cycles", 1);
  terms.games = number_or(act, "games", 1);
  terms.third_place = act.contains("third_place") && act.at("third_place") == true;
  terms.boards = number_or(act, "boards", 0);
  terms.is_scheveningen = act.contains("scheveningen") && act.at("scheveningen") == true;
  if (const Json* points = act.find("points")) terms.points = points_of(*points);
  terms.tie_breaks = tie_breaks_of(act.at("tie_breaks"));
  return terms;
}

Json terms_json(const Terms& terms) {
  Json details = {{"system", system_name(terms.system)},
                  {"rounds", terms.rounds},
                  {"tie_breaks", tie_break_codes(Event(terms).tie_breaks())}};
  if (terms.acceleration == Acceleration::baku) details["accelerate"] = baku;
  if (terms.first_colour == Side::black) details["first_colour"] = "black";
  if (terms.half_byes) details["half_byes"] = *terms.half_byes;
  if (terms.cycles != 1) details["cycles"] = terms.cycles;
  if (terms.games != 1) details["games"] = terms.games;
  if (terms.third_place) details["third_place"] = true;
  if (terms.boards > 0) details["boards"] = terms.boards;
  if (terms.is_scheveningen) details["scheveningen"] = true;
  if (terms.points) details["points"] = point_system_text(*terms.points);
  return details;
}

bool is_head_key(std::string_view key) {
  return key == "schedule" || key == "categories" ||
         std::any_of(head_fields.begin(), head_fields.end(),
                     [&](const HeadField& field) { return key == field.key; });
}

Json schedule_json(const std::vector<RoundTime>& schedule) {
  Json list = Json::array();
  for (std::size_t i = 0; i < schedule.size(); ++i) {
    if (!schedule[i].is_known()) continue;
    list.push_back(Json::array({i + 1, schedule[i].date, schedule[i].time}));
  }
  return list;
}

std::optional<BoardResult> result_of(const Json& act) {
  if (act.at("result").is_null()) return std::nullopt;
  const auto found = find_board_result(act.at("result").get<std::string>());
  if (!found) throw EventError(message("its result is not a result"));
  return found;
}

Round round_of(const Event& event, const Json& act) {
  Round round;
  const auto player = [&](const Json& name) { return event.find(name.get<std::string>()); };
  for (const Json& board : act.at("boards")) {
    Board& made =
        round.boards.emplace_back(Board{player(board.at(0)), player(board.at(1)), std::nullopt});
    if (!event.has_teams()) continue;
    const auto& teams = event.entrants();
    made.games = games_of(teams[made.first], teams[made.second],
                          act.at("games").at(round.boards.size() - 1));
  }
  for (const Json& bye : act.at("byes")) {
    const auto kind = find_bye_kind(bye.at(1).get<std::string>());
    if (!kind) throw EventError(message("a bye is of an unknown kind"));
    round.byes.push_back({player(bye.at(0)), *kind});
  }
  if (act.contains("fixed")) {
    for (const Json& board : act.at("fixed")) {
      board_of(round, player(board.at(0)), player(board.at(1))).by_hand = true;
    }
  }
  return round;
}

Json round_json(const Event& event, const Round& round) {
  const auto name = [&](std::size_t player) { return event.entrants()[player].name; };
  Json boards = Json::array(), byes = Json::array(), games = Json::array();
  for (const Board& board : round.boards) {
    boards.push_back(Json::array({name(board.first), name(board.second)}));
    const auto& teams = event.entrants();
    games.push_back(games_json(teams[board.first], teams[board.second], board));
  }
  for (const Bye& bye : round.byes) {
    byes.push_back(Json::array({name(bye.entrant), bye_kind_name(bye.kind)}));
  }
  Json act = {{"round", event.rounds().size() + 1}, {"boards", boards}, {"byes", byes}};
  if (event.has_teams()) act["games"] = games;
  return act;
}

}  // namespace schiri::otb
