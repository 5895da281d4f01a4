// Where pay goes (people 2.2).

import { choice, code, day, id, key, nullable, ref, text, uuid } from '../../../../store/columns.ts'
import { historyTable } from '../../../../store/history-table.ts'
import { versioned } from '../../../../store/stamps.ts'
import { table } from '../../../../store/table.ts'
import { bank_states, pay_methods } from './words.ts'

export const staff_bank_accounts = table(
  'staff_bank_accounts',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    staff_id: ref('staff'),
    status: choice(bank_states),
    method: choice(pay_methods),
    bank_name: nullable(text(120)),
    bank_code: nullable(code(20)),
    branch_code: nullable(code(20)),
    account_no: nullable(text(40)),
    account_name: nullable(text(120)),
    mobile_network: nullable(text(40)),
    mobile_no: nullable(code(20)),
    /** The account or the telephone as they are compared. */
    pays_to: nullable(key(80)),
    effective_from: day(),
    /** From which day another one is paid. */
    replaced_from: nullable(day()),
    shared_reason: nullable(text(300)),
    note: nullable(text(300)),
    entered_by_id: nullable(uuid()),
    entered_by_name: text(160),
    approved_by_name: nullable(text(160)),
    approved_on: nullable(day()),
    ...versioned,
  },
  {
    unique: [
      { columns: ['staff_id'], only_where: "status = 'ACTIVE'" },
      { columns: ['staff_id', 'effective_from'], only_where: "status = 'PENDING'" },
    ],
    indexes: [
      { columns: ['staff_id', 'effective_from'] },
      { columns: ['hospital_id', 'pays_to'], only_where: 'pays_to is not null' },
      { columns: ['hospital_id', 'status', 'created_at'] },
    ],
  },
)

export const staff_bank_moves = historyTable('staff_bank_moves', 'staff_bank_accounts')
