// What a code costs a client (COM-16, COM-81): a price of its own under one of its names, else the
// general list. Price lists of clients are not built yet.

import { isId } from '../../../../core/ids.ts'
import type { Of } from '../../../../store/record-of.ts'
import { productRecord, type ProductRow } from '../../../goods/stock/products/record.ts'
import { codeOf, type Priced, pricesOf } from '../../../money/tariff/prices.ts'
import type { priceForClient } from '../../../neighbours/commercial.ts'
import { payerNamesOf } from '../../clients/names.ts'
import { clients } from '../../clients/tables.ts'

/** By the code in capitals: one statement for each name that the client bears. */
export async function contractPrices(
  caller: Of,
  client_id: string | null,
  codes: readonly string[],
  date: string,
): Promise<Map<string, Priced>> {
  if (codes.length === 0) return new Map()
  const found = new Map<string, Priced>()
  for (const name of await namesOf(caller, client_id)) {
    const prices = await pricesOf(caller, { codes, date, payer: { kind: 'OTHER', name } })
    for (const [code, price] of prices) {
      const known = found.get(code)
      if (known === undefined || (known.reason !== 'PAYER' && price.reason === 'PAYER')) {
        found.set(code, price)
      }
    }
  }
  return found
}

async function namesOf(caller: Of, client_id: string | null): Promise<(string | null)[]> {
  if (client_id === null) return [null]
  const client = await clients.find({ hospital_id: caller.hospital_id, id: client_id })
  const others = (await payerNamesOf(caller, [client_id])).get(client_id) ?? []
  return [client?.name ?? null, ...others]
}

/** Asked by billing: null where nothing was agreed with this client. */
export async function agreedPrice(
  caller: Of,
  { client_id, code, product_id, date }: Parameters<typeof priceForClient>[1],
): ReturnType<typeof priceForClient> {
  const asked = code ?? (await tariffOf(caller, product_id))
  if (asked === null || !isId(client_id)) return null
  const price = (await contractPrices(caller, client_id, [asked], date)).get(codeOf(asked))
  if (price === undefined || price.reason !== 'PAYER' || price.price === null) return null
  return { unit_price: price.price, source: 'TARIFF_PAYER', discountable: true }
}

const tariffOf = async (caller: Of, product_id: string | undefined): Promise<string | null> =>
  product_id === undefined ? null : tariffCodeOf(await productRecord.get(caller, product_id))

/** As the pharmacy charges it: under the code of its tariff, else under its own. */
export const tariffCodeOf = (
  product: Pick<ProductRow, 'code' | 'tariff_code'> | null | undefined,
): string | null => product?.tariff_code ?? product?.code ?? null
