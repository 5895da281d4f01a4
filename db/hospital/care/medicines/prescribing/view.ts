// Prescriptions as they are read: a list of them with their items, one whole, what a patient takes.

import type { Caller } from '../../../../core/caller.ts'
import { noSuch } from '../../../../core/refusal.ts'
import { mapPage, type Page, pageFrom, type PageAsked } from '../../../../store/pages.ts'
import { oneOf, sql, when, where } from '../../../../store/sql.ts'
import type { GateResult } from '../../../desk/gates/shapes.ts'
import { patientsById } from '../../../desk/patients/register/many.ts'
import { withinDays } from '../../../office/hospitals/days.ts'
import { hospitalOf } from '../../../office/hospitals/hospitals.ts'
import { codeGiven } from '../../../office/papers/codes.ts'
import { scopeOf } from '../../../office/places/facilities.ts'
import { clinicalOpenTo } from '../../clinical/open-to.ts'
import {
  closedPatients,
  closedPrescriptions,
  openPrescriptionsIn,
} from '../../../neighbours/medicines.ts'
import { medicines } from '../formulary/tables.ts'
import { masked } from './closed.ts'
import { directions } from './directions.ts'
import {
  itemRecord,
  items_of,
  type ItemRow,
  prescriptionRecord,
  type PrescriptionRow,
} from './record.ts'
import type { Prescription, PrescriptionItem, PrescriptionWhole } from './shapes.ts'
import { prescription_items, prescriptions } from './tables.ts'
import type { LabelLanguage, PrescriptionKind, PrescriptionState } from './words.ts'

type Medicine = Pick<
  Awaited<ReturnType<typeof medicines.all>>[number],
  'id' | 'form' | 'unit_of_dose' | 'pack_only'
>

export const medicinesOf = async (
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  items: readonly Pick<ItemRow, 'medicine_id'>[],
): Promise<ReadonlyMap<string, Medicine>> => {
  const ids = [...new Set(items.flatMap(({ medicine_id }) => medicine_id ?? []))]
  const found = ids.length === 0 ? [] : await medicines.all({ hospital_id, id: ids })
  return new Map(found.map((row) => [row.id, row]))
}

export const howToTake = (
  item: ItemRow,
  of: Pick<Medicine, 'form' | 'unit_of_dose'> | undefined,
  language: LabelLanguage,
): string =>
  directions(
    {
      ...item,
      form: of?.form ?? null,
      unit: of?.unit_of_dose ?? null,
      written: item.dose === null ? item.dose_unit : `${item.dose} ${item.dose_unit ?? ''}`.trim(),
    },
    language,
  )

export async function itemsShown(
  caller: Caller,
  items: readonly ItemRow[],
  language: LabelLanguage = 'en',
): Promise<PrescriptionItem[]> {
  const of = await medicinesOf(caller, items)
  const closed = await closedPrescriptions(
    caller,
    items.map(({ prescription_id }) => prescription_id),
  )
  const shown = items.map((item) => {
    const medicine = of.get(item.medicine_id ?? '')
    const infusion = item.infusion
    return {
      ...item,
      line_no: item.position,
      infusion: infusion && {
        volume_ml: infusion.volume_ml,
        rate_ml_h: infusion.rate_ml_h ?? null,
        over_minutes: infusion.over_minutes ?? null,
        diluent: infusion.diluent ?? null,
        additives: [...(infusion.additives ?? [])],
        target: infusion.target ?? null,
      },
      how_to_take: howToTake(item, medicine, language),
      quantity: item.quantity === null ? null : item.quantity / 1000,
      unit: medicine === undefined ? null : medicine.pack_only ? 'PACK' : medicine.unit_of_dose,
      quantity_dispensed: item.quantity_dispensed / 1000,
      quantity_owed: item.quantity_owed / 1000,
      moves: itemRecord.moves(caller, item),
    }
  })
  return shown.map((item) => (closed.has(item.prescription_id) ? masked(item) : item))
}

export interface PrescriptionFilter extends PageAsked {
  search?: string
  patient_id?: string
  visit_id?: string
  admission_id?: string
  kind?: PrescriptionKind
  status?: PrescriptionState
  staff_id?: string
  medicine_id?: string
  from?: string
  to?: string
}

/** A patient's own are read whatever the branch: the edge has asked whose record it is. */
export async function list(
  caller: Caller,
  asked: PrescriptionFilter,
  anywhere = false,
): Promise<Page<Prescription>> {
  const { timezone } = await hospitalOf(caller)
  const scope = anywhere ? 'all' : await scopeOf(caller, undefined)
  const found = await pageFrom(prescriptions, asked, {
    alias: 'p',
    from: sql` from prescriptions p${where([
      sql`p.hospital_id = ${caller.hospital_id}`,
      scope === 'all' ? undefined : sql`p.facility_id${oneOf(scope)}`,
      when(asked.patient_id, sql`p.patient_id = ${asked.patient_id}`),
      when(asked.visit_id, sql`p.visit_id = ${asked.visit_id}`),
      when(asked.admission_id, sql`p.admission_id = ${asked.admission_id}`),
      when(asked.kind, sql`p.kind = ${asked.kind}`),
      when(asked.status, sql`p.status = ${asked.status}`),
      when(asked.staff_id, sql`p.prescriber_id = ${asked.staff_id}`),
      when(asked.search, sql`p.number = ${asked.search?.trim().toUpperCase()}`),
      when(
        asked.medicine_id,
        sql`exists (select 1 from prescription_items i where i.prescription_id = p.id
          and i.medicine_id = ${asked.medicine_id})`,
      ),
      when(asked.medicine_id, openPrescriptionsIn(caller, sql`p.id`)),
      ...withinDays(sql`p.created_at`, timezone, { from: asked.from, to: asked.to }),
      await clinicalOpenTo(caller, asked.patient_id, 'p'),
    ])}`,
    order: sql` order by p.created_at desc, p.id desc`,
  })
  const shown = await shownAll(caller, found.rows)
  return mapPage(found, ({ id }) => shown.get(id) as Prescription)
}

async function shownAll(
  caller: Caller,
  rows: readonly PrescriptionRow[],
): Promise<Map<string, Prescription>> {
  const ids = rows.map(({ id }) => id)
  const items = await items_of.ofMany(caller, ids)
  const shown = await itemsShown(caller, [...items.values()].flat())
  const by_prescription = Map.groupBy(shown, ({ prescription_id }) => prescription_id)
  const patients = await patientsById(
    caller,
    rows.map(({ patient_id }) => patient_id),
  )
  return new Map(
    rows.flatMap((row) => {
      const patient = patients.get(row.patient_id)
      if (patient === undefined) return []
      const moves = prescriptionRecord.moves(caller, row)
      const own = by_prescription.get(row.id) ?? []
      return [[row.id, { ...row, reference: row.number, patient, items: own, moves }]]
    }),
  )
}

export async function whole(
  caller: Caller,
  id: string,
  warnings: GateResult[] = [],
): Promise<PrescriptionWhole> {
  const row = await prescriptionRecord.get(caller, id)
  const one = (await shownAll(caller, [row])).get(id)
  if (one === undefined) throw noSuch('prescription')
  const history = await prescriptionRecord.history(caller, id)
  const closed = (await closedPrescriptions(caller, [id])).has(id)
  // A check of one medicine names the others.
  const quiet = (await closedPatients(caller, [row.patient_id])).size > 0
  const alerts = quiet ? [] : row.alerts.map((alert) => ({ ...alert }))
  const verify_code = await codeGiven(caller, { kind: 'prescription', entity_id: id })
  return { ...one, ...(closed ? { notes: null } : {}), verify_code, alerts, warnings, history }
}

/** An item with the line of therapy that it belongs to, the oldest first (CAR-64). */
export async function wholeItem(caller: Caller, id: string, warnings: GateResult[] = []) {
  const row = await itemRecord.get(caller, id)
  const chain: ItemRow[] = [row]
  const { hospital_id } = caller
  for (let before = row.previous_item_id; before !== null; ) {
    const found = await prescription_items.find({ hospital_id, id: before })
    if (found === undefined) break
    chain.unshift(found)
    before = found.previous_item_id
  }
  const shown = await itemsShown(caller, chain)
  const one = shown.at(-1) as PrescriptionItem
  return { ...one, warnings, chain: shown, history: await itemRecord.history(caller, id) }
}

const recent_most = 20

/** What runs, what rests, and what ended last. */
export async function medicinesOfPatient(caller: Caller, patient_id: string) {
  const { hospital_id } = caller
  const live = await prescription_items.all(
    { hospital_id, patient_id, status: ['ACTIVE', 'ON_HOLD'] },
    { order: ['start_at', 'id'] },
  )
  const ended = await prescription_items.all(
    { hospital_id, patient_id, status: ['COMPLETED', 'STOPPED', 'EXPIRED'] },
    { order: ['-ended_at', '-id'], limit: recent_most },
  )
  const shown = await itemsShown(caller, [...live, ...ended])
  const of = (...states: string[]) => shown.filter(({ status }) => states.includes(status))
  return {
    active: of('ACTIVE'),
    on_hold: of('ON_HOLD'),
    recent: of('COMPLETED', 'STOPPED', 'EXPIRED'),
  }
}
