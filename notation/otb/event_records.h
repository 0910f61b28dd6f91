#pragma once

#include <cstddef>
#include <cstdint>
#include <ostream>

#include "notation/otb/journal.h"
#include "notation/records/pgn/reader.h"

namespace schiri::otb {

/// Writes all games that were played as records, with the players' current names: imported records
/// with their turns, other games without turns.
void write_records(std::ostream& out, const Journal& journal);

/// Enters results of the last round from the records of its games, and keeps the records.
class ResultImport {
 public:
  explicit ResultImport(Journal& journal)
      : journal_(journal), round_(journal.event().rounds().size()) {}

  /// Enters the result of a valid record, to which it adds the event's tags. Returns the reason if
  /// it does not belong to the round; empty if the result is entered.
  Message add(CheckedRecord& checked);
  /// The number of entered results.
  std::size_t count() const { return count_; }

 private:
  Message objection(const CheckedRecord& checked, std::uint64_t board,
                    const std::optional<BoardResult>& result) const;
  void complete(Record& record, std::uint64_t board) const;

  Journal& journal_;
  std::uint64_t round_;
  std::size_t count_ = 0;
};

}  // namespace schiri::otb
