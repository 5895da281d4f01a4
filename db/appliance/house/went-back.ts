// A database that is older than what this house has seen of it (operations 6.2): its server failed over
// to one that lagged. Nothing leaves and nothing is changed until somebody has decided: to put back
// what is whole, or to go on, which stands in every chain as a fork.

import { clock } from '../../core/clock.ts'
import { row, rows, within } from '../../store/connection.ts'
import type { Deployment } from '../deployment/deployment.ts'
import {
  closeJournal,
  closeLeftForks,
  type Journal,
  openJournal,
  openJournals,
} from '../deployment/journal.ts'
import { type Caller, system } from '../../core/caller.ts'
import { readAnchors } from '../../hospital/office/audit/anchor-log.ts'
import { record } from '../../hospital/office/audit/record.ts'
import { holdAll, holds, letGo } from '../outbound/holds.ts'
import { sql } from '../../store/sql.ts'
import { house_holds } from './tables.ts'

export interface Head {
  hospital_id: string
  seq: number
  hash: string
  /** When it was the last one. */
  at: string
}

export interface WentBack {
  seconds: number
  changes: number
}

export const heads = (): Promise<Head[]> =>
  rows<Head>(sql`select h.hospital_id, h.seq, h.hash, r.at from audit_heads h
    join audit_rows r on r.hospital_id = h.hospital_id and r.seq = h.seq`)

/** Against the anchors beside the database, and what this process saw of it last. */
export async function howFarBack(seen: readonly Head[] = []): Promise<WentBack | null> {
  const back: WentBack = { seconds: 0, changes: 0 }
  for (const head of await heads()) {
    const anchored = (await readAnchors(head.hospital_id)).lines.map((line) => ({
      ...line,
      at: line.written_at,
    }))
    const own = seen.filter(({ hospital_id }) => hospital_id === head.hospital_id)
    const since = await lastFork(head.hospital_id)
    const ahead = [...anchored, ...own]
      .filter(({ seq, at }) => seq > head.seq && (since === null || at > since))
      .toSorted((a, b) => a.seq - b.seq)
      .at(-1)
    if (ahead === undefined) continue
    const seconds = Math.max(0, Math.round((Date.parse(ahead.at) - Date.parse(head.at)) / 1000))
    back.seconds = Math.max(back.seconds, seconds)
    back.changes += ahead.seq - head.seq
  }
  return back.changes === 0 ? null : back
}

/** What was said before a way was left on purpose is of that way (decision 0249). */
async function lastFork(hospital_id: string): Promise<string | null> {
  const found = await row<{ at: string | null }>(
    sql`select max(at) as at from audit_rows where hospital_id = ${hospital_id}
        and action in ('data.restored', 'data.forked')`,
  )
  return found?.at ?? null
}

export const wentBackSentence = ({ seconds, changes }: WentBack): string =>
  `the database went back ${seconds} s (${changes} changes)`

type Place = Pick<Deployment, 'root' | 'generation'>

const forksIn = (root: Place['root']): Journal[] =>
  openJournals(root).filter(({ kind }) => kind === 'fork')

const openFork = ({ root, generation }: Place, by: string, phase: string): Journal =>
  openJournal(root, { kind: 'fork', by, generation, parent: null, phase })

/** What waits for a decision about the data that are live; of those that were left nothing waits. */
function forksOf(place: Place): Journal[] {
  closeLeftForks(place.root, place.generation)
  return forksIn(place.root)
}

/**
 * Held and closed for changes, with a journal that waits for a decision. The journal comes first:
 * whoever is killed between the two leaves no house that is closed and cannot be opened.
 */
export async function closeForFork(place: Place, back: WentBack): Promise<Journal | null> {
  const reason = wentBackSentence(back)
  const journal = forksOf(place)[0] ?? openFork(place, 'Kituo', reason)
  const began = await within(async () => {
    if ((await house_holds.findAnywhere({ kind: 'READ_ONLY' }, { lock: true })) !== undefined)
      return false
    await house_holds.insert({
      kind: 'READ_ONLY',
      reason,
      by_name: 'Kituo',
      since: clock.instant(),
      until: null,
    })
    await holdAll('Kituo', 'went_back')
    return true
  })
  return began ? journal : null
}

/**
 * The journal lies beside one daemon, the hold in the database that all of them share: where it stands
 * there is a journal here, and where it was let go, here or elsewhere, nothing waits any more.
 */
export async function fitForks(place: Place): Promise<void> {
  const hold = await house_holds.findAnywhere({ kind: 'READ_ONLY' })
  const forks = forksOf(place)
  if (hold === undefined) for (const one of forks) closeJournal(place.root, one)
  else if (forks.length === 0) openFork(place, hold.by_name, hold.reason)
}

/** What a process saw of the chains last, and of which generation they were. */
export interface Seen {
  generation: number
  heads: readonly Head[]
}

/** Null where another generation became live while it was looked at: nothing is known of that one. */
export async function seenNow(place: Pick<Place, 'generation'>): Promise<Seen | null> {
  const { generation } = place
  const seen = { generation, heads: await heads() }
  return place.generation === generation ? seen : null
}

/**
 * At a start and from then on. What it says when it closed the house just now. A generation that was
 * turned to on purpose did not go back behind what was seen of another.
 */
export async function lookBack(place: Place, seen: Seen | null = null): Promise<string | null> {
  const { generation } = place
  const back = await howFarBack(seen?.generation === generation ? seen.heads : [])
  if (place.generation !== generation) return null
  const closed = back !== null && (await closeForFork(place, back)) !== null
  await fitForks(place)
  return closed ? wentBackSentence(back) : null
}

/**
 * Somebody goes on with what is there: recorded in every chain, and the doors open again. False when
 * the doors were open, for then it was decided already.
 */
export async function goOn(
  { root }: Pick<Deployment, 'root'>,
  caller: Pick<Caller, 'name'>,
  journal: Journal,
): Promise<boolean> {
  const went = await within(async () => {
    if ((await house_holds.findAnywhere({ kind: 'READ_ONLY' }, { lock: true })) === undefined)
      return false
    for (const { hospital_id, seq, hash } of await heads()) {
      record({ ...system(hospital_id), name: caller.name }, 'data.forked', {
        entity_type: 'deployment',
        entity_label: journal.phase,
        changes: { audit_seq: [null, seq], audit_hash: [null, hash] },
      })
    }
    await house_holds.remove({ kind: 'READ_ONLY' })
    for (const { channel, cause } of await holds()) if (cause === 'went_back') await letGo(channel)
    return true
  })
  for (const one of forksIn(root)) closeJournal(root, one)
  return went
}
