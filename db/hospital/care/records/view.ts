// Clinical records as they are read: one, a page; never more of them than the caller may see (CAR-9,
// CAR-10). A list of many leaves out what is closed; narrowed to one patient the edge has asked.

import { inScope } from '../../office/places/facilities.ts'
import { type Caller, can } from '../../../core/caller.ts'
import { dayIn, days } from '../../../core/clock.ts'
import { noSuch } from '../../../core/refusal.ts'
import { capitals } from '../../../core/kinds/capitals.ts'
import { type Page, pageFrom, pageOf, type PageAsked } from '../../../store/pages.ts'
import { raw, type Sql, sql, when, where } from '../../../store/sql.ts'
import { matching } from '../../../store/search.ts'
import type { GateResult } from '../../desk/gates/shapes.ts'
import { patientsById } from '../../desk/patients/register/many.ts'
import { patientRecord } from '../../desk/patients/rows.ts'
import { withinDays } from '../../office/hospitals/days.ts'
import { hospitalOf, today } from '../../office/hospitals/hospitals.ts'
import { isTeam, notClosed } from '../clinical/open-to.ts'
import { isAdopted } from '../clinical/adoptions.ts'
import {
  code_tables,
  type CodeAsked,
  codes_source,
  keyOf,
  type Person,
  searchCodes,
} from './codes/codes.ts'
import { usesIn } from './codes/uses.ts'
import { versionsOf } from './chain.ts'
import { clinicalRecord, isAuthor, type RecordRow, seen } from './record.ts'
import type { ClinicalRecord, ClinicalRecordShort } from './shapes.ts'
import { clinical_records } from './tables.ts'

export interface RecordFilter extends PageAsked {
  search?: string
  patient_id?: string
  visit_id?: string
  admission_id?: string
  kind?: RecordRow['kind']
  note_type?: NonNullable<RecordRow['note_type']>
  rank?: NonNullable<RecordRow['rank']>
  certainty?: NonNullable<RecordRow['certainty']>
  status?: RecordRow['status']
  code?: string
  staff_id?: string
  from?: string
  to?: string
  voided?: boolean
  facility_id?: string
}

export async function list(
  caller: Caller,
  asked: RecordFilter,
): Promise<Page<ClinicalRecordShort>> {
  const { timezone } = await hospitalOf(caller)
  const { from, to } = asked
  const page = await pageFrom(clinical_records, asked, {
    alias: 'r',
    from: sql` from clinical_records r${where([
      sql`r.hospital_id = ${caller.hospital_id}`,
      await branchesOf(caller, asked),
      when(asked.patient_id, sql`r.patient_id = ${asked.patient_id}`),
      when(asked.visit_id, sql`r.visit_id = ${asked.visit_id}`),
      when(asked.admission_id, sql`r.admission_id = ${asked.admission_id}`),
      when(asked.kind, sql`r.kind = ${asked.kind}`),
      when(asked.note_type, sql`r.note_type = ${asked.note_type}`),
      when(asked.rank, sql`r.rank = ${asked.rank}`),
      when(asked.certainty, sql`r.certainty = ${asked.certainty}`),
      when(asked.code, sql`r.code = ${capitals(asked.code ?? '')}`),
      when(asked.staff_id, sql`r.staff_id = ${asked.staff_id}`),
      stateAsked(asked),
      ...withinDays(sql`r.occurred_at`, timezone, { from, to }),
      matching('clinical_records', asked.search, 'r'),
      sql`(r.by_id = ${caller.user_id ?? ''} or (${await open(caller, asked.patient_id)}))`,
    ])}`,
    order: sql` order by r.occurred_at desc, r.id desc`,
  })
  return { ...page, rows: await shortOf(caller, page.rows) }
}

/** The chart of one patient is whole, wherever it was written. */
const branchesOf = async (caller: Caller, asked: RecordFilter): Promise<Sql | undefined> =>
  (asked.patient_id ?? asked.visit_id ?? asked.admission_id) === undefined
    ? inScope(caller, asked.facility_id, 'r.facility_id')
    : undefined

function stateAsked({ status, voided }: RecordFilter): Sql | undefined {
  if (status !== undefined) return sql`r.status = ${status}`
  return voided === true ? undefined : sql`r.status <> 'VOIDED'`
}

/** What of others' writing the caller may see in this list. */
async function open(caller: Caller, patient_id: string | undefined): Promise<Sql> {
  const drafts = can(caller, 'record:cosign') ? sql`1 = 1` : sql`r.status <> 'DRAFT'`
  if (await isTeam(caller, patient_id)) return drafts
  const kept = can(caller, 'record:restricted') ? sql`1 = 1` : sql`r.sensitivity = 'NORMAL'`
  return sql`${drafts} and ${kept} and ${notClosed((column) => raw(`r.${column}`))}`
}

export async function shortOf(
  caller: Caller,
  found: readonly RecordRow[],
): Promise<ClinicalRecordShort[]> {
  const patients = await patientsById(
    caller,
    found.map(({ patient_id }) => patient_id),
  )
  return found.flatMap((row) => {
    const patient = patients.get(row.patient_id)
    return patient === undefined ? [] : [{ ...short(caller, row), patient }]
  })
}

const short = (caller: Caller, row: RecordRow) => ({
  ...row,
  // The national books come with their maps (CAR-17).
  register_opd: null,
  register_ipd: null,
  recorded_at: row.created_at,
  created_by_name: row.staff_name,
  moves: movesOf(caller, row),
})

/** What the life offers, without what only the author may do. */
function movesOf(caller: Caller, row: RecordRow) {
  const own = isAuthor(caller, row)
  const draft = row.status === 'DRAFT' || row.status === 'TO_COSIGN'
  return clinicalRecord.moves(caller, row).filter((move) => {
    if (move === 'sign') return own
    if (move === 'cosign' || move === 'send_back') return !own
    if (move === 'amend') return can(caller, 'record:cosign') || (own && can(caller, 'record:sign'))
    return own || (!draft && can(caller, 'record:void'))
  })
}

export async function whole(
  caller: Caller,
  row: RecordRow,
  warnings: GateResult[] = [],
): Promise<ClinicalRecord> {
  const [one] = await shortOf(caller, [await clinicalRecord.get(caller, row.id)])
  if (one === undefined) throw noSuch('record')
  return {
    ...row,
    ...one,
    procedure: row.procedure === null ? null : { ...row.procedure },
    copied_from: await copiedFrom(caller, row),
    history: await clinicalRecord.history(caller, row.id),
    warnings,
  }
}

async function copiedFrom(caller: Caller, { copied_from_id }: RecordRow): Promise<string | null> {
  if (copied_from_id === null) return null
  const source = await clinicalRecord.get(caller, copied_from_id)
  const { timezone } = await hospitalOf(caller)
  return `Copied from ${dayIn(timezone, new Date(source.occurred_at))}, ${source.staff_name}`
}

/** As it stands, or one of the versions that were signed of it. */
export async function find(
  caller: Caller,
  id: string,
  version_no: number | undefined,
): Promise<ClinicalRecord> {
  const row = await seen(caller, id)
  if (version_no === undefined) return whole(caller, row)
  const version = (await versionsOf(caller, id)).find((one) => one.version_no === version_no)
  if (version === undefined) throw noSuch('version')
  const { hash, previous_hash } = version
  const then = { ...row, ...(version.content as Partial<RecordRow>), hash, previous_hash }
  const shown = await whole(caller, then)
  const kept = { moves: [], patient: shown.patient, procedure: shown.procedure }
  return { ...shown, ...short(caller, then), ...kept }
}

export async function codes(
  caller: Caller,
  {
    patient_id,
    department,
    ...asked
  }: PageAsked & CodeAsked & { patient_id?: string; department?: string },
) {
  const person = patient_id === undefined ? undefined : await personOf(caller, patient_id)
  const uses = department === undefined ? undefined : await usesIn(caller, department)
  const found = searchCodes(asked, person, uses)
  const { rows, meta } = pageOf(asked, found)
  const confirmed = await adoptedSystems(caller)
  return {
    rows: rows.map((one) => ({
      ...one,
      synonyms: [...one.synonyms],
      confirmed: confirmed.has(one.system),
      source: codes_source,
      uses: uses === undefined ? null : (uses.get(keyOf(one)) ?? 0),
      register_opd: null,
      register_ipd: null,
    })),
    meta,
  }
}

async function adoptedSystems(caller: Caller): Promise<ReadonlySet<string>> {
  const adopted = await Promise.all(
    code_tables.map(async ({ key, system }) => ((await isAdopted(caller, key)) ? [system] : [])),
  )
  return new Set(adopted.flat())
}

export async function personOf(caller: Caller, patient_id: string): Promise<Person> {
  const { sex, birth_date } = await patientRecord.get(caller, patient_id)
  return { sex, age_days: ageInDays(birth_date, await today(caller)) }
}

export const ageInDays = (birth_date: string | null, on: string): number | null =>
  birth_date === null
    ? null
    : Math.max(0, Math.floor((Date.parse(on) - Date.parse(birth_date)) / days(1)))
