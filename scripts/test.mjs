// npm test: the whole suite, or the files named. With DB=postgres on the database that
// KITUO_TEST_DATABASE_URL names, else on SQLite. On PostgreSQL the whole suite is every file that asks
// the database under test.
import { existsSync, globSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { laidOut } from './batches.mjs'
import { boundToDatabase } from './bound.mjs'
import { bin, environment, node, root, run } from './runtime.mjs'
import { count, failures } from './tap.mjs'

const built = join(root, 'node_modules/@tapjs/test/test-built/dist/esm/index.js')
const record = join(root, '.tap/run.tap')

if (process.env.DB === 'postgres' && !process.env.KITUO_TEST_DATABASE_URL) {
  console.error(
    'DB=postgres needs KITUO_TEST_DATABASE_URL, for example postgres://me@127.0.0.1:5432/postgres, of a user who may create databases.',
  )
  process.exit(2)
}

// tap reads every module that a test loads a second time, for coverage, unless it is left out.
const env = { ...environment(), _TAPJS_PROCESSINFO_EXCLUDE_: '/./' }
const tap = (...args) => run(node, [bin('tap'), ...args], { cwd: root, env })

// tap comes built with plugins that .taprc leaves out: Node strips the types itself, and mocks, which
// no test here asks for, would look at every module that is loaded.
if (/@tapjs\/(typescript|mock)/.test(readFileSync(built, 'utf8'))) {
  const code = await tap('build')
  if (code !== 0) process.exit(code)
}

mkdirSync(join(root, '.tap'), { recursive: true })
rmSync(record, { force: true })
const hook = `--node-arg=--import=${join(root, 'scripts/test-hook.mjs')}`
// Off a terminal the default reporter would write its moving lines one below the other.
const reporter = `--reporter=${process.stdout.isTTY ? 'base' : 'min'}`
// One more than there are processors: some always wait, for a disk or for what they started.
const jobs = `--jobs=${availableParallelism() + 1}`
const asked = process.argv.slice(2)
const files =
  asked.length > 0 ? asked : laidOut(process.env.DB === 'postgres' ? onPostgres() : all())
const code = await tap('run', hook, jobs, reporter, `--output-file=${record}`, ...files)
if (existsSync(record)) {
  const text = readFileSync(record, 'utf8')
  const { passed, failed } = count(text)
  for (const name of failures(text)) console.log(`Failed: ${name.slice(0, 400)}`)
  console.log(`\n${passed} passed, ${failed} failed`)
}
process.exit(code)

function all() {
  return globSync('test/**/*.test.ts', { cwd: root })
}

function onPostgres() {
  const known = new Map()
  const every = all()
  const bound = every.filter((file) => boundToDatabase(join(root, file), known))
  console.log(`${every.length - bound.length} files never ask PostgreSQL: npm test runs them.`)
  return bound
}
