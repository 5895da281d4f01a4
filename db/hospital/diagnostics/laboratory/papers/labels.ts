// What stands on the labels of tubes (DIA-41); each print is counted.

import type { Caller } from '../../../../core/caller.ts'
import { conflict } from '../../../../core/refusal.ts'
import { rowsOf } from '../../../desk/patients/rows.ts'
import { hospitalOf } from '../../../office/hospitals/hospitals.ts'
import { diagnostic_orders } from '../orders/tables.ts'
import type { LabelsInput } from '../specimens/shapes.ts'
import { specimens } from '../specimens/tables.ts'
import { isLive, itemsIn, tubesNamed } from '../specimens/tubes.ts'

export async function labelsOf(caller: Caller, { specimen_ids, copies = 1 }: LabelsInput) {
  const { hospital_id } = caller
  const tubes = await tubesNamed(
    caller,
    specimen_ids.map((specimen_id) => ({ specimen_id })),
  )
  const gone = tubes.find(({ status }) => status === 'CANCELLED' || status === 'REJECTED')
  if (gone !== undefined) throw conflict(`Specimen ${gone.number} is ${gone.status}: no label.`)
  const items = await itemsIn(
    caller,
    tubes.map(({ id }) => id),
  )
  const order_ids = [...new Set(tubes.map(({ order_id }) => order_id))]
  const orders = await diagnostic_orders.all({ hospital_id, id: order_ids })
  const patients = await rowsOf(caller, [...new Set(tubes.map((one) => one.patient_id))])
  const hospital = await hospitalOf(caller)
  for (const { id, label_prints } of tubes) {
    await specimens.change({ hospital_id, id }, { label_prints: label_prints + copies })
  }
  return tubes.flatMap((tube) => {
    const patient = patients.find(({ id }) => id === tube.patient_id)
    const order = orders.find(({ id }) => id === tube.order_id)
    if (patient === undefined || order === undefined) return []
    const own = items.filter((item) => item.specimen_id === tube.id && isLive(item))
    return Array.from({ length: copies }, (_, at) => ({
      hospital: hospital.name,
      language: hospital.language,
      date_format: hospital.date_format,
      number: tube.number,
      patient_number: patient.number,
      name: patient.full_name,
      sex: patient.sex,
      birth_date: patient.birth_date,
      type: tube.type_name,
      colour: tube.colour,
      // What is restricted is called by its section.
      tests: [...new Set(own.map((item) => (item.restricted ? item.section : item.test_code)))],
      priority: order.priority,
      collect_at: tube.collect_at,
      copy: tube.label_prints + at > 0 ? tube.label_prints + at + 1 : null,
    }))
  })
}
