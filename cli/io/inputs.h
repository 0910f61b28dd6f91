#pragma once

#include <functional>
#include <string>
#include <vector>

#include "cli/command.h"
#include "cli/command_line.h"
#include "notation/records/reader.h"

namespace schiri::cli {

/// The options of commands that read record files.
struct InputOptions {
  std::vector<std::string> files;
  ReadOptions read;

  /// `FILE... [--game G] [--variant V] [--roll ABC] [-j N] [--max-game-bytes N]`.
  void add_to(Command& command);
  /// Throws UsageError if `--game` or `--variant` names nothing that is known, or if standard
  /// output leads to one of the files.
  void check() const;
};

/// Throws UsageError if the game or the variant told names nothing that is known.
void require_known(const CheckOptions& check);

/// What is done with one record of a file; answers whether to read on.
using RecordSink = std::function<bool(const std::string& file, CheckedRecord&)>;

/// How records are read from a source: read_records, or another form of records.
using RecordReading = std::function<void(ByteSource&, const ReadOptions&,
                                         const std::function<bool(CheckedRecord&)>&)>;

/// Reads one file. If it cannot be read (to its end) that is said, unless `quietly`, and the answer
/// is `unusable`; else `done`.
ExitStatus read_input(const std::string& file, const ReadOptions& options,
                      const RecordReading& reading, const std::function<bool(CheckedRecord&)>& sink,
                      bool quietly = false);

/// Reads every file in turn. One that cannot be read is reported and the rest is still read;
/// returns `unusable` then, else `done`.
ExitStatus read_inputs(const InputOptions& options, const RecordReading& reading,
                       const RecordSink& sink);
/// The same for records as they are written.
ExitStatus read_inputs(const InputOptions& options, const RecordSink& sink);

/// The worse of two.
inline ExitStatus worse(ExitStatus a, ExitStatus b) { return a < b ? b : a; }

}  // namespace schiri::cli
