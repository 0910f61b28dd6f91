#include "cli/otb/journal.h"

#include <algorithm>
#include <array>
#include <iostream>
#include <utility>

#include "cli/line/command.h"
#include "cli/otb/person_fields.h"
#include "cli/tournament/event_log.h"
#include "core/base/date.h"
#include "core/base/names.h"
#include "core/tournament/systems.h"
#include "db/otb/line_checksum.h"
#include "notation/game_types.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

constexpr std::array<std::string_view, 5> bye_kinds = {"odd", "asked", "absent", "free", "full"};
constexpr const char* baku = "baku";

[[noreturn]] void give_up(const std::string& path, const std::string& what) {
  throw UnusableError(printable(path, 4096) + ": " + what);
}

std::uint64_t number(const Json& act, const char* key) { return act.at(key).get<std::uint64_t>(); }

/// What is only shown, never asked about, must be there as well.
void require_texts(const Json& act) {
  static_cast<void>(act.at("time").get<std::string>());
  if (act.contains("record")) static_cast<void>(act.at("record").get<std::string>());
}

/// The version of event files that is written and read.
constexpr std::uint64_t version = 2;

/// An act as a line of the file.
std::string line_of(const Json& act) { return db::with_checksum(act.dump()) + '\n'; }

/// A line that was changed is not taken in unless somebody who has seen it says so.
std::string complaint_about(const db::ChecksumFault& fault) {
  return std::string(fault.is_missing ? "the line has no checksum"
                                      : "the line does not match its checksum") +
         ": it was changed by something other than schiri; restore the file from a copy, or, if "
         "the "
         "line is right as it is now, let it end in " +
         fault.right;
}

Json act_of(const char* kind, const Json& details) {
  Json act = {{"v", version}, {"time", utc_time()}, {"act", kind}};
  act.update(details);
  return act;
}

/// A date as records have it; what an older schiri has taken for one stays.
std::string date_of(const std::string& text) {
  const auto date = read_date(text);
  return date ? date->text() : text;
}

}  // namespace

std::string_view bye_kind_name(ByeKind kind) { return bye_kinds[static_cast<std::size_t>(kind)]; }

/// A line of the file; there is no act if it is not JSON.
struct EventJournal::Line {
  std::size_t number;
  std::string_view text;
  bool is_ended;  ///< by a newline
  std::optional<Json> act;

  bool reads() const { return act.has_value(); }
  /// Might half of an act look like this? A line that is whole up to its checksum is not half.
  bool may_be_torn() const {
    if (reads()) return false;
    if (!is_ended || text.find('\0') != text.npos) return true;
    return text.starts_with('{') && !db::has_checksum(text);
  }
  std::size_t part() const { return figure("part"); }
  std::size_t parts() const { return figure("parts"); }

 private:
  std::size_t figure(const char* key) const {
    const Json* value = act ? act->find(key) : nullptr;
    return value && value->is_number_unsigned() ? value->get<std::size_t>() : 1;
  }
};

namespace {

template <class Line>
std::vector<Line> lines_of(std::string_view text) {
  std::vector<Line> lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = text.substr(at, end - at);
    lines.push_back({lines.size() + 1, line, end < text.size(), Json::parse_if_valid(line)});
    at = end + 1;
  }
  return lines;
}

/// How many lines at the front belong to commands that were written completely: what a power cut
/// has left of the last one is lines that are none, or too few.
template <class Line>
std::size_t count_whole(const std::vector<Line>& lines) {
  std::size_t last = lines.size();
  while (last > 0 && lines[last - 1].may_be_torn()) --last;
  if (last == 0) return 0;
  const Line& line = lines[last - 1];
  const std::size_t begin = last - std::min(line.part(), last);
  const bool is_complete = line.part() >= line.parts() &&
                           std::all_of(lines.begin() + static_cast<std::ptrdiff_t>(begin),
                                       lines.begin() + static_cast<std::ptrdiff_t>(last),
                                       [](const Line& one) { return !one.may_be_torn(); });
  return is_complete ? last : begin;
}

}  // namespace

Json tie_break_codes(const std::vector<rating::TieBreakId>& list) {
  Json codes = Json::array();
  for (const auto id : list) codes.push_back(Json(rating::name_of(id).code));
  return codes;
}

namespace {

std::vector<rating::TieBreakId> tie_breaks_of(const Json& codes) {
  std::vector<rating::TieBreakId> list;
  for (const Json& code : codes) {
    const auto id = rating::find_tie_break(code.get<std::string>());
    if (!id) throw OpenEventError("its tie-break '" + printable(code.text()) + "' is not known");
    list.push_back(*id);
  }
  return list;
}

EntrantName entrant_of(const Json& act) {
  EntrantName entrant{act.at("name").text()};
  if (act.contains("rating")) entrant.rating = act.at("rating").get<int>();
  if (act.contains("club")) entrant.club = act.at("club").text();
  if (act.contains("team")) entrant.team = act.at("team").text();
  if (act.contains("half_byes")) entrant.half_byes = number(act, "half_byes");
  for (const PersonField& field : person_fields) {
    if (act.contains(field.key)) entrant.details.*field.text = field.read(act.at(field.key).text());
  }
  return entrant;
}

EntrantChange change_of(const Json& act) {
  EntrantChange change;
  if (act.contains("new_name")) change.name = act.at("new_name").text();
  if (const Json* rating = act.find("rating")) {
    change.rating.emplace();
    if (!rating->is_null()) *change.rating = rating->get<int>();
  }
  if (act.contains("club")) change.club = act.at("club").text();
  for (const PersonField& field : person_fields) {
    if (!act.contains(field.key)) continue;
    change.details.emplace_back(field.text, field.read(act.at(field.key).text()));
  }
  return change;
}

std::uint64_t number_or(const Json& act, const char* key, std::uint64_t otherwise) {
  return act.contains(key) ? number(act, key) : otherwise;
}

OpenTerms terms_of(const Json& act) {
  OpenTerms terms;
  const auto system = find_system(act.at("system").get<std::string>());
  if (!system) throw OpenEventError("its game or system is not known");
  terms.system = *system;
  terms.rounds = number(act, "rounds");
  if (const Json* acceleration = act.find("accelerate")) {
    if (*acceleration != baku) throw OpenEventError("its acceleration is not known");
    terms.acceleration = Acceleration::baku;
  }
  if (act.contains("first_colour") && act.at("first_colour") == "black") {
    terms.first_colour = Side::black;
  }
  if (act.contains("half_byes")) terms.half_byes = number(act, "half_byes");
  terms.cycles = number_or(act, "cycles", 1);
  terms.games = number_or(act, "games", 1);
  terms.third_place = act.contains("third_place") && act.at("third_place") == true;
  terms.boards = number_or(act, "boards", 0);
  terms.is_scheveningen = act.contains("scheveningen") && act.at("scheveningen") == true;
  terms.tie_breaks = tie_breaks_of(act.at("tie_breaks"));
  return terms;
}

/// What is not as usual; the tie-breaks always, so that they stay whatever is usual later.
Json details_of(const OpenTerms& terms) {
  Json details = {{"system", system_name(terms.system)},
                  {"rounds", terms.rounds},
                  {"tie_breaks", tie_break_codes(OpenEvent(terms).tie_breaks())}};
  if (terms.acceleration == Acceleration::baku) details["accelerate"] = baku;
  if (terms.first_colour == Side::black) details["first_colour"] = "black";
  if (terms.half_byes) details["half_byes"] = *terms.half_byes;
  if (terms.cycles != 1) details["cycles"] = terms.cycles;
  if (terms.games != 1) details["games"] = terms.games;
  if (terms.third_place) details["third_place"] = true;
  if (terms.boards > 0) details["boards"] = terms.boards;
  if (terms.is_scheveningen) details["scheveningen"] = true;
  return details;
}

}  // namespace

void EventJournal::begin(const std::string& path, const EventHead& head, const OpenTerms& terms) {
  Json details = {{"name", head.name},
                  {"game", head.game},
                  {"variant", head.variant},
                  {"place", head.place},
                  {"date", head.date}};
  details.update(details_of(terms));
  Json report = Json::array();
  for (const auto& [code, text] : head.report) report.push_back(Json::array({code, text}));
  if (!head.report.empty()) details["report"] = report;
  db::JournalFile::create(path, line_of(act_of("new", details)));
}

EventJournal EventJournal::open(const std::string& path, db::JournalFile::Access access) {
  EventJournal journal{db::JournalFile(path, access)};
  journal.read();
  return journal;
}

EventJournal EventJournal::replay(const std::string& path, const Watcher& watcher) {
  EventJournal journal{db::JournalFile(path, db::JournalFile::Access::read)};
  journal.watcher_ = watcher;
  journal.read();
  journal.watcher_ = nullptr;
  return journal;
}

void EventJournal::read() {
  const std::string text = file_.read();
  auto lines = lines_of<Line>(text);
  const std::size_t whole = count_whole(lines);
  const auto at_line = [&](std::size_t i, const auto& action) {
    const auto fail = [&](const std::string& what) {
      throw UnusableError(printable(file_.path(), 4096) + ':' + std::to_string(lines[i].number) +
                          ": error: " + what);
    };
    try {
      action();
    } catch (const JsonError&) {
      fail("the line does not belong in an event file");
    } catch (const OpenEventError& error) {
      fail(error.what());
    }
  };
  // What counts is known when all is read: what was undone may be anything.
  for (std::size_t i = 0; i < whole; ++i) {
    at_line(i, [&] {
      verify(lines[i]);
      note(*lines[i].act);
    });
  }
  for (std::size_t i = 0; i < whole; ++i) {
    if (!is_undone_[i]) at_line(i, [&] { apply(acts_[i]); });
  }
  if (!event_) give_up(file_.path(), "this is not an event file");
  written_ = acts_.size();
  // Another command may be writing just now.
  if (whole == lines.size() || !file_.was_at_rest()) return;
  const auto begin = static_cast<std::size_t>(lines[whole].text.data() - text.data());
  file_.set_torn(text.substr(begin));
  std::cerr
      << "schiri: " << printable(file_.path(), 4096) << ": line " << whole + 1
      << " was cut off, as by a power cut, and counts as never written; the next change moves "
         "it to "
      << printable(file_.torn_path(), 4096) << ": " << printable(lines[whole].text, 400) << '\n';
}

/// Its version and checksum, which is no part of the act. Throws JsonError, OpenEventError.
void EventJournal::verify(Line& line) {
  if (!line.reads() && !db::has_checksum(line.text)) throw JsonError("half a line");
  if (line.reads() && line.act->at("v") != version) {
    throw OpenEventError("the line is of version " + printable(line.act->at("v").dump()) +
                         " of event files; this schiri reads version " + std::to_string(version) +
                         " alone: use the schiri that wrote it");
  }
  if (const auto fault = db::checksum_fault(line.text))
    throw OpenEventError(complaint_about(*fault));
  if (!line.reads()) throw JsonError("no JSON");
  line.act->erase(db::checksum_key);
}

/// Puts an act to the others, and sees to what it undoes.
void EventJournal::note(const Json& act) {
  const std::string kind = act.at("act").get<std::string>();
  require_texts(act);
  if (kind == "undo") {
    if (commands_.size() < 2) throw OpenEventError("there is nothing to undo");
    const Command last = commands_.back();
    if (number(act, "lines") != last.end - last.begin) {
      throw OpenEventError("it takes back something else than the last thing");
    }
    std::fill(is_undone_.begin() + static_cast<std::ptrdiff_t>(last.begin),
              is_undone_.begin() + static_cast<std::ptrdiff_t>(last.end), true);
    commands_.pop_back();
  } else if (number_or(act, "part", 1) > 1 && !commands_.empty() &&
             commands_.back().end == acts_.size()) {
    ++commands_.back().end;
  } else {
    commands_.push_back({acts_.size(), acts_.size() + 1});
  }
  acts_.push_back(act);
  is_undone_.push_back(false);
}

void EventJournal::apply_beginning(const Json& act) {
  if (event_) throw OpenEventError("an event begins only once");
  head_ = {act.at("name").text(), act.at("game").text(), act.at("variant").text(),
           act.at("place").text(), date_of(act.at("date").text())};
  if (act.contains("report")) {
    for (const Json& line : act.at("report")) {
      head_.report.emplace_back(line.at(0).text(), line.at(1).text());
    }
  }
  if (!find_game(head_.game)) throw OpenEventError("its game or system is not known");
  event_.emplace(terms_of(act));
}

void EventJournal::apply(const Json& act) {
  const std::string kind = act.at("act").get<std::string>();
  if (kind == "new") return apply_beginning(act);
  if (!event_) throw OpenEventError("nothing comes before an event's beginning");
  if (kind == "undo" || apply_to_players(kind, act) || apply_to_rounds(kind, act)) return;
  throw OpenEventError("'" + printable(kind) + "' is not something that can be done");
}

bool EventJournal::apply_to_players(const std::string& kind, const Json& act) {
  const auto name = [&] { return act.at("name").text(); };
  const auto names = [&] {
    std::vector<std::string> texts;
    for (const Json& text : act.at("names")) texts.push_back(text.text());
    return texts;
  };
  if (kind == "enter") {
    event_->enter(entrant_of(act));
  } else if (kind == "lineup") {
    event_->set_lineup(act.at("team").text(), number(act, "round"), names());
  } else if (kind == "change") {
    event_->change(name(), change_of(act));
  } else if (kind == "order") {
    event_->set_start_list(names());
  } else if (kind == "withdraw") {
    event_->withdraw(name());
  } else if (kind == "reinstate") {
    event_->reinstate(name());
  } else if (kind == "bye") {
    event_->grant_half_point_bye(name(), number(act, "round"));
  } else if (kind == "zero_bye") {
    event_->grant_zero_point_bye(name(), number(act, "round"));
  } else if (kind == "forbid") {
    event_->forbid(names());
  } else if (kind == "allow") {
    event_->allow(names());
  } else {
    return false;
  }
  return true;
}

namespace {

/// Nothing where the result is null.
std::optional<BoardResult> result_of(const Json& act) {
  if (act.at("result").is_null()) return std::nullopt;
  const auto found = find_board_result(act.at("result").get<std::string>());
  if (!found) throw OpenEventError("its result is not a result");
  return found;
}

}  // namespace

bool EventJournal::apply_to_rounds(const std::string& kind, const Json& act) {
  if (kind == "pair") {
    apply_pairing(act);
  } else if (kind == "unpair") {
    if (number(act, "round") != event_->rounds().size()) {
      throw OpenEventError("it takes a round away that is not the last");
    }
    event_->remove_round();
  } else if (kind == "swap") {
    apply_swap(act);
  } else if (kind == "set") {
    apply_settings(act);
  } else if (kind == "result" && result_of(act)) {
    event_->set_result(number(act, "round"), board_at(act), *result_of(act));
  } else if (kind == "correct") {
    event_->correct_result(number(act, "round"), board_at(act), result_of(act));
  } else {
    return false;
  }
  return true;
}

std::uint64_t EventJournal::board_at(const Json& act) const {
  if (!event_->has_teams()) return number(act, "board");
  return event_->board_number(number(act, "match"), number(act, "board"));
}

void EventJournal::apply_settings(const Json& act) {
  const std::pair<const char*, std::string EventHead::*> texts[] = {
      {"name", &EventHead::name}, {"place", &EventHead::place}, {"date", &EventHead::date}};
  if (act.contains("rounds")) event_->set_rounds(number(act, "rounds"));
  if (act.contains("half_byes")) event_->set_half_byes(number(act, "half_byes"));
  if (act.contains("tie_breaks")) event_->set_tie_breaks(tie_breaks_of(act.at("tie_breaks")));
  for (const auto& [key, text] : texts) {
    if (act.contains(key)) head_.*text = act.at(key).text();
  }
  head_.date = date_of(head_.date);
}

void EventJournal::apply_swap(const Json& act) {
  if (act.contains("boards")) {
    const Json& boards = act.at("boards");
    event_->swap_boards(boards.at(0).get<std::uint64_t>(), boards.at(1).get<std::uint64_t>());
  } else {
    const Json& players = act.at("players");
    event_->swap_players(event_->player(players.at(0).text()),
                         event_->player(players.at(1).text()));
  }
}

namespace {

Board& board_of(OpenRound& round, std::size_t white, std::size_t black) {
  for (Board& board : round.boards) {
    if (board.white == white && board.black == black) return board;
  }
  throw OpenEventError("it demands a board that there is not");
}

}  // namespace

namespace {

/// A player's place among the members of a team; nothing for null.
std::optional<std::size_t> member_named(const Entrant& team, const Json& name) {
  if (name.is_null()) return std::nullopt;
  for (std::size_t m = 0; m < team.members.size(); ++m) {
    if (is_same_name(team.members[m].name, name.text())) return m;
  }
  return team.members.size();
}

/// The games of a match as the file has them, White first; null where nobody sits. Whose player has
/// White, his name tells.
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

void EventJournal::apply_pairing(const Json& act) {
  if (number(act, "round") != event_->rounds().size() + 1) {
    throw OpenEventError("it pairs a round other than the next one");
  }
  OpenRound round;
  const auto player = [&](const Json& name) { return event_->player(name.get<std::string>()); };
  for (const Json& board : act.at("boards")) {
    Board& made =
        round.boards.emplace_back(Board{player(board.at(0)), player(board.at(1)), std::nullopt});
    if (!event_->has_teams()) continue;
    const auto& teams = event_->players();
    made.games =
        games_of(teams[made.white], teams[made.black], act.at("games").at(round.boards.size() - 1));
  }
  for (const Json& bye : act.at("byes")) {
    const auto found = std::find(bye_kinds.begin(), bye_kinds.end(), bye.at(1).get<std::string>());
    if (found == bye_kinds.end()) throw OpenEventError("a bye is of an unknown kind");
    round.byes.push_back({player(bye.at(0)), static_cast<ByeKind>(found - bye_kinds.begin())});
  }
  if (act.contains("fixed")) {
    for (const Json& board : act.at("fixed")) {
      board_of(round, player(board.at(0)), player(board.at(1))).by_hand = true;
    }
  }
  if (watcher_) watcher_(*event_, round);
  event_->add_round(std::move(round));
}

Json EventJournal::round_json(const OpenRound& round) const {
  const auto name = [&](std::size_t player) { return event_->players()[player].name; };
  Json boards = Json::array(), byes = Json::array(), games = Json::array();
  for (const Board& board : round.boards) {
    boards.push_back(Json::array({name(board.white), name(board.black)}));
    const auto& teams = event_->players();
    games.push_back(games_json(teams[board.white], teams[board.black], board));
  }
  for (const RoundBye& bye : round.byes) {
    byes.push_back(Json::array({name(bye.player), bye_kind_name(bye.kind)}));
  }
  Json act = {{"round", event_->rounds().size() + 1}, {"boards", boards}, {"byes", byes}};
  if (event_->has_teams()) act["games"] = games;
  return act;
}

void EventJournal::add(const char* kind, const Json& details) {
  const Json act = act_of(kind, details);
  apply(act);
  note(act);
}

std::vector<Json> EventJournal::undo() {
  if (commands_.size() < 2) throw OpenEventError("there is nothing to undo");
  const auto begin = acts_.begin() + static_cast<std::ptrdiff_t>(commands_.back().begin),
             end = acts_.begin() + static_cast<std::ptrdiff_t>(commands_.back().end);
  std::vector<Json> undone(begin, end);
  note(act_of("undo", {{"lines", undone.size()}}));
  event_.reset();
  for (std::size_t i = 0; i < acts_.size(); ++i) {
    if (!is_undone_[i]) apply(acts_[i]);
  }
  return undone;
}

void EventJournal::commit() {
  std::string lines;
  const std::size_t parts = acts_.size() - written_;
  if (parts == 0) return;
  for (std::size_t i = written_; i < acts_.size(); ++i) {
    if (parts > 1) acts_[i].update({{"part", i - written_ + 1}, {"parts", parts}});
    lines += line_of(acts_[i]);
  }
  file_.append(lines);
  while (parts > 1 && commands_.back().begin > written_) commands_.pop_back();
  commands_.back().end = acts_.size();
  written_ = acts_.size();
}

void EventJournal::take_back() { file_.take_back(); }

void EventJournal::enter(const EntrantName& entrant) {
  Json act = {{"name", entrant.name}};
  if (entrant.rating) act["rating"] = *entrant.rating;
  if (!entrant.club.empty()) act["club"] = entrant.club;
  if (!entrant.team.empty()) act["team"] = entrant.team;
  if (entrant.half_byes) act["half_byes"] = *entrant.half_byes;
  for (const PersonField& field : person_fields) {
    if (const std::string& text = entrant.details.*field.text; !text.empty()) act[field.key] = text;
  }
  add("enter", act);
}

void EventJournal::change(const std::string& name, const EntrantChange& change) {
  Json act = {{"name", name}};
  if (change.name) act["new_name"] = *change.name;
  if (change.rating) act["rating"] = *change.rating ? Json(**change.rating) : Json();
  if (change.club) act["club"] = *change.club;
  for (const auto& [text, value] : change.details) act[field_of(text).key] = value;
  add("change", act);
}

void EventJournal::set_lineup(const std::string& team, std::uint64_t round,
                              const std::vector<std::string>& names) {
  add("lineup", {{"team", team}, {"round", round}, {"names", names}});
}

void EventJournal::set_start_list(const std::vector<std::string>& names) {
  add("order", {{"names", names}});
}

void EventJournal::set(const Json& settings) { add("set", settings); }

void EventJournal::withdraw(const std::string& name) { add("withdraw", {{"name", name}}); }

void EventJournal::reinstate(const std::string& name) { add("reinstate", {{"name", name}}); }

void EventJournal::grant_half_point_bye(const std::string& name, std::uint64_t round) {
  add("bye", {{"name", name}, {"round", round}});
}

void EventJournal::grant_zero_point_bye(const std::string& name, std::uint64_t round) {
  add("zero_bye", {{"name", name}, {"round", round}});
}

void EventJournal::forbid(const std::vector<std::string>& names) {
  add("forbid", {{"names", names}});
}

void EventJournal::allow(const std::vector<std::string>& names) {
  add("allow", {{"names", names}});
}

void EventJournal::pair(const std::vector<OpenEvent::Couple>& fixed) {
  Json act = round_json(event_->next_round(fixed));
  Json boards = Json::array();
  for (const auto& [white, black] : fixed) {
    boards.push_back(Json::array({event_->players()[white].name, event_->players()[black].name}));
  }
  if (!fixed.empty()) act["fixed"] = boards;
  add("pair", act);
}

void EventJournal::take_round(const OpenRound& round) { add("pair", round_json(round)); }

void EventJournal::unpair() { add("unpair", {{"round", event_->rounds().size()}}); }

void EventJournal::swap_players(const std::string& a, const std::string& b) {
  add("swap", {{"round", event_->rounds().size()}, {"players", Json::array({a, b})}});
}

void EventJournal::swap_boards(std::uint64_t a, std::uint64_t b) {
  add("swap", {{"round", event_->rounds().size()}, {"boards", Json::array({a, b})}});
}

void EventJournal::set_result(std::uint64_t round, std::uint64_t board, BoardResult result,
                              const std::string& record) {
  Json act = place_json(round, board);
  act["result"] = board_result_text(result);
  if (!record.empty()) act["record"] = record;
  add("result", act);
}

void EventJournal::correct_result(std::uint64_t round, std::uint64_t board,
                                  std::optional<BoardResult> result) {
  Json act = place_json(round, board);
  act["result"] = result ? Json(board_result_text(*result)) : Json();
  add("correct", act);
}

/// Where a game is; of a match, the board's number is that in the match.
Json EventJournal::place_json(std::uint64_t round, std::uint64_t board) const {
  if (!event_->has_teams()) return {{"round", round}, {"board", board}};
  const std::uint64_t boards = event_->terms().boards, index = board == 0 ? UINT64_MAX : board - 1;
  return {{"round", round}, {"match", index / boards + 1}, {"board", index % boards + 1}};
}

std::string EventJournal::record(std::uint64_t round, std::uint64_t board) const {
  std::string text;
  const Json place = place_json(round, board);
  const auto is_there = [&](const Json& act) {
    return std::all_of(place.members().begin(), place.members().end(), [&](const auto& member) {
      const Json* value = act.find(member.key);
      return value && *value == member.value;
    });
  };
  for (std::size_t i = 0; i < acts_.size(); ++i) {
    const Json& act = acts_[i];
    if (is_undone_[i]) continue;
    if (!is_there(act)) continue;
    // A corrected result is another one than the record's.
    if (act.at("act") == "correct") text.clear();
    if (act.at("act") != "result") continue;
    const Json* record = act.find("record");
    text = record ? record->text() : "";
  }
  return text;
}

}  // namespace schiri::cli
