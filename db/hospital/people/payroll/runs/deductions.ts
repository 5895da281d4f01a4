// What is taken beside what the law takes (HR-101 to HR-103).

import type { Carried, Deduction } from '../slips/tables.ts'
import type { Material } from './material.ts'
import { bpOf, quotient } from './rounding.ts'
import type { Common } from './reckon-slip.ts'

interface Wanted extends Omit<Deduction, 'balance_left'> {
  priority: number
  /** Of a loan, before this. */
  balance: number | null
}

/** By priority while enough is left to live on; what does not fit waits for the next month. */
export function deductionsOf(
  common: Common,
  material: Material,
  { left: net, basic, gross }: { left: number; basic: number; gross: number },
): { deductions: Deduction[]; carried: Carried[] } {
  if (common.kind === 'SUPPLEMENTARY') return { deductions: [], carried: [] }
  const { min_net_pct_of_basic } = common.settings
  const least =
    common.kind === 'FINAL' ? 0 : quotient(BigInt(basic) * bpOf(min_net_pct_of_basic), 10_000n)
  let left = Math.max(0, net - Math.max(0, least))
  const deductions: Deduction[] = []
  const carried: Carried[] = []
  for (const { priority: _priority, balance, ...one } of wantedOf(common, material, basic, gross)) {
    const amount = Math.min(one.amount, left)
    left -= amount
    if (amount < one.amount && one.loan_id === null) {
      carried.push({ code: one.code, amount: one.amount - amount })
    }
    if (amount > 0) {
      deductions.push({
        ...one,
        amount,
        balance_left: balance === null ? null : balance - amount,
      })
    }
  }
  return { deductions, carried }
}

function wantedOf(common: Common, material: Material, basic: number, gross: number): Wanted[] {
  const all = [
    ...ofProfile(common, material, basic, gross),
    ...ofInputs(common, material),
    ...ofLoans(common, material),
  ]
  // What was not taken last month comes with what is due in this one.
  for (const { code, amount } of material.carried) {
    const due = all.find((one) => one.code === code && one.loan_id === null)
    if (due === undefined) all.push(wanted(common, code, amount))
    else due.amount += amount
  }
  // What an earlier run of the month took of a leaver is not taken again.
  for (const one of all) {
    if (one.loan_id === null) one.amount -= material.paid.deductions.get(one.code) ?? 0
  }
  return all.filter(({ amount }) => amount > 0).toSorted((a, b) => a.priority - b.priority)
}

function wanted({ catalogue }: Common, code: string, amount: number): Wanted {
  const component = catalogue.get(code)
  return {
    code,
    name: component?.name ?? code,
    amount,
    loan_id: null,
    account_id: component?.liability_account_id ?? null,
    priority: component?.priority ?? 500,
    balance: null,
  }
}

function ofProfile(common: Common, { profiles }: Material, basic: number, gross: number): Wanted[] {
  const { period, catalogue } = common
  return (profiles.at(-1)?.components ?? []).flatMap((one): Wanted[] => {
    const component = catalogue.get(one.code)
    if (component?.kind !== 'DEDUCTION') return []
    if ((one.from ?? '') > period.last || (one.to ?? '9999') < period.first) return []
    const of = component.calc === 'PCT_OF_GROSS' ? gross : basic
    const amount =
      component.calc === 'PCT_OF_BASIC' || component.calc === 'PCT_OF_GROSS'
        ? quotient(BigInt(Math.max(0, of)) * BigInt(one.value), 10_000n)
        : component.calc === 'UNITS_X_RATE'
          ? quotient(BigInt(one.value) * BigInt(one.units ?? 0), 100n)
          : one.value
    return [wanted(common, one.code, amount)]
  })
}

const ofInputs = (common: Common, { inputs }: Material): Wanted[] =>
  inputs.flatMap(({ component_code, amount }) =>
    common.catalogue.get(component_code)?.kind === 'DEDUCTION' && amount !== null
      ? [wanted(common, component_code, amount)]
      : [],
  )

const components: Readonly<Record<string, string>> = { OTHER: 'OWING' }

/** The instalment, or what is left where that is less; who leaves gives all of it back. */
const ofLoans = (common: Common, { loans }: Material): Wanted[] =>
  loans.map(({ id, kind, number, instalment, balance }) => ({
    ...wanted(
      common,
      components[kind] ?? kind,
      common.kind === 'FINAL' ? balance : Math.min(instalment, balance),
    ),
    name: `${common.catalogue.get(components[kind] ?? kind)?.name ?? kind} ${number}`,
    loan_id: id,
    balance,
  }))
