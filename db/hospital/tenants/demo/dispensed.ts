// What lies on the shelves is what doctors prescribe: each product is linked to the medicine of its name, and has a price
// at the counter. From then on a prescription that waits can be looked through, paid and handed over.

import type { Caller } from '../../../core/caller.ts'
import { folded } from '../../../store/table.ts'
import { medicinesNamed } from '../../care/medicines/formulary/named.ts'
import { setProducts } from '../../care/medicines/formulary/products.ts'
import type { ProductRow } from '../../goods/stock/products/record.ts'
import { open as openPrice } from '../../money/tariff/tariffs.ts'
import { tried } from './tried.ts'

interface OnShelf {
  product: ProductRow
  cost: number
}

/** A bag of 500 ml is prescribed by the millilitre. */
const per_dose_unit: Readonly<Record<string, number>> = { bag: 0.002 }
/** Of what it cost. */
const times = 2

export async function dispensed(
  as: (role: string) => Caller,
  shelves: readonly OnShelf[],
): Promise<void> {
  const pharmacist = as('pharmacy_manager')
  if (pharmacist.user_id === null) return
  const known = await medicinesNamed(pharmacist, shelves.map(nameOf))
  for (const { product, cost } of shelves) {
    await tried(() =>
      openPrice(as('manager'), {
        code: product.code,
        name: product.name,
        category: 'Pharmacy',
        price: cost * times,
        reason: 'What lies in the pharmacy',
      }),
    )
    const medicine_id = known.get(folded(nameOf({ product })))
    if (medicine_id === undefined) continue
    const link = { product_id: product.id, per_dose_unit: per_dose_unit[product.base_unit] ?? 1 }
    await tried(() => setProducts(pharmacist, medicine_id, { products: [link] }))
  }
}

/** As the formulary calls it. */
const nameOf = ({ product: { name, strength, form } }: Pick<OnShelf, 'product'>): string =>
  `${name} ${strength ?? ''} ${(form ?? '').toLowerCase()}`
