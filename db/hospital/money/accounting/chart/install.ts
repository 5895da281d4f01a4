// The books of a new hospital (ACC-24): chart, map, preferences, the calendar year.

import type { Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { newId } from '../../../../core/ids.ts'
import { conflict } from '../../../../core/refusal.ts'
import { hospitalOf, today } from '../../../office/hospitals/hospitals.ts'
import { default_chart, kindOf, sectionOf } from './default-chart.ts'
import {
  default_classes,
  default_expense,
  default_income,
  default_methods,
  default_roles,
  type PostingMap,
} from './default-map.ts'
import { default_filing_kinds, default_rates } from '../taxes/default-taxes.ts'
import { first_hash } from '../posting/first-hash.ts'
import { funding_accounts } from '../funding/tables.ts'
import { actingBranch } from '../posting/post.ts'
import { shipped_second_approver } from '../years/second-approver.ts'
import {
  accounting_preferences,
  accounts,
  fiscal_years,
  ledger_heads,
  posting_maps,
} from '../tables.ts'
import { filing_kinds, tax_rates } from '../taxes/tables.ts'
import { forgetRates } from '../taxes/rates.ts'

type Tenant = Pick<Caller, 'hospital_id' | 'name'>

export async function install(caller: Tenant): Promise<{
  accounts: number
  tax_rates: number
  filing_kinds: number
  funding_accounts: number
  fiscal_year: string
}> {
  const { hospital_id } = caller
  if ((await accounting_preferences.find({ hospital_id })) !== undefined) {
    throw conflict('This hospital has a chart of accounts already.')
  }
  const ids = new Map(default_chart.map(([code]) => [code, newId()]))
  await accounts.insertMany(
    default_chart.map(([code, parent, what, name, is_bank = false]) => ({
      id: ids.get(code) as string,
      hospital_id,
      code,
      name,
      kind: kindOf(code),
      role: what === 'GROUP' || what === 'CONTROL' ? what : ('POSTING' as const),
      parent_id: ids.get(parent) ?? null,
      is_bank,
      grouping: what === 'GROUP' || what === 'CONTROL' ? null : what,
      sort_order: Number(code),
      statement_section: sectionOf(code),
    })),
  )
  await posting_maps.insert({
    hospital_id,
    version: 1,
    map: mapOf(ids),
    made_at: clock.instant(),
    made_by_name: caller.name,
  })
  await accounting_preferences.insert({
    hospital_id,
    stamp: newId(),
    map_version: 1,
    cash_group_id: ids.get('1100') ?? null,
    default_department: 'General',
    second_approver: shipped_second_approver,
  })
  await ledger_heads.insert({ hospital_id, chain_no: 0, hash: first_hash, turnover: 0 })
  const { country, currency } = await hospitalOf({ hospital_id })
  return {
    accounts: default_chart.length,
    tax_rates: await firstRates(hospital_id, country, ids),
    filing_kinds: await firstKinds(hospital_id, country, ids),
    funding_accounts: await firstFunding(hospital_id, currency, ids),
    fiscal_year: await firstYear(hospital_id),
  }
}

/** The rates of the country, from the first day of this year (ALL-23). */
async function firstRates(
  hospital_id: string,
  country: string,
  ids: ReadonlyMap<string, string>,
): Promise<number> {
  const effective_from = `${(await today({ hospital_id })).slice(0, 4)}-01-01`
  const rates = default_rates[country] ?? []
  await tax_rates.insertMany(
    rates.map(({ liability, ...rate }) => ({
      ...rate,
      hospital_id,
      effective_from,
      liability_account_id: ids.get(liability) ?? null,
      input_account_id: rate.kind === 'VAT' ? (ids.get('1303') ?? null) : null,
      payment_methods: [],
      methods_key: '',
    })),
  )
  forgetRates()
  return rates.length
}

async function firstKinds(
  hospital_id: string,
  country: string,
  ids: ReadonlyMap<string, string>,
): Promise<number> {
  const kinds = default_filing_kinds[country] ?? []
  await filing_kinds.insertMany(
    kinds.map(({ accounts: codes, ...kind }) => ({
      ...kind,
      hospital_id,
      due_month_offset: 1,
      account_ids: codes.flatMap((code) => ids.get(code) ?? []),
    })),
  )
  return kinds.length
}

/** A safe, a bank and a till, so that a fresh hospital can take every method of payment. */
async function firstFunding(
  hospital_id: string,
  currency: string,
  ids: ReadonlyMap<string, string>,
): Promise<number> {
  const facility_id = await actingBranch({ hospital_id, facility_id: null })
  const first = [
    ['1101', 'cash', 'Main safe'],
    ['1110', 'bank', 'Bank – operating'],
    ['1120', 'mobile', 'Mobile money – till A'],
  ] as const
  await funding_accounts.insertMany(
    first.map(([code, kind, name]) => ({
      hospital_id,
      facility_id,
      account_id: ids.get(code) as string,
      name,
      kind,
      currency,
      is_default: true,
    })),
  )
  return first.length
}

async function firstYear(hospital_id: string): Promise<string> {
  const name = (await today({ hospital_id })).slice(0, 4)
  await fiscal_years.insert({
    hospital_id,
    name,
    starts_on: `${name}-01-01`,
    ends_on: `${name}-12-31`,
    status: 'OPEN',
  })
  return name
}

function mapOf(ids: ReadonlyMap<string, string>): PostingMap {
  const id = (code: string): string => {
    const found = ids.get(code)
    if (found === undefined) throw new Error(`the shipped chart has no ${code}`)
    return found
  }
  const all = (codes: Readonly<Record<string, string>>): Record<string, string> =>
    Object.fromEntries(Object.entries(codes).map(([name, code]) => [name, id(code)]))
  return {
    roles: all(default_roles),
    income: all(default_income),
    expense: all(default_expense),
    methods: all(default_methods),
    product_classes: Object.fromEntries(
      Object.entries(default_classes).map(([name, { stock, cost }]) => [
        name,
        { stock: id(stock), cost: id(cost) },
      ]),
    ),
  }
}
