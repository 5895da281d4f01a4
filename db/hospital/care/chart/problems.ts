// What goes on with a patient (2.3; CAR-36), kept from others where it is nobody's business (CAR-10).

import { type Caller, can } from '../../../core/caller.ts'
import { clock } from '../../../core/clock.ts'
import { capitals } from '../../../core/kinds/capitals.ts'
import { conflict, invalid, noSuch } from '../../../core/refusal.ts'
import { life } from '../../../core/states.ts'
import { isTaken } from '../../../store/engines/engine.ts'
import { madeBefore } from '../../../store/made-before.ts'
import { type Page, pageFrom, type PageAsked } from '../../../store/pages.ts'
import { sql, when, where } from '../../../store/sql.ts'
import { folded, type RowOf } from '../../../store/table.ts'
import { mayOpen } from '../../desk/patients/privacy/privacy.ts'
import { patientRecord, writable } from '../../desk/patients/rows.ts'
import { historyIn } from '../../history.ts'
import { clinicalFactChanged, type KnownCondition } from '../../neighbours/medicines.ts'
import { signerOf } from '../../neighbours/signing.ts'
import { today } from '../../office/hospitals/hospitals.ts'
import { recordWithLife } from '../../record-with-life.ts'
import type { ProblemInput } from './shapes.ts'
import { problem_history, problems } from './tables.ts'
import { problem_states } from './words.ts'

export type ProblemRow = RowOf<(typeof problems)['columns']>

const problem_life = life('problem', problem_states, {
  deactivate: { from: ['ACTIVE'], to: 'INACTIVE', permission: 'problem:write' },
  reactivate: { from: ['INACTIVE', 'RESOLVED'], to: 'ACTIVE', permission: 'problem:write' },
  resolve: { from: ['ACTIVE', 'INACTIVE'], to: 'RESOLVED', permission: 'problem:write' },
  void: {
    from: ['ACTIVE', 'INACTIVE', 'RESOLVED'],
    to: 'VOIDED',
    permission: 'problem:write',
    reason: 'required',
  },
})

export const problemRecord = recordWithLife(problems, {
  life: problem_life,
  called: ({ title }) => title,
  history: historyIn(problem_history),
  clash: async (_caller, error, { title }) =>
    isTaken(error, 'code') || isTaken(error, 'title_key')
      ? conflict(`${title} is on the list already.`)
      : error,
})

/** CAR-10: who wrote it, who holds the right, and the care team; to others there is no such record. */
export async function seen(caller: Caller, id: string): Promise<ProblemRow> {
  const row = await problemRecord.get(caller, id)
  if (row.sensitivity === 'NORMAL' || writtenBy(caller, row)) return row
  if (await seesAll(caller, row.patient_id)) return row
  throw noSuch('problem')
}

/** For the edge: a row with a sensitivity of its own would be taken for a patient there. */
export async function whose(caller: Caller, id: string): Promise<{ patient_id: string }> {
  const { patient_id } = await seen(caller, id)
  return { patient_id }
}

const writtenBy = ({ user_id }: Caller, { by_id }: ProblemRow): boolean =>
  user_id !== null && by_id === user_id

const seesAll = async (caller: Caller, patient_id: string): Promise<boolean> =>
  can(caller, 'record:restricted') || (await mayOpen(caller, [patient_id])).has(patient_id)

export async function list(
  caller: Caller,
  patient_id: string,
  asked: PageAsked & { search?: string; status?: ProblemRow['status']; chronic?: boolean },
): Promise<Page<ReturnType<typeof shown>>> {
  const all = await seesAll(caller, patient_id)
  const found = await pageFrom(problems, asked, {
    from: sql` from problems${where([
      sql`hospital_id = ${caller.hospital_id}`,
      sql`patient_id = ${patient_id}`,
      asked.status === undefined ? sql`status <> 'VOIDED'` : sql`status = ${asked.status}`,
      asked.chronic === undefined ? undefined : sql`chronic = ${asked.chronic}`,
      when(asked.search, sql`title_key like ${`%${folded(asked.search ?? '')}%`}`),
      all ? undefined : sql`(sensitivity = 'NORMAL' or by_id = ${caller.user_id ?? ''})`,
    ])}`,
    order: sql` order by status, created_at desc, id`,
  })
  return { rows: found.rows.map((row) => shown(caller, row)), meta: found.meta }
}

const shown = (caller: Caller, row: ProblemRow) => ({
  ...row,
  moves: problemRecord.moves(caller, row),
})

export const whole = async (caller: Caller, { id }: Pick<ProblemRow, 'id'>) => ({
  ...shown(caller, await problemRecord.get(caller, id)),
  history: await problemRecord.history(caller, id),
})

export async function open(caller: Caller, input: ProblemInput): Promise<ProblemRow> {
  const { hospital_id } = caller
  if (await madeBefore(caller, problems, input.id)) {
    const found = await problems.find({ hospital_id, id: input.id, patient_id: input.patient_id })
    if (found === undefined) throw conflict('This id is already in use.')
    return found
  }
  const signer = await signerOf(caller)
  const patient = await writable(caller, input.patient_id)
  if (input.onset_on && input.onset_on > (await today(caller))) {
    throw invalid('onset_on', 'is in the future.')
  }
  const row = await problemRecord.created(
    caller,
    {
      ...(input.id === undefined ? {} : { id: input.id }),
      patient_id: patient.id,
      title: input.title,
      title_key: folded(input.title),
      ...codeOf(input),
      chronic: input.chronic ?? false,
      onset_on: input.onset_on ?? null,
      note: input.note || null,
      sensitivity: input.sensitivity ?? 'NORMAL',
      last_reviewed_at: clock.instant(),
      staff_id: signer.staff_id,
      staff_name: signer.name.slice(0, 160),
      by_id: caller.user_id,
    },
    'record',
  )
  await clinicalFactChanged(caller, { patient_id: patient.id, what: 'PROBLEM' })
  return row
}

/** CAR-14: blanks, hyphens and small letters do not count. */
function codeOf({ code, coding_system }: ProblemInput) {
  if (Boolean(code) !== Boolean(coding_system)) {
    throw invalid('code', 'and coding_system go together.')
  }
  if (!code || !coding_system) return { code: null, coding_system: null }
  return {
    code: capitals(code),
    coding_system: capitals(coding_system).replace(/[\s-]/g, ''),
  }
}

type Move = 'deactivate' | 'reactivate' | 'void'

export async function move(
  caller: Caller,
  id: string,
  name: Move,
  reason: string | null,
): Promise<ProblemRow> {
  const before = await begun(caller, id, name)
  const changes = name === 'reactivate' ? { resolved_on: null } : {}
  return problemRecord.moved(
    caller,
    before,
    name,
    { ...changes, last_reviewed_at: clock.instant() },
    reason,
  )
}

export async function resolve(
  caller: Caller,
  id: string,
  input: { resolved_on?: string | null; note?: string | null },
): Promise<ProblemRow> {
  const before = await begun(caller, id, 'resolve')
  const day = await today(caller)
  const resolved_on = input.resolved_on ?? day
  if (resolved_on > day) throw invalid('resolved_on', 'is in the future.')
  if (before.onset_on !== null && resolved_on < before.onset_on) {
    throw invalid('resolved_on', 'is before onset_on.')
  }
  return problemRecord.moved(caller, before, 'resolve', {
    resolved_on,
    note: input.note ?? before.note,
    last_reviewed_at: clock.instant(),
  })
}

async function begun(caller: Caller, id: string, name: Move | 'resolve'): Promise<ProblemRow> {
  await signerOf(caller)
  const { patient_id } = await problemRecord.get(caller, id)
  await patientRecord.locked(caller, patient_id)
  return problemRecord.begin(caller, id, name)
}

/** What stands of each of them; what is kept from others is left out where the caller may not see it. */
export async function conditionsOf(
  caller: Caller,
  patient_ids: readonly string[],
): Promise<ReadonlyMap<string, KnownCondition[]>> {
  const { hospital_id } = caller
  if (patient_ids.length === 0) return new Map()
  const found = await problems.all(
    { hospital_id, patient_id: [...new Set(patient_ids)], status: 'ACTIVE' },
    { order: ['patient_id', 'created_at', 'id'] },
  )
  const kept = found.filter((row) => row.sensitivity === 'RESTRICTED' && !writtenBy(caller, row))
  const ids = kept.map(({ patient_id }) => patient_id)
  const open = can(caller, 'record:restricted') ? new Set(ids) : await mayOpen(caller, ids)
  const told = found.filter((row) => !kept.includes(row) || open.has(row.patient_id))
  return new Map(
    [...Map.groupBy(told, ({ patient_id }) => patient_id)].map(([id, own]) => [
      id,
      own.map(({ title, chronic }) => ({ title, chronic })),
    ]),
  )
}

/** Codes of what goes on: checks of medicines use what is kept from others too (CAR-10). */
export async function conditionCodes(
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  patient_id: string,
): Promise<string[]> {
  const found = await problems.all({ hospital_id, patient_id, status: 'ACTIVE' })
  return [...new Set(found.flatMap(({ code }) => code ?? []))]
}

/** CAR-36: whether a code stands on the list already, as something that goes on or rests. */
export const isListed = async (
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  { patient_id, code }: { patient_id: string; code: string },
): Promise<boolean> =>
  (await problems.count({ hospital_id, patient_id, code, status: ['ACTIVE', 'INACTIVE'] })) > 0

/** CAR-36: a summary that is signed has looked at all of them. */
export const reviewed = async (
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  patient_id: string,
): Promise<void> => {
  const last_reviewed_at = clock.instant()
  await problems.change({ hospital_id, patient_id, status: 'ACTIVE' }, { last_reviewed_at })
}
