#include "notation/game_hash.h"

#include "core/random.h"

namespace schiri {

namespace {

/// FNV-1a (Fowler, Noll, Vo), mixed at the end.
class Hash {
 public:
  void add(std::string_view text) {
    for (const char c : text) add(c);
    add('\0');
  }
  std::uint64_t value() const { return mix64(state_); }

 private:
  void add(char c) { state_ = (state_ ^ static_cast<unsigned char>(c)) * 0x100000001b3u; }

  std::uint64_t state_ = 0xcbf29ce484222325u;
};

}  // namespace

std::optional<std::uint64_t> game_hash(std::string_view game, std::string_view variant,
                                       const Record& record) {
  Hash hash;
  hash.add(game);
  hash.add(variant);
  hash.add(record.tag("Position"));
  hash.add(record.tag("Roll"));
  bool has_turns = false;
  for (const Element& element : record.movetext) {
    if (element.kind != Element::Kind::turn) continue;
    hash.add(element.text);
    has_turns = true;
  }
  if (!has_turns) return std::nullopt;
  return hash.value();
}

}  // namespace schiri
