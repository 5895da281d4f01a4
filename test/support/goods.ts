// Goods of a test: a store with its keeper, products, opening stock as a file would bring it.

import { within } from '../../db/store/connection.ts'
import type { Caller } from '../../db/core/caller.ts'
import { opening_import } from '../../db/hospital/goods/stock/opening/opening.ts'
import type { House } from './boot.ts'
import type { Person } from './people.ts'
import { digits } from './named.ts'

let count = 0

export interface Shelf {
  keeper: Person
  manager: Person
  store: { id: string; code: string; name: string }
  /** A medicine of this class, in tablets; `more` says what is other. */
  product(more?: Record<string, unknown>): Promise<{ id: string; code: string; name: string }>
  /** What lies there from the beginning: `lay(product, 100, { lot: 'B1', expiry: '2028-01-31' })`. */
  lay(product: { code: string }, quantity: number, more?: Record<string, string>): Promise<string>
}

export async function shelfOf(house: House, more: Record<string, unknown> = {}): Promise<Shelf> {
  const manager = await house.people.administrator()
  const keeper = await house.people.with('storekeeper', 'pharmacist')
  count += 1
  const code = `S${count}`
  const made = await manager.post('/stock/stores', {
    code,
    name: `Store ${digits(count)}`,
    kind: 'PHARMACY',
    is_default_dispensing: true,
    keepers: [keeper.user.id],
    ...more,
  })
  if (made.status !== 201) throw new Error(made.message)
  return {
    keeper,
    manager,
    store: made.data,
    async product(given = {}) {
      count += 1
      const answer = await manager.post('/stock/products', {
        name: `Paracetamol ${digits(count)}`,
        class: 'MEDICINE',
        base_unit: 'tablet',
        strength: '500 mg',
        form: 'Tablet',
        route: 'Oral',
        ...given,
      })
      if (answer.status !== 201) throw new Error(answer.message)
      return answer.data
    },
    async lay(product, quantity, row = {}) {
      const { id } = await within(() =>
        opening_import.write(
          house.system,
          {
            store: made.data.code,
            product: product.code,
            quantity: String(quantity),
            lot: 'B1',
            expiry: '2028-08-31',
            unit_cost: '500',
            ...row,
          },
          'ERROR',
        ),
      )
      return id
    },
  }
}

/** Everything that moves at once, answered one by one: the words of a refusal, or null. */
export const outcomes = (work: readonly Promise<unknown>[]): Promise<(string | null)[]> =>
  Promise.all(
    work.map((one) =>
      one.then(
        () => null,
        (error: Error) => error.message,
      ),
    ),
  )

/** Somebody of the hospital as rules see them. */
export const actor = (house: House, person: Person): Caller => ({
  ...house.system,
  kind: 'USER',
  user_id: person.user.id,
  name: person.user.full_name,
  facility_id: house.facility_id,
  facility_ids: [house.facility_id],
})
