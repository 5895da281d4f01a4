// What anybody may know of this area's papers by the code on them (BIL-161).

import { dayIn } from '../../../../core/clock.ts'
import { shiftRecord } from '../../drawers/rows.ts'
import { hospitalOf } from '../../../office/hospitals/hospitals.ts'
import type { PaperKind } from '../../../registry.ts'
import type { PaperState } from '../../../office/papers/words.ts'
import { creditNoteRecord } from '../credit/rows.ts'
import { payments } from '../payments/tables.ts'
import { refundRecord } from '../refunds/rows.ts'
import { bills } from '../bills/tables.ts'

const bill_states: Readonly<Record<string, PaperState>> = {
  CANCELLED: 'CANCELLED',
  DISCARDED: 'CANCELLED',
  CREDITED: 'CREDITED',
}

export const papers: readonly PaperKind[] = [
  {
    kind: 'bill',
    title: { en: 'Invoice', sw: 'Ankara' },
    async read({ hospital_id }, id) {
      const bill = await bills.find({ hospital_id, id })
      if (bill === undefined) return undefined
      return {
        number: bill.number,
        date: bill.business_date ?? bill.service_date,
        amount: bill.total,
        status: bill_states[bill.status] ?? 'VALID',
      }
    },
  },
  {
    kind: 'payment',
    title: { en: 'Receipt', sw: 'Stakabadhi' },
    async read({ hospital_id }, id) {
      const payment = await payments.find({ hospital_id, id })
      if (payment === undefined) return undefined
      const { number, business_date: date, amount, status } = payment
      return { number, date, amount, status: status === 'REVERSED' ? 'REVERSED' : 'VALID' }
    },
  },
  {
    kind: 'credit_note',
    title: { en: 'Credit note', sw: 'Hati ya marejesho' },
    async read(caller, id) {
      const { number, business_date, created_at, total, status } = await creditNoteRecord.get(
        caller,
        id,
      )
      return {
        number,
        date: business_date ?? created_at.slice(0, 10),
        amount: total,
        status: status === 'DISCARDED' ? 'CANCELLED' : 'VALID',
      }
    },
  },
  {
    kind: 'refund',
    title: { en: 'Refund voucher', sw: 'Vocha ya kurejesha fedha' },
    async read(caller, id) {
      const { number, paid_on, created_at, amount, status } = await refundRecord.get(caller, id)
      return {
        number,
        date: paid_on ?? created_at.slice(0, 10),
        amount,
        status: status === 'CANCELLED' ? 'CANCELLED' : 'VALID',
      }
    },
  },
  {
    kind: 'shift',
    title: { en: 'Z report', sw: 'Ripoti ya Z' },
    async read(caller, id) {
      const shift = await shiftRecord.get(caller, id)
      const date = dayIn((await hospitalOf(caller)).timezone, new Date(shift.opened_at))
      return { number: shift.number, date, amount: null, status: 'VALID' }
    },
  },
  {
    kind: 'statement',
    title: { en: 'Statement of account', sw: 'Taarifa ya akaunti' },
    read: async () => undefined,
  },
]
