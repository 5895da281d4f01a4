// Reading a follow-up: whom it is for, whom it is about, and by when (COM-73).

import type { Caller } from '../../../../core/caller.ts'
import { invalid, noSuch } from '../../../../core/refusal.ts'
import { patientRecord } from '../../../desk/patients/rows.ts'
import { activeNamed, staffAccounts } from '../../../office/access/users/named-accounts.ts'
import { today } from '../../../office/hospitals/hospitals.ts'
import { clientRecord } from '../record.ts'
import type { FollowUpRow } from './record.ts'
import type { FollowUpChange, FollowUpInput } from './shapes.ts'

type Said = Partial<FollowUpRow>

export async function readFollowUp(
  caller: Caller,
  input: FollowUpChange,
  before?: FollowUpRow,
): Promise<Said> {
  const { kind, assigned_to_id, assigned_to_name, ...rest } = input
  const said: Said = {
    ...withoutBlanks(rest),
    ...(kind === undefined ? {} : { kind: kindRead(kind) }),
    ...(await assigned(caller, assigned_to_id, assigned_to_name)),
  }
  const { due_on = '', remind_on } = { ...before, ...said }
  if (remind_on && remind_on > due_on) throw invalid('remind_on', 'is after due_on.')
  return said
}

const withoutBlanks = (input: object): Said =>
  Object.fromEntries(
    Object.entries(input).map(([field, value]) => [field, value === '' ? null : value]),
  )

/** Any word, as it is typed; it is compared without case. */
const kindRead = (typed: string | null): string =>
  (typed?.trim() || 'CALL').slice(0, 40).toWellFormed()

/** An account by its id, or the one that bears this name; any other name is kept as it is typed. */
async function assigned(
  caller: Caller,
  id: string | null | undefined,
  name: string | null | undefined,
): Promise<Said> {
  if (typeof id === 'string') {
    const [found] = await staffAccounts(caller, [id])
    if (found === undefined) throw noSuch('user')
    return { assigned_to_id: id, assigned_to_name: found.full_name }
  }
  if (name === undefined) {
    return id === undefined ? {} : { assigned_to_id: null, assigned_to_name: null }
  }
  if (name === null || name === '') return { assigned_to_id: null, assigned_to_name: null }
  const known = await activeNamed(caller, name)
  return {
    assigned_to_id: known?.id ?? null,
    assigned_to_name: known?.full_name ?? name,
  }
}

/** 404 where there is no such client or patient. */
export async function aboutWhom(
  caller: Caller,
  { client_id = null, patient_id = null }: Pick<FollowUpInput, 'client_id' | 'patient_id'>,
): Promise<{ client_id: string | null; patient_id: string | null }> {
  if (client_id !== null) await clientRecord.get(caller, client_id)
  if (patient_id !== null) await patientRecord.get(caller, patient_id)
  return { client_id, patient_id }
}

export async function refusePast(caller: Caller, due_on: string): Promise<void> {
  if (due_on < (await today(caller))) throw invalid('due_on', 'is in the past.')
}

/** Today where nothing is said. */
export async function doneOn(caller: Caller, said: string | null | undefined): Promise<string> {
  const day = await today(caller)
  if (said && said > day) throw invalid('done_on', 'is in the future.')
  return said ?? day
}
