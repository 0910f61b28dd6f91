#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/match/player.h"

/// The comment that a match writes after a bot's turn: evaluation and depth, time, and what else
/// the bot reported about its search.
namespace schiri {

/// `+0.34`, `-1.20`; `+M3` for a win and `-M3` for a loss in three turns of the player.
std::string score_text(const Score& score);
/// `+0.34/6 0.120s`; `0.120s` without an evaluation.
std::string thought_comment(const std::optional<Score>& score, int depth,
                            std::chrono::nanoseconds time);

/// The parts that may follow in a comment, each only if the bot reported it.
struct CommentParts {
  bool seldepth = true;        ///< selective search depth
  bool nodes = true;           ///< positions examined
  bool nps = true;             ///< nodes a second
  bool left = true;            ///< time left on the player's clock
  bool line = true;            ///< `pv`, the expected line of play
  bool hash_fullness = false;  ///< `hashfull`, in thousandths
  bool text = false;           ///< the bot's last `info string`
};

/// Reads `all`, `usual` (the parts above that are true), `short`, or names of parts separated by
/// commas: `nodes,nps,pv`. Nullopt if the text is invalid.
std::optional<CommentParts> parse_comment_parts(std::string_view text);
/// The names of the parts, separated by commas.
std::string comment_part_names();

/// The parts in the form in which they follow `thought_comment`: `, seldepth 9, nodes 12345, nps
/// 100000, hashfull 12, left 53.200s, pv A2+B3 A6-B6, text "a remark"`. A line is cut after a turn,
/// at 400 characters, a text at 200. Characters of the bot that a comment could not hold are
/// replaced.
std::string search_text(const Thought& thought, std::optional<std::chrono::nanoseconds> left,
                        const CommentParts& parts);

/// A comment that a match has written, here or by cutechess or fastchess. Texts are empty, and
/// numbers absent, without their part.
struct TurnComment {
  std::string evaluation;  ///< `+0.34/6`; empty if the bot reported none
  double seconds = 0;
  std::string seldepth;
  std::string nodes;
  std::string nps;
  std::string hash_fullness;
  std::optional<double> seconds_left;
  std::string line;  ///< turns, separated by spaces
  std::string text;
  std::string remark;        ///< of another program: `White resigns`
  bool is_of_match = false;  ///< as a match here writes it, not another program
};

/// Reads such a comment, which may be wrapped into lines; nullopt for any other text.
std::optional<TurnComment> read_turn_comment(std::string_view comment);

/// The seconds of such a comment, which are found faster than all of its parts.
std::optional<double> seconds_of_turn(std::string_view comment);

/// The comment without its parts that depend on the clock; other text is unchanged, but for the
/// measured time in a remark on a late answer (terms.h).
std::string without_time(std::string_view comment);

}  // namespace schiri
