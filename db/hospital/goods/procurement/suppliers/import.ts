// Suppliers from a file, opened and changed by the same rules as one by one (PLT-117 to PLT-122).

import { asks, type Caller } from '../../../../core/caller.ts'
import { capitals } from '../../../../core/kinds/capitals.ts'
import { isRefusal } from '../../../../core/refusal.ts'
import { read } from '../../../../core/validate.ts'
import { folded } from '../../../../store/table.ts'
import { importColumn } from '../../../office/imports/column.ts'
import { type ImportKind, sameBy } from '../../../registry.ts'
import { change, open, readSupplier, type SupplierRow } from './record.ts'
import { SupplierChange, SupplierInput } from './shapes.ts'
import { suppliers } from './tables.ts'

type Row = Record<string, string>

const columns = [
  importColumn('name', 'Name', 'MedSupply Ltd', { required: true }),
  importColumn('kind', 'Kind', 'WHOLESALER'),
  importColumn('tin', 'TIN', '100-200-300'),
  importColumn('vrn', 'VRN', '40-012345-A'),
  importColumn('phone', 'Telephone', '0712 345 678'),
  importColumn('email', 'Email', 'orders@example.org'),
  importColumn('address', 'Address', 'Kivukoni Road 12'),
  importColumn('contact_person', 'Contact', 'Neema Lyimo'),
  importColumn('payment_terms_days', 'Days until paid', '30'),
  importColumn('lead_days', 'Days until delivered', '7'),
  importColumn('licence_no', 'Licence', 'PB-1207'),
  importColumn('licence_expires', 'Licence until', '2027-06-30', { type: 'date' }),
  importColumn('wht_pct', 'Withheld tax in %', '2'),
] as const

const numbers: readonly string[] = ['payment_terms_days', 'lead_days', 'wht_pct']

export const suppliers_import: ImportKind = {
  kind: 'suppliers',
  label: 'Suppliers',
  permission: 'supplier:write',
  columns,
  async check(caller, row) {
    const fault = await faultOf(caller, row)
    const errors = fault === null ? [] : [fault]
    const known = await knownAs(caller, row)
    if (known === undefined) return { errors }
    const how = `supplier ${known.number}`
    return { errors, duplicate_of: { id: known.id, label: known.name, how } }
  },
  async write(caller, row, on_duplicate) {
    const known = await knownAs(caller, row)
    if (known !== undefined && on_duplicate === 'SKIP') return { id: known.id, outcome: 'skipped' }
    if (known !== undefined && on_duplicate === 'UPDATE') {
      asks(caller, 'supplier:write')
      const said = read(SupplierChange, cellsOf(row), 'change')
      await change({ ...caller, expected_version: null }, known.id, said)
      return { id: known.id, outcome: 'updated' }
    }
    return { id: (await open(caller, inputOf(row))).id, outcome: 'created' }
  },
  sameness: ({ name = '' }) => sameBy(name === '' ? null : folded(name.trim())),
}

const knownAs = ({ hospital_id }: Caller, { name = '' }: Row): Promise<SupplierRow | undefined> =>
  suppliers.find({ hospital_id, name_key: folded(name.trim()) })

const cellsOf = (row: Row): Record<string, unknown> =>
  Object.fromEntries(
    columns.flatMap(({ name }) => (row[name] ? [[name, cellOf(name, row[name].trim())]] : [])),
  )

/** Words of a list are written in any letters; what is no number is refused in the shape's words. */
function cellOf(name: string, typed: string): unknown {
  if (name === 'kind') return capitals(typed)
  return numbers.includes(name) && Number.isFinite(Number(typed)) ? Number(typed) : typed
}

const inputOf = (row: Row): SupplierInput => read(SupplierInput, cellsOf(row))

async function faultOf(caller: Caller, row: Row) {
  try {
    await readSupplier(caller, inputOf(row))
    return null
  } catch (error) {
    if (!isRefusal(error) || error.status >= 500) throw error
    const name = columns.find((one) => one.name === error.field)?.name ?? 'name'
    return { column: name, value: row[name] ?? '', message: error.message }
  }
}
