import { permit } from '../../permit.ts'
import { credit_permits } from './credit/permits.ts'

const readers = [
  'reception',
  'cashier',
  'billing',
  'insurance',
  'accountant',
  'manager',
  'supervisor',
  'auditor',
] as const

export const permits = {
  ...credit_permits,
  'bill:read': permit('See bills and what patients owe', 'R', readers),
  'bill:create': permit('Make and edit drafts of bills', 'C', ['reception', 'billing', 'cashier']),
  'bill:cancel': permit('Discard drafts and cancel bills', 'X', ['supervisor']),
  'bill:payer': permit('Change who pays a bill', 'U', ['billing', 'insurance']),
  'price:override': permit('Ask another price than the list’s', 'X', ['manager']),
  'sale:create': permit('Sell over the counter', 'C', ['cashier', 'pharmacist']),
  'sale:credit': permit('Sell for less than the total, on credit', 'M', ['manager']),
  'deposit:read': permit('See deposits', 'R', readers),
  'deposit:create': permit('Take deposits', 'C', ['cashier']),
  'deposit:apply': permit('Set deposits against bills', 'U', ['cashier', 'billing']),
  'payment:reallocate': permit('Move what was paid to another bill', 'U', [
    'supervisor',
    'accountant',
  ]),
  'billing:report': permit('See the reports of billing', 'R', ['accountant', 'manager']),
  'bill:issue': permit('Issue bills', 'U', ['billing', 'cashier']),
  'payment:read': permit('See payments and receipts', 'R', readers),
  'payment:create': permit('Take money for bills', 'C', ['cashier']),
  'payment:reverse': permit('Take payments back', 'X', ['supervisor']),
  'bill:hold': permit('Mark bills as in dispute', 'U', ['billing']),
  'payment:clear': permit('Clear and bounce cheques and cards', 'U', ['accountant']),
  'exemption:configure': permit('Set which groups are treated free', 'M', ['manager']),
  'leakage:read': permit('See what was done and brought no money', 'R', ['accountant', 'manager']),
  'leakage:manage': permit('Charge what was missed, or say why not', 'M', ['billing']),
  'gate:review': permit('Look at what was let through unpaid', 'A', ['manager']),
  'billing:configure': permit('Set how visits are charged and when money is asked first', 'M', [
    'manager',
    'administrator',
  ]),
} as const
