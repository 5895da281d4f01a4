// Reports beneath the statements: cash flow, general ledger, debts by age, budgets, VAT (5.9).

import t from 'tap'
import { clock, nextDay } from '../../../../db/core/clock.ts'
import { within } from '../../../../db/store/connection.ts'
import { post as postFor } from '../../../../db/hospital/money/accounting/posting/post.ts'
import { billingItems } from '../../../../db/hospital/neighbours/books.ts'
import { schemeNames } from '../../../../db/hospital/neighbours/parties.ts'
import { newId } from '../../../../db/core/ids.ts'
import { today } from '../../../../db/hospital/office/places/hours.ts'
import { answering } from '../../../support/answers.ts'
import { boot } from '../../../support/boot.ts'
import { ledgerOf } from '../../../support/money/books.ts'
import { needsPoppler, pagesOf } from '../../../support/pdf.ts'

t.test('reports beneath the statements', async (t) => {
  const house = await boot(t)
  const { people, system } = house
  const year = (await today(house.system)).slice(0, 4)
  clock.freeze(`${year}-09-30T09:00:00Z`)
  const books = await ledgerOf(house)
  const chief = await people.with('chief_accountant')
  const manager = await people.with('manager')
  const post = (day: string, amounts: Record<string, number>) =>
    books.post(chief, amounts, { entry_date: `${year}-${day}` })
  await post('01-15', { '1110': 10_000, '3101': -10_000 })
  await post('02-10', { '1110': 5_000, '4102': -5_000 })
  await post('03-05', { '1110': -2_000, '1503': 2_000 })
  await post('03-20', { '1110': -1_000, '6202': 1_000 })
  await post('03-31', { '6501': 200, '1553': -200 })
  await post('04-10', { '1305': 300, '1110': -300 })
  await post('04-12', { '1110': -400, '1101': 400 })
  const path = '/accounting/reports'
  const days = { from: `${year}-01-01`, to: `${year}-04-30` }

  t.test('cash flow ends in the change of cash, both ways (ACC-80)', async (t) => {
    const direct = await manager.get(`${path}/cash-flow`, days)
    t.equal(direct.status, 200, direct.message)
    const section = (of: typeof direct, name: string) =>
      of.data.sections.find((one: { class: string }) => one.class === name)?.total
    t.equal(section(direct, 'OPERATING'), 3_700)
    t.equal(section(direct, 'INVESTING'), -2_000)
    t.equal(section(direct, 'FINANCING'), 10_000)
    t.match(direct.data, { opening: 0, change: 11_700, closing: 11_700, agrees: true })
    const indirect = await manager.get(`${path}/cash-flow`, { ...days, method: 'indirect' })
    t.equal(section(indirect, 'RESULT'), 3_800)
    t.equal(section(indirect, 'NON_CASH'), 200)
    t.equal(section(indirect, 'WORKING_CAPITAL'), -300)
    t.match(indirect.data, { change: 11_700, closing: 11_700, agrees: true })
    const april = { from: `${year}-04-11`, to: `${year}-04-20` }
    const moved = await manager.get(`${path}/cash-flow`, april)
    t.match(moved.data, { opening: 11_700, change: 0, agrees: true, sections: [] })
  })

  t.test('the general ledger goes on from page to page', async (t) => {
    const whole = await manager.get(`${path}/general-ledger`, days)
    t.equal(whole.status, 200, whole.message)
    const of = (found: typeof whole, code: string) =>
      found.data.accounts.find((one: { code: string }) => one.code === code)
    t.match(of(whole, '1110'), { opening: 0, debit: 15_000, credit: 3_700, closing: 11_300 })
    t.same(
      of(whole, '1110').lines.map(({ balance }: { balance: number }) => balance),
      [10_000, 15_000, 13_000, 12_000, 11_700, 11_300],
    )
    t.equal(whole.data.meta.total, 14)
    const seen: unknown[] = []
    for (let page = 1; page <= 5; page++) {
      const one = await manager.get(`${path}/general-ledger`, {
        ...days,
        page: String(page),
        per_page: '3',
      })
      t.equal(one.status, 200, one.message)
      for (const { code, brought, continued, lines } of one.data.accounts) {
        if (page === 2 && code === '1110') t.match({ brought, continued }, { brought: 15_000 })
        for (const { reference, balance } of lines) seen.push([code, reference, balance])
      }
    }
    const all = whole.data.accounts.flatMap(
      ({ code, lines }: { code: string; lines: { reference: string; balance: number }[] }) =>
        lines.map(({ reference, balance }) => [code, reference, balance]),
    )
    t.same(seen, all, 'pages give what the whole gives')
    const opened = await manager.get(`${path}/general-ledger`, {
      from: `${year}-03-01`,
      to: `${year}-03-31`,
      account_ids: books.id('1100'),
    })
    t.match(opened.data.accounts, [{ code: '1110', opening: 15_000, closing: 12_000 }])
    const none = await manager.get(`${path}/general-ledger`, { account_ids: newId() })
    t.equal(none.status, 404)
  })

  t.test('a late page of an account passes over whole months (ACC-20)', async (t) => {
    const at = `/accounting/accounts/${books.id('1110')}/lines`
    const asked = { from: `${year}-02-05`, to: `${year}-04-11`, per_page: '2' }
    const second = await manager.get(at, { ...asked, page: '2' })
    t.match(second.data, { opening: 10_000, closing: 11_700, meta: { total: 4 } })
    t.same(
      second.data.lines.map(({ balance }: { balance: number }) => balance),
      [12_000, 11_700],
    )
    t.same((await manager.get(at, { ...asked, page: '9' })).data.lines, [])
  })

  t.test(
    'debts by age: the oldest is settled first, and open items are asked (ACC-81)',
    async (t) => {
      const scheme = newId()
      const owe = (day: string, amount: number) =>
        within(() =>
          postFor(system, {
            source: 'BILL_ISSUE',
            source_id: newId(),
            date: day,
            memo: 'Bill',
            lines: [
              { role: 'ar_scheme', party: { kind: 'SCHEME', id: scheme }, ...side(amount) },
              { account_id: books.id('4101'), ...side(-amount) },
            ],
          }),
        )
      const side = (amount: number) => (amount > 0 ? { debit: amount } : { credit: -amount })
      const as_of = `${year}-09-30`
      await owe(nextDay(as_of, -200), 10_000)
      await owe(nextDay(as_of, -45), 20_000)
      await owe(as_of, 5_000)
      await owe(as_of, -14_000)
      answering(t, schemeNames, async (_caller, ids) =>
        ids.map((id) => ({ id, name: 'National insurer' })),
      )
      // Of a grouping that no area keeps the ledger itself speaks.
      answering(t, billingItems, async () => undefined)
      const shown = await manager.get(`${path}/aged-receivables`, { as_of })
      t.equal(shown.status, 200, shown.message)
      const group = (of: typeof shown) =>
        of.data.groups.find((one: { grouping: string }) => one.grouping === 'ar_scheme')
      t.match(group(shown), {
        rows: [{ name: 'National insurer', current: 50, days_31_60: 160, over_180: 0, total: 210 }],
        ledger: 210,
        difference: 0,
      })
      answering(t, billingItems, async (_caller, grouping) =>
        grouping === 'ar_scheme'
          ? [
              {
                party_kind: 'SCHEME',
                party_id: scheme,
                reference: 'CLM-1',
                amount: 20_000,
                due_on: nextDay(as_of, -91),
              },
            ]
          : undefined,
      )
      const open = await manager.get(`${path}/aged-receivables`, { as_of })
      t.match(group(open), { totals: { days_91_180: 200, total: 200 }, difference: -10 })
      const owed = await manager.get(`${path}/aged-payables`)
      t.equal(owed.status, 200, owed.message)
      t.match(owed.data.totals, { total: 0 })
    },
  )

  t.test('budget against actual, a heading over what stands under it (ACC-33)', async (t) => {
    const made = await chief.post('/accounting/budgets', {
      account_id: books.id('6200'),
      period_year: Number(year),
      amount: 4_000,
    })
    t.equal(made.status, 201, made.message)
    t.equal((await manager.post(`/accounting/budgets/${made.data.id}/approve`)).status, 200)
    const shown = await manager.get(`${path}/budget-actual`, { year })
    t.equal(shown.status, 200, shown.message)
    const row = (code: string) => shown.data.rows.find((one: { code: string }) => one.code === code)
    t.match(row('6200'), { amount: 4_000, actual: 1_000, variance: 3_000, used_pct: 25 })
    t.equal(row('6202'), undefined, 'it is in the figures of its heading')
    t.match(row('6501'), { amount: 0, actual: 200, used_pct: null })
    t.ok(shown.data.headings.some(({ code }: { code: string }) => code === '6200'))
    t.equal((await manager.get(`${path}/budget-actual`)).message, 'year is required.')
    const wrong = await manager.get(`${path}/budget-actual`, { year, month: '13' })
    t.equal(wrong.message, 'month must be 1 to 12.')
  })

  t.test('the VAT return by code, and what the ledger owes (ACC-42)', async (t) => {
    const account = (code: string) => books.id(code)
    const vat = (lines: readonly { account_id: string; debit?: number; credit?: number }[]) =>
      within(() =>
        postFor(system, {
          source: 'BILL_ISSUE',
          source_id: newId(),
          date: `${year}-08-08`,
          memo: 'Sale',
          lines: lines.map((line) => ({ ...line, tax_code: 'VAT-S' })),
        }),
      )
    await vat([
      { account_id: account('1110'), debit: 118_00 },
      { account_id: account('4202'), credit: 100_00 },
      { account_id: account('2301'), credit: 18_00 },
    ])
    await vat([
      { account_id: account('4202'), debit: 10_00 },
      { account_id: account('2301'), debit: 1_80 },
      { account_id: account('1110'), credit: 11_80 },
    ])
    await vat([
      { account_id: account('6203'), debit: 50_00 },
      { account_id: account('1303'), debit: 9_00 },
      { account_id: account('1110'), credit: 59_00 },
    ])
    const shown = await manager.get(`${path}/vat-return`, { year, month: '8' })
    t.equal(shown.status, 200, shown.message)
    t.match(shown.data, {
      output: [
        { tax_code: 'VAT-S', base: 100, tax: 18, credit_note_base: 10, credit_note_tax: 1.8 },
      ],
      input: [{ tax_code: 'VAT-S', base: 50, tax: 9 }],
      output_tax: 16.2,
      input_tax: 9,
      ledger_amount: 7.2,
      filing: null,
    })
    t.match((await manager.get(`${path}/vat-return`, { year })).message, /^month/)
  })

  // The hospital of the tests prints in Swahili.
  const reports: [string, Record<string, string>, RegExp][] = [
    ['trial-balance', {}, /Urari/],
    ['trial-balance', { compare: 'previous' }, /Ikilinganishwa/],
    ['income-statement', { compare: 'last_year' }, /Faida ghafi/],
    ['balance-sheet', {}, /Jumla ya mali/],
    ['cash-flow', days, /Shughuli za uwekezaji/],
    ['general-ledger', days, /1110 Bank/],
    ['aged-receivables', {}, /Bima/],
    ['aged-payables', {}, /Wadai kwa umri/],
    ['budget-actual', { year }, /Kwa vichwa/],
    ['vat-return', { year, month: '8' }, /Kodi ya mauzo/],
  ]

  t.test('each comes as CSV', async (t) => {
    for (const [name, query] of reports) {
      const csv = await manager.get(`${path}/${name}`, { ...query, format: 'csv' })
      t.equal(csv.status, 200, name)
      t.match(csv.headers['content-type'], 'text/csv')
      t.match(csv.raw.toString(), /^[a-z_]+,[a-z_0-9,]+\r\n/, name)
    }
  })

  t.test(
    'each comes on paper, with when it was made and its chain (ACC-77)',
    needsPoppler,
    async (t) => {
      for (const [name, query, says] of reports) {
        const pdf = await manager.get(`${path}/${name}`, { ...query, format: 'pdf' })
        t.equal(pdf.status, 200, `${name} ${pdf.message}`)
        t.match(pdf.headers['content-type'], 'application/pdf')
        const text = pagesOf(pdf.raw).join('\n')
        t.match(text, says, name)
        t.match(text, /Mnyororo +\d+ [0-9a-f]{12}/, name)
      }
    },
  )

  t.test('who may not see figures is refused each of them', async (t) => {
    const cashier = await people.with('cashier')
    for (const [name, query] of reports) {
      t.equal((await cashier.get(`${path}/${name}`, query)).status, 403, name)
    }
  })
})
