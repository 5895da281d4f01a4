// Triage and looking again (EMG-4 to EMG-6, EMG-8): the category, its clock, what the charts propose.

import type { Caller } from '../../../core/caller.ts'
import { clock, instantIn, minutes } from '../../../core/clock.ts'
import { conflict, invalid, noSuch } from '../../../core/refusal.ts'
import { read } from '../../../core/validate.ts'
import { fresh } from '../../../core/versions.ts'
import { signerOf } from '../../neighbours/signing.ts'
import { settingsOf } from '../patients/settings.ts'
import { writable } from '../patients/rows.ts'
import { setAcuity } from '../visits/for-areas.ts'
import { recordVitals } from '../vitals/record-vitals.ts'
import { proposedBy } from '../vitals/scoring.ts'
import { VitalsInput } from '../vitals/shapes.ts'
import { inForce } from '../vitals/vital-tables.ts'
import { lastSetOf, vitalSetRecord, type Row as Set } from '../vitals/vitals.ts'
import { acuityOf } from '../vitals/words.ts'
import { emergencyRecord, type Row } from './emergencies.ts'
import { activeIncident } from './incident-rows.ts'
import { emergency_life } from './life.ts'
import type { ReassessInput, TriageInput } from './shapes.ts'
import { emergency_reassessments, type Triage } from './tables.ts'
import { tellClinicians } from './telling.ts'

const note_least = 10

export interface Triaged {
  row: Row
  proposed: number | null
}

export async function triage(caller: Caller, id: string, input: TriageInput): Promise<Triaged> {
  const signer = await signerOf(caller)
  const before = await emergencyRecord.begin(caller, id, 'triage')
  await writable(caller, before.patient_id)
  await notForTheLiving(caller, input.triage_category)
  const found = await mostUrgent(caller, input.discriminators ?? [])
  const set = (await setFor(caller, before, input)) ?? (await lastSetOf(caller, before.visit_id))
  const tews = set?.scores.find(({ code }) => code === 'TEWS')
  const proposals = [found, tews === undefined ? null : proposedBy(tews)]
  const proposed = leastOf(proposals)
  const less = proposed !== null && input.triage_category > proposed
  if (less && (input.note ?? '').trim().length < note_least) {
    throw invalid(
      'note',
      `is required: the proposed category is ${proposed} (${acuityOf(proposed)}).`,
    )
  }
  const row = await categorise(caller, before, {
    triage_category: input.triage_category,
    provisional: false,
    discriminators: input.discriminators ?? [],
    tews: tews?.value ?? null,
    proposed,
    note: input.note ?? null,
    by: signer.name,
    to_review: less,
  })
  return { row, proposed }
}

const leastOf = (list: readonly (number | null)[]): number | null =>
  list.reduce((least, one) => (one === null ? least : Math.min(least ?? 9, one)), null)

/** EMG-5, where blue is the colour of the dead. */
async function notForTheLiving(caller: Caller, triage_category: number): Promise<void> {
  const { blue_is_dead } = await settingsOf(caller)
  if (blue_is_dead && triage_category === 5) {
    throw conflict('Category 5 is for the dead: record the death first.')
  }
}

async function mostUrgent(caller: Caller, codes: readonly string[]): Promise<number | null> {
  if (codes.length === 0) return null
  const { DISCRIMINATORS } = await inForce(caller, ['DISCRIMINATORS'])
  const categories = codes.map((code) => {
    const row = DISCRIMINATORS.rows.find((one) => one.code === code)
    if (row === undefined) throw invalid('discriminators', `holds "${code}", which is not known.`)
    return row.category
  })
  return Math.min(...categories)
}

/** Measured with the triage, or before it. */
async function setFor(
  caller: Caller,
  row: Row,
  input: { vitals?: Record<string, unknown>; vitals_id?: string | null },
): Promise<Set | null> {
  if (typeof input.vitals_id === 'string') {
    const set = await vitalSetRecord.get(caller, input.vitals_id)
    if (set.patient_id !== row.patient_id) throw noSuch('set of vitals')
    return set
  }
  if (input.vitals === undefined) return null
  const { triage_category: _said, ...measures } = read(VitalsInput, input.vitals)
  const made = await recordVitals(caller, row.visit_id, measures)
  return vitalSetRecord.get(caller, made.id)
}

export interface Categorised {
  triage_category: number
  provisional: boolean
  discriminators?: string[]
  tews?: number | null
  proposed?: number | null
  note?: string | null
  by?: string
  to_review?: boolean
}

/** The category with its clocks, on the emergency and on the visit; category 1 is told at once. */
export async function categorise(caller: Caller, before: Row, asked: Categorised): Promise<Row> {
  const { triage_category } = asked
  const said: Triage = {
    category: triage_category,
    provisional: asked.provisional,
    discriminators: asked.discriminators ?? [],
    tews: asked.tews ?? null,
    proposed: asked.proposed ?? null,
    by: (asked.by ?? caller.name).slice(0, 160),
    at: clock.instant(),
    note: asked.note ?? null,
  }
  const changes = {
    triage_category,
    triage: said,
    to_review: asked.to_review ?? false,
    target_at: await targetOf(caller, triage_category),
    next_retriage_at: await nextLook(caller, before, triage_category),
    told_pct: 0,
    told_late: false,
  }
  // What somebody without the right proposes on arrival leaves it for triage.
  const { changed, moved } = emergencyRecord
  const write = asked.provisional ? changed : moved
  const row = await write(caller, before, 'triage', changes, asked.note ?? null)
  await onVisit(caller, row, asked.note ?? null)
  if (triage_category === 1) await tellClinicians(caller, row, 'category 1, now.', true)
  return row
}

async function onVisit(caller: Caller, row: Row, reason: string | null): Promise<void> {
  await setAcuity(caller, {
    visit_id: row.visit_id,
    triage_category: row.triage_category ?? 5,
    reason,
  })
}

async function targetOf(caller: Caller, triage_category: number): Promise<string | null> {
  const { TRIAGE_TARGETS } = await inForce(caller, ['TRIAGE_TARGETS'])
  const target = TRIAGE_TARGETS.rows.find(({ category }) => category === triage_category)
  if (target === undefined || target.minutes === null) return null
  return instantIn(minutes(target.minutes))
}

/** EMG-6; in an incident with many casualties twice as often (EMG-18). */
async function nextLook(caller: Caller, row: Row, triage_category: number): Promise<string | null> {
  if (row.seen_at !== null) return null
  const { retriage_minutes } = await settingsOf(caller)
  const every = retriage_minutes[triage_category]
  if (every === undefined) return null
  const busy = (await activeIncident(caller, row.facility_id)) !== undefined
  return instantIn(minutes(busy ? every / 2 : every))
}

export async function reassess(caller: Caller, id: string, input: ReassessInput): Promise<Row> {
  const signer = await signerOf(caller)
  const before = await emergencyRecord.locked(caller, id)
  fresh(caller, before)
  if (before.status === 'ARRIVED' || before.status === 'DISPOSED') {
    throw emergency_life.refusal(before.status, before.number)
  }
  await writable(caller, before.patient_id)
  await notForTheLiving(caller, input.triage_category)
  const set = await setFor(caller, before, input)
  const { triage_category } = input
  await emergency_reassessments.insert({
    hospital_id: caller.hospital_id,
    emergency_id: id,
    at: clock.instant(),
    triage_category,
    vitals_id: set?.id ?? null,
    note: input.note ?? null,
    user_id: caller.user_id,
    staff_id: signer.staff_id,
    by_name: signer.name.slice(0, 160),
  })
  const worse = triage_category < (before.triage_category ?? 9)
  const restart = worse && before.seen_at === null
  const every = before.observe_every_minutes
  const row = await emergencyRecord.changed(
    caller,
    before,
    're-triage',
    {
      triage_category,
      ...(before.triage === null
        ? {}
        : {
            triage: {
              ...before.triage,
              category: triage_category,
              ...(restart ? { at: clock.instant() } : {}),
            },
          }),
      reassessments: before.reassessments + 1,
      next_retriage_at: await nextLook(caller, before, triage_category),
      ...(restart ? { target_at: await targetOf(caller, triage_category), told_pct: 0 } : {}),
      ...(before.status === 'OBSERVATION' && every !== null
        ? { next_observation_at: instantIn(minutes(every)) }
        : {}),
      told_late: false,
    },
    input.note ?? null,
  )
  if (triage_category !== before.triage_category) await onVisit(caller, row, input.note ?? null)
  if (worse && triage_category === 1) await tellClinicians(caller, row, 'category 1 now.', true)
  return row
}
