// What happened when they came: a visit that is over, and what was measured.

import type { Caller } from '../../../core/caller.ts'
import type { NewRow } from '../../../store/table.ts'
import type { visits } from '../../desk/visits/tables.ts'
import { ageOn } from '../../desk/patients/register/ages.ts'
import { assess, type Case, type Tables } from '../../desk/vitals/assess.ts'
import { ownGrowth } from '../../desk/vitals/growth-point.ts'
import type { vitals } from '../../desk/vitals/tables.ts'
import type { Chance } from './chance.ts'
import { type Body, bodyOf, complaintOf, wellSigns } from './complaints.ts'
import { day_ms } from './days.ts'

type Visit = NewRow<(typeof visits)['columns']>
type Vitals = NewRow<(typeof vitals)['columns']>

export interface Coming {
  patient_id: string
  birth_date: string
  female: boolean
  at_ms: number
  is_first: boolean
}

export interface Place {
  hospital_id: string
  facility_id: string
  offset_ms: number
  /** As they are in force: what is measured is judged as at the desk. */
  tables: Tables
}

const minutes = 60_000

export interface Attendance {
  visit: Visit
  vitals: Vitals
  of: Case
  signs: ReturnType<typeof measured>
}

export function attendance(
  chance: Chance,
  place: Place,
  coming: Coming,
  number: string,
): Attendance {
  const { at_ms, patient_id } = coming
  const { hospital_id, facility_id } = place
  const age_days = Math.max(
    0,
    Math.floor((at_ms - Date.parse(`${coming.birth_date}T00:00:00Z`)) / day_ms),
  )
  const body = bodyOf(chance, age_days / 365.25, coming.female)
  const local = new Date(at_ms + place.offset_ms).toISOString()
  const complaint = complaintOf(chance, body, Number(local.slice(5, 7)))
  const measured_ms = at_ms + chance.whole(4, 25) * minutes
  const seen_ms = measured_ms + chance.whole(8, 70) * minutes
  const closed_ms = seen_ms + chance.whole(6, 60) * minutes
  const [opened_at, measured_at, seen_at, closed_at] = [at_ms, measured_ms, seen_ms, closed_ms].map(
    (ms) => new Date(ms).toISOString(),
  ) as [string, string, string, string]
  const id = chance.idAt(at_ms)
  const signs = measured(chance, body, complaint)
  const { of, assessed } = judgedBy(
    place.tables,
    coming,
    { id, local, age_days, measured_at },
    signs,
  )
  const payer = { kind: chance.happens(0.22) ? ('OTHER' as const) : ('SELF' as const) }
  return {
    of,
    signs,
    visit: {
      id,
      hospital_id,
      facility_id,
      number,
      patient_id,
      kind: kindOf(complaint.says, coming.is_first),
      visit_class: 'OUTPATIENT',
      status: 'CHECKED_OUT',
      attendance: coming.is_first ? 'NEW' : 'REATTENDANCE',
      reason: complaint.says,
      payer,
      payer_kind: payer.kind,
      outcome: chance.weighed([
        ['TREATED', 94],
        ['LEFT_BEFORE_SEEN', 3],
        ['REFERRED', complaint.is_minor === true ? 0 : 1.8],
        ['LEFT_AGAINST_ADVICE', 0.7],
        ['ABSCONDED', 0.8],
      ] as const),
      opened_on: local.slice(0, 10),
      opened_at,
      opened_by: 'Kituo demo',
      first_waiting_at: opened_at,
      first_served_at: measured_at,
      seen_by_clinician_at: seen_at,
      closed_at,
      closed_by: 'Kituo demo',
      touched_at: closed_at,
      created_at: opened_at,
      updated_at: closed_at,
    },
    vitals: {
      id: chance.idAt(measured_ms),
      hospital_id,
      facility_id,
      patient_id,
      visit_id: id,
      taken_at: measured_at,
      ...signs,
      ...assessed,
      source: 'MANUAL',
      revision: 1,
      author_name: 'Kituo demo',
      signed_at: measured_at,
      created_at: measured_at,
      updated_at: measured_at,
    },
  }
}

/** The same functions as of every set that is taken here (VIT-4 to VIT-14). */
function judgedBy(
  tables: Tables,
  { birth_date }: Coming,
  at: { id: string; local: string; age_days: number; measured_at: string },
  signs: ReturnType<typeof measured>,
) {
  const { years, months } = ageOn(birth_date, at.local.slice(0, 10), 'en')
  const person = {
    age_days: at.age_days,
    age_months: years * 12 + months,
    pregnant: false,
    spo2_target: '94-98' as const,
  }
  const of = { person, taken_at: at.measured_at, visit_id: at.id, triage: true }
  return { of, assessed: assess(tables, signs, of, first_time) }
}

const first_time = { weights: [], height: null }
const child_days = 5 * 366

/** Of children, by the tables that came with the product: weighed and measured each time they came. */
export async function grown(
  caller: Caller,
  tables: Tables,
  { patient_id, female }: Coming,
  { of, signs }: Attendance,
): Promise<Record<string, unknown> | null> {
  if (of.person.age_days > child_days) return null
  const child = {
    id: patient_id,
    sex: female ? ('Female' as const) : ('Male' as const),
    birth_date_estimated: false,
  }
  return ownGrowth(caller, tables, child, signs, of, first_time)
}

function kindOf(says: string, is_first: boolean): Visit['kind'] {
  if (says === 'Antenatal clinic') return 'ANTENATAL'
  if (says === 'Growth check and vaccines') return 'CHILD_HEALTH'
  if (says === 'Toothache') return 'DENTAL'
  return is_first ? 'OUTPATIENT' : 'FOLLOW_UP'
}

/** Who walks in to a clinic; without these two words nobody is scored (VIT-7). */
const awake = { consciousness: 'ALERT', oxygen_delivery: 'ROOM_AIR' } as const

function measured(chance: Chance, body: Body, { changes }: ReturnType<typeof complaintOf>) {
  const well = wellSigns(chance, body)
  const signs = { ...well, ...changes?.(well, chance) }
  // Of those who came on their feet and were not short of breath, some were not measured in full.
  const oxygen_saturation =
    chance.happens(0.8) || signs.oxygen_saturation < 95 ? signs.oxygen_saturation : null
  return { ...signs, oxygen_saturation, ...awake }
}
