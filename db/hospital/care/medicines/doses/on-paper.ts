// The chart of medicines as it is printed (CAR-120, CAR-217): days of a stay, and each dose with what became of it.

import type { Caller } from '../../../../core/caller.ts'
import { clock, days, dayIn, nextDay, startOfDay } from '../../../../core/clock.ts'
import { invalid } from '../../../../core/refusal.ts'
import { sql } from '../../../../store/sql.ts'
import { ageOn } from '../../../desk/patients/register/ages.ts'
import { patientRecord } from '../../../desk/patients/rows.ts'
import { latestVitals } from '../../../desk/vitals/vitals.ts'
import { hospitalOf, today } from '../../../office/hospitals/hospitals.ts'
import type { Language } from '../../../office/hospitals/words.ts'
import { zoneOf } from '../../../office/places/hours.ts'
import { allergiesTold } from '../../wards/admissions/on-paper.ts'
import { admissionRecord, type Row as Admission } from '../../wards/admissions/record.ts'
import { placesOf } from '../../wards/admissions/view.ts'
import type { ItemRow } from '../prescribing/record.ts'
import { itemsShown } from '../prescribing/view.ts'
import { itemsBetween } from './charted.ts'
import type { DoseRow } from './record.ts'
import { doses } from './tables.ts'

const days_most = 60

interface Asked {
  from?: string
  to?: string
  language?: Language
}

export async function chartOnPaper(caller: Caller, id: string, asked: Asked) {
  const stay = await admissionRecord.get(caller, id)
  const zone = await zoneOf(caller, stay.facility_id)
  const dates = datesOf(asked, dayIn(zone))
  const language = asked.language ?? (await hospitalOf(caller)).language
  const patient = await patientRecord.get(caller, stay.patient_id)
  const { number, full_name, sex, birth_date } = patient
  const age = ageOn(birth_date, await today(caller), language).text
  return {
    facility_id: stay.facility_id,
    language,
    number: stay.number,
    patient: { number, full_name, sex, birth_date, age },
    ...(await aboutOf(caller, stay)),
    allergies: await allergiesTold(caller, patient),
    days: await daysOf(caller, stay, { zone, dates, language }),
    at: stay.admitted_at ?? stay.created_at,
    printed: { at: clock.instant(), by: caller.name },
  }
}

/** Today, where nothing is asked; that the first is not after the last is seen at the edge. */
function datesOf({ from, to }: Asked, now: string): string[] {
  const first = from ?? to ?? now
  const last = to ?? (first > now ? first : now)
  const count = Math.round((Date.parse(last) - Date.parse(first)) / days(1)) + 1
  if (count > days_most) throw invalid('from', `and to may span ${days_most} days.`)
  return Array.from({ length: count }, (_, index) => nextDay(first, index))
}

async function aboutOf(caller: Caller, stay: Admission) {
  const place = (await placesOf(caller, [stay.id])).get(stay.id)
  const measured = await latestVitals(caller, stay.patient_id, { kinds: ['weight'] })
  const weight = measured.find(({ field }) => field === 'weight')
  return {
    place: [place?.ward, place?.room, place?.bed].filter(Boolean).join(', ') || null,
    weight_kg: weight === undefined ? null : Number(weight.value),
  }
}

interface Span {
  zone: string
  dates: readonly string[]
  language: Language
}

/** Two statements, however many days. */
async function daysOf(caller: Caller, stay: Admission, { zone, dates, language }: Span) {
  const [first = '', last = ''] = [dates[0], dates.at(-1)]
  const [from, to] = [startOfDay(zone, first), startOfDay(zone, nextDay(last))]
  const given = await doses.read(
    sql`select ${doses.selection('d')} from doses d where d.hospital_id = ${caller.hospital_id}
      and d.admission_id = ${stay.id} and d.due_at >= ${from} and d.due_at < ${to}
      and d.status not in ('CANCELLED', 'VOIDED') order by d.due_at, d.id`,
  )
  const items = await itemsBetween(caller, stay.id, from, to)
  const spoken = language === 'sw' ? 'sw' : 'en'
  const shown = new Map((await itemsShown(caller, items, spoken)).map((one) => [one.id, one]))
  return dates.map((date) => {
    const [begins, ends] = [startOfDay(zone, date), startOfDay(zone, nextDay(date))]
    const due = given.filter(({ due_at }) => due_at >= begins && due_at < ends)
    const running = items.filter(
      (item) => item.status !== 'VOIDED' && item.start_at < ends && (endOf(item) ?? ends) >= begins,
    )
    return {
      date,
      lines: running.map((item) => ({
        ...lineOf(item),
        medicine: shown.get(item.id)?.medicine ?? item.medicine,
        how: `${item.route}: ${shown.get(item.id)?.how_to_take ?? ''}`,
        doses: due.filter((dose) => dose.prescription_item_id === item.id).map(doseOf),
      })),
      other: due.filter((dose) => dose.prescription_item_id === null).map(unprescribed),
    }
  })
}

const endOf = ({ ended_at, stop_at }: ItemRow): string | null => ended_at ?? stop_at

const lineOf = (item: ItemRow) => ({
  started_at: item.start_at,
  until: endOf(item),
  state: stateOf(item.status),
})

function stateOf(status: ItemRow['status']): 'RUNS' | 'ON_HOLD' | 'STOPPED' {
  if (status === 'ON_HOLD') return 'ON_HOLD'
  return status === 'STOPPED' || status === 'CANCELLED' ? 'STOPPED' : 'RUNS'
}

const unprescribed = (dose: DoseRow) => ({
  medicine: dose.medicine,
  how: [dose.route, dose.dose].filter(Boolean).join(': '),
  started_at: dose.due_at,
  until: dose.due_at,
  state: 'RUNS' as const,
  doses: [doseOf(dose)],
})

const doseOf = (dose: DoseRow) => ({
  due_at: dose.due_at,
  status: dose.status,
  given_at: dose.given_at ?? (dose.status === 'RUNNING' ? startOf(dose) : null),
  by: dose.given_by_name,
  said: saidOf(dose),
  witness: dose.witness_name,
})

const startOf = ({ infusion }: DoseRow): string | null => infusion?.started_at ?? null

/** Of a part how much; of what was not given why. */
function saidOf({ status, amount_given, dose_unit, reason_code, reason }: DoseRow): string | null {
  if (status === 'PARTIAL') return `${amount_given ?? ''} ${dose_unit ?? ''}`.trim()
  return status === 'GIVEN' ? null : [reason_code, reason].filter(Boolean).join(': ') || null
}
