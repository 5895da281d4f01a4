import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { rows } from '../../../../db/store/connection.ts'
import { sql } from '../../../../db/store/sql.ts'
import { boot } from '../../../support/boot.ts'
import { atDrawer } from '../../../support/money/drawers.ts'
import { priced } from '../../../support/money/prices.ts'
import { somebody } from '../../../support/desk/visits.ts'

const cashiers = 50
const sales_each = 4

// Section 9: 20 cashiers at once, no receipt lost or doubled, numbers without a gap (here 50).
t.test('fifty cashiers at once', async (t) => {
  const house = await boot(t)
  const { people, hospital } = house
  clock.freeze('2026-03-31T06:00:00.000Z')
  await priced(house)
  const { id: patient_id } = await somebody(await people.with('reception'))
  const desks = []
  for (let n = 0; n < cashiers; n += 1) {
    const cashier = await people.with('cashier')
    desks.push({ cashier, ...(await atDrawer(house, cashier)) })
  }

  // Each serves one customer after the other, and presses every second time twice.
  const answers = (
    await Promise.all(
      desks.map(async ({ cashier }, desk) => {
        const said = []
        for (let n = 0; n < sales_each; n += 1) {
          const once = cashier.with({ 'idempotency-key': `desk-${desk}-sale-${n}-of-the-day` })
          const body = {
            patient_id,
            method: n === 3 ? 'Mobile Money' : 'Cash',
            reference: n === 3 ? `MM${1_000_000 + desk}` : null,
            lines: [{ code: 'FBC' }, { code: 'TAXED', quantity: n + 0.5 }],
          }
          const presses = n % 2 === 0 ? [0] : [0, 1]
          said.push(...(await Promise.all(presses.map(() => once.post('/billing/sales', body)))))
        }
        return said
      }),
    )
  ).flat()
  const sold = answers.filter(({ status }) => status === 201)
  const others = answers.filter(({ status }) => status !== 201)
  for (const { status, message } of others) t.equal(status, 409, message)
  const bills = new Set(sold.map(({ data }) => data.bill.number))
  t.equal(bills.size, cashiers * sales_each, 'no sale is lost, none is doubled')

  const numbersOf = async (table: 'bills' | 'payments') => {
    const found = await rows<{ number: string }>(
      table === 'bills'
        ? sql`select number from bills where hospital_id = ${hospital.id} and number is not null`
        : sql`select number from payments where hospital_id = ${hospital.id}`,
    )
    return found.map(({ number }) => Number(number.slice(-6))).sort((a, b) => a - b)
  }
  const whole = Array.from({ length: cashiers * sales_each }, (_, n) => n + 1)
  t.same(await numbersOf('bills'), whole, 'bills are numbered without a gap')
  t.same(await numbersOf('payments'), whole, 'so are receipts')

  const apart = await rows<{ drawer: string; cash: number; held: number; taken: number }>(
    sql`select d.name as drawer, s.cash,
        (select cast(coalesce(sum(l.debit - l.credit), 0) as bigint) from journal_lines l
          where l.account_id = d.account_id) as held,
        (select cast(coalesce(sum(k.amount), 0) as bigint) from shift_takings k
          where k.shift_id = s.id and k.method = 'Cash') as taken
      from shifts s join drawers d on d.id = s.drawer_id where s.hospital_id = ${hospital.id}`,
  )
  t.equal(apart.length, cashiers)
  for (const { drawer, cash, held, taken } of apart) {
    t.equal(Number(held), Number(cash), `${drawer} equals the ledger (BIL-90)`)
    t.equal(Number(taken), Number(cash), `${drawer} equals what was taken`)
  }
  const [unpaid] = await rows<{ n: number }>(
    sql`select count(*) as n from bills where hospital_id = ${hospital.id} and balance <> 0`,
  )
  t.equal(Number(unpaid?.n), 0)
})
