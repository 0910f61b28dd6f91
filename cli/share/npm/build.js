// Before `npm pack` of this folder: puts the built files into it; afterwards, with --clean, removes them.
//
// CMake builds in a temporary folder, or in that of the environment variable SCHIRI_BUILD_DIR; a package
// that was built there is taken as it is. A folder in which CMake assembled the package needs nothing.
import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url)), root = join(here, "../../..");
const built = ["engine.js", "engine_memory.js", "worker.js", "schiri-engine.wasm", "LICENSE", "copyright"];
const cmake = (...words) => execFileSync("cmake", words, { stdio: ["ignore", 2, 2] });

function build(folder) {
  if (existsSync(join(folder, "npm/schiri-engine.wasm"))) return;
  if (!existsSync(join(folder, "CMakeCache.txt"))) {
    cmake("-S", root, "-B", folder, "-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_UNITY_BUILD=ON",
      "-DSCHIRI_TESTS=OFF", "-DSCHIRI_ENGINE=ON");
  }
  cmake("--build", folder, "--target", "schiri_npm", "--parallel", String(cpus().length || 1));
}

if (process.argv[2] === "--clean") {
  for (const file of built) rmSync(join(here, file), { force: true });
} else {
  const given = process.env.SCHIRI_BUILD_DIR, folder = given || mkdtempSync(join(tmpdir(), "schiri-"));
  try {
    build(folder);
    for (const file of built) copyFileSync(join(folder, "npm", file), join(here, file));
  } finally {
    if (!given) rmSync(folder, { recursive: true });
  }
}
