#include "db/tournament/opening_file.h"

#include <algorithm>
#include <set>

#include "core/base/errors.h"
#include "core/base/random.h"
#include "core/base/text.h"
#include "core/tournament/openings.h"
#include "notation/records/conversion/played_record.h"
#include "notation/records/forms/content.h"
#include "notation/records/pgn/reader.h"
#include "notation/records/source/byte_source.h"
#include "notation/records/source/compressed/open.h"
#include "notation/text/printable.h"

namespace schiri::db {

namespace {

constexpr std::size_t most_bytes = std::size_t{256} << 20;
constexpr std::size_t most_openings = 1'000'000;
constexpr std::string_view blanks = " \t\r";

std::string contents(const std::string& path) {
  auto text = read_all(*open_source(path), most_bytes);
  if (!text) {
    throw InputError(
        message("{0}: an opening file cannot be larger than 256 MiB", printable(path, 4096)));
  }
  return decoded_text(*text);
}

/// Gathers the openings of one file.
class OpeningFile {
 public:
  OpeningFile(const std::string& path, const GameType& type, const std::string& variant,
              const OpeningChoice& choice, const std::function<void(const std::string&)>& note)
      : path_(path), type_(type), variant_(variant), choice_(choice), note_(note) {}

  std::vector<OpeningLine> read() {
    const std::string text = contents(path_);
    TextSource source(text);
    if (content_of(std::string_view(text).substr(0, content_front)) == Content::records) {
      read_records_of(source);
    } else {
      read_lines_of(source);
    }
    note_left_out();
    if (openings_.empty())
      throw InputError(message("{0}: this file has no openings", printable(path_, 4096)));
    return std::move(openings_);
  }

 private:
  [[noreturn]] void fail(std::size_t line, const Message& complaint) const {
    throw InputError(message("{0}:{1}: {2}", printable(path_, 4096), line, complaint));
  }

  void read_records_of(ByteSource& source) {
    ReadOptions options;
    options.check.game = type_.name();
    options.check.variant = variant_;
    options.keep = Keep::records;
    read_records(source, options, [&](CheckedRecord& record) {
      for (const Finding& error : record.check.errors) {
        if (error.code != Code::missing_result) fail(error.line, error.message);
      }
      if (record.check.game != type_.name() || record.check.variant != variant_) {
        fail(record.check.line,
             message("this is a game of {0} {1}, not of {2} {3}", record.check.game,
                     record.check.variant, type_.name(), variant_));
      }
      const StartSpec start = start_of(record, options.check);
      OpeningLine opening{start.position, start.roll, {}};
      for (const std::string_view turn : record.record.turns()) opening.turns.emplace_back(turn);
      add(record.check.line, std::move(opening));
      return true;
    });
  }

  void read_lines_of(ByteSource& source) {
    constexpr std::size_t longest_line = std::size_t{1} << 16;
    LineSource lines(source);
    bool too_long = false;
    for (std::string line; lines.next(line, longest_line, too_long);) {
      if (too_long) fail(lines.number(), message("the line is too long"));
      const std::string_view words = trimmed(line, blanks);
      if (!words.empty() && words[0] != '#') add_line(lines.number(), std::string(words));
    }
  }

  /// A position string or `startpos`, optionally followed by `moves` and turns.
  void add_line(std::size_t number, const std::string& line) {
    constexpr std::string_view separator = " moves ";
    const std::size_t moves = line.find(separator);
    OpeningLine opening{line.substr(0, moves), "", {}};
    if (opening.position == "startpos") opening.position.clear();
    std::string_view rest = line;
    rest.remove_prefix(moves == line.npos ? line.size() : moves + separator.size());
    while (!rest.empty()) {
      const std::size_t end = std::min(rest.find(' '), rest.size());
      if (end > 0) opening.turns.emplace_back(rest.substr(0, end));
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    add(number, std::move(opening));
  }

  void add(std::size_t line, OpeningLine opening) {
    if (choice_.turns && opening.turns.size() > static_cast<std::size_t>(*choice_.turns)) {
      opening.turns.resize(static_cast<std::size_t>(*choice_.turns));
    }
    try {
      const auto game =
          play_opening(type_, {{variant_, opening.position, opening.roll}, opening.turns});
      if (game->ending()) {
        fail(line, message("the game is over after this opening; take fewer of its turns "
                           "(--opening-turns)"));
      }
      if (!positions_.insert(game->position()).second) {
        ++duplicates_;
        return;
      }
      if (choice_.balanced && !is_balanced(type_, *game, choice_.seed)) {
        ++unbalanced_;
        return;
      }
      // Position and turns are stored as canonical text.
      if (!opening.position.empty()) opening.position = game->start_position();
      opening.turns = game->turns();
    } catch (const StartError& error) {
      fail(line, error.message());
    } catch (const ContestError& error) {
      fail(line, error.message());
    }
    if (openings_.size() == most_openings)
      fail(line, message("there are more than a million openings"));
    openings_.push_back(std::move(opening));
  }

  void note_left_out() const {
    const auto note = [&](std::uint64_t count, const std::string& why) {
      if (count == 0 || !note_) return;
      note_(std::to_string(count) + " of the openings in " + printable(path_, 4096) + ' ' + why);
    };
    note(duplicates_, "lead to the same position as others and are left out");
    note(unbalanced_, "are left out as one side is lost or far ahead (--balanced)");
  }

  const std::string& path_;
  const GameType& type_;
  const std::string& variant_;
  const OpeningChoice& choice_;
  const std::function<void(const std::string&)>& note_;
  std::vector<OpeningLine> openings_;
  std::set<std::string> positions_;
  std::uint64_t duplicates_ = 0;
  std::uint64_t unbalanced_ = 0;
};

void shuffle(std::vector<OpeningLine>& openings, std::uint64_t seed) {
  Rng rng(derive_seed(seed, SeedUse::order));
  rng.shuffle(openings);
}

}  // namespace

std::vector<OpeningLine> read_openings(const std::string& path, const GameType& type,
                                       const std::string& variant, const OpeningChoice& choice,
                                       const std::function<void(const std::string&)>& note) {
  auto openings = OpeningFile(path, type, variant, choice, note).read();
  if (choice.random) shuffle(openings, choice.seed);
  if (choice.start < 1 || choice.start > openings.size()) {
    throw InputError(message("--openings-start: {0} has {1} openings to begin with, counted from 1",
                             printable(path, 4096), openings.size()));
  }
  std::rotate(openings.begin(), openings.begin() + static_cast<std::ptrdiff_t>(choice.start - 1),
              openings.end());
  return openings;
}

}  // namespace schiri::db
