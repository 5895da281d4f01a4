// Whom the hospital buys from (2.8).

import {
  choice,
  code,
  day,
  id,
  integer,
  key,
  nullable,
  otherwise,
  ref,
  text,
} from '../../../../store/columns.ts'
import { historyTable } from '../../../../store/history-table.ts'
import { searched, versioned } from '../../../../store/stamps.ts'
import { table } from '../../../../store/table.ts'
import { supplier_kinds, supplier_states } from './words.ts'

export const suppliers = table(
  'goods_suppliers',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    number: code(40),
    name: text(160),
    name_key: key(160),
    kind: choice(supplier_kinds),
    status: choice(supplier_states),
    tin: nullable(text(30)),
    vrn: nullable(text(30)),
    phone: nullable(text(40)),
    email: nullable(text(254)),
    address: nullable(text(300)),
    contact_person: nullable(text(160)),
    payment_terms_days: otherwise(integer(), 30),
    lead_days: otherwise(integer(), 7),
    currency: code(3),
    licence_no: nullable(text(60)),
    licence_expires: nullable(day()),
    /** Hundredths of a per cent. */
    wht_bp: otherwise(integer(), 0),
    vat_withheld_bp: otherwise(integer(), 0),
    prequalified_until: nullable(day()),
    block_reason: nullable(text(300)),
    ...searched,
    ...versioned,
  },
  {
    search: ['number', 'name', 'tin', 'phone', 'contact_person'],
    unique: [{ columns: ['hospital_id', 'number'] }, { columns: ['hospital_id', 'name_key'] }],
    indexes: [{ columns: ['hospital_id', 'name', 'id'] }],
  },
)
export const supplier_moves = historyTable('supplier_moves', 'goods_suppliers')
