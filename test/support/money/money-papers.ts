// Bills on paper: a hospital with words of its own for its papers, and how a paper is read back.

import { within } from '../../../db/store/connection.ts'
import { charge } from '../../../db/hospital/money/billing/charges/charge.ts'
import type { Answer } from '../ask.ts'
import type { House } from '../boot.ts'
import { atDrawer } from './drawers.ts'
import { textOf } from '../pdf.ts'
import { priced } from './prices.ts'
import { visiting } from '../desk/visits.ts'

/** The words of a paper that came, or why none came. */
export const read = (answer: Answer): string => {
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.message}`)
  return textOf(answer.raw).replace(/[ \u00a0]+/g, ' ')
}

/** The code by which a stranger looks the paper up; empty where none is printed. */
export const codeOn = (text: string): string =>
  (/(?:look up|tafuta)\s+((?:[0-9A-Z]{4}\s?){3})\./.exec(text)?.[1] ?? '').replace(/\s/g, '')

export async function moneyPapers(house: House) {
  const { people, system } = house
  await priced(house)
  const clerk = await people.with('reception')
  const cashier = await people.with('cashier')
  const supervisor = await people.with('supervisor', 'cashier')
  await atDrawer(house, cashier)
  await atDrawer(house, supervisor, 100_000)
  const administrator = await people.administrator()
  const looks = (settings: Record<string, unknown>) =>
    administrator.patch('/settings/system', settings)
  await looks({
    document_footer: 'Wazi usiku na mchana. Open day and night.',
    invoice_notice: 'Please keep this paper: you will be asked for it.',
    invoice_terms: 'Payment within 30 days.',
    tagline: 'Care for everybody',
  })

  const billed = async (
    codes: readonly string[],
    patient: Record<string, unknown> = {},
  ): Promise<{ id: string; patient_id: string }> => {
    const visit = await visiting(clerk, {}, { language: 'en', ...patient })
    let id = ''
    for (const [index, code] of codes.entries()) {
      const line = await within(() =>
        charge(system, {
          patient_id: visit.patient.id,
          visit_id: visit.id,
          code,
          quantity: 1,
          source: 'order',
          source_id: `${visit.id}-${index}`,
        }),
      )
      id = line.bill_id ?? ''
    }
    return { id, patient_id: visit.patient.id }
  }
  const issued = async (codes: readonly string[], patient: Record<string, unknown> = {}) => {
    const bill = await billed(codes, patient)
    const done = await cashier.post(`/billing/bills/${bill.id}/issue`)
    if (done.status !== 200) throw new Error(done.message)
    return { ...bill, number: done.data.number as string }
  }
  const invoice = (id: string, query: Record<string, string> = {}) =>
    cashier.get(`/billing/bills/${id}/invoice`, query)
  return { clerk, cashier, supervisor, looks, billed, issued, invoice }
}
