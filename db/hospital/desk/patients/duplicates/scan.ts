// At night: who changed since the last time is compared with everybody (PAT-22).

import type { Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { within } from '../../../../store/connection.ts'
import { oneOf, sql } from '../../../../store/sql.ts'
import { candidatesFor } from './candidates.ts'
import { duplicate_scans } from './tables.ts'
import { patient_identifiers } from '../record/hanging-tables.ts'
import { openPairs } from './pairs.ts'
import type { Row } from '../rows.ts'
import { patients } from '../tables.ts'

const at_once = 200
const never = '1970-01-01T00:00:00.000Z'

export interface Scanned {
  compared: number
  /** People for whom a pair was found, also one that stood already. */
  paired: number
}

/** Each piece keeps how far it came: a night that was too short goes on where it stopped. */
export async function scanDuplicates(
  caller: Caller,
  { all = false, signal }: { all?: boolean; signal?: AbortSignal } = {},
): Promise<Scanned> {
  const { hospital_id } = caller
  const mark = await duplicate_scans.find({ hospital_id })
  const until = clock.instant()
  let from = { at: all ? never : (mark?.scanned_until ?? never), id: '' }
  const done: Scanned = { compared: 0, paired: 0 }
  while (signal?.aborted !== true) {
    const changed = await changedSince(caller, from, until)
    for (const one of changed) {
      if (await compare(caller, one)) done.paired += 1
      done.compared += 1
    }
    const last = changed.at(-1)
    if (last !== undefined) from = { at: last.updated_at, id: last.id }
    const over = changed.length < at_once
    await reached(caller, over ? until : from.at)
    if (over) break
  }
  return done
}

/** Records of persons nobody knows are compared with nobody (PAT-14). */
const changedSince = (
  { hospital_id }: Caller,
  from: { at: string; id: string },
  until: string,
): Promise<Row[]> =>
  patients.read(
    sql`select ${patients.selection('p')} from patients p where p.hospital_id = ${hospital_id}
      and (p.updated_at, p.id) > (${from.at}, ${from.id}) and p.updated_at <= ${until}
      and p.identity <> 'UNKNOWN' and p.status${oneOf(['ACTIVE', 'INACTIVE', 'DECEASED'])}
      order by p.updated_at, p.id limit ${at_once}`,
  )

async function compare(caller: Caller, row: Row): Promise<boolean> {
  const { hospital_id } = caller
  const identifiers = await patient_identifiers.all({
    hospital_id,
    patient_id: row.id,
    voided: false,
  })
  const found = await candidatesFor(caller, { ...row, identifiers })
  const alike = found.filter((one) => one.level !== 'POSSIBLE' && one.row.identity !== 'UNKNOWN')
  if (alike.length > 0) await within(() => openPairs(caller, row.id, alike), 'jobs')
  return alike.length > 0
}

async function reached({ hospital_id }: Caller, scanned_until: string): Promise<void> {
  await within(async () => {
    const moved = await duplicate_scans.change({ hospital_id }, { scanned_until })
    if (moved === 0) await duplicate_scans.insert({ hospital_id, scanned_until })
  }, 'jobs')
}
