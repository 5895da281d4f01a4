// Lists that are short in any hospital and empty in none: clinics and who waits for one, a screen in the hall, houses that
// people are sent to, somebody without a name, a group that waits for its papers, courses, discounts, an exemption.

import type { Caller } from '../../../core/caller.ts'
import { dayIn } from '../../../core/clock.ts'
import { open as openSchedule } from '../../desk/appointments/schedules.ts'
import { open as waitFor } from '../../desk/appointments/waitlist.ts'
import { open as openDisplay } from '../../desk/displays/displays.ts'
import { ask as askGroup } from '../../desk/patients/groups/groups.ts'
import { registerUnknown } from '../../desk/patients/register/unknown.ts'
import type { Row as Patient } from '../../desk/patients/rows.ts'
import { open as addHouse } from '../../desk/referrals/directory.ts'
import { pointsOf } from '../../desk/service-points/service-points.ts'
import { request as askExemption } from '../../money/billing/relief/exemptions.ts'
import { open as addCourse } from '../../people/staff/training/courses/courses.ts'
import { open as addDiscount } from '../../trade/discounts/rules.ts'
import { tried } from './tried.ts'

interface Day {
  zone: string
  next: () => Patient | undefined
  as: (role: string) => Caller
}

export async function corners(day: Day): Promise<void> {
  const { as, next, zone } = day
  const today = dayIn(zone)
  const manager = as('manager')
  const [service_point_id = null] = await pointIds(manager, 'CONSULTATION')
  for (const [name, weekday] of [
    ['Diabetes clinic', 2],
    ['Eye clinic', 4],
  ] as const) {
    await tried(() =>
      openSchedule(manager, {
        name,
        resource_kind: 'SERVICE_POINT',
        service_point_id,
        department: 'Outpatients',
        weekdays: [weekday],
        start_time: '08:00',
        end_time: '12:00',
        slot_minutes: 20,
        valid_from: today,
      }),
    )
  }
  await waits(day)
  await tried(() => screenInTheHall(manager))
  for (const [name, phone] of [
    ['Regional hospital', '+255272500100'],
    ['Zonal hospital', '+255272500200'],
  ] as const) {
    await tried(() => addHouse(as('records'), { name, phone, services: ['Surgery', 'X-ray'] }))
  }
  await tried(() =>
    registerUnknown(as('nurse'), { unknown_label: 'Man, blue shirt, bus stand', sex: 'Male' }),
  )
  const poor = next()
  if (poor !== undefined) {
    const letter = { evidence_type: 'LOCAL_LEADER_LETTER', evidence_no: 'WEO/118' } as const
    await tried(() =>
      askGroup(as('welfare'), poor.id, { group: 'DESTITUTE', ...letter, valid_from: today }),
    )
    const category = 'INDIGENT'
    await tried(() =>
      askExemption(as('welfare'), { patient_id: poor.id, category, pct: 50, valid_from: today }),
    )
  }
  await tried(() => addCourse(as('hr_manager'), { name: 'Basic life support', valid_months: 24 }))
  await tried(() =>
    addDiscount(manager, { name: 'Schools', applies_to: 'ALL', kind: 'PERCENT', value: 10 }),
  )
}

async function waits({ as, next }: Day): Promise<void> {
  const patient = next()
  if (patient === undefined) return
  const reason = 'The next free day is too late'
  const asked = { patient_id: patient.id, department: 'Outpatients', reason }
  await tried(() => waitFor(as('reception'), asked))
}

async function pointIds(caller: Caller, kind?: 'CONSULTATION'): Promise<string[]> {
  const points = await pointsOf(caller, caller.facility_id ?? '', kind)
  return points.map(({ id }) => id)
}

async function screenInTheHall(caller: Caller): Promise<void> {
  const service_point_ids = (await pointIds(caller)).slice(0, 3)
  const shown = { name: 'Hall', service_point_ids, language: 'both', columns: 2 } as const
  await openDisplay(caller, shown)
}
