// Invoices, through the edge and read back from the PDF (billing 4.19, BIL-154 to BIL-163).

import { createHash } from 'node:crypto'
import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { within } from '../../../../db/store/connection.ts'
import { bill_items, bills } from '../../../../db/hospital/money/billing/bills/tables.ts'
import { paper_codes } from '../../../../db/hospital/office/papers/tables.ts'
import { boot } from '../../../support/boot.ts'
import { keep } from '../../../support/desk/kept-pictures.ts'
import { codeOn, moneyPapers, read } from '../../../support/money/money-papers.ts'
import { factsOf, markOn, needsPoppler, pagesOf } from '../../../support/pdf.ts'

t.test('papers of money: invoices', needsPoppler, async (t) => {
  const house = await boot(t)
  const { nobody } = house
  clock.freeze('2026-03-31T06:00:00.000Z')
  const { cashier, looks, billed, issued, invoice } = await moneyPapers(house)

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
      // BIL-158: notice and terms, and the foot with who printed it and when.
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

  t.test('what was paid ahead stands apart, and what a stay has left of it (BIL-67)', async (t) => {
    const draft = await billed(['FBC'])
    const { patient_id } = draft
    const taken = await cashier.post('/billing/deposits', { patient_id, amount: 3_000 })
    t.equal(taken.status, 201, taken.message)
    await cashier.post(`/billing/bills/${draft.id}/issue`)
    await cashier.post(`/billing/bills/${draft.id}/payments`, { amount: 500 })
    const text = read(await invoice(draft.id))
    t.match(text, 'Deposits applied -3,000')
    t.match(text, 'Paid -500')
    t.match(text, 'Amount due 1,500')
    t.match(text, new RegExp(`${taken.data.deposit.number} Deposit 3,000`))
    t.notMatch(text, 'Deposits held')
    const { hospital_id } = house.system
    await within(() => bills.change({ hospital_id, id: draft.id }, { admission_id: draft.id }))
    await cashier.post('/billing/deposits', { patient_id, amount: 4_000 })
    t.match(read(await invoice(draft.id)), 'Deposits held 4,000')
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

  t.test('a settled one says in words what it came to (BIL-159)', async (t) => {
    const bill = await issued(['FBC'])
    const paid = await cashier.post(`/billing/bills/${bill.id}/payments`, { amount: 5_000 })
    t.equal(paid.status, 201, paid.message)
    const text = read(await invoice(bill.id))
    t.match(text, 'Amount due 0')
    t.notMatch(text, /Zero shillings/)
    t.match(text, /\w+ thousand.* shillings only/)
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

  t.test('on A5 no word is broken that a line can hold', async (t) => {
    const names = { first_name: 'Mkombozi', last_name: 'Mwanaidi-Mkombozi' }
    const bill = await issued(['FBC', 'XRAY', 'TAXED'], { ...names, language: 'sw' })
    const reference = 'Mkombozi-Commercial-0001'
    await cashier.post(`/billing/bills/${bill.id}/payments`, {
      amount: 12_000,
      method: 'Card',
      reference,
    })
    // A line may end behind a hyphen that is there; headings of code and department stand on the large paper alone.
    const wordsOn = async (paper: string, lang: string) =>
      read(await invoice(bill.id, { paper, lang })).split(/[\s-]+/)
    const headings = ['Msimbo', 'Idara', 'Code', 'Department']
    for (const lang of ['sw', 'en']) {
      const words = new Set(await wordsOn('A4', lang))
      const small = new Set([...(await wordsOn('A5', lang)), ...headings])
      t.same(
        [...words].filter((word) => /^[A-Za-z]{2,18}$/.test(word) && !small.has(word)),
        [],
        `${lang}: every word of the large paper stands whole on the small one`,
      )
    }
  })

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
