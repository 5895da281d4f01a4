// Cleared at the cash desk (3.7 clear; CAR-157, CAR-158). Nobody is kept here for money: who cannot pay
// goes with a promise, and the debt is followed.

import { type Caller, can } from '../../../../core/caller.ts'
import { clock, nextDay } from '../../../../core/clock.ts'
import { invalid } from '../../../../core/refusal.ts'
import { evaluate, gate } from '../../../desk/gates/gate.ts'
import { kindsAt } from '../../../desk/gates/rows.ts'
import type { GateResult, Override } from '../../../desk/gates/shapes.ts'
import { admissionClosed, dischargeClearance } from '../../../money/billing/charges/stays.ts'
import { openFollowUp } from '../../../neighbours/commercial.ts'
import { today } from '../../../office/places/hours.ts'
import { nextReference } from '../../../office/sequences/references.ts'
import { chargeDue } from '../stays/due.ts'
import { entityOf } from '../stays/fitting.ts'
import { begunAfterAll } from './begin.ts'
import { admissionRecord, type Row } from './record.ts'
import type { DischargeCheck } from './shapes.ts'

const days_to_pay = 7

export interface Cleared {
  row: Row
  bill: string[]
  /** Minor units. */
  balance: number
  follow_up_id: string | null
  warnings: GateResult[]
}

export async function clear(
  caller: Caller,
  id: string,
  overrides: readonly Override[] = [],
): Promise<Cleared> {
  const { before } = await begunAfterAll(caller, id, 'clear')
  await chargeDue(caller, before)
  for (const { gate: key, reason } of overrides) {
    // With what a debt is let go must stand in words: the day, who answers for it, a telephone.
    if (key === 'CLEAR_UNPAID' && !reason) throw invalid('overrides[0]', 'reason is required.')
  }
  const warnings = await gate(caller, {
    action: 'discharge.clear',
    subject: { admission: before },
    facts: { departments: before.department },
    overrides,
    entity: entityOf(before),
  })
  const { balance, deposits } = await dischargeClearance(caller, id)
  const row = await admissionRecord.moved(caller, before, 'clear', {
    cleared_at: clock.instant(),
    cleared_by_name: caller.name,
    gate_pass_no: await nextReference(caller, 'gate_pass', before.facility_id),
  })
  const follow_up_id = balance > deposits ? await follow(caller, row, overrides) : null
  const { issued } = await admissionClosed(caller, id)
  return { row, bill: issued, balance, follow_up_id, warnings }
}

async function follow(
  caller: Caller,
  row: Row,
  overrides: readonly Override[],
): Promise<string | null> {
  const promise = overrides.find(({ gate: key }) => key === 'CLEAR_UNPAID')
  const made = await openFollowUp(caller, {
    subject: `Debt of admission ${row.number}`,
    due_on: nextDay(await today(caller, row.facility_id), days_to_pay),
    kind: 'DEBT',
    patient_id: row.patient_id,
    detail: [promise?.reason_code, promise?.reason].filter(Boolean).join(': ') || null,
  })
  return made?.id ?? null
}

/** CAR-156: the same that the two moves evaluate, with those that stand open. */
export async function checks(caller: Caller, id: string): Promise<DischargeCheck[]> {
  const admission = await admissionRecord.get(caller, id)
  const found: DischargeCheck[] = []
  for (const action of ['discharge.clinical', 'discharge.clear']) {
    const results = await evaluate(caller, {
      action,
      subject: { admission },
      facts: { departments: admission.department },
      entity: entityOf(admission),
    })
    for (const { key, title } of kindsAt(action)) {
      const bites = results.filter((one) => one.gate === key)
      found.push({
        gate: key,
        title,
        ok: bites.length === 0,
        level: bites[0]?.level ?? null,
        count: bites.length,
        items: bites.map(({ message }) => ({ text: message, link: null })),
      })
    }
  }
  return found
}

/** CAR-11: amounts are for who reads bills. */
export const seesMoney = (caller: Caller): boolean => can(caller, 'bill:read')
