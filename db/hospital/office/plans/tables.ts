// What was ordered of the seller, and the licences that were recorded. Money is in minor units.

import {
  choice,
  day,
  id,
  instant,
  integer,
  nullable,
  money,
  ref,
  text,
} from '../../../store/columns.ts'
import { versioned } from '../../../store/stamps.ts'
import { table } from '../../../store/table.ts'
import { licence_sources, purchase_states } from './words.ts'

export const plan_purchases = table(
  'plan_purchases',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    reference: text(40),
    invoice_no: text(60),
    status: choice(purchase_states),
    plan_code: text(40),
    branches: integer(),
    months: integer(),
    currency: text(3),
    unit_price: money(),
    subtotal: money(),
    credit: money(),
    tax: money(),
    total: money(),
    starts_on: day(),
    ends_on: day(),
    due_on: day(),
    reason: nullable(text(300)),
    licence_no: nullable(text(60)),
    requested_by_name: text(160),
    ...versioned,
  },
  {
    unique: [{ columns: ['hospital_id', 'reference'] }],
    indexes: [{ columns: ['hospital_id', 'created_at'] }],
  },
)

/** Never edited: a longer licence is another row (PLT-76). */
export const plan_licences = table(
  'plan_licences',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    licence_no: text(60),
    plan_code: text(40),
    plan_name: text(120),
    branches: integer(),
    max_users: nullable(integer()),
    starts_on: day(),
    ends_on: day(),
    source: choice(licence_sources),
    purchase_reference: nullable(text(40)),
    licence: text(8000),
    recorded_at: instant(),
    by_name: text(160),
  },
  {
    append_only: true,
    unique: [{ columns: ['hospital_id', 'licence_no'] }],
    indexes: [{ columns: ['hospital_id', 'ends_on'] }],
  },
)
