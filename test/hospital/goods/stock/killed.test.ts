// Goods that a ward used for a patient: killed at any statement between charge, issue and entry, all of it is there or
// none (STK-54, ruling 32). KITUO_KILLS says how often, 100 for the whole proof; the seed is printed.

import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { rows } from '../../../../db/store/connection.ts'
import { sql } from '../../../../db/store/sql.ts'
import { boot } from '../../../support/boot.ts'
import { done } from '../../../support/desk/ward.ts'
import { somebody } from '../../../support/desk/visits.ts'
import { shelfOf } from '../../../support/goods.ts'
import { rebuilt } from '../../../support/money/books.ts'
import { priced } from '../../../support/money/prices.ts'
import { runToEnd } from '../../../support/programs/child.ts'
import { otherSessionsDone } from '../../../support/programs/other-sessions.ts'
import { seeded } from '../../../support/seeded.ts'

const kills = Number(process.env['KITUO_KILLS'] ?? 4)
const seed = Number(process.env['SEED'] ?? (Math.trunc(performance.timeOrigin) % 100_000) + 1)
const laid = 10_000

t.test(
  `a ward's use that is killed ${kills} times`,
  { timeout: 600_000 + kills * 20_000 },
  async (t) => {
    const house = await boot(t)
    clock.freeze('2026-05-04T08:00:00.000Z')
    await priced(house, [{ code: 'GAUZE', name: 'Gauze', category: 'Pharmacy', price: 2_000_00 }])
    const shelf = await shelfOf(house)
    const product = await shelf.product({ tariff_code: 'GAUZE' })
    await shelf.lay(product, laid)
    const clerk = await house.people.with('reception')
    const { id: patient_id } = await somebody(clerk)
    await done(clerk.post('/visits', { patient_id, start: false }))
    const random = seeded(seed)
    t.comment(`seed ${seed}`)
    const used = (dies_at: number) =>
      runToEnd('uses-on-ward.ts', [
        JSON.stringify(house.database.address),
        clock.instant(),
        JSON.stringify({
          hospital_id: house.hospital.id,
          facility_id: house.facility_id,
          user_id: shelf.keeper.user.id,
          store_id: shelf.store.id,
          patient_id,
          product_id: product.id,
        }),
        String(dies_at),
      ])
    // The first of a day writes more than those after it.
    await used(0)
    const last = Number((await used(0)).said)
    t.ok(last > 20, `${last} statements`)
    let times = 2
    t.same(await standing(house.hospital.id), whole(times))
    for (let kill = 0; kill < kills; kill += 1) {
      // A third of the deaths strike the commit itself, where never was becomes whole.
      const dies_at =
        random(3) === 0 ? last + 0.5 + random(2) / 4 : 1 + random(last) + random(2) / 2
      const { signal, said } = await used(dies_at)
      await otherSessionsDone(house)
      const now = await standing(house.hospital.id)
      const is_there = now.entries > times
      t.ok(signal === 'SIGKILL' || is_there, `at ${dies_at}: ${said}`)
      if (is_there) times += 1
      t.same(now, whole(times), `died at ${dies_at}`)
    }
    t.comment(`${times - 2} of ${kills} were whole`)
    t.equal((await used(0)).signal, null, 'the ward goes on')
    t.same(await standing(house.hospital.id), whole(times + 1))
    await rebuilt(t, house, 1)
  },
)

/** Two pieces each time, at 500 a piece. */
const whole = (times: number) => ({
  moved: times * 2,
  charged: times * 2,
  done: times,
  entries: times,
  cost: times * 1000_00,
  lies: laid - times * 2,
  worth: (laid - times * 2) * 500_00,
})

async function standing(of: string) {
  const one = async (statement: ReturnType<typeof sql>): Promise<number> =>
    Number((await rows<{ n: number | null }>(statement))[0]?.n ?? 0)
  return {
    moved:
      (await one(
        sql`select cast(-sum(quantity) as bigint) as n from stock_moves
          where hospital_id = ${of} and source = 'ward_use'`,
      )) / 1000,
    charged:
      (await one(
        sql`select cast(sum(quantity) as bigint) as n from bill_items
          where hospital_id = ${of} and source = 'ward_use'`,
      )) / 1000,
    done: await one(
      sql`select count(*) as n from bill_items
        where hospital_id = ${of} and source = 'ward_use' and service_status = 'DONE'`,
    ),
    entries: await one(
      sql`select count(*) as n from journal_entries
        where hospital_id = ${of} and source = 'STOCK_USE'`,
    ),
    cost: await one(
      sql`select cast(sum(-value) as bigint) as n from stock_moves
        where hospital_id = ${of} and posted_as = 'STOCK_USE'`,
    ),
    lies:
      (await one(
        sql`select cast(sum(quantity) as bigint) as n from stock_levels where hospital_id = ${of}`,
      )) / 1000,
    worth: await one(
      sql`select cast(sum(value) as bigint) as n from stock_pools where hospital_id = ${of}`,
    ),
  }
}
