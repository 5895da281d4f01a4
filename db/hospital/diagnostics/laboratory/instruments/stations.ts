// What machines are called on the network, for who books work on them.

import type { Caller } from '../../../../core/caller.ts'
import type { Modality } from '../words.ts'
import { instruments } from './tables.ts'

export async function stationsOf({
  hospital_id,
}: Pick<Caller, 'hospital_id'>): Promise<
  { facility_id: string; modality: Modality | null; ae_title: string }[]
> {
  const found = await instruments.all({ hospital_id, discipline: 'IMAGING' }, { order: ['code'] })
  return found.flatMap(({ facility_id, modality, ae_title }) =>
    ae_title === null ? [] : [{ facility_id, modality, ae_title }],
  )
}
