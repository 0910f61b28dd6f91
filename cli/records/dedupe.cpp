#include <algorithm>
#include <functional>
#include <iostream>
#include <memory>
#include <optional>

#include "cli/input/inputs.h"
#include "cli/line/command.h"
#include "cli/print/findings.h"
#include "cli/records/game_index.h"
#include "cli/records/game_writer.h"
#include "core/base/names.h"
#include "core/base/text.h"
#include "notation/records/conversion/record_start.h"
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

  bool by_prefix() const { return match == "prefix"; }
  /// Can each game be kept or dropped as soon as it is read?
  bool in_one_pass() const { return !by_prefix() && keep == "first"; }
};

/// The keys by which games are compared.
struct GameKeys {
  std::optional<GameKey> whole;     ///< nothing for a game that is invalid or has no turns
  std::vector<GameKey> beginnings;  ///< of the shorter games that this game continues
  std::uint32_t known_tags = 0;
};

/// Computes keys that are equal for games that count as duplicates.
class KeyReader {
 public:
  KeyReader(const DedupeOptions& options, bool with_beginnings)
      : options_(options), with_beginnings_(with_beginnings) {}

  GameKeys read(const CheckedRecord& checked) const {
    GameKeys keys;
    if (!checked.check.valid() || checked.check.turns == 0) return keys;
    KeyMaker maker;
    add_start(checked, maker);
    add_headers(checked.record, maker);
    const auto turns = checked.record.turns();
    for (std::size_t i = 0; i < turns.size(); ++i) {
      if (i > 0 && with_beginnings_) keys.beginnings.push_back(maker.key());
      maker.add(turns[i]);
    }
    keys.whole = maker.key();
    keys.known_tags = count_known_tags(checked.record);
    return keys;
  }

 private:
  void add_start(const CheckedRecord& checked, KeyMaker& maker) const {
    maker.add(checked.check.game);
    maker.add(checked.check.variant);
    const StartSpec start = start_of(checked, options_.input.read.check);
    maker.add(find_game(checked.check.game)->start(start)->position());
  }

  void add_headers(const Record& record, KeyMaker& maker) const {
    if (options_.headers == "ignore") return;
    if (options_.headers == "players") {
      maker.add(name_key(record.tag("White")));
      maker.add(name_key(record.tag("Black")));
      return;
    }
    std::vector<std::pair<std::string_view, std::string>> tags;
    for (const Tag& tag : record.tags) {
      if (is_compared(tag)) tags.emplace_back(tag.name, name_key(tag.value));
    }
    std::sort(tags.begin(), tags.end());
    for (const auto& [name, value] : tags) {
      maker.add(name);
      maker.add(value);
    }
    if (!options_.by_prefix()) maker.add(record.result);
  }

  /// A game and its beginning never have the same ending.
  bool is_compared(const Tag& tag) const {
    const bool of_end = tag.name == "Result" || tag.name == "Termination" || tag.name == "PlyCount";
    return tag.value != "?" && !(of_end && options_.by_prefix());
  }

  static std::uint32_t count_known_tags(const Record& record) {
    return static_cast<std::uint32_t>(
        std::count_if(record.tags.begin(), record.tags.end(), [](const Tag& tag) {
          return !tag.value.empty() && tag.value != unknown_value(tag.name) && tag.value != "?";
        }));
  }

  const DedupeOptions& options_;
  bool with_beginnings_;
};

class Deduper {
 public:
  explicit Deduper(const DedupeOptions& options)
      : options_(options), writer_(options.output, !options.input.is_pgn()) {
    if (options.duplicates.empty()) return;
    std::vector<std::string> others = options.input.files;
    if (options.output != "-") others.push_back(options.output);
    duplicates_.emplace(options.duplicates, !options.input.is_pgn(), 0, std::move(others));
  }

  ExitStatus run() {
    if (options_.in_one_pass()) {
      read(Pass::only);
    } else {
      input_.make_rereadable();
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

  bool reports() const { return pass_ == Pass::only || pass_ == Pass::first; }

  void read(Pass pass) {
    pass_ = pass;
    number_ = 0;
    input_.read.keep_text = pass == Pass::only || pass == Pass::last;
    const auto keys_of = [reader =
                              KeyReader(options_, pass == Pass::middle)](CheckedRecord& record) {
      GameKeys keys = reader.read(record);
      record.record = {};
      return keys;
    };
    status_ = worse(status_, work_on_inputs(input_, keys_of, std::bind_front(&Deduper::take, this),
                                            !reports()));
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
        for (const GameKey& key : keys.beginnings) {
          if (auto* entry = index_.find(key)) entry->is_beginning = true;
        }
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
      std::cerr << "schiri: game " << number_
                << " is skipped: it is too large (--max-game-bytes)\n";
      too_large_ = true;
      return true;
    }
    if (is_kept) return writer_.write(record.text);
    ++left_out_;
    return !duplicates_ || duplicates_->write(record.text);
  }

  void report() const {
    if (!tell_missing_tags(std::cerr)) return;
    std::cerr << "schiri: " << counted(number_, "game") << ", " << counted(left_out_, "duplicate")
              << " left out, " << writer_.games() << " kept";
    if (broken_) std::cerr << " (" << broken_ << " invalid, kept unchanged)";
    std::cerr << '\n';
  }

  const DedupeOptions& options_;
  GameWriter writer_;
  std::optional<GameWriter> duplicates_;
  InputOptions input_ = options_.input;
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
    throw InputError("--duplicates and --output must be different files");
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
  command->add_option("-o,--output", options->output,
                      "Write to this file; it may be an input, which is then replaced");
  command->add_option("--duplicates", options->duplicates, "Write the removed games to this file");
  command->footer(dedupe_example);
  command->callback([options, &status] { status = run_dedupe(*options); });
}

}  // namespace schiri::cli
