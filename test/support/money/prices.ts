// A price list for tests: rows of the general list, in force since long ago. Money in minor units.

import { within } from '../../../db/store/connection.ts'
import { tariffs } from '../../../db/hospital/money/tariff/tables.ts'
import type { TariffCategory } from '../../../db/hospital/money/tariff/words.ts'
import type { House } from '../boot.ts'

const row = (code: string, name: string, category: TariffCategory, price: number | null) => ({
  code,
  name,
  category,
  price,
})

const list = [
  row('CONS', 'Consultation', 'Consultation', 1_000_000),
  row('REG', 'Registration', 'Other', 200_000),
  row('FBC', 'Full blood count', 'Laboratory', 500_000),
  row('XRAY', 'X-ray of the chest', 'Radiology', 2_500_000),
  { ...row('TAXED', 'Taxed service', 'Other', 20_000), tax_code: 'VAT-S' },
]

export async function priced(house: House, more: readonly Partial<(typeof list)[0]>[] = []) {
  const { id: hospital_id } = house.hospital
  await within(async () => {
    for (const one of [...list, ...(more as typeof list)]) {
      await tariffs.insert({
        ...one,
        hospital_id,
        payer: null,
        payer_key: '',
        effective_from: '2020-01-01',
        changed_by_name: 'test',
      })
    }
  })
}
