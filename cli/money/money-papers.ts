// Papers of money for the command line: printed by the same hands as over the API, found by the
// number that stands on them.

import type { Caller } from '../../db/core/caller.ts'
import type { Language } from '../../db/hospital/office/hospitals/words.ts'
import { noneCalled, Refusal } from '../../db/core/refusal.ts'
import type { Frame } from '../frame/grammar/command.ts'

export interface Asked {
  lang: Language | undefined
  paper: 'A4' | 'ROLL80' | undefined
  theme: string | undefined
}

export const kinds = [
  'bill',
  'payment',
  'credit_note',
  'refund',
  'expense',
  'shift',
  'statement',
] as const
export type Kind = (typeof kinds)[number]

/** Of which record a number is; a patient's number asks for the statement of account. */
export async function paperCalled(
  caller: Caller,
  typed: string,
): Promise<{ kind: Kind; id: string; number: string }> {
  const { hospital_id } = caller
  const number = typed.toUpperCase()
  const { bills } = await import('../../db/hospital/money/billing/bills/tables.ts')
  const { payments } = await import('../../db/hospital/money/billing/payments/tables.ts')
  const { credit_notes } = await import('../../db/hospital/money/billing/credit/tables.ts')
  const { refunds } = await import('../../db/hospital/money/billing/refunds/tables.ts')
  const { expenses } = await import('../../db/hospital/money/expenses/tables.ts')
  const { shifts } = await import('../../db/hospital/money/drawers/tables.ts')
  const { byNumber } = await import('../../db/hospital/desk/patients/register/find.ts')
  const looks: [Kind, () => Promise<string | undefined>][] = [
    ['bill', async () => (await bills.find({ hospital_id, number }))?.id],
    ['payment', async () => (await payments.find({ hospital_id, number }))?.id],
    ['credit_note', async () => (await credit_notes.find({ hospital_id, number }))?.id],
    ['refund', async () => (await refunds.find({ hospital_id, number }))?.id],
    ['expense', async () => (await expenses.find({ hospital_id, number }))?.id],
    ['shift', async () => (await shifts.find({ hospital_id, number }))?.id],
    ['statement', async () => (await byNumber(caller, typed))[0]],
  ]
  for (const [kind, look] of looks) {
    const id = await look()
    if (id !== undefined) return { kind, id, number }
  }
  throw noneCalled('paper', typed)
}

/** What somebody who signed in needs for each; the same as over the API. */
export const reading: Readonly<Record<Kind, string>> = {
  bill: 'bill:read',
  payment: 'payment:read',
  credit_note: 'creditnote:read',
  refund: 'refund:read',
  expense: 'expense:read',
  shift: 'shift:read',
  statement: 'bill:read',
}

/** Printed, counted and kept as a print is; the bytes go to --out. */
export async function printTo(
  frame: Pick<Frame, 'put' | 'configuration' | 'house'>,
  caller: Caller,
  { kind, id }: { kind: Kind; id: string },
  { lang, paper, theme }: Asked,
): Promise<number> {
  const { asks } = await import('../../db/core/caller.ts')
  const { printing } = await import('../frame/hands.ts')
  asks(caller, reading[kind])
  const at = { base_url: frame.configuration.get('public_url') ?? '', theme }
  const asked = {
    ...(lang === undefined ? {} : { lang }),
    ...(paper === undefined ? {} : { paper }),
  }
  const { bytes } = await printing(frame, (prints) => {
    const print = {
      bill: prints.printInvoice,
      payment: prints.printReceipt,
      credit_note: prints.printCreditNote,
      refund: prints.printRefund,
      expense: prints.printExpense,
      shift: prints.printZReport,
      statement: prints.printStatement,
    }[kind]
    return print(caller, at, id, asked)
  })
  if (!Buffer.isBuffer(bytes)) throw new Refusal(500, 'fault', 'A paper came in pieces.')
  await frame.put(bytes)
  return bytes.length
}
