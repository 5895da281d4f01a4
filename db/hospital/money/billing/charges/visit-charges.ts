// What a visit brings on the bill by itself (BIL-5, BIL-167).

import type { Caller } from '../../../../core/caller.ts'
import { attempt, rows } from '../../../../store/connection.ts'
import { clock, dayIn } from '../../../../core/clock.ts'
import { isRefusal } from '../../../../core/refusal.ts'
import { sql } from '../../../../store/sql.ts'
import { hospitalOf, today } from '../../../office/hospitals/hospitals.ts'
import { ageOn } from '../../insurance/facts.ts'
import type { Charged } from '../../../neighbours/billing.ts'
import { patientRecord } from '../../../desk/patients/rows.ts'
import { keyOfPayer } from '../../tariff/payer-names.ts'
import { type VisitFacts, visitOf } from '../../../desk/visits/for-areas.ts'
import { ruleFor } from './charge-rules.ts'
import { charge, type ChargedLine, dropped } from './charge.ts'
import { takeBack } from '../credit/back.ts'
import { type FlowRow, flowRow } from './flow.ts'
import { bySource, type Row as Item } from './items.ts'
import { payerOfCharge } from '../bills/payers.ts'
import { billRecord, type Row as Bill } from '../bills/rows.ts'
import { bill_items } from '../bills/tables.ts'
import { charge_rule, type ChargeEvent } from '../words.ts'

export interface VisitEvent {
  visit_id: string
  event: ChargeEvent
  department?: string | null
  visit_kind?: string
  clinician_grade?: string | null
  urgent?: boolean
}

export interface VisitCharged {
  charged: Charged[]
  free_revisit: boolean
  clearance: { may_proceed: boolean } | null
  warning?: string
}

const nothing: VisitCharged = { charged: [], free_revisit: false, clearance: null }

/** It never refuses: whoever opens a visit is not stopped by a price. */
export async function chargeVisit(caller: Caller, asked: VisitEvent): Promise<VisitCharged> {
  try {
    return await attempt(() => chargeEvent(caller, asked))
  } catch (error) {
    if (!isRefusal(error)) throw error
    return { ...nothing, warning: error.message }
  }
}

async function chargeEvent(caller: Caller, asked: VisitEvent): Promise<VisitCharged> {
  const flow = await flowRow(caller)
  const visit = await visitOf(caller, asked.visit_id)
  const department = asked.department ?? visit.department
  const bound = await bindingOf(caller, flow, visit, { ...asked, department })
  if (bound.code === null) return nothing
  if (asked.event === 'REGISTRATION') {
    if (await registered(caller, visit, flow)) return nothing
  } else if (
    asked.event !== 'ADMISSION' &&
    (await freeAgain(caller, visit, bound.free_days, department))
  ) {
    return { ...nothing, free_revisit: true, clearance: { may_proceed: true } }
  }
  const line = await charge(caller, {
    patient_id: visit.patient_id,
    visit_id: visit.id,
    code: bound.code,
    description: bound.name,
    quantity: 1,
    department,
    source: charge_rule,
    source_id: sourceOf(visit.id, asked.event, department),
    urgent: asked.urgent ?? false,
  })
  return said(bound, line)
}

interface Binding {
  code: string | null
  /** Null: as the price list calls it. */
  name: string | null
  free_days: number | null
}

/** The rule that fits and names most, else the patient flow's row. */
async function bindingOf(
  caller: Caller,
  flow: FlowRow,
  visit: VisitFacts,
  asked: VisitEvent,
): Promise<Binding> {
  const day = await today(caller)
  const { birth_date } = await patientRecord.get(caller, visit.patient_id)
  const { owing } = await payerOfCharge(caller, visit.patient_id, visit.payer, day)
  const rule = await ruleFor(caller, {
    events: eventsOf(visit, asked.event),
    department: asked.department ?? null,
    visit_kind: asked.visit_kind ?? visit.kind,
    clinician_grade: asked.clinician_grade ?? null,
    payer: { key: keyOfPayer(owing.payer), scheme_id: owing.scheme_id },
    age: ageOn(birth_date, day),
  })
  if (rule !== undefined) {
    const { code, free_days } = rule
    return { code, name: null, free_days: free_days ?? flow.revisit_free_days }
  }
  const free_days = flow.revisit_free_days
  if (asked.event === 'REGISTRATION') {
    return { code: flow.registration_code, name: flow.registration_name, free_days }
  }
  // A stay is no consultation: without a rule of its own it brings nothing.
  if (asked.event === 'ADMISSION') return { code: null, name: null, free_days }
  return { code: flow.consultation_code, name: flow.consultation_name, free_days }
}

/** An emergency looks for a rule of its own first, then for the consultation's. */
function eventsOf({ visit_class }: VisitFacts, event: ChargeEvent): ChargeEvent[] {
  const urgent = event === 'EMERGENCY' || (event === 'CONSULTATION' && visit_class === 'EMERGENCY')
  return urgent ? ['EMERGENCY', 'CONSULTATION'] : [event]
}

const sourceOf = (visit_id: string, event: ChargeEvent, department: string | null): string =>
  `${visit_id}:${event}:${event === 'REGISTRATION' ? '' : (department ?? '')}`.slice(0, 300)

function said(
  bound: Binding,
  { unit_price, amount, description, clearance }: ChargedLine,
): VisitCharged {
  const code = bound.code ?? ''
  return {
    charged: [{ code, description, amount: unit_price === null ? null : amount }],
    free_revisit: false,
    clearance: { may_proceed: clearance.may_proceed },
    ...(unit_price === null ? { warning: `No price for ${code} in the price list of Self.` } : {}),
  }
}

interface Earlier {
  source_id: string
  department: string | null
  service_date: string
}

const earlier = ({ hospital_id }: Caller, patient_id: string, since: string): Promise<Earlier[]> =>
  rows<Earlier>(
    sql`select source_id, department, service_date from bill_items
      where hospital_id = ${hospital_id} and patient_id = ${patient_id}
        and source = ${charge_rule} and service_status not in ('CANCELLED', 'RETURNED')
        and service_date >= ${since} order by created_at desc limit 500`,
  )

async function since(caller: Caller, days: number): Promise<string> {
  const { timezone } = await hospitalOf(caller)
  return dayIn(timezone, new Date(clock.ms() - days * 86_400_000))
}

/** Once for life, or once in so many days. */
async function registered(caller: Caller, visit: VisitFacts, flow: FlowRow): Promise<boolean> {
  const days = flow.registration_valid_days
  const from = days === null ? '' : await since(caller, days)
  const lines = await earlier(caller, visit.patient_id, from)
  return lines.some(({ source_id }) => source_id.split(':')[1] === 'REGISTRATION')
}

/** A consultation in the same department not long ago covers this one. */
async function freeAgain(
  caller: Caller,
  visit: VisitFacts,
  days: number | null,
  department: string | null,
): Promise<boolean> {
  if (days === null || days === 0) return false
  const lines = await earlier(caller, visit.patient_id, await since(caller, days))
  return lines.some(({ source_id }) => {
    const [visit_id, event, where] = source_id.split(':')
    const seen = event !== 'REGISTRATION' && event !== 'ADMISSION'
    return visit_id !== visit.id && seen && where === (department ?? '')
  })
}

/** Without an event all that the visit brought, whatever was done of it; else that one line. */
export async function unchargeVisit(
  caller: Caller,
  asked: { visit_id: string; event?: string; department?: string | null; reason: string },
): Promise<{ cancelled: Charged[]; kept: Charged[]; credited: Charged[] }> {
  const cancelled: Charged[] = []
  const kept: Charged[] = []
  const credited: Charged[] = []
  for (const item of await linesOf(caller, asked)) {
    const bill = await billRecord.locked(caller, item.bill_id)
    const { code, description, amount, unit_price } = item
    const line = { code: code ?? '', description, amount: unit_price === null ? null : amount }
    if (bill.status === 'DRAFT' && item.settled === 0) {
      await dropped(caller, bill, item, asked.reason)
      cancelled.push(line)
    } else if (await credits(caller, bill, item, asked)) credited.push(line)
    else kept.push(line)
  }
  return { cancelled, kept, credited }
}

/** Of a whole visit everything; one line alone only while nothing is paid on it. */
async function credits(
  caller: Caller,
  bill: Bill,
  item: Item,
  asked: { event?: string; reason: string },
): Promise<boolean> {
  if (bill.status === 'DRAFT' || !open_or_settled.includes(bill.status)) return false
  if (asked.event !== undefined && item.settled > 0) return false
  await takeBack(caller, item, asked.reason)
  return true
}

const open_or_settled: readonly string[] = ['ISSUED', 'PART_PAID', 'SETTLED']

async function linesOf(
  caller: Caller,
  asked: { visit_id: string; event?: string; department?: string | null },
): Promise<Item[]> {
  const { hospital_id } = caller
  if (asked.event !== undefined) {
    const source_id = sourceOf(asked.visit_id, asked.event as ChargeEvent, asked.department ?? null)
    const one = await bySource(caller, charge_rule, source_id)
    return one === undefined ? [] : [one]
  }
  return bill_items.all({
    hospital_id,
    visit_id: asked.visit_id,
    source: charge_rule,
    service_status: ['PENDING', 'AUTHORISED', 'DONE'],
  })
}

/** What the patient flow binds to a consultation; null: nothing is expected of a visit. */
export const consultationCode = async (caller: Caller): Promise<string | null> =>
  (await flowRow(caller)).consultation_code
