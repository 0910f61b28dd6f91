#include "cli/print/repairs.h"

#include <iostream>

#include "cli/print/output_language.h"
#include "notation/records/pgn/repair.h"
#include "notation/text/printable.h"

namespace schiri::cli {

void repair_and_tell(const std::string& file, CheckedRecord& record, const ReadOptions& options,
                     bool by_rules) {
  std::string text = record.check.valid() ? "" : record.text;
  const std::vector<Repair> repairs = repair(record, options, by_rules);
  if (!record.check.valid()) {
    record.text = std::move(text);
    return;
  }
  for (const Repair& repair : repairs) {
    std::cerr << printable(file, 4096) << ':' << repair.line << ": "
              << translated(message("repaired: {0} [game {1}]", repair.what, record.check.index))
              << '\n';
  }
}

}  // namespace schiri::cli
