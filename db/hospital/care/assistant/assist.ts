// Asking the assistant (CAR-185 to CAR-191): off at first, masked, kept without anybody's name.

import type { Caller } from '../../../core/caller.ts'
import { clock, hours, instantIn } from '../../../core/clock.ts'
import { newId } from '../../../core/ids.ts'
import { conflict, invalid, Refusal, tooMany } from '../../../core/refusal.ts'
import { fresh } from '../../../core/versions.ts'
import { rows } from '../../../store/connection.ts'
import { sql } from '../../../store/sql.ts'
import { rowsOf } from '../../desk/patients/rows.ts'
import { signerOf } from '../../neighbours/signing.ts'
import { difference, record } from '../../office/audit/record.ts'
import { patientsReadBy } from '../../office/audit/rows.ts'
import { facilityRecord } from '../../office/places/facilities.ts'
import { isAdopted } from '../clinical/adoptions.ts'
import { suggest } from './built-in.ts'
import { masked } from './masking.ts'
import { rules_table } from './rules.ts'
import type { AssistNote, AssistSettings, AssistSettingsInput, Suggestion } from './shapes.ts'
import { assist_log, assist_settings } from './tables.ts'
import { providers } from './words.ts'

type Of = Pick<Caller, 'hospital_id'>

const shipped: AssistSettings = {
  enabled: false,
  provider: 'BUILT_IN',
  timeout_ms: 10_000,
  max_per_hour: 30,
  fallback: true,
  facilities: null,
  version: 0,
}

export async function settings({ hospital_id }: Of): Promise<AssistSettings> {
  return { ...shipped, ...(await assist_settings.find({ hospital_id })) }
}

export async function changeSettings(
  caller: Caller,
  input: AssistSettingsInput,
): Promise<AssistSettings> {
  const { hospital_id } = caller
  const row = await assist_settings.find({ hospital_id }, { lock: true })
  fresh(caller, { version: row?.version ?? 0 })
  const { provider, url, key, ...plain } = input
  if (url || key) throw invalid(url ? 'url' : 'key', 'belongs to HTTP, which is not offered yet.')
  for (const id of plain.facilities ?? []) await facilityRecord.get(caller, id)
  const asked = {
    ...plain,
    ...(provider === undefined ? {} : { provider: providerNamed(provider) }),
  }
  const before = { ...shipped, ...row }
  const changes = difference({ ...before }, { ...before, ...asked })
  if (Object.keys(changes ?? {}).length === 0) return settings(caller)
  if (row === undefined) await assist_settings.insert({ hospital_id, ...asked })
  else await assist_settings.change({ hospital_id }, asked)
  record(caller, 'settings.assistant', {
    entity_type: 'settings',
    entity_id: 'assistant',
    changes,
  })
  return settings(caller)
}

function providerNamed(typed: string): (typeof providers)[number] {
  const word = typed.toUpperCase()
  const found = providers.find((one) => one === word)
  if (found !== undefined) return found
  if (word === 'HTTP') throw invalid('provider', 'HTTP is not offered yet.')
  throw invalid('provider', `must be one of ${providers.join(', ')}.`)
}

export async function ask(caller: Caller, note: AssistNote): Promise<Suggestion> {
  const chosen = await settings(caller)
  const here = chosen.facilities === null || chosen.facilities.includes(caller.facility_id ?? '')
  if (!chosen.enabled || !here) throw conflict('The assistant is switched off.', 'off')
  if (!note.chiefComplaint && !note.historyOfPresentIllness) {
    const message = 'chiefComplaint or historyOfPresentIllness is required.'
    throw new Refusal(400, 'invalid', message, { field: 'chiefComplaint' })
  }
  const signer = await signerOf(caller)
  await notTooOften(caller, chosen)
  const begun = clock.ms()
  const { note: input, removed } = masked(note, await namesLately(caller))
  const said = suggest(input)
  const took_ms = Math.max(0, clock.ms() - begun)
  const table_adopted = await isAdopted(caller, rules_table)
  const reply: Suggestion = { id: newId(), ...said, took_ms, table_adopted }
  await assist_log.insert({
    id: reply.id,
    hospital_id: caller.hospital_id,
    facility_id: caller.facility_id,
    at: clock.instant(),
    user_id: caller.user_id,
    staff_id: signer.staff_id,
    staff_name: signer.name.slice(0, 160),
    provider: chosen.provider,
    input,
    removed,
    reply,
    status: 'OK',
    took_ms,
  })
  return reply
}

/** CAR-191. */
async function notTooOften(
  { hospital_id, user_id }: Caller,
  { max_per_hour }: AssistSettings,
): Promise<void> {
  const lately = await rows<{ at: string }>(
    sql`select at from assist_log where hospital_id = ${hospital_id}
      and user_id = ${user_id ?? ''} and at > ${instantIn(-hours(1))}
      order by at desc limit ${max_per_hour}`,
  )
  const oldest = lately.at(-1)
  if (oldest === undefined || lately.length < max_per_hour) return
  const wait = Math.max(1, Math.ceil((Date.parse(oldest.at) + hours(1) - clock.ms()) / 1000))
  throw tooMany(`At most ${max_per_hour} an hour: ask the assistant again later.`, wait)
}

const lately_hours = 12

/** CAR-186: first and last names of whoever the caller had open in these hours. */
async function namesLately(caller: Caller): Promise<string[]> {
  const ids = await patientsReadBy(caller, instantIn(-hours(lately_hours)))
  const found = await rowsOf(caller, ids)
  return [...new Set(found.flatMap(({ full_name }) => full_name.split(/\s+/)))]
}
