// The words of the area's policy (2.13).

export const shortage_ways = ['EXPENSE', 'CASHIER'] as const
export const after_credits = ['REFUND_REQUEST', 'DEPOSIT'] as const
export const unpriced_ways = ['FLAG', 'REFUSE'] as const
export const fiscal_triggers = ['NONE', 'PAYMENT', 'BILL'] as const
export const paper_languages = ['en', 'sw'] as const
export const receipt_papers = ['A4', 'ROLL80'] as const

/** A payment that names what the payer's bank or operator calls it. */
export const reference_methods = ['Mobile Money', 'Card', 'Bank Transfer', 'Cheque'] as const

export interface ReferenceRule {
  method: (typeof reference_methods)[number]
  required: boolean
  /** A plain pattern, in capitals and without blanks; null takes any. */
  form: string | null
}

/** A cheque without its number cannot be found again. */
export const shipped_references: readonly ReferenceRule[] = reference_methods.map((method) => ({
  method,
  required: method === 'Cheque',
  form: null,
}))

export interface TwoPerson {
  waiver: boolean
  exemption: boolean
  write_off: boolean
  expense: boolean
  credit_note: boolean
  shift: boolean
  payment_reverse: boolean
  tariff: boolean
}

export const shipped_two_person: TwoPerson = {
  waiver: true,
  exemption: true,
  write_off: true,
  expense: true,
  credit_note: true,
  shift: true,
  payment_reverse: false,
  tariff: false,
}

/** What coins and notes there are, in major units; another currency has none until somebody says. */
export const shipped_denominations: Readonly<Record<string, readonly number[]>> = {
  TZS: [10_000, 5000, 2000, 1000, 500, 200, 100, 50],
  KES: [1000, 500, 200, 100, 50, 40, 20, 10, 5, 1],
  UGX: [50_000, 20_000, 10_000, 5000, 2000, 1000, 500, 200, 100, 50],
  RWF: [5000, 2000, 1000, 500, 100, 50, 20, 10, 5, 1],
  BIF: [10_000, 5000, 2000, 1000, 500, 100, 50],
  USD: [100, 50, 20, 10, 5, 2, 1, 0.5, 0.25, 0.1, 0.05, 0.01],
}

/** Where nobody pays in cents. */
export const without_decimals: readonly string[] = ['TZS', 'UGX', 'RWF', 'BIF']
