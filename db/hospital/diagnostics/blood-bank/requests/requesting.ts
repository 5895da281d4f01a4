// Blood is asked for (2.5, 3.4), with an indication and what is known of earlier transfusions.

import type { Caller } from '../../../../core/caller.ts'
import { clock, dayIn, hours, instantIn } from '../../../../core/clock.ts'
import { conflict, invalidAs } from '../../../../core/refusal.ts'
import { madeBefore } from '../../../../store/made-before.ts'
import { newId } from '../../../../core/ids.ts'
import { linesOf } from '../../../../store/lines-of.ts'
import { refusedOf } from '../../../care/consents/consents.ts'
import { gate } from '../../../desk/gates/gate.ts'
import type { Bite } from '../../../desk/gates/kind.ts'
import type { GateResult } from '../../../desk/gates/shapes.ts'
import { writable } from '../../../desk/patients/rows.ts'
import { joinTeam } from '../../../desk/visits/moves/events.ts'
import { signerOf } from '../../../neighbours/signing.ts'
import { hospitalOf } from '../../../office/hospitals/hospitals.ts'
import { notify } from '../../../office/notifications/notify.ts'
import { inWords } from '../../../office/plans/days.ts'
import { orderPlace } from '../../laboratory/orders/place.ts'
import { latestReleased } from '../../laboratory/results/latest.ts'
import { isCells } from '../matching/decision.ts'
import { expectSample, validSampleOf } from '../patients/samples.ts'
import type { BloodSettings } from '../settings/setting-words.ts'
import { componentCalled, settingsOf } from '../settings/settings.ts'
import { linkSample } from './progress.ts'
import { requestRecord, type RequestRow } from './record.ts'
import type { RequestInput } from './shapes.ts'
import { blood_request_lines, blood_requests } from './tables.ts'

export interface Requested {
  row: RequestRow
  warnings: GateResult[]
}

const request_lines = linesOf(blood_request_lines, 'request_id')

/** `of`: another area asks, and keeps it by its own record (BLD-65). */
export async function request(
  caller: Caller,
  input: RequestInput,
  of: { source: string; source_id: string } | null = null,
): Promise<Requested> {
  if (await madeBefore(caller, blood_requests, input.id)) return already(caller, input)
  const signer = await signerOf(caller)
  const patient = await writable(caller, input.patient_id)
  const place = await orderPlace(caller, patient.id, input)
  const settings = await settingsOf(caller)
  const lines = linesRead(settings, input)
  const id = input.id ?? newId()
  const measured = await measuredOf(caller, input)
  const warnings = await passThreshold(caller, id, { ...input, ...measured }, lines, settings)
  const row = await requestRecord.created(
    caller,
    {
      id,
      ...place,
      patient_id: patient.id,
      hold_only: input.hold_only ?? false,
      priority: input.priority ?? 'ROUTINE',
      needed_at: input.needed_at ? new Date(input.needed_at).toISOString() : clock.instant(),
      indication: input.indication,
      indication_note: input.indication_note || null,
      ...measured,
      transfused_before: input.transfused_before,
      pregnant_or_transfused_90d: input.pregnant_or_transfused_90d,
      reaction_before: input.reaction_before,
      requirements: [...(input.requirements ?? [])],
      massive: input.massive ?? false,
      requested_by_id: signer.staff_id,
      requested_by_name: signer.name.slice(0, 160),
      by_id: caller.user_id,
      source: of?.source ?? null,
      source_id: of?.source_id ?? null,
    },
    'request',
  )
  await request_lines.add(caller, id, lines)
  await sampleFor(caller, row)
  if (place.visit_id !== null) await joinTeam(caller, place.visit_id)
  await tellBank(caller, row)
  return { row, warnings: [...warnings, ...(await refusalOf(caller, patient.id))] }
}

async function already(caller: Caller, { id = '', patient_id }: RequestInput): Promise<Requested> {
  const { hospital_id } = caller
  const found = await blood_requests.find({ hospital_id, id, patient_id })
  if (found === undefined) throw conflict('This id is already in use.')
  return { row: found, warnings: [] }
}

const looked_back = hours(48)

/** What nobody typed is the newest released value of two days (2.5). */
async function measuredOf(
  caller: Caller,
  { patient_id, haemoglobin, platelets, inr }: RequestInput,
) {
  const since = instantIn(-looked_back)
  const newest = async (typed: number | null | undefined, code: string) =>
    typed ?? (await latestReleased(caller, patient_id, [code], since))?.value ?? null
  return {
    haemoglobin: await newest(haemoglobin, 'HGB'),
    platelets: await newest(platelets, 'PLT'),
    inr: await newest(inr, 'INR'),
  }
}

type Line = { component_code: string; units: number; volume_ml: number | null }

function linesRead(settings: BloodSettings, { lines = [], hold_only }: RequestInput): Line[] {
  if (hold_only === true) {
    if (lines.length > 0) throw invalidAs('lines', 'none with hold_only.')
    return []
  }
  if (lines.length === 0) throw invalidAs('lines', 'at least one, or hold_only.')
  const seen = new Set<string>()
  return lines.map(({ component_code, units, volume_ml }, at) => {
    const { code } = componentCalled(settings, component_code, `lines[${at}].component_code`)
    if (seen.has(code)) throw invalidAs(`lines[${at}]`, `${code} stands there twice.`)
    seen.add(code)
    return { component_code: code, units, volume_ml: volume_ml ?? null }
  })
}

const bleeding = new Set(['BLEEDING', 'OBSTETRIC', 'EXCHANGE'])

/** BLD_THRESHOLD: red cells above seven, or eight before surgery, are asked about. */
async function passThreshold(
  caller: Caller,
  id: string,
  input: RequestInput,
  lines: readonly Line[],
  settings: BloodSettings,
): Promise<GateResult[]> {
  const { haemoglobin = null, indication, patient_id, priority } = input
  const limit = indication === 'SURGERY' ? 8 : 7
  const cells = lines.some((one) => isCells(componentCalled(settings, one.component_code).family))
  const above = haemoglobin !== null && haemoglobin >= limit
  const BLD_THRESHOLD: Bite[] =
    cells && above && !bleeding.has(indication)
      ? [{ what: `Haemoglobin is ${haemoglobin} g/dL; red cells are for less than ${limit}.` }]
      : []
  return gate(caller, {
    action: 'blood.request',
    subject: { patient_id, by_gate: { BLD_THRESHOLD } },
    emergency: priority === 'EMERGENCY',
    overrides: input.overrides ?? [],
    entity: { type: 'blood_request', id, patient_id },
  })
}

/** A sample that is good already serves; else one is expected. */
async function sampleFor(caller: Caller, row: RequestRow): Promise<void> {
  const found = await validSampleOf(caller, row.patient_id)
  if (found === undefined) await expectSample(caller, { ...row, request_id: row.id })
  else await linkSample(caller, found)
}

async function tellBank(caller: Caller, row: RequestRow): Promise<void> {
  const urgent = row.priority !== 'ROUTINE'
  await notify(caller, {
    to: { permission: 'blood:issue' },
    kind: 'blood.request',
    urgency: urgent ? 'URGENT' : 'INFO',
    title: `${row.priority} request ${row.number}`,
    body: [row.indication, row.location].filter(Boolean).join(', '),
    entity: { type: 'blood_request', id: row.id },
    ...(urgent ? { escalate: { after_min: 10, to: { role: 'lab_manager' } } } : {}),
  })
}

async function refusalOf(caller: Caller, patient_id: string): Promise<GateResult[]> {
  const found = await refusedOf(caller, { patient_id, kind: 'TRANSFUSION' })
  if (found === null) return []
  const { timezone } = await hospitalOf(caller)
  const since = inWords(dayIn(timezone, new Date(found.created_at)))
  return [
    {
      gate: null,
      level: 'WARN',
      subject: 'REFUSED',
      message: `A refusal of blood is on record since ${since}.`,
      may_override: [],
      permission: null,
      reasons: [],
    },
  ]
}
