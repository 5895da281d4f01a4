// What an account of the chart may be and where it may stand (ACC-21 to ACC-23).

import { capitals } from '../../../../core/kinds/capitals.ts'
import { conflict, invalid, noSuch, Refusal } from '../../../../core/refusal.ts'
import { type AccountRow, type Chart, labelOf, pathOf, under } from './chart.ts'

export const levels_max = 6

type Said = Partial<Omit<AccountRow, 'kind' | 'sort_order'>> & {
  name: string
  role: AccountRow['role']
  code: string | null
  kind: AccountRow['kind'] | null
  parent_id: string | null
  sort_order: number | null
}
export type Wanted = Omit<
  AccountRow,
  'id' | 'hospital_id' | 'created_at' | 'updated_at' | 'version'
>

/** As it will stand: the kind is the parent's, the place in lists follows the code. */
export function standing(chart: Chart, said: Said): Wanted {
  const parent_id = empty(said.parent_id)
  const code = empty(said.code)
  const parent = parent_id === null ? undefined : chart.by_id.get(parent_id)
  if (parent_id !== null && parent === undefined) throw noSuch('account')
  const kind = parent?.kind ?? said.kind
  if (kind === null) throw invalid('kind', 'is required.')
  return {
    name: said.name,
    role: said.role,
    code,
    kind,
    parent_id,
    active: said.active ?? true,
    is_bank: said.is_bank ?? false,
    grouping: empty(said.grouping ?? null),
    notes: empty(said.notes ?? null),
    sort_order: said.sort_order ?? orderOf(code),
    statement_section:
      said.statement_section ??
      (kind === 'EXPENSE' ? (parent?.statement_section ?? 'OPERATING') : null),
    currency: said.currency ?? null,
    facility_id: said.facility_id ?? null,
  }
}

const empty = (text: string | null | undefined): string | null =>
  text === undefined || text === '' ? null : text

const orderOf = (code: string | null): number =>
  Number((code ?? '').replace(/\D/g, '').slice(0, 9) || '0')

const bad = (message: string): Refusal => new Refusal(400, 'invalid', message)

export function checkShape(wanted: Wanted): void {
  if (wanted.role === 'POSTING' && wanted.code === null) {
    throw bad('A posting account needs a code.')
  }
  if (wanted.role === 'GROUP' && wanted.parent_id !== null) {
    throw bad('A GROUP tops a tree: it has no parent.')
  }
  if (wanted.role === 'CONTROL' && wanted.parent_id === null) {
    throw invalid('parent_id', 'is required for a CONTROL.')
  }
  if (wanted.kind !== 'EXPENSE' && wanted.statement_section !== null) {
    throw bad('Only an expense account has a statement_section.')
  }
  if (wanted.is_bank && (wanted.role !== 'POSTING' || wanted.kind !== 'ASSET')) {
    throw bad('Only a posting account of assets has is_bank.')
  }
}

export function checkPlace(chart: Chart, id: string | null, { code, parent_id }: Wanted): void {
  const same = code === null ? undefined : alike(chart, code)
  if (same !== undefined && same.id !== id) {
    throw conflict(`Code ${code} is already ${same.name}.`)
  }
  if (parent_id === null) return
  const parent = chart.by_id.get(parent_id) as AccountRow
  if (id !== null && under(chart, id).some((below) => below.id === parent_id)) {
    throw conflict('An account cannot stand under itself.')
  }
  if (parent.role === 'POSTING') {
    throw conflict(`${labelOf(parent)} takes lines: it cannot have accounts under it.`)
  }
  if (pathOf(chart, parent_id).length + heightOf(chart, id) > levels_max) {
    throw conflict(`The chart has at most ${levels_max} levels.`)
  }
}

/** Kept as typed, compared without case. */
const alike = (chart: Chart, code: string): AccountRow | undefined =>
  chart.by_code.get(code) ??
  chart.all.find((one) => one.code !== null && capitals(one.code) === capitals(code))

const heightOf = (chart: Chart, id: string | null): number =>
  id === null
    ? 1
    : 1 + Math.max(0, ...(chart.children.get(id) ?? []).map((child) => heightOf(chart, child.id)))
