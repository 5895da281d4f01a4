// Pairs of permissions that should not meet in one account (PLT-47), as shipped.

export type Pair = readonly [string, string]

export const shipped_pairs: readonly Pair[] = [
  ['payment:create', 'refund:approve'],
  ['refund:request', 'refund:approve'],
  ['waiver:request', 'waiver:approve'],
  ['payroll:prepare', 'payroll:approve'],
  ['payable:write', 'payable:approve'],
  ['purchase:order', 'payable:pay'],
  ['staff:bank', 'staff:bank-approve'],
  ['entry:create', 'fiscalyear:seal'],
]
