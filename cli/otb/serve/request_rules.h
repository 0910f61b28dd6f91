#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/otb/serve/web_request.h"
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

/// What is served: a path and its only method.
struct Route {
  const char* path;
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

}  // namespace schiri::cli
