#!/usr/bin/env bash
# Tests the package for JavaScript: packs it, installs it in an empty folder, and runs the tests in Node;
# checks its types, and those of a program that uses it, with the TypeScript compiler; packs it from the
# sources, too.
# bash package_test.sh BUILD_FOLDER
# Exit status: 0 no errors, 1 errors, 77 Node, npm or the engine is missing.
set -euo pipefail

build=${1:?the build folder}
here=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd -P)
source=$here/../../cli/share/npm
for tool in node npm; do
  command -v "$tool" >/dev/null || { echo "not tested: $tool is not installed"; exit 77; }
done
if [ ! -f "$build/npm/schiri-engine.wasm" ]; then
  echo "not tested: the engine was not built (it requires emscripten)"
  exit 77
fi
folder=$(mktemp -d)
trap 'rm -rf -- "$folder"' EXIT
export npm_config_cache=$folder/cache npm_config_offline=true npm_config_audit=false npm_config_fund=false \
  npm_config_update_notifier=false

cd "$folder"
npm pack --silent "$build/npm"
package=(schiri-*.tgz)
tar -tzf "${package[0]}" | LC_ALL=C sort >files
diff - files <<'END_OF_LIST'
package/LICENSE
package/README.md
package/browser.js
package/browser_worker.js
package/copyright
package/engine.js
package/engine_memory.js
package/node.js
package/node_worker.js
package/package.js
package/package.json
package/schiri-engine.wasm
package/schiri.d.ts
package/worker.js
END_OF_LIST

# From the sources: the same package, and nothing stays in the folder.
cp -r "$source" sources
mkdir packed
SCHIRI_BUILD_DIR=$build npm pack --silent --pack-destination packed ./sources >/dev/null 2>&1
diff -r "$source" sources
tar -tzf packed/schiri-*.tgz | LC_ALL=C sort | diff files -

mkdir app
cd app
echo '{"private": true, "type": "module"}' >package.json
npm install --silent "../${package[0]}"
cp "$here/package_test.js" "$here/consumer.ts" .
export MANUAL=$here/../../cli/share/manual/library.md
node --test package_test.js
node package_test.js "$here/../data" >log || { cat log; exit 1; }

# esbuild leaves the engine and the worker behind: the recipe of the manual, with what it copies.
if command -v esbuild >/dev/null; then
  for tool in load loadWorker; do printf 'export { %s } from "schiri";\n' $tool; done >app.js
  esbuild app.js --bundle --format=esm --outdir=site --log-level=warning
  bash -c "$(sed -n 's/^ *cp node_modules/cp node_modules/p' "$here/../../cli/share/manual/javascript.md")"
  for file in $(grep -o 'new URL("[^"]*"' site/app.js | cut -d'"' -f2); do [ -f "site/$file" ] || { echo "esbuild: $file is missing"; exit 1; }; done
  esbuild app.js --bundle --format=esm --platform=node --outfile=site/app.mjs --log-level=warning
  node --input-type=module -e '
    const { load, loadWorker } = await import(process.argv[1]);
    const game = (await load()).game({ name: "creeper" }), worker = await loadWorker();
    if ((await worker.think({ game, bot: "greedy" })).turn.length !== 5) throw new Error("no turn");' "$PWD/site/app.mjs"
fi

if ! command -v tsc >/dev/null; then
  echo "types are not checked: tsc is not installed (Debian: node-typescript)"
  exit 0
fi
check_consumer() {
  tsc --noEmit --skipDefaultLibCheck --strict --target es2022 --module nodenext --moduleResolution nodenext --lib "$2" "$1"
}
check_consumer consumer.ts es2022,dom
check_consumer consumer.ts es2022  # as in Node, without the types of browsers
# Each wrong use is an error.
awk '/^\/\/ HERE$/ { print "game.play(7);\nschiri.game({ name: 7 });\ngame.nothing();\nrecord.findings[0].turn.length;"; next } { print }' \
  consumer.ts >wrong.ts
if check_consumer wrong.ts es2022 >../log || [ "$(grep -c '^wrong.ts.* error ' ../log)" -ne 4 ]; then
  cat ../log
  echo "wrong uses have no errors of types"
  exit 1
fi
# The types promise nothing that the package lacks.
cp -r node_modules/schiri ../types
cd ../types
cat >platform.d.ts <<'END_OF_TYPES'
declare module "node:fs/promises" { export function readFile(file: URL): Promise<Uint8Array>; }
declare module "node:worker_threads" { export const Worker: any; export const parentPort: any; }
declare const DecompressionStream: any;
END_OF_TYPES
check_package() {
  tsc --noEmit --skipDefaultLibCheck --allowJs --checkJs --target es2022 --module nodenext --moduleResolution nodenext \
    --lib es2022,dom,dom.iterable platform.d.ts node.js node_worker.js browser.js browser_worker.js
}
check_package
sed -i 's/ isLegal(turn) {/ isLegl(turn) {/' engine.js
if check_package >../log; then
  echo "a missing function is no error of types"
  exit 1
fi
