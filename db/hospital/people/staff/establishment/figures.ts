// How many posts are filled, and how many are being recruited for (HR-16).

import { rows } from '../../../../store/connection.ts'
import type { Of } from '../../../../store/record-of.ts'
import { oneOf, raw, type Sql, sql } from '../../../../store/sql.ts'
import { employed_states } from '../records/words.ts'

export interface Figures {
  filled: number
  open_vacancies: number
}

/** Of the row `of`: who is employed in that branch, department and cadre. */
export const filledOf = (of: string): Sql => {
  const e = raw(of)
  return sql`(select count(*) from staff s where s.hospital_id = ${e}.hospital_id
    and s.facility_id = ${e}.facility_id and s.department = ${e}.department
    and s.cadre_id = ${e}.cadre_id and s.status${oneOf(employed_states)})`
}

/** Positions of open vacancies that nobody was hired for yet. */
const openOf = (of: string): Sql => {
  const e = raw(of)
  return sql`(select coalesce(sum(v.positions - (select count(*) from applicants a
      where a.vacancy_id = v.id and a.status = 'HIRED')), 0)
    from vacancies v where v.establishment_id = ${e}.id and v.status = 'OPEN')`
}

export async function figuresOf(
  { hospital_id }: Of,
  ids: readonly string[],
): Promise<Map<string, Figures>> {
  const found = await rows<{ id: string } & Figures>(
    sql`select e.id, ${filledOf('e')} as filled, ${openOf('e')} as open_vacancies
      from establishments e where e.hospital_id = ${hospital_id} and e.id${oneOf(ids)}`,
  )
  return new Map(
    found.map(({ id, filled, open_vacancies }) => [
      id,
      { filled: Number(filled), open_vacancies: Number(open_vacancies) },
    ]),
  )
}
