// The account of a client over a period (COM-77): what the ledger holds of it, line by line, what it owes by
// age, and what is held for it. The paper is set from the same rows.

import type { Caller } from '../../../core/caller.ts'
import { invalid } from '../../../core/refusal.ts'
import {
  type PartyLedger,
  type PartyLine,
  partyLedger,
} from '../../money/accounting/reports/party-ledger.ts'
import { actingBranch } from '../../money/accounting/posting/post.ts'
import { purseOf } from '../../money/accounting/purse.ts'
import { openBillsOf } from '../../money/billing/debts/of-clients.ts'
import { ageOf } from '../../money/billing/debts/statement-facts.ts'
import { payTo } from '../../money/billing/papers/invoice-facts.ts'
import { paperPolicy } from '../../money/billing/papers/policy.ts'
import { hospitalOf, today } from '../../office/hospitals/hospitals.ts'
import type { Language } from '../../office/hospitals/words.ts'
import { monthsOn } from '../../office/plans/days.ts'
import type { ClientAccount } from './account-shapes.ts'
import { exposureOf } from './credit.ts'
import { clientRecord } from './record.ts'

interface Asked {
  from?: string
  to?: string
}

/** From the first of the month before to today, where nothing is said. */
async function periodOf(caller: Caller, { from, to }: Asked) {
  const day = await today(caller)
  const period = { from: from ?? `${monthsOn(day, -1).slice(0, 8)}01`, to: to ?? day, day }
  if (period.from > period.to) throw invalid('from', 'is after to.')
  return period
}

const no_ages = { not_due: 0, d1_30: 0, d31_60: 0, d61_90: 0, d91_180: 0, over_180: 0 }

export async function statementFacts(
  caller: Caller,
  id: string,
  asked: Asked & { lang?: Language },
) {
  const client = await clientRecord.get(caller, id)
  const { from, to, day } = await periodOf(caller, asked)
  const party = { kind: 'CLIENT' as const, id }
  const account = await partyLedger(caller, 'ar_client', party, { from, to })
  const held = await partyLedger(caller, 'unapplied', party, { from, to })
  const open = await openBillsOf(caller, id)
  const { opening, lines, closing } = together(account, held)
  const ageing = { ...no_ages }
  for (const { due_on, balance } of open) ageing[ageOf(due_on ?? day, day)] += balance
  const { language, decimals } = await paperPolicy(caller)
  const facility_id = await actingBranch(caller)
  const { invoice_notice, invoice_terms } = await hospitalOf(caller)
  const about = [client.address, client.phone, client.tin && `TIN ${client.tin}`]
  return {
    client,
    owner: {
      facility_id,
      patient_id: null,
      language: asked.lang ?? client.language ?? language,
      decimals,
    },
    facts: {
      party: {
        number: client.number,
        name: client.name,
        lines: about.filter((line): line is string => Boolean(line)),
      },
      whose: 'client' as const,
      from,
      to,
      opening,
      lines: lines.map(shown),
      closing,
      deposits: { lines: held.lines.map(shown), held: held.closing },
      ageing,
      unpaid: open.map(({ number, on, due_on, total, balance }) => ({
        number: number ?? '',
        on,
        due_on,
        total,
        balance,
      })),
      pay_to: open.length === 0 ? [] : await payTo(caller, facility_id),
      notice: invoice_notice,
      terms: invoice_terms,
    },
  }
}

/** COM-77: what is held for a client counts against what it owes; set against a bill it changes nothing. */
function together(account: PartyLedger, held: PartyLedger): PartyLedger {
  const opening = account.opening - held.opening
  const entries = Map.groupBy([...account.lines, ...held.lines], ({ reference }) => reference)
  const summed = [...entries.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return []
    if (others.length === 0) return [first]
    const all = [first, ...others]
    const moved = all.reduce((sum, { debit, credit }) => sum + debit - credit, 0)
    if (moved === 0) return []
    return [{ ...first, debit: Math.max(0, moved), credit: Math.max(0, -moved) }]
  })
  let balance = opening
  const lines = summed
    .toSorted((a, b) => (placeOf(a) < placeOf(b) ? -1 : placeOf(a) > placeOf(b) ? 1 : 0))
    .map((line) => {
      balance += line.debit - line.credit
      return { ...line, balance }
    })
  return { opening, lines, closing: balance }
}

const placeOf = ({ on, reference }: PartyLine): string => `${on} ${reference}`

const shown = ({ document, reference, ...line }: PartyLine) => ({
  ...line,
  number: document ?? reference,
})

export async function accountOf(caller: Caller, id: string, asked: Asked): Promise<ClientAccount> {
  const { client, facts } = await statementFacts(caller, id, asked)
  const { major } = await purseOf(caller)
  const { on_order, unapplied, sum } = await exposureOf(caller, id)
  const limit = client.credit_limit
  const lineOf = (line: (typeof facts.lines)[number]) => ({
    date: line.on,
    number: line.number,
    description: line.memo,
    debit: major(line.debit),
    credit: major(line.credit),
    balance: major(line.balance),
  })
  return {
    client: { id, reference: client.number, name: client.name },
    from: facts.from,
    to: facts.to,
    opening: major(facts.opening),
    lines: facts.lines.map(lineOf),
    closing: major(facts.closing),
    ageing: {
      not_due: major(facts.ageing.not_due),
      d1_30: major(facts.ageing.d1_30),
      d31_60: major(facts.ageing.d31_60),
      d61_90: major(facts.ageing.d61_90),
      d91_180: major(facts.ageing.d91_180),
      over_180: major(facts.ageing.over_180),
    },
    unapplied: major(unapplied),
    on_order: major(on_order),
    credit_available: limit === null ? null : major(limit - sum),
  }
}
