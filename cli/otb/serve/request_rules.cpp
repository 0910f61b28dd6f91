#include "cli/otb/serve/request_rules.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "core/base/characters.h"
#include "core/base/files/temporary_name.h"
#include "core/base/names.h"
#include "core/base/text.h"
#include "notation/text/json.h"

namespace schiri::cli {

namespace {

/// Is the host this computer, with the port of the connection? A browser that another site sends
/// here by a name of its own (DNS rebinding) names that site.
bool is_own_host(const std::string& host, const WebRequest& request,
                 const std::vector<std::string>& host_names) {
  const std::string port = ":" + std::to_string(request.local_port);
  std::string name = host;
  if (name.ends_with(port)) {
    name.resize(name.size() - port.size());
  } else if (request.local_port != 80) {
    return false;
  }
  if (name == request.local_address || equal_ignoring_case(name, "localhost")) return true;
  return std::any_of(host_names.begin(), host_names.end(),
                     [&](const std::string& own) { return equal_ignoring_case(name, own); });
}

std::optional<Refusal> refuse_body(const WebRequest& request) {
  const std::string type = request.content_type.substr(0, request.content_type.find(';'));
  if (type != "application/json") return Refusal{415, message("entries are sent as JSON")};
  if (request.is_encoded)
    return Refusal{415, message("entries are sent neither compressed nor in chunks")};
  const auto size = parse_number<std::uint64_t>(request.content_length);
  if (!size) return Refusal{411, message("the size of the entry is missing")};
  if (*size > most_body_bytes) return Refusal{413, message("the entry is too large")};
  return std::nullopt;
}

}  // namespace

std::vector<std::pair<std::string, std::string>> answer_headers() {
  return {{"Content-Security-Policy",
           "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
           "img-src data:; "
           "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
           "require-trusted-types-for 'script'"},
          {"X-Content-Type-Options", "nosniff"},
          {"X-Frame-Options", "DENY"},
          {"Referrer-Policy", "no-referrer"},
          {"Cross-Origin-Resource-Policy", "same-origin"},
          {"Cache-Control", "no-store"}};
}

WebAnswer refusal(const Refusal& refusal, const Translation& language) {
  Json json = {{"error", refusal.error.in(language)}};
  if (!refusal.reason.empty()) json["reason"] = refusal.reason;
  return {refusal.status, "application/json; charset=utf-8", json.dump(), answer_headers()};
}

std::optional<Refusal> refuse(const WebRequest& request, const std::vector<Route>& routes,
                              const std::vector<std::string>& host_names) {
  if (request.hosts.size() != 1 || !is_own_host(request.hosts[0], request, host_names)) {
    return Refusal{403, message("the header Host does not name this computer")};
  }
  const bool is_post = request.method == "POST";
  if (!is_post && request.method != "GET" && request.method != "HEAD") {
    return Refusal{405, message("only GET and POST are served")};
  }
  const auto route = std::find_if(routes.begin(), routes.end(), [&](const Route& one) {
    const bool is_folder = one.path.size() > 1 && one.path.ends_with('/');
    return is_folder ? request.path.starts_with(one.path) : request.path == one.path;
  });
  if (route == routes.end()) return Refusal{404, message("there is no such page")};
  if (route->changes != is_post) return Refusal{405, message("this page has another method")};
  if (request.has_range) return Refusal{416, message("pages are sent as a whole")};
  const bool is_own_origin = request.origin == "http://" + request.hosts[0];
  if (is_post ? !is_own_origin : !request.origin.empty() && !is_own_origin) {
    return Refusal{403, message("the request comes from another site")};
  }
  // Other sites may have links to the page, but not read what it reads.
  const bool is_own_site = request.fetch_site.empty() || request.fetch_site == "same-origin" ||
                           request.fetch_site == "none";
  if (!is_own_site && request.path != "/") {
    return Refusal{403, message("the request comes from another site")};
  }
  return is_post ? refuse_body(request) : std::nullopt;
}

bool is_same_secret(const std::string& a, const std::string& b) {
  if (a.size() != b.size()) return false;
  unsigned difference = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    difference |= static_cast<unsigned>(static_cast<unsigned char>(a[i] ^ b[i]));
  }
  return difference == 0;
}

namespace {

using namespace std::chrono_literals;

constexpr std::size_t most_wrong = 5, most_addresses = 1000, most_keys = 500;
constexpr auto locked_time = 5min;
constexpr double most_wrong_together = 20;
constexpr std::chrono::duration<double> time_of_try = 30s;

std::string random_code() {
  constexpr std::uint32_t codes = 1'000'000, whole = UINT32_MAX / codes * codes;
  std::uint32_t number = 0;
  do {
    std::memcpy(&number, random_bytes(sizeof number).data(), sizeof number);
  } while (number >= whole);  // all codes are equally likely
  const std::string digits = std::to_string(number % codes);
  return std::string(6 - digits.size(), '0') + digits;
}

/// All addresses of this computer are one: a program on it may come from any of them.
constexpr const char* this_computer = "127.0.0.1";

std::string client_of(std::string address) {
  constexpr std::string_view mapped = "::ffff:";
  if (address.starts_with(mapped)) address.erase(0, mapped.size());
  return address.starts_with("127.") || address == "::1" ? this_computer : address;
}

}  // namespace

std::string random_key() { return hexadecimal(random_bytes(16)); }

EntryCode::EntryCode() : code_(random_code()), wrong_left_(most_wrong_together) {}

void EntryCode::forget_old(Clock::time_point now) {
  std::erase_if(tries_, [&](const auto& one) { return now - one.second.last >= locked_time; });
  const std::chrono::duration<double> passed = now - counted_;
  if (counted_ != Clock::time_point{}) {
    wrong_left_ = std::min(most_wrong_together, wrong_left_ + passed / time_of_try);
  }
  counted_ = now;
}

EntryCode::Verdict EntryCode::attempt(const std::string& code, const std::string& from,
                                      Clock::time_point now) {
  const std::string address = client_of(from);
  const std::lock_guard lock(mutex_);
  forget_old(now);
  const bool is_here = address == this_computer;
  const auto tried = tries_.find(address);
  if (tried != tries_.end() && tried->second.wrong >= most_wrong) return Verdict::wait;
  if (!is_here && (wrong_left_ < 1 || tries_.size() >= most_addresses)) return Verdict::wait;
  if (is_same_secret(code, code_)) {
    tries_.erase(address);
    return Verdict::right;
  }
  Tries& tries = tries_[address];
  ++tries.wrong;
  tries.last = now;
  if (!is_here) wrong_left_ -= 1;
  return Verdict::wrong;
}

std::string EntryCode::new_key() {
  const std::lock_guard lock(mutex_);
  if (keys_.size() == most_keys) keys_.erase(keys_.begin());
  return keys_.emplace_back(random_key());
}

bool EntryCode::is_key(const std::string& key) const {
  const std::lock_guard lock(mutex_);
  return std::any_of(keys_.begin(), keys_.end(),
                     [&](const std::string& one) { return is_same_secret(one, key); });
}

}  // namespace schiri::cli
