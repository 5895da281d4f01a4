// The coverage simulator (BIL-105): what a scheme would pay of services, before anybody owes them.

import type { Caller } from '../../../core/caller.ts'
import { nextDay } from '../../../core/clock.ts'
import { portion } from '../../../core/kinds/money.ts'
import { thousandths } from '../../../core/kinds/quantity.ts'
import { invalid, Refusal } from '../../../core/refusal.ts'
import { type Purse, purseOf } from '../accounting/purse.ts'
import { actingBranch } from '../accounting/posting/post.ts'
import { taxRateOn } from '../accounting/taxes/rates.ts'
import { record } from '../../office/audit/record.ts'
import { today as hospitalDay } from '../../office/hospitals/hospitals.ts'
import type { Coverage, CoverageLine } from '../../neighbours/billing.ts'
import { policyOf } from '../policy/policy.ts'
import { patientRecord } from '../../desk/patients/rows.ts'
import { nextReference } from '../../office/sequences/references.ts'
import { membershipsOf } from '../tariff/members-answers.ts'
import { codeOf, type Priced, pricesOf } from '../tariff/prices.ts'
import { memberships } from '../tariff/scheme-tables.ts'
import { schemeRecord, type SchemeRow } from '../tariff/schemes.ts'
import { coverOf } from './cover.ts'
import type { Cover, CoverLine, LineCover } from './engine.ts'
import type { Simulated, SimulateInput, Simulation } from './estimate-shapes.ts'
import { estimateView } from './estimates.ts'
import { type Language, sentence } from './say.ts'
import { estimates } from './tables.ts'

const valid_days = 14

interface Whose {
  patient_id: string | null
  membership_id: string | null
  scheme: SchemeRow | null
}

export async function simulate(caller: Caller, input: SimulateInput): Promise<Simulated> {
  const whose = await whoseCover(caller, input)
  const result = await simulated(caller, whose, input)
  if (input.save !== true) return { ...result, estimate: null }
  const kept = await estimates.insert({
    hospital_id: caller.hospital_id,
    facility_id: await actingBranch(caller),
    number: await nextReference(caller, 'estimate'),
    patient_id: whose.patient_id,
    membership_id: whose.membership_id,
    scheme_id: whose.scheme?.id ?? null,
    items: input.items,
    result,
    valid_until: nextDay(await hospitalDay(caller), valid_days),
    made_by_name: caller.name,
  })
  record(caller, 'estimate.create', {
    entity_type: 'estimate',
    entity_id: kept.id,
    entity_label: kept.number,
    patient_id: kept.patient_id,
  })
  return { ...result, estimate: estimateView(kept) }
}

/** For other areas: in minor units, and nothing is kept. */
export async function coverageFor(
  caller: Caller,
  asked: { patient_id?: string; membership_id?: string; lines: readonly CoverageLine[] },
): Promise<Coverage> {
  const purse = await purseOf(caller)
  const { patient_id = null, membership_id = null, lines } = asked
  const items = lines.map(({ code, quantity = 1, unit_price = null }) => ({
    code,
    quantity,
    unit_price: unit_price === null ? null : purse.major(unit_price),
  }))
  const input = { patient_id, membership_id, items }
  const found = await simulated(caller, await whoseCover(caller, input), input)
  const minor = (amount: number): number => purse.minor('amount', amount)
  return {
    ...found,
    lines: found.lines.map((line) => ({
      ...line,
      unit_price: line.unit_price === null ? null : minor(line.unit_price),
      amount: minor(line.amount),
      covered: minor(line.covered),
      patient_share: minor(line.patient_share),
    })),
    total: minor(found.total),
    scheme_pays: minor(found.scheme_pays),
    patient_pays: minor(found.patient_pays),
    ceilings: found.ceilings.map((one) => ({
      name: one.name,
      limit: minor(one.limit),
      used: minor(one.used),
      left_after: minor(one.left_after),
    })),
  }
}

async function whoseCover(caller: Caller, input: SimulateInput): Promise<Whose> {
  const { hospital_id } = caller
  const { patient_id = null, membership_id, scheme_id } = input
  if (patient_id !== null) await patientRecord.get(caller, patient_id).catch(noSuchAt('patient_id'))
  if (membership_id) {
    const member = await memberships.find({ hospital_id, id: membership_id })
    if (member === undefined || (patient_id !== null && member.patient_id !== patient_id)) {
      throw noneAt('membership_id', 'membership')
    }
    const scheme = await schemeRecord.get(caller, member.scheme_id)
    return { patient_id: member.patient_id, membership_id, scheme }
  }
  if (scheme_id) {
    const scheme = await schemeRecord.get(caller, scheme_id).catch(noSuchAt('scheme_id'))
    const own = patient_id === null ? [] : await membershipsOf(caller, patient_id)
    const member = own.find((one) => one.scheme_id === scheme_id)
    return { patient_id, membership_id: member?.id ?? null, scheme }
  }
  if (patient_id === null) throw invalid('patient_id', 'or membership_id or scheme_id is required.')
  const [first] = await membershipsOf(caller, patient_id)
  if (first === undefined) return { patient_id, membership_id: null, scheme: null }
  return {
    patient_id,
    membership_id: first.id,
    scheme: await schemeRecord.get(caller, first.scheme_id),
  }
}

const noneAt = (field: string, thing: string): Refusal =>
  new Refusal(404, 'not_found', `${field}: no such ${thing}.`, { field })
const noSuchAt = (field: string) => (): never => {
  throw noneAt(field, field.replace('_id', ''))
}

interface Wanted {
  line: CoverLine
  priced: Priced
  unit_price: number | null
}

async function simulated(caller: Caller, whose: Whose, input: SimulateInput): Promise<Simulation> {
  const purse = await purseOf(caller)
  const day = input.on ?? (await hospitalDay(caller))
  const visit_class = input.visit_class ?? 'OUTPATIENT'
  const wanted = await priceLines(caller, purse, whose, { ...input, day, visit_class })
  const lines = wanted.map(({ line }) => line)
  const cover = await coverFor(caller, whose, { day, visit_class }, lines)
  const { document_language: language } = await policyOf(caller)
  const name = whose.scheme?.name ?? null
  const sum = (of: (one: LineCover) => number): number =>
    cover.lines.reduce((all, one) => all + of(one), 0)
  const unpriced = wanted.some(({ unit_price }) => unit_price === null)
  return {
    lines: cover.lines.map((one, at) => shown(purse, wanted[at] as Wanted, one, language, name)),
    total: purse.major(sum((one) => one.covered + one.patient_share)),
    scheme_pays: purse.major(sum(({ covered }) => covered)),
    patient_pays: purse.major(sum(({ patient_share }) => patient_share)),
    ceilings: cover.ceilings.map((one) => ({
      name: one.name,
      limit: purse.major(one.limit),
      used: purse.major(one.used),
      left_after: purse.major(one.left_after),
    })),
    preauth_needed: cover.lines.some(({ preauth_needed }) => preauth_needed),
    warnings: [...cover.warnings, ...(unpriced ? (['UNPRICED'] as const) : [])],
  }
}

async function coverFor(
  caller: Caller,
  whose: Whose,
  about: { day: string; visit_class: CoverAskedClass },
  lines: readonly CoverLine[],
): Promise<Cover> {
  const { scheme, membership_id, patient_id } = whose
  if (scheme === null) {
    const nobody = (line: CoverLine): LineCover => ({ ...self_pay, patient_share: line.amount })
    return { lines: lines.map(nobody), ceilings: [], warnings: [] }
  }
  const patient = patient_id === null ? null : await patientRecord.get(caller, patient_id)
  return coverOf(
    caller,
    { ...about, scheme_id: scheme.id, membership_id, patient, visit: null, admission_id: null },
    lines,
  )
}
type CoverAskedClass = NonNullable<SimulateInput['visit_class']>

const self_pay: Omit<LineCover, 'patient_share'> = {
  covered: 0,
  reason: 'NO_SCHEME',
  rule_id: null,
  preauth_needed: false,
  unapproved: 0,
  awaits_approval: false,
  preauth_item_id: null,
  preauth_id: null,
  preauth_quantity: 0,
  quantity: 0,
  visit_copay: 0,
}

/** At the price of the day, with its tax, as a bill would have them (BIL-15, BIL-18). */
async function priceLines(
  caller: Caller,
  purse: Purse,
  { scheme }: Whose,
  { items, day, visit_class }: SimulateInput & { day: string; visit_class: CoverAskedClass },
): Promise<Wanted[]> {
  const payer =
    scheme === null ? null : { kind: 'SCHEME' as const, scheme_id: scheme.id, name: scheme.name }
  const codes = items.map(({ code }) => code)
  const prices = await pricesOf(caller, { codes, date: day, payer, visit_class })
  const taxes = new Map<string, { rate_bp: number; inclusive: boolean }>()
  for (const { tax_code } of prices.values()) {
    if (tax_code !== null && !taxes.has(tax_code)) {
      taxes.set(tax_code, await taxRateOn(caller, tax_code, day))
    }
  }
  return items.map((item, at) => {
    const priced = prices.get(codeOf(item.code)) as Priced
    const quantity = thousandths(`items[${at}].quantity`, item.quantity ?? 1)
    const field = `items[${at}].unit_price`
    const typed = item.unit_price ?? null
    const said = typed === null ? null : purse.minor(field, typed)
    if (said !== null && said < 0) throw invalid(field, 'must not be negative.')
    const unit_price = said ?? priced.price
    const net = portion(quantity, unit_price ?? 0, 1000)
    const tax = priced.tax_code === null ? undefined : taxes.get(priced.tax_code)
    const amount =
      tax === undefined || tax.inclusive ? net : net + portion(net, tax.rate_bp, 10_000)
    const { code, category, department, listed } = priced
    const line = { code, category: category ?? 'Other', department, quantity, amount, listed }
    return { line, priced, unit_price }
  })
}

function shown(
  purse: Purse,
  { line, priced, unit_price }: Wanted,
  cover: LineCover,
  language: Language,
  scheme: string | null,
): Simulation['lines'][number] {
  return {
    code: priced.code,
    description: priced.name ?? priced.code,
    quantity: line.quantity / 1000,
    unit_price: unit_price === null ? null : purse.major(unit_price),
    amount: purse.major(line.amount),
    covered: purse.major(cover.covered),
    patient_share: purse.major(cover.patient_share),
    cover_reason: cover.reason,
    rule_id: cover.rule_id,
    preauth_needed: cover.preauth_needed,
    message: sentence(language, purse, scheme, cover),
  }
}
