// Reading an import of contacts (MSG-431, MSG-432): from bytes to pieces that the database takes as
// they are. Runs in a worker thread for calls over the wire: 50,000 rows are read without holding
// up anybody, and what comes back is a few texts, not fifty thousand objects.

import { guessDelimiter, readCsv, textOf } from '../../core/csv.ts'
import { newId } from '../../core/ids.ts'
import { folded } from '../../store/table.ts'
import { isRefusal } from '../../core/refusal.ts'
import { wrong } from '../refusals.ts'
import { readJson as sayingOnce } from '../json.ts'
import { columnsOf, type Renamed } from './headings.ts'
import { readNumber } from '../routing/numbers.ts'
import {
  attribute_length,
  attribute_name,
  attributes_most,
  type AttributeValue,
  contact_languages,
  import_most,
  type ImportErrorCode,
  name_length,
  on_existing,
  type OnExisting,
  reserved_names,
} from './words.ts'

export interface ImportError {
  row: number
  field: string
  code: ImportErrorCode
  value: string
  message: string
}

/** Rows of one transaction, as JSON: [id, phone, first, last, language, attributes, given, search]. */
export interface Piece {
  rows: string
  count: number
  /** Phones whose search text cannot be told from the row alone: only one of the names was given. */
  half_named: string[]
}

export interface ReadImport {
  received: number
  duplicates: number
  rejected: number
  pieces: Piece[]
  errors: ImportError[]
  group_ids: string[]
  existing: OnExisting
  /** Headings that were no names of attributes. */
  renamed: Renamed[]
}

export interface ImportInput {
  bytes: Uint8Array
  kind: 'json' | 'csv'
  /** Words of the query; CSV only. */
  group_ids?: string[]
  existing?: string
}

/** Which members a row gave; the others stay as they are. */
export const given = { first: 1, last: 2, language: 4, attributes: 8 } as const

export const piece_rows = 2000

interface Row {
  phone: string
  first: string | null
  last: string | null
  language: string | null
  attributes: Record<string, AttributeValue>
  given: number
}

export async function readContacts(input: ImportInput): Promise<ReadImport> {
  const reader = new Rows()
  const options =
    input.kind === 'json' ? readJson(input.bytes, reader) : await readCsvFile(input, reader)
  if (reader.received === 0) throw wrong('contacts', 'contacts must hold at least one contact.')
  const rows = [...reader.rows.values()]
  const pieces: Piece[] = []
  for (let start = 0; start < rows.length; start += piece_rows)
    pieces.push(pieceOf(rows.slice(start, start + piece_rows)))
  return {
    received: reader.received,
    duplicates: reader.duplicates,
    rejected: reader.rejected,
    errors: reader.errors,
    pieces,
    ...options,
  }
}

function pieceOf(rows: readonly Row[]): Piece {
  const half_named: string[] = []
  const lines = rows.map((row) => {
    const names = row.given & (given.first | given.last)
    if (names === given.first || names === given.last) half_named.push(row.phone)
    const search = folded(
      [row.first, row.last, row.phone].filter((word) => word !== null).join(' '),
    )
    return [
      newId(),
      row.phone,
      row.first,
      row.last,
      row.language,
      JSON.stringify(row.attributes),
      row.given,
      search,
    ]
  })
  return { rows: JSON.stringify(lines), count: rows.length, half_named }
}

/** Judged one by one; the last row of a number wins. */
class Rows {
  readonly rows = new Map<string, Row>()
  readonly errors: ImportError[] = []
  received = 0
  duplicates = 0
  rejected = 0

  take(at: number, fields: Record<string, unknown>): void {
    this.received += 1
    const { phone } = fields
    const number = typeof phone === 'string' ? readNumber(phone) : null
    if (number === null) {
      return this.reject(at, {
        field: 'phone',
        code: 'invalid_phone_number',
        value: phone,
        message: 'This is not a Tanzanian mobile number.',
      })
    }
    const row = valuesOf(number, fields)
    if ('message' in row) return this.reject(at, { ...row, code: 'invalid_value' })
    // Taken out first, so that the order is that of the last appearances.
    if (this.rows.delete(number)) this.duplicates += 1
    this.rows.set(number, row)
  }

  private reject(at: number, fault: Omit<ImportError, 'row' | 'value'> & { value: unknown }): void {
    this.rejected += 1
    this.errors.push({ ...fault, row: at, value: shown(fault.value) })
  }
}

const shown = (value: unknown): string => {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return [...text.replaceAll('\0', '\ufffd').toWellFormed()].slice(0, 60).join('')
}

interface Fault {
  field: string
  value: unknown
  message: string
}

function valuesOf(phone: string, fields: Record<string, unknown>): Row | Fault {
  const row: Row = { phone, first: null, last: null, language: null, attributes: {}, given: 0 }
  for (const [field, key] of [
    ['firstName', 'first'],
    ['lastName', 'last'],
  ] as const) {
    const value = fields[field]
    if (value === undefined) continue
    const fault = textFault(field, value, name_length)
    if (fault !== null) return fault
    row[key] = value === '' ? null : (value as string | null)
    row.given |= given[key]
  }
  const { language, attributes } = fields
  if (language !== undefined) {
    if (language !== null && !(contact_languages as readonly unknown[]).includes(language))
      return { field: 'language', value: language, message: 'language must be sw or en.' }
    row.language = language as string | null
    row.given |= given.language
  }
  if (attributes !== undefined && attributes !== null) {
    const fault = attributesFault(attributes)
    if (fault !== null) return fault
    row.attributes = attributes as Row['attributes']
    row.given |= given.attributes
  }
  return row
}

// oxlint-disable-next-line no-control-regex -- control characters are what is refused
const unsendable = /[\u0000-\u0008\u000b\u000e-\u001f\u007f]/

function textFault(field: string, value: unknown, most: number): Fault | null {
  if (value === null) return null
  if (typeof value !== 'string') return { field, value, message: `${field} must be a string.` }
  if (unsendable.test(value) || !value.isWellFormed())
    return { field, value, message: `${field} contains a character that cannot be sent.` }
  if (value.length > most && [...value].length > most)
    return { field, value, message: `${field} may have at most ${most} characters.` }
  return null
}

export function attributesFault(attributes: unknown): Fault | null {
  const field = 'attributes'
  if (typeof attributes !== 'object' || attributes === null || Array.isArray(attributes))
    return { field, value: attributes, message: 'attributes must be an object.' }
  const entries = Object.entries(attributes)
  if (entries.length > attributes_most)
    return { field, value: '', message: `attributes may have at most ${attributes_most} members.` }
  for (const [name, value] of entries) {
    const at = `attributes.${name}`.slice(0, 100)
    if (!attribute_name.test(name) || reserved_names.has(name))
      return { field: at, value: name, message: `${at} is not a name of an attribute.` }
    if (typeof value === 'boolean') continue
    if (typeof value === 'number' && Number.isFinite(value)) continue
    if (typeof value !== 'string')
      return { field: at, value, message: `${at} must be a string, a number, true or false.` }
    const fault = textFault(at, value, attribute_length)
    if (fault !== null) return fault
  }
  return null
}

const body_fields = ['contacts', 'groupIds', 'onExisting']
const row_fields = new Set(['phone', 'firstName', 'lastName', 'language', 'attributes'])

type Options = Pick<ReadImport, 'group_ids' | 'existing' | 'renamed'>

function readJson(bytes: Uint8Array, reader: Rows): Options {
  const body = parsed(bytes)
  const unknown = Object.keys(body).find((name) => !body_fields.includes(name))
  if (unknown !== undefined)
    throw wrong(unknown.slice(0, 80), `Unknown field ${unknown.slice(0, 80)}.`)
  const { contacts, groupIds, onExisting } = body
  if (contacts === undefined) throw wrong('contacts', 'contacts is required.')
  if (!Array.isArray(contacts)) throw wrong('contacts', 'contacts must be a list of contacts.')
  mustBeFew(contacts.length)
  const options = {
    group_ids: groupsOf(groupIds),
    existing: existingOf(onExisting),
    renamed: [],
  }
  // The shape of every row first: an unknown field means that nothing is imported.
  contacts.forEach(mustBeRow)
  contacts.forEach((row, at) => reader.take(at, row as Record<string, unknown>))
  return options
}

function parsed(bytes: Uint8Array): Record<string, unknown> {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    const body = sayingOnce(text)
    if (typeof body === 'object' && body !== null && !Array.isArray(body))
      return body as Record<string, unknown>
  } catch (error) {
    if (isRefusal(error)) throw error
    // Said below, as for a body that is something else.
  }
  throw wrong('contacts', 'The body must be a JSON object.')
}

function mustBeRow(row: unknown, at: number): void {
  if (typeof row !== 'object' || row === null || Array.isArray(row))
    throw wrong(`contacts[${at}]`, `contacts[${at}] must be an object.`)
  const unknown = Object.keys(row).find((name) => !row_fields.has(name))
  if (unknown === undefined) return
  const field = `contacts[${at}].${unknown}`.slice(0, 120)
  throw wrong(field, `Unknown field ${field}.`)
}

function mustBeFew(count: number): void {
  if (count <= import_most) return
  throw wrong(
    'contacts',
    `At most 50,000 contacts per call; this has ${count.toLocaleString('en-US')}.`,
  )
}

function groupsOf(ids: unknown): string[] {
  if (ids === undefined || ids === null) return []
  if (!Array.isArray(ids) || ids.length > 100)
    throw wrong('groupIds', 'groupIds must be a list of at most 100 ids.')
  const odd = ids.findIndex((id) => typeof id !== 'string')
  if (odd >= 0) throw wrong(`groupIds[${odd}]`, `groupIds[${odd}] must be a string.`)
  return [...new Set(ids as string[])]
}

function existingOf(word: unknown): OnExisting {
  if (word === undefined || word === null) return 'update'
  if ((on_existing as readonly unknown[]).includes(word)) return word as OnExisting
  throw wrong('onExisting', `onExisting must be one of ${on_existing.join(', ')}.`)
}

async function readCsvFile(input: ImportInput, reader: Rows): Promise<Options> {
  const options = { group_ids: groupsOf(input.group_ids), existing: existingOf(input.existing) }
  const bytes = Buffer.from(input.bytes)
  let columns: string[] | null = null
  let renamed: Renamed[] = []
  try {
    const start = bytes.subarray(0, 4096).toString('utf8')
    for await (const batch of readCsv(textOf(bytes), guessDelimiter(start))) {
      for (const { line, cells } of batch) {
        if (columns === null) ({ columns, renamed } = columnsOf(cells))
        else {
          if (reader.received >= import_most) mustBeFew(await countOf(bytes))
          reader.take(line, fieldsOf(columns, cells))
        }
      }
    }
  } catch (error) {
    if (isRefusal(error) && error.field === 'file') throw wrong('contacts', error.message)
    throw error
  }
  return { ...options, renamed }
}

/** Counted to its end only to say how many there are. */
async function countOf(bytes: Buffer): Promise<number> {
  let count = -1
  for await (const batch of readCsv(textOf(bytes), null)) count += batch.length
  return count
}

/** An empty cell says nothing. */
function fieldsOf(columns: readonly string[], cells: readonly string[]): Record<string, unknown> {
  const fields: Record<string, unknown> = {}
  const attributes: Record<string, string> = {}
  let has_attributes = false
  columns.forEach((name, at) => {
    const cell = cells[at] ?? ''
    if (cell === '' && name !== 'phone') return
    if (row_fields.has(name) && name !== 'attributes') fields[name] = cell
    else {
      attributes[name] = cell
      has_attributes = true
    }
  })
  return has_attributes ? { ...fields, attributes } : fields
}
