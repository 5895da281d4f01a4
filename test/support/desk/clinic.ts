// A clinic for tests: a clinician with an account, and a schedule on weekdays.

import { within } from '../../../db/store/connection.ts'
import { users } from '../../../db/hospital/office/access/tables.ts'
import { newId } from '../../../db/core/ids.ts'
import type { Answer, Ask } from '../ask.ts'
import type { House } from '../boot.ts'

/** A staff id, named by an account. */
export async function clinician(house: House, full_name: string): Promise<string> {
  const staff_id = newId()
  await within(() =>
    users.insert({
      hospital_id: house.hospital.id,
      kind: 'STAFF',
      username: `staff.${staff_id.slice(-8)}`,
      full_name,
      staff_id,
      status: 'ACTIVE',
      language: 'en',
      created_by_name: 'test',
    }),
  )
  return staff_id
}

export async function department(house: House, name: string): Promise<void> {
  const officer = await house.people.administrator()
  const made = await officer.post('/departments', {
    code: name.slice(0, 8),
    name,
    kind: 'CLINICAL',
  })
  if (made.status !== 201) throw new Error(made.message)
}

export const weekdaysAt = (
  who: Ask,
  clinician_id: string,
  more: Record<string, unknown> = {},
): Promise<Answer> =>
  who.post('/clinic-schedules', {
    name: 'Eye clinic',
    resource_kind: 'CLINICIAN',
    clinician_id,
    department: 'OPD',
    weekdays: [1, 2, 3, 4, 5],
    start_time: '08:00',
    end_time: '10:00',
    slot_minutes: 30,
    valid_from: '2026-01-01',
    ...more,
  })
