// A visit of a client (TBC-16 to TBC-20): written once, signed, and what follows from it.

import type { Caller } from '../../../../core/caller.ts'
import { conflict, invalid } from '../../../../core/refusal.ts'
import { madeBefore } from '../../../../store/made-before.ts'
import { practisingSigner } from '../../../desk/amendments/practising.ts'
import type { GateResult } from '../../../desk/gates/shapes.ts'
import { order } from '../../../diagnostics/laboratory/orders/ordering.ts'
import { today } from '../../../office/places/hours.ts'
import { chargeKey } from '../../parts/charging.ts'
import { daysFrom } from '../calendar-days.ts'
import { said } from '../prescribing.ts'
import type { ArtRegimen } from '../sheets/rows.ts'
import { artRegimens, arvReasons, chargeCode, deskRules } from '../sheets/sheets.ts'
import { caseNumber, openCaseOf } from '../tb/record.ts'
import { write as presume } from '../tb/presuming.ts'
import { type VisitRow, visitsOf } from './body.ts'
import { mayBeSupplied, prescribeArt } from './changing.ts'
import { reckoned } from './enrolling.ts'
import { adherenceOf, adherenceTold } from './pill-count.ts'
import { begunClient, type ClientRow, clientRecord } from './record.ts'
import { unitsPerDay } from './regimens.ts'
import type { CtcVisitInput } from './shapes.ts'
import { days_a_month, modelOf, nextVisit, suppliedFrom } from './supply.ts'
import { type Art, ctc_visits, type TbScreen } from './tables.ts'

export interface Visited {
  visit: VisitRow
  client: ClientRow
  proposals: string[]
  warnings: GateResult[]
}

export async function visit(caller: Caller, id: string, input: CtcVisitInput): Promise<Visited> {
  if (await madeBefore(caller, ctc_visits, input.id)) return already(caller, id, input)
  const signer = await practisingSigner(caller)
  const before = await begunClient(caller, id, 'visit')
  const day = await today(caller, before.facility_id)
  const on = visitedOn(before, input, day)
  await judge(caller, before, input)
  const regimen = await regimenNow(caller, before)
  const counted = adherenceIn(input, before, regimen, on)
  const screened = await screen(caller, before, input.tb_screen)
  const refill = await refilled(caller, before, input, { regimen, on })
  const row = await ctc_visits.insert({
    ...written(input, before),
    hospital_id: caller.hospital_id,
    client_id: id,
    patient_id: before.patient_id,
    visited_on: on,
    tb_status: screened.tb_status,
    adherence_pct: counted?.pct ?? null,
    adherence_class: counted?.class ?? null,
    next_visit_on: input.next_visit_on ?? refill.next_visit_on ?? null,
    signed_by_name: signer.name.slice(0, 160),
    signed_by_id: caller.user_id,
  })
  const kept = await ctc_visits.find({ hospital_id: caller.hospital_id, id: row.id })
  const client = await follows(caller, before, kept as VisitRow, refill)
  const warnings = [...refill.warnings, ...(await acts(caller, before, row.id, input, day))]
  const proposals = [...screened.proposals, ...(await sessionsNeeded(caller, id))]
  return { visit: kept as VisitRow, client, proposals, warnings }
}

async function already(caller: Caller, client_id: string, input: CtcVisitInput): Promise<Visited> {
  const { hospital_id } = caller
  const found = await ctc_visits.find({ hospital_id, id: input.id, client_id })
  if (found === undefined) throw conflict('This id is already in use.')
  const client = await clientRecord.get(caller, client_id)
  return { visit: found, client, proposals: [], warnings: [] }
}

function visitedOn(
  { enrolled_on }: ClientRow,
  { on: typed, late_reason, next_visit_on }: CtcVisitInput,
  day: string,
): string {
  const on = typed ?? day
  if (on > day) throw invalid('on', 'is in the future.')
  if (on < enrolled_on) throw conflict(`This client was enrolled on ${enrolled_on}.`, 'on')
  if (daysFrom(on, day) > 1 && !late_reason) {
    throw invalid('late_reason', 'is required: this was more than 24 hours ago.')
  }
  if (next_visit_on && next_visit_on <= on) throw invalid('next_visit_on', 'must be after on.')
  return on
}

const of_treatment = ['CONTINUE', 'CHANGE', 'STOP']

async function judge(caller: Caller, before: ClientRow, input: CtcVisitInput): Promise<void> {
  const { arv_status, months, adherence, reason_code } = input
  if (of_treatment.includes(arv_status) && before.stage !== 'ON_ART') {
    throw conflict(
      `Client ${before.number} is ${before.stage}: ${arv_status} is not open.`,
      'stage',
    )
  }
  if (arv_status === 'NO_ARV' && before.stage === 'ON_ART') {
    throw conflict(`Client ${before.number} is ON_ART: CONTINUE, CHANGE or STOP.`, 'stage')
  }
  if (months && arv_status !== 'CONTINUE') {
    throw invalid(
      'months',
      'is for CONTINUE: a regimen that begins or changes has a route of its own.',
    )
  }
  if (adherence?.method === 'PILL_COUNT' && typeof adherence.returned_units !== 'number') {
    throw invalid('adherence.returned_units', 'is required for PILL_COUNT.')
  }
  if (reason_code && !(await arvReasons(caller)).some(({ code }) => code === reason_code)) {
    throw invalid('reason_code', 'stands in no row of ARV_REASONS.')
  }
}

async function regimenNow(caller: Caller, { regimen_key }: ClientRow): Promise<ArtRegimen | null> {
  if (regimen_key === null) return null
  return (await artRegimens(caller)).find(({ key }) => key === regimen_key) ?? null
}

/** TBC-17. */
function adherenceIn(
  { adherence }: CtcVisitInput,
  { supply }: ClientRow,
  regimen: ArtRegimen | null,
  on: string,
) {
  if (!adherence || supply === null || regimen === null) return null
  const days = daysFrom(supply.dispensed_on, on)
  if (adherence.method === 'PILL_COUNT') {
    const units_per_day = unitsPerDay(regimen)
    const dispensed = supply.months * days_a_month * units_per_day
    const returned = adherence.returned_units ?? 0
    return adherenceOf({ dispensed, carried_over: 0, returned, days, units_per_day })
  }
  return adherenceTold(adherence.missed_days ?? 0, days)
}

interface Screened {
  tb_status: VisitRow['tb_status']
  proposals: string[]
}

/** TBC-19: any yes opens a presumptive case; an open case says the status by itself. */
async function screen(caller: Caller, client: ClientRow, asked: TbScreen): Promise<Screened> {
  const open = await openCaseOf(caller, client.patient_id)
  if (open?.status === 'ON_TREATMENT') return { tb_status: 'ON_TREATMENT', proposals: [] }
  if (open !== undefined) {
    return { tb_status: 'PRESUMPTIVE', proposals: [`TB case ${caseNumber(open)} is open.`] }
  }
  if (!Object.values(asked).includes(true)) {
    const proposed = client.tb_status === 'ON_TPT'
    return proposed
      ? { tb_status: 'ON_TPT', proposals: [] }
      : { tb_status: 'NO_SIGNS', proposals: ['No signs of TB: propose preventive therapy.'] }
  }
  const made = await presume(caller, {
    patient_id: client.patient_id,
    found_by: 'CTC',
    signs: {
      cough_weeks: asked.cough === true ? 1 : null,
      fever: asked.fever ?? null,
      night_sweats: asked.night_sweats ?? null,
      weight_loss: asked.weight_loss ?? null,
      not_gaining: asked.poor_gain ?? null,
    },
  })
  return {
    tb_status: 'PRESUMPTIVE',
    proposals: [`Presumptive TB case ${caseNumber(made)} is open: order the tests.`],
  }
}

interface Refill {
  supply: ClientRow['supply']
  art: Art | null
  model: ClientRow['model'] | null
  next_visit_on: string | null
  warnings: GateResult[]
}

/** TBC-16: the months that go home, as a prescription for the pharmacy. */
async function refilled(
  caller: Caller,
  before: ClientRow,
  { months, overrides }: CtcVisitInput,
  { regimen, on }: { regimen: ArtRegimen | null; on: string },
): Promise<Refill> {
  if (!months || regimen === null || before.art === null) {
    return { supply: null, art: null, model: null, next_visit_on: null, warnings: [] }
  }
  await mayBeSupplied(caller, before, months, on)
  const asked = { months, overrides }
  const { prescription_id, warnings } = await prescribeArt(caller, before, regimen, asked)
  const supply = suppliedFrom(on, months)
  return {
    supply,
    art: { ...before.art, prescription_id },
    model: modelOf(months),
    next_visit_on: nextVisit(supply, await deskRules(caller)),
    warnings,
  }
}

const written = (input: CtcVisitInput, before: ClientRow) => ({
  ...(input.id === undefined ? {} : { id: input.id }),
  kind: input.kind,
  weight_kg: input.weight_kg ?? null,
  height_cm: input.height_cm ?? null,
  muac_mm: input.muac_mm ?? null,
  who_stage: input.who_stage ?? null,
  function: input.function ?? null,
  pregnant: input.pregnant ?? null,
  breastfeeding: input.breastfeeding ?? null,
  family_planning: input.family_planning || null,
  tb_screen: input.tb_screen,
  problems: input.problems ?? [],
  side_effects: input.side_effects ?? [],
  adherence_method: input.adherence?.method ?? null,
  returned_units: input.adherence?.returned_units ?? null,
  missed_days: input.adherence?.missed_days ?? null,
  adherence_reasons: input.adherence?.reasons ?? [],
  arv_status: input.arv_status,
  regimen_key: before.regimen_key,
  reason_code: input.reason_code || null,
  months: input.months ?? null,
  cpt: input.cpt ?? null,
  tests_ordered: input.tests_ordered ?? [],
  referred_to: input.referred_to || null,
})

/** The client as it stands after the newest visit: one that was entered late changes only what it is newest of. */
async function follows(
  caller: Caller,
  before: ClientRow,
  made: VisitRow,
  { supply, art, model }: Refill,
): Promise<ClientRow> {
  const newest = made.visited_on >= (before.last_visit_on ?? '')
  const { adherence_class, adherence_pct } = made
  const now = newest
    ? {
        last_visit_on: made.visited_on,
        next_visit_on: made.next_visit_on ?? before.next_visit_on,
        tb_status: made.tb_status,
        who_stage: made.who_stage ?? before.who_stage,
        pregnant: (made.pregnant ?? before.pregnant) || made.breastfeeding === true,
        adherence:
          adherence_class === null
            ? before.adherence
            : { pct: adherence_pct, class: adherence_class, on: made.visited_on },
      }
    : {}
  const row = await clientRecord.moved(caller, before, 'visit', {
    ...now,
    ...(supply === null ? {} : { supply, art, model: model ?? before.model }),
  })
  return reckoned(caller, row)
}

/** Tests and the charge; a code that nobody has bound is told and stops nothing (MOD-16). */
async function acts(
  caller: Caller,
  { patient_id }: ClientRow,
  id: string,
  { tests_ordered = [] }: CtcVisitInput,
  day: string,
): Promise<GateResult[]> {
  const warnings: GateResult[] = []
  if (tests_ordered.length > 0) {
    const asked = { patient_id, test_codes: [...tests_ordered], consent_codes: [...tests_ordered] }
    warnings.push(...(await order(caller, asked)).warnings)
  }
  const { warning } = await chargeKey(caller, {
    key: 'CLINIC_VISIT',
    code: await chargeCode(caller, 'CLINIC_VISIT'),
    patient_id,
    quantity: 1,
    source: charge_source,
    source_id: id,
    description: 'Special clinic visit',
    service_date: day,
    done: true,
  })
  return warning === null ? warnings : [...warnings, said(warning)]
}

/** On bills and in lists of what was done it has no other name (TBC-23). */
export const charge_source = 'clinic_visit'

/** TBC-17: twice in a row less than good. */
async function sessionsNeeded(caller: Caller, client_id: string): Promise<string[]> {
  const judged = (await visitsOf(caller, client_id, 10))
    .map(({ adherence_class }) => adherence_class)
    .filter((one) => one !== null)
    .slice(0, 2)
  const poor = judged.length === 2 && judged.every((one) => one === 'FAIR' || one === 'POOR')
  return poor ? ['Adherence was poor twice: propose a session.'] : []
}
