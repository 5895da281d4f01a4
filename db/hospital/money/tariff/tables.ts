// Price lists (2.8): a row is a price of one code for one payer from a day on.

import {
  choice,
  code,
  day,
  flag,
  id,
  integer,
  json,
  key,
  nullable,
  money,
  otherwise,
  ref,
  text,
  uuid,
} from '../../../store/columns.ts'
import { searched, versioned } from '../../../store/stamps.ts'
import { table } from '../../../store/table.ts'
import { tariff_categories } from './words.ts'

export interface Content {
  code: string
  quantity: number
}

export const tariffs = table(
  'tariffs',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    /** In capitals; as it was typed where that differs. */
    code: code(40),
    code_typed: nullable(text(40)),
    name: text(200),
    price: nullable(money()),
    active: otherwise(flag(), true),
    category: choice(tariff_categories),
    department: nullable(text(120)),
    payer: nullable(text(160)),
    /** The payer without case and doubled spaces; empty for the general list. */
    payer_key: key(160),
    effective_from: day(),
    effective_to: nullable(day()),
    tax_code: nullable(code(20)),
    account_id: nullable(ref('accounts')),
    product_id: nullable(uuid()),
    scheme_code: nullable(text(60)),
    min_price: nullable(money()),
    /** Basis points on top where the visit is an emergency. */
    emergency_bp: nullable(integer()),
    contents: nullable(json<Content[]>()),
    valid_days: nullable(integer()),
    /** Waits for a second holder (BIL-165): prices nothing yet. */
    pending: otherwise(flag(), false),
    changed_by_id: nullable(uuid()),
    changed_by_name: text(160),
    reason: nullable(text(300)),
    ...searched,
    ...versioned,
  },
  {
    search: ['code', 'name'],
    unique: [{ columns: ['hospital_id', 'code', 'payer_key', 'effective_from'] }],
    indexes: [{ columns: ['hospital_id', 'payer_key', 'code', 'effective_from'] }],
  },
)
