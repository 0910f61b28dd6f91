#pragma once

#include <string>
#include <string_view>
#include <vector>

/// A text that somebody may have put anywhere to do harm, by what it tries.
struct HostileText {
  std::string kind, text;
};

/// All kinds, none of them with a line end but the one that is about line ends.
const std::vector<HostileText>& hostile_texts();

/// All hostile texts in one, without line ends and zero bytes.
const HostileText& all_hostile_texts();

/// A text as a failed test may show it: bytes that are none of ASCII's characters by their numbers.
std::string in_ascii(std::string_view text);

/// The first thing on a screen that is neither text nor a line end, and what is around it; empty if
/// there is none. Written by Unicode's tables, not with what the program uses.
std::string harm_on(const std::string& screen);
