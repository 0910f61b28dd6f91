#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/bots/spec.h"
#include "core/match/player.h"
#include "core/match/process.h"
#include "core/match/terms.h"
#include "core/match/ugi_protocol.h"

namespace schiri {

/// The game that programs are to play, as they are told of it.
struct UgiGame {
  std::string name;     ///< value of the option `Game`
  std::string variant;  ///< of `Variant`; never empty
  bool standard_variant = true;
  std::string usual_start;  ///< the position that `startpos` means; empty where chance decides
};

/// The last lines of a conversation.
class Protocol {
 public:
  void sent(std::string_view line) { add("> ", line); }
  void came(std::string_view line) { add("< ", line); }
  std::string text() const;

 private:
  void add(std::string_view mark, std::string_view line);

  std::deque<std::string> lines_;
};

/// A program that speaks UGI, as a player. It is started when it is first needed and after each
/// failure, and stays between games.
class UgiPlayer final : public Player {
 public:
  UgiPlayer(const BotSpec& spec, UgiGame game, std::chrono::milliseconds watchdog);
  ~UgiPlayer() override;

  /// Starts the program if it does not run, and lets it introduce itself. Throws PlayerFailure.
  void start(const std::stop_token& stop = {});
  /// What it has announced.
  const std::vector<ugi::Option>& options() const { return options_; }
  const std::string& engine_name() const { return engine_name_; }
  bool has_network() const { return process_ && process_->has_network(); }
  /// Did it end, or was not there, before it had introduced itself?
  bool failed_to_start() const { return failed_to_start_; }

  void new_game(std::uint64_t seed) override { seed_ = seed; }
  void make_ready(const std::stop_token& stop) override;
  Thought think(const Game& game, const Limits& limits, const std::stop_token& stop) override;
  LastWords dismiss() override;
  void retire() override;

 private:
  using TimePoint = Process::TimePoint;

  [[noreturn]] void fail(Process::Event event, const std::string& overtime);
  [[noreturn]] void fail_closed();
  void send(const std::string& line, const std::stop_token& stop, TimePoint deadline,
            const std::string& overtime);
  /// The next line, nothing if a stop was requested.
  std::optional<Process::Reading> read(TimePoint deadline, const std::stop_token& stop,
                                       const std::string& overtime);
  void send_now(const std::string& line, const std::stop_token& stop);
  bool wait_for(std::string_view word, const std::stop_token& stop,
                const std::function<void(const std::string&)>& other_line);
  void introduce(const std::stop_token& stop);
  void take_introduction(const std::string& line);
  void set_options(const std::stop_token& stop);
  void set_seed(const std::stop_token& stop);
  const ugi::Option* announced(std::string_view name) const;
  ugi::Place place(const Game& game) const;
  TimePoint deadline_of(const Limits& limits, Side side) const;
  TimePoint watchdog_end() const { return std::chrono::steady_clock::now() + watchdog_; }

  BotSpec spec_;
  UgiGame game_;
  Terms terms_;
  std::chrono::milliseconds watchdog_;
  std::unique_ptr<Process> process_;
  std::vector<ugi::Option> options_;
  std::string engine_name_;
  Protocol protocol_;
  std::uint64_t seed_ = 0;
  bool failed_to_start_ = false;
};

}  // namespace schiri
