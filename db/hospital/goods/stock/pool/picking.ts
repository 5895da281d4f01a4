// Which batches are taken (STK-36 to STK-38): named ones, else first expiry first; never more than is
// free, and of no batch that is barred.

import type { Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { conflict, noSuch } from '../../../../core/refusal.ts'
import { today as hospitalDay } from '../../../office/hospitals/hospitals.ts'
import { productName, type ProductRow } from '../products/record.ts'
import { saidQuantity } from '../products/quantities.ts'
import { settingsOf } from '../settings/settings.ts'
import type { StoreRow } from '../stores/keeping.ts'
import { barred, type BatchRow, firstExpiryFirst } from './batches.ts'
import { type Goods, type Lying, reservedByOthers } from './goods.ts'

export interface Wanted {
  product: ProductRow
  /** In thousandths of the base unit, above 0. */
  quantity: number
  batch_id?: string | null | undefined
  line: number
  /** Not given to anybody: the register says so (STK-76). */
  wasted?: boolean
}
export interface Picked {
  product: ProductRow
  batch: BatchRow
  quantity: number
  line: number
  wasted?: boolean
}

export interface Picking {
  store: StoreRow
  source: string
  source_id: string
  accept_short_expiry?: boolean | undefined
}

export async function pick(
  caller: Caller,
  goods: Goods,
  wanted: readonly Wanted[],
  about: Picking,
): Promise<Picked[]> {
  const day = await hospitalDay(caller)
  const { issue_min_days } = await settingsOf(caller)
  const min_days = about.accept_short_expiry === true ? 0 : issue_min_days
  const { store } = about
  const ids = [...new Set(wanted.map(({ product }) => product.id))]
  const reserved = await reservedByOthers(caller, store.id, ids, about, clock.instant())
  const left = new Map<Lying, number>()
  for (const id of ids) {
    for (const one of goods.lying(store.id, id)) left.set(one, availableIn(one))
  }
  refuseBarred(goods, wanted, store, day, min_days)
  for (const id of ids) {
    refuseShort(goods, wanted, id, { store, day, min_days, reserved: reserved.get(id) ?? 0 })
  }
  // What was named is taken before the others come: they take of what is left.
  const named = wanted.filter(({ batch_id }) => Boolean(batch_id))
  const others = wanted.filter(({ batch_id }) => !batch_id)
  return [...named, ...others]
    .flatMap((one) => taken(goods, one, store, left, day, min_days))
    .toSorted((a, b) => a.line - b.line)
}

const availableIn = ({ level }: Lying): number => level.quantity - level.quarantined

function refuseBarred(
  goods: Goods,
  wanted: readonly Wanted[],
  store: StoreRow,
  day: string,
  min_days: number,
): void {
  for (const { product, batch_id } of wanted) {
    if (!batch_id) continue
    const lying = goods.lying(store.id, product.id).find(({ batch }) => batch.id === batch_id)
    if (lying === undefined) {
      throw conflict(
        `None of this batch of ${productName(product)} lies in ${store.name}.`,
        'batch',
      )
    }
    const reason = barred(lying.batch, day, min_days)
    if (reason !== null) throw conflict(reason, 'batch')
    const asked = sumOf(wanted.filter((one) => one.batch_id === batch_id))
    if (asked > availableIn(lying)) {
      const free = saidQuantity(product, availableIn(lying))
      const of = `lot ${lying.batch.lot ?? '(none)'} of ${productName(product)}`
      throw conflict(`Only ${free} of ${of} are free in ${store.name}.`, 'short')
    }
  }
}

const sumOf = (list: readonly { quantity: number }[]): number =>
  list.reduce((sum, { quantity }) => sum + quantity, 0)

function refuseShort(
  goods: Goods,
  wanted: readonly Wanted[],
  product_id: string,
  about: { store: StoreRow; day: string; min_days: number; reserved: number },
): void {
  const of = wanted.filter(({ product }) => product.id === product_id)
  const product = of[0]?.product
  if (product === undefined) throw noSuch('product')
  const { store, day, min_days, reserved } = about
  const lying = goods.lying(store.id, product_id)
  const usable = lying.filter(({ batch }) => barred(batch, day, min_days) === null)
  const free = Math.max(0, usable.reduce((sum, one) => sum + availableIn(one), 0) - reserved)
  if (sumOf(of) <= free) return
  const quarantined = lying.reduce((sum, { level }) => sum + level.quarantined, 0)
  throw conflict(onlyFree(product, store, free, { reserved, quarantined }), 'short', {
    facts: { product_id, free: free / 1000 },
  })
}

/** STK-36. */
export function onlyFree(
  product: ProductRow,
  store: StoreRow,
  free: number,
  held: { reserved: number; quarantined: number },
): string {
  const parts = Object.entries(held)
    .filter(([, quantity]) => quantity > 0)
    .map(([word, quantity]) => `${quantity / 1000} ${word}`)
  const beside = parts.length === 0 ? '' : ` (${parts.join(', ')})`
  const name = productName(product)
  return `Only ${saidQuantity(product, free)} of ${name} are free in ${store.name}${beside}.`
}

function taken(
  goods: Goods,
  { product, quantity, batch_id, line, wasted = false }: Wanted,
  store: StoreRow,
  left: Map<Lying, number>,
  day: string,
  min_days: number,
): Picked[] {
  const from = goods
    .lying(store.id, product.id)
    .filter(({ batch }) =>
      batch_id ? batch.id === batch_id : barred(batch, day, min_days) === null,
    )
    .toSorted((a, b) => firstExpiryFirst(a.batch, b.batch))
  const picked: Picked[] = []
  let open = quantity
  for (const one of from) {
    const some = Math.min(open, left.get(one) ?? 0)
    if (some <= 0) continue
    left.set(one, (left.get(one) ?? 0) - some)
    picked.push({ product, batch: one.batch, quantity: some, line, wasted })
    open -= some
    if (open === 0) return picked
  }
  throw conflict(
    onlyFree(product, store, quantity - open, { reserved: 0, quarantined: 0 }),
    'short',
  )
}
