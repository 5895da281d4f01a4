// Visits as a file: the rows that the list gives the same person, oldest first.

import { row } from '../../../store/connection.ts'
import { sql, where } from '../../../store/sql.ts'
import type { Dataset } from '../../registry.ts'
import { conditionsOf, type VisitFilter } from './list.ts'
import type { Visit } from './rows.ts'
import { visits } from './tables.ts'
import { viewVisits } from './view.ts'
import { visit_kinds } from './words.ts'

const at_once = 500

export const visits_dataset: Dataset = {
  code: 'visits',
  label: 'Visits',
  area: 'visits',
  permission: 'visit:read',
  filters: [
    { name: 'from', type: 'date', required: true },
    { name: 'to', type: 'date', required: true },
    { name: 'status', type: 'text', required: false },
    { name: 'kind', type: visit_kinds.join('|'), required: false },
  ],
  columns: [
    { name: 'number', label: 'Number', type: 'text' },
    { name: 'patient_number', label: 'Patient', type: 'text', personal: true },
    { name: 'patient_name', label: 'Name', type: 'text', personal: true },
    { name: 'kind', label: 'Kind', type: 'text' },
    { name: 'status', label: 'State', type: 'text' },
    { name: 'attendance', label: 'Attendance', type: 'text' },
    { name: 'department', label: 'Department', type: 'text' },
    { name: 'payer', label: 'Payer', type: 'text' },
    { name: 'acuity', label: 'Acuity', type: 'text' },
    { name: 'outcome', label: 'Outcome', type: 'text' },
    { name: 'opened_at', label: 'Opened', type: 'instant' },
    { name: 'first_served_at', label: 'First served', type: 'instant' },
    { name: 'seen_by_clinician_at', label: 'Seen by a clinician', type: 'instant' },
    { name: 'closed_at', label: 'Closed', type: 'instant' },
  ],
  max_days: 366,
  async count(caller, filters) {
    const conditions = await conditionsOf(caller, filters as unknown as VisitFilter)
    const found = await row<{ n: number }>(
      sql`select count(*) as n from visits v${where(conditions)}`,
    )
    return Number(found?.n ?? 0)
  },
  async *rows(caller, filters) {
    const conditions = await conditionsOf(caller, filters as unknown as VisitFilter)
    let last: Visit | undefined
    for (;;) {
      const found: Visit[] = await visits.read(
        sql`select ${visits.selection('v')} from visits v${where([
          ...conditions,
          last === undefined
            ? undefined
            : sql`(v.opened_at, v.id) > (${last.opened_at}, ${last.id})`,
        ])} order by v.opened_at, v.id limit ${at_once}`,
      )
      last = found.at(-1)
      if (last === undefined) return
      yield (await viewVisits(caller, found)).flatMap((visit) =>
        // What is hidden from this person stands in no file either.
        'number' in visit
          ? [
              {
                ...visit,
                patient_number: visit.patient.number,
                patient_name: visit.patient.full_name,
                payer: visit.payer.name ?? visit.payer.kind,
              },
            ]
          : [],
      )
    }
  },
}
