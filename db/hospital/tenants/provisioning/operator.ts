// The operator's own row, under which platform users and their audit chain stand; and what every row of a hospital
// begins with.

import { platform_id } from '../../../core/caller.ts'
import { hospitals } from '../../office/hospitals/tables.ts'

export const shipped = {
  accent: 'teal',
  date_format: 'dd/mm/yyyy',
  document_theme: 'plain',
  invoice_due_days: 30,
} as const

export async function operatorExists(): Promise<void> {
  if ((await hospitals.find({ id: platform_id })) !== undefined) return
  await hospitals.insert({
    ...shipped,
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
