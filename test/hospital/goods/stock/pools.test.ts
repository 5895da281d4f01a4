// `pools`: whatever is received, issued, adjusted and set apart, in whatever order, levels equal moves,
// pools equal the ledger, nothing is worth less than nothing and nothing that is gone is worth anything.
// POOLS=10000 for the whole proof.

import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { newId } from '../../../../db/core/ids.ts'
import { isRefusal } from '../../../../db/core/refusal.ts'
import * as decide from '../../../../db/hospital/goods/stock/adjustments/decide.ts'
import { open as adjust } from '../../../../db/hospital/goods/stock/adjustments/drafts.ts'
import { issue } from '../../../../db/hospital/goods/stock/pool/issue.ts'
import { put, release } from '../../../../db/hospital/goods/stock/quarantine/quarantine.ts'
import { quarantine_items } from '../../../../db/hospital/goods/stock/quarantine/tables.ts'
import { stock_levels } from '../../../../db/hospital/goods/stock/pool/tables.ts'
import { row, rows, within } from '../../../../db/store/connection.ts'
import { sql } from '../../../../db/store/sql.ts'
import { booksOf } from '../../../../db/hospital/money/accounting/books.ts'
import { proveSubledgers } from '../../../../db/hospital/money/accounting/proofs/subledgers.ts'
import { rebuilt } from '../../../support/money/books.ts'
import { boot } from '../../../support/boot.ts'
import { actor, shelfOf } from '../../../support/goods.ts'

const steps = Number(process.env['POOLS'] ?? 120)

/** The same numbers every time: a failure is found again. */
function dice(seed: number): (sides: number) => number {
  let state = seed
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * sides)
  }
}

t.test('pools: what lies there, what moved and the ledger agree (STK-10 to STK-16)', async (t) => {
  const house = await boot(t)
  clock.freeze('2026-05-04T08:00:00Z')
  const roll = dice(7)
  const shelf = await shelfOf(house)
  const keeper = actor(house, shelf.keeper)
  const { hospital_id } = keeper
  const { id: store_id } = shelf.store
  const products: { id: string; code: string }[] = []
  for (let n = 0; n < 4; n += 1) products.push(await shelf.product())
  const one = () => products[roll(products.length)] as { id: string; code: string }
  const anyLevel = async () => {
    const found = await stock_levels.all({ hospital_id }, { order: ['id'] })
    return found[roll(found.length)]
  }
  const works: (() => Promise<unknown>)[] = [
    async () =>
      shelf.lay(one(), 1 + roll(50), {
        lot: `L${roll(30)}`,
        expiry: '2028-08-31',
        unit_cost: String(roll(1000)),
      }),
    async () => {
      const lines = [
        { product_id: one().id, quantity: 1 + roll(30) },
        { product_id: one().id, quantity: 1 + roll(10) },
      ]
      const asked = { store_id, lines, kind: 'DISPENSE', source: 'pools', source_id: newId() }
      return within(() => issue(keeper, asked))
    },
    async () => {
      const level = await anyLevel()
      const way = roll(2) === 0 ? -1 : 1
      return within(async () => {
        const { id } = await adjust(keeper, {
          store_id,
          reason_code: 'WRONG_ENTRY',
          note: 'Counted again',
          lines: [
            {
              product_id: level?.product_id ?? '',
              batch_id: level?.batch_id ?? '',
              quantity: way * (1 + roll(9)),
              unit_cost: roll(3) === 0 ? roll(500) : null,
            },
          ],
        })
        return decide.submit(keeper, id, null)
      })
    },
    async () => {
      const level = await anyLevel()
      return within(() =>
        put(keeper, {
          store_id,
          batch_id: level?.batch_id ?? '',
          quantity: 1 + roll(20),
          reason: 'INSPECTION',
          note: 'Looked at',
        }),
      )
    },
    async () => {
      const [item] = await quarantine_items.all({ hospital_id }, { order: ['-id'], limit: 1 })
      return within(() => release(keeper, item?.id ?? '', { quantity: 1, note: 'Fine' }))
    },
  ]
  let done = 0
  for (let step = 1; step <= steps; step += 1) {
    const work = works[roll(works.length)] as () => Promise<unknown>
    await work().then(
      () => (done += 1),
      (error: unknown) => {
        // What cannot be done is refused in words; anything else is a bug.
        if (!isRefusal(error) || error.status >= 500) throw error
      },
    )
    const wrong = await apart(hospital_id)
    if (wrong !== null) return t.fail(`step ${step}: ${wrong}`)
  }
  t.ok(done > steps / 4, `${done} of ${steps} were done`)
  const proofs = await proveSubledgers(
    house.system,
    await booksOf(house.system),
    '2026-05-04',
    (id) => id === 'ACC-113',
  )
  t.match(proofs, [{ failed: 0, first: null }])
  await rebuilt(t, house, 5)
})

/** What does not agree, in words. */
async function apart(hospital_id: string): Promise<string | null> {
  const found = await row<Record<string, number>>(
    sql`select
      (select count(*) from stock_pools where hospital_id = ${hospital_id}
        and (value < 0 or quantity < 0 or (quantity = 0 and value <> 0))) as worthless,
      (select count(*) from stock_levels where hospital_id = ${hospital_id}
        and (quantity < 0 or quarantined < 0 or quarantined > quantity)) as below,
      (select count(*) from stock_levels l where l.hospital_id = ${hospital_id} and l.quantity <>
        (select coalesce(sum(m.quantity), 0) from stock_moves m
          where m.store_id = l.store_id and m.batch_id = l.batch_id)) as unmoved,
      (select count(*) from stock_pools p where p.hospital_id = ${hospital_id} and p.value <>
        (select coalesce(sum(m.value), 0) from stock_moves m
          where m.product_id = p.product_id and m.facility_id = p.facility_id)) as unvalued,
      (select count(*) from stock_pools p where p.hospital_id = ${hospital_id} and p.quantity <>
        (select coalesce(sum(l.quantity), 0) from stock_levels l
          where l.product_id = p.product_id)) as uneven`,
  )
  const names = Object.entries(found ?? {}).filter(([, n]) => Number(n) > 0)
  if (names.length === 0) return null
  const last = await rows(
    sql`select kind, quantity, value from stock_moves where hospital_id = ${hospital_id}
      order by id desc limit 3`,
  )
  return `${names.map(([name, n]) => `${name} ${n}`).join(', ')}: ${JSON.stringify(last)}`
}
