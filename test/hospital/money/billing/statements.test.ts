// A statement of account, through the edge and read back from the PDF (billing 4.19).

import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { boot } from '../../../support/boot.ts'
import { atDrawer } from '../../../support/money/drawers.ts'
import { keep } from '../../../support/desk/kept-pictures.ts'
import { codeOn, moneyPapers, read } from '../../../support/money/money-papers.ts'
import { needsPoppler } from '../../../support/pdf.ts'
import { somebody } from '../../../support/desk/visits.ts'

t.test('papers of money: statements', needsPoppler, async (t) => {
  const house = await boot(t)
  const { people, nobody } = house
  clock.freeze('2026-03-31T06:00:00.000Z')
  const { clerk, cashier, looks, issued } = await moneyPapers(house)
  await looks({ document_theme: 'band', document_accent: 'teal' })

  t.test('a statement adds up, with ages and what is unpaid', async (t) => {
    const empty = await somebody(clerk, { language: 'en' })
    const statement = (id: string, query: Record<string, string> = {}) =>
      cashier.get(`/billing/patients/${id}/statement`, query)
    const nothing = await statement(empty.id)
    keep('statement-nothing', nothing.raw)
    t.match(read(nothing), 'Nothing moved in this period.')
    const bill = await issued(['FBC', 'XRAY'])
    clock.freeze('2026-04-20T06:00:00.000Z')
    const later = await people.with('cashier')
    await atDrawer(house, later)
    await later.post(`/billing/bills/${bill.id}/payments`, { amount: 20_000 })
    const answer = await later.get(`/billing/patients/${bill.patient_id}/statement`, {
      from: '2026-04-01',
      to: '2026-04-20',
    })
    keep('statement', answer.raw)
    const text = read(answer)
    for (const words of [
      'Statement of account',
      '01/04/2026 – 20/04/2026',
      'Opening balance 30,000',
      'Payment, thank you',
      'Closing balance 10,000',
      'Ten thousand shillings only',
      'Not due',
      bill.number,
    ]) {
      t.match(text, words)
    }
    const whole = read(
      await later.get(`/billing/patients/${bill.patient_id}/statement`, { lang: 'sw' }),
    )
    t.match(whole, 'Taarifa ya akaunti')
    t.match(whole, 'Huduma zilizotozwa')
    t.match(
      await later.get(`/billing/patients/${bill.patient_id}/statement`, {
        from: '2026-04-30',
        to: '2026-04-01',
      }),
      { status: 400, message: 'from is after to.' },
    )
    t.match((await nobody.get(`/billing/verify/${codeOn(text)}`)).data, {
      genuine: true,
      kind: 'Statement of account',
      amount: 10_000,
      date: '2026-04-20',
    })
    clock.freeze('2026-03-31T06:00:00.000Z')
  })
})
