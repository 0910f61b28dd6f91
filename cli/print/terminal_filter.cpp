#include "cli/print/terminal_filter.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>

#include "cli/print/console.h"
#include "core/base/characters.h"
#include "notation/text/printable.h"
#include "notation/text/text_style.h"

namespace schiri::cli {

namespace {

/// Is this thread writing a control sequence of the program's own? Streams in between, such as the
/// one that removes a progress line, forward its bytes.
thread_local bool passes = false;

class Passage {
 public:
  Passage() { passes = true; }
  Passage(const Passage&) = delete;
  Passage& operator=(const Passage&) = delete;
  ~Passage() { passes = before_; }

 private:
  bool before_ = passes;
};

void pass(std::ostream& out, std::string_view sequence) {
  const Passage passage;
  out << sequence;
}

/// The style at the beginning of a text; empty if there is none.
std::string_view first_style(std::string_view text) {
  for (const std::string_view style : text_style::all) {
    if (text.starts_with(style)) return style;
  }
  return {};
}

/// The number of bytes of a character that begins with this byte.
std::size_t expected_length(char first) {
  const auto byte = static_cast<unsigned char>(first);
  if (byte < 0xc2 || byte > 0xf4) return 1;
  return byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
}

/// Can further bytes change the output of these?
bool needs_more(std::string_view text) {
  if (text == "\r") return true;
  return text.size() < expected_length(text[0]) &&
         std::none_of(text.begin() + 1, text.end(), begins_character);
}

}  // namespace

std::ostream& operator<<(std::ostream& out, TerminalControl control) {
  pass(out, control.sequence_);
  return out;
}

std::ostream& operator<<(std::ostream& out, CursorUp up) {
  pass(out, "\x1b[" + std::to_string(up.lines) + "A");
  return out;
}

std::ostream& operator<<(std::ostream& out, const StyledText& styled) {
  std::string_view rest = styled.text;
  while (!rest.empty()) {
    const std::string_view style = first_style(rest);
    pass(out, style);
    rest.remove_prefix(style.size());
    const std::size_t next = style.empty() ? rest.find('\033', 1) : rest.find('\033');
    out << rest.substr(0, next);
    rest.remove_prefix(std::min(next, rest.size()));
  }
  return out;
}

TerminalFilter::int_type TerminalFilter::overflow(int_type character) {
  if (traits_type::eq_int_type(character, traits_type::eof()))
    return traits_type::not_eof(character);
  const char c = traits_type::to_char_type(character);
  return xsputn(&c, 1) == 1 ? character : traits_type::eof();
}

std::streamsize TerminalFilter::xsputn(const char* text, std::streamsize size) {
  if (passes) return end_character() ? below_.sputn(text, size) : 0;
  std::streamsize done = 0;
  while (done < size && put(text[done])) ++done;
  return done;
}

bool TerminalFilter::put(char c) {
  begun_[begun_size_++] = c;
  while (begun_size_ > 0 && !needs_more(begun())) {
    if (!put_front()) return false;
  }
  return true;
}

/// Writes the first character of the buffered bytes.
bool TerminalFilter::put_front() {
  const FirstCharacter first = first_character(begun());
  const std::string_view bytes = begun().substr(0, first.length);
  const bool shown = bytes == "\n" ? put_shown(bytes)
                     : begun().starts_with("\r\n")
                         ? true
                         : put_shown(first.is_control ? stand_in(bytes) : bytes);
  std::copy(begun_.begin() + first.length, begun_.begin() + begun_size_, begun_.begin());
  begun_size_ -= first.length;
  return shown;
}

bool TerminalFilter::put_shown(std::string_view text) {
  const auto size = static_cast<std::streamsize>(text.size());
  return below_.sputn(text.data(), size) == size;
}

/// Writes the buffered bytes: no more bytes belong to them.
bool TerminalFilter::end_character() {
  while (begun_size_ > 0) {
    if (!put_front()) return false;
  }
  return true;
}

FilteredStream::FilteredStream(std::ostream& stream, int descriptor)
    : stream_(stream), before_(stream.rdbuf()) {
  if (!isatty(descriptor)) return;
  filter_.emplace(*before_);
  stream_.rdbuf(&*filter_);
}

/// Preserves the error state of the stream, which exchanging the buffer would clear.
FilteredStream::~FilteredStream() {
  if (!filter_) return;
  const auto state = stream_.rdstate();
  stream_.rdbuf(before_);
  stream_.setstate(state);
}

TerminalSize terminal_size(int descriptor) {
  winsize size{};
  if (ioctl(descriptor, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_row == 0) return {};
  return {size.ws_col, size.ws_row};
}

std::size_t output_columns() {
  constexpr std::size_t in_file = 100;
  return console::is_terminal(STDOUT_FILENO) ? terminal_size(STDOUT_FILENO).columns : in_file;
}

}  // namespace schiri::cli
