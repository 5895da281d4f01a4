// What expires: the board, the job, and what the clock tells in the morning.

import t from 'tap'
import { clock, nextDay } from '../../../../db/core/clock.ts'
import { newId } from '../../../../db/core/ids.ts'
import * as jobs from '../../../../db/hospital/goods/stock/expiry/jobs.ts'
import { leftAtExpiry } from '../../../../db/hospital/goods/stock/expiry/board.ts'
import { issue } from '../../../../db/hospital/goods/stock/pool/issue.ts'
import { reserve } from '../../../../db/hospital/goods/stock/pool/reserve.ts'
import {
  countDays,
  monthlyUse,
  useOf,
} from '../../../../db/hospital/goods/stock/use/consumption.ts'
import { forgetUse, keepUse } from '../../../../db/hospital/goods/stock/use/kept.ts'
import {
  stock_month_uses,
  stock_months_kept,
} from '../../../../db/hospital/goods/stock/use/tables.ts'
import { notifications } from '../../../../db/hospital/office/notifications/tables.ts'
import { within } from '../../../../db/store/connection.ts'
import { ledgerOf, rebuilt } from '../../../support/money/books.ts'
import { boot } from '../../../support/boot.ts'
import { done } from '../../../support/desk/ward.ts'
import { actor, shelfOf } from '../../../support/goods.ts'
import { seeded } from '../../../support/seeded.ts'

t.test('average use in a month (STK-110)', async (t) => {
  t.equal(Math.round((monthlyUse(1830, 153) ?? 0) * 10) / 10, 364.8)
  t.equal(monthlyUse(100, 14), null, 'too few days to say')
  t.equal(monthlyUse(-5, 30), 0)
  const days = [
    { day: '', net: 0, came: 0 },
    { day: '2026-01-03', net: 5, came: 5 },
    { day: '2026-01-05', net: -5, came: 0 },
    { day: '2026-01-08', net: 0, came: 4 },
  ]
  t.equal(countDays(days, '2026-01-01', '2026-01-11'), 4, '3rd to 5th, and the 8th')
})

/** Day after day, as the rule says it. */
function countedByHand(moved: { day: string; net: number; came: number }[]): number {
  const on = new Map(moved.map((one) => [one.day, one]))
  let [lying, count] = [on.get('')?.net ?? 0, 0]
  for (let day = '2026-02-01'; day < '2026-03-01'; day = nextDay(day)) {
    if (lying > 0 || (on.get(day)?.came ?? 0) > 0) count += 1
    lying += on.get(day)?.net ?? 0
  }
  return count
}

t.test('days in stock of 500 chances are what counting by hand finds (STK-110)', async (t) => {
  const below = seeded(110)
  for (let run = 0; run < 500; run += 1) {
    const moved = [{ day: '', net: below(4), came: 0 }]
    for (let day = '2026-02-01'; day < '2026-03-01'; day = nextDay(day)) {
      if (below(4) > 0) continue
      const came = below(5)
      moved.push({ day, net: came - below(5), came })
    }
    const shuffled = moved.toSorted(() => below(2) - 0.5)
    const found = countDays(shuffled, '2026-02-01', '2026-03-01')
    if (found !== countedByHand(moved)) return t.fail(JSON.stringify(moved))
  }
  t.pass('500 of 500')
})

t.test('use of months that are over is kept, and is what the moves say (STK-110)', async (t) => {
  const house = await boot(t)
  clock.freeze('2026-01-05T08:00:00Z')
  const { hospital_id } = house.system
  const shelf = await shelfOf(house)
  const other = await shelfOf(house, { is_default_dispensing: false })
  const by = actor(house, shelf.keeper)
  const [often, rarely] = [await shelf.product(), await shelf.product()]
  for (const one of [often, rarely]) await shelf.lay(one, 1000)
  await other.lay(often, 50)
  const use = (product_id: string, quantity: number) =>
    within(() =>
      issue(by, {
        store_id: shelf.store.id,
        lines: [{ product_id, quantity }],
        kind: 'DISPENSE',
        source: 'test',
        source_id: newId(),
      }),
    )
  for (const day of ['2026-01-20', '2026-02-10', '2026-03-03', '2026-03-31']) {
    clock.freeze(`${day}T08:00:00Z`)
    await use(often.id, 100)
  }
  await use(rarely.id, 1000)
  clock.freeze('2026-05-02T08:00:00Z')
  const ids = [often.id, rarely.id]
  const scope = { store_id: shelf.store.id, facilities: 'all' as const }
  const live = await useOf(by, ids, scope)
  // Somebody began to keep March, and was ended before it stood.
  const begun = { hospital_id, store_id: shelf.store.id, month: '2026-03' }
  await within(() =>
    stock_month_uses.insert({ ...begun, product_id: often.id, consumed: 7, days: 1 }),
  )
  t.same(await useOf(by, ids, scope), live, 'what does not stand is not read')
  t.ok((live.get(often.id) ?? 0) > 0)
  t.equal(await keepUse(house.system), 12)
  t.equal(await keepUse(house.system), 0, 'once')
  t.equal((await stock_months_kept.all({ hospital_id })).length, 12)
  t.same(await useOf(by, ids, scope), live, 'as reckoned from the moves')
  const elsewhere = { store_id: other.store.id, facilities: 'all' as const }
  t.same([...(await useOf(by, ids, elsewhere))], [[often.id, 0]])

  await within(() =>
    stock_month_uses.change(
      { hospital_id, product_id: often.id, month: '2026-03' },
      { consumed: 0 },
    ),
  )
  t.not((await useOf(by, ids, scope)).get(often.id), live.get(often.id), 'no moves are read')
  await within(() => forgetUse(house.system, '2026-03-15'))
  t.same(await useOf(by, ids, scope), live, 'a story told of March: reckoned anew')
  t.equal(await keepUse(house.system), 2)
  t.same(await useOf(by, ids, scope), live)
  clock.freeze('2026-06-02T08:00:00Z')
  t.equal(await keepUse(house.system), 1, 'the month that came to its end')
  const later = await useOf(by, ids, scope)
  await within(() => forgetUse(house.system, '2025-01-01'))
  t.same(later, await useOf(by, ids, scope))
})

t.test('what is used first expiry first is left at expiry (STK-58)', async (t) => {
  const lot = (id: string, expiry: string, quantity: number) => ({
    id,
    product_id: 'p',
    expiry,
    quantity,
  })
  const use = new Map([['p', 305_000]])
  // 10 a day: 5 days of the first, then 10 days of the second, whose 20 days end on the 20th.
  const left = leftAtExpiry(
    [
      lot('a', '2026-01-05', 40_000),
      lot('b', '2026-01-10', 100_000),
      lot('c', '2026-01-12', 90_000),
    ],
    use,
    '2026-01-01',
  )
  t.same(
    [...left],
    [
      ['a', 0],
      ['b', 40_000],
      ['c', 70_000],
    ],
  )
  const none = leftAtExpiry([lot('a', '2026-01-05', 40_000)], new Map([['p', null]]), '2026-01-01')
  t.same([...none], [['a', 40_000]], 'nobody uses it')
})

t.test('expiry (5.6)', async (t) => {
  const house = await boot(t)
  clock.freeze('2026-05-04T08:00:00Z')
  const { people } = house
  const { id: hospital_id } = house.hospital
  const shelf = await shelfOf(house)
  const { keeper, store } = shelf
  await ledgerOf(house)
  const soon = await shelf.product()
  const late = await shelf.product()
  const never = await shelf.product({ class: 'GENERAL', strength: null, form: null, route: null })
  await shelf.lay(soon, 10, { lot: 'A1', expiry: '2026-05-20' })
  await shelf.lay(soon, 10, { lot: 'A2', expiry: '2026-08-01' })
  await shelf.lay(late, 10, { lot: 'L1', expiry: '2028-08-31' })
  await shelf.lay(never, 10, { lot: '', expiry: '' })
  const board = (query: Record<string, string> = {}) => keeper.get('/stock/expiry', query)

  t.test('the board, nearest first, with totals by bucket', async (t) => {
    const { data, meta } = await board({ totals: 'true' })
    t.match(data, [
      { lot: 'A1', days_to_expiry: 16, bucket: 'D30', quantity: 10, amc: null, at_risk: 10 },
      { lot: 'A2', days_to_expiry: 89, bucket: 'D90', proposals: ['USE_FIRST'] },
    ])
    t.match(data[0], { value: 5_000, value_at_risk: 5_000 })
    t.match(meta, { total: 2, totals: { D30: { rows: 1, value: 5_000 }, EXPIRED: { rows: 0 } } })
    const clerk = await people.holding('stock:read')
    t.match((await clerk.get('/stock/expiry')).data[0], { value: null, value_at_risk: null })
    t.equal((await board({ within_days: '20' })).data.length, 1)
    t.same((await board({ state: 'expired' })).data, [])
    t.equal((await board({ state: 'at_risk', store_id: store.id })).data.length, 2)
    t.match(await board({ state: 'old' }), { status: 400 })
  })

  t.test('who keeps the store is told once for each step', async (t) => {
    const tell = () => within(() => jobs.tellExpiring(house.system), 'jobs')
    t.equal(await tell(), 2)
    const told = await notifications.all({ hospital_id, user_id: keeper.user.id })
    t.ok(told.some(({ title }) => /2 lots expire soon/.test(title)))
    t.equal(await tell(), 0)
    clock.freeze('2026-07-03T08:00:00Z')
    t.equal(await tell(), 1, 'A2 is within thirty days now')
    clock.freeze('2026-05-04T08:00:00Z')
  })

  t.test('past its day a batch is expired and set apart, once (3.1)', async (t) => {
    const asked = { product_id: late.id, store_id: store.id, quantity: 2 }
    const until = '2026-05-10T08:00:00.000Z'
    const wanted = { ...asked, source: 'order', source_id: 'o1', until }
    await within(() => reserve(actor(house, keeper), wanted))
    const expire = () => within(() => jobs.expireDue(house.system), 'jobs')
    clock.freeze('2026-05-20T08:00:00Z')
    t.equal(await expire(), 0, 'it is used until the end of its day (STK-38)')
    clock.freeze('2026-05-21T08:00:00Z')
    t.equal(await expire(), 1)
    t.equal(await expire(), 0)
    t.equal(await within(() => jobs.endReservations(house.system), 'jobs'), 1)
    const by = await people.with('storekeeper', 'pharmacist')
    t.match(await by.whole('/stock/quarantine'), [
      { lot: 'A1', quantity: 10, reason: 'EXPIRED', note: 'Expired on 2026-05-20' },
    ])
    const [batch] = await by.whole('/stock/batches', { status: 'EXPIRED' })
    t.match(batch, { lot: 'A1' })
    t.match((await by.get('/stock/expiry', { state: 'expired' })).data, [
      { lot: 'A1', bucket: 'EXPIRED', proposals: ['DISPOSE'] },
    ])
    await t.rejects(
      within(() =>
        issue(actor(house, keeper), {
          store_id: store.id,
          lines: [{ product_id: soon.id, quantity: 11 }],
          kind: 'DISPENSE',
          source: 'test',
          source_id: newId(),
        }),
      ),
      { message: /^Only 10 tablets .*10 quarantined/ },
    )
    await rebuilt(t, house, 3)
  })

  t.test('late transfers and long quarantine are told (STK-49, STK-61)', async (t) => {
    clock.freeze('2026-06-01T08:00:00Z')
    const other = await shelfOf(house, { is_default_dispensing: false })
    const by = await people.with('pharmacy_manager', 'pharmacist')
    const lines = [{ product_id: late.id, quantity: 1 }]
    const body = { from_store_id: store.id, to_store_id: other.store.id, lines }
    const { id } = await done(by.post('/stock/transfers', body))
    await done(by.post(`/stock/transfers/${id}/send`))
    const late_ones = () => within(() => jobs.tellLateTransfers(house.system), 'jobs')
    t.equal(await late_ones(), 0)
    clock.freeze('2026-06-22T08:00:00Z')
    t.equal(await late_ones(), 1)
    t.equal(await late_ones(), 0, 'once a day')
    for (const { user } of [keeper, other.keeper]) {
      const told = await notifications.all({ hospital_id, user_id: user.id })
      t.ok(told.some(({ kind }) => kind === 'stock.transfer_late'))
    }
    const long = () => within(() => jobs.tellLongApart(house.system), 'jobs')
    t.equal(await long(), 1)
    t.equal(await long(), 0)
  })
})
