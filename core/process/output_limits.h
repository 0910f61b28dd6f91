#pragma once

#include <cstddef>

/// What one program can make the referee keep, in bytes. Everything remembered of a program's
/// output has its share here, so that the sum holds whatever it writes.
namespace schiri::output_limits {

/// Of a line that has not ended; whoever writes more forfeits.
inline constexpr std::size_t longest_line = std::size_t{1} << 20;
/// What is read at once.
inline constexpr std::size_t chunk = std::size_t{1} << 16;
/// Written when it should have been reading; beyond that nobody listens until it reads.
inline constexpr std::size_t output = 2 * longest_line;
/// The end of standard error.
inline constexpr std::size_t errors = 8192;
/// The last lines said and heard, each cut off.
inline constexpr std::size_t protocol_lines = 40;
inline constexpr std::size_t protocol_line = 500;
/// Its name and options; what no longer fits stays unknown.
inline constexpr std::size_t introduction = std::size_t{1} << 20;
/// How it sees the game go on, in one turn; what no longer fits is passed over.
inline constexpr std::size_t thought = std::size_t{1} << 20;

/// Buffers grow by doubling, so that they may take twice what is in them.
inline constexpr std::size_t total =
    2 * (output + chunk) + errors + protocol_lines * (protocol_line + 64) + introduction + thought;
static_assert(total <= std::size_t{8} << 20);

}  // namespace schiri::output_limits
