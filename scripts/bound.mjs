// Which test files ask the database that is under test. The others make their own SQLite, or none: they
// prove nothing more on PostgreSQL than they did without it.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const imported = /(?:from|import)\s*\(?\s*'(\.[^']+)'/g
/** Whoever opens it comes by one of these. */
const doors = /test\/support\/(?:database|server)\.ts$/

export function boundToDatabase(file, known = new Map()) {
  const kept = known.get(file)
  if (kept !== undefined) return kept
  known.set(file, false) // A circle leads nowhere new.
  const text = readFileSync(file, 'utf8')
  const bound =
    doors.test(file) ||
    text.includes("process.env['DB']") ||
    text.includes("process.env['KITUO_TEST_DATABASE_URL']") ||
    [...text.matchAll(imported)]
      .map(([, path]) => join(dirname(file), path))
      .some((path) => isOfTests(path) && existsSync(path) && boundToDatabase(path, known))
  known.set(file, bound)
  return bound
}

const isOfTests = (path) => path.split('/').includes('test')

/**
 * What proves the same on both databases is walked on one of them when the whole suite runs: who may do what and
 * sees what, what the edge and a rule's table of bad input refuse (what a database minds in a field is asked of both:
 * faults/bad-fields, faults/fits), what a field that is null means, papers, the sentences of the documents, what is
 * done to a picture and how a browser lays a screen, tables of growth, the wire to another gateway and what it answers
 * late, made-up people. Of six at once SQLite lets one write at a time. Commands and screens ask the rules that their
 * areas prove on both; what a command does to a server stands in test/cli/frame, database, backup and serve, but for
 * whom its sockets know, and what is typed into a terminal and comes out of it. Each way back, onto a new machine too,
 * is walked on both in stories/ways-back. Stories of one house, halls, workstations, hours and walks by chance ask
 * nothing of a database that the rules they walk through do not.
 */
const on_sqlite_alone = new RegExp(
  `^test/(?:${[
    String.raw`access(?:/|\.test)`,
    'privacy/',
    'daemon/edge/',
    'faults/bad-bodies/',
    String.raw`faults/bad-input\.`,
    String.raw`.*/(?:bad-input|bad-figures|papers|letters|cards?|voucher|payslip)[^/]*\.test\.`,
    String.raw`hospital/.*/(?:laid-out|photos|portraits|growth-standards)\.test\.`,
    String.raw`hospital/(?:desk/front-office/another-hospital|money/across/privacy)\.test\.`,
    String.raw`cli/frame/(?:another-house|api-call|ask|of-a-group|standard-output|typed-(?:in-scenes|wrongly))\.test\.`,
    String.raw`(?:cli/serve/journal|daemon/work/watchdog)\.test\.`,
    String.raw`hospital/(?:desk/displays|office/devices)/(?!.*(?:killed|two-|race|at-once))`,
    String.raw`hospital/office/access/(?:not-yet|lock-outs)\.test\.`,
    String.raw`hospital/(?:trade/orders/courses|money/billing/long-stays)\.test\.`,
    String.raw`stories/(?:operating|module-off|invited|roles-until)\.`,
    String.raw`timetable/(?!two-daemons|pooler|stopped-proofs|claims)`,
    'hospital/tenants/demo/',
    'messaging/(?:bad-input|interop)/',
    String.raw`messaging/drain/(?:dropping|faults|finished|hold|http-|late-and-partial|unheard|waiting)`,
    'seeds/',
    'cli/(?:care|desk|devices|messaging)/',
    'tui/',
  ].join('|')})`,
)
const on_postgres_alone = /^test\/faults\/six\//

export const isProvedOnTheOther = (file, on_postgres) =>
  (on_postgres ? on_sqlite_alone : on_postgres_alone).test(file)
