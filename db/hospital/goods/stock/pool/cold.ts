// Goods that are kept cold (2.1, STK-105): with what temperature they travel, and when it was too much.

import { invalid } from '../../../../core/refusal.ts'
import { productName, type ProductRow } from '../products/record.ts'

const ranges = { ROOM: null, COOL: null, COLD: [2, 8], FROZEN: [-90, -15] } as const

/** Between which temperatures it keeps; null: it says nothing. */
function rangeOf({ storage, min_temp, max_temp }: ProductRow): [number, number] | null {
  const [least, most] = ranges[storage] ?? [null, null]
  if (least === null && min_temp === null && max_temp === null) return null
  return [min_temp ?? least ?? -90, max_temp ?? most ?? 80]
}

const isCold = ({ storage }: ProductRow): boolean => storage === 'COLD' || storage === 'FROZEN'

/** What is cold is not handed on without a reading. */
export function temperatureAsked(
  products: readonly ProductRow[],
  temperature: number | null | undefined,
  field: string,
): void {
  const cold = products.find(isCold)
  if (cold === undefined || typeof temperature === 'number') return
  throw invalid(field, `is required: ${productName(cold)} is kept cold.`)
}

export function isOutside(product: ProductRow, temperature: number | null | undefined): boolean {
  const range = rangeOf(product)
  if (range === null || typeof temperature !== 'number' || !isCold(product)) return false
  return temperature < range[0] || temperature > range[1]
}
