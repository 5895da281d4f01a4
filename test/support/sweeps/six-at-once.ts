// Every route that writes is asked six times at once with the same body (judged-six.ts). The routes are found in the
// lists, so a new one is tried by itself. Those that no machine-made body gets through are asked where a test of
// theirs gets through (six-along.ts).

import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Test } from 'tap'
import { neverAskAlong } from '../ask.ts'
import type { Snapshot } from '../snapshots.ts'
import { crowd, type Try } from './crowd.ts'
import { asPair, atOnce, type Pair } from './judged-six.ts'
import { type HospitalPart, partOf } from './parts.ts'

/** The first of the tries that is done, asked once more. */
async function pairOf(
  tries: AsyncGenerator<Try>,
  snapshot: Snapshot,
  refusals: Set<string>,
): Promise<Pair | undefined> {
  for await (const { who, method, url, body } of tries) {
    const ask = async () => {
      const answer = await who.send(method, url, body)
      if (answer.status >= 300) refusals.add(`${answer.status} ${answer.message}`)
      return answer
    }
    const pair = await asPair(ask, snapshot)
    if (pair !== null) return pair
  }
  return undefined
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

const lists = join(import.meta.dirname, '../../faults/six')

export async function sixAtOnce(t: Test, { called, at = 1, of = 1 }: Part): Promise<void> {
  neverAskAlong()
  const world = await crowd(t, called === 'messaging' ? called : 'hospital')
  const file = join(lists, `${called}.txt`)
  const unproven = unprovenIn(file)
  const mine = world.routes
    .filter(({ path }) => called === 'messaging' || partOf(path) === called)
    .filter((_, n) => n % of === at - 1)
  const { wrong, refused, proven } = await asked(t, mine, world, unproven)
  if (process.env['SHRINK_LISTS'] === '1') shrink(file, new Set(proven))
  t.same(wrong, [])
  t.same(
    refused.filter((name) => !unproven.has(name)),
    [],
    'a new route is tried: give its body to test/support/sweeps/bodies/',
  )
  t.same(
    proven.filter((name) => unproven.has(name) && !by_chance.has(name)),
    [],
    'these are tried now: SHRINK_LISTS=1 takes them off the list',
  )
  t.comment(`${proven.length} routes were asked, ${refused.length} could not be`)
}

/**
 * SQLite lets one transaction write at a time, so what stands in one has no other beside it: the routes whose rule
 * opens several are walked there too.
 */
export async function sixInPieces(t: Test, api: 'hospital' | 'messaging'): Promise<void> {
  neverAskAlong()
  const world = await crowd(t, api)
  const mine = world.routes.filter(({ transaction }) => transaction !== 'edge')
  const all = globSync('*.txt', { cwd: lists }).flatMap((name) => [
    ...unprovenIn(join(lists, name)),
  ])
  const { wrong, proven } = await asked(t, mine, world, new Set(all))
  t.same(wrong, [])
  t.ok(proven.length > 0)
  t.comment(`${proven.length} of ${mine.length} routes in pieces were asked`)
}

interface Outcome {
  wrong: string[]
  refused: string[]
  proven: string[]
}

type World = Awaited<ReturnType<typeof crowd>>

async function asked(
  t: Test,
  mine: World['routes'],
  { snapshot, tries }: World,
  unproven: ReadonlySet<string>,
): Promise<Outcome> {
  const wrong: string[] = []
  const refused: string[] = []
  const proven: string[] = []
  for (const route of mine) {
    const name = `${route.method} ${route.path}`
    const refusals = new Set<string>()
    const pair = await pairOf(tries(route), snapshot, refusals)
    if (pair === undefined) {
      refused.push(name)
      if (!unproven.has(name)) t.comment(name, [...refusals])
      continue
    }
    await snapshot.back()
    wrong.push(...(await atOnce(pair, snapshot)).map((what) => `${name}: ${what}`))
    await snapshot.back()
    proven.push(name)
  }
  return { wrong, refused, proven }
}
