#pragma once

#include <cstdint>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

namespace schiri::cli {

/// Arrays of numbers and texts as NumPy's `numpy.load` reads them: a zip archive of .npy files
/// (NumPy's format 1.0), compressed by deflate. The same arrays give the same bytes.
class NpzFile {
 public:
  /// An array of one dimension; a text's bytes beyond its end are zeros.
  void add(std::string_view name, const std::vector<std::string>& texts);
  void add(std::string_view name, const std::vector<float>& numbers);
  void add(std::string_view name, const std::vector<std::int32_t>& numbers);
  void add(std::string_view name, const std::vector<std::int8_t>& numbers);
  void add(std::string_view name, const std::vector<bool>& flags);

  /// To be called once, after all arrays. Throws std::runtime_error if the archive cannot be made.
  void write(std::ostream& out);

 private:
  struct Member {
    std::string name;
    std::string bytes;
  };

  void add(std::string_view name, const std::string& kind, std::size_t size, std::string_view data);

  std::vector<Member> members_;
};

}  // namespace schiri::cli
