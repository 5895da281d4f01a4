// Papers of purchasing, by the record each is of.

import type { Caller } from '../../../db/core/caller.ts'
import { paperOf as orderOf } from '../../../db/hospital/goods/procurement/orders/paper.ts'
import { paperOf as receiptOf } from '../../../db/hospital/goods/procurement/receipts/paper.ts'
import { paperOf as returnOf } from '../../../db/hospital/goods/procurement/returns/paper.ts'
import type { Language } from '../../../db/hospital/office/hospitals/words.ts'
import { debitNotePaper } from '../../../templates/debit-note.ts'
import { goodsReceivedPaper } from '../../../templates/goods-received.ts'
import { orderPaper } from '../../../templates/purchase-order.ts'
import type { FileReply } from '../../edge/send-file.ts'
import { type At, moneyReply } from '../money/money-papers.ts'

type Print = (caller: Caller, at: At, id: string, asked: { lang?: Language }) => Promise<FileReply>
type Mark = 'draft' | 'cancelled' | 'reversed'

/** An order is one from its last approval on. */
const order_marks: Readonly<Record<string, Mark>> = {
  DRAFT: 'draft',
  SUBMITTED: 'draft',
  REJECTED: 'draft',
  CANCELLED: 'cancelled',
}
const receipt_marks: Readonly<Record<string, Mark>> = {
  DRAFT: 'draft',
  INSPECTED: 'draft',
  REVERSED: 'reversed',
  CANCELLED: 'cancelled',
}
const return_marks: Readonly<Record<string, Mark>> = {
  DRAFT: 'draft',
  CANCELLED: 'cancelled',
}

export const printOrder: Print = async (caller, at, id, { lang }) => {
  const { order, owner, facts } = await orderOf(caller, id, lang)
  const { number } = order
  const mark = order_marks[order.status] ?? null
  const printing = {
    kind: 'purchase_order',
    entity_id: id,
    number,
    owner,
    size: 'A4',
    mark,
  } as const
  return moneyReply(caller, at, printing, (paper) => orderPaper({ ...paper, ...facts }))
}

export const printReceiptOfGoods: Print = async (caller, at, id, { lang }) => {
  const { receipt, owner, facts } = await receiptOf(caller, id, lang)
  const { number } = receipt
  const mark = receipt_marks[receipt.status] ?? null
  const printing = {
    kind: 'goods_receipt',
    entity_id: id,
    number,
    owner,
    size: 'A4',
    mark,
  } as const
  return moneyReply(caller, at, printing, (paper) => goodsReceivedPaper({ ...paper, ...facts }))
}

export const printReturn: Print = async (caller, at, id, { lang }) => {
  const { row, owner, facts } = await returnOf(caller, id, lang)
  const { number } = row
  const mark = return_marks[row.status] ?? null
  const printing = {
    kind: 'supplier_return',
    entity_id: id,
    number,
    owner,
    size: 'A4',
    mark,
  } as const
  return moneyReply(caller, at, printing, (paper) => debitNotePaper({ ...paper, ...facts }))
}
