#include "cli/tournament/merge_report.h"

#include <algorithm>
#include <iostream>

#include "cli/line/corrections.h"
#include "core/base/decimals.h"
#include "core/base/text.h"
#include "db/tournament/pairing_results.h"
#include "db/tournament/played_games.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

/// Parts are reported below this probability, corrected for their number.
constexpr double significance = 0.01;

std::vector<std::uint64_t> missing_numbers(const db::Store& store, const db::StoredEvent& event) {
  std::vector<std::uint64_t> missing;
  std::uint64_t next = event.shard;
  for (const std::uint64_t number : db::stored_numbers(store, event)) {
    for (; next < number; next += event.shards) missing.push_back(next);
    next = number + event.shards;
  }
  for (; next <= event.games; next += event.shards) missing.push_back(next);
  return missing;
}

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

/// Lists the games of a refused merge on standard error.
void print_contradictions(const db::ContradictionError& error) {
  constexpr std::size_t most = 20;
  std::size_t told = 0;
  for (const db::Contradiction& game : error.contradictions) {
    if (told++ == most) {
      std::cerr << "  and " << error.contradictions.size() - most << " more\n";
      return;
    }
    std::cerr << "  game " << game.number << ": " << printable(game.here, 500) << " here, "
              << printable(game.there, 500) << " there\n";
  }
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
              << " there already, " << merged.quarantined << " added to quarantine\n";
    add(db::Store(part, db::Store::Mode::read), label);
    return told ? ExitStatus::wrong : ExitStatus::done;
  } catch (const db::StoreError& error) {
    std::cout.flush();
    std::cerr << "schiri: " << (label == part ? "" : printable(label) + ": ")
              << printable(error.what(), 4096) << '\n';
    if (const auto* conflict = dynamic_cast<const db::ContradictionError*>(&error)) {
      print_contradictions(*conflict);
    }
    return ExitStatus::unusable;
  }
}

void MergeReport::add(const db::Store& part, const std::string& label) {
  for (const db::StoredEvent& stored : db::stored_events(part)) {
    if (!stored.was_played_here()) continue;
    Event& event = events_[stored.name];
    for (const std::uint64_t number : db::stored_numbers(part, stored)) ++event.times[number];
    std::vector<rating::GroupCounts> counts;
    for (const auto& pairing : db::pairing_results(part, stored)) {
      const auto place =
          event.pairings.try_emplace({pairing.white, pairing.black}, event.pairings.size());
      counts.push_back({event.parts.size(), place.first->second, pairing.counts});
    }
    event.parts.push_back({label, std::move(counts)});
  }
}

void MergeReport::print(std::ostream& out, const db::Store& merged) const {
  for (const db::StoredEvent& event : db::stored_events(merged)) {
    const auto seen = events_.find(event.name);
    if (seen != events_.end()) print_event(out, merged, event, seen->second);
  }
}

void MergeReport::print_event(std::ostream& out, const db::Store& merged,
                              const db::StoredEvent& event, const Event& seen) const {
  out << printable(event.name) << ": " << event.stored << " of " << event.planned() << " games";
  if (const auto missing = missing_numbers(merged, event); !missing.empty()) {
    out << "; missing: " << number_ranges(missing);
  }
  out << '\n';
  std::vector<std::uint64_t> twice;
  for (const auto& [number, times] : seen.times) {
    if (times > 1) twice.push_back(number);
  }
  if (!twice.empty()) {
    out << printable(event.name) << ": in more than one of the databases: " << number_ranges(twice)
        << '\n';
  }
  std::vector<rating::GroupCounts> counts;
  for (const Part& part : seen.parts) {
    counts.insert(counts.end(), part.counts.begin(), part.counts.end());
  }
  const auto tests = rating::test_homogeneity(counts, seen.parts.size());
  for (std::size_t i = 0; i < tests.size(); ++i) {
    if (tests[i].bonferroni >= significance) continue;
    out << printable(event.name) << ": the results of " << printable(seen.parts[i].label, 4096)
        << " stand out: " << describe(tests[i]) << '\n';
  }
}

}  // namespace schiri::cli
