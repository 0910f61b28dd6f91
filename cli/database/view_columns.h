#pragma once

#include <string>
#include <vector>

namespace schiri::cli {

/// A column of a view of the database, as the page `database` of the manual describes it.
struct ViewColumn {
  std::string view;
  std::string column;
  std::string kind;    ///< `integer`, `real`, `text`; `integer or text`
  std::string unit;    ///< empty if it has none
  bool stable = true;  ///< keeps name, kind and meaning in later versions
  std::string content;
};

/// The columns of all views, in the order of the page. A test compares them with the schema.
std::vector<ViewColumn> view_columns();

}  // namespace schiri::cli
