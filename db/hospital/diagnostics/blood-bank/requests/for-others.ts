// Blood that another area asks for, and takes back, under a source of its own (BLD-65, BLD-97).

import type { Caller } from '../../../../core/caller.ts'
import { switchedOff } from '../../../modules.ts'
import { actingBranch } from '../../../money/accounting/posting/post.ts'
import { switchesOf } from '../../../office/places/switches.ts'
import { settingsOf } from '../settings/settings.ts'
import { cancelled } from './cancelling.ts'
import { countsOf } from './progress.ts'
import { open_states, requestRecord, type RequestRow } from './record.ts'
import { request } from './requesting.ts'
import type { RequestInput } from './shapes.ts'
import { blood_requests } from './tables.ts'

export interface Source {
  source: string
  source_id: string
}
interface BloodAsked extends Source {
  patient_id: string
  component_code: string
  units: number
  needed_at: string
  indication: RequestInput['indication']
  emergency: boolean
}
interface Off {
  off: true
  message: string
}

/** Asked once for a source; asked again it follows the new time. */
export async function requestBlood(
  caller: Caller,
  { source, source_id, ...asked }: BloodAsked,
): Promise<{ request_id: string; number: string } | Off> {
  const off = await offFor(caller, asked.component_code)
  if (off !== null) return { off: true, message: off }
  const known = await openFor(caller, { source, source_id })
  const { id, number } =
    known === undefined
      ? await asRequested(caller, asked, { source, source_id })
      : await follows(caller, known, asked.needed_at)
  return { request_id: id, number }
}

async function offFor(caller: Caller, code: string): Promise<string | null> {
  const { name, on } = await switchesOf(caller.hospital_id, await actingBranch(caller))
  if (!on.blood_bank) return switchedOff('blood_bank', name).message
  const { components } = await settingsOf(caller)
  const kept = components.some((one) => one.code === code && one.active)
  return kept ? null : `The blood bank keeps no ${code}.`
}

async function asRequested(
  caller: Caller,
  { component_code, units, emergency, ...asked }: Omit<BloodAsked, keyof Source>,
  of: Source,
): Promise<RequestRow> {
  const unknown = {
    transfused_before: 'UNKNOWN',
    pregnant_or_transfused_90d: 'UNKNOWN',
    reaction_before: 'UNKNOWN',
  } as const
  const lines = [{ component_code, units }]
  const priority = emergency ? ('EMERGENCY' as const) : ('ROUTINE' as const)
  return (await request(caller, { ...asked, ...unknown, lines, priority }, of)).row
}

async function follows(caller: Caller, { id }: RequestRow, needed_at: string): Promise<RequestRow> {
  const before = await requestRecord.locked(caller, id)
  if (before.needed_at === needed_at) return before
  return requestRecord.changed(caller, before, 'follow', { needed_at })
}

/** What went out keeps its course. */
export async function cancelBlood(caller: Caller, of: Source, reason: string): Promise<void> {
  const known = await openFor(caller, of)
  if (known === undefined) return
  await cancelled(caller, await requestRecord.locked(caller, known.id), reason)
}

export interface ReadyUnits {
  number: string
  /** Set aside, at the ward or given. */
  ready_units: number
  ready: boolean
}

/** Null: nothing is asked for, or the blood bank is not run here. */
export async function readyUnits(caller: Caller, of: Source): Promise<ReadyUnits | null> {
  const { on } = await switchesOf(caller.hospital_id, await actingBranch(caller))
  const known = on.blood_bank ? await openFor(caller, of) : undefined
  if (known === undefined) return null
  const lines = (await countsOf(caller, [known.id])).get(known.id) ?? []
  const here = lines.map((one) => one.reserved + one.issued + one.transfused)
  return {
    number: known.number,
    ready_units: here.reduce((sum, count) => sum + count, 0),
    ready: lines.every(({ units }, at) => (here[at] ?? 0) >= units),
  }
}

const openFor = ({ hospital_id }: Caller, of: Source): Promise<RequestRow | undefined> =>
  blood_requests.find({ hospital_id, ...of, status: [...open_states] })
