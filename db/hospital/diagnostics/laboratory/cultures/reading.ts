// What a body says of a culture, read against the lists and the breakpoints (DIA-91 to DIA-94).

import type { Caller } from '../../../../core/caller.ts'
import { clock, dayIn } from '../../../../core/clock.ts'
import { capitals } from '../../../../core/kinds/capitals.ts'
import { invalid, invalidAs } from '../../../../core/refusal.ts'
import { hospitalOf } from '../../../office/hospitals/hospitals.ts'
import { specimen_types } from '../catalogue/tables.ts'
import type { SpecimenRow } from '../specimens/record.ts'
import { type Culture, type Isolate, type Sensitivity, withReported } from './culture.ts'
import { breakpointFor, judged, marksOf } from './interpret.ts'
import { antibioticsOf, breakpointsOf, marksFor, organismsOf } from './lists.ts'
import type { CultureSaid, IsolateInput, SensitivityInput } from './shapes.ts'

export async function readCulture(
  caller: Caller,
  said: CultureSaid,
  specimen: SpecimenRow | undefined,
): Promise<Culture> {
  const lists = await listsFor(caller, specimen)
  const type = await typeOf(caller, specimen)
  const isolates = (said.isolates ?? []).map((one, at) => isolateRead(lists, one, at))
  const numbers = isolates.map(({ no }) => no)
  if (new Set(numbers).size < numbers.length) throw invalid('isolates', 'name a number twice.')
  const culture: Culture = {
    growth: said.growth,
    incubated_hours: said.incubated_hours ?? null,
    microscopy: said.microscopy?.trim() || null,
    abnormal: said.abnormal ?? false,
    final: said.final ?? false,
    final_early_reason: said.final_early_reason || null,
    critical_site: critical_types.has(type),
    isolates,
    by_id: caller.user_id,
    by_name: caller.name,
    at: clock.instant(),
  }
  mustFit(culture, type)
  return withReported(culture)
}

const blood_culture = 'BCUL'
/** What grows there is told at once (DIA-95). */
const critical_types: ReadonlySet<string> = new Set([blood_culture, 'CSF'])

async function typeOf({ hospital_id }: Caller, specimen: SpecimenRow | undefined): Promise<string> {
  if (specimen === undefined) return ''
  const type = await specimen_types.find({ hospital_id, id: specimen.type_id })
  return type?.code ?? ''
}

const least_hours = 24
const least_hours_of_blood = 120

/** DIA-91. */
function mustFit(culture: Culture, type: string): void {
  const { growth, isolates, final, incubated_hours, final_early_reason } = culture
  if (isolates.length > 0 && (growth === 'NO_GROWTH' || growth === 'PENDING')) {
    throw invalid('isolates', `cannot stand with ${growth}.`)
  }
  if (final && growth === 'PENDING') throw invalid('final', 'cannot be said of a pending culture.')
  if (!final || growth !== 'NO_GROWTH') return
  const hours = incubated_hours ?? 0
  const wanted = type === blood_culture ? least_hours_of_blood : least_hours
  if (hours >= wanted || (hours >= least_hours && final_early_reason !== null)) return
  const early = wanted > least_hours ? ', or final_early_reason says why' : ''
  throw invalid('incubated_hours', `must be at least ${wanted} before no growth is final${early}.`)
}

async function listsFor(caller: Caller, specimen: SpecimenRow | undefined) {
  const { timezone } = await hospitalOf(caller)
  return {
    organisms: new Map((await organismsOf(caller)).map((one) => [one.code, one])),
    antibiotics: new Map((await antibioticsOf(caller)).map((one) => [one.code, one])),
    breakpoints: await breakpointsOf(caller),
    marks: await marksFor(caller),
    site: specimen?.site ?? specimen?.type_name ?? null,
    on: dayIn(timezone, new Date(specimen?.collected_at ?? clock.instant())),
  }
}
type Lists = Awaited<ReturnType<typeof listsFor>>

function isolateRead(lists: Lists, said: IsolateInput, at: number): Isolate {
  const where = `isolates[${at}]`
  const organism = lists.organisms.get(capitals(said.organism_code.trim()))
  if (organism === undefined || !organism.active) {
    throw invalidAs(where, `${said.organism_code} is not on the list of organisms.`)
  }
  const susceptibilities = (said.susceptibilities ?? []).map((one) =>
    sensitivityRead(lists, organism, one, where),
  )
  const drugs = susceptibilities.map((one) => `${one.antibiotic_code} ${one.method}`)
  if (new Set(drugs).size < drugs.length) throw invalidAs(where, 'names an antibiotic twice.')
  return {
    no: said.no ?? at + 1,
    organism_code: organism.code,
    organism: organism.name,
    quantity: said.quantity || null,
    significance: said.significance ?? 'SIGNIFICANT',
    comment: said.comment || null,
    marks: marksOf(lists.marks, organism, susceptibilities),
    susceptibilities,
  }
}

/** DIA-92: the breakpoint says it; a person where there is none, or against it with a word. */
function sensitivityRead(
  lists: Lists,
  organism: Parameters<typeof marksOf>[1],
  said: SensitivityInput,
  where: string,
): Sensitivity {
  const antibiotic = lists.antibiotics.get(capitals(said.antibiotic_code.trim()))
  if (antibiotic === undefined || !antibiotic.active) {
    throw invalidAs(where, `${said.antibiotic_code} is not on the list of antibiotics.`)
  }
  const name = antibiotic.name.toLowerCase()
  const measured = {
    method: said.method,
    zone_mm: said.method === 'DISC' ? (said.zone_mm ?? null) : null,
    mic: said.method === 'DISC' ? null : (said.mic ?? null),
    mic_comparator: said.method === 'DISC' ? null : (said.mic_comparator ?? null),
  }
  const given = said.interpretation ?? null
  if (measured.zone_mm === null && measured.mic === null && given === null) {
    throw invalidAs(where, `${name} needs a zone, a MIC or an interpretation.`)
  }
  const { code: antibiotic_code } = antibiotic
  const { site, on } = lists
  const asked = { organism, antibiotic_code, method: said.method, site, on }
  const row = breakpointFor(lists.breakpoints, asked)
  const by_rule = row === undefined ? null : judged(row, measured)
  const interpretation = given ?? by_rule
  if (interpretation === null) {
    throw invalidAs(where, `${name} has no breakpoint: give the interpretation S, I or R.`)
  }
  const is_overruled = by_rule !== null && by_rule !== interpretation
  if (is_overruled && !said.comment?.trim()) {
    throw invalidAs(where, `${name} is ${by_rule} by its breakpoint: write a comment.`)
  }
  return {
    antibiotic_code,
    antibiotic: antibiotic.name,
    ...measured,
    interpretation,
    interpreted_by: by_rule === interpretation ? 'RULE' : 'PERSON',
    breakpoint_id: by_rule === null ? null : (row?.id ?? null),
    reserved: antibiotic.reserved,
    reported: true,
    comment: said.comment || null,
  }
}
