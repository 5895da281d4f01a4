// Tables that the areas of care ship, and whether this hospital stands by them (ruling 40, CAR-216).

import type { Caller } from '../../../core/caller.ts'
import { clock } from '../../../core/clock.ts'
import { conflict, noSuch } from '../../../core/refusal.ts'
import { attempt } from '../../../store/connection.ts'
import { isTaken } from '../../../store/engines/engine.ts'
import { record } from '../../office/audit/record.ts'
import { registry } from '../../registry.ts'
import { table_adoptions } from './tables.ts'

type Of = Pick<Caller, 'hospital_id'>

export async function broughtTables({ hospital_id }: Of) {
  const adopted = await table_adoptions.all({ hospital_id })
  return [...registry.clinical_tables.values()].map(({ key, title, edition, source, rows }) => {
    const by = adopted.find((one) => one.clinical_table === key && one.edition === edition)
    return {
      key,
      title,
      version: edition,
      rows: rows(),
      source,
      reviewed_on: null,
      table_adopted: by !== undefined,
      adopted_by: by?.adopted_by ?? null,
      adopted_at: by?.adopted_at ?? null,
    }
  })
}

/** Whether what is computed from it is the hospital's word. */
export async function isAdopted({ hospital_id }: Of, key: string): Promise<boolean> {
  const edition = registry.clinical_tables.get(key)?.edition ?? 0
  const found = await table_adoptions.find({ hospital_id, clinical_table: key, edition })
  return found !== undefined
}

export async function adoptBrought(caller: Caller, key: string, note: string): Promise<void> {
  const kind = registry.clinical_tables.get(key)
  if (kind === undefined) throw noSuch('clinical table')
  const already = conflict(`${key} was adopted already.`, 'state')
  if (await isAdopted(caller, key)) throw already
  await attempt(() =>
    table_adoptions.insert({
      hospital_id: caller.hospital_id,
      clinical_table: key,
      edition: kind.edition,
      adopted_by: caller.name,
      adopted_at: clock.instant(),
      note,
    }),
  ).catch((error: unknown) => {
    throw isTaken(error, 'clinical_table') ? already : error
  })
  record(caller, 'clinical_table.adopt', {
    entity_type: 'clinical_table',
    entity_id: null,
    entity_label: key,
    to_state: 'ADOPTED',
    reason: note,
  })
}
