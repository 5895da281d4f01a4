// What areas above ask of clients.

import type { Of } from '../../../store/record-of.ts'
import { clients } from './tables.ts'

export async function kindOfClient({ hospital_id }: Of, id: string): Promise<string | null> {
  return (await clients.find({ hospital_id, id }))?.kind ?? null
}

export async function onPaper({ hospital_id }: Of, id: string) {
  const found = await clients.find({ hospital_id, id })
  if (found === undefined) return null
  const { address, phone, tin, contract_ref, language } = found
  return { address, phone, tin, contract_ref, language }
}

/** Of these, who wants one bill a month (COM-47). */
export async function billedByMonth(
  { hospital_id }: Of,
  id: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = await clients.all({ hospital_id, id, consolidated_invoice: true })
  return new Set(found.map((client) => client.id))
}
