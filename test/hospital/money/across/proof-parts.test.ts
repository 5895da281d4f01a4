// What a proof of the books is not asked for, it does not compute (ACC-118, ACC-122): nothing of a
// night's proof, of a year's or of one invariant's grows with all that was ever billed.

import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { run, within } from '../../../../db/store/connection.ts'
import { unsound } from '../../../../db/hospital/money/accounting/proofs/unsound.ts'
import { verify, type VerifyAsked } from '../../../../db/hospital/money/accounting/proofs/verify.ts'
import {
  discountBill,
  undiscountBill,
} from '../../../../db/hospital/money/billing/bills/discounts.ts'
import { creditNotes, discounts } from '../../../../db/hospital/money/billing/replay/bills.ts'
import { waivers } from '../../../../db/hospital/money/billing/replay/money.ts'
import { bill_adoptions, bills } from '../../../../db/hospital/money/billing/bills/tables.ts'
import {
  billingItems,
  billingRevenue,
  billingSums,
  claimSums,
  coverSums,
  drawerSums,
  fiscalReceipts,
  type ReplayEvent,
} from '../../../../db/hospital/neighbours/books.ts'
import { insertAlike } from '../../../../db/store/bulk.ts'
import { newId } from '../../../../db/core/ids.ts'
import { sql } from '../../../../db/store/sql.ts'
import { answering } from '../../../support/answers.ts'
import { boot } from '../../../support/boot.ts'
import { money } from '../../../support/money/money.ts'
import { priced } from '../../../support/money/prices.ts'

t.test('only what is asked for', async (t) => {
  const house = await boot(t)
  const { system, facility_id } = house
  clock.freeze('2026-03-31T06:00:00.000Z')
  await priced(house)
  const { issued } = await money(house)
  await issued()
  const asked = new Set<string>()
  const sums = { billingSums, drawerSums, claimSums, coverSums, fiscalReceipts }
  for (const [name, question] of Object.entries(sums)) {
    answering(t, question, async () => {
      asked.add(name)
      return { checked: 1, failed: 0, first: null }
    })
  }
  answering(t, billingRevenue, async () => {
    asked.add('billingRevenue')
    return undefined
  })
  answering(t, billingItems, async () => {
    asked.add('billingItems')
    return undefined
  })
  const asks = async (input: VerifyAsked) => {
    asked.clear()
    const { checks } = await verify(system, input)
    return { asked: [...asked].sort((a, b) => (a < b ? -1 : 1)), ids: checks.map(({ id }) => id) }
  }
  const whole = await asks({})
  t.same(whole.asked, ['billingItems', 'billingRevenue', ...Object.keys(sums)].sort())
  t.ok(whole.ids.includes('ACC-122') && whole.ids.includes('ACC-129'))
  const quick = await asks({ quick: true })
  t.same(quick.asked, ['billingItems', 'billingRevenue'], 'the sums wait for the week (7)')
  t.same(
    whole.ids.filter((id) => !quick.ids.includes(id)),
    ['ACC-122', 'ACC-129', 'ACC-132'],
  )
  t.same((await asks({ year: '2026' })).asked, ['billingRevenue'])
  t.same((await asks({ facility_id })).asked, ['billingRevenue'])
  t.same(await asks({ only: ['ACC-127'] }), { asked: [], ids: ['ACC-127'] })
  t.same(await asks({ only: ['ACC-122'] }), {
    asked: ['billingSums', 'claimSums', 'coverSums', 'drawerSums'],
    ids: ['ACC-122'],
  })
  t.same(await asks({ only: ['ACC-122'], quick: true }), { asked: [], ids: [] })
  t.same((await asks({ only: ['ACC-108'] })).asked, ['billingItems'])
})

t.test('what lowers revenue is read for the days that are asked for (ACC-118)', async (t) => {
  const house = await boot(t)
  const { people, system } = house
  clock.freeze('2026-02-10T06:00:00.000Z')
  await priced(house)
  const ok = <A extends { status: number; message: string }>(answer: A): A => {
    t.ok(answer.status < 300, answer.message)
    return answer
  }
  /** One of each, on a bill of the day. */
  const lower = async () => {
    const { issued } = await money(house)
    const welfare = await people.with('welfare')
    const manager = await people.with('manager')
    const biller = await people.with('billing')
    const supervisor = await people.with('supervisor')
    const { id, items } = await issued()
    const discount = { bill_id: id, amount: 1_000, discount_id: newId(), reason: 'A friend' }
    await within(() => discountBill(system, discount))
    const asked = { bill_id: id, amount: 2_000, category: 'INDIGENT', reason: 'Cannot pay' }
    const waiver = ok(await welfare.post('/billing/waivers', asked)).data
    const given = ok(await manager.post(`/billing/waivers/${waiver.id}/approve`, {})).data
    const note = ok(
      await biller.post('/billing/credit-notes', {
        bill_id: id,
        reason: 'Too dear',
        reason_code: 'WRONG_PRICE',
        lines: [{ item_id: items[1].id, amount: 5_000 }],
      }),
    ).data
    ok(await supervisor.post(`/billing/credit-notes/${note.id}/issue`))
    return { discount, payment_id: given.payment_id as string }
  }
  const early = await lower()
  // Half an hour before March in the hospital is February still.
  clock.freeze('2026-02-28T20:30:00.000Z')
  await lower()
  clock.freeze('2026-02-28T21:30:00.000Z')
  await lower()
  clock.freeze('2026-03-05T06:00:00.000Z')
  await within(() => undiscountBill(system, early.discount))
  const supervisor = await people.with('supervisor')
  const reason = 'Found a scheme'
  ok(await supervisor.post(`/billing/payments/${early.payment_id}/reverse`, { reason }))

  const all = async (read: AsyncIterable<readonly ReplayEvent[]>) => {
    const found: ReplayEvent[] = []
    for await (const batch of read) found.push(...batch)
    return found
  }
  const idsOf = (events: readonly ReplayEvent[]) => [
    ...new Set(events.map(({ source_id }) => source_id)),
  ]
  const months: [from: string, to: string, counts: [number, number, number]][] = [
    ['2026-01-01', '2026-01-31', [0, 0, 0]],
    ['2026-02-01', '2026-02-28', [2, 2, 2]],
    ['2026-03-01', '2026-03-31', [2, 1, 2]],
    ['2026-04-01', '2026-04-30', [0, 0, 0]],
  ]
  for (const [from, to, counts] of months) {
    for (const [at, read] of [discounts, creditNotes, waivers].entries()) {
      const whole = await all(read(system))
      const found = idsOf(await all(read(system, { from, to })))
      const dated = whole.filter(({ date }) => date !== null && from <= date && date <= to)
      t.same(found, idsOf(dated), `${read.name} from ${from}: all of them and no other`)
      t.equal(found.length, counts[at])
    }
  }
  t.match((await verify(system, { only: ['ACC-118'] })).checks, [{ state: 'OK' }])
})

t.test('the sums of all records are asked a bounded number at a time (ACC-122)', async (t) => {
  const house = await boot(t)
  const { hospital_id } = house.system
  clock.freeze('2026-03-31T06:00:00.000Z')
  await priced(house)
  const { issued } = await money(house)
  const { id: bill_id } = await issued()
  const row = { hospital_id, bill_id, amount: 1, at: clock.instant(), by_name: 'Nobody' }
  const made = Array.from({ length: 1_250 }, (_, at) => ({ ...row, id: newId(), amount: at }))
  await within(() => insertAlike(bill_adoptions, made))
  const pieces: number[] = []
  const records = sql`bill_adoptions where hospital_id = ${hospital_id}`
  const proof = await unsound([
    {
      records,
      broken: (these) => {
        const [ids] = these.for('postgres').values as [string[]]
        pieces.push(ids.length)
        return [
          sql`select 'A ' || cast(amount as varchar(9)) as broken from bill_adoptions
            where id${these} and amount in (7, 600)`,
          sql`select 'B ' || cast(amount as varchar(9)) from bill_adoptions
            where id${these} and amount = 1249`,
        ]
      },
    },
    { records, counted: false, broken: () => [sql`select '0' as broken where 1 = 0`] },
  ])
  t.same(proof, { checked: 1_250, failed: 3, first: 'A 600' })
  t.same(pieces, [500, 500, 250])

  // Bills beyond what is read at once are looked at like the first: itself, its lines, its payments.
  await within(() => run(sql`update bills set paid = paid + 1 where id = ${bill_id}`))
  for (let at = 0; at < 3; at++) await within(() => copies(bill_id, 400))
  const [check] = (await verify(house.system, { only: ['ACC-122'] })).checks
  t.match(check, { state: 'FAILED', failed: 3 * 1_201 })
})

/** As many bills more that say the same as that one. */
async function copies(bill_id: string, count: number): Promise<void> {
  const bill = await bills.findAnywhere({ id: bill_id })
  if (bill === undefined) throw new Error('no bill')
  const made = Array.from({ length: count }, () => {
    const id = newId()
    return { ...bill, id, number: id, source: null, source_id: null }
  })
  await insertAlike(bills, made)
}
