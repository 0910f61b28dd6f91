#include <algorithm>
#include <map>

#include "cli/line/usual_options.h"
#include "cli/otb/event_access.h"
#include "cli/otb/list_cells.h"
#include "cli/otb/otb_commands.h"
#include "cli/otb/played_rounds.h"
#include "cli/otb/printed_lists.h"
#include "core/base/decimals.h"
#include "core/otb/standing.h"
#include "notation/text/point_system.h"

namespace schiri::cli {

namespace {

struct CardsOptions : EventListOptions {
  std::vector<std::string> names;
};

/// The performances of the players who have one.
std::map<std::size_t, double> performances(const otb::Event& event, std::uint64_t rounds) {
  constexpr rating::TieBreakId list[] = {rating::TieBreakId::performance};
  std::map<std::size_t, double> found;
  for (const otb::StandingRow& line : otb::standing(event, rounds, list)) {
    if (line.tie_breaks[0]) found[line.entrant] = *line.tie_breaks[0];
  }
  return found;
}

/// Makes the cards of an event.
class Cards {
 public:
  Cards(const otb::Journal& journal, const ListFormat& form)
      : event_(journal.event()),
        form_(form),
        rounds_(rounds_of_entrants(event_, event_.rounds().size())),
        performances_(performances(event_, event_.rounds().size())) {
    const auto list = event_.start_list();
    for (std::size_t i = 0; i < list.size(); ++i) numbers_[list[i]] = i + 1;
    for (const otb::StandingRow& line : otb::standing(event_, event_.rounds().size())) {
      lines_[line.entrant] = line;
    }
  }

  /// A card to hand out.
  PrintedList card(std::size_t player) const {
    return {title(player), keys(), rows(player), below(player)};
  }

  std::vector<std::string> keys() const {
    return {"round", "colour", "opponent", "opponent_rating", "result", "total"};
  }

  std::vector<std::vector<Json>> rows(std::size_t player) const {
    std::vector<std::vector<Json>> rows;
    double total = 0;
    for (const EntrantRound& played : rounds_[player]) {
      total += played.counted_points();
      const Json points = played.is_finished() ? points_json(total) : Json();
      if (!played.opponent) {
        rows.push_back({played.round, Json(), bye_sentence(event_, *played.bye, form_.words()),
                        Json(), Json(), points});
        continue;
      }
      const otb::Entrant& opponent = event_.entrants()[*played.opponent];
      rows.push_back({played.round, form_.words()(played.side ? "black" : "white"), opponent.name,
                      rating_json(opponent), text_or_null(result(played)), points});
    }
    return rows;
  }

  /// The rows with the columns of the card's head, for programs.
  std::vector<std::vector<Json>> rows_with_name(std::size_t player) const {
    auto all = rows(player);
    const std::vector<Json> head = {numbers_.at(player), event_.entrants()[player].name};
    const auto performance = performances_.find(player);
    for (auto& row : all) {
      row.insert(row.begin(), head.begin(), head.end());
      row.push_back(performance == performances_.end() ? Json() : Json(performance->second));
    }
    return all;
  }

 private:
  std::string title(std::size_t player) const {
    const otb::Entrant& entrant = event_.entrants()[player];
    const std::string& its = entrant.details.title;
    return std::to_string(numbers_.at(player)) + ". " + (its.empty() ? "" : its + ' ') +
           entrant.name;
  }

  std::string below(std::size_t player) const {
    const otb::Entrant& entrant = event_.entrants()[player];
    const Vocabulary& words = form_.words();
    const otb::StandingRow& line = lines_.at(player);
    std::vector<std::string> facts;
    if (entrant.rating) facts.push_back(words("ratingIs", {std::to_string(*entrant.rating)}));
    for (const std::string& fact : {entrant.details.federation, entrant.club}) {
      if (!fact.empty()) facts.push_back(fact);
    }
    if (!event_.rounds().empty()) {
      const int most = event_.points().win * static_cast<int>(event_.rounds().size());
      facts.push_back(words(
          "facts", {form_.number(line.points, 1), tenths_text(most), std::to_string(line.place)}));
    }
    const auto performance = performances_.find(player);
    if (performance != performances_.end()) {
      facts.push_back(words("performance", {fixed_text(performance->second, 0)}));
    }
    const std::string remark = remark_on(entrant, line, event_.rounds().size(), words);
    if (!remark.empty()) facts.push_back(remark);
    std::string text;
    for (const std::string& fact : facts) text += (text.empty() ? "" : " · ") + fact;
    return text;
  }

  std::string result(const EntrantRound& played) const {
    if (!played.result) return "";
    const int half = half_points(*played.result, played.side);
    const std::string points = half > 1 ? "1" : half == 1 ? "½" : "0";
    if (played.is_annulled) return form_.words()("doesNotCount", {points});
    return was_played(*played.result) ? points : form_.words()("byForfeit", {points});
  }

  const otb::Event& event_;
  const ListFormat& form_;
  std::vector<std::vector<EntrantRound>> rounds_;
  std::map<std::size_t, double> performances_;
  std::map<std::size_t, std::size_t> numbers_;  ///< in the start list
  std::map<std::size_t, otb::StandingRow> lines_;
};

/// The named players, or all without names, in the order of the start list.
std::vector<std::size_t> chosen_players(const otb::Event& event,
                                        const std::vector<std::string>& names) {
  std::vector<std::size_t> chosen = event.start_list();
  std::vector<std::size_t> named;
  for (const std::string& name : names) named.push_back(event.find(name));
  if (names.empty()) return chosen;
  std::erase_if(chosen, [&](std::size_t player) {
    return std::find(named.begin(), named.end(), player) == named.end();
  });
  return chosen;
}

ExitStatus run_otb_cards(const CardsOptions& options) {
  const ListFormat form(options.list_format);
  const otb::Journal journal = open_to_read(options.file);
  OutputFile output = open_output(options.output, options.file);
  require_players(journal);
  print_cards(output.stream(), journal, entered_names(journal, options.names), form);
  output.commit();
  return ExitStatus::done;
}

}  // namespace

std::vector<PrintedList> card_lists(const otb::Journal& journal, const ListFormat& form) {
  const Cards cards(journal, form);
  std::vector<PrintedList> lists;
  for (const std::size_t player : journal.event().start_list()) lists.push_back(cards.card(player));
  return lists;
}

void print_cards(std::ostream& out, const otb::Journal& journal,
                 const std::vector<std::string>& names, const ListFormat& form) {
  const Cards cards(journal, form);
  const auto players = chosen_players(journal.event(), names);
  const std::string title =
      so_far("cards", journal.event(), journal.event().rounds().size(), form.words());
  if (form.is_shown()) {
    std::vector<PrintedList> lists;
    for (const std::size_t player : players) lists.push_back(cards.card(player));
    return print_short_lists(out, list_head(journal), title, lists, form);
  }
  PrintedList list{title, {"number", "player"}, {}};
  append(list.keys, cards.keys());
  list.keys.push_back("performance");
  for (const std::size_t player : players) append(list.rows, cards.rows_with_name(player));
  print_list(out, list_head(journal), list, form);
}

void add_otb_cards(OtbCommands& commands) {
  const auto cards = commands.add("cards", "Show a card for each player, to hand out",
                                  "cards cup.otb --format html -o cards.html", run_otb_cards);
  cards.app.add_option("NAME", cards.options.names, "The players (all)");
  add_list_format(cards.app, cards.options.list_format, cards.options.output);
}

}  // namespace schiri::cli
