#pragma once

#include <string>
#include <vector>

/// Malicious names, as they can occur in an untrusted database.
inline const std::vector<std::string> hostile_names = {
    "O'Brien \"Bob\" \\",
    "'); DROP TABLE game; --",
    "\" OR \"\" = \"",
    "<script>alert(1)</script>",
    "</script><img src=x onerror=alert(1)>",
    "\" onmouseover=\"alert(1)",
    "<!-- & &lt; ]]> -->",
    "=1+2",
    "+1,2",
    "-1",
    "@SUM(A1:A9)",
    "\t=cmd|'/C calc'!A0",
    "\r\n=1",
    "two\nlines",
    "\x1b[2J\x1b]0;title\x07",
    "\x7f\x08\x08",
    "C1 \xc2\x9b"
    "2J",
    "right \xe2\x80\xae to left",
    "isolated \xe2\x81\xa6 text",
    "a,b;c|d",
    "%s%n$(touch x)`touch x`",
    "[Event \"x\"]",
    "{comment} 1-0",
    "--help",
};

/// Whether a text contains neither control characters nor characters that change its direction.
inline bool is_harmless(const std::string& text) {
  for (const char* bad :
       {"\x1b", "\x07", "\x7f", "\x08", "\r", "\xc2\x9b", "\xe2\x80\xae", "\xe2\x81\xa6"}) {
    if (text.find(bad) != text.npos) return false;
  }
  return true;
}
