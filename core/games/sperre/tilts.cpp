#include "core/games/sperre/tilts.h"

namespace schiri::sperre {

Bits held(const Position& position) {
  const Tops& tops = position.tops();
  const Order order = position.variant().order;
  if (order == Order::move_first) return position.locked(tops);
  std::array<Bits, 3> by_die;
  for (const Die die : dice) by_die[index(die)] = locked_by(position, tops[index(die)]);
  const auto& [three, four, five] = by_die;
  if (position.last_tilted() == Die::none) return (three & four) | (four & five) | (five & three);
  const std::size_t last = index(position.last_tilted());
  return held_by(order, by_die[last], by_die[(last + 1) % 3], by_die[(last + 2) % 3]);
}

Tilts::Tilts(const Position& position) {
  const Tops& tops = position.tops();
  const Order order = position.variant().order;
  const Bits locked_now = position.locked(tops);
  for (const Die die : dice) {
    if (die == position.last_tilted()) continue;
    const std::size_t i = index(die);
    const Bits b = locked_by(position, tops[(i + 1) % 3]);
    const Bits c = locked_by(position, tops[(i + 2) % 3]);
    for (std::uint8_t face = 1; face <= sperre::size; ++face) {
      if (!contains(next_faces[i][tops[i]], face)) continue;
      const Bits up = locked_by(position, face);
      tilts_[count_++] = {die, face, order == Order::tilt_first ? up | b | c : locked_now,
                          held_by(order, up, b, c)};
    }
  }
}

}  // namespace schiri::sperre
