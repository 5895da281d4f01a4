// What areas above ask of clients.

import type { Of } from '../../../store/record-of.ts'
import { clients } from './tables.ts'

export async function kindOfClient({ hospital_id }: Of, id: string): Promise<string | null> {
  return (await clients.find({ hospital_id, id }))?.kind ?? null
}
