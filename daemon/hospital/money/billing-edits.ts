// Changing bills: drafts and their lines, splits, other payers, bills in dispute (billing 5.2).

import {
  changeBill,
  changeItem,
  split,
} from '../../../db/hospital/money/billing/bills/bill-edit.ts'
import { find } from '../../../db/hospital/money/billing/bills/bills.ts'
import { find as findCredit } from '../../../db/hospital/money/billing/credit/list.ts'
import { hold, release } from '../../../db/hospital/money/billing/bills/hold.ts'
import {
  BillChange,
  ItemChange,
  MayNoteInput,
  PayerInput,
  Rebilled,
  Split,
  SplitInput,
  WhyInput,
} from '../../../db/hospital/money/billing/bills/input-shapes.ts'
import { billWithLine } from '../../../db/hospital/money/billing/charges/by-hand.ts'
import { rebill } from '../../../db/hospital/money/billing/bills/rebill.ts'
import { billRecord } from '../../../db/hospital/money/billing/bills/rows.ts'
import { BillOpened } from '../../../db/hospital/money/billing/bills/shapes.ts'
import { area } from '../../edge/route.ts'
import { movesOf } from '../moves.ts'
import { byId, patch, post } from '../words.ts'

const move = movesOf({ path: '/billing/bills', row: billRecord.get, reply: BillOpened, find })

export const door = area('billing-edits', [
  patch('/billing/bills/:id', {
    summary: 'Change a draft bill',
    access: 'bill:create',
    opens: 'desk',
    record: byId(billRecord.get),
    body: BillChange,
    reply: BillOpened,
    says: 'Bill changed.',
    async run({ caller, params, body }) {
      await changeBill(caller, params.id, body)
      return find(caller, params.id)
    },
  }),
  patch('/billing/bills/:id/items/:item_id', {
    summary: 'Change a line of a draft',
    access: 'bill:create',
    opens: 'desk',
    record: (caller, { id, item_id }) => billWithLine(caller, id, item_id),
    body: ItemChange,
    reply: BillOpened,
    says: 'Line changed.',
    async run({ caller, params, body }) {
      await changeItem(caller, params.id, params.item_id, body)
      return find(caller, params.id)
    },
  }),
  post('/billing/bills/:id/split', {
    summary: 'Set lines of a draft aside on a draft of their own',
    access: 'bill:create',
    opens: 'desk',
    record: byId(billRecord.get),
    body: SplitInput,
    reply: Split,
    says: 'Bill split.',
    async run({ caller, params, body }) {
      const { new_bill } = await split(caller, params.id, body.item_ids)
      return { bill: await find(caller, params.id), new_bill: await find(caller, new_bill.id) }
    },
  }),
  post('/billing/bills/:id/rebill', {
    summary: 'Bill the same lines to another payer',
    access: 'bill:payer',
    opens: 'desk',
    once: true,
    record: byId(billRecord.get),
    body: PayerInput,
    reply: Rebilled,
    says: 'Billed anew.',
    async run({ caller, params, body }) {
      const { credit_note, bill } = await rebill(caller, params.id, body)
      return {
        credit_note: await findCredit(caller, credit_note.id),
        bill: await find(caller, bill.id),
      }
    },
  }),
  move('hold', {
    summary: 'Mark a bill as in dispute',
    access: 'bill:hold',
    body: WhyInput,
    says: 'Bill held.',
    run: (caller, id, { reason }) => hold(caller, id, reason),
  }),
  move('release', {
    summary: 'A dispute is settled',
    access: 'bill:hold',
    body: MayNoteInput,
    body_may_miss: true,
    says: 'Bill released.',
    run: (caller, id, body) => release(caller, id, body?.note ?? null),
  }),
])
