// CAR-34: deaths that are looked into afterwards. The task names why; stay and visit that it hangs on open the timeline.

import type { Caller } from '../../../core/caller.ts'
import { clock, days, hours } from '../../../core/clock.ts'
import { newId } from '../../../core/ids.ts'
import { lastComingOf } from '../../desk/visits/for-areas.ts'
import { type Row as Patient, patientRecord } from '../../desk/patients/rows.ts'
import { pregnanciesOf } from '../../neighbours/care.ts'
import { operatedSince } from '../../neighbours/theatre.ts'
import { notify } from '../../office/notifications/notify.ts'
import { liveOf } from '../wards/admissions/record.ts'
import { taskRecord } from './task-record.ts'

export const review_source = 'death_review'
const reviewer = 'medical_in_charge'

const days_to_review = 7
const hours_to_tell = 24
const lying_in_days = 42
const newborn_days = 7
const small_years = 5
const hours_after_arrival = 24
const hours_after_surgery = 48

type Why = 'maternal' | 'perinatal' | 'under 5 within 24 h of arrival' | 'within 48 h of surgery'

/** Nothing where nothing calls for a review. */
export async function reviewDeath(
  caller: Caller,
  patient_id: string,
  died_at: string,
): Promise<void> {
  const patient = await patientRecord.get(caller, patient_id)
  const coming = await lastComingOf(caller, patient_id)
  const reasons = await reasonsOf(caller, patient, died_at, coming?.opened_at ?? null)
  if (reasons.length === 0) return
  const stay = await liveOf(caller, patient_id)
  const place = {
    facility_id: stay?.facility_id ?? coming?.facility_id ?? caller.facility_id,
    visit_id: stay?.visit_id ?? coming?.visit_id ?? null,
    admission_id: stay?.admitted_at == null ? null : stay.id,
  }
  const of = { patient_id, ...place, reasons }
  await ask(caller, of, 'Death review', days(days_to_review))
  if (reasons.includes('maternal')) {
    await ask(caller, of, 'Notice of a maternal death', hours(hours_to_tell))
  }
  await notify(caller, {
    to: { role: reviewer, facility_id: place.facility_id },
    kind: 'death.review',
    title: 'A death to review',
    body: `${patient.number}: ${reasons.join(', ')}. Due in ${days_to_review} days.`,
    entity: { type: 'patient', id: patient_id },
    outside: { title: 'Death review', body: 'A death to review. Sign in to read it.' },
  })
}

async function reasonsOf(
  caller: Caller,
  { id, birth_date, sex }: Patient,
  died_at: string,
  arrived_at: string | null,
): Promise<Why[]> {
  const died = Date.parse(died_at)
  const lived = birth_date === null ? null : died - Date.parse(birth_date)
  const here = arrived_at === null ? null : died - Date.parse(arrived_at)
  const soon = here !== null && here >= 0 && here <= hours(hours_after_arrival)
  const since = new Date(died - hours(hours_after_surgery)).toISOString()
  return [
    ...(sex === 'Female' && (await isMaternal(caller, id, died)) ? (['maternal'] as const) : []),
    ...(lived !== null && lived < days(newborn_days) ? (['perinatal'] as const) : []),
    ...(lived !== null && lived < days(small_years * 365.25) && soon
      ? (['under 5 within 24 h of arrival'] as const)
      : []),
    ...((await operatedSince(caller, { patient_id: id, since, until: died_at }))
      ? (['within 48 h of surgery'] as const)
      : []),
  ]
}

/** While she is pregnant, and in the 42 days after. */
async function isMaternal(caller: Caller, id: string, died: number): Promise<boolean> {
  const known = (await pregnanciesOf(caller, [id])).get(id)
  if (known === undefined) return false
  const { pregnant, delivered_on } = known
  return (
    pregnant || (delivered_on !== null && died - Date.parse(delivered_on) <= days(lying_in_days))
  )
}

interface Of {
  patient_id: string
  facility_id: string | null
  visit_id: string | null
  admission_id: string | null
  reasons: readonly Why[]
}

async function ask(
  caller: Caller,
  { reasons, ...of }: Of,
  task: string,
  within_ms: number,
): Promise<void> {
  const id = newId()
  await taskRecord.created(
    caller,
    {
      id,
      ...of,
      task,
      category: 'OTHER',
      instructions: `Why: ${reasons.join(', ')}.`,
      due_at: new Date(clock.ms() + within_ms).toISOString(),
      priority: 'URGENT',
      mandatory: true,
      role: reviewer,
      series_id: id,
      source: review_source,
      source_id: id,
      staff_name: caller.name.slice(0, 160),
      by_id: caller.user_id,
    },
    'ask',
  )
}
