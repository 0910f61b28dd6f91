#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <string>

#include "core/base/random.h"
#include "notation/game_types.h"
#include "notation/records/record.h"
#include "notation/records/source/byte_source.h"

namespace schiri {

/// The properties of a generated archive.
struct ArchiveShape {
  std::uint64_t games = 1000;
  std::uint64_t players = 100;
  int turns = 30;  ///< the limit of turns; then White or Black resigns or they agree on a draw
  std::uint64_t seed = 1;
};

/// An archive of Creeper records of many players, generated while it is read. An encounter is two
/// games with swapped colours. Each player has a strength, which determines the chances of results.
/// Equal shapes give equal bytes.
class GeneratedGames final : public ByteSource {
 public:
  explicit GeneratedGames(const ArchiveShape& shape) : shape_(shape), rng_(shape.seed) {}

  std::size_t fetch(char* buffer, std::size_t size) override {
    if (at_ == text_.size()) {
      text_.clear();
      at_ = 0;
      while (made_ < shape_.games && text_.size() < (std::size_t{1} << 16)) add_game();
    }
    const std::size_t count = std::min(size, text_.size() - at_);
    std::memcpy(buffer, text_.data() + at_, count);
    at_ += count;
    return count;
  }

  static std::string player_name(std::uint64_t number) {
    return "Player " + std::to_string(number);
  }

 private:
  void add_game() {
    if (made_ % 2 == 0) {
      white_ = rng_.below(shape_.players);
      black_ = (white_ + 1 + rng_.below(shape_.players - 1)) % shape_.players;
    } else {
      std::swap(white_, black_);
    }
    const auto game = creeper_.start({});
    while (!game->ending() && game->turns().size() < static_cast<std::size_t>(shape_.turns)) {
      game->play(game->random_turn(rng_));
    }
    Record record;
    record.tags = {{"Event", "Archive " + std::to_string(made_ / 10'000)},
                   {"Site", "?"},
                   {"Date", date()},
                   {"Round", std::to_string(made_ / 2 % 5'000 + 1) + (made_ % 2 ? ".2" : ".1")},
                   {"White", player_name(white_)},
                   {"Black", player_name(black_)},
                   {"Result", ""},
                   {"Game", "creeper"},
                   {"Termination", game->ending() ? "normal" : "agreement"}};
    for (const std::string& turn : game->turns()) {
      record.movetext.push_back({Element::Kind::turn, turn});
    }
    record.result = result_text(game->ending() ? game->ending()->outcome : drawn_outcome());
    record.set_tag("Result", record.result);
    write_record(record, text_);
    ++made_;
  }

  std::string date() const {
    const std::uint64_t day = made_ * 3'000 / shape_.games;
    const auto two = [](std::uint64_t n) { return (n < 10 ? "0" : "") + std::to_string(n); };
    return std::to_string(2015 + day / 336) + "." + two(day % 336 / 28 + 1) + "." +
           two(day % 28 + 1);
  }

  /// Strengths vary by some 1,200 Elo; White has an advantage of 30.
  double strength(std::uint64_t player) const {
    return static_cast<double>(mix64(player) % 1'200) / 400;
  }

  Outcome drawn_outcome() {
    const double u = std::pow(10.0, (strength(white_) - strength(black_) + 0.075) / 2);
    const double point = static_cast<double>(rng_() >> 11) / 9007199254740992.0 * (u + 1 / u + 0.6);
    return point < u ? Outcome::white_wins : point < u + 0.6 ? Outcome::draw : Outcome::black_wins;
  }

  const GameType& creeper_ = *find_game("creeper");
  ArchiveShape shape_;
  Rng rng_;
  std::string text_;
  std::size_t at_ = 0;
  std::uint64_t made_ = 0;
  std::uint64_t white_ = 0, black_ = 0;
};

/// The complete content of a source.
inline std::string all_bytes(ByteSource&& source) {
  std::string text;
  char buffer[1 << 16];
  while (const std::size_t size = source.read(buffer, sizeof buffer)) text.append(buffer, size);
  return text;
}

}  // namespace schiri
