#include "cli/web/otb/room_script.h"

#include "cli/print/output_language.h"
#include "cli/web/shared/document.h"
#include "cli/web/web_files.h"

namespace schiri::cli {

namespace {

/// The words of room.js.
constexpr PageWord room_words[] = {
    {"name", message_pattern("language\4English")},
    {"skip", message_pattern("To the content")},
    {"language", message_pattern("Language")},
    {"tabs/round", message_pattern("Round")},
    {"tabs/players", message_pattern("Players")},
    {"tabs/standing", message_pattern("Standing")},
    {"tabs/table", message_pattern("Cross table")},
    {"tabs/scores", message_pattern("Scores")},
    {"tabs/prizes", message_pattern("Prizes")},
    {"tabs/log", message_pattern("Log")},
    {"facts", message_pattern("round {0} of {1}")},
    {"notPaired", message_pattern("No round is paired yet.")},
    {"over", message_pattern("finished")},
    {"search", message_pattern("Search a name or a board")},
    {"openOnly", message_pattern("open only")},
    {"allBoards", message_pattern("all boards")},
    {"open", message_pattern("{0} open")},
    {"complete", message_pattern("all results are in")},
    {"white", message_pattern("White")},
    {"black", message_pattern("Black")},
    {"nobody", message_pattern("no player")},
    {"draw", message_pattern("Draw")},
    {"whiteWins", message_pattern("White wins")},
    {"blackWins", message_pattern("Black wins")},
    {"more", message_pattern("Other results of board {0}")},
    {"board", message_pattern("Board {0}")},
    {"results", message_pattern("Results of board {0}")},
    {"resultOf", message_pattern("Board {0}: {1}")},
    {"none", message_pattern("no result")},
    {"forfeitWhite", message_pattern("White wins by forfeit (+ –)")},
    {"forfeitBlack", message_pattern("Black wins by forfeit (– +)")},
    {"pairLate", message_pattern("Pair now with {0}")},
    {"pairLateQuestion",
     message_pattern("{0} plays against {1} in round {2}, instead of the bye?")},
    {"bothLose", message_pattern("Both lose (0 – 0)")},
    {"forfeitBoth", message_pattern("Neither player appeared (– –)")},
    {"remove", message_pattern("Remove the result")},
    {"changeResult", message_pattern("Board {0} has {1}. Change it to {2}?")},
    {"change", message_pattern("button\4Change")},
    {"cancel", message_pattern("Cancel")},
    {"close", message_pattern("Close")},
    {"entered", message_pattern("Board {0}: {1} – {2} {3}")},
    {"saved", message_pattern("Saved.")},
    {"undone", message_pattern("Undone: {0}")},
    {"redone", message_pattern("Done again: {0}")},
    {"undo", message_pattern("Undo")},
    {"redo", message_pattern("Redo")},
    {"pair", message_pattern("Pair round {0}")},
    {"pairAgain", message_pattern("Pair round {0} again")},
    {"pairQuestion", message_pattern("Pair round {0} now?")},
    {"pairAgainQuestion",
     message_pattern("Pair round {0} again? The present pairing is discarded.")},
    {"openBoards", message_pattern("Boards without a result: {0}")},
    {"swap", message_pattern("Swap")},
    {"swapQuestion",
     message_pattern(
         "Exchange the seats of two players of this round. Opponents exchange colours.")},
    {"swapFirst", message_pattern("First player")},
    {"swapSecond", message_pattern("Second player")},
    {"enterPlayer", message_pattern("Enter a player")},
    {"enterPlayers", message_pattern("Enter several players")},
    {"enterPlayersAbout", message_pattern("One player a line: the name, or name; club; rating. The "
                                          "first line may name the columns, as in a spreadsheet.")},
    {"playerName", message_pattern("Name")},
    {"rating", message_pattern("player\4Rating")},
    {"club", message_pattern("Club")},
    {"team", message_pattern("Team")},
    {"titleOf", message_pattern("Title")},
    {"save", message_pattern("Save")},
    {"edit", message_pattern("Change name, rating, club")},
    {"withdraw", message_pattern("Withdraw")},
    {"reinstate", message_pattern("Reinstate")},
    {"halfBye", message_pattern("Half-point bye in round {0}")},
    {"zeroBye", message_pattern("Absent in round {0} (no point)")},
    {"withdrawn", message_pattern("withdrawn")},
    {"late", message_pattern("from round {0}")},
    {"halfByes", message_pattern("half-point bye: {0}")},
    {"zeroByes", message_pattern("absent: {0}")},
    {"playersCount", message_pattern("{0} entered")},
    {"noMatch", message_pattern("No name contains this.")},
    {"tieBreaks", message_pattern("Tie-breaks")},
    {"after", message_pattern("Rounds")},
    {"codeTitle", message_pattern("Enter results")},
    {"codeAbout",
     message_pattern("The code is on the terminal of the server. Without it you can look.")},
    {"code", message_pattern("Code of six digits")},
    {"helper", message_pattern("Your name")},
    {"codeSend", message_pattern("Continue")},
    {"enterMode", message_pattern("Enter results")},
    {"offline", message_pattern("No connection to the server. Entries are not possible.")},
    {"online", message_pattern("The connection is back.")},
    {"notSaved", message_pattern("Not saved: {0}")},
    {"changedElsewhere", message_pattern("Not saved: {0} The page now shows the new state.")},
    {"by", message_pattern("by {0}")},
    {"shell", message_pattern("shell")},
    {"note", message_pattern("Note: {0}")},
    {"print", message_pattern("Print")},
};

}  // namespace

std::string room_script() {
  return std::string(dom_js) + word_script(std::span(room_words), languages()) +
         std::string(room_js);
}

std::span<const PageWord> words_of_room() { return room_words; }

std::string room_style() { return std::string(style_css).append(room_css); }

}  // namespace schiri::cli
