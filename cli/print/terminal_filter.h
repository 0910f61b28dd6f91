#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <ostream>
#include <streambuf>
#include <string>
#include <string_view>

/// The only way to a terminal. Records, databases, event files and bots contain untrusted text, and
/// any of it may be printed; so only text and line ends reach a terminal. The program's own control
/// sequences have types of their own, below, which untrusted text cannot form. Files and pipes
/// receive the unchanged bytes.
namespace schiri::cli {

/// A control sequence, which is always a constant: `console::err << TerminalControl("\x1b[J")`.
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

/// A text in which the styles of notation/text/text_style.h are applied. Everything else in it is
/// filtered.
struct StyledText {
  std::string text;
};
std::ostream& operator<<(std::ostream& out, const StyledText& styled);

/// Writes to a terminal. Control characters, invisible characters, characters that change the
/// direction of text and invalid UTF-8 become `?`, as in printable(); line ends stay, a tab becomes
/// a space, and a carriage return before a line end is omitted. Allocates no memory. A character
/// may arrive in several parts.
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
  std::array<char, 4> begun_{};  ///< of an incomplete character
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

/// The size of a terminal, in characters.
struct TerminalSize {
  std::size_t columns = 80;
  std::size_t rows = 24;
};

/// The size of the terminal that is open as this file; the usual size if it is not a terminal.
TerminalSize terminal_size(int descriptor);

/// The columns for tables on standard output: those of the terminal, 100 in a file or pipe.
std::size_t output_columns();

}  // namespace schiri::cli
