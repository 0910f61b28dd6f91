#pragma once

#include <string>
#include <string_view>
#include <vector>

/// A malicious text, with the name of its attack.
struct HostileText {
  std::string kind, text;
};

/// All kinds of attacks, by classes that programs handle alike.
const std::vector<std::vector<HostileText>>& hostile_classes();

/// All kinds of attacks.
const std::vector<HostileText>& hostile_texts();

/// All hostile texts in one, without line ends and zero bytes.
const HostileText& all_hostile_texts();

/// A text for the message of a failed test: bytes that are not printable ASCII as numbers.
std::string in_ascii(std::string_view text);

/// The first character of an output that is neither text nor a line end, with its context; empty if
/// there is none. Based on Unicode's tables, independent of the program.
std::string harm_on(const std::string& screen);
