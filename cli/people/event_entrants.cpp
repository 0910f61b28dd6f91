#include <iostream>

#include "cli/people/people_options.h"
#include "core/names.h"
#include "notation/printable.h"
#include "notation/similar_names.h"

namespace schiri::cli {

namespace {

/// Asks about those who have entered under a name that is almost this one.
void warn_of_similar(const EventJournal& journal, const std::string& file,
                     const std::string& name) {
  for (const Entrant& other : journal.event().players()) {
    if (is_same_name(name, other.name) || !are_similar_names(name, other.name)) continue;
    std::cerr << "schiri: note: is '" << printable(name) << "' the same as '"
              << printable(other.name) << "', who has entered? Then 'schiri event undo "
              << printable(file, 4096) << "' takes it back\n";
  }
}

/// A command that does the same to each of some players, of which all must have entered.
template <class Change>
ExitStatus change_each(const PeopleOptions& options, const Change& change) {
  EventJournal journal = open_to_change(options);
  require_entered(journal, options.names);
  for (const std::string& name : options.names) change(journal, name);
  journal.commit();
  return ExitStatus::done;
}

/// The round that is meant: the one that was named, else the next.
std::uint64_t coming_round(const EventJournal& journal, const PeopleOptions& options) {
  return options.round ? options.round : journal.event().rounds().size() + 1;
}

}  // namespace

ExitStatus run_enter(const PeopleOptions& options) {
  if (options.rating && options.names.size() > 1) {
    throw UsageError("--rating goes with one name alone");
  }
  EventJournal journal = open_to_change(options);
  OutputFile output = open_output(options);
  for (const std::string& name : options.names) {
    const std::string tidy = tidy_name(name);
    EntrantName entrant{tidy, options.rating};
    entrant.club = tidy_name(options.club.value_or(""));
    entrant.half_byes = options.half_byes;
    warn_of_similar(journal, options.file, tidy);
    journal.enter(entrant);
  }
  output.stream() << journal.event().players().size() << " players\n";
  finish(journal, output);
  return ExitStatus::done;
}

ExitStatus run_change(const PeopleOptions& options) {
  EntrantChange change;
  if (options.new_name) change.name = tidy_name(*options.new_name);
  if (options.rating) change.rating = options.rating;
  if (options.no_rating) change.rating.emplace(std::nullopt);
  if (options.club) change.club = tidy_name(*options.club);
  if (!change.name && !change.rating && !change.club) {
    throw UsageError("nothing to change: tell --name, --rating, --no-rating or --club");
  }
  if (change.name && options.names.size() > 1) throw UsageError("--name goes with one name alone");
  return change_each(options, [&](EventJournal& journal, const std::string& name) {
    journal.change(name, change);
  });
}

ExitStatus run_withdraw(const PeopleOptions& options) {
  return change_each(
      options, [](EventJournal& journal, const std::string& name) { journal.withdraw(name); });
}

ExitStatus run_return(const PeopleOptions& options) {
  return change_each(
      options, [](EventJournal& journal, const std::string& name) { journal.come_back(name); });
}

ExitStatus run_bye(const PeopleOptions& options) {
  return change_each(options, [&](EventJournal& journal, const std::string& name) {
    journal.ask_bye(name, coming_round(journal, options));
  });
}

ExitStatus run_absent(const PeopleOptions& options) {
  return change_each(options, [&](EventJournal& journal, const std::string& name) {
    journal.be_absent(name, coming_round(journal, options));
  });
}

ExitStatus run_forbid(const PeopleOptions& options) {
  EventJournal journal = open_to_change(options);
  require_entered(journal, options.names);
  options.lift ? journal.allow(options.names) : journal.forbid(options.names);
  journal.commit();
  return ExitStatus::done;
}

}  // namespace schiri::cli
