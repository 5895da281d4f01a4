import { answer } from '../../../core/question.ts'
import { sql } from '../../../store/sql.ts'
import { openProcedureOrders as open_orders } from '../../neighbours/care.ts'
import type { Brings, PerformedServices } from '../../registry.ts'
import { onlyOf } from '../../performed.ts'
import { everyRow, repointing } from '../clinical/repointing.ts'
import { endAll, openProcedureOrders } from './orders.ts'
import { procedure_orders } from './tables.ts'

const piece = 500

/** BIL-138: what was done of what was asked, by the source under which it is charged. */
const performedServices: PerformedServices = async function* ({ hospital_id }, asked) {
  let after = ''
  for (;;) {
    const found = await procedure_orders.read(
      sql`select ${procedure_orders.selection()} from procedure_orders
        where hospital_id = ${hospital_id} and status = 'DONE' and id > ${after}
          and performed_at >= ${asked.from} and performed_at <= ${asked.to}${onlyOf(asked, 'patient_id')}
        order by id limit ${piece}`,
    )
    const acts = found.map((row) => ({
      source: 'procedure_order',
      source_id: row.id,
      code: row.code,
      patient_id: row.patient_id,
      visit_id: row.visit_id,
      department: row.department,
      done_at: row.performed_at ?? row.updated_at,
      performed_by_id: row.staff_id,
    }))
    if (acts.length > 0) yield acts
    if (found.length < piece) return
    after = found.at(-1)?.id ?? ''
  }
}

export const brings: Brings = {
  area: 'procedures',
  reads: { procedure_order: 'record:read' },
  sequences: [
    {
      kind: 'procedure_order',
      label: 'Procedure order',
      area: 'procedures',
      pattern: 'PRO-{YYYY}-{SEQ:5}',
      scope: 'HOSPITAL',
      reset: 'YEARLY',
      gapless: false,
    },
  ],
  repointPatient: repointing({ procedure_orders: everyRow }),
  performedServices,
  onDeath: async (caller, patient_id) => {
    const ended = await endAll(caller, { patient_id }, 'Died')
    return ended.length === 0 ? {} : { procedures: ended }
  },
  onStayEnd: async (caller, { admission_id, reason }) => {
    await endAll(caller, { admission_id }, reason)
  },
  answers: [answer(open_orders, openProcedureOrders)],
}
