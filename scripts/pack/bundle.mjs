// The program as files of JavaScript, from bin/kituo.ts and everything it imports (decision 0261).
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
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

export function bundle(outdir) {
  return build({
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
    // The source stays in memory as long as the program runs: blanks, comments and long names within functions
    // would cost megabytes. What is called from elsewhere keeps its name (keepNames).
    minifyWhitespace: true,
    minifySyntax: true,
    minifyIdentifiers: true,
    define: { 'process.env.NODE_ENV': '"production"' },
    // A table is named by its class; two areas may have a class of the same name.
    keepNames: true,
    logLevel: 'warning',
    metafile: true,
    plugins: [replaced],
  })
}

// The worker threads' code, a file of its own: the main thread reads it as text and starts threads
// from it (decision 0045).
export function bundleWorker(entry, outfile) {
  return build({
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
