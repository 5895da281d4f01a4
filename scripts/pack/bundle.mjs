// The program as files of JavaScript, from bin/kituo.ts and everything it imports (decision 0261).
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { root } from '../runtime.mjs'

export const driver = 'node_modules/sqlite3/build/Release/node_sqlite3.node'

// Asked for by name inside libraries, behind doors that Kituo never opens.
const absent = {
  'pg-native': 'Kituo speaks to PostgreSQL without libpq.',
  'pg-hstore': 'Kituo has no hstore columns.',
  'react-devtools-core': 'The screens are not looked into from outside.',
}

// A colour profile that lies beside pdfkit, and would have to lie beside the program: for PDF/A alone.
const profile = /new URL\('\.\/data\/sRGB_IEC61966_2_1\.icc', import\.meta\.url\)\.href/

export const replaced = {
  name: 'replaced',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: new RegExp(`^(${Object.keys(absent).join('|')})$`) }, ({ path }) => ({
      path,
      namespace: 'absent',
    }))
    onLoad({ filter: /.*/, namespace: 'absent' }, ({ path }) => ({
      contents: `throw Object.assign(new Error(${JSON.stringify(absent[path])}), { code: 'MODULE_NOT_FOUND' })`,
    }))
    // The driver looks for its addon in the folders of a clone.
    onLoad({ filter: /sqlite3\/lib\/sqlite3-binding\.js$/ }, () => ({ contents: binding() }))
    // Kituo's papers are no PDF/A; the packer says of each file that is named and not there that it is not.
    onLoad({ filter: /pdfkit\/js\/pdfkit\.node\.mjs$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replace(profile, '"no profile: Kituo makes no PDF/A"'),
    }))
    // Migrations run through Kituo's own commands; umzug's would bring a megabyte along.
    onLoad({ filter: /umzug\/lib\/cli\.js$/ }, () => ({ contents: 'exports.UmzugCLI = undefined' }))
  },
}

export async function bundle(outdir) {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: { kituo: 'scripts/pack/entry.mjs' },
    outdir,
    outExtension: { '.js': '.mjs' },
    // The entry by itself: a program that starts itself anew has not read the rest of it before.
    splitting: true,
    chunkNames: 'kituo-[hash]',
    bundle: true,
    platform: 'node',
    target: `node${process.versions.node}`,
    // The layout engine of the screens awaits while it loads, which only ES modules may do.
    format: 'esm',
    // Libraries in the older module form ask for the runtime's modules by `require`.
    banner: {
      js: "import { createRequire as __from } from 'node:module'; const require = __from(import.meta.url);",
    },
    // The source stays in memory as long as the program runs: blanks, comments and long names would cost megabytes,
    // and to tell each of twenty thousand functions its name as much again. A table is named by its own word.
    minifyWhitespace: true,
    minifySyntax: true,
    minifyIdentifiers: true,
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'warning',
    metafile: true,
    plugins: [replaced],
  })
  for (const file of Object.keys(metafile.outputs)) inAscii(join(root, file))
}

// The worker threads' code, a file of its own: the main thread reads it as text and starts threads
// from it (decision 0045).
export async function bundleWorker(entry, outfile) {
  await build({
    absWorkingDir: root,
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: 'node',
    target: `node${process.versions.node}`,
    // A thread that begins as text is of the older module form.
    format: 'cjs',
    // The text stays in memory, here and in each thread that it became.
    minifyWhitespace: true,
    minifySyntax: true,
    minifyIdentifiers: true,
    // Libraries ask their classes for their names.
    keepNames: true,
    // Where a library would look for files of its own, which it is never asked for here.
    define: { 'import.meta.url': '"file:///kituo/worker.cjs"' },
    logLevel: 'warning',
    logOverride: { 'empty-import-meta': 'silent' },
  })
  inAscii(outfile)
}

/**
 * One letter beyond Latin makes the engine keep the whole text at two bytes a letter. The bundler writes them as escapes
 * in strings; in patterns and in what licences say they are left as they are.
 */
function inAscii(file) {
  const text = readFileSync(file, 'utf8')
  if (/\\[^\0-\x7f]/.test(text)) throw new Error(`${file}: an escaped letter beyond ASCII`)
  const escaped = text.replace(
    /[^\0-\x7f]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  if (escaped !== text) writeFileSync(file, escaped)
}

// Only what was built can be brought along; without it the SQLite of the runtime is the only one there is.
function binding() {
  if (!existsSync(join(root, driver))) return "throw new Error('built without the driver sqlite3')"
  return `
    const { asset } = require(${JSON.stringify(join(root, 'db/core/assets.ts'))})
    const { loadAddon } = require(${JSON.stringify(join(root, 'scripts/pack/addon.mjs'))})
    module.exports = loadAddon(() => asset('${driver}'), '${sha256(driver)}')`
}

function sha256(path) {
  return createHash('sha256')
    .update(readFileSync(join(root, path)))
    .digest('hex')
}
