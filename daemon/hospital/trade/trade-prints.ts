// Papers of clients: quotations, orders, deliveries, returns. Set by the same hands as those of money.

import type { Caller } from '../../../db/core/caller.ts'
import type { Language } from '../../../db/hospital/office/hospitals/words.ts'
import { newId } from '../../../db/core/ids.ts'
import { clock } from '../../../db/core/clock.ts'
import { statementFacts } from '../../../db/hospital/trade/clients/account.ts'
import { deliveryFacts, orderFacts } from '../../../db/hospital/trade/orders/facts.ts'
import { quotationFacts } from '../../../db/hospital/trade/quotations/facts.ts'
import { returnFacts } from '../../../db/hospital/trade/returns/facts.ts'
import { deliveryPaper } from '../../../templates/delivery-note.ts'
import { orderPaper, quotationPaper } from '../../../templates/offer.ts'
import { returnPaper } from '../../../templates/return-note.ts'
import { statementPaper } from '../../../templates/statement.ts'
import { trade_words } from '../../../templates/trade-words.ts'
import type { FileReply } from '../../edge/send-file.ts'
import { type At, moneyReply } from '../money/money-papers.ts'

type Asked = { lang?: Language }

export async function printQuotation(
  caller: Caller,
  at: At,
  id: string,
  asked: Asked & { version?: number },
): Promise<FileReply> {
  const { row, old, owner, facts } = await quotationFacts(caller, id, asked)
  const gone = ['CANCELLED', 'DECLINED', 'EXPIRED'].includes(row.status)
  const mark = row.status === 'DRAFT' ? 'draft' : gone ? 'cancelled' : null
  const { number } = facts
  const printing = {
    kind: 'quotation',
    entity_id: row.id,
    number,
    owner,
    size: 'A4',
    mark,
  } as const
  return moneyReply(caller, at, printing, (paper) => {
    const set = quotationPaper({ ...paper, ...facts })
    return old ? { ...set, mark: trade_words[owner.language].superseded } : set
  })
}

export async function printOrder(
  caller: Caller,
  at: At,
  id: string,
  { lang }: Asked,
): Promise<FileReply> {
  const { row, owner, facts } = await orderFacts(caller, id, lang)
  const gone = row.status === 'CANCELLED' ? 'cancelled' : null
  const mark = row.status === 'DRAFT' ? 'draft' : gone
  const { number } = facts
  const printing = { kind: 'sales_order', entity_id: row.id, number, owner, mark } as const
  return moneyReply(caller, at, { ...printing, size: 'A4' }, (paper) =>
    orderPaper({ ...paper, ...facts }),
  )
}

export async function printDelivery(
  caller: Caller,
  at: At,
  id: string,
  { lang }: Asked,
): Promise<FileReply> {
  const { row, owner, facts } = await deliveryFacts(caller, id, lang)
  const mark = row.status === 'REVERSED' ? 'reversed' : null
  const { number } = facts
  const printing = { kind: 'delivery', entity_id: row.id, number, owner, mark } as const
  return moneyReply(caller, at, { ...printing, size: 'A4' }, (paper) =>
    deliveryPaper({ ...paper, ...facts }),
  )
}

export async function printReturn(
  caller: Caller,
  at: At,
  id: string,
  { lang }: Asked,
): Promise<FileReply> {
  const { row, owner, facts } = await returnFacts(caller, id, lang)
  const gone = row.status === 'CANCELLED' || row.status === 'REJECTED'
  const mark = gone ? 'cancelled' : row.status === 'REQUESTED' ? 'draft' : null
  const { number } = facts
  const printing = { kind: 'sales_return', entity_id: row.id, number, owner, mark } as const
  return moneyReply(caller, at, { ...printing, size: 'A4' }, (paper) =>
    returnPaper({ ...paper, ...facts }),
  )
}

export async function printAccount(
  caller: Caller,
  at: At,
  id: string,
  asked: Asked & { from?: string; to?: string },
): Promise<FileReply> {
  const { owner, facts } = await statementFacts(caller, id, asked)
  const { number } = facts.party
  const said = { number, date: facts.to, amount: facts.closing }
  const about = { kind: 'statement', entity_id: newId(), number: `${number}-${facts.to}`, said }
  return moneyReply(caller, at, { ...about, owner, size: 'A4', mark: null }, (paper) =>
    statementPaper({ ...paper, ...facts, at: clock.instant() }),
  )
}
