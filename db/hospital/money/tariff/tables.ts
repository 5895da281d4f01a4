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
  maybe,
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
    /** Upper case. */
    code: code(40),
    name: text(200),
    price: maybe(money()),
    active: otherwise(flag(), true),
    category: choice(tariff_categories),
    department: maybe(text(120)),
    payer: maybe(text(160)),
    /** The payer without case and doubled spaces; empty for the general list. */
    payer_key: key(160),
    effective_from: day(),
    effective_to: maybe(day()),
    tax_code: maybe(code(20)),
    account_id: maybe(ref('accounts')),
    product_id: maybe(uuid()),
    scheme_code: maybe(text(60)),
    min_price: maybe(money()),
    /** Basis points on top where the visit is an emergency. */
    emergency_bp: maybe(integer()),
    contents: maybe(json<Content[]>()),
    valid_days: maybe(integer()),
    /** Waits for a second holder (BIL-165): prices nothing yet. */
    pending: otherwise(flag(), false),
    changed_by_id: maybe(uuid()),
    changed_by_name: text(160),
    reason: maybe(text(300)),
    ...searched,
    ...versioned,
  },
  {
    search: ['code', 'name'],
    unique: [{ columns: ['hospital_id', 'code', 'payer_key', 'effective_from'] }],
    indexes: [{ columns: ['hospital_id', 'payer_key', 'code', 'effective_from'] }],
  },
)
