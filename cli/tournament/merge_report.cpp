#include "cli/tournament/merge_report.h"

#include <algorithm>

#include "cli/line/confirmation.h"
#include "cli/print/console.h"
#include "cli/print/output_language.h"
#include "core/base/message.h"
#include "core/base/text.h"
#include "db/shards/merged_parts.h"
#include "db/tournament/tournaments.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

/// Lists the causes of a refused merge on standard error.
template <class Causes, class Print>
void print_causes(const Causes& causes, const Print& print) {
  constexpr std::size_t most = 20;
  std::size_t told = 0;
  for (const auto& cause : causes) {
    if (told++ == most) {
      console::err << "  " << translated(message("and {0} more", causes.size() - most)) << '\n';
      return;
    }
    print(cause);
  }
}

void print_contradictions(const db::ContradictionError& error) {
  print_causes(error.contradictions, [](const db::Contradiction& game) {
    console::err << "  "
                 << translated(message("game {0}: {1} here, {2} there", game.number,
                                       printable(game.here, 500), printable(game.there, 500)))
                 << '\n';
  });
}

void print_conflicts(const db::AliasConflictError& error) {
  print_causes(error.conflicts, [](const Message& conflict) {
    console::err << "  " << translated(printable(conflict, 1000)) << '\n';
  });
}

}  // namespace

std::string number_ranges(const db::NumberRanges& ranges, std::uint64_t numbers, std::size_t most) {
  std::string text;
  for (std::size_t i = 0; i < ranges.size() && i < most; ++i) {
    const auto& [first, last] = ranges[i];
    text += (i == 0 ? "" : ", ") + std::to_string(first);
    if (last > first) text += '-' + std::to_string(last);
    numbers -= last - first + 1;
  }
  return numbers == 0 ? text : text + " and " + std::to_string(numbers) + " more";
}

std::string number_ranges(const std::vector<std::uint64_t>& numbers, std::size_t most) {
  db::NumberRanges ranges;
  for (const std::uint64_t number : numbers) {
    if (!ranges.empty() && ranges.back().second + 1 == number) {
      ranges.back().second = number;
    } else {
      ranges.emplace_back(number, number);
    }
  }
  return number_ranges(ranges, numbers.size(), most);
}

ExitStatus MergeReport::merge(db::Store& store, const std::string& part, const std::string& label,
                              db::Corrections corrections) {
  try {
    const db::Merged merged = db::merge(store, part, corrections);
    std::uint64_t corrected = 0;
    for (const db::Correction& correction : merged.corrections) {
      print_correction(console::err, label, correction);
      corrected += correction.applied;
    }
    bool told = corrected < merged.corrections.size();
    Message text = message(
        "{0}: {1} {1:game|games} of {2} new {2:event|events} added or completed, {3} there "
        "already, {4} added to quarantine",
        printable(label, 4096), merged.games, merged.events, merged.known, merged.quarantined);
    if (corrected > 0) text = listed(text, message("{0} corrected", corrected));
    if (merged.lists > 0) {
      text = listed(text, message("{0} rating {0:list|lists} added", merged.lists));
    }
    if (merged.aliases > 0) {
      text = listed(text, message("{0} {0:alias|aliases} added", merged.aliases));
    }
    say(console::out, text);
    for (const db::DifferentList& list : merged.different_lists) {
      print_message(message(
          "{0}: its rating list '{1}' of {2} {3} differs from the stored one, which is kept",
          printable(label, 4096), printable(list.name), printable(list.game),
          printable(list.variant)));
    }
    told = told || !merged.different_lists.empty();
    parts_.add(db::Store(part, db::Store::Mode::read), store);
    return told ? ExitStatus::wrong : ExitStatus::done;
  } catch (const db::StoreError& error) {
    console::out.flush();
    console::err << "schiri: " << (label == part ? "" : printable(label) + ": ")
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
    const Message stored =
        message("{0}: {1} of {2} {2:game|games}", name, tournament.stored, tournament.planned);
    const Message missing =
        tournament.missing.empty()
            ? Message()
            : message("missing: {0}", number_ranges(tournament.missing, tournament.missing_games));
    say(out, joined(stored, missing));
    if (!tournament.repeated.empty()) {
      say(out, message("{0}: in more than one of the databases: {1}", name,
                       number_ranges(tournament.repeated)));
    }
  }
}

}  // namespace schiri::cli
