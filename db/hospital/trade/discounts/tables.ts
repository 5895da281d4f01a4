// Rules of discounts and what was given by them (commercial 2.6). Money in minor units.

import {
  big,
  choice,
  code,
  day,
  flag,
  id,
  instant,
  json,
  key,
  money,
  nullable,
  otherwise,
  ref,
  text,
  uuid,
} from '../../../store/columns.ts'
import { historyTable } from '../../../store/history-table.ts'
import { searched, versioned } from '../../../store/stamps.ts'
import { table } from '../../../store/table.ts'
import { discount_states, rule_kinds, target_types } from './words.ts'

export const discount_rules = table(
  'discount_rules',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    name: text(120),
    name_key: key(120),
    /** In the prefixed form: `CATEGORY:Pharmacy`. */
    applies_to: text(140),
    kind: choice(rule_kinds),
    /** Hundredths of a percent, or minor units. */
    value: big(),
    active: otherwise(flag(), true),
    requires_approval: otherwise(flag(), false),
    approval_above: nullable(money()),
    max_amount: nullable(money()),
    notes: nullable(text(2000)),
    starts_on: nullable(day()),
    ends_on: nullable(day()),
    created_by_name: text(160),
    ...searched,
    ...versioned,
  },
  {
    search: ['name', 'applies_to'],
    unique: [{ columns: ['hospital_id', 'name_key'] }],
  },
)

export const discounts = table(
  'discounts',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    number: code(40),
    status: choice(discount_states),
    rule_id: nullable(ref('discount_rules')),
    target_type: choice(target_types),
    /** A bill; of a counter sale one that is made in the same transaction. */
    target_id: uuid(),
    line_ids: nullable(json<string[]>()),
    base: money(),
    amount: money(),
    reason: text(300),
    patient_id: nullable(uuid()),
    requested_by_id: nullable(uuid()),
    requested_by_name: text(160),
    decided_by_name: nullable(text(160)),
    decided_at: nullable(instant()),
    decision_note: nullable(text(300)),
    ...searched,
    ...versioned,
  },
  {
    search: ['number', 'reason', 'requested_by_name'],
    unique: [
      { columns: ['hospital_id', 'number'] },
      // COM-68, for two who give one at the same moment too.
      { columns: ['target_id'], only_where: "status in ('PENDING', 'APPLIED')" },
    ],
    indexes: [
      { columns: ['hospital_id', 'created_at', 'id'] },
      { columns: ['target_id', 'created_at'] },
      { columns: ['rule_id'], only_where: 'rule_id is not null' },
      { columns: ['hospital_id', 'patient_id'], only_where: 'patient_id is not null' },
    ],
  },
)

export const discount_moves = historyTable('discount_moves', 'discounts')
