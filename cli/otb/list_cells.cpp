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

ListHead list_head(const otb::Journal& journal, const Vocabulary& words) {
  const otb::EventHead& head = journal.head();
  ListHead shown{head.name, head.place, head.date, head.end_date, head.federation};
  const std::pair<const char*, const std::string*> facts[] = {{"arbiter", &head.arbiter},
                                                              {"deputies", &head.deputies},
                                                              {"timeControl", &head.time_control}};
  for (const auto& [word, text] : facts) {
    if (!text->empty()) shown.facts.push_back(words(word, {*text}));
  }
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

std::string points_text(double points, const Vocabulary& words) {
  return words.number(points, std::lround(points * 10) % 10 == 0 ? 0 : 1);
}

std::string category_label(const std::string& name, const ListFormat& form) {
  using Kind = otb::CategoryRule::Kind;
  const Vocabulary& words = form.words();
  const auto rules = otb::read_category(name).rules;
  if (form.has_keys() || words.is_english() || rules.size() != 1) return name;
  const otb::CategoryRule& rule = rules.front();
  const auto word = [&](std::string_view key, const std::string& value) {
    std::string text = words.of("categoryRules", key);
    const std::size_t place = text.find("{0}");
    return place == text.npos ? text : text.replace(place, 3, value);
  };
  switch (rule.kind) {
    case Kind::under:
      return word("under", std::to_string(rule.years));
    case Kind::over:
      return word("over", std::to_string(rule.years));
    case Kind::sex:
      return word(rule.text == "w" ? "women" : "men", "");
    case Kind::club:
      return word("club", rule.text);
    case Kind::federation:
      return word("federation", rule.text);
    case Kind::ratings:
      if (name.starts_with('-')) return word("ratingsTo", std::to_string(rule.highest));
      if (name.ends_with('-')) return word("ratingsFrom", std::to_string(rule.lowest));
      return name;
  }
  return name;
}

std::string bye_sentence(const otb::Event& event, otb::ByeKind kind, const Vocabulary& words) {
  const double points = event.points_of(kind);
  const std::string text = points_text(points, words);
  if (!event.has_teams() || kind == otb::ByeKind::free || kind == otb::ByeKind::zero_point) {
    const bool is_usual = points == PointSystem().of(round_result(kind)) / 10.0;
    return is_usual || kind == otb::ByeKind::free ? words.of("byes", otb::bye_kind_name(kind))
           : kind == otb::ByeKind::zero_point     ? words("absentWithPoints", {text})
                                                  : words("byeWithPoints", {text});
  }
  const bool is_usual = points == 0 || points == 1 || points == 2;
  return is_usual ? words.of("byesOfTeams", text) : words("byeWithMatchPoints", {text});
}

std::string round_title(const otb::Event& event, std::uint64_t round, const Vocabulary& words) {
  const std::string title = words("round", {std::to_string(round)});
  const Message name = otb::round_name(event, round);
  if (name.empty()) return title;
  return message("{0} ({1})", title, name).in(translation_to(words.language()));
}

std::string round_time_text(const otb::RoundTime& time, const Vocabulary& words) {
  const std::string day = shown_day(time.date, words);
  return day + (day.empty() || time.time.empty() ? "" : " ") + time.time;
}

std::string scheduled_round_title(const otb::Journal& journal, std::uint64_t round,
                                  const Vocabulary& words) {
  const std::string time = round_time_text(journal.head().time_of(round), words);
  const std::string title = round_title(journal.event(), round, words);
  return time.empty() ? title : title + ", " + time;
}

std::string schedule_line(const otb::Journal& journal, const Vocabulary& words) {
  std::string line;
  for (std::uint64_t round = 1; round <= journal.head().schedule.size(); ++round) {
    const std::string time = round_time_text(journal.head().time_of(round), words);
    if (time.empty()) continue;
    line += (line.empty() ? "" : ", ") + std::to_string(round) + ": " + time;
  }
  return line.empty() ? "" : words("schedule", {line});
}

std::string so_far(std::string_view title, const otb::Event& event, std::uint64_t rounds,
                   const Vocabulary& words) {
  const std::string text = words(title, {std::to_string(rounds)});
  if (rounds > event.finished_rounds()) return words("soFar", {text});
  if (rounds == event.finished_rounds() && rounds < event.rounds().size()) {
    return words("beingPlayed", {text, std::to_string(rounds + 1)});
  }
  return text;
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
  return words("tieBreakLine", {list.empty() ? words("none") : list});
}

std::string absence_of(const otb::Event& event, std::size_t entrant, const Vocabulary& words) {
  const otb::Entrant& one = event.entrants()[entrant];
  if (one.last_round) return words("withdrawn");
  std::string text;
  const auto add = [&](const char* word, const std::string& rounds) {
    if (!rounds.empty()) text += (text.empty() ? "" : ", ") + words(word, {rounds});
  };
  const std::uint64_t current = event.finished_rounds() + 1;
  const auto coming = [&](std::vector<std::uint64_t> rounds) {
    std::sort(rounds.begin(), rounds.end());
    std::string list;
    for (const std::uint64_t round : rounds) {
      if (round >= current) list += (list.empty() ? "" : ", ") + std::to_string(round);
    }
    return list;
  };
  if (one.first_round > 1) add("fromRound", coming({one.first_round}));
  add("halfByeIn", coming(one.half_point_byes));
  add("absentIn", coming(one.zero_point_byes));
  return text;
}

std::string remark_on(const otb::Event& event, const otb::StandingRow& line, std::uint64_t rounds,
                      const Vocabulary& words) {
  if (line.is_annulled) return words("annulled");
  if (rounds >= event.finished_rounds()) return absence_of(event, line.entrant, words);
  const auto& last = event.entrants()[line.entrant].last_round;
  return last && *last <= rounds ? words("withdrawn") : "";
}

}  // namespace schiri::cli
