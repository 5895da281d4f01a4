// What a restore loses, to be entered again (OPS-124): a CSV file per kind of record for whoever counts,
// and a paper per desk for whoever types it in. For their owner alone.

import { capital } from '../../db/core/capital.ts'
import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { lostRows } from '../../db/appliance/backups/loss.ts'
import type { Manifest } from '../../db/appliance/backups/words.ts'
import { rows as rowsOf } from '../../db/store/connection.ts'
import { csvLines } from '../../db/core/csv-lines.ts'
import { makeNamedFolders } from '../../db/core/folders.ts'
import { oneOf, sql } from '../../db/store/sql.ts'
import type { Block } from '../../templates/paper.ts'
import type { Frame } from '../frame/grammar/command.ts'
import { deskPaper } from '../frame/desk-paper.ts'
import { shown } from '../frame/page.ts'

/** The first whose words fit; a kind that no desk keeps is the IT desk's own. */
const desks: readonly (readonly [string, RegExp])[] = [
  ['Messages', /^(msg_|patient_message|outbox|notice|notification|messaging)/],
  [
    'Insurance',
    /^(claim|preauth|authorisation|remittance|scheme|membership|coverage|cover_|denial)/,
  ],
  ['Cashier', /^(bill|payment|deposit|refund|shift|drawer|cash_|float|credit_note|waiver|receipt)/],
  ['Cashier', /^(estimate|exemption|write_off|charge|tariff|patient_flow)/],
  ['Accounts', /^(entry|journal|ledger|account|fiscal|bank|statement|reconcil|budget|commitment)/],
  ['Accounts', /^(expense|tax|filing|funding|posting)/],
  ['Emergency', /^(emergenc|casualty)/],
  ['Triage', /^(vital|visit_triage|growth)/],
  ['Appointments', /^(appointment|clinic_|schedule_exception)/],
  ['Portal', /^portal/],
  ['Reception', /^(patient|visit|queue|referral|attachment|photo|service_point|duplicate|break_)/],
]
const deskOf = (table: string): string =>
  desks.find(([, fits]) => fits.test(table))?.[0] ?? 'IT desk'

type Row = Readonly<Record<string, unknown>>
interface Kind {
  table: string
  columns: readonly string[]
  rows: readonly Row[]
}

/** On paper; all of them stand in the file of the kind. */
const paper_rows = 300

/** How many files were written. */
export async function lossSheets(
  frame: Pick<Frame, 'caller' | 'deployment'>,
  folder: string,
  manifest: Manifest,
): Promise<number> {
  makeNamedFolders(folder)
  const write = (name: string, bytes: string | Buffer): void =>
    writeFileSync(resolve(folder, name), bytes, { mode: 0o600 })
  const by_desk = new Map<string, Kind[]>()
  let files = 0
  for await (const kind of lostRows(manifest)) {
    const { table, columns, rows } = kind
    write(`${table}.csv`, csvLines([columns, ...rows.map((row) => columns.map((one) => row[one]))]))
    files += 1
    const desk = deskOf(kind.table)
    by_desk.set(desk, [...(by_desk.get(desk) ?? []), kind])
  }
  const names = await namesIn([...by_desk.values()].flat())
  for (const [desk, kinds] of by_desk) {
    const blocks = blocksOf(kinds, names, manifest)
    const sheet = { title: `To be entered again: ${desk}`, landscape: true, blocks }
    write(`${desk.toLowerCase().replace(' ', '-')}.pdf`, await deskPaper(frame, sheet))
    files += 1
  }
  return files
}

/** People and places that rows name by their ids alone. */
type Names = ReadonlyMap<string, string>

async function namesIn(kinds: readonly Kind[]): Promise<Names> {
  const patients = idsIn(kinds, /^patient_id$/)
  const names = new Map<string, string>()
  const take = (found: readonly Row[], name: (row: Row) => string): void => {
    for (const row of found) names.set(String(row['id']), name(row))
  }
  take(await rowsOf(sql`select id, full_name from users`), (row) => shown(row['full_name']))
  take(await rowsOf(sql`select id, code from facilities`), (row) => shown(row['code']))
  for (let at = 0; at < patients.length; at += 500) {
    const some = patients.slice(at, at + 500)
    take(
      await rowsOf(sql`select id, number, full_name from patients where id${oneOf(some)}`),
      (row) => `${shown(row['number'])} ${shown(row['full_name'])}`,
    )
  }
  return names
}

const idsIn = (kinds: readonly Kind[], fits: RegExp): string[] => [
  ...new Set(
    kinds.flatMap(({ columns, rows }) =>
      columns
        .filter((name) => fits.test(name))
        .flatMap((name) => rows.map((row) => row[name]))
        .filter((id): id is string => typeof id === 'string'),
    ),
  ),
]

function blocksOf(kinds: readonly Kind[], names: Names, manifest: Manifest): Block[] {
  return [
    {
      kind: 'text',
      text: [
        `Entered after the backup of ${time(manifest.at)} UTC, and lost when it is put back.`,
        'Each line is entered again by the desk that knows it; what stands here is what was on the',
        'screen, not the paper it came from.',
      ].join(' '),
    },
    ...kinds.flatMap((kind): Block[] => {
      const more = kind.rows.length - paper_rows
      return [
        { kind: 'heading', text: `${sentence(kind.table)} (${kind.rows.length})` },
        {
          kind: 'table',
          columns: [
            { label: 'Time (UTC)', weight: 3 },
            { label: 'Branch', weight: 1.6 },
            { label: 'Reference', weight: 3, strong: true },
            { label: 'Patient', weight: 4 },
            { label: 'By', weight: 3 },
            { label: 'What', weight: 10 },
            { label: 'Done', weight: 1.4 },
          ],
          rows: kind.rows.slice(0, paper_rows).map((row) => lineOf(kind, row, names)),
        },
        ...(more > 0
          ? [
              {
                kind: 'text' as const,
                text: `${more} more stand in ${kind.table}.csv.`,
                small: true,
              },
            ]
          : []),
      ]
    }),
    {
      kind: 'signatures',
      lines: [{ caption: 'Entered again by' }, { caption: 'Compared by' }],
    },
  ]
}

const references = ['number', 'reference', 'receipt_number', 'code', 'username', 'name', 'label']
const own_columns =
  /^(id|hospital_id|facility_id|patient_id|version|created_at|updated_at|moves|active|search_text|.*_by_name|.*_id|.*_by)$/

function lineOf({ columns }: Kind, row: Row, names: Names): string[] {
  const reference = references.find((name) => columns.includes(name) && row[name] !== null)
  const person = columns.find((name) => /_by$|^user_id$/.test(name) && names.has(String(row[name])))
  const named = (name: string | undefined): string =>
    name === undefined ? '' : (names.get(String(row[name])) ?? '')
  const what = columns
    .filter((name) => !own_columns.test(name) && name !== reference)
    .filter((name) => row[name] !== null && row[name] !== '' && row[name] !== '{}')
    .map((name) => `${name.replaceAll('_', ' ')} ${value(row[name])}`)
    .join(' · ')
  return [
    time(shown(row['updated_at'] ?? row['created_at'] ?? '')),
    named('facility_id'),
    reference === undefined ? '' : shown(row[reference]),
    named('patient_id'),
    person === undefined ? shown(row['created_by_name'] ?? row['by_name'] ?? '') : named(person),
    what.length > 400 ? `${what.slice(0, 400)} …` : what,
    '',
  ]
}

const time = (instant: string): string => instant.slice(0, 16).replace('T', ' ')
const value = (given: unknown): string =>
  typeof given === 'object' ? JSON.stringify(given) : shown(given)
const sentence = (table: string): string => capital(table.replace(/^msg_/, '').replaceAll('_', ' '))
