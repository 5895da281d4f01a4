// Charges of modules by key (MOD-16): what no code is bound to, or what has no price, is told and stops nothing;
// leakage finds it.

import type { Caller } from '../../../core/caller.ts'
import { Refusal } from '../../../core/refusal.ts'
import { attempt } from '../../../store/connection.ts'
import { type Charge, charge } from '../../money/billing/charges/charge.ts'
import { serviceDone } from '../../money/billing/charges/service-done.ts'

export interface KeyCharged {
  /** Null: no line stands for it. */
  item_id: string | null
  amount: number | null
  payment_ok: boolean
  warning: string | null
}

export interface ChargeAsked extends Omit<Charge, 'code'> {
  key: string
  /** What the hospital bound to the key; null: nothing yet. */
  code: string | null | undefined
  /** The act is over as it is charged. */
  done?: boolean
}

export async function chargeKey(
  caller: Caller,
  { key, code, done = false, ...asked }: ChargeAsked,
): Promise<KeyCharged> {
  if (!code) return unbound(key)
  const line = await priced(caller, { ...asked, code })
  if (line === null) return unbound(key)
  if (done) await serviceDone(caller, asked.source, asked.source_id, {})
  const { item_id, amount, clearance, unit_price } = line
  const warning = unit_price === null ? unset(key) : null
  return { item_id, amount, payment_ok: clearance.may_proceed, warning }
}

const unbound = (key: string): KeyCharged => ({
  item_id: null,
  amount: null,
  payment_ok: true,
  warning: unset(key),
})

const unset = (key: string): string => `No charge is set for ${key}.`

/** A code without a price for this payer is as good as none. */
async function priced(caller: Caller, asked: Charge) {
  return attempt(() => charge(caller, asked)).catch((error: unknown) => {
    if (error instanceof Refusal && no_price.has(error.code)) return null
    throw error
  })
}

const no_price: ReadonlySet<string> = new Set(['unpriced'])
