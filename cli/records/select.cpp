#include <algorithm>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>

#include "cli/input/inputs.h"
#include "cli/line/command.h"
#include "cli/line/index_ranges.h"
#include "cli/print/console.h"
#include "cli/print/findings.h"
#include "cli/print/output_language.h"
#include "cli/records/record_output.h"
#include "cli/records/selection.h"
#include "core/base/random.h"
#include "core/base/text.h"
#include "notation/records/conversion/played_record.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

struct SelectOptions {
  InputOptions input;
  Selection selection;
  IndexRanges index;
  bool invert = false;
  std::optional<std::uint64_t> first;
  std::optional<std::uint64_t> sample;
  std::uint64_t seed = 1;
  std::uint64_t split = 0;
  bool count = false;
  std::string output = "-";
  std::string rejects;
};

/// A number of games drawn from a stream of unknown length, each equally likely (Vitter 1985,
/// algorithm R).
class Sample {
 public:
  Sample(std::uint64_t size, std::uint64_t seed) : size_(size), rng_(seed) {}

  /// Returns the game that this one replaces, or an empty text.
  std::string offer(std::string&& text) {
    const std::uint64_t number = seen_++;
    if (number < size_) {
      kept_.push_back({number, std::move(text)});
      return "";
    }
    if (const std::uint64_t place = rng_.below(number + 1); place < size_) {
      kept_[place].number = number;
      std::swap(kept_[place].text, text);
    }
    return std::move(text);
  }

  /// The games drawn, in the order of the input.
  template <class Visitor>
  void visit(const Visitor& visitor) {
    std::sort(kept_.begin(), kept_.end(),
              [](const Drawn& a, const Drawn& b) { return a.number < b.number; });
    for (const Drawn& drawn : kept_) visitor(drawn.text);
  }

 private:
  struct Drawn {
    std::uint64_t number;
    std::string text;
  };

  std::uint64_t size_;
  Rng rng_;
  std::uint64_t seen_ = 0;
  std::vector<Drawn> kept_;
};

class Selector {
 public:
  explicit Selector(SelectOptions& options) : options_(options) {
    const bool one_a_line = !options.input.is_pgn();
    if (!options.count) {
      writer_.emplace(options.output, one_a_line, options.split, not_for_parts());
    }
    if (!options.rejects.empty()) {
      rejects_.emplace(options.rejects, one_a_line, 0, not_for_rejects());
    }
    if (options.sample) sample_.emplace(*options.sample, options.seed);
    options.selection.add_names_to(names_);
  }

  ExitStatus run() {
    ExitStatus reading = ExitStatus::done;
    if (options_.first != 0u || rejects_) {
      reading = work_on_inputs(options_.input, std::bind_front(&Selector::fit, this),
                               std::bind_front(&Selector::take, this));
    }
    // Names and numbers are known to be missing only after all games were read.
    const bool read_all = !options_.first || selected_ < *options_.first;
    if (read_all && reading == ExitStatus::done) {
      names_.require_known();
      note_games_with_unsure_dates(unsure_);
      options_.index.require_seen();
    }
    finish(reading == ExitStatus::done);
    return worse(reading, status_);
  }

 private:
  /// Runs on the thread that has checked the record.
  RecordFilter::Fit fit(CheckedRecord& record) {
    names_.add_known(record);
    const RecordFilter::Fit its = options_.selection.fit(record);
    record.record = {};
    return its;
  }

  bool take(const std::string& file, CheckedRecord& record, RecordFilter::Fit fit) {
    ++seen_;
    options_.index.see(record.check.index);
    const bool is_meant = options_.index.contains(record.check.index);
    if (!is_meant && !options_.invert) {
      return reject(file, record) && !is_beyond(record);
    }
    const bool broken = !record.check.valid();
    if (broken && options_.selection.refuses_broken()) {
      print_findings(console::err, file, record.check);
      status_ = ExitStatus::wrong;
      ++broken_;
      return reject(file, record);
    }
    if (is_meant && fit == RecordFilter::Fit::unsure) ++unsure_;
    const bool fits = is_meant && fit == RecordFilter::Fit::yes;
    if (fits == options_.invert) return reject(file, record);
    return record.text.empty() ? skip(file, record) : select(std::move(record.text));
  }

  bool skip(const std::string& file, const CheckedRecord& record) {
    print_skipped(file, record);
    has_skipped_ = true;
    status_ = ExitStatus::wrong;
    return true;
  }

  /// Can no later game be selected?
  bool is_beyond(const CheckedRecord& record) const {
    // Names are known to be missing only after all games.
    return options_.input.files.size() == 1 && !rejects_ && names_.is_empty() &&
           options_.index.ends_at(record.check.index);
  }

  bool select(std::string&& text) {
    if (options_.first && selected_ == *options_.first) return write_reject(text);
    ++selected_;
    bool go_on = true;
    if (sample_) {
      go_on = write_reject(sample_->offer(std::move(text)));
    } else if (writer_) {
      go_on = writer_->write(text);
    }
    return go_on && (rejects_ || !options_.first || selected_ < *options_.first);
  }

  bool reject(const std::string& file, const CheckedRecord& record) {
    if (rejects_ && record.text.empty()) return skip(file, record);
    return write_reject(record.text);
  }

  bool write_reject(const std::string& text) {
    return !rejects_ || text.empty() || rejects_->write(text);
  }

  /// The files of --split may be inputs, as the output may, but not that of the rejects.
  std::vector<std::string> not_for_parts() const {
    if (!options_.split || options_.rejects.empty()) return {};
    return {options_.rejects};
  }

  std::vector<std::string> not_for_rejects() const {
    std::vector<std::string> paths = options_.input.files;
    if (!options_.count && options_.output != "-") paths.push_back(options_.output);
    return paths;
  }

  void finish(bool read_whole) {
    std::uint64_t kept = selected_;
    if (sample_) {
      kept = std::min(selected_, *options_.sample);
      if (writer_) sample_->visit([this](const std::string& text) { writer_->write(text); });
    }
    if (writer_ && (!read_whole || has_skipped_) && writer_->leave_input(options_.input.files)) {
      // What would be rejected stays in the input.
      if (rejects_) rejects_->abandon();
      status_ = has_skipped_ ? ExitStatus::unusable : status_;
      return;
    }
    if (rejects_) rejects_->finish();
    if (writer_) {
      writer_->finish();
      tell_totals(kept);
    } else {
      console::out << kept << '\n';
    }
  }

  void tell_totals(std::uint64_t kept) const {
    if (!tell_missing_tags(console::err)) return;
    print_message(listed(message("{0} of {1} {1:game|games} selected", kept, seen_),
                         broken_ ? message("{0} invalid", broken_) : Message()));
  }

  SelectOptions& options_;
  std::optional<GameWriter> writer_;
  std::optional<GameWriter> rejects_;
  std::optional<Sample> sample_;
  NameCheck names_;
  bool has_skipped_ = false;
  std::uint64_t unsure_ = 0;  ///< left out by a part of the date that is unknown
  std::uint64_t seen_ = 0;
  std::uint64_t selected_ = 0;
  std::uint64_t broken_ = 0;
  ExitStatus status_ = ExitStatus::done;
};

/// Games that were removed from their file must not replace those removed before.
void require_new_rejects(const SelectOptions& options) {
  std::error_code error;
  if (options.rejects.empty() || !is_one_of(options.input.files, options.output)) return;
  if (!std::filesystem::is_regular_file(options.rejects, error)) return;
  if (std::filesystem::file_size(options.rejects, error) == 0) return;
  throw InputError(message("--rejects: {0} exists; games removed from {1} need a new file",
                           printable(options.rejects, 4096), printable(options.output, 4096)));
}

ExitStatus run_select(SelectOptions& options) {
  options.input.check({.written = {options.output, options.rejects}});
  options.selection.prepare(options.input.read.check);
  if (options.first && options.sample) {
    throw InputError(message("{0} and {1} exclude each other", "--first", "--sample"));
  }
  if (options.split && options.output == "-") {
    throw InputError(message("--split: specify --output FILE, whose name the files extend"));
  }
  if (options.rejects == "-" && options.output == "-" && !options.count) {
    throw InputError(
        message("--rejects and the output are both standard output; specify a file for one"));
  }
  require_new_rejects(options);
  options.selection.resolve_names(options.input);
  return Selector(options).run();
}

}  // namespace

void add_select(Command& app) {
  const auto [command, options] = app.add<SelectOptions>(
      "select", "Select games by players, dates, positions and more",
      "Example, the games of 2025 that Anna won with White:\n  schiri select *.pgn --white Anna "
      "--result 1-0 --since 2025 --until 2025 -o won.pgn",
      "choosing", run_select);
  options.input.read.keep = Keep::records;
  options.input.read.keep_text = true;
  options.input.add_to(command);
  options.input.read.check.chooses_games = true;
  options.selection.add_to(command);
  options.index.add_to(command, "Select only these games of each file, counted from 1");
  command.add_flag("--invert", options.invert, "Select the games that do not match");
  command.add_option("--first", options.first, "Select only the first N games, and stop reading")
      ->not_negative();
  command.add_option("--sample", options.sample, "Draw N of the games at random")->not_negative();
  command.add_option("--seed", options.seed, "Set the seed of --sample")->default_text("1");
  command.add_option("--split", options.split, "Write files of N games each: games-1.pgn, ...")
      ->above_zero();
  command.add_flag("--count", options.count, "Print only the number of games");
  command.add_file("-o,--output", options.output,
                   "Write to this file; it may be an input, which is then replaced");
  command.add_file("--rejects", options.rejects, "Write all other games to this file");
}

}  // namespace schiri::cli
