// What may be spent, and what is promised already (2.6).

import {
  choice,
  code,
  day,
  id,
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
import { budget_controls, budget_states, commitment_states } from '../words.ts'

export const budgets = table(
  'budgets',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    account_id: ref('accounts'),
    /** Empty for all departments, all branches; 0 for the whole year: all three are of the key. */
    department: text(120),
    facility_key: code(36),
    period_year: integer(),
    period_month: integer(),
    amount: money(),
    notes: nullable(text(500)),
    control: choice(budget_controls),
    status: choice(budget_states),
    version_no: otherwise(integer(), 1),
    author_id: nullable(uuid()),
    author_name: text(160),
    approved_by_name: nullable(text(160)),
    ...versioned,
  },
  {
    unique: [
      {
        columns: [
          'hospital_id',
          'period_year',
          'period_month',
          'account_id',
          'department',
          'facility_key',
          'status',
        ],
        only_where: "status in ('DRAFT', 'APPROVED')",
      },
    ],
  },
)

export const commitments = table(
  'commitments',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    source: code(40),
    source_id: code(120),
    reference: text(60),
    account_id: ref('accounts'),
    department: text(120),
    facility_id: ref('facilities'),
    date: day(),
    amount: money(),
    status: choice(commitment_states),
    ...versioned,
  },
  {
    unique: [{ columns: ['hospital_id', 'source', 'source_id', 'account_id', 'department'] }],
    indexes: [{ columns: ['hospital_id', 'account_id', 'date'] }],
  },
)
