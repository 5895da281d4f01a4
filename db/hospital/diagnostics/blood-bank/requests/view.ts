// Requests as people see them, with what may be given (BLD-41).

import type { Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { capitals } from '../../../../core/kinds/capitals.ts'
import { noSuch } from '../../../../core/refusal.ts'
import { type Page, pageFrom, type PageAsked } from '../../../../store/pages.ts'
import { oneOf, type Sql, sql, when, where } from '../../../../store/sql.ts'
import { clinicalOpenTo } from '../../../care/clinical/open-to.ts'
import type { GateResult } from '../../../desk/gates/shapes.ts'
import { byNumber } from '../../../desk/patients/register/find.ts'
import { patientsById } from '../../../desk/patients/register/many.ts'
import { withinDays } from '../../../office/hospitals/days.ts'
import { hospitalOf } from '../../../office/hospitals/hospitals.ts'
import { inScope } from '../../../office/places/facilities.ts'
import { blood_samples } from '../patients/tables.ts'
import type { UnitRow } from '../units/record.ts'
import { blood_units } from '../units/tables.ts'
import { nextPack, packsOf } from './packs.ts'
import { countsOf } from './progress.ts'
import { suiting } from './suiting.ts'
import { open_states, requestRecord, type RequestRow } from './record.ts'
import type { BloodRequest, RequestFilter, RequestRowShown } from './shapes.ts'
import { blood_crossmatches, blood_issues, blood_requests } from './tables.ts'

export async function list(
  caller: Caller,
  asked: RequestFilter & PageAsked,
): Promise<Page<RequestRowShown>> {
  const { timezone } = await hospitalOf(caller)
  const needed = { from: asked.needed_from, to: asked.needed_to }
  const found = await pageFrom(blood_requests, asked, {
    alias: 'r',
    from: sql` from blood_requests r${where([
      sql`r.hospital_id = ${caller.hospital_id}`,
      await inScope(caller, undefined, 'r.facility_id'),
      await searched(caller, asked.search),
      when(asked.status, sql`r.status = ${asked.status}`),
      when(asked.priority, sql`r.priority = ${asked.priority}`),
      when(asked.patient_id, sql`r.patient_id = ${asked.patient_id}`),
      when(asked.visit_id, sql`r.visit_id = ${asked.visit_id}`),
      when(asked.admission_id, sql`r.admission_id = ${asked.admission_id}`),
      when(asked.department, sql`r.department = ${asked.department}`),
      ...withinDays(sql`r.needed_at`, timezone, needed),
      when(asked.overdue, overdue()),
      ...withinDays(sql`r.created_at`, timezone, { from: asked.from, to: asked.to }),
      await clinicalOpenTo(caller, asked.patient_id, 'r'),
    ])}`,
    order: sql` order by r.needed_at desc, r.id desc`,
  })
  return { ...found, rows: await shownAll(caller, found.rows) }
}

const overdue = (): Sql =>
  sql`r.needed_at < ${clock.instant()} and r.status${oneOf(['REQUESTED', 'SAMPLE_RECEIVED'])}`

/** By the numbers of the request or of the patient; a name does not find anybody here. */
async function searched(caller: Caller, typed: string | undefined): Promise<Sql | undefined> {
  const word = capitals((typed ?? '').trim())
  if (word === '') return undefined
  return sql`(r.number = ${word} or r.patient_id${oneOf(await byNumber(caller, word))})`
}

async function shownAll(caller: Caller, found: readonly RequestRow[]): Promise<RequestRowShown[]> {
  const ids = found.map(({ id }) => id)
  const lines = await countsOf(caller, ids)
  const people = found.map(({ patient_id }) => patient_id)
  const patients = await patientsById(caller, people)
  return found.flatMap((row) => {
    const patient = patients.get(row.patient_id)
    if (patient === undefined) return []
    return [{ ...row, reference: row.number, patient, lines: lines.get(row.id) ?? [] }]
  })
}

export async function whole(
  caller: Caller,
  { id }: Pick<RequestRow, 'id'>,
  warnings: readonly GateResult[] = [],
): Promise<BloodRequest> {
  const row = await requestRecord.get(caller, id)
  const [shown] = await shownAll(caller, [row])
  if (shown === undefined) throw noSuch('request')
  const { hospital_id } = caller
  const sample = await sampleShown(caller, row)
  const of = { hospital_id, request_id: id }
  const fits = await proposed(caller, row, shown)
  return {
    ...row,
    ...shown,
    requirements: row.requirements.map(({ kind, antigen = null }) => ({ kind, antigen })),
    sample: sample ?? null,
    crossmatches: await blood_crossmatches.all(of, { order: ['at', 'id'] }),
    issues: await blood_issues.all(of, { order: ['at', 'id'] }),
    compatible: fits.map(grouped),
    packs: await packsOf(caller, id),
    next_pack: nextPack(row, fits).map(grouped),
    warnings: [...warnings],
    moves: requestRecord.moves(caller, row),
    history: await requestRecord.history(caller, id),
  }
}

/** The one it stands on; until then the one that is expected, whose label the ward prints (BLD-54). */
async function sampleShown({ hospital_id }: Caller, { id, patient_id, sample_id }: RequestRow) {
  if (sample_id !== null) return blood_samples.find({ hospital_id, id: sample_id })
  const [expected] = await blood_samples.all(
    { hospital_id, patient_id, request_id: id, status: 'EXPECTED' },
    { order: ['-created_at', '-id'], limit: 1 },
  )
  return expected
}

const grouped = (unit: UnitRow) => ({ ...unit, group: unit.blood_group })

const looked_at = 500
const most = 20

/** BLD-41: the same group first, then what is compatible; what expires first in front. */
async function proposed(
  caller: Caller,
  row: RequestRow,
  { lines }: RequestRowShown,
): Promise<UnitRow[]> {
  if (!open_states.some((state) => state === row.status) || lines.length === 0) return []
  const codes = lines.map(({ component_code }) => component_code)
  const found = await blood_units.read(
    sql`select ${blood_units.selection('u')} from blood_units u
      where u.hospital_id = ${caller.hospital_id} and u.facility_id = ${row.facility_id}
        and u.status = 'AVAILABLE' and u.component_code${oneOf(codes)}
        and u.expires_at > ${clock.instant()}
        and (u.only_for_id is null or u.only_for_id = ${row.patient_id})
      order by u.expires_at, u.id limit ${looked_at}`,
  )
  const fits = await suiting(caller, found, {
    patient_id: row.patient_id,
    requirements: row.requirements,
    emergency: row.priority === 'EMERGENCY',
    fresh: row.indication === 'EXCHANGE' || row.indication === 'NEONATAL',
  })
  return fits.slice(0, most)
}
