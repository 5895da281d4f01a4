// Coverage rules of a scheme from a file: each row is a new rule. One that stands already for the
// same service, kind and plan and for the same people (class of visit, sex, age, diagnoses) follows
// the file: the one of that first day, or what followed it (5.7), or the one in force today where
// the row says no day.

import type { Caller } from '../../../core/caller.ts'
import { nextDay } from '../../../core/clock.ts'
import { noneCalled } from '../../../core/refusal.ts'
import { read } from '../../../core/validate.ts'
import {
  type ListImported,
  type ListRow,
  rowsIn,
  truth,
  writeRows,
} from '../../office/imports/list-file.ts'
import { today } from '../../office/hospitals/hospitals.ts'
import { codeOf } from '../tariff/prices.ts'
import { scheme_plans } from '../tariff/scheme-tables.ts'
import { change, open } from './coverage-rules.ts'
import type { RuleRow } from './engine.ts'
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
  const before = await standing(caller, scheme_id, input)
  if (before === undefined) {
    await open(caller, scheme_id, input)
    return 'created'
  }
  // The same diagnoses in another order are no change.
  const { diagnosis_codes: _same, effective_from: _first, ...said } = input
  const after = await change(caller, scheme_id, before.id, said)
  return after.id === before.id && after.version === before.version ? 'same' : 'changed'
}

/** Two rows that differ in whom they are for are two rules. */
async function standing(
  caller: Caller,
  scheme_id: string,
  input: RuleInput,
): Promise<RuleRow | undefined> {
  const { code, plan_id = null, category = null, visit_class = null, sex = null } = input
  const { age_from = null, age_to = null, diagnosis_codes = null, effective_from } = input
  const found = await coverage_rules.all(
    {
      hospital_id: caller.hospital_id,
      scheme_id,
      plan_id,
      code: code ? codeOf(code) : null,
      category,
      visit_class,
      sex,
      age_from,
      age_to,
    },
    { order: ['-effective_from', '-id'] },
  )
  const own = found.filter((rule) => listed(rule.diagnosis_codes) === listed(diagnosis_codes))
  if (effective_from) return lastOf(own, input)
  const day = await today(caller)
  return own.find((rule) => rule.effective_from <= day && (rule.effective_to ?? day) >= day)
}

/** What decided bills was not altered but ended and followed: where a row names no end, the last. */
function lastOf(own: readonly RuleRow[], { effective_from, effective_to }: RuleInput) {
  let last = own.find((rule) => rule.effective_from === effective_from)
  for (let next = last; next !== undefined && !effective_to; ) {
    last = next
    const ended = next.effective_to
    next = own.find((rule) => ended !== null && rule.effective_from === nextDay(ended))
  }
  return last
}

const listed = (codes: readonly string[] | null): string => (codes ?? []).toSorted().join(' ')

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
    } else if (flags.some((one) => one === name)) given[name] = truth(name, typed)
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
