// A death ends the open visit, and the place in the queue with it (PAT-24).

import type { Caller } from '../../../core/caller.ts'
import { rows } from '../../../store/connection.ts'
import { oneOf, sql } from '../../../store/sql.ts'
import { notify } from '../../office/notifications/notify.ts'
import { closeVisit } from './moves/close.ts'
import type { Visit } from './rows.ts'
import { visits } from './tables.ts'
import { open_states } from './words.ts'

export async function onDeath(caller: Caller, patient_id: string): Promise<{ visits: string[] }> {
  const open = await visits.all(
    { hospital_id: caller.hospital_id, patient_id, status: [...open_states] },
    { order: ['id'] },
  )
  for (const { id } of open) {
    await closeVisit(caller, { visit_id: id, outcome: 'DIED', note: 'The patient died' })
  }
  await tellClinicians(caller, open)
  return { visits: open.map(({ number }) => number) }
}

/** Whoever sees the patient need not wait for him. */
async function tellClinicians(caller: Caller, open: readonly Visit[]): Promise<void> {
  const { hospital_id } = caller
  const staff = open.flatMap(({ clinician_id }) => clinician_id ?? [])
  if (staff.length === 0) return
  const accounts = await rows<{ id: string }>(
    sql`select id from users where hospital_id = ${hospital_id} and status = 'ACTIVE'
      and staff_id${oneOf(staff)}`,
  )
  const user = accounts.map(({ id }) => id).filter((id) => id !== caller.user_id)
  if (user.length === 0) return
  await notify(caller, {
    to: { user },
    kind: 'visit.died',
    title: 'A patient of yours has died',
    body: `Visit ${open.map(({ number }) => number).join(', ')} was closed.`,
  })
}
