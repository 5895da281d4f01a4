// The register as a file: what its list shows the same person, oldest first.

import { row } from '../../../../store/connection.ts'
import type { Caller } from '../../../../core/caller.ts'
import { type Sql, sql, when, where } from '../../../../store/sql.ts'
import { withinDays } from '../../../office/hospitals/days.ts'
import { hospitalOf } from '../../../office/hospitals/hospitals.ts'
import type { Dataset } from '../../../registry.ts'
import type { Row } from '../rows.ts'
import { patients } from '../tables.ts'
import { viewRows } from './view.ts'
import { patient_states } from '../words.ts'

const at_once = 500

async function conditionsOf(
  caller: Caller,
  filters: Record<string, unknown>,
): Promise<(Sql | undefined)[]> {
  const { timezone } = await hospitalOf(caller)
  const word = (name: string): string | undefined => filters[name] as string | undefined
  const { from, to, status } = { from: word('from'), to: word('to'), status: word('status') }
  return [
    sql`p.hospital_id = ${caller.hospital_id}`,
    status === undefined ? sql`p.status <> 'MERGED'` : sql`p.status = ${status}`,
    when(word('sex'), sql`p.sex = ${word('sex')}`),
    ...withinDays(sql`p.registered_at`, timezone, { from, to }),
  ]
}

export const patients_dataset: Dataset = {
  code: 'patients',
  label: 'Patients',
  area: 'patients',
  permission: 'patient:read',
  filters: [
    { name: 'from', type: 'date', required: false },
    { name: 'to', type: 'date', required: false },
    { name: 'status', type: patient_states.join('|'), required: false },
    { name: 'sex', type: 'text', required: false },
  ],
  columns: [
    { name: 'number', label: 'Number', type: 'text', personal: true },
    { name: 'full_name', label: 'Name', type: 'text', personal: true },
    { name: 'sex', label: 'Sex', type: 'text' },
    { name: 'birth_date', label: 'Birth date', type: 'date', personal: true },
    { name: 'age_years', label: 'Age', type: 'number' },
    { name: 'phone', label: 'Telephone', type: 'text', personal: true },
    { name: 'area_path', label: 'Area', type: 'text' },
    { name: 'status', label: 'State', type: 'text' },
    { name: 'identity', label: 'Identity', type: 'text' },
    { name: 'registered_at', label: 'Registered', type: 'instant' },
    { name: 'last_visit_at', label: 'Last visit', type: 'instant' },
  ],
  async count(caller, filters) {
    const found = await row<{ n: number }>(
      sql`select count(*) as n from patients p${where(await conditionsOf(caller, filters))}`,
    )
    return Number(found?.n ?? 0)
  },
  async *rows(caller, filters) {
    const conditions = await conditionsOf(caller, filters)
    let last: Row | undefined
    for (;;) {
      const found: Row[] = await patients.read(
        sql`select ${patients.selection('p')} from patients p${where([
          ...conditions,
          last === undefined
            ? undefined
            : sql`(p.registered_at, p.id) > (${last.registered_at}, ${last.id})`,
        ])} order by p.registered_at, p.id limit ${at_once}`,
      )
      last = found.at(-1)
      if (last === undefined) return
      const when_registered = new Map(found.map(({ id, registered_at }) => [id, registered_at]))
      yield (await viewRows(caller, found))
        // What is hidden from this person stands in no file either.
        .filter(({ restricted }) => restricted !== true)
        .map((patient) => ({
          ...patient,
          age_years: patient.age?.years ?? null,
          registered_at: when_registered.get(patient.id) ?? null,
        }))
    }
  },
}
