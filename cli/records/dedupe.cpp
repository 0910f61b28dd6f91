#include <algorithm>
#include <functional>
#include <iostream>
#include <limits>
#include <memory>
#include <optional>

#include "cli/input/inputs.h"
#include "cli/input/stored_games.h"
#include "cli/line/command.h"
#include "cli/print/database_file.h"
#include "cli/print/findings.h"
#include "cli/print/output_language.h"
#include "cli/records/game_index.h"
#include "cli/records/game_keys.h"
#include "cli/records/game_writer.h"
#include "core/base/text.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

struct DedupeOptions {
  InputOptions input;
  std::string match = "exact";
  std::string headers = "ignore";
  std::string keep = "first";
  std::string output = "-";
  std::string duplicates;
  std::vector<std::string> against;

  bool by_prefix() const { return match == "prefix"; }
  /// Can each game be kept or dropped as soon as it is read?
  bool in_one_pass() const { return !by_prefix() && keep == "first"; }

  KeyOptions key_options() const {
    using Headers = KeyOptions::Headers;
    return {input.read.check,
            headers == "all"       ? Headers::all
            : headers == "players" ? Headers::players
                                   : Headers::ignore,
            by_prefix()};
  }
};

InputOptions with_files(InputOptions options, std::vector<std::string> files) {
  options.files = std::move(files);
  return options;
}

class Deduper {
 public:
  explicit Deduper(const DedupeOptions& options)
      : options_(options),
        key_options_(options.key_options()),
        writer_(options.output, !options.input.is_pgn(), 0, options.against) {
    for (const std::string& file : options.against) {
      if (!is_database(file)) against_.files.push_back(file);
    }
    if (options.duplicates.empty()) return;
    std::vector<std::string> others = options.input.files;
    others.insert(others.end(), options.against.begin(), options.against.end());
    if (options.output != "-") others.push_back(options.output);
    duplicates_.emplace(options.duplicates, !options.input.is_pgn(), 0, std::move(others));
  }

  ExitStatus run() {
    if (options_.in_one_pass()) {
      read(Pass::only);
    } else {
      input_.make_rereadable();
      against_.make_rereadable();
      read(Pass::first);
      if (options_.by_prefix()) read(Pass::middle);
      read(Pass::last);
    }
    if (duplicates_) duplicates_->finish();
    if ((status_ == ExitStatus::unusable || too_large_) &&
        writer_.leave_input(options_.input.files)) {
      return ExitStatus::unusable;
    }
    writer_.finish();
    report();
    return status_;
  }

 private:
  enum class Pass { only, first, middle, last };

  /// The number of all games of `--against` in the index.
  static constexpr auto known_number = std::numeric_limits<std::uint64_t>::max();

  bool reports() const { return pass_ == Pass::only || pass_ == Pass::first; }

  void read(Pass pass) {
    pass_ = pass;
    number_ = 0;
    if (pass != Pass::last) read_against();
    input_.read.keep_text = pass == Pass::only || pass == Pass::last;
    status_ = worse(status_, work_on_inputs(input_, std::bind_front(&Deduper::read_keys, this),
                                            std::bind_front(&Deduper::take, this), !reports()));
  }

  GameKeys read_keys(CheckedRecord& record) const {
    GameKeys keys = keys_of(record, key_options_, pass_ == Pass::middle);
    record.record = {};
    return keys;
  }

  /// Reads the games of `--against`, which are in the index before all others.
  void read_against() {
    const auto take_known = [this](const std::string& file, CheckedRecord& record,
                                   const GameKeys& keys) {
      if (reports() && !record.check.valid()) {
        print_findings(std::cerr, file, record.check);
        status_ = worse(status_, ExitStatus::wrong);
      }
      know(keys);
      return true;
    };
    if (!against_.files.empty()) {
      status_ = worse(status_, work_on_inputs(against_, std::bind_front(&Deduper::read_keys, this),
                                              take_known, !reports()));
    }
    for (const std::string& file : options_.against) {
      if (!is_database(file)) continue;
      visit_stored_games(db::Store(file, db::Store::Mode::read), {}, [&](db::StoredRecord& stored) {
        CheckedRecord record = checked_game(std::move(stored.record));
        know(read_keys(record));
        return true;
      });
    }
  }

  void know(const GameKeys& keys) {
    if (pass_ == Pass::middle) return mark_beginnings(keys);
    if (keys.whole) index_.insert(*keys.whole, known_number).first->number = known_number;
  }

  void mark_beginnings(const GameKeys& keys) {
    for (const GameKey& key : keys.beginnings) {
      if (auto* entry = index_.find(key)) entry->is_beginning = true;
    }
  }

  bool take(const std::string& file, CheckedRecord& record, const GameKeys& keys) {
    ++number_;
    if (reports() && !record.check.valid()) report_broken(file, record);
    switch (pass_) {
      case Pass::only:
        return write(record, !keys.whole || remember(*keys.whole, keys));
      case Pass::first:
        if (keys.whole) remember(*keys.whole, keys);
        return true;
      case Pass::middle:
        mark_beginnings(keys);
        return true;
      case Pass::last:
        break;
    }
    return write(record, is_kept(keys));
  }

  void report_broken(const std::string& name, const CheckedRecord& record) {
    print_findings(std::cerr, name, record.check);
    ++broken_;
    status_ = worse(status_, ExitStatus::wrong);
  }

  /// Returns false for a duplicate of an earlier game.
  bool remember(const GameKey& key, const GameKeys& keys) {
    const std::uint32_t rank = options_.keep == "tags" ? keys.known_tags : 0;
    const auto [entry, is_new] = index_.insert(key, number_);
    if (entry->number == known_number) return false;
    if (is_new) {
      entry->rank = rank;
    } else if (rank > entry->rank || options_.keep == "last") {
      entry->number = number_;
      entry->rank = rank;
    }
    return is_new;
  }

  bool is_kept(const GameKeys& keys) {
    if (!keys.whole) return true;
    const auto* entry = index_.find(*keys.whole);
    return !entry || (entry->number == number_ && !entry->is_beginning);
  }

  bool write(const CheckedRecord& record, bool is_kept) {
    if (record.text.empty()) {
      print_message(message("game {0} is skipped: it is too large (--max-game-bytes)", number_));
      too_large_ = true;
      return true;
    }
    if (is_kept) return writer_.write(record.text);
    ++left_out_;
    return !duplicates_ || duplicates_->write(record.text);
  }

  void report() const {
    if (!tell_missing_tags(std::cerr)) return;
    const Message totals =
        message("{0} {0:game|games}, {1} {1:duplicate|duplicates} left out, {2} kept", number_,
                left_out_, writer_.games());
    print_message(broken_ ? message("{0} ({1} invalid, kept unchanged)", totals, broken_) : totals);
  }

  const DedupeOptions& options_;
  KeyOptions key_options_;
  GameWriter writer_;
  std::optional<GameWriter> duplicates_;
  InputOptions input_ = options_.input;
  InputOptions against_ = with_files(options_.input, {});
  Pass pass_ = Pass::only;
  GameIndex index_;
  std::uint64_t number_ = 0;
  std::uint64_t left_out_ = 0;
  std::uint64_t broken_ = 0;
  bool too_large_ = false;
  ExitStatus status_ = ExitStatus::done;
};

ExitStatus run_dedupe(DedupeOptions& options) {
  options.input.check();
  if (options.output == options.duplicates) {
    throw InputError(message("--duplicates and --output must be different files"));
  }
  for (const std::string& file : options.against) {
    if (is_one_of(options.input.files, file)) {
      throw InputError(message("--against: {0} is also an input", printable(file, 4096)));
    }
  }
  return Deduper(options).run();
}

constexpr char dedupe_example[] =
    "Example, which also removes unfinished copies of a game:\n"
    "  schiri dedupe server.pgn.gz club.pgn --match prefix -o games.pgn --duplicates "
    "duplicates.pgn\n"
    "Manual: schiri help choosing";

}  // namespace

void add_dedupe(Command& app, ExitStatus& status) {
  auto options = std::make_shared<DedupeOptions>();
  Command* command =
      app.add_subcommand("dedupe", "Remove duplicate games; the other games stay unchanged");
  options->input.read.keep = Keep::records;
  options->input.add_to(*command);
  command
      ->add_option("--match", options->match,
                   "Compare all turns, or also remove games that another one continues")
      ->one_of({"exact", "prefix"})
      ->default_text("exact");
  command
      ->add_option("--headers", options->headers,
                   "Ignore the tags, or require equal players or equal tags")
      ->one_of({"ignore", "players", "all"})
      ->default_text("ignore");
  command
      ->add_option("--keep", options->keep,
                   "Keep the first, the last, or the one with the most tags")
      ->one_of({"first", "last", "tags"})
      ->default_text("first");
  command
      ->add_file("--against", options->against,
                 "Also remove games of this file or database; repeatable")
      ->repeatable();
  command->add_file("-o,--output", options->output,
                    "Write to this file; it may be an input, which is then replaced");
  command->add_file("--duplicates", options->duplicates, "Write the removed games to this file");
  command->footer(dedupe_example);
  command->callback([options, &status] { status = run_dedupe(*options); });
}

}  // namespace schiri::cli
