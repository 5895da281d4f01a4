// Recalls from the command line (stock 8).

import { choice, day, text } from '../../db/appliance/configuration/kinds.ts'
import type { Recall, TraceRow } from '../../db/hospital/goods/stock/recalls/shapes.ts'
import {
  recall_instructions,
  recall_levels,
  recall_sources,
  recall_states,
  trace_kinds,
} from '../../db/hospital/goods/stock/recalls/words.ts'
import { command, done, maybe, orElse, word, words, yes } from '../frame/grammar/command.ts'
import { usage } from '../frame/grammar/usage.ts'
import { gathered, searched, limited, tableOf } from '../frame/lists.ts'
import { amount, csv, said, written } from '../money/money.ts'
import { product_code } from './goods.ts'

const shapes = () => import('../../db/hospital/goods/stock/recalls/shapes.ts')

const list = command('recall list', {
  says: 'Prints recalls, the latest first, and how much of each is accounted for.',
  class: 'R',
  reply: async () => ({ each: (await shapes()).Recall }),
  permission: 'stock:read',
  http: 'GET /api/v1/stock/recalls',
  flags: { ...searched, status: maybe(choice(recall_states), 'only open or closed ones') },
  examples: ['kituo recall list --status OPEN', 'kituo recall list --json'],
  run: async ({ flags: { limit, search, status }, caller }) => {
    const by = await caller()
    const recalls = await import('../../db/hospital/goods/stock/recalls/record.ts')
    return gathered(limit, (page) => recalls.list(by, { ...page, ...said({ search, status }) }))
  },
  view: tableOf<Recall>(
    ['Number', (row) => row.reference],
    ['State', (row) => row.status],
    ['Level', (row) => row.level],
    ['Products', (row) => row.product_names.join(', ')],
    ['Accounted %', (row) => row.figures.accounted_pct],
    ['Told', (row) => `${row.figures.patients_told} of ${row.figures.patients}`, 'wide'],
  ),
})

const open = command('recall open', {
  says: 'Opens a recall: its lots are barred and every shelf of them is set apart at once.',
  class: 'M',
  confirm: 'C1',
  rehearses: true,
  reply: async () => ({ whole: (await shapes()).RecallOpened }),
  permission: 'stock:quality',
  http: 'POST /api/v1/stock/recalls',
  reason: 'must',
  flags: {
    product: words(product_code, 'the code of a product; may be said several times'),
    lot: words(text('a lot', /^[^\0]{1,60}$/), 'a lot; may be said several times'),
    all_lots: yes('every lot of the product'),
    level: word(choice(recall_levels), 'how grave it is'),
    source: orElse(choice(recall_sources), 'AUTHORITY', 'who recalls it'),
    notice_no: maybe(text('1 to 60 characters', /^[^\0]{1,60}$/), 'the number of the notice'),
    notice_on: maybe(day(), 'the day of the notice; else today'),
    instruction: orElse(choice(recall_instructions), 'QUARANTINE', 'what becomes of the goods'),
  },
  examples: [
    'kituo recall open --product P-00031 --lot B12 --level I --reason "Too weak"',
    'kituo recall open --product P-00031 --all-lots --level II --instruction RETURN --reason "Wrong label" --yes',
  ],
  async plan({ flags: { product, lot, all_lots } }) {
    if (product.length === 0) throw usage('value', 'name at least one product with --product.')
    if (lot.length === 0 && !all_lots)
      throw usage('value', 'name lots with --lot, or say --all-lots.')
    const lots = all_lots ? 'every lot' : `lot ${lot.join(', ')}`
    return { steps: product.map((code) => `bar ${lots} of ${code}`) }
  },
  async run({ flags, caller, reason }) {
    const by = await caller()
    const { open: opened } = await import('../../db/hospital/goods/stock/recalls/recalling.ts')
    const { find } = await import('../../db/hospital/goods/stock/recalls/record.ts')
    const { productCalled } = await import('../../db/hospital/goods/stock/products/record.ts')
    const { today } = await import('../../db/hospital/office/hospitals/hospitals.ts')
    const { level, source, instruction, notice_no, notice_on, lot, all_lots } = flags
    const product_ids: string[] = []
    for (const code of flags.product) product_ids.push((await productCalled(by, code)).id)
    const { id, number } = await opened(by, {
      product_ids,
      lots: [...lot],
      all_lots,
      level,
      source,
      instruction,
      notice_on: notice_on ?? (await today(by)),
      reason: reason ?? '',
      ...said({ notice_no }),
    })
    return done(`Recall ${number} is open.`, await find(by, id), {
      next: [`kituo recall trace ${number}`],
    })
  },
  view: () => null,
})

const trace_columns = [
  'product',
  'lot',
  'kind',
  'at',
  'quantity',
  'store',
  'department',
  'patient',
] as const

const traced = command('recall trace', {
  says: 'Prints where everything of a recall lies and went.',
  class: 'R',
  reply: async () => ({ each: (await shapes()).TraceRow }),
  permission: 'stock:quality',
  http: 'GET /api/v1/stock/recalls/:id/trace',
  asks: {
    recall: word(text('the number of a recall', /^[^\0]{1,40}$/), 'the recall: RC-2026-0001'),
  },
  flags: { ...limited, kind: orElse(choice(trace_kinds), 'holdings', 'what is asked for'), csv },
  examples: [
    'kituo recall trace RC-2026-0001',
    'kituo recall trace RC-2026-0001 --kind patients --csv ./patients.csv',
  ],
  run: async ({ asked, flags, caller, put }) => {
    const by = await caller()
    const { recallCalled } = await import('../../db/hospital/goods/stock/recalls/record.ts')
    const { trace } = await import('../../db/hospital/goods/stock/recalls/trace.ts')
    const { recordRead } = await import('../../db/hospital/office/audit/reads.ts')
    const { id, number } = await recallCalled(by, asked.recall)
    const found = await gathered(flags.limit, (page) =>
      trace(by, id, { ...page, kind: flags.kind }),
    )
    await recordRead(by, 'recall.trace', {
      entity_type: 'recall',
      entity_id: id,
      entity_label: number,
    })
    await written({ flags, put }, () => [trace_columns, ...found.data.map(traceLine)])
    return found
  },
  view: tableOf<TraceRow>(
    ['Product', (row) => row.product_name],
    ['Lot', (row) => row.lot],
    ['What', (row) => row.kind],
    ['Quantity', (row) => amount(row.quantity)],
    ['Where', (row) => [row.store_name, row.department].filter(Boolean).join(', ')],
    ['Patient', (row) => [row.patient_name, row.patient_number].filter(Boolean).join(', ')],
    ['At', (row) => row.at, 'wide'],
    ['Paper', (row) => row.reference, 'wide'],
  ),
})

const traceLine = (row: TraceRow): (string | number)[] => [
  row.product_name,
  row.lot ?? '',
  row.kind,
  row.at ?? '',
  row.quantity,
  row.store_name ?? '',
  row.department ?? '',
  [row.patient_name, row.patient_number].filter(Boolean).join(', '),
]

export const commands = [list, open, traced]
