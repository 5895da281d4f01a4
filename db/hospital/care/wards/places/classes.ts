// What kinds of bed there are, and what a day in one is charged as (2.11).

import type { Caller } from '../../../../core/caller.ts'
import { capitals } from '../../../../core/kinds/capitals.ts'
import { conflict, invalid } from '../../../../core/refusal.ts'
import { fresh } from '../../../../core/versions.ts'
import { attempt } from '../../../../store/connection.ts'
import { isTaken } from '../../../../store/engines/engine.ts'
import { mapPage, type Page, pageFrom, type PageAsked } from '../../../../store/pages.ts'
import { recordOf } from '../../../../store/record-of.ts'
import { sql, when, where } from '../../../../store/sql.ts'
import { folded, type RowOf } from '../../../../store/table.ts'
import { type Purse, purseOf } from '../../../money/accounting/purse.ts'
import { difference, record } from '../../../office/audit/record.ts'
import { chargeOfClass } from '../stays/due.ts'
import type { BedClass, BedClassChange, BedClassInput } from './shapes.ts'
import { bed_classes } from './tables.ts'
import { mustBeEmpty } from './taken.ts'

export type ClassRow = RowOf<(typeof bed_classes)['columns']>

export const bedClassRecord = recordOf(bed_classes, 'bed class')

export async function list(
  caller: Caller,
  asked: PageAsked & { search?: string; active?: boolean },
): Promise<Page<BedClass>> {
  const purse = await purseOf(caller)
  const found = await pageFrom(bed_classes, asked, {
    from: sql` from bed_classes${where([
      sql`hospital_id = ${caller.hospital_id}`,
      asked.active === undefined ? undefined : sql`active = ${asked.active}`,
      when(asked.search, sql`name_key like ${`%${folded(asked.search ?? '')}%`}`),
    ])}`,
    order: sql` order by name_key, id`,
  })
  return mapPage(found, (row) => shown(purse, row))
}

export const find = async (caller: Caller, id: string): Promise<BedClass> =>
  shown(await purseOf(caller), await bedClassRecord.get(caller, id))

const shown = (purse: Purse, row: ClassRow): BedClass => ({
  ...row,
  deposit: row.deposit === null ? null : purse.major(row.deposit),
})

export async function open(caller: Caller, input: BedClassInput): Promise<BedClass> {
  const made = await attempt(async () =>
    bed_classes.insert({
      ...(await readable(caller, input)),
      name: input.name,
      name_key: folded(input.name),
      code: capitals(input.code),
      hospital_id: caller.hospital_id,
    }),
  ).catch((error: unknown) => {
    throw taken(error, input.name)
  })
  noted(caller, 'bed_class.create', made)
  return find(caller, made.id)
}

export async function change(caller: Caller, id: string, input: BedClassChange): Promise<BedClass> {
  const before = await bedClassRecord.locked(caller, id)
  fresh(caller, before)
  if (input.active === false && before.active) await mustBeEmpty(caller, 'class', before)
  const code = input.code === undefined ? before.code : capitals(input.code)
  // CAR-139: the days until now are what the class was until now.
  if (code !== before.code) await chargeOfClass(caller, id)
  const changes = {
    ...(await readable(caller, input)),
    ...(input.name === undefined ? {} : { name: input.name, name_key: folded(input.name) }),
    ...(input.active === undefined ? {} : { active: input.active }),
    code,
  }
  await attempt(() => bed_classes.change({ hospital_id: caller.hospital_id, id }, changes)).catch(
    (error: unknown) => {
      throw taken(error, input.name ?? before.name)
    },
  )
  noted(caller, 'bed_class.update', before, difference(before, changes))
  return find(caller, id)
}

async function readable(caller: Caller, input: BedClassChange): Promise<Partial<ClassRow>> {
  const purse = await purseOf(caller)
  const { deposit, hold_code, day_case_code, hourly } = input
  if (typeof deposit === 'number' && deposit < 0) throw invalid('deposit', 'must not be negative.')
  const kept = (typed: string | null): string | null => (typed ? capitals(typed) : null)
  return {
    ...(deposit === undefined
      ? {}
      : { deposit: deposit === null ? null : purse.minor('deposit', deposit) }),
    ...(hold_code === undefined ? {} : { hold_code: kept(hold_code) }),
    ...(day_case_code === undefined ? {} : { day_case_code: kept(day_case_code) }),
    ...(hourly === undefined ? {} : { hourly }),
  }
}

const taken = (error: unknown, name: string): unknown =>
  isTaken(error, 'name_key') ? conflict(`There is a class called ${name} already.`) : error

function noted(
  caller: Caller,
  action: string,
  { id, name }: ClassRow,
  changes?: Record<string, [unknown, unknown]>,
): void {
  record(caller, action, { entity_type: 'bed_class', entity_id: id, entity_label: name, changes })
}
