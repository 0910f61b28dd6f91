#include "cli/otb/list_cells.h"

#include <algorithm>
#include <cmath>

#include "core/base/decimals.h"
#include "core/otb/category.h"
#include "core/otb/knockout.h"
#include "core/otb/teams.h"
#include "notation/text/point_system.h"

namespace schiri::cli {

namespace {

/// The number of a cell; games and ratings have no decimals.
Json tie_break_json(rating::TieBreakId id, double value) {
  using Id = rating::TieBreakId;
  constexpr Id whole[] = {Id::wins,
                          Id::won,
                          Id::black_games,
                          Id::black_won,
                          Id::average_rating,
                          Id::average_rating_cut1,
                          Id::performance,
                          Id::rounds_elected,
                          Id::pairing_number,
                          Id::perfect_performance,
                          Id::average_performance,
                          Id::average_perfect,
                          Id::own_rating,
                          Id::lots};
  const bool is_whole = std::find(std::begin(whole), std::end(whole), id) != std::end(whole);
  return is_whole ? Json(std::lround(value)) : Json(value);
}

bool has_other_column(rating::TieBreakId id) {
  return id == rating::TieBreakId::won || id == rating::TieBreakId::game_points ||
         id == rating::TieBreakId::own_rating;
}

}  // namespace

ListHead list_head(const otb::Journal& journal, const Translation& language) {
  const otb::EventHead& head = journal.head();
  ListHead shown{head.name, head.place, head.date, head.end_date, head.federation};
  const auto add = [&](const std::string& text, const Message& fact) {
    if (!text.empty()) shown.facts.push_back(fact.in(language));
  };
  add(head.arbiter, message("Chief arbiter: {0}", head.arbiter));
  add(head.deputies, message("Deputy arbiters: {0}", head.deputies));
  add(head.time_control, message("Time control: {0}", head.time_control));
  return shown;
}

std::vector<std::size_t> start_numbers(const otb::Event& event) {
  std::vector<std::size_t> numbers(event.entrants().size());
  const auto list = event.start_list();
  for (std::size_t i = 0; i < list.size(); ++i) numbers[list[i]] = i + 1;
  return numbers;
}

std::vector<std::string> seat_keys(const otb::Event& event, const std::string& beginning,
                                   const std::string& name) {
  if (event.has_teams()) return {beginning + "number", name, beginning + "rating"};
  return {beginning + "number", beginning + "title",      name,
          beginning + "rating", beginning + "federation", beginning + "club"};
}

std::vector<Json> seat_cells(const otb::Event& event, const std::vector<std::size_t>& numbers,
                             const std::optional<std::size_t>& entrant) {
  if (!entrant) return std::vector<Json>(seat_keys(event, "", "").size());
  const otb::Entrant& player = event.entrants()[*entrant];
  const auto rating = otb::strength(event, *entrant);
  const Json rated = rating ? Json(*rating) : Json();
  if (event.has_teams()) return {numbers[*entrant], player.name, rated};
  return {numbers[*entrant],
          text_or_null(player.details.title),
          player.name,
          rated,
          text_or_null(player.details.federation),
          text_or_null(player.club)};
}

Json points_json(double points) { return Json::parse(fixed_text(points, 1)); }

Json result_json(const std::optional<otb::BoardResult>& result) {
  return result ? Json(board_result_text(*result)) : Json();
}

Decimal points_text(double points) {
  return {fixed_text(points, std::lround(points * 10) % 10 == 0 ? 0 : 1)};
}

std::string category_label(const std::string& name, const ListFormat& form) {
  using Kind = otb::CategoryRule::Kind;
  const auto rules = otb::read_category(name).rules;
  if (form.has_keys() || form.language().is_english() || rules.size() != 1) return name;
  const otb::CategoryRule& rule = rules.front();
  const auto label = [&]() -> Message {
    switch (rule.kind) {
      case Kind::under:
        return message("U{0}", rule.years);
      case Kind::over:
        return message("S{0}", rule.years);
      case Kind::sex:
        return rule.text == "w" ? message("women") : message("men");
      case Kind::club:
        return message("club {0}", rule.text);
      case Kind::federation:
        return message("federation {0}", rule.text);
      case Kind::ratings:
        if (name.starts_with('-')) return message("up to {0}", rule.highest);
        if (name.ends_with('-')) return message("from {0}", rule.lowest);
    }
    return name;
  };
  return label().in(form.language());
}

Message bye_sentence(const otb::Event& event, otb::ByeKind kind) {
  using Kind = otb::ByeKind;
  const double points = event.points_of(kind);
  const Message number(message("{0}", points_text(points)));
  if (kind == Kind::free) return message("free");
  if (event.has_teams() && kind != Kind::zero_point) {
    return points == 0   ? message("bye")
           : points == 1 ? message("bye, 1 match point")
                         : message("bye, {0} match points", number);
  }
  const bool is_usual = points == PointSystem().of(round_result(kind)) / 10.0;
  if (kind == Kind::zero_point) {
    return is_usual ? message("absent") : message("absent, {0} points", number);
  }
  if (!is_usual) return message("bye, {0} points", number);
  return kind == Kind::half_point ? message("bye, 1/2 point") : message("bye, 1 point");
}

Message round_title(const otb::Event& event, std::uint64_t round) {
  const Message title = message("title\4round {0}", round);
  const Message name = otb::round_name(event, round);
  return name.empty() ? title : message("{0} ({1})", title, name);
}

std::string round_time_text(const otb::RoundTime& time, const Translation& language) {
  const std::string day = shown_day(time.date, language);
  return day + (day.empty() || time.time.empty() ? "" : " ") + time.time;
}

std::string scheduled_round_title(const otb::Journal& journal, std::uint64_t round,
                                  const Translation& language) {
  const std::string time = round_time_text(journal.head().time_of(round), language);
  const std::string title = round_title(journal.event(), round).in(language);
  return time.empty() ? title : title + ", " + time;
}

std::string schedule_line(const otb::Journal& journal, const Translation& language) {
  std::string line;
  for (std::uint64_t round = 1; round <= journal.head().schedule.size(); ++round) {
    const std::string time = round_time_text(journal.head().time_of(round), language);
    if (time.empty()) continue;
    line += (line.empty() ? "" : ", ") + std::to_string(round) + ": " + time;
  }
  return line.empty() ? "" : message("Rounds: {0}", line).in(language);
}

Message so_far(const Message& title, const otb::Event& event, std::uint64_t rounds) {
  if (rounds > event.finished_rounds()) return message("{0} as far as it is played", title);
  if (rounds == event.finished_rounds() && rounds < event.rounds().size()) {
    return message("{0} (round {1} is being played)", title, rounds + 1);
  }
  return title;
}

std::vector<rating::TieBreakId> tie_break_columns(std::span<const rating::TieBreakId> tie_breaks) {
  std::vector<rating::TieBreakId> shown(tie_breaks.begin(), tie_breaks.end());
  std::erase_if(shown, has_other_column);
  return shown;
}

void add_tie_breaks(std::vector<Json>& row, const otb::StandingRow& line,
                    std::span<const rating::TieBreakId> tie_breaks) {
  for (std::size_t i = 0; i < tie_breaks.size(); ++i) {
    if (has_other_column(tie_breaks[i])) continue;
    const auto& value = line.tie_breaks[i];
    row.push_back(value ? tie_break_json(tie_breaks[i], *value) : Json());
  }
}

std::string tie_break_line(std::span<const rating::TieBreakId> tie_breaks, const ListFormat& form) {
  const Vocabulary& words = form.words();
  std::string list;
  for (const auto id : tie_breaks) {
    const rating::TieBreakName& name = rating::name_of(id);
    const bool has_code = form.is_shown() || !form.has_keys();
    const std::string code = has_code ? std::string(name.code) + ' ' : "";
    list += (list.empty() ? "" : ", ") + code + words.of("tieBreaks", name.key);
  }
  const Message names = list.empty() ? message("tie-breaks\4none") : Message(list);
  return message("tie-breaks: {0}", names).in(form.language());
}

Message absence_of(const otb::Event& event, std::size_t entrant) {
  const otb::Entrant& one = event.entrants()[entrant];
  if (one.last_round) return message("withdrawn");
  const std::uint64_t current = event.finished_rounds() + 1;
  const auto coming = [&](std::vector<std::uint64_t> rounds) {
    std::sort(rounds.begin(), rounds.end());
    std::string list;
    for (const std::uint64_t round : rounds) {
      if (round >= current) list += (list.empty() ? "" : ", ") + std::to_string(round);
    }
    return list;
  };
  Message text;
  if (one.first_round > 1 && one.first_round >= current) {
    text = message("from round {0}", one.first_round);
  }
  if (const std::string rounds = coming(one.half_point_byes); !rounds.empty()) {
    text = listed(text, message("half-point bye in round {0}", rounds));
  }
  if (const std::string rounds = coming(one.zero_point_byes); !rounds.empty()) {
    text = listed(text, message("absent in round {0}", rounds));
  }
  return text;
}

Message remark_on(const otb::Event& event, const otb::StandingRow& line, std::uint64_t rounds) {
  if (line.is_annulled) return message("withdrawn, its games do not count");
  if (rounds >= event.finished_rounds()) return absence_of(event, line.entrant);
  const auto& last = event.entrants()[line.entrant].last_round;
  return last && *last <= rounds ? message("withdrawn") : Message();
}

}  // namespace schiri::cli
