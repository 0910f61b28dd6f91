#pragma once

#include <cstddef>

/// Limits on what the referee keeps of one program's output, in bytes. Every buffer has its limit
/// here, so that the total is bounded whatever a program writes.
namespace schiri::output_limits {

/// A line without its end; a program that writes more forfeits.
inline constexpr std::size_t longest_line = std::size_t{1} << 20;
/// The most read at once.
inline constexpr std::size_t chunk = std::size_t{1} << 16;
/// Output written while the program should read; beyond this it is not read until the program does.
inline constexpr std::size_t output = 2 * longest_line;
/// The end of standard error.
inline constexpr std::size_t errors = 8192;
/// The last lines sent and received, each cut to `protocol_line`.
inline constexpr std::size_t protocol_lines = 40;
inline constexpr std::size_t protocol_line = 500;
/// The name and options of the program; options beyond this stay unknown.
inline constexpr std::size_t introduction = std::size_t{1} << 20;
/// The lines of play reported for one turn; lines beyond this are dropped.
inline constexpr std::size_t thought = std::size_t{1} << 20;

/// Buffers grow by doubling, so their capacity may be twice their content.
inline constexpr std::size_t total =
    2 * (output + chunk) + errors + protocol_lines * (protocol_line + 64) + introduction + thought;
static_assert(total <= std::size_t{8} << 20);

}  // namespace schiri::output_limits
