#include "cli/tournament/merge_report.h"

#include <algorithm>
#include <iostream>

#include "cli/line/corrections.h"
#include "cli/print/output_language.h"
#include "core/base/decimals.h"
#include "core/base/message.h"
#include "core/base/text.h"
#include "db/shards/merged_parts.h"
#include "db/tournament/played_games.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

std::string describe(const rating::GroupTest& test) {
  constexpr const char* names[] = {"White won", "drawn", "Black won",
                                   "lost by failures or unfinished"};
  std::string text = "chi-square " + fixed_text(test.statistic, 1) + " of " +
                     counted(static_cast<std::uint64_t>(test.degrees), "degree") +
                     " of freedom, p = " + significant_text(test.bonferroni, 2) +
                     " corrected for the number of databases:";
  const char* separator = " ";
  for (std::size_t i = 0; i < test.observed.size(); ++i) {
    if (test.observed[i] == 0 && test.expected[i] == 0) continue;
    text += separator + std::to_string(test.observed[i]) + ' ' + names[i] + " (" +
            fixed_text(test.expected[i], 1) + " expected)";
    separator = ", ";
  }
  return text;
}

/// Lists the causes of a refused merge on standard error.
template <class Causes, class Print>
void print_causes(const Causes& causes, const Print& print) {
  constexpr std::size_t most = 20;
  std::size_t told = 0;
  for (const auto& cause : causes) {
    if (told++ == most) {
      std::cerr << "  and " << causes.size() - most << " more\n";
      return;
    }
    print(cause);
  }
}

void print_contradictions(const db::ContradictionError& error) {
  print_causes(error.contradictions, [](const db::Contradiction& game) {
    std::cerr << "  game " << game.number << ": " << printable(game.here, 500) << " here, "
              << printable(game.there, 500) << " there\n";
  });
}

void print_conflicts(const db::AliasConflictError& error) {
  print_causes(error.conflicts, [](const Message& conflict) {
    std::cerr << "  " << translated(printable(conflict, 1000)) << '\n';
  });
}

}  // namespace

std::string number_ranges(const std::vector<std::uint64_t>& numbers, std::size_t most) {
  std::string text;
  std::size_t ranges = 0;
  for (std::size_t begin = 0; begin < numbers.size();) {
    std::size_t end = begin + 1;
    while (end < numbers.size() && numbers[end] == numbers[end - 1] + 1) ++end;
    if (ranges++ == most) return text + " and " + std::to_string(numbers.size() - begin) + " more";
    text += (begin == 0 ? "" : ", ") + std::to_string(numbers[begin]);
    if (end - begin > 1) text += '-' + std::to_string(numbers[end - 1]);
    begin = end;
  }
  return text;
}

ExitStatus MergeReport::merge(db::Store& store, const std::string& part, const std::string& label,
                              db::Corrections corrections) {
  try {
    const db::Merged merged = db::merge(store, part, corrections);
    bool told = false;
    for (const db::Correction& correction : merged.corrections) {
      print_correction(std::cerr, label, correction);
      told = told || !correction.applied;
    }
    std::cout << printable(label, 4096) << ": " << counted(merged.games, "game") << " of "
              << counted(merged.events, "new event") << " added or completed, " << merged.known
              << " there already, " << merged.quarantined << " added to quarantine";
    if (merged.lists > 0) std::cout << ", " << counted(merged.lists, "rating list") << " added";
    if (merged.aliases > 0) {
      std::cout << ", " << counted(merged.aliases, "alias", "aliases") << " added";
    }
    std::cout << '\n';
    for (const db::DifferentList& list : merged.different_lists) {
      std::cerr << "schiri: " << printable(label, 4096) << ": its rating list '"
                << printable(list.name) << "' of " << printable(list.game) << ' '
                << printable(list.variant) << " differs from the stored one, which is kept\n";
    }
    told = told || !merged.different_lists.empty();
    parts_.add(db::Store(part, db::Store::Mode::read), label, store);
    return told ? ExitStatus::wrong : ExitStatus::done;
  } catch (const db::StoreError& error) {
    std::cout.flush();
    std::cerr << "schiri: " << (label == part ? "" : printable(label) + ": ")
              << translated(printable(error.message(), 4096)) << '\n';
    if (const auto* conflict = dynamic_cast<const db::ContradictionError*>(&error)) {
      print_contradictions(*conflict);
    }
    if (const auto* conflict = dynamic_cast<const db::AliasConflictError*>(&error)) {
      print_conflicts(*conflict);
    }
    return ExitStatus::unusable;
  }
}

void MergeReport::print(std::ostream& out, const db::Store& merged) const {
  for (const db::MergedTournament& tournament : parts_.compare(merged)) {
    const std::string name = printable(tournament.name);
    out << name << ": " << tournament.stored << " of " << counted(tournament.planned, "game");
    if (!tournament.missing.empty()) out << "; missing: " << number_ranges(tournament.missing);
    out << '\n';
    if (!tournament.repeated.empty()) {
      out << name << ": in more than one of the databases: " << number_ranges(tournament.repeated)
          << '\n';
    }
    for (const auto& [label, test] : tournament.outliers) {
      out << name << ": the results of " << printable(label, 4096)
          << " differ from the others: " << describe(test) << '\n';
    }
  }
}

}  // namespace schiri::cli
