#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

#include "cli/input/inputs.h"
#include "cli/line/command.h"
#include "cli/print/console.h"
#include "cli/print/findings.h"
#include "cli/print/output_language.h"
#include "cli/records/record_output.h"
#include "core/base/date.h"
#include "core/base/files/temporary_name.h"
#include "core/base/files/whole_file.h"
#include "core/base/name_order.h"
#include "core/base/text.h"
#include "notation/text/printable.h"
#include "notation/text/record_cells.h"

namespace schiri::cli {

namespace {

/// Keeps texts until they are wanted in another order: 8 MiB in memory, all others in a temporary
/// file. All members throw std::system_error if there is no room for it.
class TextStore {
 public:
  /// Returns the place of the text.
  std::uint64_t add(std::string_view text);
  /// The text of this size at a place, valid until the next call.
  std::string_view read(std::uint64_t place, std::size_t size);

 private:
  static constexpr std::size_t most_in_memory = std::size_t{8} << 20;

  void move_to_file();

  std::string recent_;         ///< the texts from `in_file_` on
  std::uint64_t in_file_ = 0;  ///< bytes
  std::optional<TemporaryFile> file_;
  std::string found_;
};

[[noreturn]] void fail(int error) {
  throw std::system_error(error, std::generic_category(), "a temporary file");
}

std::uint64_t TextStore::add(std::string_view text) {
  if (!recent_.empty() && recent_.size() + text.size() > most_in_memory) move_to_file();
  const std::uint64_t place = in_file_ + recent_.size();
  recent_ += text;
  return place;
}

void TextStore::move_to_file() {
  if (!file_) file_.emplace();
  if (!write_all(file_->number(), recent_)) fail(errno);
  in_file_ += recent_.size();
  recent_.clear();
}

std::string_view TextStore::read(std::uint64_t place, std::size_t size) {
  if (place >= in_file_) return std::string_view(recent_).substr(place - in_file_, size);
  found_.resize(size);
  for (std::size_t done = 0; done < size;) {
    const ssize_t read =
        pread(file_->number(), found_.data() + done, size - done, static_cast<off_t>(place + done));
    if (read < 0 && errno == EINTR) continue;
    if (read <= 0) fail(read < 0 ? errno : EIO);
    done += static_cast<std::size_t>(read);
  }
  return found_;
}

struct SortOptions {
  InputOptions input;
  std::vector<std::string> keys = {"date"};
  bool descending = false;
  std::string output = "-";
};

/// A sort key: a number or a text; nothing if it is unknown.
struct SortKey {
  std::optional<double> number;
  std::string text;

  bool is_known() const { return number || !text.empty(); }
};

/// Eight bytes in the order of the numbers.
std::string in_order(double number) {
  constexpr std::uint64_t sign = std::uint64_t{1} << 63;
  const auto bits = std::bit_cast<std::uint64_t>(number + 0.0);  // without a negative zero
  const std::uint64_t ordered = bits & sign ? ~bits : bits | sign;
  std::string bytes;
  for (int shift = 56; shift >= 0; shift -= 8) bytes += static_cast<char>(ordered >> shift & 0xff);
  return bytes;
}

/// Adds a key to those of a game as bytes in the order of the games. Unknown values come last in
/// both directions. A million games are sorted, so their keys must be short.
void add_key(const SortKey& key, bool descending, std::string& bytes) {
  bytes += key.is_known() ? '\1' : '\2';
  std::string value = key.number ? in_order(*key.number) : key.text + '\0';
  if (descending) {
    for (char& c : value) c = static_cast<char>(~c);
  }
  bytes += value;
}

SortKey text_key(std::string_view text) { return {std::nullopt, name_order_key(text)}; }

SortKey by_date(const CheckedRecord& checked) {
  return {std::nullopt, date_key(checked.record.tag("Date"), UnknownParts::last)};
}

SortKey by_length(const CheckedRecord& checked) {
  return {static_cast<double>(checked.check.turns), ""};
}

/// The mean of the known ratings.
SortKey by_rating(const CheckedRecord& checked) {
  double sum = 0, count = 0;
  for (const char* tag : {"WhiteElo", "BlackElo"}) {
    const auto number = record_rating(checked.record.tag(tag));
    if (!number) continue;
    sum += *number;
    ++count;
  }
  return {count > 0 ? std::optional(sum / count) : std::nullopt, ""};
}

/// White's name, then Black's.
SortKey by_name(const CheckedRecord& checked) {
  const std::string_view white = checked.record.tag("White"), black = checked.record.tag("Black");
  if (white.empty() && black.empty()) return {};
  return {std::nullopt, name_order_key(white) + '\n' + name_order_key(black)};
}

template <const char* tag>
SortKey by_tag(const CheckedRecord& checked) {
  return text_key(checked.record.tag(tag));
}

constexpr char event_tag[] = "Event", white_tag[] = "White", black_tag[] = "Black";

struct SortOrder {
  const char* name;
  SortKey (*key)(const CheckedRecord& checked);
};

constexpr SortOrder orders[] = {
    {"date", by_date},
    {"name", by_name},
    {"white", by_tag<white_tag>},
    {"black", by_tag<black_tag>},
    {"event", by_tag<event_tag>},
    {"length", by_length},
    {"rating", by_rating},
};

std::string order_names() {
  return join(orders, ", ", [](const SortOrder& order) { return order.name; });
}

std::vector<const SortOrder*> orders_of(const std::vector<std::string>& names) {
  std::vector<const SortOrder*> found;
  for (const std::string& name : names) {
    const auto* const order =
        std::find_if(std::begin(orders), std::end(orders),
                     [&](const SortOrder& known) { return known.name == name; });
    if (order == std::end(orders)) {
      throw InputError(message("--by: expected {0}, not '{1}'", order_names(), printable(name)));
    }
    found.push_back(order);
  }
  return found;
}

/// Collects the keys of games and writes their texts in the new order.
class Sorter {
 public:
  explicit Sorter(const SortOptions& options)
      : options_(options),
        orders_(orders_of(options.keys)),
        writer_(options.output, !options.input.is_pgn()) {}

  ExitStatus run() {
    const ExitStatus reading =
        work_on_inputs(options_.input, std::bind_front(&Sorter::key_of, this),
                       std::bind_front(&Sorter::take, this));
    if ((reading == ExitStatus::unusable || too_large_) &&
        writer_.leave_input(options_.input.files)) {
      return ExitStatus::unusable;
    }
    write();
    return worse(reading, status_);
  }

 private:
  struct Entry {
    std::string key;
    std::uint64_t place;  ///< of the text, ascending from game to game
    std::size_t size;
  };

  std::string key_of(CheckedRecord& record) const {
    std::string bytes;
    for (const SortOrder* order : orders_) add_key(order->key(record), options_.descending, bytes);
    bytes.shrink_to_fit();
    record.record = {};
    return bytes;
  }

  bool take(const std::string& file, CheckedRecord& record, std::string& key) {
    if (record.text.empty()) {
      print_skipped(file, record);
      too_large_ = true;
      status_ = ExitStatus::wrong;
    } else if (record.check.valid()) {
      games_.push_back({std::move(key), texts_.add(record.text), record.text.size()});
    } else {
      print_findings(console::err, file, record.check);
      broken_.push_back({"", texts_.add(record.text), record.text.size()});
      status_ = ExitStatus::wrong;
    }
    return true;
  }

  void write() {
    std::sort(games_.begin(), games_.end(), [](const Entry& a, const Entry& b) {
      const int order = a.key.compare(b.key);
      return order != 0 ? order < 0 : a.place < b.place;
    });
    const bool is_read = write_games();
    writer_.finish();
    if (!is_read) return;
    if (!tell_missing_tags(console::err)) return;
    print_message(
        listed(message("{0} {0:game|games} sorted", games_.size()),
               broken_.empty() ? Message() : message("followed by {0} invalid", broken_.size())));
  }

  /// Returns false if standard output is closed.
  bool write_games() {
    for (const Entry& game : games_) {
      if (!writer_.write(texts_.read(game.place, game.size))) return false;
    }
    for (const Entry& game : broken_) writer_.write(texts_.read(game.place, game.size));
    return true;
  }

  const SortOptions& options_;
  std::vector<const SortOrder*> orders_;
  GameWriter writer_;
  TextStore texts_;
  std::deque<Entry> games_;  // which never copies itself to grow
  std::deque<Entry> broken_;
  bool too_large_ = false;
  ExitStatus status_ = ExitStatus::done;
};

ExitStatus run_sort(SortOptions& options) {
  options.input.check();
  return Sorter(options).run();
}

}  // namespace

void add_sort(Command& app) {
  const auto [command, options] = app.add<SortOptions>(
      "sort", "Sort games", "all.pgn --by date,white -o all.pgn", "choosing", run_sort);
  options.input.read.keep = Keep::records;
  options.input.read.keep_text = true;
  options.input.add_to(command);
  command.add_option("--by", options.keys, "Set the keys: " + order_names() + " (date)")
      ->type_name("KEY,...")
      ->delimiter(',')
      ->any_case()
      ->one_word();
  command.add_flag("--descending", options.descending,
                   "Sort in descending order; games without the key stay last");
  command.add_file("-o,--output", options.output,
                   "Write to this file; it may be an input, which is then replaced");
}

}  // namespace schiri::cli
