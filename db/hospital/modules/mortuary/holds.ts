// What stands in the way today (MOR-12): the same that a release evaluates, and kept for the list.

import type { Caller } from '../../../core/caller.ts'
import { clock } from '../../../core/clock.ts'
import { within } from '../../../store/connection.ts'
import { evaluate, type GateAsked } from '../../desk/gates/gate.ts'
import { kindsAt } from '../../desk/gates/rows.ts'
import type { GateResult } from '../../desk/gates/shapes.ts'
import { tell } from '../../neighbours/telling.ts'
import type { ReleaseCase } from './gate-kinds.ts'
import { type Body, bodyRecord } from './record.ts'
import type { ReleaseCheck } from './shapes.ts'
import { bodies } from './tables.ts'
import type { ReleaseKind } from './words.ts'

export const askedOf = (on: ReleaseCase): Omit<GateAsked, 'overrides'> => ({
  action: 'body.release',
  subject: { ...on },
  entity: { type: 'body', id: on.body.id, patient_id: on.body.patient_id },
})

export const standingIn = (caller: Caller, body: Body, kind: ReleaseKind): Promise<GateResult[]> =>
  evaluate(caller, askedOf({ body, asked: { kind } }))

export async function checks(
  caller: Caller,
  id: string,
  kind: ReleaseKind = 'CLAIMANT',
): Promise<ReleaseCheck[]> {
  const body = await bodyRecord.get(caller, id)
  const standing = await standingIn(caller, body, kind)
  // MOR-12: from the first time somebody comes for the body, money holds it so long and no longer.
  if (kind === 'CLAIMANT') await within(() => startClock(caller, body, standing))
  return kindsAt('body.release').map(({ key, title }) => {
    const found = standing.find((one) => one.gate === key)
    const may = found?.permission ?? null
    return {
      gate: key,
      title,
      ok: found === undefined,
      level: found?.level ?? null,
      text: found?.message ?? null,
      override:
        may === null || found?.level === 'BLOCK'
          ? null
          : { permission: may, may_override: found?.may_override, reasons: found?.reasons },
    }
  })
}

/** The debt is shown to who can do something about it, at the moment it begins to hold somebody. */
export async function startClock(
  caller: Caller,
  { id, number, version, money_asked_at, status }: Body,
  standing: readonly GateResult[],
): Promise<void> {
  if (money_asked_at !== null || status !== 'STORED') return
  const { hospital_id } = caller
  // Of two who ask at once one begins it.
  const begun = await bodies.change(
    { hospital_id, id, money_asked_at: null },
    { money_asked_at: clock.instant(), version },
  )
  const debt = standing.find((one) => one.gate === 'MOR_UNPAID')
  if (begun === 0 || debt === undefined) return
  for (const role of ['cashier', 'welfare']) {
    await tell(caller, {
      to: { role },
      kind: 'mortuary.debt',
      title: 'Somebody has come for a body that is not paid for',
      body: `${number}. ${debt.message}`.slice(0, 500),
      entity: { type: 'body', id },
    })
  }
}

/** Kept for the list's filter; no person's change. */
export async function refreshHolds(caller: Caller, seen: Body): Promise<void> {
  const { hospital_id } = caller
  const body = await bodyRecord.get(caller, seen.id)
  const standing = body.status === 'STORED' ? await standingIn(caller, body, 'CLAIMANT') : []
  const holds = standing
    .filter(({ level }) => level !== 'WARN')
    .flatMap(({ gate }) => gate ?? [])
    .filter((key, at, all) => all.indexOf(key) === at)
  if (JSON.stringify(holds) === JSON.stringify(body.holds)) return
  await bodies.change({ hospital_id, id: body.id }, { holds, version: body.version })
}
