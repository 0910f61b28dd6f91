#include "cli/play/line_editor.h"

#ifdef SCHIRI_LIBEDIT
#include <histedit.h>
#include <langinfo.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <clocale>
#include <cstdio>
#include <cstdlib>
#include <cwchar>
#include <stdexcept>
#include <utility>

#include "cli/play/turn_entry.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

using InputEvent = InputLines::Event;

constexpr int most_lines_before = 500;
/// The delay until a request to stop or a change of the window size is noticed.
constexpr std::chrono::milliseconds key_slice{50};

/// The editor decodes characters by the locale, which must use UTF-8.
void choose_locale() {
  std::setlocale(LC_CTYPE, "");
  if (std::string_view(nl_langinfo(CODESET)) != "UTF-8") std::setlocale(LC_CTYPE, "C.UTF-8");
}

/// The length of the common beginning of the texts.
std::size_t common_length(const std::vector<std::string>& texts) {
  std::size_t length = texts.front().size();
  for (const std::string& text : texts) {
    const auto differs = std::mismatch(text.begin(), text.end(), texts.front().begin(),
                                       texts.front().begin() + static_cast<std::ptrdiff_t>(length));
    length = std::min(length, static_cast<std::size_t>(differs.first - text.begin()));
  }
  return length;
}

std::size_t window_size() {
  winsize size{};
  ioctl(STDOUT_FILENO, TIOCGWINSZ, &size);
  return size.ws_row * std::size_t{65536} + size.ws_col;
}

/// Has another program, such as the shell that stopped this one, reset the terminal to line mode?
bool was_reset() {
  termios settings{};
  return tcgetattr(STDIN_FILENO, &settings) == 0 && (settings.c_lflag & ICANON) != 0;
}

}  // namespace

/// The library's editor, and the state of the line being read that its callbacks need.
struct LineEditor::Terminal {
  Terminal();
  ~Terminal() {
    history_end(history);
    el_end(editor);
  }
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;

  static Terminal& of(EditLine* editor) {
    void* self = nullptr;
    el_get(editor, EL_CLIENTDATA, &self);
    return *static_cast<Terminal*>(self);
  }
  static char* prompt_of(EditLine* editor) { return of(editor).prompt.data(); }
  static int next_character(EditLine* editor, wchar_t* character) {
    return of(editor).read_character(*character);
  }
  static unsigned char on_tab(EditLine* editor, int) { return of(editor).complete(); }

  int read_character(wchar_t& character);
  bool wait_for_byte();
  void notice_changes();
  unsigned char complete();
  void show(const std::vector<std::string>& ways_on) const;

  EditLine* editor = nullptr;
  History* history = nullptr;
  HistEvent history_event{};
  std::mbstate_t partial{};  ///< of a character of several bytes
  std::size_t window = 0;
  // State of the line being read.
  std::string prompt;
  Completer completer;
  std::optional<InputLines::TimePoint> deadline;
  std::function<bool()> interrupted;
  InputEvent event = InputEvent::line;
};

LineEditor::Terminal::Terminal() {
  choose_locale();
  editor = el_init("schiri", stdin, stdout, stderr);
  if (!editor) throw std::runtime_error("the terminal cannot be used for typing");
  history = history_init();
  if (!history) {
    el_end(editor);
    throw std::bad_alloc();
  }
  ::history(history, &history_event, H_SETSIZE, most_lines_before);
  ::history(history, &history_event, H_SETUNIQUE, 1);
  el_set(editor, EL_CLIENTDATA, this);
  el_set(editor, EL_PROMPT, &prompt_of);
  el_set(editor, EL_EDITOR, "emacs");
  el_set(editor, EL_HIST, ::history, history);
  el_set(editor, EL_GETCFN, &next_character);
  el_source(editor, nullptr);  // the user's own settings
  el_set(editor, EL_ADDFN, "ways-on", "Completes a turn or command", &on_tab);
  el_set(editor, EL_BIND, "^I", "ways-on", nullptr);
}

/// Waits for a byte; returns false, with the reason in `event`, if the wait has ended.
bool LineEditor::Terminal::wait_for_byte() {
  using std::chrono::milliseconds;
  for (;;) {
    event = InputEvent::interrupted;
    if (interrupted()) return false;
    milliseconds wait = key_slice;
    if (deadline) {
      event = InputEvent::deadline;
      const auto left =
          std::chrono::ceil<milliseconds>(*deadline - std::chrono::steady_clock::now());
      if (left <= milliseconds{0}) return false;
      wait = std::min(wait, left);
    }
    event = InputEvent::line;
    pollfd input{STDIN_FILENO, POLLIN, 0};
    if (poll(&input, 1, static_cast<int>(wait.count())) > 0) return true;
    notice_changes();
  }
}

void LineEditor::Terminal::notice_changes() {
  if (was_reset()) {
    el_set(editor, EL_PREP_TERM, 0);
    el_set(editor, EL_PREP_TERM, 1);
    el_set(editor, EL_REFRESH, nullptr);
  }
  const std::size_t now = window_size();
  if (std::exchange(window, now) == now) return;
  el_resize(editor);
  el_set(editor, EL_REFRESH, nullptr);
}

/// Reads a character for libedit: 1 if there is one, 0 at the end, -1 if no more will be read.
int LineEditor::Terminal::read_character(wchar_t& character) {
  while (wait_for_byte()) {
    char byte = 0;
    const ssize_t size = ::read(STDIN_FILENO, &byte, 1);
    if (size < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (size <= 0) {
      event = InputEvent::end;
      return 0;
    }
    const std::size_t length = std::mbrtowc(&character, &byte, 1, &partial);
    if (length == static_cast<std::size_t>(-2)) continue;
    if (length != static_cast<std::size_t>(-1)) return 1;
    partial = {};  // an invalid character is ignored
  }
  return -1;
}

unsigned char LineEditor::Terminal::complete() {
  if (!completer) return CC_ERROR;
  const LineInfo* const line = el_line(editor);
  const std::string typed(line->buffer, line->cursor);
  std::vector<std::string> ways_on = completer(typed);
  std::erase_if(ways_on, [](const std::string& way) { return printable(way, way.size()) != way; });
  if (ways_on.empty()) return CC_ERROR;
  const std::string added = ways_on.front().substr(0, common_length(ways_on));
  if (added.size() <= typed.size() && ways_on.size() > 1) {
    show(ways_on);
    return CC_REDISPLAY;
  }
  if (added == typed) return CC_NORM;
  el_deletestr(editor, static_cast<int>(typed.size()));
  el_insertstr(editor, added.c_str());
  return CC_REFRESH;
}

/// Prints the last word of each below the line.
void LineEditor::Terminal::show(const std::vector<std::string>& ways_on) const {
  std::vector<std::string> words;
  for (const std::string& way : ways_on) words.push_back(way.substr(way.rfind(' ') + 1));
  std::fputs(("\n" + in_lines(words)).c_str(), stdout);
}

bool LineEditor::is_possible() {
  const char* const terminal = std::getenv("TERM");
  return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) && terminal && *terminal &&
         std::string_view(terminal) != "dumb";
}

LineEditor::LineEditor() : terminal_(std::make_unique<Terminal>()) {}
LineEditor::~LineEditor() = default;

InputLines::Reading LineEditor::next(const std::string& prompt, const Completer& completer,
                                     std::optional<InputLines::TimePoint> deadline,
                                     const std::function<bool()>& interrupted) {
  terminal_->prompt = printable(prompt, prompt.size());
  terminal_->completer = completer;
  terminal_->deadline = deadline;
  terminal_->interrupted = interrupted;
  terminal_->event = InputEvent::line;
  terminal_->window = window_size();
  el_resize(terminal_->editor);
  // Before the prompt: an earlier key would be lost.
  el_set(terminal_->editor, EL_PREP_TERM, 1);
  int length = 0;
  const char* const typed = el_gets(terminal_->editor, &length);
  if (!typed || length <= 0) {
    std::fputs("\n", stdout);
    std::fflush(stdout);
    return {terminal_->event == InputEvent::line ? InputEvent::end : terminal_->event, {}};
  }
  std::string line(typed, static_cast<std::size_t>(length));
  while (!line.empty() && (line.back() == '\n' || line.back() == '\r')) line.pop_back();
  const bool has_words = line.find_first_not_of(" \t") != line.npos;
  if (completer && has_words) {
    history(terminal_->history, &terminal_->history_event, H_ENTER, line.c_str());
  }
  return {InputEvent::line, std::move(line)};
}

}  // namespace schiri::cli
#else
namespace schiri::cli {

/// Lines are read as from a file.
struct LineEditor::Terminal {};
bool LineEditor::is_possible() { return false; }
LineEditor::LineEditor() = default;
LineEditor::~LineEditor() = default;
InputLines::Reading LineEditor::next(const std::string&, const Completer&,
                                     std::optional<InputLines::TimePoint>,
                                     const std::function<bool()>&) {
  return {};
}

}  // namespace schiri::cli
#endif
