#include "cli/tournament/live/record_file.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

#include "cli/print/output_file.h"
#include "core/base/errors.h"
#include "db/query/filtered_games.h"
#include "notation/records/game_hash.h"
#include "notation/records/pgn/movetext.h"
#include "notation/records/pgn/reader.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

namespace fs = std::filesystem;

/// Pipes and devices cannot be rewritten, and hold nothing.
bool can_hold_records(const std::string& path) {
  std::error_code error;
  const auto status = fs::status(path, error);
  return fs::is_regular_file(status) || !fs::exists(status);
}

bool is_without_content(const std::string& path) {
  std::error_code error;
  const auto size = fs::file_size(path, error);
  return error || size == 0;
}

std::size_t count_visible(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return !is_blank(c); }));
}

/// A file whose visible bytes are counted, so that text that is no game is noticed.
class CountedFile final : public ByteSource {
 public:
  explicit CountedFile(const std::string& path) : file_(path) {}
  std::size_t visible() const { return visible_; }

 private:
  std::size_t fetch(char* buffer, std::size_t size) override {
    const std::size_t got = file_.read(buffer, size);
    visible_ += count_visible({buffer, got});
    return got;
  }

  FileSource file_;
  std::size_t visible_ = 0;
};

/// Makes the file of tournaments hold each stored game once.
class RecordFileRepair {
 public:
  /// `events`: the names of the tournaments, stored or not.
  RecordFileRepair(const db::Store& store, const std::vector<std::string>& events,
                   const TournamentConfig& config, const std::string& path)
      : store_(store), events_(events), config_(config), path_(path), output_(path) {
    visit_stored([&](const Record& record) { missing_[key_of(record)] = hash_of(record); });
  }

  void run() {
    keep_whole_games();
    visit_stored([&](const Record& record) {
      if (missing_.contains(key_of(record))) output_.stream() << write_record(record);
    });
    output_.commit();
  }

 private:
  static std::string key_of(const Record& record) {
    std::string key;
    for (const char* tag : {"Event", "Round", "White", "Black", "Result"}) {
      key += std::string(record.tag(tag)) + '\n';
    }
    return key;
  }

  std::optional<std::uint64_t> hash_of(const Record& record) const {
    return game_hash(config_.game, config_.variant, record);
  }

  template <class Visitor>
  void visit_stored(Visitor visit) const {
    for (const std::string& event : events_) {
      db::GameFilter filter;
      filter.events = {event};
      db::visit_records(store_, filter, [&](db::StoredRecord& stored) {
        visit(stored.record);
        return true;
      });
    }
  }

  void keep_whole_games() {
    if (is_without_content(path_)) return;
    ReadOptions options;
    options.keep = Keep::records;
    options.keep_text = true;
    CountedFile source(path_);
    bool is_broken = false;
    std::size_t visible = 0;
    read_records(source, options, [&](const CheckedRecord& checked) {
      if (is_broken) refuse();
      visible += count_visible(checked.text);
      is_broken = !checked.check.valid();
      if (!is_broken) keep(checked);
      if (is_broken && !is_begun_game(checked)) refuse();
      return true;
    });
    if (visible != source.visible()) refuse();
  }

  /// A kill may have left the beginning of a game at the end of the file.
  bool is_begun_game(const CheckedRecord& checked) const {
    constexpr std::string_view begin = "[Event ";
    const std::string_view text = checked.text, event = checked.record.tag("Event");
    return !text.empty() && text.starts_with(begin.substr(0, text.size())) &&
           (event.empty() || is_event(event));
  }

  void keep(const CheckedRecord& checked) {
    const Record& record = checked.record;
    if (!is_event(record.tag("Event"))) refuse();
    const auto stored = missing_.find(key_of(record));
    if (stored == missing_.end() || stored->second != hash_of(record)) return;
    missing_.erase(stored);
    output_.stream() << checked.text << "\n\n";
  }

  bool is_event(std::string_view name) const {
    return std::find(events_.begin(), events_.end(), name) != events_.end();
  }

  [[noreturn]] void refuse() {
    output_.abandon();
    throw InputError(
        message("--pgn: {0} holds more than games of this tournament; specify another file",
                printable(path_, 4096)));
  }

  const db::Store& store_;
  const std::vector<std::string>& events_;
  const TournamentConfig& config_;
  std::string path_;
  OutputFile output_;
  std::map<std::string, std::optional<std::uint64_t>> missing_;  ///< hashes by key_of
};

bool has_games(const db::Store& store, const std::string& event) {
  const auto stored = db::find_tournament(store, event);
  return stored && stored->stored > 0;
}

}  // namespace

RecordFileOptions record_file_options(const db::TournamentSettings& settings) {
  RecordFileOptions options{settings.text("pgn").value_or("")};
  if (const auto comments = settings.text("pgn-comments")) {
    const auto parts = parse_comment_parts(*comments);
    if (!parts) {
      throw InputError(
          message("--pgn-comments: expected all, usual, short, or some of {0}, not '{1}'",
                  comment_part_names(), printable(*comments)));
    }
    options.parts = *parts;
  }
  if (options.path == "-")
    throw InputError(message("--pgn: expected a file; standard output has results"));
  if (!options.path.empty() && !compression_of(options.path).empty()) {
    throw InputError(
        message("--pgn: {0} grows during play and cannot be compressed; specify another name",
                printable(options.path, 4096)));
  }
  return options;
}

void require_no_records(const RecordFileOptions& options) {
  if (options.path.empty() || !can_hold_records(options.path)) return;
  if (is_without_content(options.path)) return;
  throw InputError(
      message("--pgn: {0} exists already; specify another file", printable(options.path, 4096)));
}

RecordFile::RecordFile(const db::Store& store, const db::StoredTournament& event,
                       const Contest& contest, const RecordFileOptions& options)
    : store_(store), event_(event.name), config_(contest.config()), options_(options) {
  const std::string& path = options_.path;
  if (path.empty()) return;
  require_no_database(path);
  auto& events = options_.events;
  if (events.empty()) events = {event.name};
  if (std::none_of(events.begin(), events.end(),
                   [&](const std::string& name) { return has_games(store, name); })) {
    require_no_records(options);
  } else if (can_hold_records(path)) {
    RecordFileRepair(store, events, config_, path).run();
  }
  file_.emplace(path, std::ios::app);
  if (!*file_) {
    throw UnusableError(
        message("{0} cannot be written: {1}", printable(path, 4096), system_message(errno)));
  }
}

void RecordFile::begin_game(const ScheduledGame& scheduled) { take_ends(scheduled.number); }

void RecordFile::play_turn(const ScheduledGame& scheduled, const PlayedTurn& turn) {
  if (!file_ || !turn.thought) return;
  std::string end = search_text(*turn.thought, turn.left, options_.parts);
  const std::lock_guard lock(mutex_);
  ends_[scheduled.number][turn.number] = std::move(end);
}

RecordFile::CommentEnds RecordFile::take_ends(std::uint64_t number) {
  const std::lock_guard lock(mutex_);
  const auto game = ends_.extract(number);
  return game ? std::move(game.mapped()) : CommentEnds{};
}

void RecordFile::game_stored(const JudgedGame& judged, const ContestGame& game,
                             std::chrono::duration<double> /*time*/) {
  if (!file_) return;
  Record record = game.record;
  const CommentEnds ends = take_ends(judged.scheduled.number);
  std::size_t turn = 0;
  for (Element& element : record.movetext) {
    if (element.kind == Element::Kind::turn) ++turn;
    if (element.kind != Element::Kind::comment) continue;
    if (const auto end = ends.find(turn); end != ends.end()) element.text += end->second;
  }
  last_ = std::max(last_, judged.scheduled.number);
  *file_ << write_record(record);
  if (!file_->flush()) {
    throw UnusableError(message("{0} cannot be written any more", printable(options_.path, 4096)));
  }
}

void RecordFile::end(const db::TournamentProgress& /*progress*/, bool complete) {
  if (!file_ || !complete || !can_hold_records(options_.path)) return;
  const auto stored = db::find_tournament(store_, event_);
  if (!stored || last_ <= stored->games) return;
  file_.reset();
  RecordFileRepair(store_, options_.events, config_, options_.path).run();
}

}  // namespace schiri::cli
