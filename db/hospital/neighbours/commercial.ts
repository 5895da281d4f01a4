// What is asked of commercial (COM-80 to COM-85) before it stands.

import type { Caller } from '../../core/caller.ts'
import { question } from '../../core/question.ts'
import { noSuch } from '../../core/refusal.ts'

export const creditCheck = question(
  async (
    _caller: Caller,
    _asked: {
      client_id?: string
      payer?: string
      amount: number
      emergency?: boolean
      /** `salesorder` is always allowed: the order was checked (COM-80). */
      source?: string
    },
  ): Promise<{ allowed: boolean; reason?: string; available?: number }> => ({ allowed: true }),
)

/** Null: no contract of this client names the code. Money in minor units. */
export const priceForClient = question(
  async (
    _caller: Pick<Caller, 'hospital_id'>,
    _asked: {
      client_id: string
      code?: string
      product_id?: string
      quantity: number
      date: string
    },
  ): Promise<{ unit_price: number; source: string; discountable: boolean } | null> => null,
)

/** COM-81: the client whom this name means, whatever its state; null for a name of nobody. */
export const clientByPayer = question(
  async (
    _caller: Caller,
    _payer: string,
  ): Promise<{ client_id: string; name: string; status: string } | null> => null,
)

/** COM-10: within so many days a client pays what is issued to it; null: within the hospital's own. */
export const clientTerms = question(
  async (_caller: Pick<Caller, 'hospital_id'>, _client_id: string): Promise<number | null> => null,
)

/** What an invoice says of a client beside its name (billing 4.19), and in which language (COM-79). */
export const clientOnPaper = question(
  async (
    _caller: Pick<Caller, 'hospital_id'>,
    _client_id: string,
  ): Promise<{
    address: string | null
    phone: string | null
    tin: string | null
    contract_ref: string | null
    language: 'en' | 'sw' | null
  } | null> => null,
)

/** COM-85, T!: a bill of a sales order was cancelled, credited or settled. Lines in thousandths and minor units. */
export const orderBillChanged = question(
  async (
    _caller: Caller,
    _told: {
      bill_id: string
      source_id: string
      change: 'CANCELLED' | 'CREDITED' | 'SETTLED'
      lines: readonly { item_id: string; quantity: number | null; amount: number }[]
    },
  ): Promise<void> => undefined,
)

/** T!: a bill of this order is about to change; whoever holds it takes it before the books. */
export const orderHeld = question(
  async (_caller: Caller, _told: { source_id: string }): Promise<void> => undefined,
)

/** COM-85, T!: what the client owes changed by a payment, a credit note or a reversal. */
export const reviewHold = question(
  async (_caller: Caller, _told: { client_id: string }): Promise<void> => undefined,
)

/** COM-82: somebody shall see to it by that day. */
export const openFollowUp = question(
  async (
    _caller: Caller,
    _asked: {
      subject: string
      due_on: string
      kind?: string
      patient_id?: string | null
      client_id?: string | null
      detail?: string | null
    },
  ): Promise<{ id: string } | null> => null,
)

/** What a rule takes off a bill that is being made, before tax; in minor units, by the line's number. */
export interface RuleDiscount {
  discount_id: string
  reason: string
  lines: ReadonlyMap<number, number>
}

/**
 * COM-64, T!: commercial notes the discount and says what comes off; one that would need approval is
 * refused in its words (COM-70).
 */
export const applyDiscount = question(
  async (
    _caller: Caller,
    _asked: {
      discount_rule_id: string
      bill_id: string
      patient_id: string | null
      day: string
      lines: readonly {
        line: number
        code: string | null
        category: string
        product_id: string | null
        amount: number
      }[]
    },
  ): Promise<RuleDiscount> => {
    throw noSuch('discount rule')
  },
)

/** COM-82: what was asked for and given on this bill, the newest first; in minor units. */
export const discountsOf = question(
  async (
    _caller: Pick<Caller, 'hospital_id'>,
    _bill_id: string,
  ): Promise<
    {
      number: string
      at: string
      kind: 'PERCENT' | 'AMOUNT'
      amount: number
      status: 'PENDING' | 'APPLIED' | 'REFUSED' | 'REMOVED'
    }[]
  > => [],
)

/** 3.1, T!: a client is closed, and what was offered to it falls away. */
export const offersFallAway = question(
  async (_caller: Caller, _told: { client_id: string; reason: string }): Promise<void> => undefined,
)

/** COM-12: what these clients have ordered and is not billed yet, in minor units. */
export const onOrder = question(
  async (
    _caller: Pick<Caller, 'hospital_id'>,
    _client_ids: readonly string[],
  ): Promise<ReadonlyMap<string, number>> => new Map(),
)

/** 3.1: what keeps a client from being closed, in words: an order that is not over. */
export const openOrderOf = question(
  async (_caller: Pick<Caller, 'hospital_id'>, _client_id: string): Promise<string | null> => null,
)

/** 3.1: and a return that is not over. */
export const openReturnOf = question(
  async (_caller: Pick<Caller, 'hospital_id'>, _client_id: string): Promise<string | null> => null,
)
