// What other areas ask of medicines (CAR-212, CAR-215, CAR-218, BIL-138), and what ends with a stay or a life.

import type { Caller } from '../../../core/caller.ts'
import { rows, run } from '../../../store/connection.ts'
import { mapPage, type Page, pageFrom } from '../../../store/pages.ts'
import { oneOf, raw, sql, when, where } from '../../../store/sql.ts'
import type {
  OpenWorkRow,
  PatientPrescription,
  patientPrescriptions,
} from '../../neighbours/care.ts'
import { closedPrescriptions } from '../../neighbours/medicines.ts'
import { productsOf } from '../../goods/stock/products/record.ts'
import { notOfRestrictedVisits } from '../../desk/visits/for-areas.ts'
import { patientRecord } from '../../desk/patients/rows.ts'
import { withinDays } from '../../office/hospitals/days.ts'
import { hospitalOf } from '../../office/hospitals/hospitals.ts'
import type { OnStayEnd, PerformedServices, Repoint, WorkLeftBy } from '../../registry.ts'
import { onlyOf } from '../../performed.ts'
import { dispenses } from './dispensing/tables.ts'
import { restricted_medicine } from './prescribing/closed.ts'
import { items_of } from './prescribing/record.ts'
import { endAll } from './prescribing/stopping.ts'
import { prescription_items, prescriptions } from './prescribing/tables.ts'
import { howToTake, medicinesOf } from './prescribing/view.ts'
import { prescription_states } from './prescribing/words.ts'

/** What runs now, as a letter or another screen says it. */
export async function activeMedicines(
  caller: Caller,
  patient_id: string,
): Promise<{ name: string; detail: string | null }[]> {
  const { hospital_id } = caller
  const live = await prescription_items.all(
    { hospital_id, patient_id, status: 'ACTIVE' },
    { order: ['start_at', 'id'] },
  )
  const of = await medicinesOf({ hospital_id }, live)
  const kept = await closedPrescriptions(
    caller,
    live.map(({ prescription_id }) => prescription_id),
  )
  const [closed, open] = [
    live.filter(({ prescription_id }) => kept.has(prescription_id)),
    live.filter(({ prescription_id }) => !kept.has(prescription_id)),
  ]
  const said = open.map((item) => ({
    name: item.medicine,
    detail: howToTake(item, of.get(item.medicine_id ?? ''), 'en') || null,
  }))
  if (closed.length === 0) return said
  return [...said, { name: `${restricted_medicine} (${closed.length})`, detail: null }]
}

/** Not handed out yet, and so a reason for the visit to stay open. */
export async function openPrescriptions(
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  visit_id: string,
): Promise<OpenWorkRow[]> {
  const waiting = await dispenses.all(
    {
      hospital_id,
      visit_id,
      kind: ['OUTPATIENT', 'DISCHARGE', 'OWED'],
      status: ['QUEUED', 'VERIFIED', 'PICKED', 'ON_HOLD'],
    },
    { order: ['queued_at', 'id'] },
  )
  const unsigned = await prescriptions.all(
    { hospital_id, visit_id, status: ['DRAFT', 'TO_COSIGN'] },
    { order: ['created_at', 'id'] },
  )
  return [
    ...waiting.map(({ id, number }) => ({ id, reference: number, label: 'to hand over' })),
    ...unsigned.map(({ id, number }) => ({ id, reference: number, label: 'not signed' })),
  ]
}

/** POR-7: what the patient reads, in his or her own language. */
export async function ofPatient(
  caller: Caller,
  asked: Parameters<typeof patientPrescriptions>[1],
): Promise<Page<PatientPrescription>> {
  const { hospital_id } = caller
  const { timezone } = await hospitalOf(caller)
  const status = prescription_states.find((one) => one === asked.status)
  const { language } = await patientRecord.get(caller, asked.patient_id)
  const found = await pageFrom(prescriptions, asked, {
    alias: 'p',
    from: sql` from prescriptions p${where([
      sql`p.hospital_id = ${hospital_id}`,
      sql`p.patient_id = ${asked.patient_id}`,
      sql`p.status not in ('DRAFT', 'TO_COSIGN')`,
      asked.without_sensitive ? notOfRestrictedVisits(sql`p.visit_id`) : undefined,
      when(asked.visit_id, sql`p.visit_id = ${asked.visit_id}`),
      asked.status === undefined ? undefined : sql`p.status = ${status ?? ''}`,
      ...withinDays(sql`p.created_at`, timezone, { from: asked.from, to: asked.to }),
    ])}`,
    order: sql` order by p.created_at desc, p.id desc`,
  })
  const items = await items_of.ofMany(
    caller,
    found.rows.map(({ id }) => id),
  )
  const of = await medicinesOf(caller, [...items.values()].flat())
  const said = language === 'sw' ? 'sw' : 'en'
  return mapPage(found, (row) => ({
    id: row.id,
    number: row.number,
    date: (row.signed_at ?? row.created_at).slice(0, 10),
    status: row.status,
    prescriber: row.prescriber_name,
    items: (items.get(row.id) ?? []).map((item) => {
      const medicine = of.get(item.medicine_id ?? '')
      const unit = medicine?.pack_only === true ? 'pack' : medicine?.unit_of_dose.toLowerCase()
      const quantity =
        item.quantity === null ? null : `${item.quantity / 1000} ${unit ?? ''}`.trim()
      return {
        medicine: item.medicine,
        how_to_take: howToTake(item, medicine, said),
        quantity,
        dispensed: item.dispensed === 'FULL',
        refills_left: 0,
      }
    }),
  }))
}

export const onStayEnd: OnStayEnd = async (caller, { admission_id, reason }) => {
  await endAll(caller, { admission_id }, reason === 'Died' ? 'DIED' : 'DISCHARGED')
}

export async function onDeath(
  caller: Caller,
  patient_id: string,
): Promise<Record<string, readonly string[]>> {
  const ended = await endAll(caller, { patient_id }, 'DIED')
  return ended.length === 0 ? {} : { prescriptions: ended }
}

/** CAR-218. */
export const workLeftBy: WorkLeftBy = async ({ hospital_id }, staff_id) => [
  {
    label: 'prescriptions not signed',
    count: await prescriptions.count({
      hospital_id,
      prescriber_id: staff_id,
      status: ['DRAFT', 'TO_COSIGN'],
    }),
  },
]

const tables = [
  'prescriptions',
  'prescription_items',
  'dispenses',
  'dispense_lines',
  'owed_medicines',
  'pharmacy_returns',
  'doses',
] as const

export const repointPatient: Repoint = async ({ hospital_id }, { from, to, only }) => {
  const moved: Record<string, string[]> = {}
  for (const table of tables) {
    const chosen = only === undefined ? sql`` : sql` and id${oneOf(only[table] ?? [])}`
    const found = await rows<{ id: string }>(
      sql`select id from ${raw(table)} where hospital_id = ${hospital_id}
        and patient_id = ${from}${chosen}`,
    )
    const ids = found.map(({ id }) => id)
    if (ids.length === 0) continue
    await run(
      sql`update ${raw(table)} set patient_id = ${to}
        where hospital_id = ${hospital_id} and id${oneOf(ids)}`,
    )
    moved[table] = ids
  }
  return moved
}

const piece = 500

interface Done {
  id: string
  source_id: string
  product_id: string
  patient_id: string
  visit_id: string | null
  department: string | null
  done_at: string
  performed_by_id: string | null
}

/** BIL-138: lines that were handed over, and doses of the ward's stock, by what they are charged as. */
export const performedServices: PerformedServices = async function* (caller, asked) {
  const { hospital_id } = caller
  const { from, to } = asked
  const lines = (after: string) =>
    rows<Done>(
      sql`select l.id, l.id as source_id, l.product_id, d.patient_id,
          d.visit_id, rx.department, d.handed_at as done_at, d.handed_by_id as performed_by_id
        from dispense_lines l join dispenses d on d.id = l.dispense_id
          join prescriptions rx on rx.id = d.prescription_id
        where d.hospital_id = ${hospital_id} and d.status = 'HANDED_OVER'
          and l.outcome = 'SUPPLY' and l.charge_id is not null and l.id > ${after}
          and d.handed_at >= ${from} and d.handed_at <= ${to}${onlyOf(asked, 'd.patient_id')} order by l.id limit ${piece}`,
    )
  const given = (after: string) =>
    rows<Done>(
      sql`select d.id, d.taken_as as source_id, d.product_id,
          d.patient_id, d.visit_id, null as department, d.given_at as done_at,
          d.given_by_id as performed_by_id
        from doses d
        where d.hospital_id = ${hospital_id} and d.status in ('GIVEN', 'PARTIAL')
          and d.taken_as is not null and d.product_id is not null and d.id > ${after}
          and d.given_at >= ${from} and d.given_at <= ${to}${onlyOf(asked, 'd.patient_id')} order by d.id limit ${piece}`,
    )
  for (const [source, read] of [
    ['dispense_line', lines],
    ['dose', given],
  ] as const) {
    for (let after = ''; ; ) {
      const found = await read(after)
      if (found.length > 0) {
        const products = await productsOf(
          caller,
          found.map(({ product_id }) => product_id),
        )
        yield found.map(({ id: _id, product_id, ...act }) => {
          const product = products.get(product_id)
          return { ...act, source, code: product?.tariff_code ?? product?.code ?? '' }
        })
      }
      if (found.length < piece) break
      after = found.at(-1)?.id ?? ''
    }
  }
}
