#pragma once

#include <string>
#include <string_view>

namespace schiri {

/// The key by which names sort alphabetically: case and accents do not count (`Dvořák` as
/// `dvorak`), nor do punctuation and spaces. Names longer than 1 KiB, or not UTF-8, are their own
/// key.
std::string name_order_key(std::string_view name);

}  // namespace schiri
