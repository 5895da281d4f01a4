// Amounts that are each right and that no sum has room for: refused in words that name the field, on
// both databases, and what was taken before can still be read (ALL-24).

import t from 'tap'
import { hospital_doors } from '../../../../daemon/hospital/areas.ts'
import { clock } from '../../../../db/core/clock.ts'
import { verify } from '../../../../db/hospital/money/accounting/proofs/verify.ts'
import { permits } from '../../../../db/hospital/permits.ts'
import { boot } from '../../../support/boot.ts'
import { ledgerOf } from '../../../support/money/books.ts'
import { atDrawer } from '../../../support/money/drawers.ts'
import { priced } from '../../../support/money/prices.ts'
import { somebody } from '../../../support/desk/visits.ts'

const too_large = 'is too large: what it adds up to is more than can be kept.'

t.test('great sums', async (t) => {
  const house = await boot(t)
  const { people } = house
  clock.freeze('2026-03-31T06:00:00.000Z')
  await priced(house)
  const books = await ledgerOf(house)
  const accountant = await people.with('accountant')
  const chief = await people.with('chief_accountant')
  const manager = await people.with('manager', 'cashier')
  const { id: patient_id } = await somebody(await people.with('reception'))
  await atDrawer(house, manager)

  t.test('deposits of all that an account can hold (ALL-24)', async (t) => {
    const deposit = (amount: number) =>
      accountant.post('/accounting/funding-moves/deposit', {
        account_id: books.id('1110'),
        counterpart_account_id: books.id('3101'),
        amount,
        note: 'Capital of the owners',
      })
    for (const answer of [await deposit(9e13), await deposit(9e13)]) {
      t.same([answer.status, answer.message], [400, `amount ${too_large}`])
    }
    const by_hand = await books.post(chief, { '1110': 9e12, '3101': -9e12 })
    t.equal(by_hand.status, 201, by_hand.message)
    const answers = []
    for (let count = 0; count < 9; count++) answers.push(await deposit(9e12))
    t.same(
      answers.map(({ status }) => status),
      [...Array<number>(8).fill(201), 400],
    )
    t.equal(answers.at(-1)?.message, `amount ${too_large}`)
    const back = await chief.post(`/accounting/entries/${by_hand.data.id}/reverse`, {
      reason: 'Mistyped',
    })
    t.ok(back.status < 300, `what was taken can be reversed: ${back.message}`)
  })

  t.test('two lines of one sale, and a quantity of a great price', async (t) => {
    const line = {
      code: 'FBC',
      quantity: 1,
      unit_price: 80_000_000_000_000,
      description: 'A price of the year 2200',
    }
    const sell = (...lines: object[]) =>
      manager.post('/billing/sales', { patient_id, method: 'Cash', lines })
    for (const lines of [[line], [line, line], [{ ...line, quantity: 900 }]]) {
      const answer = await sell(...lines)
      t.same([answer.status, answer.message], [400, `lines[0].unit_price ${too_large}`])
    }
  })

  t.test('an entry of two great lines', async (t) => {
    const side = { debit: 0, credit: 0, account_id: books.id('1110') }
    const great = { ...side, debit: 80_000_000_000_000 }
    const entry = await chief.post('/accounting/entries', {
      entry_date: '2026-03-31',
      memo: 'Great',
      lines: [great, great, { ...side, account_id: books.id('3101'), credit: 1 }],
    })
    t.same([entry.status, entry.message], [400, `lines[0].debit ${too_large}`])
  })

  t.test('all that was taken can be read, and the books are right', async (t) => {
    const everybody = await people.holding(...Object.keys(permits))
    const lists = hospital_doors
      .flatMap(({ routes }) => routes)
      .filter(({ method, path }) => method === 'GET' && !path.includes(':'))
    const broken = []
    for (const { path, access } of lists) {
      if (access === 'open' || path.includes('stream')) continue
      const { status, message } = await everybody.get(path, {
        from: '2026-01-01',
        to: '2026-12-31',
      })
      if (status >= 500) broken.push(`${path}: ${status} ${message}`)
    }
    t.same(broken, [])
    const lines = await accountant.get(`/accounting/accounts/${books.id('1110')}/lines`)
    t.equal(lines.status, 200, lines.message)
    t.equal((await verify(house.system)).failed, 0)
  })
})
