// How a visit is charged and when money is asked first (2.1, BIL-5, BIL-24).

import type { Caller } from '../../../../core/caller.ts'
import { afterCommit, rows, within } from '../../../../store/connection.ts'
import { conflict, invalid } from '../../../../core/refusal.ts'
import { sql } from '../../../../store/sql.ts'
import type { RowOf } from '../../../../store/table.ts'
import { fresh } from '../../../../core/versions.ts'
import { purseOf } from '../../accounting/purse.ts'
import { difference, record } from '../../../office/audit/record.ts'
import { today } from '../../../office/hospitals/hospitals.ts'
import { change as changePrice } from '../../tariff/change.ts'
import { codeOf, generalRow, priceOf } from '../../tariff/prices.ts'
import { open as addPrice } from '../../tariff/tariffs.ts'
import { visitCleared } from '../../../desk/visits/for-areas.ts'
import type { ChargeBinding, FlowInput, GateInput, PatientFlow } from './flow-shapes.ts'
import { shipped_gates } from './service-gates.ts'
import { type GateRow, patient_flows } from '../bills/tables.ts'
import { categories } from '../words.ts'

export type FlowRow = RowOf<(typeof patient_flows)['columns']>
type Of = Pick<Caller, 'hospital_id'>
type Settable = Omit<FlowRow, 'hospital_id' | 'created_at' | 'updated_at' | 'version'>
type Set = { [K in keyof Settable]?: Settable[K] | undefined }

const shipped: FlowRow = {
  hospital_id: '',
  consultation_code: null,
  consultation_name: null,
  registration_code: null,
  registration_name: null,
  payment_before_service: false,
  revisit_free_days: null,
  registration_valid_days: null,
  gates: null,
  exemption_rules: null,
  created_at: '',
  updated_at: '',
  version: 1,
}

export const flowRow = async ({ hospital_id }: Of): Promise<FlowRow> =>
  (await patient_flows.find({ hospital_id })) ?? { ...shipped, hospital_id }

export async function find(caller: Caller): Promise<PatientFlow> {
  const flow = await flowRow(caller)
  const day = await today(caller)
  const purse = await purseOf(caller)
  const bound = async (code: string | null, name: string | null) => {
    if (code === null) return { code: null, name: null, price: null }
    const { price, code_typed } = await priceOf(caller, { code, date: day })
    return { code: code_typed ?? code, name, price: price === null ? null : purse.major(price) }
  }
  return {
    consultation: await bound(flow.consultation_code, flow.consultation_name),
    registration: await bound(flow.registration_code, flow.registration_name),
    payment_before_service: flow.payment_before_service,
    revisit_free_days: flow.revisit_free_days,
    registration_valid_days: flow.registration_valid_days,
    version: flow.version,
  }
}

export async function change(caller: Caller, input: FlowInput): Promise<PatientFlow> {
  const before = await flowRow(caller)
  fresh(caller, before)
  const consultation = await binding(caller, 'consultation', input.consultation)
  const registration = await binding(caller, 'registration', input.registration)
  await keep(caller, 'billing.flow', before, {
    ...(consultation === undefined
      ? {}
      : { consultation_code: consultation.code, consultation_name: consultation.name }),
    ...(registration === undefined
      ? {}
      : { registration_code: registration.code, registration_name: registration.name }),
    payment_before_service: input.payment_before_service ?? undefined,
    revisit_free_days: input.revisit_free_days,
    registration_valid_days: input.registration_valid_days,
  })
  return find(caller)
}

/** BIL-164: with a price the row of the general list follows; without one it stays as it is. */
async function binding(
  caller: Caller,
  field: string,
  given: ChargeBinding | null | undefined,
): Promise<{ code: string; name: string } | undefined> {
  if (given === undefined || given === null) return undefined
  const code = codeOf(given.code)
  const row = await generalRow(caller, code)
  const { name, price } = given
  // The version that the caller named is the flow's, not the price's.
  const by = { ...caller, expected_version: null }
  if (price !== undefined && price !== null) {
    if (price < 0) throw invalid(`${field}.price`, 'must not be negative.')
    ;(await purseOf(caller)).minor(`${field}.price`, price)
    if (row === undefined)
      await addPrice(by, { code: given.code, name, price, category: 'Consultation' })
    else await changePrice(by, row.id, { price, name })
  } else if (row === undefined) {
    throw conflict(`${code} is not in the price list: send a price.`, 'no_price')
  }
  return { code, name }
}

export async function gates({ hospital_id }: Of): Promise<GateRow[]> {
  return (await flowRow({ hospital_id })).gates ?? [...shipped_gates]
}

/** The whole table at once; the row of everything must stand in it. */
export async function setGates(caller: Caller, given: readonly GateInput[]): Promise<GateRow[]> {
  const keys = new Map<string, number>()
  const kept = given.map((row, index) => {
    const category = categoryOf(row.category, index)
    const key = `${category}|${row.visit_class}|${row.payer_kind}`
    if (keys.has(key)) throw invalid(`rows[${index}]`, 'names what another row names already.')
    keys.set(key, index)
    return { ...row, category }
  })
  if (!keys.has('*|*|*')) throw invalid('rows', 'must hold the row of *, *, *.')
  await keep(caller, 'billing.gates', await flowRow(caller), { gates: kept })
  return gates(caller)
}

function categoryOf(typed: string, index: number): string {
  if (typed === '*') return '*'
  const found = categories.find((one) => one.toLowerCase() === typed.toLowerCase())
  if (found === undefined) {
    throw invalid(`rows[${index}].category`, `must be * or one of ${categories.join(', ')}.`)
  }
  return found
}

export async function keep(
  caller: Caller,
  action: string,
  before: FlowRow,
  set: Set,
): Promise<void> {
  const { hospital_id } = caller
  const changes = difference({ ...before }, set)
  if (changes === undefined) return
  const there = await patient_flows.change({ hospital_id }, set as Partial<FlowRow>)
  if (there === 0) await patient_flows.insert({ hospital_id, ...set })
  record(caller, action, { entity_type: 'patient_flow', entity_id: hospital_id, changes })
  if ('gates' in changes || 'payment_before_service' in changes) letGo(caller)
}

/** BIL-168: whoever waits for money may go on by the new rules. It never refuses. */
function letGo(caller: Caller): void {
  const { hospital_id } = caller
  afterCommit(() => {
    void within(async () => {
      const waiting = await rows<{ id: string }>(
        sql`select id from visits where hospital_id = ${hospital_id}
          and status = 'AWAITING_PAYMENT' order by id limit 1000`,
      )
      for (const { id } of waiting) await visitCleared(caller, id)
    }).catch(() => undefined)
  })
}
