// Where a second person is asked (2.7).

export interface SecondApprover {
  manual_entry: boolean
  close: boolean
  reopen: boolean
  lock_exception: boolean
  reconciliation: boolean
  prior_year: boolean
}

export const shipped_second_approver: SecondApprover = {
  manual_entry: false,
  close: false,
  reopen: false,
  lock_exception: true,
  reconciliation: true,
  prior_year: true,
}
