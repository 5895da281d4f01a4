// Money: integer minor units inside, a number in major units at the edge, converted only here.

import { invalid } from '../refusal.ts'

export interface Currency {
  code: string
  decimals: number
}

export function toMinor(amount: number, currency: Currency, field: string): number {
  const scale = 10 ** currency.decimals
  const minor = Math.round(amount * scale)
  // A number that the currency can hold comes back unchanged; 10.005 shillings do not.
  if (minor / scale !== amount) {
    throw invalid(field, `has more decimals than ${currency.code} allows.`)
  }
  if (!Number.isSafeInteger(minor)) throw invalid(field, 'is too large.')
  return minor
}

export const toMajor = (minor: number, currency: Currency): number =>
  minor / 10 ** currency.decimals

/** `amount × bp / 10,000`, halves to the even neighbour. */
export function share(amount_minor: number, rate_bp: number): number {
  const product = BigInt(amount_minor) * BigInt(rate_bp)
  const whole = product / 10_000n
  const rest = product - whole * 10_000n
  const twice = (rest < 0n ? -rest : rest) * 2n
  const up = twice > 10_000n || (twice === 10_000n && whole % 2n !== 0n)
  return Number(up ? whole + (product < 0n ? -1n : 1n) : whole)
}

/** `a × b ÷ c`, half up on the magnitude, however large the product (BIL-15). */
export function portion(a: number, b: number, c: number): number {
  const product = BigInt(a) * BigInt(b)
  const magnitude = product < 0n ? -product : product
  const divisor = BigInt(c)
  const rounded = Number((magnitude * 2n + divisor) / (divisor * 2n))
  return product < 0n ? -rounded : rounded
}
