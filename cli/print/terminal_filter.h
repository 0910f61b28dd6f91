#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <ostream>
#include <streambuf>
#include <string>
#include <string_view>

/// The one way to a terminal. Records, databases, event files and bots hold text from strangers,
/// and any of it may be printed; so nothing that is printed reaches a terminal but text and line
/// ends. What this program itself tells a terminal has types of its own, below, which no text from
/// outside can be made of. Files and pipes get every byte as it is.
namespace schiri::cli {

/// A control sequence, which is always a constant: `std::cerr << TerminalControl("\x1b[J")`.
class TerminalControl {
 public:
  explicit consteval TerminalControl(std::string_view sequence) : sequence_(sequence) {}
  friend std::ostream& operator<<(std::ostream& out, TerminalControl control);

 private:
  std::string_view sequence_;
};

/// Moves a terminal's cursor up.
struct CursorUp {
  std::size_t lines;
};
std::ostream& operator<<(std::ostream& out, CursorUp up);

/// A text in which the styles of notation/text/text_style.h are obeyed. All else of it is text like
/// any other.
struct StyledText {
  std::string text;
};
std::ostream& operator<<(std::ostream& out, const StyledText& styled);

/// Writes to a terminal. A control character, a character that shows nothing or turns the text
/// after it round, and a byte that is no UTF-8 become `?`, as in printable(); line ends stay, a tab
/// becomes a space, and a carriage return before a line end is left out. Allocates no memory. A
/// character may come in several parts.
class TerminalFilter final : public std::streambuf {
 public:
  explicit TerminalFilter(std::streambuf& below) : below_(below) {}
  TerminalFilter(const TerminalFilter&) = delete;
  TerminalFilter& operator=(const TerminalFilter&) = delete;
  ~TerminalFilter() override { end_character(); }

 protected:
  int_type overflow(int_type character) override;
  std::streamsize xsputn(const char* text, std::streamsize size) override;
  int sync() override { return below_.pubsync(); }

 private:
  std::string_view begun() const { return {begun_.data(), begun_size_}; }
  bool put(char c);
  bool put_front();
  bool put_shown(std::string_view text);
  bool end_character();

  std::streambuf& below_;
  std::array<char, 4> begun_{};  ///< of a character that more bytes may belong to
  std::size_t begun_size_ = 0;
};

/// While it lives, a stream of this program writes through a filter if its descriptor is a
/// terminal.
class FilteredStream {
 public:
  FilteredStream(std::ostream& stream, int descriptor);
  FilteredStream(const FilteredStream&) = delete;
  FilteredStream& operator=(const FilteredStream&) = delete;
  ~FilteredStream();

 private:
  std::ostream& stream_;
  std::streambuf* before_;
  std::optional<TerminalFilter> filter_;
};

}  // namespace schiri::cli
