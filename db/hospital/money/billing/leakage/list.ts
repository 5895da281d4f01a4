// Leaks as a list with what they are worth, and by department and month (BIL-139).

import type { Caller } from '../../../../core/caller.ts'
import { row, rows } from '../../../../store/connection.ts'
import { type Page, pageFrom, type PageAsked } from '../../../../store/pages.ts'
import { oneOf, type Sql, sql, when, where } from '../../../../store/sql.ts'
import { rowsOf } from '../../../desk/patients/rows.ts'
import { scopeOf } from '../../../office/places/facilities.ts'
import { type Purse, purseOf } from '../../accounting/purse.ts'
import { leakageRecord, type Row } from './ending.ts'
import type { Leakage, LeakageFilter, LeakageMonth } from './shapes.ts'
import { leakages } from './tables.ts'

export async function list(
  caller: Caller,
  asked: LeakageFilter & PageAsked,
): Promise<Page<Leakage>> {
  const purse = await purseOf(caller)
  const from = await asking(caller, asked)
  const found = await pageFrom(leakages, asked, {
    from,
    order: sql` order by found_on desc, id desc`,
  })
  const sum = await row<{ value: number }>(
    sql`select cast(coalesce(sum(value), 0) as bigint) as value${from}`,
  )
  const totals = { value: purse.major(Number(sum?.value ?? 0)) }
  return {
    rows: await shownAll(caller, purse, found.rows),
    meta: Object.assign(found.meta, { totals }),
  }
}

async function asking(caller: Caller, asked: LeakageFilter): Promise<Sql> {
  const scope = await scopeOf(caller, asked.facility_id)
  return sql` from leakages${where([
    sql`hospital_id = ${caller.hospital_id}`,
    scope === 'all' ? undefined : sql`facility_id${oneOf(scope)}`,
    when(asked.kind, sql`kind = ${asked.kind}`),
    when(asked.status, sql`status = ${asked.status}`),
    when(asked.department, sql`department = ${asked.department}`),
    when(asked.from, sql`found_on >= ${asked.from}`),
    when(asked.to, sql`found_on <= ${asked.to}`),
  ])}`
}

export async function find(caller: Caller, id: string): Promise<Leakage> {
  const found = await leakageRecord.get(caller, id)
  const [shown] = await shownAll(caller, await purseOf(caller), [found])
  return shown as Leakage
}

async function shownAll(caller: Caller, purse: Purse, found: readonly Row[]): Promise<Leakage[]> {
  const known = await rowsOf(
    caller,
    found.flatMap(({ patient_id }) => patient_id ?? []),
  )
  const by_id = new Map(known.map((patient) => [patient.id, patient]))
  return found.map((one) => {
    const patient = by_id.get(one.patient_id ?? '')
    return {
      ...one,
      patient:
        patient === undefined
          ? null
          : { id: patient.id, number: patient.number, name: patient.full_name },
      value: purse.major(one.value),
    }
  })
}

/** BIL-139: what was found is what was billed, explained, is gone and is open. */
export async function byMonth(caller: Caller, asked: LeakageFilter): Promise<LeakageMonth[]> {
  const { major } = await purseOf(caller)
  const of = (status: string): Sql =>
    sql`cast(coalesce(sum(case when status = ${status} then value else 0 end), 0) as bigint)`
  const found = await rows<
    Record<'found' | 'billed' | 'explained' | 'gone' | 'open', number> & {
      month: string
      department: string | null
      count: number
    }
  >(
    sql`select substr(found_on, 1, 7) as month, department, count(*) as count,
        cast(coalesce(sum(value), 0) as bigint) as found, ${of('BILLED')} as billed,
        ${of('EXPLAINED')} as explained, ${of('GONE')} as gone, ${of('OPEN')} as open
      ${await asking(caller, asked)}
      group by substr(found_on, 1, 7), department order by month desc, department`,
  )
  return found.map(({ month, department, count, ...sums }) => ({
    month,
    department,
    count: Number(count),
    found: major(Number(sums.found)),
    billed: major(Number(sums.billed)),
    explained: major(Number(sums.explained)),
    gone: major(Number(sums.gone)),
    open: major(Number(sums.open)),
  }))
}
