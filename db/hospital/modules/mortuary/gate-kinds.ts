// What stands in the way of a release (MOR-12).

import type { Caller } from '../../../core/caller.ts'
import { clock, hours } from '../../../core/clock.ts'
import { deathNotificationOf } from '../../care/certificates/for-areas.ts'
import type { Bite, GateKind } from '../../desk/gates/kind.ts'
import { purseOf } from '../../money/accounting/purse.ts'
import { dischargeClearance } from '../../money/billing/charges/stays.ts'
import { rowIn } from '../parts/part-table.ts'
import { rowsOfBody } from './belongings.ts'
import { unpaidOf } from './charging.ts'
import { settings_table } from './part-tables.ts'
import type { Body } from './record.ts'
import type { ReleaseInput } from './shapes.ts'
import { openPostMortems } from './services/record.ts'
import { of_another } from './words.ts'

/** Who asks what must be done says nothing yet but whom the body shall go to. */
export interface ReleaseCase {
  body: Body
  asked: Partial<ReleaseInput> & Pick<ReleaseInput, 'kind'>
}

const reasons = [
  { code: 'FOUND_CORRECT', text: 'Looked at and found correct', needs_text: true },
  { code: 'COMES_LATER', text: 'The paper comes later', needs_text: true },
  { code: 'OTHER', text: 'Other', needs_text: true },
] as const

const debt_reasons = [
  { code: 'PROMISE', text: 'Promise to pay: guarantor, telephone, date', needs_text: true },
  { code: 'WELFARE', text: 'Assessed by social welfare', needs_text: false },
  { code: 'POLICE', text: 'The police answer for it', needs_text: false },
  { code: 'WAIVED', text: 'Waived', needs_text: false },
  { code: 'OTHER', text: 'Other', needs_text: true },
] as const

const certify = 'mortuary:certify'

const releaseGate = (
  kind: Pick<GateKind, 'key' | 'title' | 'title_sw'> & Partial<GateKind>,
  bites: (caller: Caller, on: ReleaseCase) => Promise<readonly Bite[]>,
): GateKind => ({
  actions: ['body.release'],
  reasons,
  emergency_bypass: false,
  rows: [{ level: 'BLOCK_WITH_OVERRIDE', permission: certify }],
  ...kind,
  check: async (caller, { subject }) => bites(caller, subject as unknown as ReleaseCase),
})

const is_blocked = [{ level: 'BLOCK' }] as const

export async function isPoliceCase(caller: Caller, body: Body): Promise<boolean> {
  if (body.police?.case === true) return true
  return (await deathNotificationOf(caller, body.patient_id))?.police_case ?? false
}

export const mortuary_gates: readonly GateKind[] = [
  releaseGate(
    { key: 'MOR_IDENTITY', title: 'Identity', title_sw: 'Utambulisho', rows: is_blocked },
    async (_caller, { body, asked }) =>
      body.identity === 'UNKNOWN' && asked.kind === 'CLAIMANT'
        ? [{ what: 'nobody has said who this is.', mend: 'Identify the body first.' }]
        : [],
  ),
  releaseGate(
    { key: 'MOR_CERTIFICATE', title: 'Notification of death', title_sw: 'Taarifa ya kifo' },
    async (caller, { body }) => {
      if (of_another.includes(body.kind)) return []
      const found = await deathNotificationOf(caller, body.patient_id)
      if (found?.issued === true) return []
      return [{ what: 'the notification of death is not issued.', mend: 'Ask the doctor.' }]
    },
  ),
  releaseGate(
    { key: 'MOR_PERMIT', title: 'Burial permit', title_sw: 'Kibali cha mazishi' },
    async (_caller, { asked }) => {
      const number = asked.burial_permit_no || asked.permit_no
      const on = asked.burial_permit_on ?? asked.permit_on
      // Another house takes a body in with its papers, and buries nobody.
      if (asked.kind === 'TRANSFER' ? asked.papers_no : number && on) return []
      return [{ what: 'no permit with its number and date.' }]
    },
  ),
  releaseGate(
    { key: 'MOR_POLICE', title: 'Police release', title_sw: 'Idhini ya polisi', rows: is_blocked },
    async (caller, { body }) => {
      if (body.police?.release_order_no || !(await isPoliceCase(caller, body))) return []
      const station = body.police?.station || 'the police'
      return [{ what: 'no release order number.', mend: `Ask ${station}.` }]
    },
  ),
  releaseGate(
    { key: 'MOR_POST_MORTEM', title: 'Post-mortem', title_sw: 'Uchunguzi wa mwili' },
    async (caller, { body }) =>
      (await openPostMortems(caller, body.id)).map(({ number, kind }) => ({
        what: `${number} is not done.`,
        ...(kind === 'POST_MORTEM_FORENSIC' ? { level: 'BLOCK' as const } : {}),
      })),
  ),
  releaseGate(
    {
      key: 'MOR_UNPAID',
      title: 'Unpaid',
      title_sw: 'Deni',
      reasons: debt_reasons,
      rows: [{ level: 'BLOCK_WITH_OVERRIDE', permission: 'override:money' }],
    },
    unpaid,
  ),
  releaseGate(
    {
      key: 'MOR_BELONGINGS',
      title: 'Belongings',
      title_sw: 'Mali',
      rows: [{ level: 'BLOCK_WITH_OVERRIDE', permission: 'mortuary:release' }],
    },
    async (caller, { body, asked }) => {
      const named = asked.belongings ?? []
      const kept = await rowsOfBody(caller, body.id)
      const left = kept.filter(({ id, state }) => state === 'KEPT' && !named.includes(id))
      return left.length === 0
        ? []
        : [
            {
              what: `${left
                .map(({ item }) => item)
                .join(', ')
                .slice(0, 300)} would stay here.`,
            },
          ]
    },
  ),
  releaseGate(
    { key: 'MOR_PRECAUTIONS', title: 'Precautions', title_sw: 'Tahadhari' },
    async (_caller, { body, asked }) => {
      if (body.precautions !== 'HIGH_RISK') return []
      if (asked.sealed_bag === true && (asked.burial_team ?? []).length > 0) return []
      return [{ what: 'a sealed bag and a burial team are needed.' }]
    },
  ),
]

/** Nobody is held for money longer than the hospital allows itself: then it is only said. */
async function unpaid(caller: Caller, { body }: ReleaseCase): Promise<readonly Bite[]> {
  const level = (await isHeldForMoney(caller, body)) ? {} : { level: 'WARN' as const }
  const due = await unpaidOf(caller, body)
  const found: Bite[] = []
  if (due !== null) {
    const { said } = await purseOf(caller)
    found.push({ what: `${said(due)} of the mortuary is not paid.`, ...level })
  }
  if (body.admission_id === null || found.length > 0) return found
  const { cleared, message } = await dischargeClearance(caller, body.admission_id)
  if (!cleared) found.push({ what: `the stay is not cleared. ${message ?? ''}`.trim(), ...level })
  return found
}

async function isHeldForMoney(caller: Caller, { money_asked_at }: Body): Promise<boolean> {
  const { money_hold_hours } = await rowIn(caller, settings_table)
  if (money_hold_hours === null || money_asked_at === null) return true
  return clock.ms() - Date.parse(money_asked_at) < hours(money_hold_hours)
}
