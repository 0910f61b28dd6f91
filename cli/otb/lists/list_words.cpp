#include "cli/otb/lists/list_words.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "cli/otb/event/knockout.h"
#include "cli/print/output_language.h"
#include "core/base/decimals.h"
#include "core/base/names.h"
#include "notation/text/point_system.h"
#include "notation/text/record_cells.h"

namespace schiri::cli {

namespace {

/// A day as the language of the list writes it.
Message day_message(const std::string& text) {
  const Json date = record_date(text);
  if (date.is_null()) return {};
  const std::string& day = date.text();
  if (day.size() < 10) return day;
  return message("{0}-{1}-{2}", day.substr(0, 4), day.substr(5, 2), day.substr(8, 2));
}

Message time_of_round(const otb::RoundTime& time) {
  const Message day = day_message(time.date);
  if (day.empty() || time.time.empty()) return day.empty() ? Message(time.time) : day;
  return message("{0} {1}", day, time.time);
}

}  // namespace

ListHead list_head(const otb::EventHead& head) {
  ListHead shown{head.name, head.place, head.date, head.end_date, head.federation};
  if (!head.arbiter.empty()) shown.facts.push_back(message("Chief arbiter: {0}", head.arbiter));
  if (!head.deputies.empty()) shown.facts.push_back(message("Deputy arbiters: {0}", head.deputies));
  if (!head.time_control.empty()) {
    shown.facts.push_back(message("Time control: {0}", head.time_control));
  }
  return shown;
}

std::vector<std::size_t> start_numbers(const otb::Event& event) {
  std::vector<std::size_t> numbers(event.entrants().size());
  const auto list = event.start_list();
  for (std::size_t i = 0; i < list.size(); ++i) numbers[list[i]] = i + 1;
  return numbers;
}

std::vector<double> points_before(const otb::Event& event, std::uint64_t round) {
  std::vector<double> points(event.entrants().size());
  for (const otb::StandingRow& line : otb::standing(event, round - 1)) {
    points[line.entrant] = line.points;
  }
  return points;
}

Decimal points_text(double points) {
  return {fixed_text(points, std::lround(points * 10) % 10 == 0 ? 0 : 1)};
}

Json result_json(const std::optional<otb::BoardResult>& result) {
  return result ? Json(board_result_text(*result)) : Json();
}

Message bye_sentence(const otb::Event& event, otb::ByeKind kind) {
  using Kind = otb::ByeKind;
  const double points = event.points_of(kind);
  const bool is_usual = points == PointSystem().of(otb::round_result(kind)) / 10.0;
  switch (kind) {
    case Kind::free:
      return message("free");
    case Kind::zero_point:
      return is_usual ? message("absent") : message("absent, {0} points", points_text(points));
    case Kind::half_point:
      if (is_usual) return message("bye, 1/2 point");
      break;
    case Kind::pairing_allocated:
    case Kind::full_point:
      if (is_usual) return message("bye, 1 point");
      break;
  }
  return message("bye, {0} points", points_text(points));
}

Message round_title(const otb::Event& event, const otb::EventHead& head, std::uint64_t round) {
  Message title = message("round {0}", round);
  const Message name = otb::round_name(event, round);
  if (!name.empty()) title = message("{0} ({1})", title, name);
  return listed(title, time_of_round(head.time_of(round)));
}

Message schedule_line(const otb::EventHead& head) {
  Message line;
  for (std::uint64_t round = 1; round <= head.schedule.size(); ++round) {
    const Message time = time_of_round(head.time_of(round));
    if (!time.empty()) line = listed(line, message("{0}: {1}", round, time));
  }
  return line.empty() ? Message() : message("Rounds: {0}", line);
}

Message so_far(const Message& title, const otb::Event& event, std::uint64_t rounds) {
  if (rounds > event.finished_rounds()) return message("{0} as far as it is played", title);
  if (rounds == event.finished_rounds() && rounds < event.rounds().size()) {
    return message("{0} (round {1} is being played)", title, rounds + 1);
  }
  return title;
}

Message tie_break_line(std::span<const rating::TieBreakId> tie_breaks) {
  Message list;
  for (const auto id : tie_breaks) {
    const rating::TieBreak& its = rating::tie_break(id);
    list = listed(list, message("{0} {1}", its.code, Message(its.title)));
  }
  return message("tie-breaks: {0}", list.empty() ? message("none") : list);
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
  if (one.first_round > 1) {
    if (const auto rounds = coming({one.first_round}); !rounds.empty()) {
      text = message("from round {0}", rounds);
    }
  }
  if (const auto rounds = coming(one.half_point_byes); !rounds.empty()) {
    text = listed(text, message("half-point bye in round {0}", rounds));
  }
  if (const auto rounds = coming(one.zero_point_byes); !rounds.empty()) {
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

namespace {

using Encounter = Bracket::Encounter;

/// The points that two entrants have made against each other; unset without a result.
std::optional<std::array<double, 2>> score_of(const otb::Event& event, const Encounter& match) {
  std::optional<std::array<double, 2>> score;
  if (!match.is_complete()) return score;
  for (const otb::Round& round : event.rounds()) {
    for (const otb::Board& board : round.boards) {
      if (!board.has(*match.first) || !board.has(*match.second) || !board.result) continue;
      if (!score) score.emplace();
      const int first = board.first == match.first ? 0 : 1;
      (*score)[0] += half_points(*board.result, first) / 2.0;
      (*score)[1] += half_points(*board.result, 1 - first) / 2.0;
    }
  }
  return score;
}

}  // namespace

std::string bracket_html(const otb::Event& event, const Translation& language,
                         const std::function<std::string(std::size_t entrant)>& name) {
  const auto stages = otb::knockout_after(event, event.rounds().size()).tree();
  std::string text = "<ol class=\"bracket\">\n";
  for (std::size_t stage = 0; stage < stages.size(); ++stage) {
    const std::size_t width = std::size_t{1} << (stages.size() - 1 - stage);
    text +=
        "<li><h3>" + html_text(with_capital(otb::stage_name(width).in(language))) + "</h3><ul>\n";
    for (std::size_t i = 0; i < stages[stage].size(); ++i) {
      const Encounter& match = stages[stage][i];
      const auto score = score_of(event, match);
      text += "<li>";
      if (i == width) {
        text += "<p class=\"note\">" +
                html_text(with_capital(message("match for the third place").in(language))) + "</p>";
      }
      for (int side = 0; side < 2; ++side) {
        const auto& entrant = side ? match.second : match.first;
        const bool is_bye = stage == 0 && !entrant;
        text += entrant && match.winner == entrant ? "<p class=\"won\"><span>" : "<p><span>";
        if (entrant) text += name(*entrant);
        if (is_bye) text += html_text(message("bye").in(language));
        text += "</span>";
        if (score) {
          text += "<span class=\"score\">" +
                  html_text(
                      language.number(points_text((*score)[static_cast<std::size_t>(side)]).text)) +
                  "</span>";
        }
        text += "</p>";
      }
      text += "</li>\n";
    }
    text += "</ul></li>\n";
  }
  return text + "</ol>\n";
}

}  // namespace schiri::cli
