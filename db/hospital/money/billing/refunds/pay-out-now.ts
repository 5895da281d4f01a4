// Money back over the counter for another area (BIL-9): a refund that people of that area asked for and
// approved is made and paid by whoever stands at the drawer, under the guards of 3.4.

import type { Caller } from '../../../../core/caller.ts'
import { conflict } from '../../../../core/refusal.ts'
import { purseOf } from '../../accounting/purse.ts'
import { policyOf } from '../../policy/policy.ts'
import { creditNoteRecord } from '../credit/rows.ts'
import { anotherPerson } from '../decide.ts'
import { depositRecord } from '../deposits/deposits.ts'
import type { MoneyMethod } from '../payments/words.ts'
import { refunds } from './tables.ts'
import { approved, paid, requestOf, you_approved, you_asked } from './refunds.ts'

interface Who {
  id: string | null
  name: string
}

export async function payOut(
  caller: Caller,
  asked: {
    credit_note_id: string
    /** Minor units. */
    amount: number
    method: MoneyMethod
    reference?: string | null
    requested_by?: Who
    approved_by?: Who
  },
): Promise<{ refund_id: string; number: string }> {
  const { hospital_id, user_id, name } = caller
  const note = await creditNoteRecord.get(caller, asked.credit_note_id)
  if (note.deposit_id === null) throw conflict(`Nothing was paid for credit note ${note.number}.`)
  const self = { id: user_id, name }
  const requested = asked.requested_by ?? self
  const by = asked.approved_by ?? self
  await anotherPerson(caller, by.id, 'refund:pay', { words: you_approved })
  if ((await policyOf(caller)).refund_people === 3) {
    await anotherPerson(caller, requested.id, 'refund:pay', { words: you_asked })
  }
  const deposit = await depositRecord.locked(caller, note.deposit_id)
  const made =
    (await askedAlready(caller, note.id, asked.amount)) ??
    (await requestOf(caller, await purseOf(caller), deposit, {
      amount: asked.amount,
      method: asked.method,
      payee_name: (deposit.party_name ?? '').slice(0, 160),
      reason: note.reason,
    }))
  const wanted = {
    method: asked.method,
    requested_by_id: requested.id,
    requested_by_name: requested.name.slice(0, 160),
  }
  await refunds.change({ hospital_id, id: made.id }, wanted)
  const ready = await approved(
    caller,
    { ...made, ...wanted, version: made.version + 1 },
    { approved_by_id: by.id, approved_by_name: by.name.slice(0, 160) },
  )
  const done = await paid(caller, ready, { reference: asked.reference ?? null })
  return { refund_id: done.id, number: done.number ?? '' }
}

/** Where the policy asks money back by itself (BIL-75), the credit note has its request: that one is paid. */
const askedAlready = (caller: Caller, credit_note_id: string, amount: number) =>
  refunds.find({
    hospital_id: caller.hospital_id,
    credit_note_id,
    status: 'REQUESTED',
    amount,
  })
