// A price list for tests, in minor units.

import type { Price } from '../../db/hospital/neighbours/prices.ts'

const row = (code: string, name: string, category: string, price: number | null): Price => ({
  code,
  name,
  category,
  department: null,
  price,
  min_price: null,
  tax_code: null,
  account_id: null,
})

const list: readonly Price[] = [
  row('CONS', 'Consultation', 'Consultation', 1_000_000),
  row('REG', 'Registration', 'Other', 200_000),
  row('FBC', 'Full blood count', 'Laboratory', 500_000),
  row('XRAY', 'X-ray of the chest', 'Radiology', 2_500_000),
  { ...row('TAXED', 'Taxed service', 'Other', 20_000), tax_code: 'VAT-S' },
]

export const prices = async (_caller: unknown, { code }: { code: string }): Promise<Price | null> =>
  list.find((one) => one.code === code) ?? null
