// Random work of a pharmacy: a patient's medicines are verified, paid, handed over, cancelled, reversed and
// returned in any order. At every point charge and goods say the same.

import { rows } from '../../../../db/store/connection.ts'
import { sql } from '../../../../db/store/sql.ts'
import type { Answer } from '../../../support/ask.ts'
import { done } from '../../../support/desk/ward.ts'
import { clinicOfMedicines, item, pharmacyOf } from '../../../support/medicines.ts'
import { atDrawer } from '../../../support/money/drawers.ts'
import type { Tap } from '../../../support/boot.ts'

/** Of a seed: the same steps each time. */
export function diceOf(seed: number): (below: number) => number {
  let state = seed >>> 0
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 4_294_967_296) * below)
  }
}

export async function worksOf(t: Tap & { teardown(undo: () => void): void }) {
  const on = await clinicOfMedicines(t)
  const pharmacy = await pharmacyOf(on)
  const cashier = await on.house.people.with('cashier', 'billing')
  await atDrawer(on.house, cashier, 100_000)
  const goods = await pharmacy.stocked('Paracetamol 500 mg tablet', 1_000_000)
  const { pharmacist, visiting, prescribe } = on

  /** What lies there and is free, and what of it is charged and done: all in tablets. */
  async function stands(dispense_id: string) {
    const { hospital } = on.house
    const product_id = goods.product.id
    const [moves] = await rows<{ q: number | null }>(
      sql`select cast(sum(quantity) as bigint) as q from stock_moves
        where hospital_id = ${hospital.id} and product_id = ${product_id}
          and (source = 'dispense' and source_id = ${dispense_id}
            or source = 'pharmacy_return' and source_id in
              (select id from pharmacy_returns where dispense_id = ${dispense_id}))`,
    )
    const [held] = await rows<{ q: number | null }>(
      sql`select cast(sum(quantity) as bigint) as q from stock_reservations
        where source = 'dispense' and source_id = ${dispense_id}`,
    )
    const [charged] = await rows<{ q: number | null }>(
      sql`select cast(sum(quantity - credited_quantity) as bigint) as q from bill_items
        where source = 'dispense_line' and service_status in ('PENDING', 'AUTHORISED', 'DONE')
          and source_id in (select id from dispense_lines where dispense_id = ${dispense_id})`,
    )
    return {
      out: -Number(moves?.q ?? 0),
      held: Number(held?.q ?? 0),
      charged: Number(charged?.q ?? 0),
    }
  }

  let patient_id = ''
  let sequences = 0

  async function sequence(random: (below: number) => number, steps: number): Promise<string[]> {
    // Several sequences of one patient: what the last one left is stopped before the next.
    if (sequences % 10 === 0) patient_id = (await visiting()).patient_id
    sequences += 1
    const rx = await done(
      prescribe(patient_id, [item(goods.medicine_id, { duration_days: 1 + random(5) })]),
    )
    const of = await pharmacy.waiting(patient_id)
    const at = `/pharmacy/dispenses/${of.id}`
    const seen: string[] = []
    const works: Record<string, () => Promise<Answer>> = {
      verify: () => pharmacy.verify(of),
      pay: async () => {
        const [bill] = (await cashier.get('/billing/bills', { patient_id })).data
        if (bill === undefined) return cashier.get('/billing/bills', { patient_id })
        await cashier.post(`/billing/bills/${bill.id}/issue`)
        return cashier.post(`/billing/bills/${bill.id}/payments`, { amount: bill.total })
      },
      'hand over': () => pharmacy.handOver(of),
      reopen: () => pharmacist.post(`${at}/reopen`, { reason: 'Changed' }),
      hold: () => pharmacist.post(`${at}/hold`, { reason: 'Asks' }),
      cancel: () => pharmacist.post(`${at}/cancel`, { reason: 'Nobody came' }),
      reverse: () => pharmacy.second.post(`${at}/reverse`, { reason: 'Wrong', all_back: true }),
      return: () => returned(of.id, random),
    }
    const names = Object.keys(works)
    let standing = 'QUEUED'
    for (let step = 0; step < steps; step += 1) {
      const now_can = random(4) === 0 ? names : (sensible[standing] ?? names)
      const name = now_can[random(now_can.length)] ?? ''
      const work = works[name] as () => Promise<Answer>
      const { status, message } = await work()
      seen.push(`${name} ${status}`)
      if (status >= 500) throw new Error(`${seen.join(', ')}: ${message}`)
      const now = await seenNow(of.id)
      standing = now.status
      const all = await stands(of.id)
      const wanted = expected(now)
      if (JSON.stringify(all) !== JSON.stringify(wanted)) {
        throw new Error(
          `${seen.join(', ')}: ${now.status} ${JSON.stringify(all)}, not ${JSON.stringify(wanted)}`,
        )
      }
    }
    await done(
      on.doctor.post(`/prescription-items/${rx.items[0].id}/discontinue`, {
        stop_reason: 'CHANGED',
      }),
    )
    const over = await seenNow(of.id)
    const left = await stands(of.id)
    if (JSON.stringify(left) !== JSON.stringify(expected(over))) {
      throw new Error(`${seen.join(', ')}, stopped: ${over.status} ${JSON.stringify(left)}`)
    }
    return seen
  }

  async function seenNow(id: string) {
    const [of] = await rows<{ status: string }>(sql`select status from dispenses where id = ${id}`)
    const lines = await rows<{ quantity: number; returned_quantity: number }>(
      sql`select quantity, returned_quantity from dispense_lines where dispense_id = ${id}`,
    )
    return { status: of?.status ?? '', lines }
  }

  async function returned(id: string, random: (below: number) => number): Promise<Answer> {
    const now = await done(pharmacist.get(`/pharmacy/dispenses/${id}`))
    const [line] = now.lines
    const asked = await pharmacist.post('/pharmacy/returns', {
      source: 'PATIENT',
      dispense_id: id,
      lines: [
        {
          dispense_line_id: line.id,
          batch_id: line.batches[0]?.batch_id ?? line.id,
          quantity: 1 + random(6),
          reason: 'CHANGED',
          condition: 'UNOPENED',
        },
      ],
    })
    if (asked.status !== 201) return asked
    return pharmacist.post(`/pharmacy/returns/${asked.data.id}/accept`)
  }

  return { sequence }
}

/** What somebody would do with it: the rest is tried now and then. */
const sensible: Readonly<Record<string, readonly string[]>> = {
  QUEUED: ['verify', 'verify', 'hold', 'cancel'],
  ON_HOLD: ['verify', 'cancel'],
  VERIFIED: ['pay', 'hand over', 'hand over', 'hand over', 'reopen', 'cancel'],
  HANDED_OVER: ['return', 'reverse', 'pay'],
}

/** By what it is: never the one without the other. */
function expected({
  status,
  lines: [line],
}: {
  status: string
  lines: { quantity: number; returned_quantity: number }[]
}) {
  const quantity = Number(line?.quantity ?? 0)
  const back = Number(line?.returned_quantity ?? 0)
  if (status === 'VERIFIED' || status === 'PICKED') {
    return { out: 0, held: quantity, charged: quantity }
  }
  if (status === 'HANDED_OVER') return { out: quantity - back, held: 0, charged: quantity - back }
  return { out: 0, held: 0, charged: 0 }
}
