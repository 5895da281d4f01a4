import { permit } from '../../permit.ts'

const accountant = ['accountant'] as const
const chief = ['chief_accountant'] as const
const readers = ['accountant', 'auditor'] as const

export const permits = {
  'account:read': permit('See the chart of accounts and the ledger of an account', 'R', [
    ...readers,
    'manager',
    'cashier',
  ]),
  'account:manage': permit('Change the chart of accounts', 'M', chief),
  'entry:read': permit('See journal entries', 'R', readers),
  'entry:create': permit('Write and discard drafts of journal entries', 'C', accountant),
  'entry:post': permit('Post journal entries', 'P', accountant),
  'entry:reverse': permit('Reverse journal entries', 'X', accountant),
  'entry:subledger': permit('Post to party accounts by hand', 'M', chief),
  'entry:prior_year': permit('Correct a closed year through retained earnings', 'M', chief),
  'entry:opening': permit('Enter opening balances', 'M', chief),
  'budget:read': permit('See budgets beside what was spent', 'R', [
    'accountant',
    'manager',
    'supervisor',
  ]),
  'budget:manage': permit('Write and revise budgets', 'M', accountant),
  'budget:approve': permit('Approve budgets', 'A', ['manager']),
  'fiscalyear:read': permit('See fiscal years and months', 'R', readers),
  'fiscalyear:manage': permit('Make and open fiscal years', 'M', chief),
  'fiscalyear:close': permit('Close a fiscal year', 'P', chief),
  'fiscalyear:reopen': permit('Reopen the latest closed fiscal year', 'X', chief),
  'fiscalyear:seal': permit('Seal an audited fiscal year', 'P', ['auditor']),
  'period:close': permit('Lock and reopen months', 'P', chief),
  'accounting:configure': permit('Set how the books are kept', 'M', [
    'chief_accountant',
    'administrator',
  ]),
  'lock:exception': permit('Let entries into locked days', 'A', ['chief_accountant', 'manager']),
  'tax:read': permit('See tax rates', 'R', ['accountant', 'billing']),
  'tax:manage': permit('Change tax rates', 'M', chief),
  'filing:read': permit('See tax returns', 'R', readers),
  'filing:manage': permit('Record and amend tax returns', 'M', accountant),
  'filing:file': permit('File tax returns', 'P', chief),
  'filing:pay': permit('Pay tax returns', 'P', accountant),
  'filing:waive': permit('Waive tax returns', 'X', chief),
  'funding:read': permit('See bank, cash and mobile accounts', 'R', ['accountant', 'cashier']),
  'funding:manage': permit('Open and change bank, cash and mobile accounts', 'M', chief),
  'funding:move': permit('Move money between the hospital’s accounts', 'U', accountant),
  'bank:read': permit('See bank statements and reconciliations', 'R', readers),
  'bank:import': permit('Bring in bank statements', 'M', accountant),
  'bank:match': permit('Match bank statements with the ledger', 'U', accountant),
  'bank:approve': permit('Approve reconciliations', 'A', chief),
  'report:finance': permit('See financial reports', 'R', [...readers, 'manager']),
  'books:verify': permit('Prove that the books are whole', 'A', [
    'auditor',
    'chief_accountant',
    'administrator',
  ]),
} as const
