// A price list as a CSV file (5.6): read whole, checked whole, written whole or not at all.

import type { Caller } from '../../../core/caller.ts'
import { attempt, within } from '../../../store/connection.ts'
import { readCsv, textOf } from '../../../core/csv.ts'
import { invalid, isRefusal } from '../../../core/refusal.ts'
import { read } from '../../../core/validate.ts'
import {
  optional,
  Day,
  Flag,
  form,
  nullable,
  type Static,
  Text,
} from '../../../core/kinds/kinds.ts'
import { record } from '../../office/audit/record.ts'
import { today as hospitalDay } from '../../office/hospitals/hospitals.ts'
import { change, follow } from './change.ts'
import { keyOfPayer } from './payer-names.ts'
import { codeOf, type TariffRow } from './prices.ts'
import { type ImportReply, TariffInput } from './shapes.ts'
import { tariffs } from './tables.ts'
import { open } from './tariffs.ts'

const rows_max = 5_000
const numbers = ['price', 'min_price', 'emergency_pct'] as const
const columns = [
  'code',
  'name',
  ...numbers,
  'category',
  'department',
  'tax_code',
  'scheme_code',
] as const

const Beside = form({
  payer: optional(nullable(Text(0, 160))),
  effective_from: optional(Day),
  dry_run: optional(Flag),
})

interface Line {
  row: number
  input: TariffInput
}
type Fault = ImportReply['errors'][number]

export async function bringIn(
  caller: Caller,
  { bytes, fields }: { bytes: Buffer; fields: Readonly<Record<string, string>> },
): Promise<{ message: string; reply: ImportReply }> {
  const asked = await besideFile(caller, fields)
  const faults: Fault[] = []
  const lines = await linesOf(bytes, asked, faults)
  const counts = { added: 0, changed: 0, same: 0 }
  try {
    await within(async () => {
      Object.assign(counts, await write(caller, lines, asked, faults))
      if (faults.length > 0 || asked.dry_run) throw left_behind_nothing
      record(caller, 'tariff.import', { rows: lines.length, query: { payer: asked.payer } })
    })
  } catch (error) {
    if (error !== left_behind_nothing) throw error
  }
  const wrong = faults.length > 0
  const done = asked.dry_run ? 'The file can be brought in.' : 'Prices brought in.'
  return {
    message: wrong ? 'Nothing was brought in: the file has errors.' : done,
    reply: { ...counts, errors: faults.sort((a, b) => a.row - b.row).slice(0, 1000) },
  }
}

/** Thrown to take a try-out back. */
const left_behind_nothing = new Error('the price list was only tried')

interface Asked {
  payer: string | null
  effective_from: string
  dry_run: boolean
}

async function besideFile(
  caller: Caller,
  fields: Readonly<Record<string, string>>,
): Promise<Asked> {
  const given: Record<string, unknown> = { ...fields }
  for (const name of ['payer', 'effective_from', 'dry_run']) {
    if (given[name] === '') delete given[name]
  }
  const dry = given['dry_run']
  if (dry !== undefined && dry !== 'true' && dry !== 'false') {
    throw invalid('dry_run', 'must be true or false.')
  }
  const beside: Static<typeof Beside> = read(Beside, {
    ...given,
    ...(dry === undefined ? {} : { dry_run: dry === 'true' }),
  })
  return {
    payer: beside.payer ?? null,
    effective_from: beside.effective_from ?? (await hospitalDay(caller)),
    dry_run: beside.dry_run ?? false,
  }
}

async function linesOf(
  bytes: Buffer,
  asked: { payer: string | null; effective_from: string },
  faults: Fault[],
): Promise<Line[]> {
  const lines: Line[] = []
  let headings: string[] | undefined
  const seen = new Set<string>()
  for await (const batch of readCsv(textOf(bytes), null)) {
    for (const { line, cells } of batch) {
      if (headings === undefined) {
        headings = headingsOf(cells)
        continue
      }
      const { payer, effective_from } = asked
      const input = { ...said(headings, cells), payer, effective_from }
      const read_line = lineOf(line, input, faults)
      if (read_line === undefined) continue
      const code = codeOf(read_line.input.code)
      if (seen.has(code)) faults.push(fault(line, 'code', `code ${code} is in the file twice.`))
      else lines.push(read_line)
      seen.add(code)
    }
    if (lines.length > rows_max) throw invalid('file', `has more than ${rows_max} rows.`)
  }
  if (headings === undefined) throw invalid('file', 'is empty.')
  return lines
}

function headingsOf(cells: readonly string[]): string[] {
  const headings = cells.map((cell) => cell.replace('\uFEFF', '').trim().toLowerCase())
  for (const name of ['code', 'name', 'price']) {
    if (!headings.includes(name)) throw invalid('file', `has no column ${name}.`)
  }
  return headings
}

/** Empty cells say nothing. */
function said(headings: readonly string[], cells: readonly string[]): Record<string, unknown> {
  const found: Record<string, unknown> = {}
  headings.forEach((name, at) => {
    const text = (cells[at] ?? '').trim()
    if (text === '' || !columns.some((one) => one === name)) return
    const number = numbers.some((one) => one === name) && /^-?\d+(\.\d+)?$/.test(text)
    found[name] = number ? Number(text) : text
  })
  return found
}

function lineOf(row: number, input: Record<string, unknown>, faults: Fault[]): Line | undefined {
  try {
    return { row, input: read(TariffInput, input) }
  } catch (error) {
    faults.push(faultOf(row, error))
    return undefined
  }
}

type Outcome = 'added' | 'changed' | 'same'

async function write(
  caller: Caller,
  lines: readonly Line[],
  { payer, effective_from: from }: Asked,
  faults: Fault[],
): Promise<Record<Outcome, number>> {
  const counts = { added: 0, changed: 0, same: 0 }
  const known = await knownRows(caller, lines, payer)
  for (const { row, input } of lines) {
    const rows = (known.get(codeOf(input.code)) ?? []).filter((one) => one.effective_from <= from)
    try {
      counts[await attempt(() => writeLine(caller, input, rows[0], from))] += 1
    } catch (error) {
      faults.push(faultOf(row, error))
    }
  }
  return counts
}

/** The prices of these codes for this payer, the latest first. */
async function knownRows(
  { hospital_id }: Caller,
  lines: readonly Line[],
  payer: string | null,
): Promise<Map<string, TariffRow[]>> {
  const found = await tariffs.all(
    {
      hospital_id,
      payer_key: keyOfPayer(payer),
      code: [...new Set(lines.map(({ input }) => codeOf(input.code)))],
      pending: false,
      active: true,
    },
    { order: ['-effective_from'] },
  )
  return Map.groupBy(found, ({ code }) => code)
}

async function writeLine(
  caller: Caller,
  { payer, effective_from: _from, ...input }: TariffInput,
  before: TariffRow | undefined,
  from: string,
): Promise<Outcome> {
  if (before === undefined) {
    await open(caller, { ...input, payer: payer ?? null, effective_from: from, reason: why })
    return 'added'
  }
  const after =
    before.effective_from === from
      ? await change(caller, before.id, { ...input, effective_from: from, reason: why })
      : await follow(caller, before, input, from)
  return after.id === before.id && after.version === before.version ? 'same' : 'changed'
}

const why = 'Price list from a file'

const fault = (row: number, column: string, message: string): Fault => ({ row, column, message })

function faultOf(row: number, error: unknown): Fault {
  if (!isRefusal(error)) throw error
  return fault(row, error.field ?? '', error.message.slice(0, 300))
}
