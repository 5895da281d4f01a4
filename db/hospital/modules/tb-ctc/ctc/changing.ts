// ART begins, is changed, stops and begins again (TBC-14 to TBC-16).

import { type Caller, can } from '../../../../core/caller.ts'
import { conflict, invalid, notPermitted } from '../../../../core/refusal.ts'
import { practisingSigner } from '../../../desk/amendments/practising.ts'
import type { GateResult } from '../../../desk/gates/shapes.ts'
import { resultsOfPatients } from '../../../diagnostics/laboratory/results/of-patient.ts'
import { anotherPerson } from '../../../office/access/users/another-person.ts'
import { today } from '../../../office/places/hours.ts'
import { openCaseOf } from '../tb/record.ts'
import { prescribe, said, stopPrescription } from '../prescribing.ts'
import type { ArtRegimen } from '../sheets/rows.ts'
import { artRegimens, arvReasons, deskRules, viralLoadRules } from '../sheets/sheets.ts'
import { bodyOf, visitsOf } from './body.ts'
import { reckoned } from './enrolling.ts'
import { begunClient, type ClientRow, clientRecord } from './record.ts'
import { fittingArt, provesFailure } from './regimens.ts'
import type { CtcRegimenInput } from './shapes.ts'
import { days_a_month, mayHaveMonths, modelOf, nextVisit, suppliedFrom } from './supply.ts'
import { type Art, ctc_prescriptions } from './tables.ts'
import { reckon } from './viral-load.ts'

export interface RegimenChanged {
  row: ClientRow
  prescription_id: string | null
  warnings: GateResult[]
}

export async function changeArt(
  caller: Caller,
  id: string,
  input: CtcRegimenInput,
): Promise<RegimenChanged> {
  const signer = await practisingSigner(caller)
  const before = await begunClient(caller, id, 'regimen')
  const day = await today(caller, before.facility_id)
  await judge(caller, before, input)
  if (input.action === 'STOP') return stop(caller, before, input, { day, by_name: signer.name })
  const regimen = await chosen(caller, before, input, day)
  const months = input.months ?? 1
  await mayBeSupplied(caller, before, months, day)
  const { prescription_id, warnings } = await prescribeArt(caller, before, regimen, {
    months,
    overrides: input.overrides,
  })
  const art = artAfter(before, input, regimen, { day, by_name: signer.name, prescription_id })
  const supply = suppliedFrom(day, months)
  const row = await clientRecord.moved(caller, before, 'regimen', {
    stage: 'ON_ART',
    art,
    line: art.line,
    regimen_key: art.regimen_key,
    supply,
    model: modelOf(months),
    next_visit_on: nextVisit(supply, await deskRules(caller)),
  })
  const asked = [...warnings, ...(await baseline(caller, before, input, regimen))]
  return { row: await reckoned(caller, row), prescription_id, warnings: asked }
}

/** Which action the stage allows, and what each has to say. */
async function judge(
  caller: Caller,
  { stage, art, number }: ClientRow,
  { action, reason_code, reason, regimen_key }: CtcRegimenInput,
): Promise<void> {
  const begins = action === 'START' || action === 'RESTART'
  if (begins !== (stage !== 'ON_ART')) {
    throw conflict(`Client ${number} is ${stage}: ${action} is not open.`, 'stage')
  }
  if (action === 'START' && art !== null) {
    throw conflict(`Client ${number} was on ART before: RESTART it.`, 'stage')
  }
  if (action === 'RESTART' && art === null) {
    throw conflict(`Client ${number} was never on ART: START it.`, 'stage')
  }
  if (action !== 'STOP' && !regimen_key) throw invalid('regimen_key', 'is required.')
  if (action === 'STOP' && !reason) throw invalid('reason', 'and the plan are required for STOP.')
  if (action === 'START') return
  const codes = (await arvReasons(caller)).map(({ code }) => code)
  if (!reason_code || !codes.includes(reason_code)) {
    throw invalid('reason_code', `must be one of ${codes.join(', ')}.`)
  }
}

async function chosen(
  caller: Caller,
  before: ClientRow,
  { action, regimen_key, reason }: CtcRegimenInput,
  day: string,
): Promise<ArtRegimen> {
  const body = await bodyOf(caller, before, day)
  const regimen = fittingArt(await artRegimens(caller), regimen_key ?? '', body)
  const line = before.art?.line ?? 1
  if (action === 'SUBSTITUTE' && regimen.line !== line) {
    throw conflict(`${regimen.title} is line ${regimen.line}: SWITCH to it.`, 'line')
  }
  if (action === 'SWITCH' && regimen.line <= line) {
    throw conflict(`${regimen.title} is line ${regimen.line}: SUBSTITUTE it.`, 'line')
  }
  if (action === 'SWITCH') await mayBeSwitched(caller, before, reason)
  else if (regimen.line > line && !can(caller, 'ctc:approve')) throw notPermitted('ctc:approve')
  return regimen
}

/** TBC-15: proved, or approved by another than who asked for it at a visit. */
async function mayBeSwitched(
  caller: Caller,
  before: ClientRow,
  reason: string | null | undefined,
): Promise<void> {
  const { loads } = await reckon(caller, before)
  if (provesFailure(await viralLoadRules(caller), loads.all, loads.sessions)) return
  if (!can(caller, 'ctc:approve')) {
    throw conflict(
      'One viral load is not enough: repeat after counselling, or ask ctc:approve.',
      'viral_load',
    )
  }
  if (!reason) throw invalid('reason', 'is required: the viral loads alone do not prove failure.')
  const asked = (await visitsOf(caller, before.id)).find(
    ({ arv_status }) => arv_status === 'CHANGE',
  )
  if (asked === undefined) {
    throw conflict('Nobody asked for it: a visit with arv_status CHANGE comes first.', 'not_asked')
  }
  await anotherPerson(caller, asked.signed_by_id, 'ctc:approve')
}

export async function mayBeSupplied(
  caller: Caller,
  client: ClientRow,
  months: number,
  day: string,
): Promise<void> {
  if (months < 3) return
  const { years } = await bodyOf(caller, client, day)
  const tb = await openCaseOf(caller, client.patient_id)
  const { last } = await reckon(caller, client)
  mayHaveMonths(
    months,
    {
      years,
      pregnant: client.pregnant,
      art_started_on: client.art?.started_on ?? null,
      viral_load: last,
      adherence: client.adherence,
      tb_started_on: tb?.treatment_started_on ?? null,
    },
    await deskRules(caller),
    await viralLoadRules(caller),
    day,
  )
}

/** The regimen stands only where its items are signed: who starts it prescribes it. */
export async function prescribeArt(
  caller: Caller,
  before: ClientRow,
  regimen: ArtRegimen,
  { months, overrides }: { months: number; overrides: CtcRegimenInput['overrides'] },
) {
  if (!can(caller, 'prescription:write')) throw notPermitted('prescription:write')
  await stopPrescription(caller, before.art?.prescription_id, 'CHANGED')
  const taken = regimen.medicines.map(({ medicine, units, frequency }) => ({
    medicine,
    per_dose: units,
    frequency,
    days: months * days_a_month,
  }))
  const written = await prescribe(caller, before.patient_id, taken, overrides)
  const { hospital_id } = caller
  const { id: client_id } = before
  const { prescription_id } = written
  if (prescription_id !== null) {
    await ctc_prescriptions.insert({ hospital_id, client_id, prescription_id })
  }
  return written
}

interface By {
  day: string
  by_name: string
}

function artAfter(
  { art, regimen_key: from }: ClientRow,
  { action, reason_code, reason }: CtcRegimenInput,
  { key, line }: ArtRegimen,
  { day, by_name, prescription_id }: By & { prescription_id: string | null },
): Art {
  const change = {
    on: day,
    action,
    from,
    to: key,
    reason_code: reason_code ?? '',
    reason: reason ?? null,
    by_name,
  }
  return {
    started_on: art?.started_on ?? day,
    line,
    regimen_key: key,
    since: day,
    prescription_id,
    changes: [...(art?.changes ?? []), change],
  }
}

async function stop(
  caller: Caller,
  before: ClientRow,
  { reason_code, reason }: CtcRegimenInput,
  { day, by_name }: By,
): Promise<RegimenChanged> {
  const art = before.art as Art
  await stopPrescription(caller, art.prescription_id, 'OTHER')
  const change = {
    on: day,
    action: 'STOP' as const,
    from: before.regimen_key,
    to: null,
    reason_code: reason_code ?? '',
    reason: reason ?? null,
    by_name,
  }
  const row = await clientRecord.moved(caller, before, 'regimen', {
    stage: 'STOPPED',
    regimen_key: null,
    supply: null,
    next_visit_on: null,
    art: {
      ...art,
      regimen_key: null,
      since: day,
      prescription_id: null,
      changes: [...art.changes, change],
    },
  })
  return { row: await reckoned(caller, row), prescription_id: null, warnings: [] }
}

/** What is looked at, and stops nothing. */
async function baseline(
  caller: Caller,
  { patient_id }: ClientRow,
  { action }: CtcRegimenInput,
  { creatinine, title }: ArtRegimen,
): Promise<GateResult[]> {
  const words: string[] = []
  if (creatinine === true) {
    const known = await resultsOfPatients(caller, [patient_id], ['CREAT'])
    if (!known.some(({ value }) => value !== null)) {
      words.push(`Creatinine is not known: check it for ${title}.`)
    }
  }
  if (action === 'RESTART') words.push('CD4 and the screening for TB are repeated at a restart.')
  return words.map(said)
}
