// Finer rules of what a visit is charged, and services that somebody let go ahead unpaid (2.1).

import {
  choice,
  code,
  flag,
  id,
  instant,
  integer,
  nullable,
  money,
  otherwise,
  ref,
  text,
  uuid,
} from '../../../../store/columns.ts'
import { versioned } from '../../../../store/stamps.ts'
import { table } from '../../../../store/table.ts'
import { visit_kinds } from '../../../desk/visits/words.ts'
import { charge_events } from '../words.ts'

/** Null names nothing: any department, any kind, any payer. */
export const charge_rules = table(
  'charge_rules',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    event: choice(charge_events),
    department: nullable(text(120)),
    visit_kind: nullable(choice(visit_kinds)),
    clinician_grade: nullable(text(60)),
    payer: nullable(text(160)),
    /** The payer as it is compared; and the scheme it means, whatever that is called by then. */
    payer_key: nullable(text(160)),
    scheme_id: nullable(uuid()),
    age_from: nullable(integer()),
    age_to: nullable(integer()),
    code: code(40),
    free_days: nullable(integer()),
    active: otherwise(flag(), true),
    created_by_name: text(160),
    ...versioned,
  },
  { indexes: [{ columns: ['hospital_id', 'event', 'created_at'] }] },
)

export const bill_overrides = table(
  'bill_overrides',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    facility_id: ref('facilities'),
    source: code(40),
    source_id: code(300),
    item_id: ref('bill_items'),
    bill_id: ref('bills'),
    description: text(300),
    patient_id: nullable(uuid()),
    patient_name: nullable(text(200)),
    reason: text(300),
    amount_due: money(),
    by_id: nullable(uuid()),
    by_name: text(160),
    at: instant(),
    reviewed_by_name: nullable(text(160)),
    reviewed_at: nullable(instant()),
    review_note: nullable(text(300)),
    ...versioned,
  },
  {
    indexes: [
      { columns: ['hospital_id', 'at', 'id'] },
      { columns: ['hospital_id', 'patient_id'], only_where: 'patient_id is not null' },
      { columns: ['item_id'] },
    ],
  },
)
