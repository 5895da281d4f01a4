// Which product a line is supplied of (CAR-91): one of the medicine's own, else another strength or form of the
// same ingredients, with a reason.

import type { Caller } from '../../../../core/caller.ts'
import { conflict, invalid, noSuch, Refusal } from '../../../../core/refusal.ts'
import { batchesLying } from '../../../goods/stock/pool/choices.ts'
import { figuresOf } from '../../../goods/stock/products/figures.ts'
import { type ProductRow, productsOf } from '../../../goods/stock/products/record.ts'
import type { StoreRow } from '../../../goods/stock/stores/keeping.ts'
import { inUnit } from '../checks/amounts.ts'
import type { MedicineRow } from '../formulary/medicines.ts'
import { linksOf } from '../formulary/products.ts'
import { medicine_products, medicines } from '../formulary/tables.ts'
import type { ItemRow } from '../prescribing/record.ts'
import type { LineRow } from './record.ts'
import type { Choice, VerifyLine } from './shapes.ts'
import type { Substitution } from './tables.ts'

export interface Chosen {
  /** Null: nothing of the medicine lies here. */
  product: ProductRow | null
  medicine: MedicineRow
  /** Base units in one unit of dose of what was prescribed, in thousandths. */
  per_unit: number
  /** In units of dose of what was prescribed, in thousandths. */
  free: number
  substitution: Substitution | null
}

interface Asked {
  wanted: number
  at: string
  item: ItemRow
}

export async function productFor(
  caller: Caller,
  store: StoreRow,
  line: LineRow,
  said: VerifyLine,
  asked: Asked,
): Promise<Chosen> {
  const { hospital_id } = caller
  const medicine = await medicines.find({ hospital_id, id: asked.item.medicine_id ?? '' })
  if (medicine === undefined) {
    throw conflict(`${asked.at}: ${line.medicine} is not in the formulary.`, 'formulary')
  }
  if (said.product_id) return named(caller, store, medicine, said, asked)
  const links = (await linksOf(caller, [medicine.id])).get(medicine.id) ?? []
  const ids = links.map(({ product_id }) => product_id)
  const products = await productsOf(caller, ids)
  const figures = await figuresOf(caller, ids, store.id)
  const all = links.map((link) => ({
    product: products.get(link.product_id) as ProductRow,
    medicine,
    per_unit: medicine.pack_only ? 1000 : link.per_dose_unit,
    free: freeIn(figures(link.product_id).available, medicine, link.per_dose_unit),
    substitution: null,
  }))
  const enough = all.find(({ free }) => free >= asked.wanted)
  const most = all.toSorted((a, b) => b.free - a.free)[0]
  return enough ?? most ?? { product: null, medicine, per_unit: 1000, free: 0, substitution: null }
}

const freeIn = (available: number, { pack_only }: MedicineRow, per_dose_unit: number): number =>
  Math.floor(pack_only ? available * 1000 : (available * 1_000_000) / per_dose_unit)

async function named(
  caller: Caller,
  store: StoreRow,
  medicine: MedicineRow,
  { product_id, substitution }: VerifyLine,
  { at, item }: Asked,
): Promise<Chosen> {
  const id = product_id ?? ''
  const product = (await productsOf(caller, [id])).get(id)
  if (product === undefined) throw noSuch('product')
  const { hospital_id } = caller
  const link = await medicine_products.find({ hospital_id, product_id: id })
  const other =
    link === undefined ? undefined : await medicines.find({ hospital_id, id: link.medicine_id })
  if (link === undefined || other === undefined) {
    throw conflict(`${at}: ${product.name} is not ${medicine.name}.`, 'product')
  }
  const figures = await figuresOf(caller, [id], store.id)
  const own = other.id === medicine.id
  const ratio = own ? 1 : ratioOf(medicine, other, at)
  const per_unit = Math.round((other.pack_only ? 1000 : link.per_dose_unit) * ratio)
  const free = Math.floor((figures(id).available * 1_000_000) / per_unit)
  if (own) return { product, medicine, per_unit, free, substitution: null }
  const kind = other.form === medicine.form ? ('STRENGTH' as const) : ('FORM' as const)
  mayBeAnother(item, substitution, at)
  const reason = substitution?.reason ?? null
  const said = { from: medicine.name, to: other.name, kind, reason }
  return { product, medicine: other, per_unit, free, substitution: said }
}

function mayBeAnother(
  { substitution: allowed, substitution_reason, ended_by_name: _by }: ItemRow,
  substitution: VerifyLine['substitution'],
  at: string,
): void {
  if (substitution?.kind === 'THERAPEUTIC') {
    throw invalid(`${at}: substitution`, 'THERAPEUTIC is not offered yet.')
  }
  if (allowed === 'NOT_ALLOWED') {
    throw conflict(`${at}: this product only was asked for: ${substitution_reason}.`, 'only')
  }
  if (!substitution?.reason) {
    throw new Refusal(400, 'invalid', `${at}: substitution.reason is required.`, { field: at })
  }
}

/** How many units of the other make one of what was prescribed. */
function ratioOf(medicine: MedicineRow, other: MedicineRow, at: string): number {
  const codes = (one: MedicineRow): string =>
    one.ingredients
      .map(({ ingredient_code }) => ingredient_code)
      .toSorted()
      .join(' ')
  const [a] = medicine.ingredients
  const [b] = other.ingredients
  const each = a === undefined || b === undefined ? null : inUnit(a.amount, a.unit, b.unit)
  if (b === undefined || each === null || codes(medicine) !== codes(other)) {
    throw conflict(`${at}: ${other.name} is not the same medicine as ${medicine.name}.`, 'other')
  }
  return each / b.amount
}

/** What a line could be supplied of, with the lots that lie here, first expiry first. */
export async function choices(
  caller: Caller,
  store_id: string,
  lines: readonly LineRow[],
): Promise<Choice[]> {
  const { hospital_id } = caller
  const own_ids = lines.flatMap(({ medicine_id }) => medicine_id ?? [])
  const own = own_ids.length === 0 ? [] : await medicines.all({ hospital_id, id: own_ids })
  const generic = [...new Set(own.map(({ generic_name }) => generic_name))]
  const kin =
    generic.length === 0
      ? []
      : await medicines.all({ hospital_id, generic_name: generic, active: true })
  const links = [
    ...(
      await linksOf(
        caller,
        kin.map(({ id }) => id),
      )
    ).values(),
  ].flat()
  const ids = links.map(({ product_id }) => product_id)
  const products = await productsOf(caller, ids)
  const figures = await figuresOf(caller, ids, store_id)
  const lying = await batchesLying(caller, store_id, ids)
  return lines.flatMap((line) => {
    const medicine = own.find(({ id }) => id === line.medicine_id)
    if (medicine === undefined) return []
    return links.flatMap((link): Choice[] => {
      const other = kin.find(({ id }) => id === link.medicine_id)
      const product = products.get(link.product_id)
      if (other?.generic_name !== medicine.generic_name || product === undefined) return []
      return [
        {
          line_id: line.id,
          product_id: product.id,
          name: product.name,
          medicine: other.name,
          kind: kindOf(medicine, other),
          free: figures(product.id).available,
          batches: lying
            .filter(({ product_id }) => product_id === product.id)
            .map(({ product_id: _of, free, ...batch }) => ({ ...batch, free: free / 1000 })),
        },
      ]
    })
  })
}

function kindOf(medicine: MedicineRow, other: MedicineRow): Choice['kind'] {
  if (medicine.id === other.id) return 'BRAND'
  return medicine.form === other.form ? 'STRENGTH' : 'FORM'
}
