#pragma once

#include <chrono>
#include <cstddef>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "cli/otb/serve/http_server.h"
#include "core/base/message.h"

namespace schiri::cli {

/// The headers of every answer: nothing is kept, nothing is loaded from elsewhere, no other site
/// shows the page in a frame.
std::vector<std::pair<std::string, std::string>> answer_headers();

/// A refusal: the status of HTTP, a sentence, and the reason as pages know it.
struct Refusal {
  int status;
  Message error;
  std::string reason = {};
};
/// Its answer, without page: `{"error": TEXT, "reason": REASON}`.
WebAnswer refusal(const Refusal& refusal, const Translation& language);

/// What is served: a path, or all paths within one that ends with a slash, and its only method.
struct Route {
  std::string_view path;
  bool changes;  ///< POST with JSON; otherwise GET or HEAD
};

/// Checks a request's headers, before its body is read: `Host` (against DNS rebinding), the path
/// and method, `Origin` (against other sites), the kind and size of the body. `host_names`: names
/// of this computer, beside `localhost` and the address through which the request came. Returns the
/// refusal, or nothing.
std::optional<Refusal> refuse(const WebRequest& request, const std::vector<Route>& routes,
                              const std::vector<std::string>& host_names);

/// Whether two texts are equal, in a time that depends on their lengths alone.
bool is_same_secret(const std::string& a, const std::string& b);

/// The code of six digits for entering, and the keys given for it. Tries are limited: after five
/// wrong ones an address waits five minutes (all those of this computer are one), and all other
/// computers together have twenty wrong ones, and a further one each half minute: at most a
/// thousandth of all codes in eight hours. Keys stay valid whatever others try.
class EntryCode {
 public:
  using Clock = std::chrono::steady_clock;
  enum class Verdict { right, wrong, wait };

  /// A random code.
  EntryCode();

  const std::string& code() const { return code_; }
  /// Tries a code. `from`: the address of the computer that tries.
  Verdict attempt(const std::string& code, const std::string& from, Clock::time_point now);
  /// A new key, 128 random bits; at most 500 are valid, the latest.
  std::string new_key();
  bool is_key(const std::string& key) const;

 private:
  struct Tries {
    std::size_t wrong = 0;
    Clock::time_point last = {};
  };
  void forget_old(Clock::time_point now);

  mutable std::mutex mutex_;
  std::string code_;
  std::map<std::string, Tries> tries_;  ///< by address
  double wrong_left_;                   ///< of all computers but this one
  Clock::time_point counted_ = {};
  std::vector<std::string> keys_;
};

/// Random hexadecimal digits, 128 bits.
std::string random_key();

}  // namespace schiri::cli
