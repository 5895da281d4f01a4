// Coverage rules of a scheme from a file: each row is a new rule. One that stands already with the
// same service, kind, plan and first day follows the file.

import type { Caller } from '../../caller.ts'
import { noneCalled } from '../../refusal.ts'
import { read } from '../../validate.ts'
import { type ListImported, type ListRow, rowsIn, writeRows } from '../imports/list-file.ts'
import { today } from '../hospitals/hospitals.ts'
import { codeOf } from '../tariff/prices.ts'
import { scheme_plans } from '../tariff/scheme-tables.ts'
import { change, open } from './coverage-rules.ts'
import { RuleInput } from './rule-shapes.ts'
import { coverage_rules } from './tables.ts'

const numbers = [
  'coverage_pct',
  'copay_amount',
  'item_ceiling',
  'max_quantity',
  'preauth_above',
  'age_from',
  'age_to',
  'waiting_days',
] as const
const flags = ['covered', 'preauth_required'] as const
const plain = [
  'code',
  'category',
  'per',
  'visit_class',
  'sex',
  'effective_from',
  'effective_to',
  'note',
] as const
const columns = [...plain, ...numbers, ...flags, 'plan', 'diagnosis_codes'] as const

export async function importRules(
  caller: Caller,
  scheme_id: string,
  bytes: Buffer,
  is_trial: boolean,
): Promise<ListImported> {
  const rows = await rowsIn(bytes, columns, [])
  return writeRows(rows, is_trial, (row) => written(caller, scheme_id, row))
}

async function written(
  caller: Caller,
  scheme_id: string,
  { cells }: ListRow,
): Promise<'created' | 'changed' | 'same'> {
  const input = read(RuleInput, await fieldsOf(caller, scheme_id, cells), 'words')
  const { hospital_id } = caller
  const before = await coverage_rules.find({
    hospital_id,
    scheme_id,
    plan_id: input.plan_id ?? null,
    code: input.code === undefined || input.code === null ? null : codeOf(input.code),
    category: input.category ?? null,
    effective_from: input.effective_from ?? (await today(caller)),
  })
  if (before === undefined) {
    await open(caller, scheme_id, input)
    return 'created'
  }
  const after = await change(caller, scheme_id, before.id, input)
  return after.id === before.id && after.version === before.version ? 'same' : 'changed'
}

async function fieldsOf(
  { hospital_id }: Caller,
  scheme_id: string,
  cells: ListRow['cells'],
): Promise<Record<string, unknown>> {
  const { plan = '', diagnosis_codes = '', ...rest } = cells
  const given: Record<string, unknown> = {}
  for (const [name, typed] of Object.entries(rest)) {
    if (typed === '') continue
    if (numbers.some((one) => one === name)) {
      given[name] = /^-?\d+(?:\.\d+)?$/.test(typed) ? Number(typed) : typed
    } else if (flags.some((one) => one === name)) given[name] = truth(typed)
    else given[name] = typed
  }
  if (diagnosis_codes !== '') given['diagnosis_codes'] = diagnosis_codes.split(/[\s;]+/)
  if (plan !== '') {
    const plans = await scheme_plans.all({ hospital_id, scheme_id })
    const wanted = plan.toLowerCase()
    const found = plans.find(({ code, name }) =>
      [code, name].some((known) => known?.toLowerCase() === wanted),
    )
    if (found === undefined) throw noneCalled('plan', plan)
    given['plan_id'] = found.id
  }
  return given
}

/** What is neither is left for the shape to refuse. */
const truth = (typed: string): unknown =>
  /^(?:yes|true|1)$/i.test(typed) ? true : /^(?:no|false|0)$/i.test(typed) ? false : typed
