// The routes that the crowd of six at once finds no body for are asked six times where a test of theirs asks them with
// success: there are the record in the right state, the right person and the right words. The house stands as it was
// before, and the test goes on. On PostgreSQL, once in a run for each of them.

import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Copied } from '../database.ts'
import { type Snapshot, snapshotOf } from '../snapshots.ts'
import { routeAt } from './described.ts'
import { asPair, atOnce, type Send } from './judged-six.ts'

const lists = join(import.meta.dirname, '../../faults/six')
const run = process.env['KITUO_TEST_RUN'] ?? String(process.pid)
const shelf = join(tmpdir(), `kituo-six-${run}`)

let wanted: ReadonlySet<string> | undefined
const wantedRoutes = (): ReadonlySet<string> =>
  (wanted ??= new Set(
    globSync('*.txt', { cwd: lists }).flatMap((file) =>
      readFileSync(join(lists, file), 'utf8').split('\n').filter(Boolean),
    ),
  ))

const taken = new WeakMap<Copied, Snapshot>()

/** Whether this call is to be asked six times, by the name of its route. */
export function toBeAsked(method: string, url: string): string | undefined {
  const name = routeAt(method, url.split('?')[0] ?? '')
  if (name === undefined || !wantedRoutes().has(name)) return undefined
  return existsSync(join(shelf, fileOf(name))) ? undefined : name
}

const fileOf = (name: string): string => name.replace(/[^A-Za-z-]+/g, '_')

/** Throws where six at once are not as two in a row. */
export async function askAlong(name: string, send: Send, house: Copied): Promise<void> {
  const known = taken.get(house)
  if (known !== undefined) await known.again()
  const snapshot = known ?? (await snapshotOf(house))
  taken.set(house, snapshot)
  const pair = await asPair(send, snapshot)
  await snapshot.back()
  if (pair === null || !claimed(name)) return
  const wrong = await atOnce(pair, snapshot)
  await snapshot.back()
  if (wrong.length > 0) throw new Error(`six at once: ${name}: ${wrong.join('; ')}`)
}

/** Two files may come to the same route at the same moment. */
function claimed(name: string): boolean {
  mkdirSync(shelf, { recursive: true })
  try {
    writeFileSync(join(shelf, fileOf(name)), name, { flag: 'wx' })
    return true
  } catch {
    return false
  }
}
