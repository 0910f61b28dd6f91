#include <fstream>
#include <string>

#include "notation/learning/network_file.h"
#include "notation/printable.h"

namespace schiri {

namespace {

/// No network of any game is so long.
constexpr std::size_t most_bytes = std::size_t{64} << 20;

}  // namespace

Network load_network(const std::string& path, const NetworkForm& form) {
  std::ifstream file(path, std::ios::binary);
  std::string text;
  for (char c = 0; text.size() <= most_bytes && file.get(c);) text += c;
  const std::string begin = "'" + printable(path) + "': ";
  if (!file.is_open() || file.bad()) throw NetworkError(begin + "cannot be read");
  if (text.size() > most_bytes) throw NetworkError(begin + "too long for a network");
  try {
    return read_network(text, form);
  } catch (const NetworkError& error) {
    throw NetworkError(begin + error.what());
  }
}

}  // namespace schiri
