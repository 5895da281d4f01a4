// The names that mean a client (COM-1, COM-4): its own and those under which bills were raised.

import type { Caller } from '../../../core/caller.ts'
import { invalid } from '../../../core/refusal.ts'
import { attempt, rows } from '../../../store/connection.ts'
import { isTaken } from '../../../store/engines/engine.ts'
import type { Of } from '../../../store/record-of.ts'
import { oneOf, sql } from '../../../store/sql.ts'
import { adoptPayer } from '../../money/billing/bills/adoptions.ts'
import { keyOfPayer } from '../../money/tariff/payer-names.ts'
import { already, type ClientRow, clientRecord } from './record.ts'
import { client_names } from './tables.ts'

export const asWritten = (name: string): string => name.trim().replaceAll(/\s+/g, ' ')

/** 409 with the number of whoever bears it; a word that means the patient pays is nobody's name. */
export async function refuseTaken(caller: Of, name: string, own_id = ''): Promise<void> {
  const name_key = keyOfPayer(name)
  if (name_key === '') throw invalid('name', 'means that the patient pays: write another name.')
  const found = await client_names.find({ hospital_id: caller.hospital_id, name_key })
  if (found === undefined || found.client_id === own_id) return
  throw await taken(caller, name_key, name)
}

async function taken(caller: Of, name_key: string, name: string): Promise<Error> {
  const found = await client_names.find({ hospital_id: caller.hospital_id, name_key })
  return already(found?.name ?? name, await clientRecord.get(caller, found?.client_id ?? ''))
}

/** The name it bears from now on; the one before stays one of its names. */
export async function named(
  caller: Caller,
  { id: client_id, hospital_id }: ClientRow,
  name: string,
): Promise<void> {
  const name_key = keyOfPayer(name)
  await client_names.change({ hospital_id, client_id, own: true }, { own: false })
  const known = await client_names.find({ hospital_id, client_id, name_key })
  if (known !== undefined) {
    await client_names.change({ hospital_id, id: known.id }, { own: true, name })
    return
  }
  const row = { hospital_id, client_id, name, name_key, own: true }
  await attempt(() => client_names.insert(row)).catch(async (error: unknown) => {
    throw isTaken(error, 'name_key') ? await taken(caller, name_key, name) : error
  })
}

/** COM-4: open bills that were raised under one of its names are the client's. */
export async function adopted(caller: Caller, client_id: string): Promise<number> {
  const found = await client_names.all({ hospital_id: caller.hospital_id, client_id })
  const names = found.map(({ name }) => name)
  return (await adoptPayer(caller, { client_id, names })).adopted
}

export async function payerNamesOf(
  { hospital_id }: Of,
  ids: readonly string[],
): Promise<Map<string, string[]>> {
  const found = await client_names.all(
    { hospital_id, client_id: [...ids], own: false },
    { order: ['name_key'] },
  )
  const names = new Map<string, string[]>(ids.map((id) => [id, []]))
  for (const { client_id, name } of found) names.get(client_id)?.push(name)
  return names
}

/** COM-81: whom a name means, whatever its state. */
export async function clientNamed(
  { hospital_id }: Of,
  payer: string,
): Promise<{ client_id: string; name: string; status: string } | null> {
  const found = await rows<{ client_id: string; name: string; status: string }>(
    sql`select c.id as client_id, c.name, c.status from client_names n
      join clients c on c.id = n.client_id
      where n.hospital_id = ${hospital_id} and n.name_key = ${keyOfPayer(payer)}`,
  )
  return found[0] ?? null
}

export const namesOfClients = (
  { hospital_id }: Of,
  ids: readonly string[],
): Promise<{ id: string; name: string }[]> =>
  rows(sql`select id, name from clients where hospital_id = ${hospital_id} and id${oneOf(ids)}`)
