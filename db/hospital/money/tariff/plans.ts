// The plans of a scheme: ceilings and benefits of its members (2.9).

import type { Caller } from '../../../core/caller.ts'
import { isTaken } from '../../../store/engines/engine.ts'
import { toBasisPoints } from '../../../core/kinds/percent.ts'
import { conflict, noSuch } from '../../../core/refusal.ts'
import type { RowOf } from '../../../store/table.ts'
import { fresh } from '../../../core/versions.ts'
import { type Purse, purseOf } from '../accounting/purse.ts'
import { difference, record } from '../../office/audit/record.ts'
import type { Plan, PlanChange, PlanInput } from './plan-shapes.ts'
import { codeOf } from './prices.ts'
import { notNegative } from './read-price.ts'
import { scheme_plans } from './scheme-tables.ts'
import { schemeRecord } from './schemes.ts'

export type PlanRow = RowOf<(typeof scheme_plans)['columns']>
const plans_max = 200
const amounts = [
  'copay_amount',
  'visit_ceiling',
  'day_ceiling',
  'admission_ceiling',
  'year_ceiling',
] as const

export async function list(caller: Caller, scheme_id: string): Promise<Plan[]> {
  const { hospital_id } = caller
  await schemeRecord.get(caller, scheme_id)
  const purse = await purseOf(caller)
  const order = ['code', 'id']
  const found = await scheme_plans.all({ hospital_id, scheme_id }, { order, limit: plans_max })
  return found.map((row) => view(purse, row))
}

export async function rowOf(
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  scheme_id: string,
  id: string,
): Promise<PlanRow> {
  const found = await scheme_plans.find({ hospital_id, scheme_id, id })
  if (found === undefined) throw noSuch('plan')
  return found
}

export async function open(caller: Caller, scheme_id: string, input: PlanInput): Promise<Plan> {
  const { hospital_id } = caller
  const purse = await purseOf(caller)
  await schemeRecord.get(caller, scheme_id)
  const code = codeOf(input.code)
  await free(caller, scheme_id, code, null)
  if ((await scheme_plans.count({ hospital_id, scheme_id })) >= plans_max) {
    throw conflict(`A scheme has at most ${plans_max} plans.`)
  }
  const made = await scheme_plans
    .insert({
      ...read(purse, input),
      hospital_id,
      scheme_id,
      code,
      name: input.name,
      made_by_name: caller.name,
    })
    .catch((error: unknown) => {
      throw isTaken(error, 'code') ? exists(code) : error
    })
  note(caller, 'scheme_plan.create', made)
  return view(purse, made)
}

export async function change(
  caller: Caller,
  scheme_id: string,
  id: string,
  input: PlanChange,
): Promise<Plan> {
  const purse = await purseOf(caller)
  const before = await rowOf(caller, scheme_id, id)
  fresh(caller, before)
  const said = {
    ...read(purse, input),
    ...(input.code === undefined ? {} : { code: codeOf(input.code) }),
    ...(input.name === undefined ? {} : { name: input.name }),
  }
  if (said.code !== undefined) await free(caller, scheme_id, said.code, id)
  const changes = difference(before, said)
  if (changes === undefined) return view(purse, before)
  await scheme_plans.change({ hospital_id: caller.hospital_id, id }, said)
  note(caller, 'scheme_plan.update', before, changes)
  return view(purse, await rowOf(caller, scheme_id, id))
}

function read(purse: Purse, input: PlanChange): Partial<PlanRow> {
  const { code: _c, name: _n, coverage_pct, ...rest } = input
  const said: Partial<PlanRow> = { ...rest }
  for (const key of amounts) {
    const amount = input[key]
    if (amount === undefined) continue
    said[key] = amount === null ? null : notNegative(purse.minor(key, amount), key)
  }
  if (coverage_pct !== undefined) {
    said.coverage_bp = coverage_pct === null ? null : toBasisPoints(coverage_pct, 'coverage_pct')
  }
  return said
}

async function free({ hospital_id }: Caller, scheme_id: string, code: string, but: string | null) {
  const there = await scheme_plans.find({ hospital_id, scheme_id, code })
  if (there !== undefined && there.id !== but) throw exists(code)
}
const exists = (code: string) => conflict(`Plan ${code} exists.`)

function view(purse: Purse, row: PlanRow): Plan {
  const { hospital_id: _h, coverage_bp, made_by_name, ...shown } = row
  const major = (amount: number | null) => (amount === null ? null : purse.major(amount))
  return {
    ...shown,
    coverage_pct: coverage_bp === null ? null : coverage_bp / 100,
    copay_amount: major(row.copay_amount),
    visit_ceiling: major(row.visit_ceiling),
    day_ceiling: major(row.day_ceiling),
    admission_ceiling: major(row.admission_ceiling),
    year_ceiling: major(row.year_ceiling),
    created_by_name: made_by_name,
  }
}

function note(
  caller: Caller,
  action: string,
  row: PlanRow,
  changes?: Record<string, [unknown, unknown]>,
): void {
  record(caller, action, {
    entity_type: 'scheme',
    entity_id: row.scheme_id,
    entity_label: row.name,
    changes,
  })
}
