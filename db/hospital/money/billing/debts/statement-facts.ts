// A patient's account over a period (4.19): what the ledger holds of him, line by line, and what he
// owes by age. The ledger is asked, so that notes, waivers and deposits stand there like all else.

import type { Caller } from '../../../../core/caller.ts'
import { invalid } from '../../../../core/refusal.ts'
import { type PartyLine, partyLedger } from '../../accounting/reports/party-ledger.ts'
import { hospitalOf, today } from '../../../office/hospitals/hospitals.ts'
import type { Language } from '../../../office/hospitals/words.ts'
import { patientRecord } from '../../../desk/patients/rows.ts'
import { languageOf, payTo } from '../papers/invoice-facts.ts'
import { paperPolicy } from '../papers/policy.ts'
import { bills } from '../bills/tables.ts'
import { open_states } from '../words.ts'

const ends = [0, 30, 60, 90, 180]
const ages = ['not_due', 'd1_30', 'd31_60', 'd61_90', 'd91_180', 'over_180'] as const
type Ageing = Record<(typeof ages)[number], number>

export async function statementOf(
  caller: Caller,
  patient_id: string,
  facility_id: string,
  asked: { from?: string; to?: string; lang?: Language },
) {
  const { hospital_id } = caller
  const patient = await patientRecord.get(caller, patient_id)
  const day = await today(caller)
  const to = asked.to ?? day
  if (asked.from !== undefined && asked.from > to) {
    throw invalid('from', 'is after to.')
  }
  const { language: standard, decimals } = await paperPolicy(caller)
  const party = { kind: 'PATIENT' as const, id: patient_id }
  const account = await partyLedger(caller, 'ar_patient', party, { from: asked.from, to })
  const held = await partyLedger(caller, 'deposit', party, { from: asked.from, to })
  const open = (
    await bills.all(
      { hospital_id, patient_id, status: [...open_states] },
      { order: ['created_at'] },
    )
  ).filter(({ balance }) => balance > 0)
  const { invoice_notice, invoice_terms } = await hospitalOf(caller)
  const ageing: Ageing = { not_due: 0, d1_30: 0, d31_60: 0, d61_90: 0, d91_180: 0, over_180: 0 }
  for (const { due_on, balance } of open) ageing[ageOf(due_on ?? day, day)] += balance
  const of_bills = open.reduce((sum, { balance }) => sum + balance, 0)
  const beyond = to < day ? 0 : account.closing - of_bills
  for (const one of await writtenByHand(caller, party, beyond))
    ageing[ageOf(one.on, day)] += one.amount
  return {
    owner: {
      facility_id,
      patient_id,
      language: languageOf(asked.lang, patient, standard),
      decimals,
    },
    facts: {
      party: {
        number: patient.number,
        name: patient.full_name,
        lines: [patient.phone].filter((line): line is string => line !== null),
      },
      from: asked.from ?? null,
      to,
      opening: account.opening,
      lines: account.lines.map(shown),
      closing: account.closing,
      deposits: { lines: held.lines.map(shown), held: held.closing },
      ageing,
      unpaid: open.map((bill) => ({
        number: bill.number ?? '',
        on: bill.business_date ?? bill.service_date,
        due_on: bill.due_on,
        total: bill.total,
        balance: bill.balance,
      })),
      pay_to: open.length === 0 ? [] : await payTo(caller, facility_id),
      notice: invoice_notice,
      terms: invoice_terms,
    },
  }
}

/**
 * What is owed beyond the bills: debts that somebody wrote into the books. What was paid went to the oldest of
 * them, so what is left is of the newest.
 */
async function writtenByHand(
  caller: Caller,
  party: { kind: 'PATIENT'; id: string },
  owed: number,
): Promise<{ on: string; amount: number }[]> {
  if (owed <= 0) return []
  const { lines } = await partyLedger(caller, 'ar_patient', party, {})
  const debts = lines.filter(({ source, debit }) => by_hand.includes(source) && debit > 0)
  let left = owed
  return debts.toReversed().flatMap(({ on, debit, credit }) => {
    const amount = Math.min(left, debit - credit)
    left -= amount
    return amount > 0 ? [{ on, amount }] : []
  })
}

const by_hand = ['MANUAL', 'OPENING']

const shown = ({ document, reference, ...line }: PartyLine) => ({
  ...line,
  number: document ?? reference,
})

export function ageOf(due_on: string, day: string): (typeof ages)[number] {
  const days = Math.round((Date.parse(day) - Date.parse(due_on)) / 86_400_000)
  const index = ends.findIndex((end) => days <= end)
  return ages[index === -1 ? ages.length - 1 : index] as (typeof ages)[number]
}
