import t from 'tap'
import { today } from '../../../../db/hospital/office/places/hours.ts'
import { boot } from '../../../support/boot.ts'
import { ledgerOf } from '../../../support/money/books.ts'

t.test('reports', async (t) => {
  const house = await boot(t)
  const { people } = house
  const books = await ledgerOf(house)
  const chief = await people.with('chief_accountant')
  const manager = await people.with('manager')
  const year = (await today(house.system)).slice(0, 4)
  const post = (day: string, amounts: Record<string, number>) =>
    books.post(chief, amounts, { entry_date: `${year}-${day}` })
  await post('01-15', { '1110': 10_000, '3101': -10_000 })
  await post('02-10', { '1110': 5_000, '4102': -5_000 })
  await post('02-28', { '1110': -800, '4301': 800 })
  await post('03-05', { '1110': -2_000, '5101': 2_000 })
  await post('03-20', { '1110': -1_000, '6202': 1_000 })
  await post('03-31', { '1110': -100, '6401': 100 })
  await post('03-31', { '1110': 50, '4404': -50 })
  await post('04-02', { '1110': 700.5, '4101': -700.5 })
  const path = '/accounting/reports'

  t.test('the trial balance adds up over any days (ACC-83)', async (t) => {
    const quarter = { from: `${year}-02-15`, to: `${year}-03-31` }
    const shown = await manager.get(`${path}/trial-balance`, quarter)
    t.equal(shown.status, 200, shown.message)
    const bank = shown.data.rows.find(({ code }: { code: string }) => code === '1110')
    t.match(bank, { opening: 15_000, debit: 50, credit: 3_900, closing: 11_150 })
    t.match(shown.data.totals, { opening: 0, closing: 0, debit: 3_950, credit: 3_950 })
    t.equal(shown.data.totals.closing_debit, shown.data.totals.closing_credit)
    t.match(shown.data.footer, { chain_no: 8, locked_to: null })
    t.same(
      (await manager.get(`${path}/trial-balance`, quarter)).data.rows,
      shown.data.rows,
      'ACC-130: the same at one chain head',
    )
  })

  t.test('beside it what stood at the end of the days before (ACC-77, ACC-83)', async (t) => {
    const month = { from: `${year}-03-01`, to: `${year}-03-31` }
    const asked = async (more: Record<string, string>) =>
      (await manager.get(`${path}/trial-balance`, { ...month, ...more })).data
    const lineOf = ({ rows }: { rows: { code: string }[] }, code: string) =>
      rows.find((row) => row.code === code)
    const alone = await asked({})
    t.notOk('compared' in alone || 'compare' in alone.rows[0])
    // The 31 days before: 29 January (of a leap year 30) to the last of February.
    const previous = await asked({ compare: 'previous' })
    t.match(previous.compared, { closing: 0, closing_debit: 15_000, closing_credit: 15_000 })
    t.ok(previous.compared.to < month.from)
    t.match(lineOf(previous, '1110'), { opening: 14_200, closing: 11_150, compare: 14_200 })
    t.match(lineOf(previous, '6202'), { closing: 1_000, compare: 0 })
    const last_year = await asked({ compare: 'last_year' })
    t.match(lineOf(last_year, '1110'), { closing: 11_150, compare: 0 })
    t.match(last_year.compared, { from: `${Number(year) - 1}-03-01`, closing_debit: 0 })
    const odd = await manager.get(`${path}/trial-balance`, { ...month, compare: 'budget' })
    t.equal(odd.status, 400)
    t.match(odd.message, /^compare /)
  })

  t.test('the income statement goes from revenue to surplus (ACC-78)', async (t) => {
    const shown = await manager.get(`${path}/income-statement`, {
      from: `${year}-01-01`,
      to: `${year}-03-31`,
      compare: 'last_year',
    })
    t.equal(shown.status, 200, shown.message)
    t.match(shown.data, {
      net_revenue: 4_200,
      gross_profit: 2_200,
      gross_profit_simple: 2_250,
      operating_result: 1_250,
      result_before_tax: 1_150,
      surplus: 1_150,
      reductions: { total: -800 },
      finance: { rows: [{ code: '6401', heading_code: '6400' }] },
      compared: { surplus: 0, to: `${Number(year) - 1}-03-31` },
    })
    const april = await manager.get(`${path}/income-statement`, {
      from: `${year}-04-02`,
      to: `${year}-04-02`,
    })
    t.equal(april.data.surplus, 700.5)
    const none = await manager.get(`${path}/income-statement`, { department: 'Theatre' })
    t.equal(none.data.surplus, 0)
  })

  t.test('the balance sheet balances, with the result of the year (ACC-79)', async (t) => {
    const shown = await manager.get(`${path}/balance-sheet`, { as_of: `${year}-03-31` })
    t.equal(shown.status, 200, shown.message)
    t.match(shown.data, {
      total_assets: 11_150,
      total_liabilities: 0,
      total_equity: 11_150,
      result_of_the_year: 1_150,
      balances: true,
      equity: { total: 10_000 },
    })
  })

  t.test('each comes as CSV too', async (t) => {
    for (const report of ['trial-balance', 'income-statement', 'balance-sheet']) {
      const csv = await manager.get(`${path}/${report}`, { format: 'csv' })
      t.equal(csv.status, 200)
      t.match(csv.headers['content-type'], 'text/csv')
      t.match(csv.raw.toString(), report === 'income-statement' ? 'Gross profit' : 'Bank')
    }
    t.equal((await manager.get(`${path}/trial-balance`, { format: 'xls' })).status, 400)
  })

  t.test('who may not see figures is told what it needs', async (t) => {
    const cashier = await people.with('cashier')
    t.equal((await cashier.get(`${path}/balance-sheet`)).status, 403)
  })
})
