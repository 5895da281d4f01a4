// Staff from a file, by the same rules as one by one. No account is opened with it (HR-12).

import { importColumn } from '../../../office/imports/column.ts'
import { asks, type Caller } from '../../../../core/caller.ts'
import { invalidAs, isRefusal } from '../../../../core/refusal.ts'
import { read } from '../../../../core/validate.ts'
import { type ImportKind, sameBy } from '../../../registry.ts'
import { cadreCalled } from '../cadres/cadres.ts'
import { change, readNew, takeOn } from './open.ts'
import { named, type StaffRow } from './rows.ts'
import { StaffChange, StaffInput } from './shapes.ts'
import { staff } from './tables.ts'

type Row = Record<string, string>

const columns = [
  importColumn('staff_number', 'Staff number', 'ST-00041'),
  importColumn('first_name', 'First name', 'Asha', { required: true }),
  importColumn('middle_name', 'Middle name', 'Binti'),
  importColumn('last_name', 'Last name', 'Juma', { required: true }),
  importColumn('sex', 'Sex', 'Female', { required: true }),
  importColumn('phone', 'Telephone', '0712 345 678', { required: true }),
  importColumn('email', 'Email', 'asha@example.org'),
  importColumn('department', 'Department', 'General', { required: true }),
  importColumn('cadre', 'Cadre, by name or code', 'Registered Nurse', { required: true }),
  importColumn('job_title', 'Job title', 'Ward nurse', { required: true }),
  importColumn('employment_type', 'Employment', 'PERMANENT', { required: true }),
  importColumn('hired_on', 'Hired on', '2024-02-01', { required: true, type: 'date' }),
  importColumn('contract_ends', 'Contract ends', '2026-12-31', { type: 'date' }),
  importColumn('date_of_birth', 'Born on', '1990-05-17', { type: 'date' }),
  importColumn('national_id', 'National ID', '19900517123451234512'),
  importColumn('tin', 'TIN', '100-200-300'),
]

export const staff_import: ImportKind = {
  kind: 'staff',
  label: 'Staff',
  permission: 'staff:write',
  columns,
  async check(caller, row) {
    const known = await knownAs(caller, row)
    const fault = await faultOf(caller, row, known !== undefined)
    const errors = fault === undefined ? [] : [fault]
    if (known === undefined) return { errors }
    const how = `staff number ${known.number}`
    return { errors, duplicate_of: { id: known.id, label: named(known), how } }
  },
  async write(caller, row, on_duplicate) {
    const known = await knownAs(caller, row)
    if (known !== undefined && on_duplicate === 'SKIP') return { id: known.id, outcome: 'skipped' }
    if (known !== undefined && on_duplicate === 'UPDATE') {
      asks(caller, 'staff:write')
      await change(caller, known.id, read(StaffChange, filled(row), 'change'))
      return { id: known.id, outcome: 'updated' }
    }
    const made = await takeOn(caller, await inputOf(caller, row), null)
    return { id: made.row.id, outcome: 'created' }
  },
  sameness: ({ staff_number, national_id }) => sameBy(staff_number || national_id || null),
}

/** Whose number or identity it is already. */
async function knownAs(
  { hospital_id }: Caller,
  { staff_number: number = '', national_id = '' }: Row,
): Promise<StaffRow | undefined> {
  const by_number = number === '' ? undefined : await staff.find({ hospital_id, number })
  if (by_number !== undefined || national_id === '') return by_number
  return staff.find({ hospital_id, national_id: national_id.replace(/[\s-]/g, '') })
}

const filled = (row: Row): Row =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== ''))

async function inputOf(caller: Caller, row: Row): Promise<StaffInput> {
  const { cadre = '', ...given } = filled(row)
  const found = await cadreCalled(caller, cadre)
  if (found === undefined) throw invalidAs('cadre', `there is no cadre "${cadre}".`)
  return read(StaffInput, { ...given, cadre_id: found.id })
}

/** Of one that is there already only what would be written over it. */
async function faultOf(caller: Caller, row: Row, is_known: boolean) {
  try {
    if (is_known) read(StaffChange, filled(row), 'change')
    else await readNew(caller, await inputOf(caller, row))
    return undefined
  } catch (error) {
    if (!isRefusal(error) || error.status >= 500) throw error
    const name = error.field ?? ''
    const at = columns.some((one) => one.name === name) ? name : 'staff_number'
    return { column: at, value: row[at] ?? '', message: error.message }
  }
}
