// Which accounts goods stand on (STK-20): the product's own, else those of its class.

import type { Caller } from '../../../../core/caller.ts'
import { conflict, isRefusal } from '../../../../core/refusal.ts'
import { accountFor } from '../../../money/accounting/posting/offers.ts'
import type { ProductRow } from '../products/record.ts'

export type OtherSide = 'cost' | { role: string } | { account_id: string }

export const stockAccount = (caller: Caller, product: ProductRow): Promise<string> =>
  product.inventory_account_id === null
    ? ofClass(caller, product, 'stock')
    : Promise.resolve(product.inventory_account_id)

export async function otherAccount(
  caller: Caller,
  product: ProductRow,
  side: OtherSide,
): Promise<string> {
  if (side === 'cost') {
    return product.cost_account_id ?? (await ofClass(caller, product, 'cost'))
  }
  return 'role' in side ? (await accountFor(caller, side)).id : side.account_id
}

async function ofClass(caller: Caller, product: ProductRow, of: 'stock' | 'cost'): Promise<string> {
  try {
    return (await accountFor(caller, { product_class: product.class.toLowerCase(), of })).id
  } catch (error) {
    if (!isRefusal(error)) throw error
    throw conflict(`${product.name} has no ${of} account.`, 'posting_role')
  }
}
