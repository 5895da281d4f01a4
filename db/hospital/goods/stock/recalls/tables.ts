// Recalls (2.5): which lots of which products, and the batches of them that are known.

import {
  choice,
  code,
  day,
  flag,
  id,
  integer,
  json,
  key,
  no,
  nullable,
  otherwise,
  ref,
  text,
} from '../../../../store/columns.ts'
import { historyTable } from '../../../../store/history-table.ts'
import { searched, stamps, versioned } from '../../../../store/stamps.ts'
import { table } from '../../../../store/table.ts'
import { recall_instructions, recall_levels, recall_sources, recall_states } from './words.ts'

export const recalls = table(
  'recalls',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    number: code(40),
    status: choice(recall_states),
    product_ids: json<string[]>(),
    /** None: every lot of the products. */
    lots: otherwise(json<string[]>(), () => []),
    level: choice(recall_levels),
    source: choice(recall_sources),
    notice_no: nullable(text(60)),
    notice_on: day(),
    reason: text(500),
    instruction: choice(recall_instructions),
    tell_patients: flag(),
    patients_told: otherwise(integer(), 0),
    opened_by_name: text(160),
    close_note: nullable(text(500)),
    /** The authority took it back: the lots may be used again. */
    withdrawn: no(),
    ...searched,
    ...versioned,
  },
  {
    search: ['number', 'notice_no', 'reason'],
    unique: [{ columns: ['hospital_id', 'number'] }],
    indexes: [{ columns: ['hospital_id', 'created_at', 'id'] }],
  },
)
export const recall_moves = historyTable('recall_moves', 'recalls')

/** By which what comes in later is known; an empty lot stands for all of them. */
export const recall_lots = table(
  'recall_lots',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    recall_id: ref('recalls'),
    product_id: ref('products'),
    lot_key: key(60),
    ...stamps,
  },
  {
    unique: [{ columns: ['recall_id', 'product_id', 'lot_key'] }],
    indexes: [{ columns: ['product_id', 'lot_key'] }],
  },
)

export const recall_batches = table(
  'recall_batches',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    recall_id: ref('recalls'),
    batch_id: ref('batches'),
    ...stamps,
  },
  { unique: [{ columns: ['recall_id', 'batch_id'] }], indexes: [{ columns: ['batch_id'] }] },
)
