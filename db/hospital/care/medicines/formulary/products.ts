// Which products of stock are a medicine (CAR-85). A product belongs to one medicine.

import type { Caller } from '../../../../core/caller.ts'
import { conflict, invalid } from '../../../../core/refusal.ts'
import { thousandths } from '../../../../core/kinds/quantity.ts'
import { fresh } from '../../../../core/versions.ts'
import { attempt } from '../../../../store/connection.ts'
import { isTaken } from '../../../../store/engines/engine.ts'
import { folded, type RowOf } from '../../../../store/table.ts'
import { type ProductRow, productsOf } from '../../../goods/stock/products/record.ts'
import { medicineRecord, type MedicineRow, noted } from './medicines.ts'
import type { LinkInput } from './shapes.ts'
import { medicine_products, medicines } from './tables.ts'

type Of = Pick<Caller, 'hospital_id'>
type Link = RowOf<(typeof medicine_products)['columns']>
type Asked = LinkInput['products'][number]

/** What was linked before gives way to these. */
export async function setProducts(
  caller: Caller,
  id: string,
  { products }: LinkInput,
): Promise<MedicineRow> {
  const { hospital_id } = caller
  const medicine = await medicineRecord.locked(caller, id)
  fresh(caller, medicine)
  const found = await productsOf(
    caller,
    products.map(({ product_id }) => product_id),
  )
  const links = products.map((asked, index) => linkOf(medicine, asked, index, found))
  await medicine_products.remove({ hospital_id, medicine_id: id })
  await notElsewhere(caller, links)
  await attempt(() => medicine_products.insertMany(links)).catch(async (error: unknown) => {
    if (!isTaken(error, 'product_id')) throw error
    await notElsewhere(caller, links)
    throw conflict('One of these products was just linked to another medicine.')
  })
  await medicines.change({ hospital_id, id }, {})
  const why = links.flatMap(({ reason }) => reason ?? []).join('; ')
  noted(caller, 'medicine.products', medicine, undefined, why.slice(0, 300).toWellFormed() || null)
  return medicineRecord.get(caller, id)
}

function linkOf(
  medicine: MedicineRow,
  asked: Asked,
  index: number,
  found: ReadonlyMap<string, ProductRow>,
) {
  const product = found.get(asked.product_id) as ProductRow
  const field = `products[${index}]`
  const differs = differenceOf(medicine, product)
  if (differs !== null) {
    const told = `${product.code} ${product.name} is not ${medicine.name}: ${differs.what}.`
    if (!differs.wording || asked.force !== true) throw conflict(told)
    if (!asked.reason) throw invalid(`${field}.reason`, 'is required with force.')
  }
  return {
    hospital_id: medicine.hospital_id,
    medicine_id: medicine.id,
    product_id: product.id,
    per_dose_unit: thousandths(`${field}.per_dose_unit`, asked.per_dose_unit ?? 1),
    reason: asked.reason ?? null,
  }
}

const bare = (text: string | null): string => folded(text ?? '').replaceAll(/[\s.]+/g, '')

/** CAR-85: how strength is worded may differ, with a reason; what it is may not. */
function differenceOf(
  medicine: MedicineRow,
  product: ProductRow,
): { what: string; wording: boolean } | null {
  if (product.class !== 'MEDICINE') return { what: `it is ${product.class}`, wording: false }
  if (bare(product.form) !== bare(medicine.form)) {
    return { what: `form ${product.form ?? 'none'}, not ${medicine.form}`, wording: false }
  }
  const schedule = product.controlled_schedule ?? 'NONE'
  if (schedule !== medicine.controlled) {
    const what = `controlled schedule ${schedule}, not ${medicine.controlled}`
    return { what, wording: false }
  }
  if (bare(product.strength) !== bare(medicine.strength_text)) {
    const what = `strength ${product.strength ?? 'none'}, not ${medicine.strength_text}`
    return { what, wording: true }
  }
  return null
}

async function notElsewhere(
  { hospital_id }: Of,
  links: readonly { product_id: string; medicine_id: string }[],
): Promise<void> {
  const ids = links.map(({ product_id }) => product_id)
  if (new Set(ids).size < ids.length) throw invalid('products', 'names a product twice.')
  if (ids.length === 0) return
  const [taken] = await medicine_products.all({ hospital_id, product_id: ids }, { limit: 1 })
  if (taken === undefined) return
  const of = await medicines.find({ hospital_id, id: taken.medicine_id })
  throw conflict(`A product belongs to one medicine: this one is ${of?.name ?? 'another'}.`)
}

export async function linksOf(
  { hospital_id }: Of,
  medicine_ids: readonly string[],
): Promise<ReadonlyMap<string, Link[]>> {
  if (medicine_ids.length === 0) return new Map()
  const found = await medicine_products.all(
    { hospital_id, medicine_id: [...medicine_ids] },
    { order: ['medicine_id', 'id'] },
  )
  return Map.groupBy(found, ({ medicine_id }) => medicine_id)
}
