#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "cli/line/command.h"
#include "cli/line/command_line.h"
#include "core/base/files/temporary_name.h"
#include "db/query/game_filter.h"
#include "notation/records/forms/record_form.h"
#include "notation/records/pgn/reader.h"

/// Games that commands read: record files, folders and archives in every form, games stored in a
/// database, the options that select some of them, and the check of names given on the command
/// line. Used by the commands for records, databases, ratings, bots and reports; uses line/ and
/// print/.
namespace schiri::cli {

/// Inputs that can be read several times: standard input and pipes are copied to temporary files,
/// without a name if the system supports that, which are removed at the end.
class RereadableInputs {
 public:
  /// Throws std::system_error if a copy cannot be made.
  explicit RereadableInputs(const std::vector<std::string>& files);
  RereadableInputs(const RereadableInputs&) = delete;
  RereadableInputs& operator=(const RereadableInputs&) = delete;

  /// The paths to read, in the order of the files.
  const std::vector<std::string>& paths() const { return paths_; }
  /// The user's name of a path, or of a file in an archive at that path.
  std::string name_of(const std::string& path) const;

 private:
  std::string copy(const std::string& file);

  std::vector<std::string> paths_;
  std::vector<TemporaryFile> copies_;
  std::map<std::string, std::string> names_;  // of the copies
};

/// The format of this name. Throws InputError if there is none.
const RecordForm& record_form(std::string_view name);

/// Adds `--from FORM` and `--encoding E`: the format of the records, and how their bytes are read.
void add_format_options(Command& command, std::string& from, ReadOptions& read);
/// Adds `--date-order dmy|mdy`: how dates of other spellings are read.
void add_date_order(Command& command, ReadOptions& read);

class NameCheck;

/// The files of a command besides the records that it reads; empty names stand for none.
struct OtherFiles {
  std::vector<std::string> written = {};  ///< an input that is named may be one of them
  std::string database = {};
};

/// The options of commands that read record files.
struct InputOptions {
  std::vector<std::string> files;
  std::string from = "pgn";
  ReadOptions read;

  /// `FILE... [--game G] [--variant V] [--from FORM] [--encoding E] [-j N] [-q]`.
  void add_to(Command& command);
  /// `[--override-game] [--roll ABC] [--date-order ORDER] [--max-game-bytes N]`, for commands that
  /// check or rewrite records of other programs.
  void add_conversions(Command& command);
  /// Describes `--game` and `--variant` for a command that also selects games by them.
  static void describe_selection(Command& command);
  /// `[--db F] [--id N | --number N [--event E]]`: a stored game instead of the argument FILE or
  /// GAME, which becomes optional. The index of its record is its id.
  void add_stored(Command& command, const std::string& argument = "FILE");
  bool is_stored() const { return stored.id || stored.number; }
  /// Replaces folders by their record files. Throws InputError if `--game` or `--variant` is
  /// unknown, if standard output is one of the files, if one that was found in a folder is also
  /// written, and if one belongs to the database. Files are compared before one is opened.
  void check(const OtherFiles& others = {});
  /// Copies inputs that can be read only once to files. Throws std::system_error.
  void make_rereadable();
  /// The format of the records.
  const RecordForm& form() const { return record_form(from); }
  /// Are records separated by empty lines, and not one a line?
  bool is_pgn() const { return &form() == &usual_form(); }

  bool may_be_stored = false;  ///< see add_stored()
  std::string db = {};         ///< of the stored game, if one is selected
  db::GameFilter stored = {};  ///< has its id, or its number and perhaps its event
  std::shared_ptr<const RereadableInputs> copies =
      {};  ///< of inputs that can be read only once, if they were made
};

/// Looks for a game that schiri does not know, but records with a tag Referee: in a database,
/// unless the name is empty, and in files that can be read twice.
void learn_game(const std::string& game, const std::string& database,
                const InputOptions* files = nullptr);
/// Throws InputError for an unknown game or variant.
void require_known(const CheckOptions& check);

/// Processes one record of a file; returns whether to read on.
using InputSink = std::function<bool(const std::string& file, CheckedRecord&)>;

/// Reads one file, or those of a zip archive. A file without any record is reported, unless
/// `quietly`, and the status is `wrong`; for an archive or a folder without record files it is
/// `unusable`; otherwise `done`. Throws std::system_error if it cannot be read to its end.
ExitStatus read_source(const std::string& file, const ReadOptions& options, const RecordForm& form,
                       const InputSink& sink, bool quietly = false);

/// Reads one input. An unreadable one is reported, unless `quietly`, and the status is `unusable`.
ExitStatus read_input(const std::string& file, const ReadOptions& options, const RecordForm& form,
                      const InputSink& sink, bool quietly = false);

/// The share of the files that has been read, from 0 to 1, if each is read this many times; 0 if
/// the size of one of them is unknown. For a ProgressLine.
std::function<double()> share_of_files(const std::vector<std::string>& files, unsigned times = 1);

/// Reads every file in turn. One that cannot be read is reported, unless `quietly`, and the rest is
/// still read; returns the worst status.
ExitStatus read_inputs(const InputOptions& options, const InputSink& sink, bool quietly = false);

/// Makes the options pass each record to `work(record)` on the thread that has checked it. Returns
/// the sink that passes the result to `take(file, record, made)`, in order.
template <class Work, class Take>
InputSink sink_after(ReadOptions& read, Work work, Take take) {
  using Made = std::invoke_result_t<const Work&, CheckedRecord&>;
  read.work = [work](CheckedRecord& record) { record.made = std::make_shared<Made>(work(record)); };
  return [take](const std::string& file, CheckedRecord& record) {
    return take(file, record, *std::static_pointer_cast<Made>(record.made));
  };
}

/// As read_inputs(), with the sink of sink_after().
template <class Work, class Take>
ExitStatus work_on_inputs(InputOptions options, Work work, Take take, bool quietly = false) {
  const InputSink sink = sink_after(options.read, std::move(work), std::move(take));
  return read_inputs(options, sink, quietly);
}

/// Resolves expected players and events that are only parts of names in the records: reads the
/// files until all names have matched exactly, and makes them readable again. `add` adds the names
/// of a record to `names`.
void resolve_names(NameCheck& names, InputOptions& input,
                   const std::function<void(const CheckedRecord&)>& add);

/// The worse of two statuses.
inline ExitStatus worse(ExitStatus a, ExitStatus b) { return a < b ? b : a; }

}  // namespace schiri::cli
