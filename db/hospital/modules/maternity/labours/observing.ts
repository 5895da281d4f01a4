// What is seen in labour is written, judged and followed in one transaction (MAT-13, MAT-14).

import type { Caller } from '../../../../core/caller.ts'
import { timeIn } from '../../../../core/clock.ts'
import { conflict, noSuch } from '../../../../core/refusal.ts'
import { madeBefore } from '../../../../store/made-before.ts'
import { writable } from '../../../desk/patients/rows.ts'
import { practisingSigner } from '../../../desk/amendments/practising.ts'
import { zoneOf } from '../../../office/places/hours.ts'
import { actTime } from '../../parts/acts.ts'
import { raise, resolve } from './alerts.ts'
import { clocksOf, type Course, judge, type Judged, stageBy } from './course.ts'
import { held, mustGoOn } from './held.ts'
import { type LabourRow, type ObservationRow, observationsOf } from './of.ts'
import { type AlertRow, labourRecord } from './record.ts'
import { courseOf, limitsIn } from './seen.ts'
import { type ObservationInput, observed_fields } from './shapes.ts'
import { labour_observations } from './tables.ts'

export interface Seen {
  row: ObservationRow
  labour: LabourRow
  alerts: AlertRow[]
}

export async function observe(caller: Caller, id: string, input: ObservationInput): Promise<Seen> {
  if (await madeBefore(caller, labour_observations, input.id)) return again(caller, id, input.id)
  const { patient, labour } = await held(caller, id)
  await writable(caller, patient.id)
  mustGoOn(labour)
  const at = actTime(input.at, patient, {
    after: [{ at: labour.onset_at ?? labour.admitted_at, says: 'at is before the labour began.' }],
    late_reason: input.late_reason,
  })
  return noted(caller, labour, { ...input, at })
}

async function again(caller: Caller, labour_id: string, id: string | undefined): Promise<Seen> {
  const { hospital_id } = caller
  const row = await labour_observations.find({ hospital_id, id, labour_id })
  if (row === undefined) throw conflict('This id is already in use.')
  return { row, labour: await labourRecord.get(caller, labour_id), alerts: [] }
}

/** Of a labour that is locked and goes on. */
export async function noted(
  caller: Caller,
  labour: LabourRow,
  input: ObservationInput & { at: string },
): Promise<Seen> {
  const signer = await practisingSigner(caller)
  const seen = await observationsOf(caller, labour.id)
  const wrong = await voided(caller, labour, seen, input.corrects)
  const standing = seen.filter((one) => !one.void && one.id !== wrong?.id)
  await mustNotShrink(caller, labour, standing, input)
  const { limits, table_version } = await limitsIn(caller)
  const row = await labour_observations.insert({
    ...(input.id === undefined ? {} : { id: input.id }),
    hospital_id: caller.hospital_id,
    labour_id: labour.id,
    at: input.at,
    measures: measuresOf(input),
    assessment: [input.assessment, input.regression].filter(Boolean).join('\n') || null,
    plan: input.plan ?? null,
    corrects_id: wrong?.id ?? null,
    late_reason: input.late_reason ?? null,
    paper_ref: input.paper_ref ?? null,
    table_version,
    staff_id: signer.staff_id,
    staff_name: signer.name.slice(0, 160),
    by_id: caller.user_id,
  })
  const course = courseOf(labour, inOrder([...standing, row]))
  const found = judge(limits, course, row)
  const alerts = await raise(caller, labour, row.id, unseenLater(course, row, found).raised)
  await resolve(caller, labour.id, { fields: soundNow(course, row, found) }, 'Normal')
  return { row, alerts, labour: await staged(caller, labour, course, wrong !== null) }
}

const inOrder = (seen: readonly ObservationRow[]): ObservationRow[] =>
  seen.toSorted((a, b) => a.at.localeCompare(b.at) || a.created_at.localeCompare(b.created_at))

/** MAT-14: the old one is marked, and what it raised is over. */
async function voided(
  caller: Caller,
  labour: LabourRow,
  seen: readonly ObservationRow[],
  corrects: string | undefined,
): Promise<ObservationRow | null> {
  if (corrects === undefined) return null
  const wrong = seen.find(({ id }) => id === corrects)
  if (wrong === undefined) throw noSuch('observation')
  if (wrong.void) throw conflict('This observation is corrected already.', 'state')
  const { hospital_id } = caller
  await labour_observations.change({ hospital_id, id: wrong.id }, { void: true })
  await resolve(caller, labour.id, { observation_id: wrong.id }, 'Corrected')
  return wrong
}

/** A cervix does not close: one of the two is wrong, or somebody says why. */
async function mustNotShrink(
  caller: Caller,
  labour: LabourRow,
  standing: readonly ObservationRow[],
  { at, cervix_cm, regression }: ObservationInput & { at: string },
): Promise<void> {
  if (typeof cervix_cm !== 'number' || regression !== undefined) return
  const larger = standing.findLast(
    (one) => one.at <= at && Number(one.measures['cervix_cm'] ?? -1) > cervix_cm,
  )
  if (larger === undefined) return
  const time = timeIn(await zoneOf(caller, labour.facility_id), new Date(larger.at))
  throw conflict(
    `Cervix was ${Number(larger.measures['cervix_cm'])} cm at ${time}: correct one of them, or say why (regression).`,
    'regression',
  )
}

function measuresOf(input: ObservationInput): Record<string, unknown> {
  const told = input as Readonly<Record<string, unknown>>
  const given = observed_fields.filter((name) => (told[name] ?? null) !== null)
  return Object.fromEntries(given.map((name) => [name, told[name]]))
}

const saidAfter = ({ observed }: Course, { at, id }: ObservationRow, field: string): boolean =>
  observed.some((one) => one.id !== id && one.at > at && (one.measures[field] ?? null) !== null)

/** Written late: what was seen since tells how it stands now. */
const unseenLater = (course: Course, row: ObservationRow, found: Judged): Judged => ({
  ...found,
  raised: found.raised.filter(({ field }) => !saidAfter(course, row, field)),
})

const soundNow = (course: Course, row: ObservationRow, { sound }: Judged): string[] =>
  sound.filter((field) => !saidAfter(course, row, field))

const order = ['LATENT', 'ACTIVE', 'SECOND'] as const

/** MAT-13: forward by what is seen; back again only where an observation was corrected. */
async function staged(
  caller: Caller,
  labour: LabourRow,
  course: Course,
  corrected: boolean,
): Promise<LabourRow> {
  const at = order.indexOf(labour.status as (typeof order)[number])
  if (at < 0) return labour
  const stage = stageBy(course)
  const clocks = clocksOf(course)
  const to = order.indexOf(stage)
  if (to > at)
    return labourRecord.moved(caller, labour, stage === 'SECOND' ? 'second' : 'active', clocks)
  if (to < at && corrected) {
    const changes = { status: stage, ...clocks }
    return labourRecord.moved(caller, labour, 'correct', changes, 'An observation was corrected')
  }
  const changed =
    corrected && (clocks.active_at !== labour.active_at || clocks.full_at !== labour.full_at)
  return changed ? labourRecord.changed(caller, labour, 'clocks', clocks) : labour
}
