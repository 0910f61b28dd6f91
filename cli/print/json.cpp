#include "cli/print/json.h"

#include "notation/text/row_text.h"

namespace schiri::cli {

void write_line(std::ostream& out, const Json& object) { out << json_line(object); }

}  // namespace schiri::cli
