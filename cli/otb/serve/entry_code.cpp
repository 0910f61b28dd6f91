#include "cli/otb/serve/entry_code.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "cli/otb/serve/request_rules.h"
#include "core/base/files/temporary_name.h"
#include "core/base/hexadecimal.h"

namespace schiri::cli {

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
