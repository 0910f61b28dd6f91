#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/errors.h"
#include "core/base/message.h"
#include "core/game.h"

/// The variants of a game and its settings, as the tag Variant names them:
/// `standard; repetition=off`. A setting answers a question that the published rules leave open.
namespace schiri {

/// The start of a game. An empty text means the game's default.
struct StartSpec {
  std::string variant;
  std::string position;
  std::string roll;
};

/// An invalid start. The message names the problem and its place.
struct StartError : InputError {
  enum class Kind { unknown_variant, bad_position, missing_roll };
  StartError(Kind kind_of_error, Message message)
      : InputError(std::move(message)), kind(kind_of_error) {}
  Kind kind;
};

/// A setting and its values; the first value is the default.
struct GameSetting {
  struct Value {
    std::string_view name;
    std::string_view meaning;  ///< a clause without a full stop
  };

  std::string_view name;
  std::string_view sources;  ///< what the published rules say, in one sentence
  std::span<const Value> values;
};

/// More than any game has.
inline constexpr std::size_t most_settings = 4;

/// A variant of a game with its settings, by number.
struct VariantChoice {
  std::size_t variant = 0;
  std::array<std::uint8_t, most_settings> values{};  ///< in the order of the game's settings

  friend bool operator==(const VariantChoice&, const VariantChoice&) = default;
};

/// The names that a game's variants are made of.
struct VariantNames {
  /// The first is the standard one.
  std::span<const std::string_view> variants;
  /// Sorted by name, at most most_settings.
  std::span<const GameSetting> settings = {};
  /// The parts of variants as the published rules number them, from 1 on.
  std::span<const std::string_view> numbered = {};
};

/// All variants of a game with all values of its settings.
class VariantTable {
 public:
  /// `game_title` is for messages.
  VariantTable(const VariantNames& names, std::string_view game_title);
  virtual ~VariantTable() = default;

  /// Every combination in canonical spelling, the standard game first. The texts live as long as
  /// the table.
  std::span<const std::string_view> all() const { return all_; }
  std::string_view standard() const { return all_.front(); }

  /// Reads a name in any case, with spaces for `-`, the parts of a variant and the settings in any
  /// order, or with the published rules' numbers (`Variante 1+2`). Empty text means the standard
  /// game. nullopt if there is no such variant, setting or value.
  virtual std::optional<VariantChoice> find(std::string_view named) const;
  /// The canonical name; empty if `named` is empty or unknown.
  virtual std::string_view known(std::string_view named) const;
  /// Like find. Throws StartError (unknown_variant), which names what is unknown and what there is.
  VariantChoice require(std::string_view named) const;

  std::string_view name(const VariantChoice& choice) const { return all_[number(choice)]; }

 protected:
  std::string_view title() const { return title_; }
  /// Why there is no such variant.
  virtual Message objection_to(std::string_view named) const;

 private:
  std::size_t number(const VariantChoice& choice) const;
  VariantChoice choice(std::size_t number) const;
  std::string write(const VariantChoice& choice) const;
  std::optional<std::size_t> find_variant(std::string_view named) const;
  std::string folded_part(std::string_view part) const;
  /// Reads the settings after a variant; returns what is wrong, empty if nothing is.
  Message read(std::string_view named, VariantChoice& choice) const;
  Message read_setting(std::string_view text, VariantChoice& choice, unsigned& seen) const;

  VariantNames names_;
  std::string_view title_;
  std::vector<std::string> texts_;
  std::vector<std::string_view> all_;
};

/// A setting of a variant as text.
struct VariantSetting {
  std::string name;
  std::string value;
};
/// The variant's name and its settings as they are written, `torus; size=7`; the name is empty if
/// there are settings alone. Nullopt if the text is not of this form.
std::optional<std::pair<std::string, std::vector<VariantSetting>>> parts_of_variant(
    std::string_view text);

/// The variants of a game whose program alone knows them: any text of the form. The canonical one
/// has the settings sorted by name.
class OpenVariantTable final : public VariantTable {
 public:
  using VariantTable::VariantTable;

  std::optional<VariantChoice> find(std::string_view named) const override;
  std::string_view known(std::string_view named) const override;

 private:
  Message objection_to(std::string_view named) const override;

  mutable std::mutex mutex_;
  mutable std::set<std::string, std::less<>> seen_;  ///< canonical texts, which stay
};

/// The values of a game's setting `repetition`, in the order of Repetition.
inline constexpr GameSetting::Value repetition_values[] = {
    {"3", "the third occurrence of a position ends the game in a draw"},
    {"off", "nothing ends by repetition"},
    {"claim",
     "from the third occurrence on, a record may end in a draw with [Termination \"repetition\"]; "
     "bots play on"},
};

}  // namespace schiri
