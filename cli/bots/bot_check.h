#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <vector>

#include "core/match/bot_spec.h"
#include "notation/game_types.h"

namespace schiri {

/// One point of the check of a bot.
struct BotCheckPoint {
  enum class Verdict {
    ok,
    failed,
    skipped,  ///< does not apply to this bot
  };
  std::string name;  ///< `handshake`
  Verdict verdict = Verdict::ok;
  std::string remark;          ///< the result or the error, in a sentence
  std::string protocol;        ///< lines sent (`> `) and received (`< `)
  std::string standard_error;  ///< its end, after a failure
};

/// Examines a program point by point: handshake, readiness, legal turns in various positions, each
/// kind of limit, stop, quit. After a failure it is started again for the next point; a bot without
/// a handshake is not checked further. Calls the visitor with each point as it is done. Returns
/// whether none failed.
bool check_bot(const GameType& type, const std::string& variant, const BotSpec& spec,
               std::chrono::milliseconds watchdog,
               const std::function<void(const BotCheckPoint&)>& visitor);

}  // namespace schiri
