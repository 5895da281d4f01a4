// The names under which bills were raised (COM-4), put right by a person.

import type { Caller } from '../../../core/caller.ts'
import { fresh } from '../../../core/versions.ts'
import { attempt } from '../../../store/connection.ts'
import { isTaken } from '../../../store/engines/engine.ts'
import { keyOfPayer } from '../../money/tariff/payer-names.ts'
import { adopted, asWritten, payerNamesOf, refuseTaken } from './names.ts'
import type { Done } from './open.ts'
import { client_life, clientRecord } from './record.ts'
import { client_names } from './tables.ts'

/** All of them: what is not said any more means nobody from now on; bills that were its own stay so. */
export async function setPayerNames(
  caller: Caller,
  id: string,
  payer_names: readonly string[],
): Promise<Done> {
  const before = await clientRecord.locked(caller, id)
  fresh(caller, before)
  if (before.status === 'CLOSED') throw client_life.refusal(before.status, before.name)
  const { hospital_id } = caller
  const wanted = new Map(payer_names.map((name) => [keyOfPayer(name), asWritten(name)]))
  wanted.delete(keyOfPayer(before.name))
  const standing = await client_names.all({ hospital_id, client_id: id, own: false })
  for (const { id: name_id, name_key } of standing) {
    if (!wanted.has(name_key)) await client_names.remove({ hospital_id, id: name_id })
    wanted.delete(name_key)
  }
  for (const [name_key, name] of wanted) {
    await refuseTaken(caller, name, id)
    const row = { hospital_id, client_id: id, name, name_key, own: false }
    await attempt(() => client_names.insert(row)).catch(async (error: unknown) => {
      if (isTaken(error, 'name_key')) await refuseTaken(caller, name, id)
      throw error
    })
  }
  const names = (await payerNamesOf(caller, [id])).get(id) ?? []
  await clientRecord.changed(caller, before, 'payer_names', {}, calledSo(names))
  return { id, beside: { adopted_bills: await adopted(caller, id) } }
}

const calledSo = (names: readonly string[]): string =>
  (names.length === 0 ? 'No other names' : names.join('; ')).slice(0, 300).toWellFormed()
