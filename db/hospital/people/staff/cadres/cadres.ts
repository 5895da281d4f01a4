// Cadres: the list, those a hospital starts with, and the one that somebody names.

import type { Caller } from '../../../../core/caller.ts'
import { capitals } from '../../../../core/kinds/capitals.ts'
import { conflict, invalid } from '../../../../core/refusal.ts'
import { attempt } from '../../../../store/connection.ts'
import { isTaken } from '../../../../store/engines/engine.ts'
import { mapPage, type Page, type PageAsked, pageFrom } from '../../../../store/pages.ts'
import { type Of, recordOf } from '../../../../store/record-of.ts'
import { matching } from '../../../../store/search.ts'
import { sql, when, where } from '../../../../store/sql.ts'
import { folded, type RowOf } from '../../../../store/table.ts'
import { record } from '../../../office/audit/record.ts'
import type { Cadre, CadreFilter, CadreInput } from './shapes.ts'
import { shipped_cadres } from './shipped.ts'
import { cadres } from './tables.ts'

export type CadreRow = RowOf<(typeof cadres)['columns']>

export const cadreRecord = recordOf(cadres, 'cadre')

/** For a new hospital. */
export const shipCadres = (hospital_id: string): Promise<void> =>
  cadres.insertMany(
    shipped_cadres.map(([code, name, cadre_group, board, clinical]) => ({
      hospital_id,
      code,
      name,
      name_key: folded(name),
      cadre_group,
      board,
      clinical,
      licence_required: board !== null,
    })),
  )

export async function list(caller: Caller, asked: CadreFilter & PageAsked): Promise<Page<Cadre>> {
  const found = await pageFrom(cadres, asked, {
    from: sql` from cadres${where([
      sql`hospital_id = ${caller.hospital_id}`,
      when(asked.group, sql`cadre_group = ${asked.group}`),
      asked.active === undefined ? undefined : sql`active = ${asked.active}`,
      matching('cadres', asked.search),
    ])}`,
    order: sql` order by name_key, id`,
  })
  return mapPage(found, shown)
}

const shown = (row: CadreRow): Cadre => ({
  ...row,
  group: row.cadre_group,
  cpd_points_year: row.cpd_tenths_year === null ? null : row.cpd_tenths_year / 10,
})

export async function open(caller: Caller, input: CadreInput): Promise<Cadre> {
  const { group, cpd_points_year = null, licence_required = false, clinical = false } = input
  if (licence_required && !input.board) throw invalid('board', 'is required: who licenses them.')
  const row = {
    hospital_id: caller.hospital_id,
    code: capitals(input.code),
    name: input.name,
    name_key: folded(input.name),
    cadre_group: group,
    board: input.board || null,
    clinical,
    licence_required,
    cpd_tenths_year: cpd_points_year === null ? null : tenths('cpd_points_year', cpd_points_year),
    default_notice_days: input.default_notice_days ?? null,
  }
  const made = await attempt(() => cadres.insert(row)).catch((error: unknown) => {
    if (isTaken(error, 'code')) throw conflict(`The code ${row.code} is taken.`)
    if (isTaken(error, 'name_key')) throw conflict(`There is a cadre ${row.name} already.`)
    throw error
  })
  record(caller, 'cadre.create', {
    entity_type: 'cadre',
    entity_id: made.id,
    entity_label: made.name,
  })
  return shown(made)
}

/** Points have one decimal. */
export function tenths(field: string, points: number): number {
  const whole = Math.round(points * 10)
  if (whole / 10 !== points) throw invalid(field, 'has more than one decimal.')
  return whole
}

/** As people write it, on a vacancy or in a file: by name or code. */
export const cadreCalled = async (
  { hospital_id }: Of,
  typed: string,
): Promise<CadreRow | undefined> =>
  (await cadres.find({ hospital_id, name_key: folded(typed), active: true })) ??
  cadres.find({ hospital_id, code: capitals(typed.trim()), active: true })

/** Who is taken on is of a cadre that is in use. */
export async function activeCadre(caller: Of, id: string): Promise<CadreRow> {
  const found = await cadreRecord.get(caller, id)
  if (!found.active) throw conflict(`The cadre ${found.name} is not in use any more.`)
  return found
}

export async function cadreNames({ hospital_id }: Of): Promise<Map<string, string>> {
  const found = await cadres.all({ hospital_id })
  return new Map(found.map(({ id, name }) => [id, name]))
}
