// Tests are ordered (DIA-21 to DIA-34): charged, with their lines and the tubes they need, at once.

import type { Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { conflict } from '../../../../core/refusal.ts'
import { newId } from '../../../../core/ids.ts'
import { madeBefore } from '../../../../store/made-before.ts'
import { practisingSigner } from '../../../desk/amendments/practising.ts'
import { gate } from '../../../desk/gates/gate.ts'
import type { GateResult } from '../../../desk/gates/shapes.ts'
import { writable } from '../../../desk/patients/rows.ts'
import { joinTeam } from '../../../desk/visits/moves/events.ts'
import { charge } from '../../../money/billing/charges/charge.ts'
import { studiesOrdered } from '../../../neighbours/imaging.ts'
import { signerOf } from '../../../neighbours/signing.ts'
import { today } from '../../../office/places/hours.ts'
import { nextReference } from '../../../office/sequences/references.ts'
import { type SectionRow, sections, specimenTypes } from '../catalogue/lists.ts'
import { settingsOf } from '../catalogue/settings.ts'
import type { Chosen } from '../catalogue/setting-words.ts'
import { diagnostic_results } from '../results/tables.ts'
import { expect } from '../specimens/expected.ts'
import { isBedside, turnaroundOf } from './terms.ts'
import { type Asked, refuseUnoffered, sideOf, testsAsked } from './asked.ts'
import { unavailable } from '../quality/availability.ts'
import { duplicatesOf } from './duplicates.ts'
import { dueAt } from './progress.ts'
import { orderPlace } from './place.ts'
import { type ItemRow, type OrderRow, orderRecord } from './record.ts'
import type { DiagnosticOrderInput } from './shapes.ts'
import { diagnostic_items, diagnostic_orders } from './tables.ts'
import { tellUrgent } from './telling.ts'

export const charge_source = 'DIAGNOSTIC'

export interface Ordered {
  order: OrderRow
  warnings: GateResult[]
}

/** Another area's order says whose it is. */
export interface OrderAsked extends DiagnosticOrderInput {
  source?: string
  source_id?: string
}

export async function order(caller: Caller, input: OrderAsked): Promise<Ordered> {
  if (await madeBefore(caller, diagnostic_orders, input.id)) return already(caller, input)
  refuseUnoffered(input)
  const priority = input.priority ?? 'ROUTINE'
  // CAR-2: what is urgent is not kept back by a paper.
  const signer = priority === 'STAT' ? await signerOf(caller) : await practisingSigner(caller)
  const patient = await writable(caller, input.patient_id)
  const place = await orderPlace(caller, patient.id, input)
  const asked = await testsAsked(caller, input, patient, await today(caller, place.facility_id))
  const id = input.id ?? newId()
  const warnings = await passGates(caller, id, input, asked, place.visit_id)
  const now = clock.instant()
  const row = await orderRecord.created(
    caller,
    {
      id,
      ...place,
      patient_id: patient.id,
      ...(await disciplineOf(caller, asked, place.facility_id)),
      priority,
      clinical_notes: input.clinical_notes || null,
      diagnosis: input.diagnosis || null,
      fasting: input.fasting ?? null,
      collect_at: input.collect_at ? new Date(input.collect_at).toISOString() : null,
      ordered_by_id: signer.staff_id,
      ordered_by_name: signer.name.slice(0, 160),
      by_id: caller.user_id,
      ordered_at: now,
      consents: asked
        .filter(({ test }) => test.consent_required)
        .map(({ test }) => ({ code: test.code, by_name: caller.name, at: now })),
      source: input.source ?? null,
      source_id: input.source_id ?? null,
    },
    'order',
  )
  const items = await writeItems(caller, row, asked, input)
  if (row.discipline === 'IMAGING') await orderStudies(caller, row, items, input)
  for (const item of items) await chargeFor(caller, row, item)
  if (place.visit_id !== null) await joinTeam(caller, place.visit_id)
  await tellUrgent(caller, row, items)
  return { order: row, warnings: place.visit_id === null ? [...warnings, no_visit] : warnings }
}

/** An image has a number of its own series. */
async function disciplineOf(caller: Caller, [first]: readonly Asked[], facility_id: string) {
  if (first?.test.discipline !== 'IMAGING') return { discipline: 'LAB' as const }
  const number = await nextReference(caller, 'imaging_order', facility_id)
  return { discipline: 'IMAGING' as const, number }
}

export const no_visit: GateResult = {
  gate: null,
  level: 'WARN',
  subject: 'NO_VISIT',
  message: 'No visit is open: the order stands by itself, and so does its bill.',
  may_override: [],
  permission: null,
  reasons: [],
}

async function already(caller: Caller, { id, patient_id }: OrderAsked): Promise<Ordered> {
  const { hospital_id } = caller
  const found = await diagnostic_orders.find({ hospital_id, id, patient_id })
  if (found === undefined) throw conflict('This id is already in use.')
  return { order: found, warnings: [] }
}

async function passGates(
  caller: Caller,
  id: string,
  input: OrderAsked,
  asked: readonly Asked[],
  visit_id: string | null,
): Promise<GateResult[]> {
  const { patient_id } = input
  const by_gate = {
    DIA_DUPLICATE: await duplicatesOf(caller, patient_id, asked),
    DIA_UNAVAILABLE: await unavailable(
      caller,
      asked.map(({ test }) => test),
    ),
  }
  return gate(caller, {
    action: 'diagnostic.order',
    subject: { patient_id, urgent: input.priority === 'STAT', by_gate },
    emergency: input.priority === 'STAT',
    overrides: input.overrides ?? [],
    entity: { type: 'diagnostic_order', id, patient_id, visit_id },
  })
}

async function writeItems(
  caller: Caller,
  order: OrderRow,
  asked: readonly Asked[],
  input: OrderAsked,
): Promise<ItemRow[]> {
  const settings = await settingsOf(caller)
  const known = new Map((await sections(caller)).map((one) => [one.id, one]))
  const items = asked.map((one, at) =>
    diagnostic_items.withDefaults({
      ...itemOf(order, one, at + 1, known, settings),
      laterality: sideOf(one.test, input),
    }),
  )
  await diagnostic_items.insertMany(items)
  await diagnostic_results.insertMany(
    items.flatMap((item, at) => linesOf(item, order, asked[at]?.lines ?? [])),
  )
  const types = new Map((await specimenTypes(caller)).map((one) => [one.id, one]))
  const in_tubes = asked.filter(needsTube).map(({ test }) => test)
  const made = await expect(caller, order, in_tubes, types)
  for (const [specimen_id, test_ids] of made) {
    for (const item of items.filter(({ test_id }) => test_ids.has(test_id))) {
      await diagnostic_items.change(
        { hospital_id: caller.hospital_id, id: item.id },
        { specimen_id },
      )
      item.specimen_id = specimen_id
    }
  }
  return items
}

export const needsTube = ({ test }: Asked): boolean => test.discipline === 'LAB' && !isBedside(test)

const orderStudies = async (
  caller: Caller,
  order: OrderRow,
  items: readonly ItemRow[],
  { safety, portable }: OrderAsked,
): Promise<void> =>
  studiesOrdered(
    caller,
    items.map((item) => ({
      ...item,
      item_id: item.id,
      order_number: order.number,
      facility_id: order.facility_id,
      visit_id: order.visit_id,
      admission_id: order.admission_id,
      portable: portable ?? false,
      by_id: order.by_id,
      ordered_by_name: order.ordered_by_name,
    })),
    safety ?? null,
  )

function itemOf(
  order: OrderRow,
  { test }: Asked,
  position: number,
  known: ReadonlyMap<string, SectionRow>,
  settings: Chosen,
) {
  const section = known.get(test.section_id)
  const turnaround_minutes = turnaroundOf(test, section, order.priority)
  return {
    hospital_id: order.hospital_id,
    order_id: order.id,
    patient_id: order.patient_id,
    position,
    test_id: test.id,
    test_code: test.code,
    test_name: test.name,
    kind: test.kind,
    section_id: test.section_id,
    section: section?.name ?? '',
    heading: headingOf(test.category, section),
    tariff_code: test.tariff_code ?? test.code,
    status: 'ORDERED' as const,
    priority: order.priority,
    restricted: test.restricted,
    one_step: test.one_step ?? section?.one_step ?? false,
    bedside: test.discipline === 'LAB' && isBedside(test),
    clock_started_at:
      order.discipline === 'IMAGING' && order.priority === 'STAT' ? order.ordered_at : null,
    portal_rule:
      test.release_to_patient ?? (test.restricted ? 'AFTER_REVIEW' : settings.portal_default),
    ordered_at: order.ordered_at,
    turnaround_minutes,
    due_at: dueAt(order.ordered_at, turnaround_minutes),
  }
}

/** A category that is a section's code reads as the section's name. */
const headingOf = (category: string | null, section: SectionRow | undefined): string =>
  category === null || category === section?.code ? (section?.name ?? '') : category

const linesOf = (item: ItemRow, order: OrderRow, lines: Asked['lines']) =>
  lines.map(({ test, required }, at) => ({
    hospital_id: order.hospital_id,
    order_id: order.id,
    item_id: item.id,
    patient_id: order.patient_id,
    test_id: test.id,
    test_code: test.code,
    test_name: test.name,
    position: at + 1,
    required,
    value_type: test.value_type,
    status: 'PENDING' as const,
    unit: test.unit,
    decimals: test.decimals,
    method: test.method,
  }))

const categories = { LAB: 'Laboratory', IMAGING: 'Radiology' } as const

/** DIA-26: by its tariff; a code without a price does what billing's policy says. */
async function chargeFor(caller: Caller, order: OrderRow, item: ItemRow): Promise<void> {
  await charge(caller, {
    patient_id: order.patient_id,
    visit_id: order.visit_id,
    admission_id: order.admission_id,
    code: item.tariff_code,
    quantity: 1,
    source: charge_source,
    source_id: item.id,
    // A bill tells nobody what was looked for (TBC-23).
    description: item.restricted ? 'Laboratory test' : item.test_name,
    category: categories[order.discipline],
    urgent: order.priority === 'STAT',
    service_date: await today(caller, order.facility_id),
  })
}
