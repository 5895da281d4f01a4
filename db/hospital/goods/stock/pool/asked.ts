// What other areas ask of the goods by a batch or by the code of a tariff (STK-162).

import { capitals } from '../../../../core/kinds/capitals.ts'
import type { Caller } from '../../../../core/caller.ts'
import { isId } from '../../../../core/ids.ts'
import { products } from '../products/tables.ts'
import { batches } from './tables.ts'

export async function batchNamed(
  { hospital_id }: Caller,
  id: string,
): Promise<{ batch_id: string; product_id: string; lot: string | null } | null> {
  const found = isId(id) ? await batches.find({ hospital_id, id }) : undefined
  if (found === undefined) return null
  return { batch_id: found.id, product_id: found.product_id, lot: found.lot }
}

/** Of a code that several products bear none is meant. */
export async function productsOfTariffs(
  { hospital_id }: Caller,
  codes: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const wanted = [...new Set(codes.map(capitals))]
  if (wanted.length === 0) return new Map()
  const found = await products.all({ hospital_id, tariff_code: wanted, active: true })
  const alone = found.filter(
    ({ tariff_code }) => found.filter((one) => one.tariff_code === tariff_code).length === 1,
  )
  return new Map(alone.map(({ tariff_code, id }) => [tariff_code ?? '', id]))
}
