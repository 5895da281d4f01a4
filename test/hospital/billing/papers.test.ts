// Papers of money, through the edge and read back from the PDF (billing 4.19, BIL-154 to BIL-163).

import { createHash } from 'node:crypto'
import t from 'tap'
import { clock } from '../../../db/clock.ts'
import { within } from '../../../db/connection.ts'
import { charge } from '../../../db/hospital/billing/charge.ts'
import { bill_items } from '../../../db/hospital/billing/tables.ts'
import { paper_codes } from '../../../db/hospital/papers/tables.ts'
import type { Answer } from '../../support/ask.ts'
import { boot } from '../../support/boot.ts'
import { keep } from '../../support/kept-pictures.ts'
import { atDrawer } from '../../support/drawers.ts'
import { factsOf, markOn, needsPoppler, pagesOf, textOf } from '../../support/pdf.ts'
import { priced } from '../../support/prices.ts'
import { somebody, visiting } from '../../support/visits.ts'

t.test('papers of money', needsPoppler, async (t) => {
  const house = await boot(t)
  const { people, system, nobody } = house
  clock.freeze('2026-03-31T06:00:00.000Z')
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
  const read = (answer: Answer): string => {
    if (answer.status !== 200) throw new Error(`${answer.status} ${answer.message}`)
    return textOf(answer.raw).replace(/[ \u00a0]+/g, ' ')
  }
  const codeOn = (text: string): string =>
    (/(?:look up|tafuta)\s+((?:[0-9A-Z]{4}\s?){3})\./.exec(text)?.[1] ?? '').replace(/\s/g, '')

  t.test('an invoice says what 4.19 asks of it, under its own number', async (t) => {
    const bill = await issued(['FBC', 'XRAY', 'TAXED'])
    const answer = await invoice(bill.id)
    keep('invoice-plain', answer.raw)
    t.equal(answer.headers['content-type'], 'application/pdf')
    t.equal(answer.headers['content-disposition'], `inline; filename="${bill.number}.pdf"`)
    const text = read(answer)
    for (const words of [
      'St Mary Hospital',
      'Care for everybody',
      'Tax invoice',
      bill.number,
      'Due date 30/04/2026',
      'Full blood count',
      'X-ray of the chest',
      'Tax VAT-S 18 %',
      'Subtotal 30,200',
      'Amount due 30,200',
      'Thirty thousand two hundred shillings only',
      'Please keep this paper: you will be asked for it.',
      'Payment within 30 days.',
      'Wazi usiku na mchana.',
      'Prepared by',
      'Patient or guardian',
      'Page 1 of 1',
      'Printed 31/03/2026 09:00',
    ]) {
      t.match(text, words)
    }
    t.notMatch(text, /diagnos/i, 'BIL-162')
    t.equal(
      (
        await house.people
          .with('nurse')
          .then((nurse) => nurse.get(`/billing/bills/${bill.id}/invoice`))
      ).status,
      403,
    )
    t.equal((await nobody.get(`/billing/bills/${bill.id}/invoice`)).status, 401)
    t.equal((await invoice('01900000-0000-7000-8000-000000000000')).status, 404)
    t.match(await invoice(bill.id, { paper: 'A3' }), {
      status: 400,
      message: /^paper must be one of/,
    })
    t.match(await invoice(bill.id, { lang: 'fr' }), {
      status: 400,
      message: /^lang must be one of/,
    })
  })

  t.test('without tax it is an invoice; a draft is a bill for payment, marked', async (t) => {
    const draft = await billed(['FBC'])
    const before = await invoice(draft.id)
    keep('invoice-draft', before.raw)
    const text = read(before)
    t.match(text, 'Bill for payment – not an invoice')
    t.match(markOn(before.raw), /^DRAFT/)
    t.equal(codeOn(text), '', 'a draft has no code')
    await cashier.post(`/billing/bills/${draft.id}/issue`)
    t.match(read(await invoice(draft.id)), /Invoice INV-2026-\d{6}/)
  })

  t.test(
    'three themes, an accent, Swahili, and the small sheet (BIL-155 to BIL-157)',
    async (t) => {
      for (const theme of ['plain', 'band', 'ruled']) {
        await looks({ document_theme: theme, document_accent: '#F5D033' })
        const bill = await issued(['FBC', 'XRAY', 'TAXED'], { language: 'sw' })
        await cashier.post(`/billing/bills/${bill.id}/payments`, { amount: 12_000 })
        const answer = await invoice(bill.id)
        keep(`invoice-${theme}-sw`, answer.raw)
        const text = read(answer)
        t.match(text, 'Ankara ya kodi', `${theme}: the patient’s own language`)
        t.match(text, 'Kiasi kinachodaiwa 18,200')
        t.match(text, 'Shilingi elfu kumi na nane na mia mbili tu')
        t.match(text, 'Kilicholipwa -12,000')
        t.match(text, 'Fedha taslimu')
        t.match(read(await invoice(bill.id, { lang: 'en' })), 'Tax invoice')
      }
      await looks({ document_theme: 'band', document_accent: 'teal' })
      const bill = await issued(['FBC', 'XRAY', 'TAXED'])
      const small = await invoice(bill.id, { paper: 'A5' })
      keep('invoice-a5', small.raw)
      t.match(factsOf(small.raw)['Page size'] ?? '', /^419\.53 x 595\.28/)
    },
  )

  t.test('names in any script and of any length stay on the paper (BIL-156)', async (t) => {
    for (const [name, words] of [
      [
        'long',
        { first_name: 'Bartholomayo'.repeat(4), last_name: 'wa Mwanankundu '.repeat(4).trim() },
      ],
      ['arabic', { first_name: 'محمد', last_name: 'عبد الرحمن' }],
      ['amharic', { first_name: 'ሰላማዊት', last_name: 'ተስፋዬ' }],
    ] as const) {
      const bill = await issued(['FBC'], words)
      const answer = await invoice(bill.id)
      keep(`invoice-${name}`, answer.raw)
      t.equal(answer.status, 200, answer.message)
    }
  })

  t.test('500 lines go over pages with heads and carried sums (BIL-163)', async (t) => {
    const { id } = await issued(['FBC'])
    const [model] = await bill_items.allAnywhere({ bill_id: id })
    if (model === undefined) throw new Error('no line')
    const { id: _id, created_at: _c, updated_at: _u, version: _v, ...line } = model
    await within(async () => {
      for (let position = 2; position <= 500; position++) {
        await bill_items.insert({
          ...line,
          position,
          source_id: `many-${position}`,
          description: `Line ${position} ${'with words '.repeat(position % 7)}`.trim(),
        })
      }
    })
    const answer = await invoice(id)
    keep('invoice-500', answer.raw)
    const pages = pagesOf(answer.raw)
    t.ok(pages.length > 8, `${pages.length} pages`)
    t.match(pages.at(-1), `Page ${pages.length} of`)
    for (const [index, page] of pages.slice(0, -1).entries()) {
      t.match(page, /Description/, `head on page ${index + 1}`)
      t.match(page, 'Carried forward')
    }
    t.match(pages[1], 'Brought forward')
    t.match(pages.at(-1), 'Amount due', 'totals stand with the last rows')
    t.match(pages.at(-1), 'Line 500')
  })

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
    const other = await people.with('cashier')
    t.equal((await other.get(`/billing/shifts/${shift.id}/z-report`)).status, 403, 'another’s')
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

  t.test('a code is known or not, and nothing else is said (BIL-161)', async (t) => {
    const bill = await issued(['FBC'])
    const first = read(await invoice(bill.id))
    const code = codeOn(first)
    t.match(code, /^[0-9A-HJKMNP-TV-Z]{12}$/)
    t.equal(codeOn(read(await invoice(bill.id))), code, 'given once')
    const small = `${code.slice(0, 4)}-${code.slice(4)}`.toLowerCase()
    t.same((await nobody.get(`/billing/verify/${small}`, { lang: 'sw' })).data, {
      genuine: true,
      kind: 'Ankara',
      number: bill.number,
      amount: 5000,
      currency: 'TZS',
      date: '2026-03-31',
      status: 'VALID',
    })
    for (const unknown of ['000000000000', 'x', 'aaaaaaaaaaaaaaaaaaaaaaaaa', '%27%20or%201']) {
      t.same((await nobody.get(`/billing/verify/${unknown}`)).body.data, { genuine: false })
    }
    const page = await nobody.app.inject({ url: `/verify/${code}` })
    t.equal(page.statusCode, 200)
    t.match(page.headers['content-type'], 'text/html')
    t.match(page.body, bill.number)
    t.match(page.body, 'Genuine, and it counts')
    t.notMatch(page.body, /Mgonjwa|Ukoo/, 'no name of a person')
    t.equal((await nobody.app.inject({ url: '/verify/000000000000' })).statusCode, 404)
    const kept = await paper_codes.findAnywhere({ code })
    t.match(kept?.sha256, /^[0-9a-f]{64}$/)
    t.equal(kept?.prints, 2)
    t.not(kept?.sha256, createHash('sha256').update('').digest('hex'))
  })
})
