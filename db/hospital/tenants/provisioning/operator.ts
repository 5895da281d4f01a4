// A tenant's row, and the operator's own: under that stand platform users and their audit chain.

import { platform_id } from '../../../core/caller.ts'
import { hospitals } from '../../office/hospitals/tables.ts'

type Row = Parameters<typeof hospitals.insert>[0]

const shipped = {
  accent: 'teal',
  date_format: 'dd/mm/yyyy',
  document_theme: 'plain',
  invoice_due_days: 30,
} as const

export const newHospital = (row: Omit<Row, keyof typeof shipped>) =>
  hospitals.insert({ ...shipped, ...row })

export async function operatorExists(): Promise<void> {
  if ((await hospitals.find({ id: platform_id })) !== undefined) return
  await newHospital({
    id: platform_id,
    code: 'operator',
    name: 'Kituo',
    status: 'ACTIVE',
    country: 'TZ',
    currency: 'TZS',
    timezone: 'Africa/Dar_es_Salaam',
    language: 'en',
  })
}
