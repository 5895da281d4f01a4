// Staff from a file, by the same rules as one by one. No account is opened with it (HR-12).

import { asks, type Caller } from '../../../../core/caller.ts'
import { invalidAs, isRefusal } from '../../../../core/refusal.ts'
import { read } from '../../../../core/validate.ts'
import { type ImportColumn, type ImportKind, sameBy } from '../../../registry.ts'
import { cadreCalled } from '../cadres/cadres.ts'
import { change, readNew, takeOn } from './open.ts'
import { named, type StaffRow } from './rows.ts'
import { StaffChange, StaffInput } from './shapes.ts'
import { staff } from './tables.ts'

type Row = Record<string, string>

const column = (
  name: string,
  label: string,
  required: boolean,
  type: string,
  example: string,
): ImportColumn => ({ name, label, required, type, example })

const columns = [
  column('staff_number', 'Staff number', false, 'text', 'ST-00041'),
  column('first_name', 'First name', true, 'text', 'Asha'),
  column('middle_name', 'Middle name', false, 'text', 'Binti'),
  column('last_name', 'Last name', true, 'text', 'Juma'),
  column('sex', 'Sex', true, 'text', 'Female'),
  column('phone', 'Telephone', true, 'text', '0712 345 678'),
  column('email', 'Email', false, 'text', 'asha@example.org'),
  column('department', 'Department', true, 'text', 'General'),
  column('cadre', 'Cadre, by name or code', true, 'text', 'Registered Nurse'),
  column('job_title', 'Job title', true, 'text', 'Ward nurse'),
  column('employment_type', 'Employment', true, 'text', 'PERMANENT'),
  column('hired_on', 'Hired on', true, 'date', '2024-02-01'),
  column('contract_ends', 'Contract ends', false, 'date', '2026-12-31'),
  column('date_of_birth', 'Born on', false, 'date', '1990-05-17'),
  column('national_id', 'National ID', false, 'text', '19900517123451234512'),
  column('tin', 'TIN', false, 'text', '100-200-300'),
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
