// Clients from a file, by the same rules as one by one. A name that means a client already changes that one.

import { importColumn } from '../../office/imports/column.ts'
import { asks, type Caller } from '../../../core/caller.ts'
import { invalid, invalidAs, isRefusal } from '../../../core/refusal.ts'
import { read } from '../../../core/validate.ts'
import { type ImportKind, sameBy } from '../../registry.ts'
import { keyOfPayer } from '../../money/tariff/payer-names.ts'
import { type ListImported, rowsIn, writeRows } from '../../office/imports/list-file.ts'
import { readClient } from './input.ts'
import { clientNamed } from './names.ts'
import { change, open } from './open.ts'
import { ClientChange, ClientInput } from './shapes.ts'
import { clientRecord } from './record.ts'

type Row = Readonly<Record<string, string>>

const columns = [
  importColumn('name', 'Name', 'CRDB Bank', { required: true }),
  importColumn('kind', 'Kind', 'CORPORATE', { required: true }),
  importColumn('phone', 'Telephone', '0712 345 678'),
  importColumn('email', 'Email', 'health@example.org'),
  importColumn('tin', 'TIN', '100-200-300'),
  importColumn('contract_starts', 'Contract starts', '2026-01-01', { type: 'date' }),
  importColumn('contract_ends', 'Contract ends', '2026-12-31', { type: 'date' }),
  importColumn('credit_limit', 'Credit limit', '5000000', { type: 'number' }),
  importColumn('payment_terms_days', 'Days to pay', '30', { type: 'number' }),
  importColumn('discount_pct', 'Discount, %', '5', { type: 'number' }),
]
const numbers: ReadonlySet<string> = new Set(['credit_limit', 'payment_terms_days', 'discount_pct'])

export const client_import: ImportKind = {
  kind: 'clients',
  label: 'Clients',
  permission: 'client:write',
  columns,
  async check(caller, row) {
    const known = await knownAs(caller, row)
    const fault = await faultOf(caller, row, known)
    const errors = fault === undefined ? [] : [fault]
    if (known === undefined) return { errors }
    const { number, name } = await clientRecord.get(caller, known)
    return { errors, duplicate_of: { id: known, label: name, how: `client ${number}` } }
  },
  async write(caller, row, on_duplicate) {
    const known = await knownAs(caller, row)
    if (known !== undefined && on_duplicate === 'SKIP') return { id: known, outcome: 'skipped' }
    if (known !== undefined && on_duplicate === 'UPDATE') {
      asks(caller, 'client:write')
      await change(caller, known, read(ClientChange, said(row), 'change'))
      return { id: known, outcome: 'updated' }
    }
    return { id: (await open(caller, read(ClientInput, said(row)))).id, outcome: 'created' }
  },
  sameness: ({ name = '' }) => sameBy(keyOfPayer(name) || null),
}

async function knownAs(caller: Caller, { name = '' }: Row): Promise<string | undefined> {
  return name === '' ? undefined : (await clientNamed(caller, name))?.client_id
}

/** An empty cell leaves what stands there; a number is read as one. */
function said(row: Row): Record<string, unknown> {
  const filled = Object.entries(row).filter(([, text]) => text !== '')
  return Object.fromEntries(
    filled.map(([field, text]) => [field, numbers.has(field) ? numberRead(field, text) : text]),
  )
}

function numberRead(field: string, text: string): number {
  const plain = text.replaceAll(/[\s,]/g, '')
  if (/^\d+(?:\.\d+)?$/.test(plain)) return Number(plain)
  throw invalid(field, `must be a number: "${text}".`)
}

async function faultOf(caller: Caller, row: Row, known: string | undefined) {
  try {
    if (known === undefined) await readClient(caller, withoutStatus(read(ClientInput, said(row))))
    else read(ClientChange, said(row), 'change')
    return undefined
  } catch (error) {
    if (!isRefusal(error) || error.status >= 500) throw error
    const at = columns.some(({ name }) => name === error.field) ? (error.field ?? 'name') : 'name'
    return { column: at, value: row[at] ?? '', message: error.message }
  }
}

const withoutStatus = ({ status: _opened_so, ...rest }: ClientInput) => rest

/** The first bad row refuses the whole file, unless the good ones are wanted all the same. */
export async function importClients(
  caller: Caller,
  bytes: Buffer,
  { is_trial, partial }: { is_trial: boolean; partial: boolean },
): Promise<ListImported> {
  const found = await rowsIn(
    bytes,
    columns.map(({ name }) => name),
    ['name', 'kind'],
  )
  const write = async ({ cells }: (typeof found)[number]) => {
    const { outcome } = await client_import.write(caller, { ...cells }, 'UPDATE')
    return outcome === 'created' ? ('created' as const) : ('changed' as const)
  }
  const tried = partial ? undefined : await writeRows(found, true, write)
  const [first] = tried?.refused ?? []
  if (first !== undefined) throw invalidAs('file', `row ${first.row}: ${first.message}`)
  return is_trial && tried !== undefined ? tried : writeRows(found, is_trial, write)
}
