#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "core/rating/models/result_model.h"

/// Davidson's model where each opening has a random effect on White's advantage, for one unit: a
/// single game, or a pair of games with colours swapped from one opening. Used by `DavidsonModel`.
namespace schiri::rating {

/// A node of a quadrature for the standard normal distribution.
struct QuadratureNode {
  double z = 0;
  double weight = 1;
};
/// Nodes that integrate a unit's chance over effects with standard deviations up to this one, in
/// natural units, to seven digits: those of the trapezoidal rule (L. N. Trefethen, J. A. C.
/// Weideman 2014).
std::vector<QuadratureNode> effect_nodes(double largest_sd);

/// The logarithm of the chance of a unit's result, its gradient by the parameters of the unit, and
/// the negative Hessian: the upper triangle, row by row. The parameters are the first player's x
/// minus the second's, the mean a of the openings' effects, ln nu, and the effects' standard
/// deviation.
struct UnitTerms {
  enum Parameter : std::size_t { lead, advantage, draws, sd };

  double log_chance = 0;
  std::array<double, 4> score{};
  std::array<double, 10> information{};

  double at(Parameter row, Parameter column) const {
    constexpr std::array<std::size_t, 4> begin = {0, 3, 5, 6};
    return information[begin[row] + column];
  }
};

/// Integrates over the effect of an opening, a + sd z with z standard normal.
class OpeningIntegral {
 public:
  OpeningIntegral(double advantage, double nu, double sd, std::span<const QuadratureNode> nodes);

  /// Sets the two players: the first one's x minus the second's.
  void set_lead(double lead);
  /// The results of both games, each from White's side (0 won, 1 draw, 2 lost): the first player is
  /// White in the first game, the second in the second.
  UnitTerms pair(std::size_t first, std::size_t second) const { return integral(first, second); }
  /// A game in which the first player is White.
  UnitTerms single(std::size_t result) const { return integral(result, no_game); }
  /// A game in which the second player is White.
  UnitTerms swapped(std::size_t result) const { return integral(no_game, result); }

 private:
  static constexpr std::size_t no_game = 3;

  /// The chances of a game's results at a node, from White's side.
  struct Game {
    std::array<double, 3> chances;
    double mean;
  };
  /// A result at a node: its chance, its scores by White's lead and by ln nu, and the information.
  struct Part {
    double chance = 1;
    double lead = 0;
    double draw = 0;
    double variance = 0;
    double mixed = 0;
    double draw_variance = 0;
  };
  struct Node {
    double z;
    double weight;
    double odds;  ///< e to the opening's effect
    Game first;
    Game second;
  };

  static Game game(double odds, double nu);
  static Part part(const Game& game, std::size_t result);
  UnitTerms integral(std::size_t first, std::size_t second) const;

  double nu_;
  std::vector<Node> nodes_;
};

/// The terms of units by the lead, interpolated between equal steps, for very many units: some
/// eight digits of the integral, at a fraction of its cost.
class OpeningTable {
 public:
  /// For leads from `low` to `high`.
  OpeningTable(OpeningIntegral integral, double low, double high);

  UnitTerms pair(double lead, std::size_t first, std::size_t second) const {
    return at(lead, 3 * first + second);
  }
  UnitTerms single(double lead, std::size_t result) const { return at(lead, 9 + result); }

 private:
  /// Of each unit of one or two games.
  using Row = std::array<UnitTerms, 12>;

  UnitTerms at(double lead, std::size_t unit) const;

  double low_;
  double step_;
  std::vector<Row> rows_;
};

}  // namespace schiri::rating
