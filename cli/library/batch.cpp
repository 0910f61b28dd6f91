// Games played side by side, for programs that learn.
#include <algorithm>
#include <bit>
#include <map>
#include <numeric>

#include "cli/library/handles.h"
#include "core/base/text.h"

/// The games of a batch. Each has a generator of its own, so that a game does not depend on how
/// many others there are.
struct schiri_batch {
  struct Seat {
    std::unique_ptr<schiri_game> game;
    schiri::Rng rng;
    std::unique_ptr<schiri_game> ended = nullptr;  ///< the game that ended in the last step
  };

  const schiri::GameType* type = nullptr;
  std::string variant;
  std::size_t max_turns = 0;
  std::vector<Seat> seats;

  void begin(Seat& seat) const {
    seat.game = schiri::library::set_up(*type, type->draw_start(variant, seat.rng));
  }
};

using namespace schiri;
using namespace schiri::library;

namespace {

constexpr const char* a_batch = "the batch";
constexpr std::size_t most_games = 1'000'000;

const schiri_batch& batch_of(const schiri_batch* batch, std::size_t count) {
  const schiri_batch& its = need(batch, a_batch);
  if (count == its.seats.size()) return its;
  throw WrongUse("expected room for " + counted(its.seats.size(), "game") + ", not for " +
                 std::to_string(count));
}

/// The legal turns of these numbers, empty for -1. Nothing, with an error noted, if there is no
/// turn of a number.
std::optional<std::vector<std::string>> turns_at(const schiri_batch& batch, std::size_t place,
                                                 std::span<const std::int64_t> numbers) {
  std::vector<std::string> turns(numbers.size());
  std::vector<std::size_t> by_number(numbers.size());
  std::iota(by_number.begin(), by_number.end(), std::size_t{0});
  std::sort(by_number.begin(), by_number.end(),
            [&](std::size_t a, std::size_t b) { return numbers[a] < numbers[b]; });
  auto next = std::find_if(by_number.begin(), by_number.end(),
                           [&](std::size_t i) { return numbers[i] >= 0; });
  std::int64_t number = 0;
  if (next != by_number.end()) {
    batch.seats[place].game->game->visit_turns([&](std::string_view turn) {
      for (; next != by_number.end() && numbers[*next] == number; ++next) turns[*next] = turn;
      ++number;
      return next != by_number.end();
    });
  }
  for (std::size_t i = 0; i < turns.size(); ++i) {
    if (numbers[i] == -1 || !turns[i].empty()) continue;
    note_error(SCHIRI_ILLEGAL, "game " + std::to_string(place) + " has no turn of the number " +
                                   std::to_string(numbers[i]));
    return std::nullopt;
  }
  return turns;
}

/// The size of the part of each game in room for `count` numbers.
std::size_t width_of(const schiri_batch& batch, std::size_t count) {
  if (count % batch.seats.size() == 0) return count / batch.seats.size();
  throw WrongUse("expected as many numbers for each of " + counted(batch.seats.size(), "game"));
}

void write_planes(const Game& game, const PlaneSource& planes, const GameType& type, int mover,
                  std::span<float> numbers) {
  if (!mover) return planes.write_planes(numbers);
  require_side_planes(planes, type);
  planes.write_side_planes(game.side_to_move(), numbers);
}

float return_of(Outcome outcome, Outcome win) {
  if (outcome == Outcome::draw) return 0;
  return outcome == win ? 1.0f : -1.0f;
}

/// Begins the next game if this one has ended.
schiri_step finish_step(const schiri_batch& batch, schiri_batch::Seat& seat) {
  schiri_step step{};
  const Game& game = *seat.game->game;
  const auto ending = game.ending();
  step.is_cut = !ending && batch.max_turns > 0 && game.turns().size() >= batch.max_turns;
  if (ending) {
    step.white = return_of(ending->outcome, Outcome::white_wins);
    step.black = return_of(ending->outcome, Outcome::black_wins);
  }
  step.ended = ending || step.is_cut;
  seat.ended.reset();
  if (step.ended) {
    auto ended = std::exchange(seat.game, nullptr);
    try {
      batch.begin(seat);
    } catch (...) {
      seat.game = std::move(ended);
      throw;
    }
    seat.ended = std::move(ended);
  }
  step.black_moves = seat.game->game->side_to_move() == Side::black;
  return step;
}

}  // namespace

schiri_batch* schiri_batch_new(const char* name, const char* variant, size_t games, uint64_t seed,
                               size_t max_turns) {
  return guarded_pointer([&] {
    if (games < 1 || games > most_games) {
      throw WrongUse("the number of games must be from 1 to " + std::to_string(most_games));
    }
    auto batch = std::make_unique<schiri_batch>();
    batch->type = &type_named(need_text(name, "the name"));
    batch->variant = variant_named(*batch->type, variant);
    batch->max_turns = max_turns;
    Rng seeds(seed);
    batch->seats.reserve(games);
    for (std::size_t i = 0; i < games; ++i) {
      batch->begin(batch->seats.emplace_back(schiri_batch::Seat{nullptr, Rng(seeds())}));
    }
    return batch.release();
  });
}

void schiri_batch_free(schiri_batch* batch) { delete batch; }

schiri_game* schiri_batch_game(const schiri_batch* batch, size_t index, int ended) {
  return guarded_pointer([&] {
    const schiri_batch& its = need(batch, a_batch);
    if (index >= its.seats.size()) {
      throw WrongUse("the batch has only " + counted(its.seats.size(), "game"));
    }
    const auto& seat = its.seats[index];
    if (ended && !seat.ended) {
      throw WrongUse("no game has ended at place " + std::to_string(index) + " in the last step");
    }
    return copy_of(ended ? *seat.ended : *seat.game).release();
  });
}

int schiri_batch_reset(schiri_batch* batch, const uint8_t* places, size_t count) {
  return guarded_status([&] {
    batch_of(batch, count);
    for (std::size_t i = 0; i < count; ++i) {
      if (!places || places[i]) batch->begin(batch->seats[i]);
    }
  });
}

char* schiri_batch_save(const schiri_batch* batch) {
  return guarded_pointer([&] {
    const schiri_batch& its = need(batch, a_batch);
    Json games = Json::array();
    for (const auto& seat : its.seats) {
      Json state = Json::array();
      for (const auto word : seat.rng.state()) state.push_back(word);
      const Game& game = *seat.game->game;
      games.push_back(
          {{"rng", std::move(state)}, {"start", game.start_position()}, {"played", game.turns()}});
    }
    return hand_over_json(Json{{"name", its.type->name()},
                               {"variant", its.variant},
                               {"max_turns", its.max_turns},
                               {"games", std::move(games)}});
  });
}

schiri_batch* schiri_batch_load(const char* saved) {
  return guarded_pointer([&] {
    const Json json = object_in(need_text(saved, "the saved batch").c_str());
    auto batch = std::make_unique<schiri_batch>();
    try {
      batch->type = &type_named(json.at("name").text());
      batch->variant = variant_named(*batch->type, json.at("variant").text().c_str());
      batch->max_turns = json.at("max_turns").get<std::uint64_t>();
      for (const Json& one : json.at("games")) {
        Rng::State state;
        for (std::size_t i = 0; i < state.size(); ++i) {
          state[i] = one.at("rng").at(i).get<std::uint64_t>();
        }
        if (state == Rng::State{}) throw JsonError("the generator would draw zeros alone");
        auto game = set_up(*batch->type, {batch->variant, one.at("start").text(), ""});
        for (const Json& turn : one.at("played")) {
          if (game->game->play(turn.text())) throw JsonError("a turn is illegal");
        }
        batch->seats.push_back({std::move(game), Rng(state)});
      }
    } catch (const MessageError&) {
      batch->seats.clear();
    }
    if (batch->seats.empty()) throw WrongUse("this is not a saved batch");
    return batch.release();
  });
}

int schiri_batch_play(schiri_batch* batch, const int64_t* turns, schiri_step* steps, size_t count) {
  return guarded_status([&] {
    batch_of(batch, count);
    std::vector<std::string> chosen(count);
    for (std::size_t i = 0; turns && i < count; ++i) {
      const auto turn = turns_at(*batch, i, {turns + i, 1});
      if (!turn) return int{SCHIRI_ILLEGAL};
      chosen[i] = turn->front();
    }
    for (std::size_t i = 0; i < count; ++i) {
      auto& seat = batch->seats[i];
      Game& game = *seat.game->game;
      game.play(chosen[i].empty() ? game.quick_turn(seat.rng) : chosen[i]);
      const schiri_step step = finish_step(*batch, seat);
      if (steps) steps[i] = step;
    }
    return int{SCHIRI_OK};
  });
}

int schiri_batch_count_turns(const schiri_batch* batch, uint64_t* counts, size_t count) {
  return guarded_status([&] {
    const schiri_batch& its = batch_of(batch, count);
    std::transform(its.seats.begin(), its.seats.end(), &need(counts, "the room for numbers"),
                   [](const auto& seat) { return seat.game->game->count_turns(); });
  });
}

int schiri_batch_actions(const schiri_batch* batch, int64_t* actions, size_t count) {
  return guarded_status([&] {
    const schiri_batch& its = need(batch, a_batch);
    const std::size_t width = width_of(its, count);
    const Game& any = *its.seats.front().game->game;
    const auto* const planes = dynamic_cast<const PlaneSource*>(&any);
    const auto list = planes ? planes->plane_form().actions : nullptr;
    if (!list) throw WrongUse(std::string(its.type->title()) + " has too many turns for actions");
    std::map<std::string, std::int64_t, std::less<>> numbers;
    for (std::string& turn : list()) {
      numbers.emplace(std::move(turn), static_cast<std::int64_t>(numbers.size()));
    }
    std::int64_t* room = &need(actions, "the room for actions");
    std::fill_n(room, count, -1);
    for (const auto& seat : its.seats) {
      std::size_t turns = 0;
      seat.game->game->visit_turns([&](std::string_view turn) {
        if (turns == width) throw WrongUse("a game has more turns than there is room for");
        room[turns++] = numbers.find(turn)->second;
        return true;
      });
      room += width;
    }
  });
}

int schiri_batch_planes(const schiri_batch* batch, int mover, float* values, size_t count) {
  return guarded_status([&] {
    const schiri_batch& its = need(batch, a_batch);
    float* const room = &need(values, "the room for planes");
    const std::size_t size = count / its.seats.size();
    for (std::size_t i = 0; i < its.seats.size(); ++i) {
      const Game& game = *its.seats[i].game->game;
      write_planes(game, planes_of(game, *its.type, its.seats.size(), count), *its.type, mover,
                   {room + i * size, size});
    }
  });
}

int schiri_batch_afterstates(const schiri_batch* batch, const int64_t* turns, size_t width,
                             int mover, float* values, size_t count) {
  return guarded_status([&] {
    const schiri_batch& its = need(batch, a_batch);
    const std::int64_t* numbers = &need(turns, "the numbers of turns");
    float* room = &need(values, "the room for planes");
    const std::size_t states = its.seats.size() * width;
    const Game& any = *its.seats.front().game->game;
    planes_of(any, *its.type, states, count);
    if (states == 0) return int{SCHIRI_OK};
    const std::size_t size = count / states;
    std::fill_n(room, count, 0.0f);
    for (std::size_t i = 0; i < its.seats.size(); ++i, numbers += width) {
      const auto chosen = turns_at(its, i, {numbers, width});
      if (!chosen) return int{SCHIRI_ILLEGAL};
      for (const std::string& turn : *chosen) {
        const auto after = its.seats[i].game->game->clone();
        if (!turn.empty()) {
          after->play(turn);
          write_planes(*after, planes_of(*after, *its.type, 1, size), *its.type, mover,
                       {room, size});
        }
        room += size;
      }
    }
    return int{SCHIRI_OK};
  });
}
