// The chart from a file: an account by its code, under the code of its parent. What is wrong with a
// row refuses that row; a new account takes its kind from its parent.

import type { Caller } from '../../../../core/caller.ts'
import { conflict, invalid } from '../../../../core/refusal.ts'
import { read } from '../../../../core/validate.ts'
import {
  type ListImported,
  type ListRow,
  rowsIn,
  truth,
  writeRows,
} from '../../../office/imports/list-file.ts'
import { AccountInput } from './shapes.ts'
import { change, open } from './accounts.ts'
import { booksOf } from '../books.ts'
import type { AccountRow, Chart } from './chart.ts'

export const chart_columns = [
  'code',
  'name',
  'kind',
  'role',
  'parent_code',
  'grouping',
  'is_bank',
  'active',
  'statement_section',
  'notes',
] as const

export async function importAccounts(
  caller: Caller,
  bytes: Buffer,
  is_trial: boolean,
): Promise<ListImported> {
  const rows = await rowsIn(bytes, chart_columns, ['code', 'name', 'role'])
  const twice = new Set<string>()
  return writeRows(rows, is_trial, async (row) => {
    const code = row.cells['code'] ?? ''
    if (twice.has(code)) throw conflict(`Code ${code} is in the file twice.`)
    twice.add(code)
    return written(caller, row)
  })
}

async function written(
  caller: Caller,
  { cells }: ListRow,
): Promise<'created' | 'changed' | 'same'> {
  // Each row sees the accounts of the rows before it.
  const { chart } = await booksOf(caller)
  const input = read(AccountInput, fieldsOf(chart, cells), 'words')
  const before = chart.by_code.get(input.code ?? '')
  if (before === undefined) {
    await open(caller, input)
    return 'created'
  }
  if (isSame(before, input)) return 'same'
  await change(caller, before.id, input)
  return 'changed'
}

function fieldsOf(chart: Chart, cells: ListRow['cells']): Record<string, unknown> {
  const { parent_code = '', code = '', ...rest } = cells
  if (code === '') throw invalid('code', 'is required.')
  const parent = chart.by_code.get(parent_code)
  if (parent_code !== '' && parent === undefined) {
    throw conflict(`There is no account with the code ${parent_code}.`)
  }
  return Object.fromEntries(
    Object.entries({
      ...rest,
      code,
      role: rest['role']?.toUpperCase(),
      kind: rest['kind']?.toUpperCase(),
      statement_section: rest['statement_section']?.toUpperCase(),
      is_bank: truth('is_bank', rest['is_bank']),
      active: truth('active', rest['active']),
      parent_id: parent?.id,
    }).filter(([, value]) => value !== undefined && value !== ''),
  )
}

const isSame = (before: AccountRow, input: AccountInput): boolean =>
  Object.entries(input).every(([name, value]) => before[name as keyof AccountRow] === value)
