// What a patient takes at home (2.3; CAR-41): told by somebody, part of every check of medicines.

import type { Caller } from '../../../core/caller.ts'
import { conflict, invalid } from '../../../core/refusal.ts'
import { life } from '../../../core/states.ts'
import { fresh } from '../../../core/versions.ts'
import { isTaken } from '../../../store/engines/engine.ts'
import { madeBefore } from '../../../store/made-before.ts'
import { type Page, pageFrom, type PageAsked } from '../../../store/pages.ts'
import { sql, when, where } from '../../../store/sql.ts'
import { folded, type RowOf } from '../../../store/table.ts'
import { patientRecord, writable } from '../../desk/patients/rows.ts'
import { historyIn } from '../../history.ts'
import { signerOf } from '../../neighbours/signing.ts'
import { today } from '../../office/hospitals/hospitals.ts'
import { recordWithLife } from '../../record-with-life.ts'
import { medicineRecord } from '../medicines/formulary/medicines.ts'
import type { HomeMedicineChange, HomeMedicineInput, StopInput } from './shapes.ts'
import { home_medicine_history, home_medicines } from './tables.ts'
import { home_states } from './words.ts'

export type HomeRow = RowOf<(typeof home_medicines)['columns']>

const home_life = life('home medicine', home_states, {
  stop: { from: ['TAKING'], to: 'STOPPED', permission: 'problem:write' },
  void: {
    from: ['TAKING', 'STOPPED'],
    to: 'VOIDED',
    permission: 'problem:write',
    reason: 'required',
  },
})

export const homeRecord = recordWithLife(home_medicines, {
  life: home_life,
  called: ({ name }) => name,
  history: historyIn(home_medicine_history),
  clash: async (_caller, error, { name }) =>
    isTaken(error, 'name_key') ? conflict(`${name} is on the list already.`) : error,
})

export async function list(
  caller: Caller,
  patient_id: string,
  asked: PageAsked & { search?: string; status?: HomeRow['status'] },
): Promise<Page<ReturnType<typeof shown>>> {
  const found = await pageFrom(home_medicines, asked, {
    from: sql` from home_medicines${where([
      sql`hospital_id = ${caller.hospital_id}`,
      sql`patient_id = ${patient_id}`,
      asked.status === undefined ? sql`status <> 'VOIDED'` : sql`status = ${asked.status}`,
      when(asked.search, sql`name_key like ${`%${folded(asked.search ?? '')}%`}`),
    ])}`,
    order: sql` order by case status when 'TAKING' then 0 else 1 end, created_at desc, id`,
  })
  return { rows: found.rows.map((row) => shown(caller, row)), meta: found.meta }
}

const shown = (caller: Caller, row: HomeRow) => ({ ...row, moves: homeRecord.moves(caller, row) })

export const whole = async (caller: Caller, { id }: Pick<HomeRow, 'id'>) => ({
  ...shown(caller, await homeRecord.get(caller, id)),
  history: await homeRecord.history(caller, id),
})

export async function open(caller: Caller, input: HomeMedicineInput): Promise<HomeRow> {
  if (await madeBefore(caller, home_medicines, input.id)) return already(caller, input)
  const signer = await signerOf(caller)
  const patient = await writable(caller, input.patient_id)
  const name = await nameOf(caller, input)
  await notAhead(caller, 'since', input.since)
  return homeRecord.created(
    caller,
    {
      ...(input.id === undefined ? {} : { id: input.id }),
      patient_id: patient.id,
      medicine_id: input.medicine_id ?? null,
      name,
      name_key: folded(name),
      dose_text: input.dose_text,
      since: input.since ?? null,
      source: input.source ?? 'PATIENT',
      adherence: input.adherence ?? null,
      staff_id: signer.staff_id,
      staff_name: signer.name.slice(0, 160),
      by_id: caller.user_id,
    },
    'record',
  )
}

async function already(caller: Caller, { id, patient_id }: HomeMedicineInput): Promise<HomeRow> {
  const { hospital_id } = caller
  const found = await home_medicines.find({ hospital_id, id, patient_id })
  if (found === undefined) throw conflict('This id is already in use.')
  return found
}

/** As the formulary calls it, else as it was told. */
async function nameOf(caller: Caller, { medicine_id, name }: HomeMedicineInput): Promise<string> {
  if (medicine_id) return (await medicineRecord.get(caller, medicine_id)).name
  if (name === undefined) throw invalid('name', 'is required without medicine_id.')
  return name
}

async function notAhead(
  caller: Caller,
  field: string,
  day: string | null | undefined,
): Promise<void> {
  if (day && day > (await today(caller))) throw invalid(field, 'is in the future.')
}

export async function change(
  caller: Caller,
  id: string,
  input: HomeMedicineChange,
): Promise<HomeRow> {
  await signerOf(caller)
  const before = await lockedWithPatient(caller, id)
  fresh(caller, before)
  if (before.status !== 'TAKING') {
    throw conflict(`Home medicine ${before.name} is ${before.status}: write it down anew.`, 'state')
  }
  await notAhead(caller, 'since', input.since)
  return homeRecord.changed(caller, before, 'change', input)
}

async function lockedWithPatient(caller: Caller, id: string): Promise<HomeRow> {
  const { patient_id } = await homeRecord.get(caller, id)
  await patientRecord.locked(caller, patient_id)
  return homeRecord.locked(caller, id)
}

async function begun(caller: Caller, id: string, move: 'stop' | 'void'): Promise<HomeRow> {
  await signerOf(caller)
  await lockedWithPatient(caller, id)
  return homeRecord.begin(caller, id, move)
}

export async function stop(caller: Caller, id: string, input: StopInput): Promise<HomeRow> {
  const before = await begun(caller, id, 'stop')
  const stopped_on = input.stopped_on ?? (await today(caller))
  await notAhead(caller, 'stopped_on', stopped_on)
  if (before.since !== null && stopped_on < before.since) {
    throw invalid('stopped_on', 'is before since.')
  }
  return homeRecord.moved(caller, before, 'stop', { stopped_on }, input.reason ?? null)
}

export const voidIt = async (caller: Caller, id: string, reason: string): Promise<HomeRow> =>
  homeRecord.moved(caller, await begun(caller, id, 'void'), 'void', {}, reason)

/** What is taken now, for the summary of a patient and for the checks (CAR-41). */
export async function homeMedicinesOf({ hospital_id }: Caller, patient_id: string) {
  const found = await home_medicines.all(
    { hospital_id, patient_id, status: 'TAKING' },
    { order: ['created_at', 'id'] },
  )
  return found.map(({ id, medicine_id, name, dose_text, since, source, adherence }) => ({
    id,
    medicine_id,
    name,
    dose_text,
    since,
    source,
    adherence,
  }))
}
