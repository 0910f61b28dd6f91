#include "core/base/name_order.h"

#include <utf8proc.h>

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <utility>

namespace schiri {

namespace {

/// Letters that Unicode does not divide into a letter and a mark.
constexpr std::pair<std::string_view, std::string_view> undivided[] = {
    {"ł", "l"},  {"ø", "o"},  {"đ", "d"},  {"ð", "d"},
    {"æ", "ae"}, {"œ", "oe"}, {"þ", "th"}, {"ı", "i"}};

}  // namespace

std::string name_order_key(std::string_view name) {
  constexpr std::size_t longest_name = 1024;
  if (name.size() > longest_name) return std::string(name);
  constexpr auto form = static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_DECOMPOSE |
                                                       UTF8PROC_STRIPMARK | UTF8PROC_CASEFOLD);
  const void* text = name.data();
  utf8proc_uint8_t* mapped = nullptr;
  const utf8proc_ssize_t size =
      utf8proc_map(static_cast<const utf8proc_uint8_t*>(text),
                   static_cast<utf8proc_ssize_t>(name.size()), &mapped, form);
  if (size < 0) return std::string(name);
  const void* bytes = mapped;
  const std::string plain(static_cast<const char*>(bytes), static_cast<std::size_t>(size));
  std::free(mapped);
  std::string key;
  for (std::size_t i = 0; i < plain.size(); ++i) {
    const std::string_view rest = std::string_view(plain).substr(i);
    const auto* const letter =
        std::find_if(std::begin(undivided), std::end(undivided),
                     [&](const auto& one) { return rest.starts_with(one.first); });
    if (letter != std::end(undivided)) {
      key += letter->second;
      i += letter->first.size() - 1;
      continue;
    }
    const char c = plain[i];
    const bool is_letter = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || (c & 0x80) != 0;
    if (is_letter) key += c;
  }
  return key;
}

}  // namespace schiri
