// Names of parties, of many lines at once.

import type { Caller } from '../../../../core/caller.ts'
import { rows } from '../../../../store/connection.ts'
import { oneOf, sql } from '../../../../store/sql.ts'
import { closedAmong, restrictedRecord } from '../../../desk/patients/privacy/lists.ts'
import { clientNames, schemeNames, staffNames, supplierNames } from '../../../neighbours/parties.ts'
import type { PartyKind } from '../words.ts'

type Tenant = Pick<Caller, 'hospital_id'>
type Names = { id: string; name: string }[]

async function patientNames(caller: Caller, ids: readonly string[]): Promise<Names> {
  const found = await rows<{ id: string; name: string }>(
    sql`select id, full_name as name from patients where hospital_id = ${caller.hospital_id} and id${oneOf(ids)}`,
  )
  const closed = await closedAmong(caller, new Set(ids))
  return found.map(({ id, name }) => ({ id, name: closed.has(id) ? restrictedRecord : name }))
}

const asked: Record<PartyKind, (caller: Caller, ids: readonly string[]) => Promise<Names>> = {
  PATIENT: patientNames,
  SCHEME: schemeNames,
  CLIENT: clientNames,
  SUPPLIER: supplierNames,
  STAFF: staffNames,
}

export async function partyNames(
  caller: Caller,
  lines: readonly { party_kind: PartyKind | null; party_id: string | null }[],
): Promise<Map<string, string>> {
  const names = new Map<string, string>()
  const wanted = new Map<PartyKind, Set<string>>()
  for (const { party_kind, party_id } of lines) {
    if (party_kind === null || party_id === null) continue
    const ids = wanted.get(party_kind) ?? new Set()
    wanted.set(party_kind, ids.add(party_id))
  }
  for (const [kind, ids] of wanted) {
    for (const { id, name } of await asked[kind](caller, [...ids])) names.set(id, name)
  }
  return names
}

export async function facilityNames({ hospital_id }: Tenant): Promise<Map<string, string>> {
  const found = await rows<{ id: string; name: string }>(
    sql`select id, name from facilities where hospital_id = ${hospital_id}`,
  )
  return new Map(found.map(({ id, name }) => [id, name]))
}
