// What a unit of a medicine costs, to those who may see money (CAR-88): the least that a product of it is sold for
// today by the general list.

import { type Caller, can } from '../../../../core/caller.ts'
import { toMajor } from '../../../../core/kinds/money.ts'
import { productsOf } from '../../../goods/stock/products/record.ts'
import { codeOf, pricesOf } from '../../../money/tariff/prices.ts'
import { currency } from '../../../office/hospitals/hospitals.ts'
import { today } from '../../../office/places/hours.ts'
import type { MedicineRow } from './medicines.ts'
import type { linksOf } from './products.ts'

type Links = Awaited<ReturnType<typeof linksOf>>
type Priced = (row: Pick<MedicineRow, 'id' | 'pack_only'>) => number | null

/** Of a unit of dose, of what is supplied by pack of a pack; null: nobody prices it, or who asks sees no prices. */
export async function pricesBySale(caller: Caller, links: Links): Promise<Priced> {
  const all = [...links.values()].flat()
  if (all.length === 0 || !can(caller, 'bill:read')) return () => null
  const products = await productsOf(
    caller,
    all.map(({ product_id }) => product_id),
  )
  const codes = new Map(
    [...products.values()].map(({ id, tariff_code, code }) => [id, codeOf(tariff_code ?? code)]),
  )
  const date = await today(caller, caller.facility_id)
  const prices = await pricesOf(caller, { codes: [...codes.values()], date })
  const money = await currency(caller)
  return ({ id, pack_only }) => {
    const found = (links.get(id) ?? []).flatMap(({ product_id, per_dose_unit }) => {
      const price = prices.get(codes.get(product_id) ?? '')?.price ?? null
      if (price === null) return []
      return [pack_only ? price : Math.round((price * per_dose_unit) / 1000)]
    })
    return found.length === 0 ? null : toMajor(Math.min(...found), money)
  }
}
