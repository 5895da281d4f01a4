// Cases as they are shown: in lists without their parts, by themselves whole (A.2 Case, OT-2).

import type { Caller } from '../../../../core/caller.ts'
import { noSuch } from '../../../../core/refusal.ts'
import { type Page, pageFrom, type PageAsked } from '../../../../store/pages.ts'
import { matching } from '../../../../store/search.ts'
import { oneOf, sql, when, where } from '../../../../store/sql.ts'
import { clinicalOpenTo } from '../../../care/clinical/open-to.ts'
import { isolationOf } from '../../../care/wards/admissions/for-areas.ts'
import { patientsById } from '../../../desk/patients/register/many.ts'
import { patientRecord } from '../../../desk/patients/rows.ts'
import { withinDays } from '../../../office/hospitals/days.ts'
import { hospitalOf, today } from '../../../office/hospitals/hospitals.ts'
import { inScope } from '../../../office/places/facilities.ts'
import { chargesShown } from '../charging.ts'
import * as checklists from '../inside/checklists.ts'
import { countsOf, shownCounts } from '../inside/counts.ts'
import { rcriScore } from '../inside/fitness.ts'
import { itemsOf, shownItem } from '../inside/items.ts'
import { type PartRow, partsOfCase } from '../inside/parts.ts'
import * as pre_op from '../inside/pre-op.ts'
import { scoresOf, shownScore } from '../inside/recovery.ts'
import { theatres } from '../rooms/tables.ts'
import { events, milestones, type CasePart } from '../words.ts'
import type { Done } from './booking.ts'
import { caseRecord, type CaseRow, stampsOf, team_of_case } from './record.ts'
import { automaticItems } from './sending.ts'
import type { TheatreCase, TheatreCaseWhole } from './shapes.ts'
import { theatre_cases } from './tables.ts'

export interface CaseFilter extends PageAsked {
  search?: string
  status?: CaseRow['status']
  urgency?: CaseRow['urgency']
  session_id?: string
  theatre?: string
  surgeon_id?: string
  department?: string
  patient_id?: string
  admission_id?: string
  on?: string
  waiting?: boolean
  overdue?: boolean
  unsigned?: boolean
  facility_id?: string
}

export async function list(caller: Caller, asked: CaseFilter): Promise<Page<TheatreCase>> {
  const { timezone } = await hospitalOf(caller)
  const on = await today(caller)
  const late = sql`c.status = 'REQUESTED' and c.wanted_before < ${on}`
  const found = await pageFrom(theatre_cases, asked, {
    alias: 'c',
    from: sql` from theatre_cases c${where([
      sql`c.hospital_id = ${caller.hospital_id}`,
      await inScope(caller, asked.facility_id, 'c.facility_id'),
      when(asked.status, sql`c.status = ${asked.status}`),
      when(asked.urgency, sql`c.urgency = ${asked.urgency}`),
      when(asked.session_id, sql`c.session_id = ${asked.session_id}`),
      when(asked.theatre, sql`c.theatre_id = ${asked.theatre}`),
      when(asked.surgeon_id, sql`c.surgeon_id = ${asked.surgeon_id}`),
      when(asked.department, sql`c.department = ${asked.department}`),
      when(asked.patient_id, sql`c.patient_id = ${asked.patient_id}`),
      when(asked.admission_id, sql`c.admission_id = ${asked.admission_id}`),
      ...withinDays(sql`c.planned_start`, timezone, { from: asked.on, to: asked.on }),
      asked.waiting === true ? sql`c.status = 'REQUESTED'` : undefined,
      asked.overdue === true ? late : undefined,
      asked.unsigned === true ? unsigned : undefined,
      matching('theatre_cases', asked.search, 'c'),
      await clinicalOpenTo(caller, asked.patient_id, 'c'),
    ])}`,
    order: sql` order by ${asked.waiting === true ? waitingFirst(on) : sql`c.planned_start desc`},
      c.created_at, c.id`,
  })
  return { ...found, rows: await shownAll(caller, found.rows) }
}

/** OT-2: by urgency, overdue first within it, then by the day it is wanted before. */
const waitingFirst = (
  on: string,
) => sql`case c.urgency when 'EMERGENCY' then 0 when 'URGENT' then 1 else 2 end,
  case when c.wanted_before < ${on} then 0 else 1 end,
  case when c.wanted_before is null then 1 else 0 end, c.wanted_before`

const unsigned = sql`c.status${oneOf(['RETURNED', 'ACCEPTED', 'PROCEDURE_DONE'])} and not exists (
  select 1 from theatre_parts p where p.case_id = c.id and p.part = 'OPERATION_NOTE' and p.latest
    and p.status <> 'DRAFT')`

async function shownAll(caller: Caller, found: readonly CaseRow[]): Promise<TheatreCase[]> {
  const { hospital_id } = caller
  const patients = await patientsById(
    caller,
    found.map(({ patient_id }) => patient_id),
  )
  const room_ids = found.flatMap(({ theatre_id }) => theatre_id ?? [])
  const rooms = new Map(
    (await theatres.all({ hospital_id, id: [...new Set(room_ids)] })).map((room) => [
      room.id,
      room.name,
    ]),
  )
  const isolated = await isolationOf(
    caller,
    found.flatMap(({ admission_id }) => admission_id ?? []),
  )
  return found.flatMap((row) => {
    const patient = patients.get(row.patient_id)
    if (patient === undefined) return []
    return [
      {
        ...row,
        reference: row.number,
        patient,
        theatre: rooms.get(row.theatre_id ?? '') ?? null,
        precautions: isolated.get(row.admission_id ?? '') ?? [],
        moves: movesOf(caller, row),
      },
    ]
  })
}

/** A booked case may be booked anew as well. */
function movesOf(caller: Caller, row: CaseRow): string[] {
  const moves: string[] = caseRecord.moves(caller, row)
  const again = row.status === 'SCHEDULED' && moves.includes('postpone')
  return again ? ['book', ...moves] : moves
}

/** As a move left it, with what was said beside. */
type Shown = { row: Pick<CaseRow, 'id'> } & Partial<Omit<Done, 'row'>>

export async function whole(
  caller: Caller,
  { row: { id }, warnings = [], gates = [] }: Shown,
): Promise<TheatreCaseWhole> {
  const row = await caseRecord.get(caller, id)
  const [shown] = await shownAll(caller, [row])
  if (shown === undefined) throw noSuch('case')
  return {
    ...shown,
    ...(await stepsOf(caller, row)),
    ...(await partsOf(caller, row)),
    charges: await chargesShown(caller, row),
    warnings: [...new Set(warnings)],
    gates,
    history: await caseRecord.history(caller, id),
  }
}

async function stepsOf(caller: Caller, row: CaseRow) {
  const stamps = await stampsOf(caller, row.id)
  const team = await team_of_case.of(caller, row.id)
  const of = (name: Parameters<typeof stamps.get>[0]) => {
    const { at = null, by_name = null } = stamps.get(name) ?? {}
    return { at, by_name }
  }
  return {
    team: team.map(({ from_at, to_at, ...one }) => ({ ...one, from: from_at, to: to_at })),
    milestones: milestones.map((milestone, at) => ({ no: at + 1, milestone, ...of(milestone) })),
    events: events.map((event) => ({ event, ...of(event) })),
  }
}

async function partsOf(caller: Caller, row: CaseRow) {
  const written = Map.groupBy(await partsOfCase(caller, row.id), ({ part }) => part)
  const [fitness] = written.get('FITNESS') ?? []
  const shown = (part: CasePart) => shownPart(written.get(part) ?? [])
  const assessed = shown('FITNESS')
  return {
    fitness:
      fitness === undefined || assessed === null
        ? null
        : { ...assessed, rcri_score: rcriScore(fitness), valid_until: fitness.valid_until },
    pre_op: await preOpOf(caller, row),
    checklists: await checklists.shown(caller, row.id),
    counts: shownCounts(await countsOf(caller, row.id)),
    operation_note: shown('OPERATION_NOTE'),
    anaesthesia: shown('ANAESTHESIA'),
    items: (await itemsOf(caller, row.id)).map(shownItem),
    recovery: (await scoresOf(caller, row.id)).map(shownScore),
  }
}

export async function preOpOf(caller: Caller, row: CaseRow) {
  const patient = await patientRecord.get(caller, row.patient_id)
  return pre_op.shown(caller, row, await automaticItems(caller, row, patient))
}

const version = (row: PartRow) => ({ ...row, content: row.content as Record<string, unknown> })

/** As it stands, and what was signed before it (MOD-13). */
function shownPart([latest, ...earlier]: readonly PartRow[]) {
  if (latest === undefined) return null
  return { ...version(latest), versions: latest.version_no, history: earlier.map(version) }
}

export async function anaesthesiaOf(caller: Caller, case_id: string) {
  const written = await partsOfCase(caller, case_id)
  const shown = shownPart(written.filter(({ part }) => part === 'ANAESTHESIA'))
  if (shown === null) throw noSuch('part')
  return shown
}
