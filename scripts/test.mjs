// npm test: the whole suite, the files and folders named (`-- test/hospital/money`), or with `--changed`
// what a change touches (`--changed=REV`: all since then). With DB=postgres on the database that
// KITUO_TEST_DATABASE_URL names, else on SQLite. On PostgreSQL the whole suite is every file that asks
// the database under test. A sweep that proves the same on both is walked on one of them (bound.mjs).
import { closeSync, existsSync, globSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { answersJudged } from './answers.mjs'
import { laidOut } from './batches.mjs'
import { buildProgram } from './built.mjs'
import { boundToDatabase, isProvedOnTheOther } from './bound.mjs'
import { changedFiles, touchedBy } from './changed.mjs'
import { follow } from './progress.mjs'
import { bin, environment, node, roomy, root, run, testArguments } from './runtime.mjs'
import { alongFaults } from './six-along.mjs'
import { count, diagnoses, failures } from './tap.mjs'

const built = join(root, 'node_modules/@tapjs/test/test-built/dist/esm/index.js')
const recordOf = (name) => join(root, `.tap/${name}.tap`)
const few = 8

const on_postgres = process.env.DB === 'postgres'
if (on_postgres && !process.env.KITUO_TEST_DATABASE_URL) {
  console.error(
    'DB=postgres needs KITUO_TEST_DATABASE_URL, for example postgres://me@127.0.0.1:5432/postgres, of a user who may create databases.',
  )
  process.exit(2)
}

// tap reads every module that a test loads a second time, for coverage, unless it is left out; and a process
// that tap itself did not start (the lane) would count what was covered, and be judged for it.
const this_run = `${process.pid}-${Date.now().toString(36)}`
const env = {
  ...environment(),
  ...roomy,
  KITUO_TEST_RUN: this_run,
  _TAPJS_PROCESSINFO_EXCLUDE_: '/./',
  _TAPJS_PROCESSINFO_COVERAGE_: '0',
}
const tap = (...args) => run(node, [bin('tap'), ...args], { cwd: root, env })

// tap comes built with plugins that .taprc leaves out: Node strips the types itself, and mocks, which
// no test here asks for, would look at every module that is loaded.
if (/@tapjs\/(typescript|mock)/.test(readFileSync(built, 'utf8'))) {
  const code = await tap('build')
  if (code !== 0) process.exit(code)
}

mkdirSync(join(root, '.tap'), { recursive: true })
for (const name of ['run', 'lane', 'beside']) rmSync(recordOf(name), { force: true })
const node_args = testArguments.map((word) => `--node-arg=${word}`)
// What went wrong is written as it happens; how far it is tells progress.mjs.
const reporter = '--reporter=min'
const asked = process.argv.slice(2)
const wanted = chosen()
if (wanted.length === 0) {
  console.log('No test is touched by this change.')
  process.exit(0)
}
// Files that share a process do so where there are many of them; a few are run by themselves.
const lists = wanted.length > few ? laidOut(wanted) : []
if (lists.length > 0) {
  await buildProgram()
  env.KITUO_TEST_BUILT = '1'
}
const records = lists.length > 0 ? lists.map(({ name }) => recordOf(name)) : [recordOf('run')]
const ended = follow(records, wanted, join(root, '.tap/times.json'))
const codes = await Promise.all(
  lists.length > 0
    ? lists.map(({ path }, n) => inOrder(path, records[n]))
    : [tap('run', ...node_args, reporter, `--output-file=${records[0]}`, ...wanted)],
)
ended()
const along = on_postgres && process.env.KITUO_SIX_ALONG === '1'
const unasked = along ? alongFaults(this_run, asked.length === 0) : []
tellOutcome()
process.exit(Math.max(...codes, Math.min(unasked.length, 1)))

/** What tap does for its own children: the limit of time, and the record. */
async function inOrder(path, record) {
  const out = openSync(record, 'w')
  const own = { ...env, TAP_TIMEOUT: '900' }
  try {
    return await run(node, ['--no-warnings', join(root, path)], {
      cwd: root,
      env: own,
      stdio: ['ignore', out, 'inherit'],
    })
  } finally {
    closeSync(out)
  }
}

function tellOutcome() {
  const texts = records.filter((one) => existsSync(one)).map((one) => readFileSync(one, 'utf8'))
  const sum = { passed: 0, failed: 0 }
  for (const text of texts) {
    const { passed, failed } = count(text)
    sum.passed += passed
    sum.failed += failed
    for (const name of failures(text)) console.log(`Failed: ${name.slice(0, 400)}`)
  }
  for (const sentence of unasked) console.log(`Failed: ${sentence}`)
  // A terminal has seen them as they happened.
  for (const text of process.stdout.isTTY ? [] : texts) {
    const found = diagnoses(text)
    if (found !== '') console.log(found)
  }
  const answers = answersJudged(this_run).toLocaleString('en-US')
  console.log(`\n${answers} answers were as the description says.`)
  console.log(`\n${sum.passed} passed, ${sum.failed} failed`)
}

function chosen() {
  const [word, since] = (asked[0] ?? '').split('=')
  const every = asked.length === 0 || word === '--changed' ? all() : asked.flatMap(below)
  if (word === '--changed') return touchedBy(changedFiles(since), every)
  return asked.length === 0 ? once(on_postgres ? onPostgres(every) : every) : every
}

function once(every) {
  const here = every.filter((file) => !isProvedOnTheOther(file, on_postgres))
  const other = on_postgres ? 'SQLite' : 'PostgreSQL'
  console.log(
    `${every.length - here.length} sweeps prove the same on ${other} and are walked there.`,
  )
  return here
}

/** A folder stands for the tests in it. */
function below(path) {
  return path.endsWith('.ts') ? [path] : globSync(`${path}/**/*.test.ts`, { cwd: root })
}

function all() {
  return globSync('test/**/*.test.ts', { cwd: root })
}

function onPostgres(every) {
  const known = new Map()
  const bound = every.filter((file) => boundToDatabase(join(root, file), known))
  console.log(`${every.length - bound.length} files never ask PostgreSQL: npm test runs them.`)
  return bound
}
