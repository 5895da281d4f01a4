// The lists beside the catalogue: sections, specimen types, reasons (diagnostics 2.1).

import type { Caller } from '../../../../core/caller.ts'
import { invalid } from '../../../../core/refusal.ts'
import { capitals } from '../../../../core/kinds/capitals.ts'
import { folded, type RowOf } from '../../../../store/table.ts'
import type { Discipline, ReasonKind } from '../words.ts'
import { diagnostic_reasons, diagnostic_sections, specimen_types } from './tables.ts'

type Of = Pick<Caller, 'hospital_id'>
export type SectionRow = RowOf<(typeof diagnostic_sections)['columns']>
export type SpecimenTypeRow = RowOf<(typeof specimen_types)['columns']>
export type ReasonRow = RowOf<(typeof diagnostic_reasons)['columns']>

export const sections = (
  { hospital_id }: Of,
  { discipline, active }: { discipline?: Discipline; active?: boolean } = {},
): Promise<SectionRow[]> =>
  diagnostic_sections.all(
    { hospital_id, discipline, active },
    { order: ['discipline', 'position', 'code'] },
  )

export const specimenTypes = (
  { hospital_id }: Of,
  { unreviewed, active }: { unreviewed?: boolean; active?: boolean } = {},
): Promise<SpecimenTypeRow[]> =>
  specimen_types.all({ hospital_id, unreviewed, active }, { order: ['name', 'id'] })

export const reasons = (
  { hospital_id }: Of,
  { kind }: { kind?: ReasonKind } = {},
): Promise<ReasonRow[]> =>
  diagnostic_reasons.all({ hospital_id, kind }, { order: ['kind', 'position', 'code'] })

/** By whatever people call it: code, name in either language, or an alias (DIA-3). */
export function typeCalled(
  types: readonly SpecimenTypeRow[],
  typed: string,
): SpecimenTypeRow | undefined {
  const wanted = folded(typed.trim())
  return types.find(({ code, name, name_sw, aliases }) =>
    [code, name, name_sw ?? '', ...aliases].some((word) => folded(word) === wanted),
  )
}

/** DIA-3: what matches none becomes a type that the head of the laboratory looks at. */
export async function typeFor(caller: Of, typed: string): Promise<SpecimenTypeRow> {
  const types = await specimenTypes(caller)
  const found = typeCalled(types, typed)
  if (found !== undefined) return found
  const name = typed.trim()
  const start =
    capitals(folded(name))
      .replaceAll(/[^A-Z0-9]+/g, '-')
      .slice(0, 16) || 'TYPE'
  const taken = new Set(types.map(({ code }) => code))
  let code = start
  for (let next = 2; taken.has(code); next += 1) code = `${start}-${next}`
  return specimen_types.insert({
    hospital_id: caller.hospital_id,
    code,
    name,
    name_key: folded(name),
    stability_hours: { room: null, cold: null, frozen: null },
    storage: 'ROOM',
    unreviewed: true,
  })
}

/** A reason of the list, with its note where it wants one. */
export async function reasonOf(
  { hospital_id }: Of,
  kind: ReasonKind,
  {
    reason_code,
    note,
  }: { reason_code?: string | null | undefined; note?: string | null | undefined },
): Promise<ReasonRow> {
  if (!reason_code) throw invalid('reason_code', 'is required.')
  const code = capitals(reason_code.trim())
  const found = await diagnostic_reasons.find({ hospital_id, kind, code, active: true })
  if (found === undefined) {
    const known = await diagnostic_reasons.all(
      { hospital_id, kind, active: true },
      { order: ['position', 'code'] },
    )
    throw invalid('reason_code', `must be one of ${known.map((one) => one.code).join(', ')}.`)
  }
  if (found.needs_note && !note?.trim()) throw invalid('note', `is required with ${code}.`)
  return found
}
