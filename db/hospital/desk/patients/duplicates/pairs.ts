// Pairs of records that may be one person: open for the records officer, or dismissed (PAT-8).

import type { Caller } from '../../../../core/caller.ts'
import { sql } from '../../../../store/sql.ts'
import { run } from '../../../../store/connection.ts'
import { newId } from '../../../../core/ids.ts'
import { clock } from '../../../../core/clock.ts'
import { duplicate_pairs } from './tables.ts'
import type { Candidate } from './candidates.ts'

/** A pair that stands already stays as it is. */
export async function openPairs(
  caller: Caller,
  id: string,
  candidates: readonly Candidate[],
): Promise<void> {
  for (const one of candidates) {
    if (one.level !== 'POSSIBLE') await write(caller, id, one, 'OPEN')
  }
}

/** The clerk has looked at them and said that they are other people. */
export async function dismissPairs(
  caller: Caller,
  id: string,
  candidates: readonly Candidate[],
): Promise<void> {
  for (const one of candidates) await write(caller, id, one, 'DISMISSED')
}

/** The pair of a merge: gone with it, and dismissed when the merge is undone. */
export async function closePair(
  { hospital_id, name }: Caller,
  one: string,
  other: string,
  status: 'MERGED' | 'DISMISSED',
  reason: string,
): Promise<void> {
  const [a_id = '', b_id = ''] = [one, other].sort()
  const dismissed = status === 'DISMISSED'
  const changes = {
    status,
    dismissed_by: dismissed ? name.slice(0, 160) : null,
    dismiss_reason: dismissed ? reason : null,
  }
  const changed = await duplicate_pairs.change({ hospital_id, a_id, b_id }, changes)
  if (changed > 0) return
  await duplicate_pairs.insert({ hospital_id, a_id, b_id, score: 0, reasons: [], ...changes })
}

async function write(
  { hospital_id, name }: Caller,
  id: string,
  { row, score, reasons }: Candidate,
  status: 'OPEN' | 'DISMISSED',
): Promise<void> {
  const [a_id, b_id] = id < row.id ? [id, row.id] : [row.id, id]
  const now = clock.instant()
  const by = status === 'DISMISSED' ? name.slice(0, 160) : null
  const why = status === 'DISMISSED' ? 'Confirmed as another person at registration' : null
  await run(
    sql`insert into duplicate_pairs (id, hospital_id, a_id, b_id, score, reasons, status,
        dismissed_by, dismiss_reason, created_at, updated_at, version)
      values (${newId()}, ${hospital_id}, ${a_id}, ${b_id}, ${score}, ${JSON.stringify(reasons)},
        ${status}, ${by}, ${why}, ${now}, ${now}, 1)
      on conflict (a_id, b_id) do nothing`,
  )
}
