// A hand-over as it begins: of everybody who lies in the ward, in a fixed number of statements.

import type { Caller } from '../../../core/caller.ts'
import { clock, dayIn, hours, instantIn, timeIn } from '../../../core/clock.ts'
import { type LastSet, lastSetsOf } from '../../desk/vitals/last.ts'
import { nextDosesOf, type NextDose } from '../../neighbours/bedside.ts'
import { allergiesOf, conditionsOf } from '../../neighbours/medicines.ts'
import { zoneOf } from '../../office/places/hours.ts'
import { lyingInWard } from '../wards/admissions/for-areas.ts'
import type { Row as Admission } from '../wards/admissions/record.ts'
import { lengthOf } from '../wards/admissions/view.ts'
import { countsOn, edgesOfDay } from '../wards/census/counting.ts'
import { type Counts, type Entry, fluid_entries, nursing_tasks } from './tables.ts'
import { timingOf, type TaskRow, windowsOf } from './task-record.ts'

export const lyingIn = (caller: Caller, ward_id: string): Promise<Admission[]> =>
  lyingInWard(caller, ward_id)

/** What the next shift will meet. */
const ahead = hours(12)
const fluid_hours = 24

export async function entriesOf(caller: Caller, lying: readonly Admission[]): Promise<Entry[]> {
  if (lying.length === 0) return []
  const { hospital_id } = caller
  const patients = lying.map(({ patient_id }) => patient_id)
  const ids = lying.map(({ id }) => id)
  const zone = await zoneOf(caller, lying[0]?.facility_id ?? '')
  const allergies = await allergiesOf(caller, patients)
  const conditions = await conditionsOf(caller, patients)
  const tasks = await nursing_tasks.all(
    { hospital_id, admission_id: ids, status: ['OPEN', 'IN_PROGRESS'] },
    { order: ['due_at', 'id'] },
  )
  const balances = await balancesOf(caller, ids)
  const sets = await lastSetsOf(caller, patients)
  const doses = await nextDosesOf(caller, ids)
  const windows = await windowsOf(caller)
  return lying.map((stay) => {
    const own = tasks.filter(({ admission_id }) => admission_id === stay.id)
    const known = allergies.get(stay.patient_id) ?? []
    return {
      admission_id: stay.id,
      situation: cut(situationOf(stay, lengthOf(stay, zone))),
      background: cut(
        [
          ...(conditions.get(stay.patient_id) ?? []).map(({ title }) => title),
          ...known.map(({ substance }) => `Allergy: ${substance}`),
        ].join('; '),
      ),
      assessment: cut(
        [vitalsSaid(zone, sets.get(stay.patient_id)), balances.get(stay.id)]
          .filter(Boolean)
          .join('; '),
      ),
      recommendation: cut(comingOf(own).join('; ')),
      watch: false,
      no_change: false,
      outstanding: [
        ...own
          .filter((task) => task.mandatory || timingOf(task, windows) !== 'UPCOMING')
          .map((task) => `${task.task} (${timingOf(task, windows)})`),
        ...lateDose(zone, doses.get(stay.id)),
      ],
    }
  })
}

/** The chart says of which medicine; here it would stand for whoever reads the hand-over later. */
const lateDose = (zone: string, dose: NextDose | undefined): string[] =>
  dose === undefined || !['LATE', 'OVERDUE'].includes(dose.timing)
    ? []
    : [`Dose of ${timeIn(zone, new Date(dose.due_at))} (${dose.timing})`]

const cut = (text: string): string | null => text.slice(0, 2000).toWellFormed() || null

function situationOf(stay: Admission, day: number | null): string {
  const { reason, code_status, isolation } = stay
  return [
    ...(day === null ? [] : [`Day ${day}`]),
    reason,
    ...(code_status === 'FULL' ? [] : [`Treatment ${code_status}`]),
    ...(isolation === null || isolation.ended_at
      ? []
      : [`Isolation ${isolation.kinds.join(', ')}`]),
  ].join('; ')
}

/** `NEWS2 3 LOW, BP 120/80, P 88 at 06:00`. */
function vitalsSaid(zone: string, set: LastSet | undefined): string | null {
  if (set === undefined) return null
  const { score, said, taken_at } = set
  const scored = score === null ? null : [score.code, score.value, score.band].join(' ').trim()
  const at = `${dayIn(zone, new Date(taken_at))} ${timeIn(zone, new Date(taken_at))}`
  return `${[scored, said].filter(Boolean).join(', ')} at ${at}`
}

const comingOf = (tasks: readonly TaskRow[]): string[] =>
  tasks.filter(({ due_at }) => due_at <= instantIn(ahead)).map(({ task }) => task)

async function balancesOf(
  { hospital_id }: Caller,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const since = new Date(clock.ms() - hours(fluid_hours)).toISOString()
  const found = await fluid_entries.all({ hospital_id, admission_id: [...ids], voided_at: null })
  const lately = found.filter(({ at }) => at > since)
  return new Map(
    [...Map.groupBy(lately, ({ admission_id }) => admission_id)].map(([id, own]) => {
      const sum = own.reduce(
        (all, { direction, volume_ml }) => all + (direction === 'IN' ? volume_ml : -volume_ml),
        0,
      )
      return [id, `Balance of ${fluid_hours} hours: ${sum} ml`]
    }),
  )
}

export async function countsOf(
  caller: Caller,
  ward_id: string,
  lying: readonly Admission[],
  date: string,
): Promise<Counts> {
  const zone = lying[0] === undefined ? 'UTC' : await zoneOf(caller, lying[0].facility_id)
  const day = await countsOn(caller, ward_id, edgesOfDay(zone, date))
  return {
    present: lying.length,
    admitted: day.admitted,
    discharged: day.discharged,
    deaths: day.died,
    critical: lying.filter(({ priority }) => priority === 'EMERGENCY').length,
    isolation: lying.filter(({ isolation }) => isolation !== null && !isolation.ended_at).length,
  }
}
