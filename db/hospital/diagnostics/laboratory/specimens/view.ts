// Specimens as people see them, with their chain (DIA-49).

import type { Caller } from '../../../../core/caller.ts'
import { noSuch } from '../../../../core/refusal.ts'
import { type Page, pageFrom, type PageAsked } from '../../../../store/pages.ts'
import { oneOf, sql, when, where } from '../../../../store/sql.ts'
import { ofOpenPatients } from '../../../desk/patients/privacy/lists.ts'
import { patientsById } from '../../../desk/patients/register/many.ts'
import { withinDays } from '../../../office/hospitals/days.ts'
import { hospitalOf } from '../../../office/hospitals/hospitals.ts'
import { scopeOf } from '../../../office/places/facilities.ts'
import { diagnostic_orders } from '../orders/tables.ts'
import { isOfLaboratory, restrictedOpenTo } from '../results/seen.ts'
import { isTeam } from '../../../care/clinical/open-to.ts'
import { specimenTypes } from '../catalogue/lists.ts'
import { disposeAfter, pastKeeping } from './keeping.ts'
import { scanned } from './numbers.ts'
import { type SpecimenRow, specimenRecord } from './record.ts'
import type { Specimen, SpecimenFilter } from './shapes.ts'
import { specimens } from './tables.ts'
import { itemsIn } from './tubes.ts'

export async function list(
  caller: Caller,
  asked: SpecimenFilter & PageAsked,
): Promise<Page<Specimen>> {
  const { timezone } = await hospitalOf(caller)
  const scope = await scopeOf(caller, undefined)
  const typed = asked.search?.trim() ?? ''
  // What looks like a number was scanned: a misread one is told, any other word finds nothing.
  const number = /^\d{11,12}$/.test(typed) ? scanned(typed, 'search') : typed
  // Who works in the laboratory works for everybody; others see what is open to them (PRV-1).
  const all = isOfLaboratory(caller) || (await isTeam(caller, asked.patient_id))
  const found = await pageFrom(specimens, asked, {
    alias: 's',
    from: sql` from specimens s${where([
      sql`s.hospital_id = ${caller.hospital_id}`,
      scope === 'all' ? undefined : sql`s.facility_id${oneOf(scope)}`,
      when(number !== '', sql`s.number = ${number}`),
      when(asked.status, sql`s.status = ${asked.status}`),
      when(asked.type_id, sql`s.type_id = ${asked.type_id}`),
      when(asked.place, sql`s.place = ${asked.place}`),
      when(
        asked.section_id,
        sql`exists (select 1 from diagnostic_items i where i.specimen_id = s.id
          and i.section_id = ${asked.section_id})`,
      ),
      when(asked.patient_id, sql`s.patient_id = ${asked.patient_id}`),
      when(asked.dispose, await pastKeeping(caller)),
      ...withinDays(sql`s.created_at`, timezone, { from: asked.from, to: asked.to }),
      all ? undefined : ofOpenPatients(sql`s.patient_id`),
    ])}`,
    order: sql` order by s.created_at desc, s.id desc`,
  })
  return { ...found, rows: await shownAll(caller, found.rows) }
}

export async function shownAll(caller: Caller, found: readonly SpecimenRow[]): Promise<Specimen[]> {
  const { hospital_id } = caller
  const items = await itemsIn(
    caller,
    found.map(({ id }) => id),
  )
  const ids = [...new Set(found.map(({ order_id }) => order_id))]
  const orders = new Map(
    (ids.length === 0 ? [] : await diagnostic_orders.all({ hospital_id, id: ids })).map((one) => [
      one.id,
      one,
    ]),
  )
  const people = found.map(({ patient_id }) => patient_id)
  const patients = await patientsById(caller, people)
  const opens = await restrictedOpenTo(caller, people)
  const types = new Map((await specimenTypes(caller)).map((one) => [one.id, one]))
  const by_tube = Map.groupBy(items, ({ specimen_id }) => specimen_id ?? '')
  return found.flatMap((row) => {
    const [patient, order] = [patients.get(row.patient_id), orders.get(row.order_id)]
    if (patient === undefined || order === undefined) return []
    const own = by_tube.get(row.id) ?? []
    const shown = own.map((item) => ({
      item_id: item.id,
      order_reference: order.number,
      // What is restricted is called by its section, on labels too (DIA-41).
      test_code: item.restricted && !opens(order) ? item.section.slice(0, 20) : item.test_code,
      section: item.section,
    }))
    const dispose_after = disposeAfter(types.get(row.type_id), own)
    return [{ ...row, patient, items: shown, dispose_after }]
  })
}

export async function whole(caller: Caller, id: string) {
  const row = await specimenRecord.get(caller, id)
  const [shown] = await shownAll(caller, [row])
  if (shown === undefined) throw noSuch('specimen')
  return { ...shown, chain: await specimenRecord.history(caller, id) }
}
