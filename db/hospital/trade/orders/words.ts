// The words of orders and deliveries (commercial 2.4).

export const order_states = [
  'DRAFT',
  'CONFIRMED',
  'PART_FULFILLED',
  'FULFILLED',
  'CLOSED',
  'CANCELLED',
] as const
export type OrderState = (typeof order_states)[number]
export const invoice_states = ['NOT_INVOICED', 'PART_INVOICED', 'INVOICED'] as const
export type InvoiceState = (typeof invoice_states)[number]
export const reserved_states = ['NONE', 'PART', 'FULL'] as const
export const delivery_states = ['DELIVERED', 'ACKNOWLEDGED', 'REVERSED'] as const
