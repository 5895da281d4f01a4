// The register of controlled drugs (2.6): lines without gaps, each holding the one before it.

import {
  big,
  choice,
  code,
  id,
  instant,
  integer,
  nullable,
  otherwise,
  ref,
  text,
  uuid,
} from '../../../../store/columns.ts'
import { table } from '../../../../store/table.ts'
import { register_kinds } from './words.ts'

export const controlled_entries = table(
  'controlled_entries',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    store_id: ref('stores'),
    product_id: ref('products'),
    page_no: integer(),
    line_no: integer(),
    at: instant(),
    kind: choice(register_kinds),
    quantity_in: otherwise(big(), 0),
    quantity_out: otherwise(big(), 0),
    balance: big(),
    lot: nullable(text(60)),
    batch_id: nullable(uuid()),
    patient_id: nullable(uuid()),
    patient_name: nullable(text(160)),
    patient_number: nullable(text(40)),
    prescriber_name: nullable(text(160)),
    prescription_no: nullable(text(60)),
    from_to: nullable(text(160)),
    by_id: nullable(uuid()),
    by_name: text(160),
    by_licence: nullable(text(60)),
    witness_id: nullable(uuid()),
    witness_name: nullable(text(160)),
    witness_licence: nullable(text(60)),
    reason: nullable(text(300)),
    corrects_line: nullable(integer()),
    source: code(40),
    source_id: code(300),
    hash: code(64),
  },
  {
    append_only: true,
    unique: [{ columns: ['store_id', 'product_id', 'line_no'] }],
    indexes: [{ columns: ['hospital_id', 'at', 'id'] }],
  },
)
