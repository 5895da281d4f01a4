// What is due for a woman (MAT-4, MAT-5, MAT-8, MAT-9, MAT-26): by her weeks and what was done. Pure.

import { nextDay } from '../../../../core/clock.ts'
import type { MaternitySettings } from '../chosen/tables.ts'
import type { Measures } from '../labours/course.ts'
import type { due_states, PregnancyState } from '../words.ts'
import { dayOfWeek, type Gestation } from './dates.ts'

export interface Due {
  rule: string
  title: string
  due_on: string
  state: (typeof due_states)[number]
}

export interface SeenContact {
  kind: 'ANTENATAL' | 'POSTNATAL'
  number: number
  seen_on: string
  gestation: Gestation | null
  measures: Measures
}

export interface DueFacts {
  status: PregnancyState
  edd: string | null
  booked_on: string
  /** The local day of birth. */
  delivered_on: string | null
  contacts: readonly SeenContact[]
  rhesus_negative: boolean
  /** Null: never tested. */
  hiv_negative_on: string | null
  hiv_known: boolean
  today: string
}

type Asked = Omit<Due, 'state'>

export function dueOf(settings: MaternitySettings, facts: DueFacts): Due[] {
  const asked =
    facts.status === 'POSTPARTUM'
      ? afterBirth(settings, facts)
      : facts.status === 'CLOSED'
        ? []
        : beforeBirth(settings, facts)
  return asked
    .map((one) => ({ ...one, state: stateOf(one.due_on, facts.today) }))
    .toSorted((a, b) => a.due_on.localeCompare(b.due_on))
}

const stateOf = (due_on: string, today: string): Due['state'] =>
  due_on > today ? 'PLANNED' : due_on === today ? 'DUE' : 'OVERDUE'

function beforeBirth(settings: MaternitySettings, facts: DueFacts): Asked[] {
  const next = nextContactOn(settings, facts)
  return [
    ...(next === null ? [] : [{ rule: 'CONTACT', title: 'Antenatal contact', due_on: next }]),
    ...missing(facts),
    ...iptp(settings, facts),
    ...blood(facts),
    ...hiv(facts),
  ]
}

/** MAT-5: the first planned week that has not passed; a contact before it is free. */
export function nextContactOn(settings: MaternitySettings, facts: DueFacts): string | null {
  const { edd, contacts, booked_on, today } = facts
  const last = contacts.findLast(({ kind }) => kind === 'ANTENATAL')
  if (last === undefined) return booked_on
  if (edd === null) return nextDay(last.seen_on, 28)
  const weeks = settings.default_contacts.map((week) => dayOfWeek(edd, week))
  return (
    weeks.find((day) => day > last.seen_on && day >= today) ??
    weeks.find((day) => day > last.seen_on) ??
    null
  )
}

/** The basics that the last contact did not tell; nothing is refused for them. */
function missing({ contacts, edd }: DueFacts): Asked[] {
  const last = contacts.findLast(({ kind }) => kind === 'ANTENATAL')
  if (last === undefined) return []
  const { measures, seen_on: on, number, gestation } = last
  const lacks = (field: string): boolean =>
    measures[field] === undefined || measures[field] === null
  const wanted: (readonly [string, string, boolean])[] = [
    ['BLOOD_PRESSURE', 'Blood pressure', lacks('systolic') || lacks('diastolic')],
    ['WEIGHT', 'Weight', lacks('weight_kg')],
    ['URINE', 'Urine', lacks('urine_protein')],
    [
      'FETAL_HEART',
      'Fetal heart',
      edd !== null && (gestation?.weeks ?? 0) >= 20 && lacks('fetal_heart_rate'),
    ],
    ['HAEMOGLOBIN', 'Haemoglobin', [1, 3, 5].includes(number) && lacks('haemoglobin')],
  ]
  return wanted
    .filter(([, , isWanted]) => isWanted)
    .map(([rule, title]) => ({ rule, title, due_on: on }))
}

function iptp(settings: MaternitySettings, { edd, contacts, hiv_known }: DueFacts): Asked[] {
  // Who takes cotrimoxazole takes no more of the same kind (MAT-8).
  if (edd === null || hiv_known) return []
  const given = contacts.filter(({ measures }) => measures['iptp'] === true)
  const first = dayOfWeek(edd, settings.iptp_from_week)
  const last = given.at(-1)
  const due_on = last === undefined ? first : nextDay(last.seen_on, settings.iptp_gap_days)
  return due_on > edd ? [] : [{ rule: 'IPTP', title: `IPTp-SP ${given.length + 1}`, due_on }]
}

function blood({ edd, rhesus_negative, contacts }: DueFacts): Asked[] {
  if (edd === null || !rhesus_negative) return []
  if (contacts.some(({ measures }) => measures['anti_d'] === true)) return []
  return [{ rule: 'ANTI_D', title: 'Anti-D', due_on: dayOfWeek(edd, 28) }]
}

/** MAT-9: offered at booking, and again after 32 weeks when the first was negative. */
function hiv({ edd, hiv_negative_on, hiv_known, booked_on }: DueFacts): Asked[] {
  if (hiv_known) return []
  if (hiv_negative_on === null) {
    return [{ rule: 'PMTCT_TEST', title: 'Test offered', due_on: booked_on }]
  }
  if (edd === null) return []
  const again = dayOfWeek(edd, 32)
  return hiv_negative_on >= again
    ? []
    : [{ rule: 'PMTCT_TEST', title: 'Test offered', due_on: again }]
}

/** MAT-26: so many hours after birth; a contact in that time or later has seen to it. */
function afterBirth({ postnatal }: MaternitySettings, facts: DueFacts): Asked[] {
  const { delivered_on, contacts, rhesus_negative } = facts
  if (delivered_on === null) return []
  const seen = contacts.filter(({ kind }) => kind === 'POSTNATAL').length
  const planned = postnatal.slice(seen).map((after, index) => ({
    rule: `POSTNATAL_${seen + index + 1}`,
    title: 'Postnatal contact',
    due_on: nextDay(delivered_on, Math.round(after / 24)),
  }))
  if (!rhesus_negative) return planned
  return [{ rule: 'ANTI_D', title: 'Anti-D', due_on: nextDay(delivered_on, 3) }, ...planned]
}
