// The directory of other houses from a file: by code, or by name where a row has none.

import { capitals } from '../../../core/kinds/capitals.ts'
import type { Caller } from '../../../core/caller.ts'
import { folded } from '../../../store/table.ts'
import { read } from '../../../core/validate.ts'
import { phone } from '../../office/hospitals/hospitals.ts'
import {
  type ListImported,
  type ListRow,
  rowsIn,
  writeRows,
} from '../../office/imports/list-file.ts'
import { change, open } from './directory.ts'
import { ReferralFacilityInput } from './shapes.ts'
import { referral_facilities } from './tables.ts'

const columns = [
  'name',
  'code',
  'level',
  'focal_person',
  'phone',
  'whatsapp',
  'email',
  'services',
] as const

export async function importDirectory(
  caller: Caller,
  bytes: Buffer,
  is_trial: boolean,
): Promise<ListImported> {
  const rows = await rowsIn(bytes, columns, ['name'])
  return writeRows(rows, is_trial, (row) => written(caller, row))
}

async function written(caller: Caller, row: ListRow): Promise<'created' | 'changed' | 'same'> {
  const { hospital_id } = caller
  const wanted = await readRow(caller, row)
  const known =
    wanted.code === undefined
      ? await referral_facilities.find({ hospital_id, name_key: folded(wanted.name) })
      : await referral_facilities.find({ hospital_id, code: wanted.code as string })
  if (known === undefined) {
    await open(caller, wanted)
    return 'created'
  }
  const differs = Object.entries(wanted).some(
    ([field, value]) =>
      JSON.stringify(known[field as keyof typeof known]) !== JSON.stringify(value),
  )
  if (!differs) return 'same'
  await change({ ...caller, expected_version: null }, known.id, wanted)
  return 'changed'
}

/** An empty cell leaves what stands there. */
async function readRow(caller: Caller, { cells }: ListRow): Promise<ReferralFacilityInput> {
  const { services = '', ...texts } = cells
  const said = Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''))
  const list = services.split(';').map((word) => word.trim())
  const input = read(ReferralFacilityInput, {
    ...said,
    ...(services === '' ? {} : { services: list.filter((word) => word !== '') }),
  })
  for (const field of ['phone', 'whatsapp'] as const) {
    const typed = input[field]
    if (typeof typed === 'string') input[field] = await phone(caller, field, typed)
  }
  return typeof input.code === 'string' ? { ...input, code: capitals(input.code) } : input
}
