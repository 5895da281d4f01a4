// What somebody leaves behind who goes home: medicines not fetched yet (DIS_MEDICINES), and those that still
// lie on the ward for him or her (DIS_RETURNS). Both are said and keep nobody.

import type { Caller } from '../../../../core/caller.ts'
import type { Bite, GateKind } from '../../../desk/gates/kind.ts'
import type { Row as Admission } from '../../wards/admissions/record.ts'
import { medicines } from '../formulary/tables.ts'
import { onWard } from './supply.ts'
import { dispenses } from './tables.ts'

const leavingGate = (
  kind: Pick<GateKind, 'key' | 'title' | 'title_sw' | 'actions'>,
  bites: (caller: Caller, stay: Admission) => Promise<readonly Bite[]>,
): GateKind => ({
  ...kind,
  reasons: [],
  emergency_bypass: false,
  scope_keys: ['departments'],
  rows: [{ level: 'WARN' }],
  check: (caller, { subject }) => bites(caller, subject['admission'] as Admission),
})

async function notFetched(caller: Caller, { id }: Admission): Promise<readonly Bite[]> {
  const { hospital_id } = caller
  const waiting = await dispenses.all(
    {
      hospital_id,
      admission_id: id,
      kind: ['DISCHARGE', 'OWED'],
      status: ['QUEUED', 'VERIFIED', 'PICKED', 'ON_HOLD'],
    },
    { order: ['queued_at', 'id'] },
  )
  if (waiting.length === 0) return []
  const named = waiting.map(({ number }) => number).join(', ')
  return [{ what: `Take-home medicines are not handed over: ${named.slice(0, 200)}.` }]
}

const most_named = 5

async function stillThere(caller: Caller, { id }: Admission): Promise<readonly Bite[]> {
  const { hospital_id } = caller
  const left = [...(await onWard(caller, id))].filter(([, units]) => units > 0)
  if (left.length === 0) return []
  const found = await medicines.all({ hospital_id, id: left.map(([medicine_id]) => medicine_id) })
  const of = new Map(found.map((one) => [one.id, one]))
  const named = left
    .map(
      ([medicine_id, units]) => `${units / 1000} of ${of.get(medicine_id)?.name ?? 'a medicine'}`,
    )
    .toSorted()
  const rest = named.length - most_named
  const more = rest > 0 ? `, and ${rest} more` : ''
  return [{ what: `Still on the ward: ${named.slice(0, most_named).join(', ')}${more}.` }]
}

export const leaving_gates: readonly GateKind[] = [
  leavingGate(
    {
      key: 'DIS_MEDICINES',
      title: 'Take-home medicines',
      title_sw: 'Dawa za nyumbani',
      actions: ['discharge.clinical'],
    },
    notFetched,
  ),
  leavingGate(
    {
      key: 'DIS_RETURNS',
      title: 'Medicines on the ward',
      title_sw: 'Dawa zilizopo wodini',
      actions: ['discharge.clear'],
    },
    stillThere,
  ),
]
