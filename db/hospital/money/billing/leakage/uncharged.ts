// Acts that areas did and that no line stands for, or for another quantity (BIL-138); visits in which a clinician
// saw somebody and no consultation was charged.

import type { Caller } from '../../../../core/caller.ts'
import { dayIn, nextDay, startOfDay } from '../../../../core/clock.ts'
import { rows } from '../../../../store/connection.ts'
import { oneOf, sql } from '../../../../store/sql.ts'
import { placesOfVisits, visitsOn } from '../../../desk/visits/for-areas.ts'
import { hospitalOf } from '../../../office/hospitals/hospitals.ts'
import { type PerformedService, registry } from '../../../registry.ts'
import { pricesOf } from '../../tariff/prices.ts'
import { consultationCode } from '../charges/visit-charges.ts'
import { charge_rule } from '../words.ts'
import type { Days, Found } from './found.ts'
import type { UnchargedKind } from './words.ts'

interface LineOf {
  bill_id: string
  quantity: number
}

export async function* uncharged(
  caller: Caller,
  { from, to }: Days,
  main_id: string,
): AsyncGenerator<Found[]> {
  const { timezone } = await hospitalOf(caller)
  const asked = {
    from: startOfDay(timezone, from),
    to: new Date(Date.parse(startOfDay(timezone, nextDay(to))) - 1).toISOString(),
  }
  for (const performed of registry.performed_services) {
    for await (const acts of performed(caller, asked)) {
      yield await missing(caller, acts, { timezone, main_id })
    }
  }
}

interface Where {
  timezone: string
  main_id: string
}

async function missing(
  caller: Caller,
  acts: readonly PerformedService[],
  { timezone, main_id }: Where,
): Promise<Found[]> {
  const lines = await linesOf(caller, acts)
  const leaking = acts.filter((act) => leaksHow(act, lines.get(keyOf(act))) !== null)
  if (leaking.length === 0) return []
  const prices = await pricesOf(caller, {
    codes: leaking.map(({ code }) => code),
    date: dayIn(timezone, new Date(leaking[0]?.done_at ?? 0)),
    payer: null,
    visit_class: null,
  })
  const places = await placesOfVisits(
    caller,
    leaking.flatMap(({ visit_id }) => visit_id ?? []),
  )
  return leaking.map((act) => {
    const line = lines.get(keyOf(act))
    const { source, source_id, patient_id, visit_id, department, code, quantity = 1 } = act
    const price = prices.get(code.toUpperCase())?.price ?? 0
    return {
      kind: leaksHow(act, line) ?? 'DONE_NOT_CHARGED',
      facility_id: places.get(visit_id ?? '') ?? main_id,
      source,
      source_id,
      patient_id,
      visit_id,
      bill_id: line?.bill_id ?? null,
      department,
      code,
      description: null,
      value: Math.round(price * Math.max(0, quantity - (line?.quantity ?? 0))),
      found_on: dayIn(timezone, new Date(act.done_at)),
    }
  })
}

export const keyOf = ({
  source,
  source_id,
}: Pick<PerformedService, 'source' | 'source_id'>): string => `${source}|${source_id}`

function leaksHow(
  { source, quantity }: PerformedService,
  line: LineOf | undefined,
): UnchargedKind | 'QUANTITY_DIFFERS' | null {
  if (line === undefined) return kindOf(source)
  return quantity !== undefined && quantity !== line.quantity ? 'QUANTITY_DIFFERS' : null
}

function kindOf(source: string): UnchargedKind {
  if (source.startsWith('bed')) return 'BED_NIGHT_NOT_CHARGED'
  return /item|ward_use|dose|dispense|supply/.test(source)
    ? 'STOCK_NOT_CHARGED'
    : 'DONE_NOT_CHARGED'
}

export async function linesOf(
  { hospital_id }: Caller,
  acts: readonly PerformedService[],
): Promise<Map<string, LineOf>> {
  const found = new Map<string, LineOf>()
  for (const [source, of] of Map.groupBy(acts, (act) => act.source)) {
    const lines = await rows<{ source_id: string; bill_id: string; quantity: number }>(
      sql`select source_id, bill_id, quantity from bill_items where hospital_id = ${hospital_id}
        and source = ${source} and source_id${oneOf(of.map(({ source_id }) => source_id))}
        and service_status <> 'CANCELLED'`,
    )
    for (const { source_id, bill_id, quantity } of lines) {
      found.set(`${source}|${source_id}`, { bill_id, quantity: Number(quantity) / 1000 })
    }
  }
  return found
}

/** A visit that is free again is none; where no consultation is bound nothing is expected. */
export async function withoutConsultation(
  caller: Caller,
  days: Days,
  main_id: string,
): Promise<Found[]> {
  const code = await consultationCode(caller)
  if (code === null) return []
  const seen = (await visitsOn(caller, days)).filter(
    ({ seen_by_clinician_at, free_revisit }) => seen_by_clinician_at !== null && !free_revisit,
  )
  const charged = await consulted(
    caller,
    seen.map(({ visit_id }) => visit_id),
  )
  const left = seen.filter(({ visit_id }) => !charged.has(visit_id))
  if (left.length === 0) return []
  const { timezone } = await hospitalOf(caller)
  const prices = await pricesOf(caller, {
    codes: [code],
    date: days.to,
    payer: null,
    visit_class: null,
  })
  const places = await placesOfVisits(
    caller,
    left.map(({ visit_id }) => visit_id),
  )
  return left.map(({ visit_id, patient_id, department, seen_by_clinician_at }) => ({
    kind: 'VISIT_WITHOUT_CONSULTATION',
    facility_id: places.get(visit_id) ?? main_id,
    source: charge_rule,
    source_id: `${visit_id}:CONSULTATION:${department ?? ''}`.slice(0, 300),
    patient_id,
    visit_id,
    bill_id: null,
    department,
    code,
    description: null,
    value: prices.get(code.toUpperCase())?.price ?? 0,
    found_on: dayIn(timezone, new Date(seen_by_clinician_at ?? 0)),
  }))
}

/** Visits that have a line of a consultation, of whichever department. */
export async function consulted(
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  visit_ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = new Set<string>()
  for (let at = 0; at < visit_ids.length; at += 500) {
    const lines = await rows<{ visit_id: string }>(
      sql`select distinct visit_id from bill_items where hospital_id = ${hospital_id}
        and visit_id${oneOf(visit_ids.slice(at, at + 500))} and source = ${charge_rule}
        and service_status <> 'CANCELLED'
        and (source_id like '%:CONSULTATION:%' or source_id like '%:FOLLOW_UP:%' or source_id like '%:EMERGENCY:%')`,
    )
    for (const { visit_id } of lines) found.add(visit_id)
  }
  return found
}
