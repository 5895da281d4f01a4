// Every route that writes is asked six times at once with the same body. What is refused when it is
// asked twice in a row is done once and refused five times in the rule's own words; nothing stands
// twice, and nobody is told of a fault. The routes are found in the lists, so a new one is tried by itself.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Test } from 'tap'
import type { Answer } from '../ask.ts'
import { crowd, type Try } from './crowd.ts'
import { type HospitalPart, partOf } from './parts.ts'

interface Pair {
  asked: Try
  second: Answer
  /** Rows after the first, and whether the second added any. */
  rows: Record<string, number>
  adds: boolean
}

const own_log = ['idempotency_keys', 'sessions', 'msg_audit', 'msg_keys', 'msg_rate_counts']
const fine = ({ status }: Answer): boolean => status >= 200 && status < 300
const send = ({ who, method, url, body }: Try): Promise<Answer> => who.send(method, url, body)

type Counts = (...but: string[]) => Promise<Record<string, number>>

async function asPair(tries: AsyncGenerator<Try>, counts: Counts): Promise<Pair | undefined> {
  for await (const asked of tries) {
    const first = await send(asked)
    if (!fine(first)) continue
    const rows = await counts(...own_log)
    const second = await send(asked)
    const adds = different(rows, await counts(...own_log)).length > 0
    return { asked, second, rows, adds }
  }
  return undefined
}

const different = (one: Record<string, number>, other: Record<string, number>): string[] =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])].filter(
    (name) => (one[name] ?? 0) !== (other[name] ?? 0),
  )

/** What is wrong with six answers at once. */
async function atOnce({ asked, second, rows, adds }: Pair, counts: Counts): Promise<string[]> {
  const answers = await Promise.all(Array.from({ length: 6 }, () => send(asked)))
  const statuses = answers.map(({ status }) => status).sort((a, b) => a - b)
  const done = answers.filter(fine).length
  const wrong: string[] = []
  if (statuses.some((status) => status >= 500)) wrong.push('a fault')
  if (answers.some(({ body }) => JSON.stringify(body).includes('This is there already.')))
    wrong.push('refused by the database, not by its rule')
  if (done === 0) wrong.push('nobody got through')
  if (!fine(second)) {
    if (done > 1) wrong.push(`done ${done} times`)
    if (statuses.some((status) => status >= 300 && status < 400)) wrong.push('sent elsewhere')
  }
  if (!adds) {
    const more = different(rows, await counts(...own_log))
    if (more.length > 0) wrong.push(`other rows of ${more.join(', ')}`)
  }
  return wrong.map((what) => `${what} (${statuses.join(' ')})`)
}

function shrink(file: string, proven: ReadonlySet<string>): void {
  const left = [...unprovenIn(file)].filter((name) => !proven.has(name))
  writeFileSync(file, left.map((name) => `${name}\n`).join(''))
}

/** Routes that the machine-made body does not get through: the list only shrinks. */
const unprovenIn = (file: string): Set<string> =>
  new Set(readFileSync(file, 'utf8').split('\n').filter(Boolean))

/** What gets through in one world and not in the next: whether a receipt stands that may still be undone or paid. */
const by_chance: ReadonlySet<string> = new Set([
  'POST /procurement/invoices/:id/post',
  'POST /procurement/receipts/:id/reverse',
])

export interface Part {
  /** Whose routes: each part of the house has its list of those that are not asked yet. */
  called: HospitalPart | 'messaging'
  /** The so manieth of so many files: none of them takes long. */
  at?: number
  of?: number
}

export async function sixAtOnce(t: Test, { called, at = 1, of = 1 }: Part): Promise<void> {
  const { routes, back, counts, tries } = await crowd(
    t,
    called === 'messaging' ? called : 'hospital',
  )
  const file = join(import.meta.dirname, `../../faults/six/${called}.txt`)
  const unproven = unprovenIn(file)
  const mine = routes
    .filter(({ path }) => called === 'messaging' || partOf(path) === called)
    .filter((_, n) => n % of === at - 1)
  const wrong: string[] = []
  const refused: string[] = []
  const proven: string[] = []
  for (const route of mine) {
    const name = `${route.method} ${route.path}`
    const pair = await asPair(tries(route), counts)
    if (pair === undefined) {
      refused.push(name)
      continue
    }
    await back()
    wrong.push(...(await atOnce(pair, counts)).map((what) => `${name}: ${what}`))
    await back()
    proven.push(name)
  }
  if (process.env['SHRINK_LISTS'] === '1') shrink(file, new Set(proven))
  t.same(wrong, [])
  t.same(
    refused.filter((name) => !unproven.has(name)),
    [],
    'a new route is tried: give its body to test/support/sweeps/bodies.ts',
  )
  t.same(
    proven.filter((name) => unproven.has(name) && !by_chance.has(name)),
    [],
    'these are tried now: SHRINK_LISTS=1 takes them off the list',
  )
  t.comment(`${proven.length} routes were asked, ${refused.length} could not be`)
}
