// What a record says, read and held against itself (CAR-13 to CAR-16): the same for what is new, for a
// draft that changes, and for an amendment.

import type { Caller } from '../../../core/caller.ts'
import { clock, days, instantIn } from '../../../core/clock.ts'
import { conflict, invalid, noSuch, Refusal } from '../../../core/refusal.ts'
import { sql } from '../../../store/sql.ts'
import type { Row as Patient } from '../../desk/patients/rows.ts'
import { mustBeStaff } from '../../desk/visits/staff.ts'
import { today } from '../../office/hospitals/hospitals.ts'
import * as problems from '../chart/problems.ts'
import { clinicalOf } from '../clinical/settings.ts'
import { type ReadCode, readCode } from './codes/codes.ts'
import { occurredAt, type Place } from './place.ts'
import { primaryAlready, type RecordRow, twice } from './record.ts'
import type { RecordChange } from './shapes.ts'
import { clinical_records } from './tables.ts'
import { type CodeSystem, kind_of_system, type RecordKind } from './words.ts'

/** Who the record is about and where it stands; `before` where there is one already. */
export interface Setting {
  patient: Patient
  place: Pick<Place, 'place_id' | 'admission_id'>
  before?: RecordRow | undefined
}

const said = (message: string, field?: string): Refusal =>
  new Refusal(400, 'invalid', message, field === undefined ? {} : { field })

export async function contentRead(
  caller: Caller,
  input: RecordChange,
  { patient, place, before }: Setting,
): Promise<Partial<RecordRow> & Pick<RecordRow, 'kind' | 'title' | 'occurred_at'>> {
  const asked = { ...wasSaid(before, input.kind), ...withoutAbsent(input) }
  const coded = codedAs(asked)
  const kind = kindOf(asked.kind, coded)
  fieldsOfKind(asked, kind)
  const title = asked.title || coded?.shipped?.display
  if (!title) throw said('title is required.', 'title')
  if (coded?.shipped?.laterality === true && !asked.laterality) {
    throw invalid('laterality', `is required: ${title} is on one side, or on both.`)
  }
  if (asked.onset_on && asked.onset_on > (await today(caller))) {
    throw invalid('onset_on', 'is in the future.')
  }
  await idsKnown(caller, asked, patient)
  return {
    kind,
    title,
    body: asked.body || null,
    sections: asked.sections ?? null,
    note_type: kind === 'NOTE' ? (asked.note_type ?? noteTypeIn(place)) : null,
    ...(await diagnosisOf(caller, asked, { kind, coded, patient, place, before })),
    laterality: asked.laterality ?? null,
    code: coded?.code ?? null,
    coding_system: coded?.system ?? null,
    notifiable: notifiableAs(asked, coded),
    procedure: kind === 'PROCEDURE' ? (asked.procedure ?? {}) : null,
    sensitivity:
      asked.sensitivity ?? (coded?.shipped?.sensitive === true ? 'RESTRICTED' : 'NORMAL'),
    occurred_at: occurredAt(asked.occurred_at, patient),
    late_reason: asked.late_reason || null,
    paper_ref: asked.paper_ref || null,
    problem_id: asked.problem_id ?? null,
    cosigner_id: asked.cosigner_id ?? null,
  }
}

type Asked = RecordChange

/** What stands, without what belonged to another kind than the record becomes. */
function wasSaid(before: RecordRow | undefined, kind: Asked['kind']): Asked {
  if (before === undefined) return {}
  const { note_type, rank, certainty, case_type, on_admission, procedure, ...any } = before
  const own = { note_type, rank, certainty, case_type, on_admission, procedure }
  const kept = !kind || kind === before.kind ? { ...any, ...own } : any
  return kept as unknown as Asked
}

const withoutAbsent = (input: RecordChange): Asked =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as Asked

/** The preferred system of the kind, where a code comes alone with its kind. */
const preferred: Readonly<Partial<Record<RecordKind, CodeSystem>>> = {
  DIAGNOSIS: 'ICD10',
  PROCEDURE: 'PROCEDURE',
}

function codedAs({ code, coding_system, kind }: Asked): ReadCode | undefined {
  const system = coding_system || (code ? preferred[kind ?? 'NOTE'] : undefined)
  if (Boolean(code) !== Boolean(system)) {
    throw said('code and coding_system go together.', code ? 'coding_system' : 'code')
  }
  return code && system ? readCode(system, code) : undefined
}

function kindOf(asked: RecordKind | null | undefined, coded: ReadCode | undefined): RecordKind {
  const by_code = coded === undefined ? undefined : kind_of_system[coded.system]
  if (!asked) return by_code ?? 'NOTE'
  if (by_code !== undefined && by_code !== asked) {
    throw invalid('kind', `must be ${by_code} with a code of ${coded?.system}.`)
  }
  return asked
}

function fieldsOfKind(asked: Asked, kind: RecordKind): void {
  const only: [keyof Asked, RecordKind, string][] = [
    ['rank', 'DIAGNOSIS', 'a diagnosis'],
    ['certainty', 'DIAGNOSIS', 'a diagnosis'],
    ['case_type', 'DIAGNOSIS', 'a diagnosis'],
    ['on_admission', 'DIAGNOSIS', 'a diagnosis'],
    ['note_type', 'NOTE', 'a note'],
    ['procedure', 'PROCEDURE', 'a procedure'],
  ]
  for (const [field, owner, named] of only) {
    const value = asked[field]
    if (kind === owner || value === undefined || value === null) continue
    throw said(`${field} belongs to ${named}.`, field)
  }
}

const noteTypeIn = ({ admission_id }: Setting['place']) =>
  admission_id === null ? ('ASSESSMENT' as const) : ('PROGRESS' as const)

async function idsKnown(caller: Caller, asked: Asked, { id }: Patient): Promise<void> {
  if (asked.cosigner_id) await mustBeStaff(caller, asked.cosigner_id)
  if (!asked.problem_id) return
  const { patient_id } = await problems.seen(caller, asked.problem_id)
  if (patient_id !== id) throw noSuch('problem')
}

/** CAR-26: what the code says by itself is not switched off. */
function notifiableAs(asked: Asked, coded: ReadCode | undefined): boolean {
  const own = coded?.shipped?.notifiable === true
  if (own && asked.notifiable === false) {
    throw conflict(`${coded.shipped?.display} is notifiable: it cannot be switched off here.`)
  }
  return own || asked.notifiable === true
}

interface Diagnosing extends Setting {
  kind: RecordKind
  coded: ReadCode | undefined
}

async function diagnosisOf(caller: Caller, asked: Asked, on: Diagnosing) {
  if (on.kind !== 'DIAGNOSIS') {
    return {
      rank: null,
      certainty: null,
      case_type: null,
      on_admission: null,
      onset_on: null,
      live: true,
    }
  }
  const certainty = asked.certainty ?? ('PROVISIONAL' as const)
  if (certainty === 'CONFIRMED' && on.coded === undefined) {
    throw conflict('Choose a code to confirm this diagnosis.')
  }
  const live = certainty !== 'RULED_OUT'
  const others = live ? await standing(caller, on) : []
  await notTwice(on, others)
  return {
    certainty,
    live,
    rank: rankOf(asked, live, others),
    case_type: asked.case_type ?? (await caseType(caller, on)),
    on_admission: asked.on_admission ?? null,
    onset_on: asked.onset_on ?? null,
  }
}

/** The other diagnoses of the stay or the visit. */
async function standing({ hospital_id }: Caller, { place, before }: Diagnosing) {
  const found = await clinical_records.all({
    hospital_id,
    place_id: place.place_id,
    kind: 'DIAGNOSIS',
    live: true,
    status: ['DRAFT', 'TO_COSIGN', 'SIGNED', 'AMENDED'],
  })
  return found.filter(({ id }) => id !== before?.id)
}

async function notTwice({ coded }: Diagnosing, others: readonly RecordRow[]): Promise<void> {
  if (coded === undefined) return
  const known = others.find(
    ({ code, coding_system }) => code === coded.code && coding_system === coded.system,
  )
  if (known !== undefined) throw conflict(twice(known.title))
}

function rankOf(asked: Asked, live: boolean, others: readonly RecordRow[]) {
  const first = others.find(({ rank }) => rank === 'PRIMARY')
  const rank = asked.rank ?? (first === undefined ? ('PRIMARY' as const) : ('SECONDARY' as const))
  if (rank !== 'PRIMARY' || first === undefined || !live) return rank
  if (asked.replace_primary !== true) throw conflict(primaryAlready(first.title))
  return rank
}

/** Seen lately with the same code, or ever where it is one of those that do not go. */
async function caseType(
  caller: Caller,
  { coded, patient, before }: Diagnosing,
): Promise<'NEW' | 'FOLLOW_UP'> {
  if (coded === undefined) return 'NEW'
  const { case_repeat_days } = await clinicalOf(caller)
  const since = coded.shipped?.chronic === true ? '' : instantIn(-days(case_repeat_days))
  const [known] = await clinical_records.read(
    sql`select ${clinical_records.selection()} from clinical_records
      where hospital_id = ${caller.hospital_id} and patient_id = ${patient.id}
        and kind = 'DIAGNOSIS' and live and status in ('SIGNED', 'AMENDED')
        and coding_system = ${coded.system} and code = ${coded.code}
        and occurred_at >= ${since} and occurred_at <= ${clock.instant()}
        and id <> ${before?.id ?? ''} limit 1`,
  )
  return known === undefined ? 'NEW' : 'FOLLOW_UP'
}
