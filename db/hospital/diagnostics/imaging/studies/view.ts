// Studies as people see them: the lists of the rooms and of the reader, one study, and what an order shows.

import { type Caller, can } from '../../../../core/caller.ts'
import { clock, minutes } from '../../../../core/clock.ts'
import { noSuch } from '../../../../core/refusal.ts'
import { type Page, pageFrom, type PageAsked } from '../../../../store/pages.ts'
import { oneOf, type Sql, sql, when, where } from '../../../../store/sql.ts'
import { clinicalOpenTo } from '../../../care/clinical/open-to.ts'
import type { GateResult } from '../../../desk/gates/shapes.ts'
import { byNumber } from '../../../desk/patients/register/find.ts'
import { patientsById } from '../../../desk/patients/register/many.ts'
import type { StudyBrief } from '../../../neighbours/imaging.ts'
import { attachmentsOf } from '../../../office/attachments/attachments.ts'
import { withinDays } from '../../../office/hospitals/days.ts'
import { hospitalOf } from '../../../office/hospitals/hospitals.ts'
import { inScope } from '../../../office/places/facilities.ts'
import { testsById } from '../../laboratory/catalogue/tests.ts'
import { orderRecord } from '../../laboratory/orders/record.ts'
import { mayReadRestricted, restrictedOpenTo } from '../../laboratory/results/seen.ts'
import { factsOf } from '../safety/facts.ts'
import { standing } from '../safety/gates.ts'
import { openQuestions } from '../safety/questions.ts'
import { imaging_addenda, imaging_report_versions, imaging_studies } from '../tables.ts'
import type { Board } from '../words.ts'
import { report_life, type StudyRow, studyRecord } from './record.ts'
import type { ImagingStudy, ImagingStudyRow, SafetyShown, StudyFilter } from './shapes.ts'

const imaging = ['imaging:perform', 'imaging:report', 'imaging:finalise'] as const

/** Who works on images reads what is being written, and works for everybody. */
export const isOfImaging = (caller: Caller): boolean => imaging.some((code) => can(caller, code))

const on_board: Readonly<Record<Board, Sql>> = {
  SCHEDULE: sql`s.status in ('ORDERED', 'SCHEDULED')`,
  WAITING: sql`s.status in ('ARRIVED', 'IN_PROGRESS')`,
  READING: sql`s.status = 'ACQUIRED' and s.report_status <> 'FINAL'`,
  DONE: sql`s.report_status = 'FINAL'`,
}

/** What cannot wait stands first; then what is booked first, or due first. */
export async function list(
  caller: Caller,
  asked: StudyFilter & PageAsked,
): Promise<Page<ImagingStudyRow>> {
  const { timezone } = await hospitalOf(caller)
  const day = { from: asked.date, to: asked.date }
  const found = await pageFrom(imaging_studies, asked, {
    alias: 's',
    from: sql` from imaging_studies s${where([
      sql`s.hospital_id = ${caller.hospital_id}`,
      await inScope(caller, undefined, 's.facility_id'),
      asked.board === undefined ? undefined : on_board[asked.board],
      when(asked.room_id, sql`s.room_id = ${asked.room_id}`),
      when(asked.modality, sql`s.modality = ${asked.modality}`),
      when(asked.status, sql`s.status = ${asked.status}`),
      when(asked.report_status, sql`s.report_status = ${asked.report_status}`),
      when(asked.patient_id, sql`s.patient_id = ${asked.patient_id}`),
      when(asked.mine, sql`s.read_by_id = ${caller.user_id ?? ''}`),
      ...withinDays(sql`coalesce(s.starts_at, s.ordered_at)`, timezone, day),
      await searched(caller, asked.search),
      await openTo(caller, asked.patient_id),
    ])}`,
    order: sql` order by case s.priority when 'STAT' then 0 when 'URGENT' then 1 else 2 end,
      coalesce(s.starts_at, s.due_at, s.ordered_at), s.id`,
  })
  return { ...found, rows: await shownAll(caller, found.rows) }
}

/** By the numbers of the study, of the order, or of the patient; a name does not find anybody here. */
async function searched(caller: Caller, typed: string | undefined): Promise<Sql | undefined> {
  const word = typed?.trim().toUpperCase()
  if (!word) return undefined
  const patients = await byNumber(caller, word)
  return sql`(s.accession = ${word} or s.order_number = ${word} or s.patient_id${oneOf(patients)})`
}

async function openTo(caller: Caller, patient_id: string | undefined): Promise<Sql | undefined> {
  const closed = isOfImaging(caller) ? undefined : await clinicalOpenTo(caller, patient_id, 's')
  if (mayReadRestricted(caller)) return closed
  const own = sql`(not s.restricted or s.by_id = ${caller.user_id ?? ''})`
  return closed === undefined ? own : sql`(${closed} and ${own})`
}

async function shownAll(caller: Caller, found: readonly StudyRow[]): Promise<ImagingStudyRow[]> {
  const patients = await patientsById(
    caller,
    found.map(({ patient_id }) => patient_id),
  )
  return found.flatMap((row) => {
    const patient = patients.get(row.patient_id)
    if (patient === undefined) return []
    return [{ ...row, patient, overdue_minutes: overdue(row), being_read_by: beingReadBy(row) }]
  })
}

function overdue({ status, report_status, due_at, arrived_at }: StudyRow): number | null {
  const is_over = status === 'CANCELLED' || report_status === 'FINAL'
  if (is_over || due_at === null || arrived_at === null) return null
  const late = Math.floor((clock.ms() - Date.parse(due_at)) / 60_000)
  return late > 0 ? late : null
}

const read_for = minutes(30)

/** DIA-127. */
function beingReadBy({ report_status, read_by_name, read_at }: StudyRow): string | null {
  if (report_status === 'FINAL' || report_status === 'NONE' || read_at === null) return null
  return Date.parse(read_at) > clock.ms() - read_for ? read_by_name : null
}

/** A restricted one is there for whom it is open to. */
export async function found(caller: Caller, id: string): Promise<StudyRow> {
  const row = await studyRecord.get(caller, id)
  if (!row.restricted) return row
  const opens = await restrictedOpenTo(caller, [row.patient_id])
  if (!opens(row)) throw noSuch('study')
  return row
}

export async function whole(
  caller: Caller,
  { id }: Pick<StudyRow, 'id'>,
  warnings: readonly GateResult[] = [],
): Promise<ImagingStudy> {
  const row = await studyRecord.get(caller, id)
  const [shown] = await shownAll(caller, [row])
  if (shown === undefined) throw noSuch('study')
  const { hospital_id } = caller
  const order = await orderRecord.get(caller, row.order_id)
  const test = (await testsById(caller, [row.test_id])).get(row.test_id)
  const versions = await imaging_report_versions.all(
    { hospital_id, study_id: id },
    { order: ['version_no'] },
  )
  return {
    ...row,
    ...shown,
    clinical_notes: order.clinical_notes,
    diagnosis: order.diagnosis,
    preparation: test?.preparation ?? null,
    ...(can(caller, 'diagnostic:read') ? await clinicalOf(caller, row, versions) : unseen),
    warnings: [...warnings],
    moves: movesOf(caller, row),
    history: await studyRecord.history(caller, id),
  }
}

/** Who only books sees when and where. */
const unseen = {
  clinical_notes: null,
  diagnosis: null,
  safety: null,
  acquisition: null,
  images: [],
  report: null,
  addenda: [],
  report_versions: [],
}

type Versions = Awaited<ReturnType<typeof imaging_report_versions.all>>

async function clinicalOf(caller: Caller, row: StudyRow, report_versions: Versions) {
  const { hospital_id } = caller
  const files = await attachmentsOf(caller, { type: 'imaging_study', id: row.id })
  return {
    safety: await safetyOf(caller, row),
    acquisition: row.acquisition,
    images: files.map(({ id, file_name }) => ({ id, file_name })),
    report: isOfImaging(caller) ? row.report : row.signed,
    addenda: await imaging_addenda.all({ hospital_id, study_id: row.id }, { order: ['at', 'id'] }),
    report_versions,
  }
}

async function safetyOf(caller: Caller, row: StudyRow): Promise<SafetyShown> {
  const facts = await factsOf(caller, row)
  const { metal, ...said } = row.safety
  return {
    ...nothing_answered,
    ...said,
    metal: { ...nothing_answered.metal, ...metal },
    egfr: facts.egfr,
    egfr_at: facts.egfr_at,
    answered_by_name: row.answered_by_name,
    answered_at: row.answered_at,
    open: openQuestions(facts),
    gates: before_images.has(row.status) ? await standing(caller, row) : [],
    overrides: row.justified,
  }
}

const before_images: ReadonlySet<string> = new Set(['ORDERED', 'SCHEDULED', 'ARRIVED'])
const nothing_answered = {
  pregnancy: null,
  lmp: null,
  breastfeeding: null,
  contrast_planned: null,
  contrast_reaction: null,
  asthma: null,
  metformin: null,
  kidney_disease: null,
  diabetes: null,
  thyroid: null,
  metal: {
    pacemaker: null,
    aneurysm_clip: null,
    cochlear_implant: null,
    eye_fragment: null,
    shrapnel: null,
    other_implant: null,
  },
  claustrophobia: null,
  weight_kg: null,
  sedation: null,
  mr_conditional: null,
} as const

function movesOf(caller: Caller, row: StudyRow): ImagingStudy['moves'] {
  const comes = can(caller, 'imaging:schedule') || can(caller, 'imaging:perform')
  const own = studyRecord.moves(caller, row).filter((move) => move !== 'arrive' || comes)
  if (row.status !== 'ACQUIRED') return own
  const last = can(caller, 'imaging:finalise')
  const of_report = report_life
    .open(caller, row.report_status)
    .filter((move) => move !== 'sign FINAL' || last)
  return [...own, ...of_report]
}

/** By item: what the order and the chart show of it. A draft is for who writes it. */
export async function studiesOfItems(
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  item_ids: readonly string[],
): Promise<ReadonlyMap<string, StudyBrief>> {
  if (item_ids.length === 0) return new Map()
  const rows = await imaging_studies.all({ hospital_id, item_id: [...item_ids] })
  const signed = rows.filter((row) => row.signed !== null).map(({ id }) => id)
  const addenda = Map.groupBy(
    await imaging_addenda.all({ hospital_id, study_id: signed }, { order: ['at', 'id'] }),
    ({ study_id }) => study_id,
  )
  return new Map(rows.map((row) => [row.item_id, briefOf(row, addenda.get(row.id) ?? [])]))
}

function briefOf(row: StudyRow, addenda: { at: string; by_name: string; text: string }[]) {
  const { id: study_id, accession, status, report_status, starts_at, laterality, signed } = row
  const is_final = report_status === 'FINAL'
  const report =
    signed === null
      ? null
      : {
          preliminary: !is_final,
          findings: signed.findings,
          impression: signed.impression,
          recommendation: signed.recommendation,
          critical: signed.critical,
          reported_by_name: is_final ? row.finalised_by_name : row.reported_by_name,
          signed_at: is_final ? row.finalised_at : row.preliminary_at,
          addenda: addenda.map(({ at, by_name, text }) => ({ at, by_name, text })),
        }
  return { study_id, accession, status, report_status, starts_at, laterality, report }
}
