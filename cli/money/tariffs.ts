// Prices from the command line (billing 8): brought in from a file, taken out, moved all together.

import { choice, day, path, text } from '../../db/appliance/configuration/kinds.ts'
import type { ImportReply, Tariff } from '../../db/hospital/money/tariff/shapes.ts'
import { tariff_categories } from '../../db/hospital/money/tariff/words.ts'
import {
  command,
  done,
  file,
  type Frame,
  maybe,
  type Outcome,
  word,
} from '../frame/grammar/command.ts'
import { gathered, searched, tableOf } from '../frame/lists.ts'
import { amount, csv, majorOf, money, said, sum, written } from './money.ts'
import { usage } from '../frame/grammar/usage.ts'

const payer = maybe(text('the name or code of a scheme', /^[^\0]{1,160}$/), 'prices of this payer')
const on = maybe(day(), 'prices in force on this day')
const errors_shown = 20

/** As the import reads them back. */
const columns = [
  'code',
  'name',
  'price',
  'min_price',
  'emergency_pct',
  'category',
  'department',
  'tax_code',
  'scheme_code',
] as const

const priceLine = (row: Tariff): (string | number)[] => columns.map((name) => row[name] ?? '')

const list = command('tariffs list', {
  says: 'Prints prices in force, by code.',
  class: 'R',
  reply: async () => ({ each: (await import('../../db/hospital/money/tariff/shapes.ts')).Tariff }),
  permission: 'tariff:read',
  http: 'GET /api/v1/billing/tariffs',
  flags: {
    ...searched,
    payer,
    on,
    category: maybe(choice(tariff_categories), 'only of this kind'),
    csv,
  },
  examples: [
    'kituo tariffs list --category Laboratory',
    'kituo tariffs list --search x-ray --json',
  ],
  run: async (frame) => {
    const found = await prices(frame)
    await written(frame, () => [columns, ...found.data.map(priceLine)])
    return found
  },
  view: tableOf<Tariff>(
    ['Code', (row) => row.code],
    ['Service', (row) => row.name],
    ['Price', (row) => sum(row.price)],
    ['Kind', (row) => row.category],
    ['Payer', (row) => row.payer ?? ''],
    ['From', (row) => row.effective_from, 'wide'],
    ['Department', (row) => row.department, 'wide'],
  ),
})

interface Narrow {
  limit: number
  search?: string | undefined
  payer?: string | undefined
  on?: string | undefined
  category?: (typeof tariff_categories)[number] | undefined
}

async function prices({ flags, caller }: Pick<Frame<unknown, Narrow>, 'flags' | 'caller'>) {
  const by = await caller()
  const { list: tariffs } = await import('../../db/hospital/money/tariff/tariffs.ts')
  const { limit, search, payer: of, on: when, category } = flags
  const narrow = said({ search, payer: of, on: when, category })
  return gathered(limit, (page) => tariffs(by, { ...page, ...narrow, active: true }))
}

const save = command('tariffs export', {
  says: 'Writes the prices in force to a CSV file that tariffs import reads.',
  class: 'R',
  permission: 'tariff:read',
  flags: { payer, on, out: word(path(), 'the file to write') },
  examples: [
    'kituo tariffs export --out ./prices.csv',
    'kituo tariffs export --payer NHIF --on 2026-07-01 --out ./nhif.csv',
  ],
  run: async ({ flags, caller, put }) => {
    const found = await prices({ flags: { ...flags, limit: 0 }, caller })
    const { csvLines } = await import('../../db/core/csv-lines.ts')
    await put(Buffer.from(csvLines([columns, ...found.data.map(priceLine)])))
    const { out } = flags
    return done(`${amount(found.data.length)} prices are in ${out}.`, {
      file: out,
      rows: found.data.length,
    })
  },
  view: () => null,
})

interface Bringing {
  payer: string | undefined
  from: string | undefined
}

const load = command('tariffs import', {
  says: 'Brings in prices from a CSV file; one bad row refuses the whole file.',
  class: 'M',
  tries: true,
  confirm: 'C1',
  permission: 'tariff:manage',
  http: 'POST /api/v1/billing/tariffs/import',
  transaction: 'rule',
  asks: { file: file('the CSV file; - is standard input') },
  flags: { payer, from: maybe(day(), 'the day from which they count; today where none is said') },
  examples: [
    'kituo tariffs import ./prices.csv --dry-run',
    'kituo tariffs import ./nhif.csv --payer NHIF --from 2026-07-01 --yes',
  ],
  plan: async (frame) => {
    const reply = await bringing(frame, frame.sent('file')?.bytes, true)
    if (reply.errors.length > 0) throw await refused(frame, reply)
    return { steps: [`${countsOf(reply)}`], nothing: reply.added + reply.changed === 0 }
  },
  run: async (frame) => ended(frame, await bringing(frame, frame.sent('file')?.bytes, false)),
  view: () => null,
})

async function bringing(
  { caller, flags }: Pick<Frame<unknown, Bringing>, 'caller' | 'flags'>,
  bytes: Buffer = Buffer.alloc(0),
  is_trial: boolean,
): Promise<ImportReply> {
  const { bringIn } = await import('../../db/hospital/money/tariff/import.ts')
  const fields = {
    payer: flags.payer ?? '',
    effective_from: flags.from ?? '',
    dry_run: String(is_trial),
  }
  return (await bringIn(await caller(), { bytes, fields })).reply
}

const countsOf = ({ added, changed, same }: ImportReply): string =>
  `${amount(added)} new prices, ${amount(changed)} changed, ${amount(same)} as they are`

async function ended(
  frame: Pick<Frame, 'warn'>,
  reply: ImportReply,
): Promise<Outcome<ImportReply>> {
  if (reply.errors.length > 0) throw await refused(frame, reply)
  return done(`${countsOf(reply)}.`, reply, { changed: reply.added + reply.changed > 0 })
}

/** Which rows, and that nothing was written. */
async function refused({ warn }: Pick<Frame, 'warn'>, { errors }: ImportReply) {
  const { conflict } = await import('../../db/core/refusal.ts')
  for (const { row, column, message } of errors.slice(0, errors_shown)) {
    warn('import.row', `row ${row}${column === '' ? '' : `, ${column}`}: ${message}`)
  }
  const [first] = errors
  const more = errors.length === 1 ? '' : ` and ${errors.length - 1} more`
  return conflict(
    `row ${first?.row}: ${first?.message}${more}. Nothing was brought in.`,
    'rule.refused',
  )
}

const pct = text('a percentage like 5 or -2.5', /^-?\d{1,3}(?:\.\d{1,2})?$/)

const adjust = command('tariffs adjust', {
  says: 'Moves the prices of one kind by a percentage, rounded, from a day on.',
  class: 'M',
  confirm: 'C1',
  permission: 'tariff:manage',
  transaction: 'rule',
  flags: {
    pct: word(pct, 'by how much'),
    category: word(choice(tariff_categories), 'which kind of service'),
    round: maybe(money, 'to the nearest of this: 100'),
    from: word(day(), 'the day from which they count'),
    payer,
  },
  examples: [
    'kituo tariffs adjust --pct 5 --category Laboratory --round 100 --from 2026-07-01 --dry-run',
    'kituo tariffs adjust --pct -2.5 --category Radiology --round 500 --from 2026-07-01 --yes',
  ],
  plan: async (frame) => {
    const moved = await adjusted(frame)
    return {
      steps: moved.map(
        ({ row, price }) => `${row.code} ${row.name}: ${sum(row.price)} to ${sum(price)}`,
      ),
      nothing: moved.length === 0,
    }
  },
  run: async (frame) => {
    const moved = await adjusted(frame)
    if (moved.length === 0) {
      return done(
        'No price moves.',
        { added: 0, changed: 0, same: 0, errors: [] },
        { changed: false },
      )
    }
    const { csvLines } = await import('../../db/core/csv-lines.ts')
    const lines = moved.map(({ row, price }) => priceLine({ ...row, price }))
    return ended(frame, await bringing(frame, Buffer.from(csvLines([columns, ...lines])), false))
  },
  view: () => null,
})

interface Adjusting extends Bringing {
  pct: string
  category: (typeof tariff_categories)[number]
  round: string | undefined
}

/** Each price as it will be; half a step goes up. */
async function adjusted({ flags, caller }: Pick<Frame<unknown, Adjusting>, 'flags' | 'caller'>) {
  const { category, payer: of, from } = flags
  const step = flags.round === undefined ? 1 : majorOf(flags.round)
  if (step <= 0) throw usage('value', '--round takes an amount above 0.')
  const by = Number(flags.pct)
  if (by <= -100) throw usage('value', '--pct takes more than -100.')
  const found = await prices({ flags: { limit: 0, category, payer: of, on: from }, caller })
  return found.data.flatMap((row) => {
    if (row.price === null || row.payer !== (of === undefined ? null : row.payer)) return []
    const price = Math.max(0, Math.round((row.price * (100 + by)) / 100 / step) * step)
    return price === row.price ? [] : [{ row, price: Number(price.toFixed(2)) }]
  })
}

export const commands = [list, load, save, adjust]
