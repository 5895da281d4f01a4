// One patient's appointments, for the portal: found by the patient first, so that another's is not
// there at all (POR-1).

import type { Caller } from '../../../core/caller.ts'
import { clock } from '../../../core/clock.ts'
import { type Page, pageFrom, type PageAsked } from '../../../store/pages.ts'
import { noSuch } from '../../../core/refusal.ts'
import { oneOf, sql, when, where } from '../../../store/sql.ts'
import { withinDays } from '../../office/hospitals/days.ts'
import { hospitalOf } from '../../office/hospitals/hospitals.ts'
import type { Row } from './rows.ts'
import { appointments } from './tables.ts'
import { coming_states } from './words.ts'

export type { Row } from './rows.ts'

export interface OwnAsked extends PageAsked {
  patient_id: string
  status?: string
  from?: string
  to?: string
  coming?: boolean
}

export async function ownAppointments(caller: Caller, asked: OwnAsked): Promise<Page<Row>> {
  const { timezone } = await hospitalOf(caller)
  const { coming = false } = asked
  return pageFrom(appointments, asked, {
    from: sql` from appointments${where([
      sql`hospital_id = ${caller.hospital_id}`,
      sql`patient_id = ${asked.patient_id}`,
      when(asked.status, sql`status = ${asked.status}`),
      ...withinDays(sql`scheduled_for`, timezone, asked),
      coming
        ? sql`scheduled_for > ${clock.instant()} and status${oneOf(coming_states)}`
        : undefined,
    ])}`,
    order: coming ? sql` order by scheduled_for, id` : sql` order by scheduled_for desc, id desc`,
  })
}

export async function ownRow(
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  patient_id: string,
  id: string,
): Promise<Row> {
  const found = await appointments.find({ hospital_id, patient_id, id })
  if (found === undefined) throw noSuch('appointment')
  return found
}
