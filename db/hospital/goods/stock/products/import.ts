// Products from a file, opened by the same rules as one by one (PLT-117 to PLT-122).

import { importColumn } from '../../../office/imports/column.ts'
import { asks, type Caller } from '../../../../core/caller.ts'
import { capitals } from '../../../../core/kinds/capitals.ts'
import { isRefusal } from '../../../../core/refusal.ts'
import { read } from '../../../../core/validate.ts'
import { folded } from '../../../../store/table.ts'
import { type ImportKind, sameBy } from '../../../registry.ts'
import { truth } from '../../../office/imports/list-file.ts'
import { unitCalled } from './lists.ts'
import { change, open } from './products.ts'
import { identityOf, mustBeWhole, readProduct } from './read.ts'
import type { ProductRow } from './record.ts'
import { ProductInput } from './shapes.ts'
import { products, stock_categories } from './tables.ts'

type Row = Record<string, string>

const columns = [
  importColumn('code', 'Code', 'P-00001'),
  importColumn('name', 'Name', 'Amoxicillin', { required: true }),
  importColumn('class', 'Class', 'MEDICINE', { required: true }),
  importColumn('base_unit', 'Base unit', 'capsule', { required: true }),
  importColumn('generic_name', 'Generic name', 'Amoxicillin'),
  importColumn('strength', 'Strength', '500 mg'),
  importColumn('form', 'Form', 'Capsule'),
  importColumn('route', 'Route', 'Oral'),
  importColumn('category', 'Category', 'Antibiotics'),
  importColumn('atc_code', 'ATC code', 'J01CA04'),
  importColumn('ven', 'VEN', 'V'),
  importColumn('storage', 'Storage', 'ROOM'),
  importColumn('pack_unit', 'Pack', 'box'),
  importColumn('pack_factor', 'Base units in a pack', '100'),
  importColumn('barcode', 'Barcode of the pack', '6290000123456'),
  importColumn('tariff_code', 'Tariff code', 'AMOX500'),
  importColumn('msd_code', 'Public supplier code', '10010001'),
  importColumn('divisible', 'Divisible', 'no'),
  importColumn('controlled_schedule', 'Schedule of a controlled drug', 'NARCOTIC'),
  importColumn('antibiotic_group', 'Antibiotic group', 'ACCESS'),
  importColumn('high_alert', 'High alert', 'no'),
] as const

/** Cells that go into the body as they stand. */
const plain = [
  'code',
  'name',
  'class',
  'base_unit',
  'generic_name',
  'strength',
  'form',
  'route',
  'atc_code',
  'ven',
  'storage',
  'tariff_code',
  'msd_code',
  'controlled_schedule',
  'antibiotic_group',
] as const

export const products_import: ImportKind = {
  kind: 'products',
  label: 'Products',
  permission: 'product:write',
  columns,
  async check(caller, row) {
    const fault = await faultOf(caller, row)
    const known = await sameAs(caller, row)
    const errors = fault === null ? [] : [fault]
    if (known === undefined) return { errors }
    const { id, code, name } = known
    return { errors, duplicate_of: { id, label: `${code} ${name}`, how: `product ${code}` } }
  },
  async write(caller, row, on_duplicate) {
    const known = await sameAs(caller, row)
    if (known !== undefined && on_duplicate === 'SKIP') return { id: known.id, outcome: 'skipped' }
    const body = await bodyOf(caller, row)
    if (known !== undefined && on_duplicate === 'UPDATE') {
      asks(caller, 'product:write')
      const { units: _units, code: _code, base_unit: _unit, ...said } = body
      await change({ ...caller, expected_version: null }, known.id, said)
      return { id: known.id, outcome: 'updated' }
    }
    return { id: (await open(caller, body)).id, outcome: 'created' }
  },
  sameness: (row) => {
    const { name = '', strength = '', form = '' } = row
    return sameBy(name === '' ? null : identityOf({ name, strength, form }))
  },
}

const sameAs = async ({ hospital_id }: Caller, row: Row): Promise<ProductRow | undefined> => {
  const { code = '', name = '', strength = '', form = '' } = row
  const by_code =
    code === '' ? undefined : await products.find({ hospital_id, code: capitals(code) })
  const identity = identityOf({ name, strength, form })
  return by_code ?? (await products.find({ hospital_id, identity, active: true }))
}

async function bodyOf(caller: Caller, row: Row): Promise<ProductInput> {
  const said = Object.fromEntries(
    plain.flatMap((name) => (row[name] ? [[name, wordIn(name, row[name])]] : [])),
  )
  return read(ProductInput, {
    ...said,
    ...flagsIn(row),
    ...(row['controlled_schedule'] ? { controlled: true } : {}),
    ...(row['category'] ? { category_id: await categoryCalled(caller, row['category']) } : {}),
    ...(row['pack_unit'] ? { units: [packOf(row)] } : {}),
  })
}

const flagsIn = (row: Row): { [name: string]: boolean } =>
  Object.fromEntries(
    ['divisible', 'high_alert'].flatMap((name) => {
      const value = truth(name, row[name])
      return value === undefined ? [] : [[name, value]]
    }),
  )

const listed = ['class', 'ven', 'storage', 'controlled_schedule', 'antibiotic_group']

/** Words of a list are written in any letters. */
const wordIn = (name: string, typed: string): string =>
  listed.includes(name) ? capitals(typed.trim()) : typed

const packOf = (row: Row) => ({
  unit: row['pack_unit'],
  factor: Number(row['pack_factor'] ?? '1'),
  barcode: row['barcode'] || null,
  purchase_default: true,
})

async function categoryCalled({ hospital_id }: Caller, typed: string): Promise<string> {
  const found = await stock_categories.find({ hospital_id, name_key: folded(typed.trim()) })
  return found?.id ?? typed
}

/** In the words of the route itself; the column is the field that the sentence begins with. */
async function faultOf(
  caller: Caller,
  row: Row,
): Promise<{ column: string; value: string; message: string } | null> {
  try {
    const body = await bodyOf(caller, row)
    if (body.controlled === true) asks(caller, 'controlled:settings')
    await unitCalled(caller, 'base_unit', body.base_unit)
    for (const { unit } of body.units ?? []) await unitCalled(caller, 'pack_unit', unit)
    const { units: _units, code: _code, ...rest } = body
    mustBeWhole(await readProduct(caller, rest))
    return null
  } catch (error) {
    if (!isRefusal(error) || error.status >= 500) throw error
    const [field = ''] = error.message.split(/[ .[]/)
    const name = columns.find((one) => one.name === field)?.name ?? 'name'
    return { column: name, value: row[name] ?? '', message: error.message }
  }
}
