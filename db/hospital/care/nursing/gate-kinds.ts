// Mandatory tasks keep a move back until they are done, or are cancelled with a reason (CAR-126).

import type { Caller } from '../../../core/caller.ts'
import type { GateKind, Subject } from '../../desk/gates/kind.ts'
import type { Row as Admission } from '../wards/admissions/record.ts'
import { nursing_tasks } from './tables.ts'
import { taskRecord, type TaskRow } from './task-record.ts'
import type { TaskGate } from './words.ts'

const reasons = [
  { code: 'CLINICAL_NEED', text: 'Clinical need', needs_text: false },
  { code: 'NOT_NEEDED', text: 'Not needed any more', needs_text: true },
  { code: 'OTHER', text: 'Other', needs_text: true },
] as const

const actions: Readonly<Partial<Record<TaskGate, readonly string[]>>> = {
  ADMISSION: ['admission.admit'],
  TRANSFER: ['admission.transfer'],
  PROCEDURE: ['procedure.perform', 'theatre.send'],
  DISCHARGE: ['discharge.clinical'],
}

const titles: Readonly<Record<string, readonly [string, string]>> = {
  ADMISSION: ['Tasks before admission', 'Kazi kabla ya kulazwa'],
  TRANSFER: ['Tasks before a transfer', 'Kazi kabla ya kuhamishwa'],
  PROCEDURE: ['Tasks before a procedure', 'Kazi kabla ya tendo'],
  DISCHARGE: ['Tasks before discharge', 'Kazi kabla ya kuruhusiwa'],
}

/** Of a stay; before a procedure, of the patient. */
async function openTasks(
  { hospital_id }: Caller,
  subject: Subject,
  gate: TaskGate,
): Promise<TaskRow[]> {
  const of =
    gate === 'PROCEDURE'
      ? { patient_id: subject['patient_id'] as string }
      : { admission_id: (subject['admission'] as Admission).id }
  const found = await nursing_tasks.all(
    { hospital_id, ...of, mandatory: true, status: ['OPEN', 'IN_PROGRESS'] },
    { order: ['due_at', 'id'] },
  )
  return found.filter(({ gates }) => gates.includes(gate))
}

const gateOf = (gate: TaskGate): GateKind => ({
  key: `TASK_GATE_${gate}`,
  title: titles[gate]?.[0] ?? gate,
  title_sw: titles[gate]?.[1] ?? gate,
  actions: actions[gate] ?? [],
  reasons,
  emergency_bypass: gate !== 'DISCHARGE',
  scope_keys: ['departments'],
  rows: [{ level: 'BLOCK_WITH_OVERRIDE', permission: 'task:override' }],
  async check(caller, { subject }) {
    const found = await openTasks(caller, subject, gate)
    if (found.length === 0) return []
    const { length } = found
    const named = found.map(({ task }) => task).join(', ')
    const open = length === 1 ? '1 mandatory task is open' : `${length} mandatory tasks are open`
    return [{ what: `${open}: ${named.slice(0, 300)}.` }]
  },
  async override(caller, { subject, reason }) {
    for (const { id } of await openTasks(caller, subject, gate)) {
      const before = await taskRecord.locked(caller, id)
      await taskRecord.moved(caller, before, 'cancel', {}, reason)
    }
  },
})

export const task_gates_of_wards: readonly GateKind[] = [
  gateOf('ADMISSION'),
  gateOf('TRANSFER'),
  gateOf('PROCEDURE'),
  gateOf('DISCHARGE'),
]
