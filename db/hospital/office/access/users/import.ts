// Accounts of staff from a file, opened and invited by the same rules as one by one.

import { asks, type Caller, can } from '../../../../core/caller.ts'
import { Email, form, Phone, Text, type TSchema } from '../../../../core/kinds/kinds.ts'
import { conflict, isRefusal, notPermitted } from '../../../../core/refusal.ts'
import { read } from '../../../../core/validate.ts'
import { facilities } from '../../places/tables.ts'
import { type ImportKind, sameBy } from '../../../registry.ts'
import { readContact, refuseTaken } from './contacts.ts'
import { roles, users } from '../tables.ts'
import { change } from './users.ts'
import { openWith, username_form } from './open.ts'

type Row = Record<string, string>
type Fault = { column: string; value: string; message: string }

const shapes: Record<string, TSchema> = {
  username: Text(3, 40),
  full_name: Text(1, 120),
  email: Email,
  phone: Phone,
}

/** Two codes in one cell stand with `;` between. */
const codesIn = (text = ''): string[] =>
  [...new Set(text.split(';').map((code) => code.trim()))].filter((code) => code !== '')

export const users_import: ImportKind = {
  kind: 'users',
  label: 'Accounts of staff',
  permission: 'user:create',
  columns: [
    { name: 'username', label: 'Username', required: true, type: 'text', example: 'asha.juma' },
    { name: 'full_name', label: 'Full name', required: true, type: 'text', example: 'Asha Juma' },
    { name: 'email', label: 'Email', required: false, type: 'text', example: 'asha@example.org' },
    { name: 'phone', label: 'Telephone', required: false, type: 'text', example: '0712 345 678' },
    { name: 'facility_codes', label: 'Branches', required: false, type: 'text', example: 'MAIN' },
    { name: 'role_codes', label: 'Roles', required: false, type: 'text', example: 'cashier;nurse' },
  ],
  async check(caller, row) {
    const known = await accountOf(caller, row)
    const errors: Fault[] = [
      ...(await Promise.all(Object.keys(shapes).map((column) => shapeFault(column, row)))),
      await contactFault(caller, row, known?.id ?? ''),
      await codesFault('facility_codes', row, () => branchesOf(caller, row)),
      await codesFault('role_codes', row, () => rolesNamed(caller, row)),
    ].filter((fault) => fault !== undefined)
    return known === undefined
      ? { errors }
      : {
          errors,
          duplicate_of: { id: known.id, label: known.full_name, how: `username ${known.username}` },
        }
  },
  async write(caller, row, on_duplicate) {
    const known = await accountOf(caller, row)
    if (known !== undefined && on_duplicate === 'SKIP') return { id: known.id, outcome: 'skipped' }
    if (known !== undefined && on_duplicate === 'UPDATE') {
      asks(caller, 'user:update')
      await change(caller, known.id, filled(row, ['full_name', 'email', 'phone']))
      return { id: known.id, outcome: 'updated' }
    }
    const opened = await openWith(
      caller,
      {
        username: row['username'] ?? '',
        full_name: row['full_name'] ?? '',
        ...filled(row, ['email', 'phone']),
        facility_ids: await branchesOf(caller, row),
        roles: (await rolesNamed(caller, row)).map((role_id) => ({ role_id })),
      },
      // A password in no answer is of use to nobody: without an invitation the row is refused.
      { password: '', hashed: '' },
    )
    if (opened.invitation === null) throw conflict('No invitation can be sent to this account.')
    return { id: opened.user.id, outcome: 'created' }
  },
  sameness: ({ username }) =>
    sameBy(username === undefined || username === '' ? null : username.toLowerCase()),
}

const accountOf = (caller: Caller, { username = '' }: Row) =>
  users.find({ hospital_id: caller.hospital_id, username: username.toLowerCase().slice(0, 40) })

function filled(row: Row, names: readonly string[]): Row {
  return Object.fromEntries(
    names.flatMap((name) =>
      row[name] === undefined || row[name] === '' ? [] : [[name, row[name]]],
    ),
  )
}

async function shapeFault(column: string, row: Row): Promise<Fault | undefined> {
  const value = row[column] ?? ''
  const schema = shapes[column]
  if (value === '' || schema === undefined) return undefined
  const message = await refusalIn(
    async () => void read(form({ [column]: schema }), { [column]: value }),
  )
  if (message !== undefined) return { column, value, message }
  if (column !== 'username' || username_form.test(value.toLowerCase())) return undefined
  return {
    column,
    value,
    message: 'username must be a–z, 0–9, ., _ and -, beginning with a letter.',
  }
}

async function contactFault(caller: Caller, row: Row, id: string): Promise<Fault | undefined> {
  const contact = filled(row, ['email', 'phone'])
  if (Object.keys(contact).length === 0) {
    const message = 'email is required when there is no phone: the invitation goes there.'
    return id === '' ? { column: 'email', value: '', message } : undefined
  }
  for (const column of Object.keys(contact)) {
    const value = contact[column] ?? ''
    const message = await refusalIn(async () =>
      refuseTaken(caller, await readContact(caller, { [column]: value }), id),
    )
    if (message !== undefined) return { column, value, message }
  }
  return undefined
}

async function codesFault(
  column: string,
  row: Row,
  work: () => Promise<unknown>,
): Promise<Fault | undefined> {
  const message = await refusalIn(work)
  return message === undefined ? undefined : { column, value: row[column] ?? '', message }
}

async function refusalIn(work: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await work()
    return undefined
  } catch (error) {
    if (!isRefusal(error) || error.status >= 500) throw error
    return error.message
  }
}

/** Without a code: the branch at which the import acts. */
async function branchesOf(caller: Caller, row: Row): Promise<string[]> {
  const codes = codesIn(row['facility_codes']).map((code) => code.toUpperCase())
  const { hospital_id, facility_id } = caller
  if (codes.length === 0) {
    if (facility_id === null) throw conflict('facility_codes is required.')
    return [facility_id]
  }
  const found = await facilities.all({ hospital_id, code: codes })
  return codes.map((code) => idOf('facility_codes', code, found))
}

async function rolesNamed(caller: Caller, row: Row): Promise<string[]> {
  const codes = codesIn(row['role_codes'])
  if (codes.length === 0) return []
  if (!can(caller, 'user:grant')) throw notPermitted('user:grant')
  const found = await roles.all({ hospital_id: caller.hospital_id, code: codes, deleted_at: null })
  return codes.map((code) => idOf('role_codes', code, found))
}

function idOf(
  column: string,
  code: string,
  found: readonly { id: string; code: string }[],
): string {
  const one = found.find((other) => other.code === code)
  if (one === undefined) throw conflict(`${column} holds "${code}", which does not exist.`)
  return one.id
}
