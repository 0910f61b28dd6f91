// Games played side by side, for programs that learn.
#include <algorithm>

#include "cli/library/handles.h"
#include "core/base/text.h"

/// The games of a batch. Each has a generator of its own, so that a game does not depend on how
/// many others there are.
struct schiri_batch {
  struct Seat {
    std::unique_ptr<schiri_game> game;
    schiri::Rng rng;
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

/// The legal turn of this number; empty if there are fewer.
std::string turn_at(const Game& game, std::int64_t number) {
  std::string found;
  if (number < 0) return found;
  game.visit_turns([&](std::string_view turn) {
    if (number-- > 0) return true;
    found = turn;
    return false;
  });
  return found;
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
  if (step.ended) batch.begin(seat);
  step.black_moves = seat.game->game->side_to_move() == Side::black;
  return step;
}

/// The turns that the numbers name; empty for those to be drawn. Throws nothing for an unknown
/// number, but notes it and returns no turns.
std::vector<std::string> chosen_turns(const schiri_batch& batch, const std::int64_t* numbers) {
  std::vector<std::string> turns(batch.seats.size());
  for (std::size_t i = 0; i < turns.size(); ++i) {
    if (numbers[i] == -1) continue;
    const Game& game = *batch.seats[i].game->game;
    turns[i] = turn_at(game, numbers[i]);
    if (!turns[i].empty()) continue;
    note_error(SCHIRI_ILLEGAL, "game " + std::to_string(i) + " has no turn of the number " +
                                   std::to_string(numbers[i]));
    return {};
  }
  return turns;
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

schiri_batch* schiri_batch_copy(const schiri_batch* batch) {
  return guarded_pointer([&] {
    const schiri_batch& its = need(batch, a_batch);
    auto copy = std::make_unique<schiri_batch>();
    copy->type = its.type;
    copy->variant = its.variant;
    copy->max_turns = its.max_turns;
    copy->seats.reserve(its.seats.size());
    for (const auto& seat : its.seats) {
      copy->seats.push_back({copy_of(*seat.game), seat.rng});
    }
    return copy.release();
  });
}

void schiri_batch_free(schiri_batch* batch) { delete batch; }

schiri_game* schiri_batch_game(const schiri_batch* batch, size_t index) {
  return guarded_pointer([&] {
    const schiri_batch& its = need(batch, a_batch);
    if (index >= its.seats.size()) {
      throw WrongUse("the batch has only " + counted(its.seats.size(), "game"));
    }
    return copy_of(*its.seats[index].game).release();
  });
}

int schiri_batch_play(schiri_batch* batch, const int64_t* turns, schiri_step* steps, size_t count) {
  return guarded_status([&] {
    batch_of(batch, count);
    std::vector<std::string> chosen(count);
    if (turns) chosen = chosen_turns(*batch, turns);
    if (chosen.empty()) return int{SCHIRI_ILLEGAL};
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

int schiri_batch_planes(const schiri_batch* batch, int mover, float* values, size_t count) {
  return guarded_status([&] {
    const schiri_batch& its = need(batch, a_batch);
    float* const room = &need(values, "the room for planes");
    const std::size_t size = count / its.seats.size();
    for (std::size_t i = 0; i < its.seats.size(); ++i) {
      const Game& game = *its.seats[i].game->game;
      const PlaneSource& planes = planes_of(game, *its.type, its.seats.size(), count);
      const std::span<float> numbers(room + i * size, size);
      if (mover) {
        require_side_planes(planes, *its.type);
        planes.write_side_planes(game.side_to_move(), numbers);
      } else {
        planes.write_planes(numbers);
      }
    }
  });
}
