// What a hospital of made-up people holds (operations 4.15).

import type { Caller } from '../../../core/caller.ts'
import { row } from '../../../store/connection.ts'
import { raw, sql } from '../../../store/sql.ts'
import { audit_rows } from '../../office/audit/tables.ts'
import { walk_in_number } from '../../desk/patients/walk-in.ts'
import { hospitalOf } from '../../office/hospitals/hospitals.ts'
import { hospitals } from '../../office/hospitals/tables.ts'

export interface DemoInfo {
  hospital: string
  is_demo: boolean
  loaded_at: string | null
  /** What was asked for, and the digest of what came of it (OPS-159). */
  seed: number | null
  days: number | null
  digest: string | null
  /** As they stand now, with what was added by hand. */
  patients: number
  visits: number
  vitals: number
  appointments: number
  referrals: number
}

export async function demoInfo(caller: Caller): Promise<DemoInfo> {
  const { hospital_id } = caller
  const { name } = await hospitalOf(caller)
  const house = await hospitals.find({ id: hospital_id })
  const [load] = await audit_rows.read(
    sql`select ${audit_rows.selection()} from audit_rows where hospital_id = ${hospital_id}
      and action = 'demo.load' order by seq desc limit 1`,
  )
  const said = (load?.query ?? {}) as { seed?: number; days?: number; digest?: string }
  const count = async (table: string, but = sql`1 = 1`): Promise<number> => {
    const found = await row<{ n: number }>(
      sql`select count(*) as n from ${raw(table)} where hospital_id = ${hospital_id} and ${but}`,
    )
    return Number(found?.n ?? 0)
  }
  return {
    hospital: name,
    is_demo: house?.is_demo ?? false,
    loaded_at: load?.at ?? null,
    seed: said.seed ?? null,
    days: said.days ?? null,
    digest: said.digest ?? null,
    patients: await count('patients', sql`number <> ${walk_in_number}`),
    visits: await count('visits'),
    vitals: await count('vitals'),
    appointments: await count('appointments'),
    referrals: await count('referrals'),
  }
}
