// Money as the books read and say it: minor units inside, the hospital's currency at the edge.

import type { Caller } from '../../../core/caller.ts'
import { type Currency, toMajor, toMinor } from '../../../core/kinds/money.ts'
import { currency as currencyOf } from '../../office/hospitals/hospitals.ts'

export interface Purse {
  readonly currency: Currency
  readonly minor: (field: string, amount: number) => number
  readonly major: (minor: number) => number
  /** `120,000`; with decimals only where there are any. */
  readonly said: (minor: number) => string
  /** `100.00`: always with the currency's decimals. */
  readonly full: (minor: number) => string
}

export async function purseOf(caller: Pick<Caller, 'hospital_id'>): Promise<Purse> {
  return purse(await currencyOf(caller))
}

export function purse(currency: Currency): Purse {
  return {
    currency,
    minor: (field, amount) => toMinor(amount, currency, field),
    major: (minor) => toMajor(minor, currency),
    said: (minor) => written(minor, currency.decimals).replace(/\.0+$/, ''),
    full: (minor) => written(minor, currency.decimals),
  }
}

function written(minor: number, decimals: number): string {
  const digits = String(Math.abs(minor)).padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals).replace(/\B(?=(\d{3})+$)/g, ',')
  const rest = decimals === 0 ? '' : `.${digits.slice(-decimals)}`
  return `${minor < 0 ? '-' : ''}${whole}${rest}`
}
