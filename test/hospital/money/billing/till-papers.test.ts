// Receipts, credit notes, Z reports and collections, through the edge and read back from the PDF
// (billing 4.19 and 5.16, BIL-54, BIL-98, BIL-160).

import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { boot } from '../../../support/boot.ts'
import { atDrawer } from '../../../support/money/drawers.ts'
import { keep } from '../../../support/desk/kept-pictures.ts'
import { codeOn, moneyPapers, read } from '../../../support/money/money-papers.ts'
import { factsOf, markOn, needsPoppler } from '../../../support/pdf.ts'

t.test('papers of money: the till', needsPoppler, async (t) => {
  const house = await boot(t)
  const { people, nobody } = house
  clock.freeze('2026-03-31T06:00:00.000Z')
  const { cashier, supervisor, looks, issued, invoice } = await moneyPapers(house)
  await looks({ document_theme: 'band', document_accent: 'teal' })

  t.test('a receipt for the roll and on A4, with change, what is left, and reversed', async (t) => {
    const bill = await issued(['FBC', 'XRAY'])
    const paid = await cashier.post(`/billing/bills/${bill.id}/payments`, { amount: 20_000 })
    const { id, number } = paid.data.payment
    const receipt = (query: Record<string, string> = {}) =>
      cashier.get(`/billing/payments/${id}/receipt`, query)
    const roll = await receipt()
    keep('receipt-roll', roll.raw)
    const [width = 0] = (factsOf(roll.raw)['Page size'] ?? '').split(' ').map(Number)
    t.equal(Math.round(width), 227, '80 mm')
    const text = read(roll)
    for (const words of [
      'Receipt',
      number,
      bill.number,
      'Twenty thousand shillings only',
      'Cash',
      cashier.user.full_name,
      'Not valid if reversed',
      /Drawer Window \d+/,
      /Shift SHF-2026-\d{6}/,
      '10,000',
    ]) {
      t.match(text, words)
    }
    const sheet = await receipt({ paper: 'A4' })
    keep('receipt-a4', sheet.raw)
    t.match(markOn(sheet.raw), /^COPY1/, 'BIL-160: the second print is the first copy')
    const third = await receipt({ lang: 'sw', paper: 'A4' })
    t.match(markOn(third.raw), /^NAKALA2/)
    t.match(read(third), 'Stakabadhi')
    const rest = await cashier.post(`/billing/bills/${bill.id}/payments`, { amount: 15_000 })
    const change = read(await cashier.get(`/billing/payments/${rest.data.payment.id}/receipt`))
    t.match(change, 'Cash handed over 15,000')
    t.match(change, 'Change 5,000')
    t.match(change, 'Still owed in all 0')

    const code = codeOn(text)
    t.match((await nobody.get(`/billing/verify/${code}`)).data, {
      genuine: true,
      kind: 'Receipt',
      number,
      amount: 20_000,
      currency: 'TZS',
      date: '2026-03-31',
      status: 'VALID',
    })
    await supervisor.post(`/billing/payments/${id}/reverse`, { reason: 'wrong patient' })
    const gone = await receipt()
    keep('receipt-reversed', gone.raw)
    t.match(markOn(gone.raw), /^REVERSED/, 'BIL-54')
    t.match(read(gone), /Reversed 31\/03\/2026 09:00 by Person \d+:\s+wrong\s+patient/)
    t.match(read(gone), bill.number, 'it says what it was given for')
    t.match((await nobody.get(`/billing/verify/${code}`)).data, { status: 'REVERSED' })
  })

  t.test('a credit note, and the voucher of what it gives back', async (t) => {
    const biller = await people.with('billing')
    const manager = await people.with('manager')
    const bill = await issued(['FBC', 'XRAY', 'TAXED'])
    await cashier.post(`/billing/bills/${bill.id}/payments`, { amount: 30_200 })
    const { items } = (await cashier.get(`/billing/bills/${bill.id}`)).data
    const body = {
      bill_id: bill.id,
      reason: 'The film was spoilt',
      reason_code: 'NOT_DONE',
      lines: [{ item_id: items[1].id }, { item_id: items[2].id }],
    }
    const draft = await biller.post('/billing/credit-notes', body)
    t.equal(draft.status, 201, draft.message)
    const note = (query: Record<string, string> = {}) =>
      biller.get(`/billing/credit-notes/${draft.data.id}/pdf`, query)
    t.match(markOn((await note()).raw), /^DRAFT/)
    const done = await supervisor.post(`/billing/credit-notes/${draft.data.id}/issue`)
    t.equal(done.status, 200, done.message)
    const paper = await note()
    keep('credit-note', paper.raw)
    const text = read(paper)
    for (const words of [
      'Credit note',
      done.data.number,
      `Against invoice ${bill.number}, 31/03/2026`,
      'The film was spoilt',
      'X-ray of the chest',
      'Tax VAT-S 18 %',
      'Total 25,200',
      'Twenty-five thousand two hundred shillings only',
      /Kept as deposit DEP-2026-\d{6} 25,200/,
    ]) {
      t.match(text, words)
    }
    keep('credit-note-sw', (await note({ lang: 'sw' })).raw)
    t.match((await nobody.get(`/billing/verify/${codeOn(text)}`)).data, {
      kind: 'Credit note',
      amount: 25_200,
      status: 'VALID',
    })
    t.match(read(await invoice(bill.id)), done.data.number, 'the invoice names it')

    const refund = await biller.post('/billing/refunds', {
      credit_note_id: draft.data.id,
      payee_name: 'Asha Juma',
      reason: 'The film was spoilt',
    })
    t.equal(refund.status, 201, refund.message)
    const voucher = () =>
      biller.get(`/billing/refunds/${refund.data.id}/voucher`, { paper: 'A4', lang: 'en' })
    t.match(await voucher(), { status: 409, message: 'This refund is not approved.' })
    const approved = await manager.post(`/billing/refunds/${refund.data.id}/approve`, {})
    t.equal(approved.status, 200, approved.message)
    const given = await voucher()
    keep('refund-voucher', given.raw)
    t.match(read(given), 'Refund voucher')
    t.match(read(given), 'Asha Juma')
  })

  t.test('a Z report of a closed shift, once counted (BIL-98)', async (t) => {
    const own = await people.with('cashier')
    const { shift } = await atDrawer(house, own, 50_000)
    const bill = await issued(['FBC', 'XRAY'])
    const paid = await own.post(`/billing/bills/${bill.id}/payments`, { amount: 12_000 })
    const z = (query: Record<string, string> = {}) =>
      own.get(`/billing/shifts/${shift.id}/z-report`, query)
    t.match(await z(), {
      status: 409,
      message: `Shift ${shift.number} is not closed yet: there is no Z report.`,
    })
    t.equal((await z({ format: 'json' })).status, 409)
    await own.post(`/billing/shifts/${shift.id}/count`)
    const closed = await own.post(`/billing/shifts/${shift.id}/close`, {
      denominations: [
        { value: 10_000, count: 6 },
        { value: 500, count: 3 },
      ],
      left_in_drawer: 50_000,
      difference_reason: 'A note of 500 is torn',
    })
    t.equal(closed.status, 200, closed.message)
    const roll = await z({ lang: 'en' })
    keep('z-report-roll', roll.raw)
    const text = read(roll)
    for (const words of [
      'Z report',
      shift.number,
      own.user.full_name,
      'Opening float 50,000',
      paid.data.payment.number,
      'Expected in the drawer 62,000',
      'Counted 61,500',
      'Difference -500',
      'A note of 500 is torn',
      'Left in the drawer 50,000',
      'Supervisor',
    ]) {
      t.match(text, words)
    }
    const sheet = await z({ paper: 'A4', lang: 'sw' })
    keep('z-report-a4-sw', sheet.raw)
    t.match(read(sheet), 'Ripoti ya Z')
    t.match((await nobody.get(`/billing/verify/${codeOn(text)}`)).data, {
      genuine: true,
      kind: 'Z report',
      number: shift.number,
      amount: null,
    })
    const figures = await z({ format: 'json' })
    t.match(figures, {
      status: 200,
      data: {
        kind: 'Z',
        shift: { id: shift.id, status: 'CLOSED', expected: 62_000, difference: -500 },
        movements: [{ kind: 'RECEIPT', method: 'Cash', count: 1, amount: 12_000 }],
        series: [{ first: paid.data.payment.number, count: 1 }],
        voids: [],
      },
    })
    t.match(await z({ format: 'csv' }), {
      status: 400,
      message: /^format must be one of pdf, json/,
    })
    const other = await people.with('cashier')
    for (const query of [{}, { format: 'json' }]) {
      const answer = await other.get(`/billing/shifts/${shift.id}/z-report`, query)
      t.equal(answer.status, 403, 'another’s')
    }
  })

  t.test('what was collected, in the envelope, as CSV and on paper (5.16)', async (t) => {
    const manager = await people.with('manager')
    const report = (query: Record<string, string> = {}) =>
      manager.get('/billing/reports/collections', query)
    const found = await report()
    t.equal(found.status, 200, found.message)
    const { rows, methods, totals } = found.data
    const counted = rows.find(({ counted: sum }: { counted: number | null }) => sum !== null)
    t.match(counted, {
      day: '2026-03-31',
      branch: 'Main',
      method: 'Cash',
      count: 1,
      opening: 50_000,
      receipts: 12_000,
      expected: 62_000,
      counted: 61_500,
      difference: -500,
    })
    const cash = methods.find(({ method }: { method: string }) => method === 'Cash')
    t.equal(cash.kept, cash.receipts - cash.refunds - cash.reversals)
    t.equal(cash.reversals, 20_000)
    t.equal(totals.kept, cash.kept)
    t.same((await report({ from: '2026-01-01', to: '2026-01-02' })).data.rows, [])
    t.match((await report({ format: 'csv' })).raw.toString(), /^day,branch,drawer,[a-z_,]+\r\n2026/)
    const pdf = await report({ format: 'pdf', lang: 'en' })
    keep('collections', pdf.raw)
    t.match(read(pdf), 'Payments collected')
    keep(
      'collections-empty',
      (await report({ format: 'pdf', from: '2026-01-01', to: '2026-01-02' })).raw,
    )
    t.match(await report({ from: '2020-01-01' }), {
      status: 400,
      message: /^from is more than 366/,
    })
    t.equal((await cashier.get('/billing/reports/collections')).status, 403)
  })
})
