#include "cli/line/progress.h"

#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <streambuf>

#include "cli/print/console.h"
#include "cli/print/output_language.h"
#include "cli/print/terminal_filter.h"
#include "core/base/decimals.h"

namespace schiri::cli {

namespace {

constexpr TerminalControl erase_line("\r\x1b[K");

Decimal speed_of(double a_second) { return {fixed_text(a_second, a_second < 10 ? 1 : 0)}; }

Message with_speed(const Message& text, double a_second, const Message& what) {
  return message("{0}, {1} {2}/s", text, speed_of(a_second), what);
}

Message with_rest(const Message& text, double seconds) {
  return message("{0}, {1} left", text, clock_text(seconds));
}

}  // namespace

std::string clock_text(double seconds) {
  if (!(seconds < 100 * 3600.0)) return translated(message("days"));
  const long whole = std::lround(seconds);
  char text[32];
  if (whole < 3600) {
    std::snprintf(text, sizeof text, "%ld:%02ld", whole / 60, whole % 60);
  } else {
    std::snprintf(text, sizeof text, "%ld:%02ld:%02ld", whole / 3600, whole / 60 % 60, whole % 60);
  }
  return text;
}

std::string progress_text(const Message& what, std::uint64_t begun_with, std::uint64_t done,
                          std::uint64_t total, double seconds, ProgressTotal extent) {
  const bool is_limit = extent == ProgressTotal::limit;
  Message text = is_limit ? message("{0} of at most {1} {2}", done, total, what)
                          : message("{0} of {1} {2}", done, total, what);
  if (done == begun_with || seconds <= 0) return translated(text);
  const double speed = static_cast<double>(done - begun_with) / seconds;
  text = with_speed(text, speed, what);
  if (!is_limit) text = with_rest(text, static_cast<double>(total - done) / speed);
  return translated(text);
}

bool is_drawable() {
  const char* kind = std::getenv("TERM");
  return console::is_terminal(STDERR_FILENO) && kind && std::string_view(kind) != "dumb";
}

/// Stands before a stream and takes the line away before anything is written there.
class ProgressLine::Eraser final : public std::streambuf {
 public:
  Eraser(ProgressLine& line, std::ostream& stream)
      : line_(line), stream_(stream), buffer_(stream.rdbuf(this)) {}
  Eraser(const Eraser&) = delete;
  Eraser& operator=(const Eraser&) = delete;
  /// Failures of the stream are kept, which the exchange would forget.
  ~Eraser() override {
    const auto state = stream_.rdstate();
    stream_.rdbuf(buffer_);
    stream_.setstate(state);
  }

  std::streambuf& buffer() { return *buffer_; }

 private:
  int_type overflow(int_type c) override {
    line_.erase();
    return traits_type::eq_int_type(c, traits_type::eof())
               ? traits_type::not_eof(c)
               : buffer_->sputc(traits_type::to_char_type(c));
  }
  std::streamsize xsputn(const char* text, std::streamsize size) override {
    line_.erase();
    return buffer_->sputn(text, size);
  }
  int sync() override { return buffer_->pubsync(); }

  ProgressLine& line_;
  std::ostream& stream_;
  std::streambuf* buffer_;
};

ProgressLine::ProgressLine(Message what, std::function<double()> share)
    : what_(std::move(what)), share_(std::move(share)) {
  if (!is_drawable()) {
    next_ = Clock::time_point::max();
    return;
  }
  out_ = std::make_unique<Eraser>(*this, console::out);
  err_ = std::make_unique<Eraser>(*this, console::err);
}

ProgressLine::ProgressLine(Message what)
    : ProgressLine(std::move(what), [this] {
        return total_ ? static_cast<double>(done_) / static_cast<double>(total_) : 0;
      }) {}

ProgressLine::~ProgressLine() { erase(); }

void ProgressLine::count() {
  ++done_;
  draw_if_due();
}

void ProgressLine::count(std::uint64_t done, std::uint64_t total) {
  done_ = done;
  total_ = total;
  draw_if_due();
}

void ProgressLine::draw_if_due() {
  console::leave_if_interrupted();
  if (!err_ || Clock::now() < next_) return;
  next_ = Clock::now() + std::chrono::milliseconds(200);
  draw();
}

/// The cursor stays at the line's beginning, where a `^C` does no harm.
void ProgressLine::draw() {
  const double seconds = std::chrono::duration<double>(Clock::now() - begin_).count();
  const double speed = static_cast<double>(done_) / seconds;
  Message text = with_speed(message("{0} {1}", done_, what_), speed, what_);
  if (const double share = share_(); share > 0) text = with_rest(text, seconds * (1 / share - 1));
  std::ostream below(&err_->buffer());
  below << erase_line << translated(text) << TerminalControl("\r") << std::flush;
  is_shown_ = true;
}

void ProgressLine::erase() {
  if (!is_shown_) return;
  is_shown_ = false;
  std::ostream(&err_->buffer()) << erase_line << std::flush;
}

}  // namespace schiri::cli
