// Admissions as they are read: one, a page; and what other areas ask of them (CAR-213).

import type { Caller } from '../../../../core/caller.ts'
import { invalid } from '../../../../core/refusal.ts'
import { type Page, pageFrom, type PageAsked } from '../../../../store/pages.ts'
import { oneOf, sql, when, where } from '../../../../store/sql.ts'
import { notByName } from '../../../desk/patients/privacy/lists.ts'
import { withinDays } from '../../../office/hospitals/days.ts'
import { hospitalOf } from '../../../office/hospitals/hospitals.ts'
import { scopeOf } from '../../../office/places/facilities.ts'
import { today } from '../../../office/places/hours.ts'
import { matching } from '../../../../store/search.ts'
import { lying_states } from '../words.ts'
import type { GateResult } from '../../../desk/gates/shapes.ts'
import { admissionRecord, type Row } from './record.ts'
import type { Admission, AdmissionShort } from './shapes.ts'
import { admissions } from './tables.ts'
import { lookedAfterBy } from './team.ts'
import { placesOf, shortOf, whole } from './view.ts'

export interface AdmissionFilter extends PageAsked {
  search?: string
  status?: Row['status']
  ward_id?: string
  attending_id?: string
  mine?: boolean
  kind?: Row['kind']
  outcome?: NonNullable<Row['outcome']>
  over_expected?: boolean
  patient_id?: string
  from?: string
  to?: string
  left_from?: string
  left_to?: string
  facility_id?: string
}

export async function list(caller: Caller, asked: AdmissionFilter): Promise<Page<AdmissionShort>> {
  const scope = await scopeOf(caller, asked.facility_id)
  if (asked.from !== undefined && asked.to !== undefined && asked.from > asked.to) {
    throw invalid('from', 'is after to.')
  }
  const { timezone } = await hospitalOf(caller)
  const left = { from: asked.left_from, to: asked.left_to }
  const found = await pageFrom(admissions, asked, {
    alias: 'a',
    from: sql` from admissions a${where([
      sql`a.hospital_id = ${caller.hospital_id}`,
      scope === 'all' ? undefined : sql`a.facility_id${oneOf(scope)}`,
      when(asked.status, sql`a.status = ${asked.status}`),
      when(asked.ward_id, sql`a.ward_id = ${asked.ward_id}`),
      when(asked.attending_id, sql`a.attending_id = ${asked.attending_id}`),
      when(asked.kind, sql`a.kind = ${asked.kind}`),
      when(asked.outcome, sql`a.outcome = ${asked.outcome}`),
      when(asked.patient_id, sql`a.patient_id = ${asked.patient_id}`),
      asked.mine === true ? await lookedAfterBy(caller) : undefined,
      asked.over_expected === true
        ? sql`a.status${oneOf(['ADMITTED', 'DISCHARGE_ORDERED'])}
            and a.expected_discharge_on < ${await today(caller)}`
        : undefined,
      ...withinDays(sql`a.admitted_at`, timezone, asked),
      ...withinDays(sql`a.left_at`, timezone, left),
      matching('admissions', asked.search, 'a'),
      notByName(caller, asked.search, ['a.number', 'a.patient_number'], 'a.patient_id'),
    ])}`,
    order: sql` order by a.created_at desc, a.id desc`,
  })
  return { rows: await shortOf(caller, found.rows), meta: found.meta }
}

export const find = async (caller: Caller, id: string): Promise<Admission> =>
  whole(caller, await admissionRecord.get(caller, id))

export const shownAfter = async (
  caller: Caller,
  { row, warnings }: { row: Row; warnings: readonly GateResult[] },
): Promise<Admission> => whole(caller, await admissionRecord.get(caller, row.id), warnings)

/** In whatever bed of whatever branch (CAR-213); null: in none. */
export async function admissionOf(
  caller: Caller,
  patient_id: string,
): Promise<{ admission_id: string; ward: string; bed: string | null } | null> {
  const { hospital_id } = caller
  const found = await admissions.find({ hospital_id, patient_id, status: [...lying_states] })
  if (found === undefined || found.outcome === 'DIED') return null
  const place = (await placesOf(caller, [found.id])).get(found.id)
  return { admission_id: found.id, ward: place?.ward ?? '', bed: place?.bed ?? null }
}
