// The program in one piece for a run of the whole suite, which starts it hundreds of times, and the programs of the tests
// that hold the house: from the clone each start reads three thousand files. Nothing is different but where the text
// lies; each module still knows its own folder.
import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { build, stop } from 'esbuild'
import { root } from './runtime.mjs'

const own = new RegExp(
  `^${RegExp.escape(root)}/?(?:bin|cli|daemon|db|templates|test|tui)/.*\\.tsx?$`,
)

const at_home = {
  name: 'at-home',
  setup({ onLoad }) {
    onLoad({ filter: own }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replaceAll(
        'import.meta.dirname',
        JSON.stringify(dirname(path)),
      ),
      loader: path.endsWith('x') ? 'tsx' : 'ts',
    }))
  },
}

/** Where they lie, so that a test can give the same program another number, and a migration more. */
const as_they_lie = {
  name: 'as-they-lie',
  setup({ onResolve }) {
    onResolve({ filter: /\/(?:version|list)\.ts$/ }, ({ path, resolveDir }) => {
      const file = join(resolveDir, path)
      const stays = /\/db\/(?:core\/version|store\/migrations\/list)\.ts$/.test(file)
      return stays ? { path: file, external: true } : null
    })
  },
}

/** Those of the tests are told what to do by their arguments. */
const entries = () => [
  'bin/kituo.ts',
  ...globSync('test/support/programs/*.ts', { cwd: root }).filter((file) =>
    readFileSync(join(root, file), 'utf8').includes('process.argv'),
  ),
]

/** To be found by a process that was told of it (quick-hook.mjs). */
export async function buildProgram() {
  await build({
    absWorkingDir: root,
    entryPoints: Object.fromEntries(entries().map((file) => [basename(file, '.ts'), file])),
    outdir: '.tap/program',
    outExtension: { '.js': '.mjs' },
    splitting: true,
    bundle: true,
    packages: 'external',
    platform: 'node',
    target: `node${process.versions.node}`,
    format: 'esm',
    jsx: 'automatic',
    logLevel: 'warning',
    plugins: [as_they_lie, at_home],
  })
  await stop()
}
