// Bank accounts of staff, in and out (people 2.2).

import {
  choice,
  Day,
  Id,
  named,
  nullable,
  optional,
  partial,
  Phone,
  shape,
  type Static,
  Text,
} from '../../../../core/kinds/kinds.ts'
import { fieldsOf } from '../../../../store/fields-of.ts'
import { staff_bank_accounts } from './tables.ts'
import { bank_states, pay_methods } from './words.ts'

const account = fieldsOf(staff_bank_accounts)
const none = (max: number) => optional(nullable(Text(0, max)))

export const BankAccount = named(
  'StaffBankAccount',
  shape({
    ...account('id', 'staff_id'),
    staff_name: Text(1, 190),
    ...account('method', 'bank_name', 'bank_code', 'branch_code', 'account_no', 'account_name'),
    ...account('mobile_network', 'mobile_no', 'status', 'effective_from', 'replaced_from'),
    ...account('shared_reason', 'note', 'entered_by_name', 'approved_by_name', 'approved_on'),
    ...account('created_at', 'updated_at', 'version'),
  }),
)
export type BankAccount = Static<typeof BankAccount>

export const BankAccountInput = named(
  'StaffBankAccountInput',
  shape({
    method: choice(pay_methods),
    bank_name: none(120),
    bank_code: none(20),
    branch_code: none(20),
    account_no: none(40),
    account_name: none(120),
    mobile_network: none(40),
    mobile_no: optional(nullable(Phone)),
    effective_from: optional(nullable(Day)),
    shared_reason: none(300),
  }),
)
export type BankAccountInput = Static<typeof BankAccountInput>

export const BankFilters = { status: optional(choice(bank_states)), staff_id: optional(Id) }
const filters = shape(BankFilters)
export type BankFilter = Static<typeof filters>
export const MayNote = partial({ note: nullable(Text(0, 300)) })
export const Refusing = shape({ note: Text(1, 300) })
