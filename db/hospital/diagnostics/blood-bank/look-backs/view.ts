// Look-backs as who answers for them sees them, with whom each unit was given to.

import type { Caller } from '../../../../core/caller.ts'
import { type Page, pageFrom, type PageAsked } from '../../../../store/pages.ts'
import { sql, when, where } from '../../../../store/sql.ts'
import { patientsById } from '../../../desk/patients/register/many.ts'
import { inScope } from '../../../office/places/facilities.ts'
import { type LineRow, type LookBackRow, lookBackRecord, look_back_content } from './record.ts'
import type { LookBack, LookBackFilter } from './shapes.ts'
import { look_backs } from './tables.ts'

export async function list(
  caller: Caller,
  asked: LookBackFilter & PageAsked,
): Promise<Page<LookBack>> {
  const found = await pageFrom(look_backs, asked, {
    from: sql` from look_backs${where([
      sql`hospital_id = ${caller.hospital_id}`,
      await inScope(caller, undefined),
      when(asked.status, sql`status = ${asked.status}`),
      when(asked.trigger, sql`trigger = ${asked.trigger}`),
      when(asked.marker, sql`marker = ${asked.marker}`),
      when(asked.from, sql`from_date >= ${asked.from}`),
      when(asked.to, sql`from_date <= ${asked.to}`),
    ])}`,
    order: sql` order by number desc`,
  })
  return { ...found, rows: await shownAll(caller, found.rows) }
}

export async function whole(caller: Caller, id: string): Promise<LookBack> {
  const [shown] = await shownAll(caller, [await lookBackRecord.get(caller, id)])
  return { ...(shown as LookBack), history: await lookBackRecord.history(caller, id) }
}

async function shownAll(caller: Caller, found: readonly LookBackRow[]): Promise<LookBack[]> {
  const lines = await look_back_content.ofMany(
    caller,
    found.map(({ id }) => id),
  )
  const all = [...lines.values()].flat()
  const patients = await patientsById(
    caller,
    all.flatMap(({ patient_id }) => patient_id ?? []),
  )
  const shown = ({ patient_id, ...line }: LineRow) => ({
    ...line,
    patient: patients.get(patient_id ?? '') ?? null,
  })
  return found.map((row) => ({
    ...row,
    lines: (lines.get(row.id) ?? []).map(shown),
    moves: lookBackRecord.moves(caller, row),
    history: [],
  }))
}
