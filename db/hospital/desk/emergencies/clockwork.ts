// What the clock does in the emergency room each minute (EMG-4, EMG-6, EMG-7): who waits for triage,
// whose target is near, reached, long past; who should be looked at again.

import type { Caller } from '../../../core/caller.ts'
import { clock, instantIn, minutes } from '../../../core/clock.ts'
import { sql } from '../../../store/sql.ts'
import { isPast, isUntriaged, type Row, shareOf } from './emergencies.ts'
import { emergencies } from './tables.ts'
import { tellChief, tellClinicians, tellTriage } from './telling.ts'
import { untriaged_minutes } from './words.ts'

const piece = 500

export async function watchClocks(caller: Caller): Promise<number> {
  const { hospital_id } = caller
  const now = clock.instant()
  const open = await emergencies.read(
    sql`select ${emergencies.selection()} from emergencies
      where hospital_id = ${hospital_id} and status <> 'DISPOSED'
      and ((status = 'ARRIVED' and not told_untriaged and arrived_at <= ${instantIn(-minutes(untriaged_minutes))})
        or (seen_at is null and target_at is not null and told_pct < 200)
        or (not told_late and (next_retriage_at <= ${now} or next_observation_at <= ${now})))
      order by arrived_at limit ${piece}`,
  )
  let told = 0
  for (const row of open) {
    const at = { ...caller, facility_id: row.facility_id }
    const changes = {
      ...(await untriaged(at, row)),
      ...(await target(at, row)),
      ...(await again(at, row)),
    }
    if (Object.keys(changes).length === 0) continue
    await emergencies.change({ hospital_id, id: row.id }, { ...changes, version: row.version })
    told += 1
  }
  return told
}

async function untriaged(caller: Caller, row: Row): Promise<Partial<Row>> {
  if (row.told_untriaged || !isUntriaged(row)) return {}
  await tellTriage(caller, row, `waits for triage since ${row.arrived_at.slice(11, 16)} UTC.`)
  return { told_untriaged: true }
}

/** 80 % shows on the board; at 100 % the room is told, at 200 % who is in charge. */
async function target(caller: Caller, row: Row): Promise<Partial<Row>> {
  if (row.seen_at !== null || row.target_at === null) return {}
  const share = shareOf(row)
  const pct = share >= 2 ? 200 : share >= 1 ? 100 : share >= 0.8 ? 80 : 0
  if (pct <= row.told_pct) return {}
  const body = `category ${row.triage_category ?? '–'}, not seen yet.`
  if (pct >= 100 && row.told_pct < 100) await tellClinicians(caller, row, body)
  if (pct >= 200) await tellChief(caller, row, body)
  return { told_pct: pct }
}

async function again(caller: Caller, row: Row): Promise<Partial<Row>> {
  if (row.told_late) return {}
  const retriage = row.seen_at === null && isPast(row.next_retriage_at)
  if (!retriage && !isPast(row.next_observation_at)) return {}
  await tellTriage(caller, row, retriage ? 'look at this patient again.' : 'observation is due.')
  return { told_late: true }
}
