// Telephones that cannot be reached (PTM-5): the second text running that fails marks the number for
// thirty days; one that arrives, or another number, ends it.

import type { Caller } from '../../../core/caller.ts'
import { clock, days, instantIn } from '../../../core/clock.ts'
import { rows } from '../../../store/connection.ts'
import { oneOf, sql } from '../../../store/sql.ts'
import { record } from '../../office/audit/record.ts'
import type { TextEnd } from '../../neighbours/patient-messages.ts'
import { tell } from '../../neighbours/telling.ts'
import { namedFew, onceToday } from '../../office/notifications/once-today.ts'
import { patient_phones } from './tables.ts'

const fails_before_marked = 2
const marked_ms = days(30)

export async function textsEnded(caller: Caller, ends: readonly TextEnd[]): Promise<void> {
  for (const end of ends) await noteEnd(caller, end)
}

async function noteEnd(caller: Caller, { patient_id, contact, delivered }: TextEnd): Promise<void> {
  const { hospital_id } = caller
  const of = { hospital_id, patient_id }
  const before = await patient_phones.find(of, { lock: true })
  const same = before?.phone === contact ? before : undefined
  if (delivered && same === undefined) return
  const failed = delivered ? 0 : (same?.failed ?? 0) + 1
  const marked = failed >= fails_before_marked
  const unreachable_until = marked ? instantIn(marked_ms) : null
  const changes = { phone: contact, failed, unreachable_until }
  if (before === undefined) await patient_phones.insert({ ...of, ...changes })
  else await patient_phones.change(of, changes)
  const was = (same?.unreachable_until ?? '') > clock.instant()
  if (was === marked) return
  record(caller, marked ? 'patient.unreachable' : 'patient.reachable', {
    entity_type: 'patient',
    entity_id: patient_id,
    patient_id,
  })
}

/** Only while it is the patient's number still. */
const standing = (hospital_id: string) => sql` from patient_phones u
  join patients p on p.id = u.patient_id and p.phone = u.phone
  where u.hospital_id = ${hospital_id} and u.unreachable_until > ${clock.instant()}`

export async function unreachableOf(
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  patient_ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (patient_ids.length === 0) return new Map()
  const found = await rows<{ patient_id: string; unreachable_until: string }>(
    sql`select u.patient_id, u.unreachable_until${standing(hospital_id)}
      and u.patient_id${oneOf(patient_ids)}`,
  )
  return new Map(found.map((one) => [one.patient_id, one.unreachable_until]))
}

/** Each morning at reception: whom to ask for another number. */
export const tellUnreachable = (caller: Caller): Promise<number> =>
  onceToday(caller, 'patient.unreachable', () => tellOf(caller))

async function tellOf(caller: Caller): Promise<number> {
  const found = await rows<{ number: string }>(
    sql`select p.number${standing(caller.hospital_id)}
      and p.status in ('TEMPORARY', 'ACTIVE', 'INACTIVE') order by p.number`,
  )
  if (found.length === 0) return 0
  await tell(caller, {
    to: { permission: 'patient:update' },
    kind: 'patient.unreachable',
    title: `${found.length} patients cannot be reached by telephone`,
    body: `Ask for another number: ${namedFew(found.map(({ number }) => number))}.`,
  })
  return found.length
}
