// ADM_RUNNING (CAR-143): whoever orders for somebody in a bed hears that the account has passed what was paid
// ahead. It is said of what can wait, and keeps nothing back: care, food, bed and what is urgent are never asked.

import { type Caller, can } from '../../../core/caller.ts'
import type { GateKind } from '../../desk/gates/kind.ts'
import { purseOf } from '../../money/accounting/purse.ts'
import { passedBy } from './admissions/money.ts'
import { admissions } from './admissions/tables.ts'

export const order_action = 'order.inpatient'

const lying = ['ADMITTED', 'DISCHARGE_ORDERED'] as const

async function beyond(caller: Caller, patient_id: string): Promise<number> {
  const { hospital_id } = caller
  const stay = await admissions.find({ hospital_id, patient_id, status: [...lying] })
  return stay === undefined ? 0 : passedBy(caller, stay.id)
}

export const running_gate: GateKind = {
  key: 'ADM_RUNNING',
  title: 'Account',
  title_sw: 'Akaunti',
  actions: [order_action, 'diagnostic.order', 'procedure.perform'],
  reasons: [],
  emergency_bypass: true,
  scope_keys: ['departments'],
  rows: [{ level: 'WARN', permission: 'override:money' }],
  async check(caller, { subject }) {
    const patient_id = subject['patient_id']
    if (typeof patient_id !== 'string' || subject['urgent'] === true) return []
    const short = await beyond(caller, patient_id)
    if (short <= 0) return []
    const purse = await purseOf(caller)
    const said = `Account has passed the deposit by ${purse.said(short)}.`
    return [{ what: can(caller, 'bill:read') ? said : 'Account has passed the deposit.' }]
  },
}
