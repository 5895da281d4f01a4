// How the hospital keeps its goods (2.9): what is set, and what counts where nothing is.

import type { Caller } from '../../../../core/caller.ts'
import { toMajor, toMinor } from '../../../../core/kinds/money.ts'
import { invalid } from '../../../../core/refusal.ts'
import { fresh } from '../../../../core/versions.ts'
import { attempt } from '../../../../store/connection.ts'
import { isTaken } from '../../../../store/engines/engine.ts'
import { difference, record } from '../../../office/audit/record.ts'
import { currency as currencyOf } from '../../../office/hospitals/hospitals.ts'
import type { StockSettings, StockSettingsChange } from './shapes.ts'
import { stock_settings } from './tables.ts'

type Of = Pick<Caller, 'hospital_id'>
type Kept = Omit<StockSettings, 'version'>

const money_fields = [
  'direct_receipt_limit',
  'match_price_abs',
  'match_total_abs',
  'adjust_approval_above',
  'count_recount_value',
  'rfq_above',
] as const

/** Money in major units, as the chapter ships it. */
const shipped: Kept = {
  receipt_min_shelf_days: 180,
  receipt_over_pct: 0,
  direct_receipt_limit: 200_000,
  inspectors_min: 1,
  poster_may_be_buyer: false,
  vat_recoverable: false,
  match_price_pct: 2,
  match_price_abs: 0,
  match_total_abs: 1000,
  match_qty_pct: 0,
  adjust_approval_above: 50_000,
  count_recount_pct: 5,
  count_recount_value: 50_000,
  expiry_warn_days: [180, 90, 60, 30],
  issue_min_days: 0,
  amc_months: 6,
  abc_a_pct: 70,
  abc_b_pct: 90,
  transfer_days: 7,
  controlled_check_times: ['07:00', '19:00'],
  witness_minutes: 5,
  cold_heat_minutes: 600,
  cold_freeze_minutes: 60,
  cold_silent_hours: 14,
  msd_first: false,
  rfq_above: 5_000_000,
  po_email: true,
  programme_charge: false,
}

/** For rules: money in minor units. */
export async function settingsOf(caller: Of): Promise<StockSettings> {
  const money = await currencyOf(caller)
  const found = await stock_settings.find({ hospital_id: caller.hospital_id })
  const first = inUnits(shipped, (amount) => toMinor(amount, money, 'amount'))
  return { ...first, ...found?.said, version: found?.version ?? 1 }
}

const inUnits = <T extends Partial<Kept>>(kept: T, turned: (amount: number) => number): T => {
  const now = { ...kept }
  for (const field of money_fields) {
    const amount = now[field]
    if (amount !== undefined) Object.assign(now, { [field]: turned(amount) })
  }
  return now
}

export async function find(caller: Caller): Promise<StockSettings> {
  const money = await currencyOf(caller)
  return inUnits(await settingsOf(caller), (amount) => toMajor(amount, money))
}

export async function change(caller: Caller, input: StockSettingsChange): Promise<StockSettings> {
  const { hospital_id } = caller
  if (Object.keys(input).length === 0) return find(caller)
  await rowThere(hospital_id)
  const before = await stock_settings.find({ hospital_id }, { lock: true })
  if (before === undefined) throw new Error('the row of settings was just made')
  fresh(caller, before)
  const said = await read(caller, input)
  const now = { ...(await settingsOf(caller)), ...said }
  if (now.abc_b_pct <= now.abc_a_pct) throw invalid('abc_b_pct', 'must be more than abc_a_pct.')
  await stock_settings.change({ hospital_id }, { said: { ...before.said, ...said } })
  record(caller, 'stock_settings.change', {
    entity_type: 'stock_settings',
    entity_id: hospital_id,
    changes: difference({ ...before.said }, said),
  })
  return find(caller)
}

async function read(caller: Of, input: StockSettingsChange): Promise<StockSettingsChange> {
  const money = await currencyOf(caller)
  for (const field of money_fields) {
    if ((input[field] ?? 0) < 0) throw invalid(field, 'must not be negative.')
  }
  const said = { ...input }
  for (const field of money_fields) {
    const amount = input[field]
    if (amount !== undefined) said[field] = toMinor(amount, money, field)
  }
  if (said.expiry_warn_days !== undefined) {
    said.expiry_warn_days = [...new Set(said.expiry_warn_days)].toSorted((a, b) => b - a)
  }
  return said
}

/** Two firsts at once: one makes the row, the other waits for it. */
async function rowThere(hospital_id: string): Promise<void> {
  if ((await stock_settings.find({ hospital_id })) !== undefined) return
  await attempt(() => stock_settings.insert({ hospital_id, said: {} })).catch((error: unknown) => {
    if (!isTaken(error, 'hospital_id')) throw error
  })
}
