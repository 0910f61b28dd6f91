#include <iostream>

#include "cli/otb/lists.h"
#include "cli/otb/options.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

/// The players of the demanded boards.
std::vector<otb::Couple> demanded(const otb::Journal& journal,
                                  const std::vector<std::string>& names) {
  if (names.size() % 2 != 0) throw InputError("--fix: it takes two who are to meet");
  require_entered(journal, names);
  std::vector<otb::Couple> couples;
  for (std::size_t i = 0; i + 1 < names.size(); i += 2) {
    couples.emplace_back(journal.event().find(names[i]), journal.event().find(names[i + 1]));
  }
  return couples;
}

/// Reports what no pairing by the rules would do; by hand it may be so.
void warn_of_board(const otb::Event& event, const otb::Board& board) {
  if (!board.by_hand) return;
  const std::string names = "'" + printable(event.entrants()[board.first].name) + "' and '" +
                            printable(event.entrants()[board.second].name) + "'";
  for (const std::uint64_t round : event.meetings(board.first, board.second)) {
    std::cerr << "schiri: note: " << names << " have met in round " << round << '\n';
  }
  if (event.is_forbidden(board.first, board.second)) {
    std::cerr << "schiri: note: " << names << " are forbidden to meet\n";
  }
}

/// Likewise, of one who has the bye of the last round and had one before.
void warn_of_bye(const otb::Event& event, const otb::Bye& bye) {
  if (!bye.by_hand || bye.kind != otb::ByeKind::pairing_allocated) return;
  for (std::size_t r = 0; r + 1 < event.rounds().size(); ++r) {
    for (const otb::Bye& before : event.rounds()[r].byes) {
      if (before.entrant != bye.entrant || before.kind != otb::ByeKind::pairing_allocated) continue;
      std::cerr << "schiri: note: '" << printable(event.entrants()[bye.entrant].name)
                << "' has had the bye in round " << r + 1 << '\n';
    }
  }
}

/// Ends a command that has changed the last round.
ExitStatus finish_round(otb::Journal& journal, const PeopleOptions& options, OutputFile& output) {
  for (const otb::Board& board : journal.event().rounds().back().boards) {
    warn_of_board(journal.event(), board);
  }
  for (const otb::Bye& bye : journal.event().rounds().back().byes) {
    warn_of_bye(journal.event(), bye);
  }
  print_round(output.stream(), journal, journal.event().rounds().size(), ListFormat(options.paper));
  finish(journal, output);
  return ExitStatus::done;
}

bool is_number(const std::string& text) {
  return !text.empty() && text.size() < 10 && text.find_first_not_of("0123456789") == text.npos;
}

bool has_entered(const otb::Journal& journal, const std::string& name) {
  try {
    journal.event().find(name);
    return true;
  } catch (const otb::EventError&) {
    return false;
  }
}

}  // namespace

ExitStatus run_pair(const PeopleOptions& options) {
  otb::Journal journal = open_to_change(options.file);
  if (options.again) journal.unpair();
  const std::string open = open_boards(journal.event());
  if (!open.empty()) {
    std::cerr << "schiri: round " << journal.event().rounds().size()
              << " has no result yet on board " << open << '\n';
    return ExitStatus::wrong;
  }
  OutputFile output = open_output(options);
  journal.pair(demanded(journal, options.fixed));
  return finish_round(journal, options, output);
}

ExitStatus run_swap(const PeopleOptions& options) {
  if (options.names.size() != 2) {
    throw InputError("it takes two who change seats, or the numbers of two boards");
  }
  otb::Journal journal = open_to_change(options.file);
  OutputFile output = open_output(options);
  const std::string &a = options.names[0], &b = options.names[1];
  if (is_number(a) && is_number(b) && !has_entered(journal, a)) {
    journal.swap_boards(std::stoull(a), std::stoull(b));
  } else {
    require_entered(journal, options.names);
    journal.swap_entrants(a, b);
  }
  return finish_round(journal, options, output);
}

ExitStatus run_undo(const PeopleOptions& options) {
  otb::Journal journal = open_to_change(options.file);
  OutputFile output = open_output(options);
  for (const Json& act : journal.undo()) {
    output.stream() << "undone: " << act_sentence(act) << '\n';
  }
  finish(journal, output);
  return ExitStatus::done;
}

}  // namespace schiri::cli
