// The words of payments (2.3, 3.3).

export const money_methods = ['Cash', 'Mobile Money', 'Card', 'Bank Transfer', 'Cheque'] as const
export type MoneyMethod = (typeof money_methods)[number]

/** By its name, however it is written: `mobile_money`, `CASH`. */
export const moneyMethodCalled = (typed: string): MoneyMethod | undefined =>
  money_methods.find((one) => plainly(one) === plainly(typed))

const plainly = (word: string): string => word.toLowerCase().replace(/[\s_-]/g, '')

export const methods = [
  'Cash',
  'Mobile Money',
  'Card',
  'Bank Transfer',
  'Insurance',
  'Cheque',
  'Waiver',
] as const

/** The first two are of waivers alone. */
export const payment_states = ['PENDING_APPROVAL', 'DECLINED', 'RECORDED', 'REVERSED'] as const
export const payment_purposes = ['BILL', 'SALE', 'DEPOSIT', 'RECOVERY'] as const
export const clearings = ['NOT_NEEDED', 'PENDING', 'DEPOSITED', 'CLEARED', 'BOUNCED'] as const

/** BIL-47: which funding account takes which method; cards and cheques go to their own accounts. */
export const funding_kind: Readonly<Record<string, string>> = {
  Cash: 'cash',
  'Mobile Money': 'mobile',
  'Bank Transfer': 'bank',
}
