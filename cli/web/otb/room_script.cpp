#include "cli/web/otb/room_script.h"

#include "cli/print/vocabulary.h"
#include "cli/web/shared/document.h"
#include "cli/web/web_files.h"

namespace schiri::cli {

std::string room_script() {
  return std::string(dom_js) + word_script({room_words}, languages()) + std::string(room_js);
}

std::string room_style() { return std::string(style_css).append(room_css); }

}  // namespace schiri::cli
