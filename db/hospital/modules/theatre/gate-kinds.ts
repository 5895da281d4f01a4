// What stands in the way of a booking, of sending a patient, of the knife and of leaving recovery (OT-4, OT-5,
// OT-8). Each act looks first and hands over what it found: all gates of an act are asked at once.

import type { Caller } from '../../../core/caller.ts'
import type { Bite, GateKind, GateReason, ShippedRow, Subject } from '../../desk/gates/kind.ts'
import { overrideGate } from '../../neighbours/billing.ts'

const reason = (code: string, text: string, needs_text = false): GateReason => ({
  code,
  text,
  needs_text,
})
const reasons = [
  reason('CLINICAL_NEED', 'Clinical need'),
  reason('LIFE_AT_RISK', 'Life or limb is at risk'),
  reason('CHECKED_OTHERWISE', 'Checked in another way'),
  reason('NO_OTHER_WAY', 'There is no other way'),
  reason('OTHER', 'Other', true),
] as const

const overridable = (permission: string): readonly ShippedRow[] => [
  { level: 'BLOCK_WITH_OVERRIDE', permission },
]
const warned: readonly ShippedRow[] = [{ level: 'WARN' }]

export type Found = Readonly<Record<string, readonly Bite[]>>

const found = (subject: Subject, key: string): readonly Bite[] =>
  ((subject['by_gate'] ?? {}) as Found)[key] ?? []

interface Said {
  key: string
  title: string
  title_sw: string
  action: string
  rows: readonly ShippedRow[]
  bypass?: boolean
  override?: GateKind['override']
}

const kind = ({ key, title, title_sw, action, rows, bypass = true, override }: Said): GateKind => ({
  key,
  title,
  title_sw,
  actions: [action],
  reasons,
  emergency_bypass: bypass,
  scope_keys: ['departments'],
  rows,
  check: async (_caller: Caller, { subject }) => found(subject, key),
  ...(override === undefined ? {} : { override }),
})

export interface UnpaidBite extends Bite {
  source: string
  source_id: string
}

const send = 'theatre.send'
const approve = overridable('theatre:approve')

export const theatre_gates: readonly GateKind[] = [
  kind({
    key: 'OT_CLASH',
    title: 'Somebody is in two places',
    title_sw: 'Mtu yuko sehemu mbili',
    action: 'theatre.book',
    rows: overridable('theatre:book'),
  }),
  kind({
    key: 'OT_OVERRUN',
    title: 'Past the end of the session',
    title_sw: 'Imepita mwisho wa kipindi',
    action: 'theatre.book',
    rows: warned,
  }),
  kind({
    key: 'OT_CONSENT',
    title: 'Consent',
    title_sw: 'Ridhaa',
    action: send,
    rows: approve,
  }),
  kind({
    key: 'OT_FITNESS',
    title: 'Fitness for anaesthesia',
    title_sw: 'Utayari wa usingizi',
    action: send,
    rows: approve,
  }),
  kind({
    key: 'OT_FASTING',
    title: 'Fasting',
    title_sw: 'Kufunga kula',
    action: send,
    rows: approve,
  }),
  kind({
    key: 'OT_CHECKLIST',
    title: 'Pre-operative checklist',
    title_sw: 'Orodha kabla ya upasuaji',
    action: send,
    rows: approve,
  }),
  kind({
    key: 'OT_TESTS',
    title: 'Tests',
    title_sw: 'Vipimo',
    action: send,
    rows: warned,
  }),
  kind({
    key: 'OT_ALLERGY',
    title: 'Allergies are not asked',
    title_sw: 'Mzio haujaulizwa',
    action: send,
    rows: warned,
  }),
  kind({
    key: 'OT_BLOOD',
    title: 'Blood',
    title_sw: 'Damu',
    action: send,
    rows: approve,
  }),
  kind({
    key: 'OT_PREGNANCY',
    title: 'Pregnancy is not known',
    title_sw: 'Ujauzito haujulikani',
    action: send,
    rows: approve,
  }),
  kind({
    key: 'OT_UNPAID',
    title: 'Not paid yet',
    title_sw: 'Haijalipwa',
    action: send,
    rows: overridable('gate:override'),
    override: async (caller, { bite, reason: why }) => {
      const { source, source_id } = bite as UnpaidBite
      await overrideGate(caller, { source, source_id, reason: why })
    },
  }),
  kind({
    key: 'OT_ANTIBIOTIC',
    title: 'Antibiotic before the incision',
    title_sw: 'Antibiotiki kabla ya kukata',
    action: 'theatre.incision',
    rows: warned,
  }),
  kind({
    key: 'OT_SCORE',
    title: 'Recovery score',
    title_sw: 'Alama za kupata fahamu',
    action: 'theatre.return',
    rows: approve,
    bypass: false,
  }),
]
