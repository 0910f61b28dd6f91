#include "cli/tournament/live/trace.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "cli/print/output_file.h"
#include "cli/print/output_language.h"
#include "core/base/date.h"
#include "core/base/decimals.h"
#include "core/base/errors.h"
#include "core/base/files/whole_file.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

/// The most bytes of one game's trace, so that a program that floods lines fills no disk.
constexpr std::size_t most_trace_bytes = std::size_t{64} << 20;

}  // namespace

std::string trace_name(std::uint64_t number, std::uint64_t last, std::string_view white,
                       std::string_view black) {
  return padded_text(number, std::to_string(last).size()) + '-' + file_part(white, 40) + '-' +
         file_part(black, 40) + ".log";
}

/// The file of one game, which is made with its first line.
class ProtocolTrace::File {
 public:
  File(std::string path, std::string heading)
      : path_(std::move(path)), heading_(std::move(heading)) {}

  /// False, with errno, if the line cannot be written.
  bool add(std::string_view mark, std::string_view player, std::string_view line) {
    if (bytes_ > most_trace_bytes) return true;
    if (!file_.is_open() && !open()) return false;
    const auto time = std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - begin_);
    std::string text = padded_text(static_cast<std::uint64_t>(time.count()), 8, ' ');
    text.append(mark).append(player).append(": ").append(printable(line, line.size()));
    if (!write(text)) return false;
    return bytes_ <= most_trace_bytes || write("# later lines of this game are omitted");
  }

  const std::string& path() const { return path_; }

 private:
  using Clock = std::chrono::steady_clock;

  bool open() {
    constexpr int flags = O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW;
    file_ = Descriptor(::open(path_.c_str(), flags, 0666));
    return file_.is_open() && write(heading_);
  }

  bool write(std::string text) {
    text += '\n';
    bytes_ += text.size();
    return write_all(file_.number(), text);
  }

  const std::string path_;
  const std::string heading_;
  const Clock::time_point begin_ = Clock::now();
  Descriptor file_;
  std::size_t bytes_ = 0;
};

ProtocolTrace::ProtocolTrace(const Contest& contest, const std::string& folder)
    : contest_(contest), folder_(folder), last_(contest.schedule()->games()) {
  if (folder_.empty()) return;
  std::error_code error;
  std::filesystem::create_directories(folder_, error);
  if (!error && access(folder_.c_str(), W_OK | X_OK) == 0) return;
  throw UnusableError(message("--trace: {0} cannot be used as a folder: {1}",
                              printable(folder_, 4096),
                              error ? system_message(error) : system_message(errno)));
}

ProtocolTrace::~ProtocolTrace() = default;

void ProtocolTrace::begin_game(const ScheduledGame& scheduled) {
  if (!wants_lines()) return;
  const std::string &white = player(scheduled.white), &black = player(scheduled.black);
  const auto path =
      std::filesystem::path(folder_) / trace_name(scheduled.number, last_, white, black);
  const std::string heading = "# " + printable(contest_.config().name, 500) + ", game " +
                              std::to_string(scheduled.number) + ", round " + round_tag(scheduled) +
                              ": " + printable(white, 500) + " - " + printable(black, 500) + ", " +
                              utc_time();
  const std::lock_guard lock(mutex_);
  files_[scheduled.number] = std::make_shared<File>(path.string(), heading);
}

void ProtocolTrace::exchange_line(const ScheduledGame& scheduled, const ProtocolLine& line) {
  const auto file = this->file(scheduled.number);
  const bool is_white = line.side == Side::white;
  const std::string player = is_white ? "white" : "black";
  if (file && !file->add(line.is_sent ? " > " : " < ", player, line.text)) report(*file);
}

void ProtocolTrace::end_game(const ScheduledGame& scheduled) {
  const std::lock_guard lock(mutex_);
  files_.erase(scheduled.number);
}

std::shared_ptr<ProtocolTrace::File> ProtocolTrace::file(std::uint64_t number) {
  const std::lock_guard lock(mutex_);
  const auto found = files_.find(number);
  return found == files_.end() ? nullptr : found->second;
}

void ProtocolTrace::report(const File& file) {
  const std::string reason = std::strerror(errno);
  const std::lock_guard lock(mutex_);
  if (std::exchange(has_reported_, true)) return;
  print_note(printable(file.path(), 4096) + " cannot be written: " + reason +
             "; the tournament goes on, and its traces are incomplete");
}

}  // namespace schiri::cli
