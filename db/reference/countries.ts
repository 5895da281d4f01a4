// Countries as a hospital reads them: dialling code, currency, how long a telephone number is.

export interface Country {
  code: string
  name: string
  dial_code: string
  currency: string
  time_zone: string
  /** Digits after the dialling code; empty where it varies. */
  phone_digits: readonly number[]
}

const known: readonly Country[] = [
  {
    code: 'TZ',
    name: 'Tanzania',
    dial_code: '+255',
    currency: 'TZS',
    time_zone: 'Africa/Dar_es_Salaam',
    phone_digits: [9],
  },
  {
    code: 'KE',
    name: 'Kenya',
    dial_code: '+254',
    currency: 'KES',
    time_zone: 'Africa/Nairobi',
    phone_digits: [9],
  },
  {
    code: 'UG',
    name: 'Uganda',
    dial_code: '+256',
    currency: 'UGX',
    time_zone: 'Africa/Kampala',
    phone_digits: [9],
  },
  {
    code: 'RW',
    name: 'Rwanda',
    dial_code: '+250',
    currency: 'RWF',
    time_zone: 'Africa/Kigali',
    phone_digits: [9],
  },
]

const by_code = new Map(known.map((country) => [country.code, country]))

export const countryOf = (code: string): Country | undefined => by_code.get(code)

export function currencyOf(code: string): { code: string; decimals: number } {
  const digits = new Intl.NumberFormat('en', {
    style: 'currency',
    currency: code,
  }).resolvedOptions().maximumFractionDigits
  return { code, decimals: digits ?? 2 }
}
