// Makes a clone ready: packages by the lock file and the pinned Node; the other driver of SQLite where it is wanted.
// Runs on Node 20, without dependencies, because it is what brings the dependencies.
import { spawn } from 'node:child_process'
import {
  accessSync,
  constants,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { node, root } from './runtime.mjs'

const PROGRESS_MS = 10_000
const addon = 'node_modules/sqlite3/build/Release/node_sqlite3.node'
const here = (path) => join(root, path)
const json = (path) => JSON.parse(readFileSync(here(path), 'utf8'))

// Compared by content and not by date: git gives files new dates on every switch of branch.
export function packagesStale(wanted, installed) {
  return Object.entries(wanted).some(([path, { version, integrity, optional }]) => {
    if (path === '') return false
    const there = installed[path]
    if (!there) return !optional
    return there.version !== version || there.integrity !== integrity
  })
}

export function missing() {
  const installed = 'node_modules/.package-lock.json'
  const stale =
    !existsSync(here(installed)) ||
    packagesStale(json('package-lock.json').packages, json(installed).packages)
  return {
    packages: stale,
    runtime: stale || !existsSync(node),
    driver: stale || !existsSync(here(addon)),
  }
}

// The driver sqlite3 is compiled here: its ready-made form would come from outside the registry. Nothing
// else needs a compiler, and only who chooses this driver needs it (decision 0327).
export function compilerSentence(
  path = process.env.PATH ?? '',
  compiler = process.env.CXX ?? 'g++',
) {
  const lacking = [compiler, 'make', 'python3'].filter((name) => !onPath(name, path))
  if (lacking.length === 0) return
  return `The driver sqlite3 is built on this machine, and it has no ${lacking.join(', no ')}. On Debian or Ubuntu: apt-get install build-essential python3`
}

export async function setUp() {
  const needs = missing()
  if (needs.packages) await npm('Installing packages', ['ci', '--no-audit', '--no-fund'])
  if (needs.runtime) await npm('Fetching the pinned Node', ['rebuild', 'node'])
  const { packages, runtime } = missing()
  if (packages || runtime)
    throw new SetupError(`Setting up ended without ${packages ? 'packages' : 'the pinned Node'}.`)
}

/** `npm run driver`: SQLite by the driver sqlite3, for a house whose disk is slow. */
export async function buildDriver() {
  if (!missing().driver) return
  const sentence = compilerSentence()
  if (sentence) throw new SetupError(sentence)
  await npm('Building the driver sqlite3', ['rebuild', 'sqlite3'])
  if (missing().driver) throw new SetupError('Building ended without the driver.')
}

export class SetupError extends Error {}

function onPath(name, path) {
  return path.split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, name), constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}

// npm puts the pinned Node first on the path, and then takes it away while it installs: what runs
// npm must lie outside the folder that it empties.
export function nodeOutside(path = process.env.PATH ?? '') {
  const inside = here('node_modules')
  const found = [
    process.env.npm_node_execpath ?? '',
    process.execPath,
    ...path.split(delimiter).map((folder) => join(folder, 'node')),
  ]
  const program = found.find((file) => !file.startsWith(inside) && isProgram(file))
  if (program !== undefined) return program
  const copy = join(mkdtempSync(join(tmpdir(), 'kituo-node-')), 'node')
  copyFileSync(process.execPath, copy)
  return copy
}

function isProgram(file) {
  try {
    accessSync(file, constants.X_OK)
    // `.bin/node` is a link into the folder as well.
    return !realpathSync(file).startsWith(here('node_modules'))
  } catch {
    return false
  }
}

// Install scripts are off in .npmrc, so that no package runs code by being installed. The two that
// must run are named here. The headers for compiling lie beside the pinned Node: nothing is fetched.
// The compiling itself runs on the pinned Node too, once that is there.
async function npm(what, args) {
  const cli = process.env.npm_execpath
  const [program, first] = cli?.endsWith('npm-cli.js') ? [nodeOutside(), [cli]] : ['npm', []]
  const platform = `${process.platform}-${process.arch}`
  const prefix = platform === 'darwin-arm64' ? 'node-bin' : 'node'
  const env = {
    ...process.env,
    PATH: [dirname(node), process.env.PATH].join(delimiter),
    npm_config_ignore_scripts: String(args[0] !== 'rebuild'),
    npm_config_build_from_source: 'true',
    // Nobody asks SQLite how much memory it holds, and counting it costs a tenth of the drain.
    CFLAGS: `${process.env.CFLAGS ?? ''} -DSQLITE_DEFAULT_MEMSTATUS=0`.trim(),
    npm_config_nodedir: here(`node_modules/node/node_modules/${prefix}-${platform}`),
    npm_config_progress: 'false',
    npm_config_update_notifier: 'false',
  }
  const started = Date.now()
  const say = () => console.error(`${what}: ${Math.round((Date.now() - started) / 1000)} s`)
  console.error(`${what} …`)
  const tick = setInterval(say, PROGRESS_MS)
  const child = spawn(program, [...first, ...args], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = []
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => output.push(chunk))
  const code = await new Promise((done, failed) => child.on('error', failed).on('close', done))
  clearInterval(tick)
  if (code === 0) return say()
  // npm says at the top what went wrong and at the bottom what its options are.
  const lines = Buffer.concat(output).toString().trimEnd().split('\n')
  const told = lines.length > 80 ? [...lines.slice(0, 40), '…', ...lines.slice(-40)] : lines
  throw new SetupError(
    `${told.join('\n')}\n${what} failed: npm ${args.join(' ')} ended with ${code}.`,
  )
}
