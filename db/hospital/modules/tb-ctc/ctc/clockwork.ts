// What the clock does with clients: those whose supply and visit are long past are interrupted, and the states
// of viral loads follow the calendar (TBC-16, TBC-18; modules D.7).

import type { Caller } from '../../../../core/caller.ts'
import { today } from '../../../office/hospitals/hospitals.ts'
import { switchesOf } from '../../../office/places/switches.ts'
import { admissionOf } from '../../../neighbours/care.ts'
import { sql } from '../../../../store/sql.ts'
import { deskRules } from '../sheets/sheets.ts'
import { type ClientRow, clientRecord } from './record.ts'
import { isInterrupted } from './supply.ts'
import { ctc_clients } from './tables.ts'
import { columnsOf, reckonAll } from './viral-load.ts'

const piece = 200

/** A piece at a time; the last id that was seen is where the next piece begins. */
export async function reckonClients(caller: Caller, after: string): Promise<string | null> {
  const found = await ctc_clients.read(
    sql`select ${ctc_clients.selection()} from ctc_clients
      where hospital_id = ${caller.hospital_id} and status in ('ACTIVE', 'INTERRUPTED')
        and id > ${after} order by id limit ${piece}`,
  )
  const day = await today(caller)
  const loads = await reckonAll(caller, found, day)
  for (const row of found) {
    // While the module is off at a branch its clients stand as they stood (MOD-9).
    if (!(await switchesOf(caller.hospital_id, row.facility_id)).on.tb_ctc) continue
    const load = loads.get(row.id)
    if (load !== undefined && (load.state !== row.vl_state || load.due_on !== row.vl_due_on)) {
      await ctc_clients.change({ hospital_id: caller.hospital_id, id: row.id }, columnsOf(load))
    }
    await interruptLate(caller, row, day)
  }
  return found.length < piece ? null : (found.at(-1)?.id ?? null)
}

/** Nobody who lies in a ward stays away. */
async function interruptLate(caller: Caller, row: ClientRow, day: string): Promise<void> {
  const { status, next_visit_on, supply, patient_id } = row
  if (status !== 'ACTIVE') return
  const until = { covers_until: supply?.covers_until ?? null, next_visit_on }
  if (!isInterrupted(until, await deskRules(caller), day)) return
  if ((await admissionOf(caller, patient_id)) !== null) return
  await clientRecord.moved(caller, await clientRecord.locked(caller, row.id), 'interrupt')
}
