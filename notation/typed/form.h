#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace schiri {

/// The characters of a game's turns, and the typed characters that are accepted for them. Spaces
/// may surround a sign, and letters may have either case.
struct TypedForm {
  enum Trait : std::uint8_t {
    plain_only = 0,
    respelled = 1,    ///< is accepted for another character
    sign_after = 2,   ///< spaces before it belong to the turn
    sign_before = 4,  ///< spaces after it belong to the turn
    sign_both = sign_after | sign_before,
  };

  struct Character {
    char plain = 0;  ///< the plain character; 0: not in turns
    std::uint8_t traits = 0;
  };

  /// Whether a comma continues the turn instead of ending it; `so_far` is the turn in plain
  /// characters, `rest` is the text after the comma up to `end`.
  using CommaTest = bool (*)(std::string_view so_far, const char* rest, const char* end);

  std::array<Character, 256> characters{};
  /// The signs between two squares that can be left out, as pairs: the first one in the turn, and
  /// all others. Empty if none can.
  std::string_view missing_signs = {};
  /// The signs that can continue a complete turn.
  std::string_view continuing_signs = {};
  CommaTest is_comma_of_turn = nullptr;
  char piece_letter = 0;             ///< optional letter before a turn, as a capital; 0 for none
  bool has_pass = false;             ///< is there a turn, or a part of one, called `pass`?
  bool names_single_blanks = false;  ///< is `B3 + C4` a spelling of the game's own?
  bool begins_with_digits = false;   ///< can a turn begin like a number?

  constexpr const Character& of(char c) const { return characters[static_cast<unsigned char>(c)]; }

  /// Letters are accepted in both cases: `named` if the other case is a spelling of the game
  /// itself.
  constexpr TypedForm& add_letters(std::string_view letters, bool named) {
    for (const char c : letters) {
      entry(c).plain = c;
      entry(other_case(c)) = {c, named ? std::uint8_t{0} : std::uint8_t{respelled}};
    }
    return *this;
  }

  constexpr TypedForm& add_digits() {
    for (char c = '0'; c <= '9'; ++c) entry(c).plain = c;
    return *this;
  }

  constexpr TypedForm& add_signs(std::string_view signs, Trait trait) {
    for (const char c : signs) {
      entry(c) = {c, trait};
      const bool is_letter = c >= 'a' && c <= 'z';
      if (is_letter) entry(other_case(c)) = {c, static_cast<std::uint8_t>(trait | respelled)};
    }
    return *this;
  }

 private:
  constexpr Character& entry(char c) { return characters[static_cast<unsigned char>(c)]; }
  static constexpr char other_case(char c) { return static_cast<char>(c ^ 0x20); }
};

}  // namespace schiri
