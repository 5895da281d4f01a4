// The words of bank accounts of staff (people 2.2).

export const pay_methods = ['BANK', 'MOBILE', 'CASH'] as const
export type PayMethod = (typeof pay_methods)[number]
export const bank_states = ['PENDING', 'ACTIVE', 'REPLACED', 'REFUSED'] as const
