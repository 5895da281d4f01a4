// Wards of a branch: made, changed, closed when nobody lies in them (2.11, CAR-137).

import type { Caller } from '../../../../core/caller.ts'
import { capitals } from '../../../../core/kinds/capitals.ts'
import { isId } from '../../../../core/ids.ts'
import { conflict, invalid, noSuch } from '../../../../core/refusal.ts'
import { fresh } from '../../../../core/versions.ts'
import { attempt, rows } from '../../../../store/connection.ts'
import { isTaken } from '../../../../store/engines/engine.ts'
import { mapPage, type Page, pageFrom, type PageAsked } from '../../../../store/pages.ts'
import { recordOf } from '../../../../store/record-of.ts'
import { oneOf, sql, when, where } from '../../../../store/sql.ts'
import { folded, type RowOf } from '../../../../store/table.ts'
import { difference, record } from '../../../office/audit/record.ts'
import { phone } from '../../../office/hospitals/hospitals.ts'
import { scopeOf } from '../../../office/places/facilities.ts'
import { resolveDepartment } from '../../../office/places/places.ts'
import type { Ward, WardChange, WardInput } from './shapes.ts'
import { beds, wards } from './tables.ts'
import { mustBeEmpty } from './taken.ts'
import type { ward_kinds } from '../words.ts'

export type WardRow = RowOf<(typeof wards)['columns']>
type Of = Pick<Caller, 'hospital_id'>

export const wardRecord = recordOf(wards, 'ward')

export interface WardFilter extends PageAsked {
  search?: string
  kind?: (typeof ward_kinds)[number]
  active?: boolean
  facility_id?: string
}

export async function list(caller: Caller, asked: WardFilter): Promise<Page<Ward>> {
  const scope = await scopeOf(caller, asked.facility_id)
  const words = asked.search?.trim().toLowerCase() ?? ''
  const found = await pageFrom(wards, asked, {
    from: sql` from wards${where([
      sql`hospital_id = ${caller.hospital_id}`,
      scope === 'all' ? undefined : sql`facility_id${oneOf(scope)}`,
      when(asked.kind, sql`kind = ${asked.kind}`),
      asked.active === undefined ? undefined : sql`active = ${asked.active}`,
      // A branch has a few dozen wards: no index is worth its keep.
      when(words, sql`(name_key like ${`%${folded(words)}%`} or lower(code) like ${`%${words}%`})`),
    ])}`,
    order: sql` order by name_key, id`,
  })
  const counts = await bedCounts(
    caller,
    found.rows.map(({ id }) => id),
  )
  return mapPage(found, (row) => ({ ...row, beds: counts.get(row.id) ?? no_beds }))
}

export async function find(caller: Caller, id: string): Promise<Ward> {
  const row = await wardRecord.get(caller, id)
  return { ...row, beds: (await bedCounts(caller, [id])).get(id) ?? no_beds }
}

/** Of a list: several at once, by id. */
export async function wardsById(
  { hospital_id }: Of,
  ids: readonly string[],
): Promise<Map<string, WardRow>> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return new Map()
  const found = await wards.all({ hospital_id, id: wanted })
  return new Map(found.map((row) => [row.id, row]))
}

export async function open(caller: Caller, input: WardInput): Promise<Ward> {
  const { hospital_id, facility_id } = caller
  if (facility_id === null) throw invalid('facility_id', 'is required.')
  const { dose_times: _read_below, ...plain } = input
  const fields = await readable(caller, input)
  const code = capitals(input.code)
  const made = await attempt(() =>
    wards.insert({
      ...plain,
      ...fields,
      name: input.name,
      name_key: folded(input.name),
      kind: input.kind,
      code,
      hospital_id,
      facility_id,
    }),
  ).catch((error: unknown) => {
    throw taken(error, code, input.name)
  })
  noted(caller, 'ward.create', made)
  return find(caller, made.id)
}

export async function change(caller: Caller, id: string, input: WardChange): Promise<Ward> {
  const before = await wardRecord.locked(caller, id)
  fresh(caller, before)
  if (input.active === false && before.active) await mustBeEmpty(caller, 'ward', before)
  const { dose_times: _read_below, ...plain } = input
  const changes = {
    ...plain,
    ...(await readable(caller, input, before)),
    ...(input.code === undefined ? {} : { code: capitals(input.code) }),
    ...(input.name === undefined ? {} : { name_key: folded(input.name) }),
  }
  await attempt(() => wards.change({ hospital_id: caller.hospital_id, id }, changes)).catch(
    (error: unknown) => {
      throw taken(error, changes.code ?? before.code, input.name ?? before.name)
    },
  )
  noted(caller, 'ward.update', before, difference(before, changes))
  return find(caller, id)
}

async function readable(
  caller: Caller,
  input: WardChange,
  before?: WardRow,
): Promise<Partial<WardRow>> {
  const min = input.min_age_days === undefined ? before?.min_age_days : input.min_age_days
  const max = input.max_age_days === undefined ? before?.max_age_days : input.max_age_days
  if (typeof min === 'number' && typeof max === 'number' && min > max) {
    throw invalid('min_age_days', 'is more than max_age_days.')
  }
  if (typeof input.store_id === 'string' && !isId(input.store_id)) throw noSuch('store')
  return {
    ...(input.department === undefined
      ? {}
      : {
          department: input.department
            ? (await resolveDepartment(caller, input.department)).name
            : null,
        }),
    ...(input.daily_codes === undefined
      ? {}
      : { daily_codes: [...new Set(input.daily_codes.map(capitals))] }),
    ...(input.dose_times === undefined ? {} : { dose_times: doseTimes(input.dose_times) }),
    ...(await phonesOf(caller, input)),
  }
}

async function phonesOf(caller: Caller, input: WardChange): Promise<Partial<WardRow>> {
  const said: Partial<WardRow> = {}
  for (const field of ['phone', 'escalation_phone'] as const) {
    const typed = input[field]
    if (typed !== undefined) said[field] = typed ? await phone(caller, field, typed) : null
  }
  return said
}

/** `{BD: ['08:00', '20:00']}`. */
function doseTimes(typed: Record<string, unknown> | null): Record<string, string[]> | null {
  if (typed === null) return null
  const fits = Object.entries(typed).every(
    ([code, times]) =>
      /^[A-Z0-9_]{1,20}$/.test(code) &&
      Array.isArray(times) &&
      times.length <= 24 &&
      times.every((time) => typeof time === 'string' && /^([01]\d|2[0-3]):[0-5]\d$/.test(time)),
  )
  if (!fits) throw invalid('dose_times', 'must give times like 08:00 for each frequency.')
  return typed as Record<string, string[]>
}

function taken(error: unknown, code: string, name: string): unknown {
  if (isTaken(error, 'code')) return conflict(`There is a ward with the code ${code} already.`)
  if (isTaken(error, 'name_key')) return conflict(`There is a ward called ${name} already.`)
  return error
}

/** A ward that a body names: of this hospital and in use. */
export async function wardInUse(caller: Of, id: string): Promise<WardRow> {
  const row = await wardRecord.get(caller, id)
  if (!row.active) throw conflict(`${row.name} is closed.`, 'closed')
  return row
}

export const no_beds: Ward['beds'] = {
  total: 0,
  free: 0,
  reserved: 0,
  occupied: 0,
  to_clean: 0,
  out_of_service: 0,
  extra: 0,
}

/** CAR-134: extra beds are counted apart, and those out of service are none of the total. */
export async function bedCounts(
  { hospital_id }: Of,
  ward_ids: readonly string[],
): Promise<Map<string, Ward['beds']>> {
  const counts = new Map(ward_ids.map((id) => [id, { ...no_beds }]))
  if (ward_ids.length === 0) return counts
  const found = await rows<{ ward_id: string; status: string; extra: unknown; n: number }>(
    sql`select ward_id, status, extra, count(*) as n from beds
      where hospital_id = ${hospital_id} and ward_id${oneOf(ward_ids)} and active
      group by ward_id, status, extra`,
  )
  for (const { ward_id, status, extra, n } of found) {
    const count = counts.get(ward_id)
    if (count === undefined) continue
    if (extra === true || extra === 1) {
      count.extra += Number(n)
      continue
    }
    count[status.toLowerCase() as keyof Ward['beds']] += Number(n)
    if (status !== 'OUT_OF_SERVICE') count.total += Number(n)
  }
  return counts
}

function noted(
  caller: Caller,
  action: string,
  { id, name }: WardRow,
  changes?: Record<string, [unknown, unknown]>,
): void {
  record(caller, action, { entity_type: 'ward', entity_id: id, entity_label: name, changes })
}

export const bedsOfWard = ({ hospital_id }: Of, ward_id: string) =>
  beds.all({ hospital_id, ward_id, active: true }, { order: ['label_order', 'id'] })
