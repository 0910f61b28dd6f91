#pragma once

namespace schiri {

/// While it lives, a pipe that nobody reads any more is an error for this thread to handle, not a
/// signal that ends the program. For threads that write to other programs and to nothing else.
class QuietPipes {
 public:
  QuietPipes();
  QuietPipes(const QuietPipes&) = delete;
  QuietPipes& operator=(const QuietPipes&) = delete;
  ~QuietPipes();

  /// Is there one on this thread?
  static bool on_this_thread();
};

}  // namespace schiri
