// The surgical safety checklist in its three stops (OT-9, OT-10), read aloud with those present.

import type { Caller } from '../../../../core/caller.ts'
import { conflict, invalid, noSuch } from '../../../../core/refusal.ts'
import type { RowOf } from '../../../../store/table.ts'
import { signerOf } from '../../../neighbours/signing.ts'
import { record } from '../../../office/audit/record.ts'
import { actTime } from '../../parts/acts.ts'
import { rowsIn } from '../../parts/part-table.ts'
import { withoutAnaesthetist } from '../cases/closing.ts'
import {
  type CaseRow,
  held,
  mustBeOfTeam,
  stampsOf,
  team_of_case,
  type TeamRow,
} from '../cases/record.ts'
import { afterSteps } from '../cases/steps.ts'
import { primaryOf } from '../cases/wanted.ts'
import type { WhoItemRow } from '../settings/row-shapes.ts'
import { who_table } from '../settings/tables-of-theatre.ts'
import { type Phase, phases } from '../words.ts'
import { countsOf, mustBeEqual } from './counts.ts'
import type { ChecklistInput } from './shapes.ts'
import { type ReadItem, theatre_checklists } from './tables.ts'

export type ChecklistRow = RowOf<(typeof theatre_checklists)['columns']>

export const phase_names: Record<Phase, string> = {
  SIGN_IN: 'Sign-in',
  TIME_OUT: 'Time-out',
  SIGN_OUT: 'Sign-out',
}

/** As the address says it: `sign-in`. */
export function phaseOf(word: string): Phase {
  const found = phases.find((phase) => phase.toLowerCase().replace('_', '-') === word)
  if (found === undefined) throw noSuch('checklist')
  return found
}

export async function checklistsOf(
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  case_id: string,
): Promise<Map<Phase, ChecklistRow>> {
  const found = await theatre_checklists.all({ hospital_id, case_id })
  return new Map(found.map((row) => [row.phase, row]))
}

export const isDone = (row: ChecklistRow | undefined): boolean => row?.status === 'DONE'

export async function write(
  caller: Caller,
  id: string,
  word: string,
  input: ChecklistInput,
): Promise<CaseRow> {
  const phase = phaseOf(word)
  const { row, patient } = await held(caller, id)
  await mustBeOfTeam(caller, row)
  const signer = await signerOf(caller)
  const lists = await checklistsOf(caller, row.id)
  const before = lists.get(phase)
  if (isDone(before))
    throw conflict(`${phase_names[phase]} is done: it does not change any more.`, 'done')
  await inOrder(caller, row, phase, lists)
  const items = (await rowsIn(caller, who_table)).filter((item) => item.phase === phase)
  const read = await answersRead(caller, row, phase, input, items)
  const team = await team_of_case.of(caller, row.id)
  const present = presentRead(team, input.present)
  const whole = items.every(({ key }) => read.some((one) => one.key === key))
  if (whole) await mayBeDone(caller, row, phase, { input, team })
  const at = actTime(input.at, patient, {
    after: await afterSteps(caller, row, phase),
    late_reason: 'told',
  })
  await kept(caller, row, before, {
    phase,
    status: whole ? 'DONE' : 'OPEN',
    items: read,
    present,
    side: input.side ?? null,
    read_by_id: caller.user_id,
    read_by_name: signer.name.slice(0, 160),
    at,
  })
  return row
}

type Kept = Omit<
  ChecklistRow,
  'id' | 'hospital_id' | 'case_id' | 'created_at' | 'updated_at' | 'version'
>

async function kept(
  caller: Caller,
  row: CaseRow,
  before: ChecklistRow | undefined,
  list: Kept,
): Promise<void> {
  const { hospital_id } = caller
  if (before === undefined) {
    await theatre_checklists.insert({ hospital_id, case_id: row.id, ...list })
  } else await theatre_checklists.change({ hospital_id, id: before.id }, list)
  record(caller, 'theatre_case.checklist', {
    entity_type: 'theatre_case',
    entity_id: row.id,
    entity_label: `${row.number}: ${phase_names[list.phase]}`,
    patient_id: row.patient_id,
    to_state: list.status,
  })
}

/** OT-10: each stop has its time. */
async function inOrder(
  caller: Caller,
  row: CaseRow,
  phase: Phase,
  lists: ReadonlyMap<Phase, ChecklistRow>,
): Promise<void> {
  if (row.status !== 'IN_THEATRE') {
    throw conflict(
      `Case ${row.number} is ${row.status}: the checklist is read in theatre.`,
      'state',
    )
  }
  if (phase === 'TIME_OUT' && !isDone(lists.get('SIGN_IN')))
    throw conflict('Sign-in is not done.', 'order')
  if (phase !== 'SIGN_OUT') return
  const stamps = await stampsOf(caller, row.id)
  if (stamps.get('INCISION') === undefined) throw conflict('There was no incision yet.', 'order')
  if (stamps.get('CLOSURE') === undefined) throw conflict('The wound is not closed yet.', 'order')
}

async function answersRead(
  caller: Caller,
  row: CaseRow,
  phase: Phase,
  { items }: ChecklistInput,
  known: readonly WhoItemRow[],
): Promise<ReadItem[]> {
  const counted = phase === 'SIGN_OUT' ? await countsOf(caller, row.id) : null
  const unresolved = (counted?.unresolved ?? null) !== null
  const seen = new Set<string>()
  return items.map((one, at) => {
    const asked = known.find(({ key }) => key === one.key)
    if (asked === undefined) throw invalid(`items[${at}].key`, `"${one.key}" is not in the table.`)
    if (seen.has(one.key)) throw invalid(`items[${at}].key`, 'is there twice.')
    seen.add(one.key)
    if (one.key === 'counts' && unresolved)
      return { ...one, answer: 'UNRESOLVED', note: one.note || null }
    answerFits(one, asked, at)
    return { key: one.key, answer: one.answer, note: one.note || null }
  })
}

function answerFits(
  one: ChecklistInput['items'][number],
  { safe, may_not_apply }: WhoItemRow,
  at: number,
): void {
  const allowed = ['YES', 'NO', ...(may_not_apply ? ['NOT_APPLICABLE'] : [])]
  if (!allowed.includes(one.answer)) {
    throw invalid(`items[${at}].answer`, `must be one of ${allowed.join(', ')}.`)
  }
  if (one.answer !== safe && one.answer !== 'NOT_APPLICABLE' && !one.note) {
    throw invalid(`items[${at}].note`, `is required with ${one.answer}.`)
  }
}

function presentRead(team: readonly TeamRow[], ids: readonly string[]): ChecklistRow['present'] {
  return [...new Set(ids)].map((staff_id, at) => {
    const member = team.find((one) => one.staff_id === staff_id)
    if (member === undefined) throw invalid(`present[${at}]`, 'is not in the team of this case.')
    return { staff_id, name: member.name }
  })
}

const nurses: readonly TeamRow['role'][] = [
  'SCRUB',
  'CIRCULATING',
  'ANAESTHETIC_ASSISTANT',
  'MIDWIFE',
  'RECOVERY',
]

interface Reading {
  input: ChecklistInput
  team: readonly TeamRow[]
}

async function mayBeDone(
  caller: Caller,
  row: CaseRow,
  phase: Phase,
  { input, team }: Reading,
): Promise<void> {
  const there = (...roles: TeamRow['role'][]): boolean =>
    team.some((one) => roles.includes(one.role) && input.present.includes(one.staff_id))
  const needs = (said: string, ...roles: TeamRow['role'][]): void => {
    if (!there(...roles))
      throw conflict(`${phase_names[phase]} needs ${said} to be present.`, 'present')
  }
  const alone = withoutAnaesthetist(row)
  if (phase === 'SIGN_IN') {
    if (alone) needs('the surgeon', 'SURGEON')
    else needs('the anaesthetist', 'ANAESTHETIST')
    needs('a nurse', ...nurses)
    return
  }
  needs('the surgeon', 'SURGEON')
  if (!alone) needs('the anaesthetist', 'ANAESTHETIST')
  needs('the circulating nurse', 'CIRCULATING')
  if (phase === 'TIME_OUT') sameSide(row, input)
  else await mustBeEqual(caller, row)
}

/** OT-9: never overridden. */
function sameSide(row: CaseRow, { side }: ChecklistInput): void {
  const listed = primaryOf(row.procedures).side
  if (listed === 'NOT_APPLICABLE' && side === undefined) return
  if (side === undefined) throw invalid('side', 'is required: say the side aloud.')
  if (side !== listed) {
    throw conflict(`The list says ${listed}; the checklist says ${side}. Stop and check.`, 'side')
  }
}

export async function shown(caller: Caller, case_id: string) {
  const lists = await checklistsOf(caller, case_id)
  const known = await rowsIn(caller, who_table)
  return phases.map((phase) => {
    const row = lists.get(phase)
    const items = known
      .filter((item) => item.phase === phase)
      .map(({ key, title }) => {
        const one = row?.items.find((item) => item.key === key)
        return { key, title, answer: one?.answer ?? null, note: one?.note ?? null }
      })
    return {
      phase,
      status: row?.status ?? ('OPEN' as const),
      items,
      present: row?.present ?? [],
      side: row?.side ?? null,
      read_by_name: row?.read_by_name ?? null,
      at: row?.at ?? null,
    }
  })
}
