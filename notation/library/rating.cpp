#include <limits>

#include "notation/library/handles.h"
#include "notation/printable.h"
#include "notation/records/finished_game.h"

using namespace schiri;
using namespace schiri::library;

namespace {

constexpr const char* the_ratings = "the ratings";
constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

/// A list with its texts as the interface gives them.
struct KeptList {
  explicit KeptList(rating::RatingList its_list)
      : list(std::move(its_list)), notes(list_of(list.notes)) {}

  rating::RatingList list;
  std::string notes;
};

std::string variant_of(const GameType& type, const char* variant) {
  const std::string named = text_or_empty(variant);
  require_variant(named, type.variants(), type.title());
  return std::string(named.empty() ? type.variants().front()
                                   : known_variant(named, type.variants()));
}

int code_of(rating::Bound bound) {
  return bound == rating::Bound::none ? 0 : bound == rating::Bound::above ? 1 : -1;
}

}  // namespace

struct schiri_ratings {
  rating::GameCollector games;
  std::vector<KeptList> lists;
};

namespace {

const KeptList& list_at(const schiri_ratings* ratings, std::size_t list) {
  const auto& lists = need(ratings, the_ratings).lists;
  if (list >= lists.size()) throw WrongUse("there are no more lists");
  return lists[list];
}

}  // namespace

schiri_ratings* schiri_ratings_new(void) {
  return guarded<schiri_ratings*>(nullptr, [] { return new schiri_ratings(); });
}

void schiri_ratings_free(schiri_ratings* ratings) { delete ratings; }

int schiri_ratings_add(schiri_ratings* ratings, const schiri_record* record) {
  return guarded_status([&] {
    require_valid(need(record, "the record"));
    need(ratings, the_ratings).games.add(finished_game(record->checked));
    return SCHIRI_OK;
  });
}

int schiri_ratings_add_result(schiri_ratings* ratings, const char* game, const char* variant,
                              const char* white, const char* black, const char* result,
                              const char* event, const char* round, const char* date) {
  return guarded_status([&] {
    const GameType& type = kind_named(need_text(game, "the game's name")).type;
    const std::string texts[] = {variant_of(type, variant), need_text(white, "White"),
                                 need_text(black, "Black"), need_text(result, "the result"),
                                 text_or_empty(event),      text_or_empty(round),
                                 text_or_empty(date)};
    rating::FinishedGame finished;
    finished.game = type.name();
    finished.variant = texts[0];
    finished.white = texts[1];
    finished.black = texts[2];
    finished.result = outcome_of(texts[3]);
    finished.event = texts[4];
    finished.round = texts[5];
    finished.date = texts[6];
    if (!finished.result && texts[3] != "*") {
      throw WrongUse("'" + printable(texts[3]) +
                     "' is no result; there are 1-0, 0-1, 1/2-1/2 and *");
    }
    need(ratings, the_ratings).games.add(finished);
    return SCHIRI_OK;
  });
}

const char* schiri_rating_methods(void) {
  return guarded<const char*>(nullptr, [] {
    std::vector<std::string_view> names;
    for (const rating::Method& method : rating::methods()) names.push_back(method.name);
    return lasting(list_of(names));
  });
}

int schiri_ratings_rate(schiri_ratings* ratings, const char* method) {
  return guarded_status([&] {
    const std::string name = text_or_empty(method);
    const rating::Method* const by =
        name.empty() ? &rating::methods().front() : rating::find_method(name);
    if (!by) {
      throw WrongUse("there is no method '" + printable(name) +
                     "'; there are bt, elo, glicko2, whr");
    }
    std::vector<KeptList> lists;
    for (const rating::GameLog& log : need(ratings, the_ratings).games.logs()) {
      for (rating::RatingList& list : by->rate(log, {})) lists.emplace_back(std::move(list));
    }
    ratings->lists = std::move(lists);
    return SCHIRI_OK;
  });
}

int schiri_ratings_list(const schiri_ratings* ratings, size_t list, schiri_rating_list* told) {
  return guarded_status([&] {
    const KeptList& its = list_at(ratings, list);
    need(told, "the list") = {
        its.list.game.c_str(), its.list.variant.c_str(), its.list.description.c_str(),
        its.notes.c_str(),     its.list.players.size(),  its.list.pool,
        its.list.pools};
    return SCHIRI_OK;
  });
}

int schiri_ratings_player(const schiri_ratings* ratings, size_t list, size_t player,
                          schiri_rated_player* told) {
  return guarded_status([&] {
    const auto& players = list_at(ratings, list).list.players;
    if (player >= players.size()) throw WrongUse("there are no more players");
    const rating::RatedPlayer& its = players[player];
    need(told, "the player") = {its.name.c_str(),
                                its.rating.value_or(no_number),
                                its.error.value_or(no_number),
                                its.results.wins,
                                its.results.draws,
                                its.results.losses,
                                its.effective_games,
                                code_of(its.bound)};
    return SCHIRI_OK;
  });
}
