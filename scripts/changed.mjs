// Which tests a change touches: the tests that were changed, those that name a changed file themselves
// or by their support, those of the room that a changed file lies in, and those that read all the code.
import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './runtime.mjs'

const imported = /(?:from|import)\s*\(?\s*'(\.[^']+)'/g
/** They hold every file, route or list against the rules of the house. */
const always = ['house', 'walls', 'endpoints', 'rules', 'decisions'].map(
  (name) => `test/${name}.test.ts`,
)
/** What walks every route by itself, and what holds the tables against the migrations. */
const sweeps = [
  [/^daemon\/(hospital|edge)\//, ['test/access/', 'test/permissions.test.ts', 'test/privacy/']],
  [/\/permits\.ts$/, ['test/access/', 'test/permissions.test.ts']],
  [/\/tables\.ts$/, ['test/db/store/migrations.test.ts']],
]

const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' })
const lines = (text) => text.split('\n').filter((line) => line !== '')

/** Against a commit, and whatever is not committed; paths from the root. */
export function changedFiles(since = 'HEAD') {
  const tracked = lines(git('diff', '--name-only', since))
  return [...new Set([...tracked, ...lines(git('ls-files', '-o', '--exclude-standard'))])]
}

export function touchedBy(changed, tests = globSync('test/**/*.test.ts', { cwd: root })) {
  const wanted = new Set(changed)
  const rooms = changed.flatMap((file) => [...roomsOf(file), ...sweepsOf(file)])
  const known = new Map()
  return tests.filter(
    (file) =>
      always.includes(file) ||
      wanted.has(file) ||
      rooms.some((room) => file.startsWith(room)) ||
      named(file, known).some((path) => wanted.has(path)),
  )
}

const sweepsOf = (file) => sweeps.flatMap(([of, tests]) => (of.test(file) ? tests : []))

/** Where the tests of a file lie: `db/hospital/money/billing/…` → `test/hospital/money/billing/`. */
export function roomsOf(file) {
  const [top, ...rest] = file.split('/')
  if (top === 'test') return rest[0] === 'support' ? [] : [`${dirname(file)}/`]
  const inside = rest.slice(0, -1)
  const name = rest.at(-1)?.replace(/\.tsx?$/, '') ?? ''
  if (top === 'db' && ['hospital', 'messaging'].includes(rest[0]))
    return inside.length > 1 ? [`test/${inside.slice(0, 3).join('/')}/`] : []
  if (top === 'db') return [`test/db/${inside.slice(0, 2).join('/')}/`]
  if (top === 'daemon' && rest[0] === 'hospital')
    return [`test/hospital/${rest[1]}/${name.split('-')[0]}`]
  if (top === 'daemon' && rest[0] === 'messaging') return [`test/messaging/${name}/`]
  if (['cli', 'tui', 'daemon', 'templates'].includes(top))
    return [`test/${[top, ...inside.slice(0, 1)].join('/')}/`]
  return []
}

/** What a test names itself or by its support; the product's own files are not followed. */
function named(file, known) {
  const kept = known.get(file)
  if (kept !== undefined) return kept
  known.set(file, [])
  const paths = [...readFileSync(join(root, file), 'utf8').matchAll(imported)].map(([, path]) =>
    join(dirname(file), path),
  )
  const below = paths
    .filter((path) => path.startsWith('test/') && existsSync(join(root, path)))
    .flatMap((path) => named(path, known))
  const all = [...new Set([...paths, ...below])]
  known.set(file, all)
  return all
}
