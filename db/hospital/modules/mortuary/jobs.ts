// What the mortuary does by itself (B.7). While its module is off at a branch nothing is done there; days of
// storage are made up once it is on again (MOD-9).

import type { Caller } from '../../../core/caller.ts'
import { hours, instantIn, minutes } from '../../../core/clock.ts'
import { within } from '../../../store/connection.ts'
import { patientRecord } from '../../desk/patients/rows.ts'
import { notify } from '../../office/notifications/notify.ts'
import { untoldToday, namedFew } from '../../office/notifications/once-today.ts'
import { switchesOf } from '../../office/places/switches.ts'
import { rowIn } from '../parts/part-table.ts'
import { chargeStorage } from './charging.ts'
import { refreshHolds } from './holds.ts'
import { settings_table } from './part-tables.ts'
import { type Body, bodyRecord } from './record.ts'
import { storedNow } from './releasing.ts'
import { bodies, body_gate_passes } from './tables.ts'
import { sql } from '../../../store/sql.ts'

const runsAt = async ({ hospital_id }: Caller, facility_id: string): Promise<boolean> =>
  (await switchesOf(hospital_id, facility_id)).on.mortuary

/** Every day of storage that is over and not on the bill; each body in a transaction of its own. */
export async function chargeAllStorage(
  caller: Caller,
  signal?: AbortSignal,
): Promise<{ bodies: number; days: number }> {
  const lying = await storedNow(caller)
  let days = 0
  for (const { id, patient_id, facility_id } of lying) {
    if (signal?.aborted === true) break
    if (!(await runsAt(caller, facility_id))) continue
    const there = { ...caller, facility_id }
    days += await within(async () => {
      await patientRecord.locked(there, patient_id)
      const body = await bodyRecord.locked(there, id)
      // Somebody released it in between, and charged what was due.
      if (body.status !== 'STORED') return 0
      const after = await chargeStorage(there, body)
      await refreshHolds(there, after)
      return after.charged_days - body.charged_days
    }, 'jobs')
  }
  return { bodies: lying.length, days }
}

/** Bodies that were to come and did not, and passes that nobody used. */
export const tellLate = (caller: Caller): Promise<{ expected: number; passes: number }> =>
  within(
    async () => ({
      expected: await tellExpected(caller),
      passes: await tellUnused(caller),
    }),
    'jobs',
  )

const at_once = 200

async function tellExpected(caller: Caller): Promise<number> {
  const { receive_minutes } = await rowIn(caller, settings_table)
  const late = await bodies.read(
    sql`select ${bodies.selection()} from bodies where hospital_id = ${caller.hospital_id}
      and status = 'EXPECTED' and created_at < ${instantIn(-minutes(receive_minutes))}
      order by created_at, id limit ${at_once}`,
  )
  return tellOnce(caller, 'mortuary.late', late, {
    title: 'Bodies wait in the wards',
    permission: 'mortuary:register',
  })
}

async function tellUnused(caller: Caller): Promise<number> {
  const { exit_hours } = await rowIn(caller, settings_table)
  const unused = await body_gate_passes.read(
    sql`select ${body_gate_passes.selection()} from body_gate_passes
      where hospital_id = ${caller.hospital_id} and status = 'VALID'
        and issued_at < ${instantIn(-hours(exit_hours))}
      order by issued_at, id limit ${at_once}`,
  )
  return tellOnce(caller, 'mortuary.not_out', unused, {
    title: 'Released and not yet out of the gate',
    permission: 'mortuary:release',
  })
}

/** Who is over the days and nobody came (07:00). */
export const tellUnclaimed = (caller: Caller): Promise<number> =>
  within(async () => {
    const { unclaimed_after_days } = await rowIn(caller, settings_table)
    const over = instantIn(-hours(24 * (unclaimed_after_days + 1)))
    const found = await bodies.read(
      sql`select ${bodies.selection()} from bodies where hospital_id = ${caller.hospital_id}
        and status = 'STORED' and received_at < ${over}
        order by received_at, id limit ${at_once}`,
    )
    return tellOnce(caller, 'mortuary.unclaimed', found, {
      title: 'Bodies that nobody has come for',
      permission: 'mortuary:update',
    })
  }, 'jobs')

async function tellOnce(
  caller: Caller,
  kind: string,
  found: readonly Pick<Body, 'id' | 'number' | 'facility_id'>[],
  { title, permission }: { title: string; permission: string },
): Promise<number> {
  const here = []
  for (const one of found) if (await runsAt(caller, one.facility_id)) here.push(one)
  if (here.length === 0) return 0
  const untold = new Set(
    await untoldToday(
      caller,
      kind,
      here.map(({ id }) => id),
    ),
  )
  const numbers = here.filter(({ id }) => untold.has(id)).map(({ number }) => number)
  if (numbers.length === 0) return 0
  await notify(caller, { to: { permission }, kind, title, body: `${namedFew(numbers)}.` })
  return numbers.length
}
