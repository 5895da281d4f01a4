// What a plan would cost from when to when (PLT-73, PLT-74). The rules reckon in minor units.

import type { Caller } from '../../../core/caller.ts'
import { nextDay } from '../../../core/clock.ts'
import { portion, toMajor, toMinor } from '../../../core/kinds/money.ts'
import { invalid } from '../../../core/refusal.ts'
import { today } from '../hospitals/hospitals.ts'
import { daysBetween, monthsOn } from './days.ts'

import { currencyOfPlan, planCalled } from './plans.ts'
import type { Plan, PurchaseInput, Quote } from './shapes.ts'
import { latest, type LicenceKept, openBranches, stateOn } from './standing.ts'
import { plan_purchases } from './tables.ts'

const months_max = 60

/** A quote as it is kept. */
export async function reckon(caller: Caller, input: PurchaseInput): Promise<Quote> {
  const plan = planCalled(input.plan_code)
  if (plan === undefined) throw invalid('plan_code', 'is not one of the plans.')
  const { branches, months } = input
  await checkBranches(caller, plan, branches)
  if (months < plan.months_min || months > months_max) {
    throw invalid('months', `must be between ${plan.months_min} and ${months_max}.`)
  }
  const unit_price = toMinor(plan.price, currencyOfPlan(plan), 'price')
  const subtotal = unit_price * branches * months
  const { starts_on, credit } = await term(caller, plan, branches, subtotal)
  const tax = portion(subtotal - credit, Math.round(plan.tax_pct * 100), 10_000)
  return {
    plan_code: plan.code,
    branches,
    months,
    unit_price,
    subtotal,
    credit,
    tax,
    total: subtotal - credit + tax,
    currency: plan.currency,
    starts_on,
    ends_on: nextDay(monthsOn(starts_on, months), -1),
  }
}

export const quote = async (caller: Caller, input: PurchaseInput): Promise<Quote> =>
  inMajor(await reckon(caller, input))

export function inMajor<Q extends Quote>(kept: Q): Q {
  const currency = currencyOfPlan(kept)
  const { unit_price, subtotal, credit, tax, total } = kept
  return {
    ...kept,
    unit_price: toMajor(unit_price, currency),
    subtotal: toMajor(subtotal, currency),
    credit: toMajor(credit, currency),
    tax: toMajor(tax, currency),
    total: toMajor(total, currency),
  }
}

async function checkBranches(caller: Caller, plan: Plan, branches: number): Promise<void> {
  const open = await openBranches(caller)
  if (branches < open) {
    const have = open === 1 ? '1 open branch' : `${open} open branches`
    throw invalid('branches', `must be at least ${open}: you have ${have}.`)
  }
  if (plan.max_branches !== null && branches > plan.max_branches) {
    throw invalid('branches', `must be at most ${plan.max_branches}.`)
  }
}

async function term(caller: Caller, plan: Plan, branches: number, subtotal: number) {
  const day = await today(caller)
  const now = await latest(caller)
  if (now === undefined || stateOn(day, now) === 'ENDED') return { starts_on: day, credit: 0 }
  if (now.plan_code === plan.code && branches <= now.branches) {
    return { starts_on: nextDay(now.ends_on), credit: 0 }
  }
  return { starts_on: day, credit: Math.min(subtotal, await unused(caller, now, day)) }
}

/** What the days cost that were paid and are left; a licence nobody here paid for gives none. */
async function unused(caller: Caller, now: LicenceKept, day: string): Promise<number> {
  const left = daysBetween(day, now.ends_on)
  if (now.purchase_reference === null || left <= 0) return 0
  const paid = await plan_purchases.find({
    hospital_id: caller.hospital_id,
    reference: now.purchase_reference,
    status: 'PAID',
  })
  if (paid === undefined) return 0
  const whole = daysBetween(now.starts_on, now.ends_on) + 1
  return portion(paid.subtotal, Math.min(left, whole), whole)
}
