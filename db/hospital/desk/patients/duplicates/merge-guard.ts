// What stands in the way of a merge (PAT-17, gate PAT_MERGE_MISMATCH).

import { type Caller, can } from '../../../../core/caller.ts'
import { conflict } from '../../../../core/refusal.ts'
import { evaluate, gate, type GateAsked } from '../../gates/gate.ts'
import type { Bite, GateKind } from '../../gates/kind.ts'
import { front_office_reasons } from '../../gates/reasons.ts'
import type { GateResult, Override } from '../../gates/shapes.ts'
import { patient_identifiers } from '../record/hanging-tables.ts'
import { assertMayOpen } from '../privacy/privacy.ts'
import { mustBeSomebody, type Row, patientRecord } from '../rows.ts'

/** PAT-17. Visits, wards and the cash desk will add their own. */
export async function guard(caller: Caller, kept: Row, duplicate: Row): Promise<void> {
  for (const one of [kept, duplicate]) {
    mustBeSomebody(one)
    if (one.status === 'MERGED') {
      const into = await patientRecord.get(caller, one.merged_into_id ?? '')
      throw conflict(`${one.number} was already merged into ${into.number}.`)
    }
    await assertMayOpen(caller, one)
  }
  if (can(caller, 'patient:merge-override')) return
  const [a, b] = [await verifiedOf(caller, kept.id), await verifiedOf(caller, duplicate.id)]
  if (a !== undefined && b !== undefined && a !== b) {
    throw conflict(
      `Both hold verified national IDs, which differ. It needs patient:merge-override.`,
    )
  }
}

const verifiedOf = async (
  { hospital_id }: Caller,
  patient_id: string,
): Promise<string | undefined> =>
  (
    await patient_identifiers.find({
      hospital_id,
      patient_id,
      type: 'NATIONAL_ID',
      verified: true,
      voided: false,
    })
  )?.value_key

const years_apart = 10
type Pair = { kept: Row; duplicate: Row }

/** What differs between two people and hardly within one. */
function differences({ kept, duplicate }: Pair): string[] {
  const both = [kept, duplicate]
  const said: string[] = []
  // What was never said of an unknown person differs from nothing (PAT-15).
  if (kept.sex !== duplicate.sex && both.every(({ sex_told }) => sex_told)) {
    said.push(both.map(({ number, sex }) => `${number} is ${sex}`).join(', '))
  }
  const [one, other] = both.map(({ birth_date }) => Number(birth_date.slice(0, 4)))
  const unknown = both.some(({ identity }) => identity === 'UNKNOWN')
  if (!unknown && Math.abs((one ?? 0) - (other ?? 0)) > years_apart) {
    said.push(both.map(({ number, birth_date }) => `${number} was born ${birth_date}`).join(', '))
  }
  const dead = both.filter(({ status }) => status === 'DECEASED')
  if (dead.length === 1) said.push(`${dead[0]?.number} is recorded as having died`)
  return said
}

export const merge_gate: GateKind = {
  key: 'PAT_MERGE_MISMATCH',
  title: 'Records that differ',
  title_sw: 'Kumbukumbu zinazotofautiana',
  actions: ['patient.merge'],
  reasons: front_office_reasons,
  emergency_bypass: false,
  rows: [{ level: 'BLOCK_WITH_OVERRIDE', permission: 'patient:merge-override' }],
  async check(_caller, { subject }): Promise<Bite[]> {
    const said = differences(subject as unknown as Pair)
    if (said.length === 0) return []
    return [{ what: `${said.join('; ')}.`, mend: 'Look again whether they are one person.' }]
  },
}

const askedOf = (kept: Row, duplicate: Row): GateAsked => ({
  action: 'patient.merge',
  subject: { kept, duplicate },
  entity: { type: 'patient', id: kept.id, patient_id: kept.id },
})

export const mismatch = (
  caller: Caller,
  kept: Row,
  duplicate: Row,
  overrides: readonly Override[] | undefined,
): Promise<GateResult[]> => gate(caller, { ...askedOf(kept, duplicate), overrides })

/** The same without deciding, for a preview. */
export const wouldMismatch = (caller: Caller, kept: Row, duplicate: Row): Promise<GateResult[]> =>
  evaluate(caller, askedOf(kept, duplicate))
