// A hand-over that is killed at any statement is whole or never was: money, goods, what is held of them, the item
// and the label's lots agree (CAR-101). KITUO_KILLS says how often; the seed is printed.

import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { rows } from '../../../../db/store/connection.ts'
import { sql } from '../../../../db/store/sql.ts'
import type { House } from '../../../support/boot.ts'
import { done } from '../../../support/desk/ward.ts'
import { clinicOfMedicines, item, pharmacyOf } from '../../../support/medicines.ts'
import { runToEnd } from '../../../support/programs/child.ts'
import { otherSessionsDone } from '../../../support/programs/other-sessions.ts'
import { seeded } from '../../../support/seeded.ts'

const kills = Number(process.env['KITUO_KILLS'] ?? 5)
const seed = Number(process.env['SEED'] ?? (Math.trunc(performance.timeOrigin) % 100_000) + 1)

t.test(
  `a hand-over that is killed ${kills} times`,
  { timeout: 600_000 + kills * 20_000 },
  async (t) => {
    clock.freeze('2026-03-31T06:00:00.000Z')
    const on = await clinicOfMedicines(t)
    const { house, pharmacist, visiting, prescribe } = on
    const pharmacy = await pharmacyOf(on)
    const { medicine_id } = await pharmacy.stocked('Paracetamol 500 mg tablet', 100_000)
    const random = seeded(seed)
    t.comment(`seed ${seed}`)

    const verified = async (): Promise<string> => {
      const { patient_id } = await visiting()
      await done(prescribe(patient_id, [item(medicine_id)]))
      const of = await pharmacy.waiting(patient_id)
      await done(pharmacy.verify(of))
      return of.id
    }
    const hand = (dispense_id: string, dies_at: number) =>
      runToEnd('hands-over.ts', [
        JSON.stringify(house.database.address),
        clock.instant(),
        JSON.stringify({
          hospital_id: house.hospital.id,
          facility_id: house.facility_id,
          user_id: pharmacist.user.id,
          dispense_id,
        }),
        String(dies_at),
      ])

    // The first of a day writes more than those after it.
    await hand(await verified(), 0)
    const last = Number((await hand(await verified(), 0)).said)
    t.ok(last > 20, `${last} statements`)
    const met = new Map<string, number>()
    let next = await verified()
    for (let kill = 0; kill < kills; kill += 1) {
      // A third of the deaths strike the commit itself, where never was becomes whole.
      const dies_at =
        random(3) === 0 ? last + 0.5 + random(2) / 4 : 1 + random(last) + random(2) / 2
      const { signal, said } = await hand(next, dies_at)
      await otherSessionsDone(house)
      const now = await standing(house, next)
      const whole = now.status === 'HANDED_OVER'
      met.set(whole ? 'whole' : 'never was', (met.get(whole ? 'whole' : 'never was') ?? 0) + 1)
      t.ok(signal === 'SIGKILL' || whole, `at ${dies_at}: ${said}`)
      t.same(now, whole ? handed : waiting, `died at ${dies_at}`)
      if (whole) next = await verified()
    }
    t.comment(JSON.stringify([...met]))
    const after = await hand(next, 0)
    t.equal(after.signal, null, 'the pharmacy goes on')
    t.same(await standing(house, next), handed)
  },
)

const handed = {
  status: 'HANDED_OVER',
  out: 15,
  held: 0,
  charged: 'DONE 15',
  lots: 1,
  dispensed: 'FULL 15',
}
const waiting = {
  status: 'VERIFIED',
  out: 0,
  held: 15,
  charged: 'PENDING 15',
  lots: 0,
  dispensed: 'NONE 0',
}

async function standing({ hospital }: House, id: string) {
  const one = async <T>(statement: ReturnType<typeof sql>): Promise<T> =>
    (await rows<T>(statement))[0] as T
  const of = hospital.id
  const { status } = await one<{ status: string }>(
    sql`select status from dispenses where hospital_id = ${of} and id = ${id}`,
  )
  const moves = await one<{ q: number | null }>(
    sql`select cast(sum(quantity) as bigint) as q from stock_moves
      where source = 'dispense' and source_id = ${id}`,
  )
  const held = await one<{ q: number | null }>(
    sql`select cast(sum(quantity) as bigint) as q from stock_reservations
      where source = 'dispense' and source_id = ${id}`,
  )
  const line = await one<{ id: string; batches: string; item_id: string }>(
    sql`select id, batches, prescription_item_id as item_id from dispense_lines
      where dispense_id = ${id}`,
  )
  const bill = await one<{ service_status: string; quantity: number }>(
    sql`select service_status, quantity from bill_items
      where source = 'dispense_line' and source_id = ${line.id}`,
  )
  const of_item = await one<{ dispensed: string; quantity_dispensed: number }>(
    sql`select dispensed, quantity_dispensed from prescription_items where id = ${line.item_id}`,
  )
  return {
    status,
    out: -Number(moves.q ?? 0) / 1000,
    held: Number(held.q ?? 0) / 1000,
    charged: `${bill.service_status} ${Number(bill.quantity) / 1000}`,
    lots: (JSON.parse(line.batches) as unknown[]).length,
    dispensed: `${of_item.dispensed} ${Number(of_item.quantity_dispensed) / 1000}`,
  }
}
