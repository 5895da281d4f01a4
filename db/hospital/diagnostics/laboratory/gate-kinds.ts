// What stands in the way of the laboratory's acts (diagnostics 2.13). Each act looks first and hands over
// what it found: one gate is asked once for all lines of an act.

import type { Caller } from '../../../core/caller.ts'
import { overrideGate } from '../../neighbours/billing.ts'
import type { Bite, GateKind, GateReason, ShippedRow, Subject } from '../../desk/gates/kind.ts'

const reason = (code: string, text: string, needs_text = false): GateReason => ({
  code,
  text,
  needs_text,
})
export const laboratory_reasons = [
  reason('CLINICAL_NEED', 'Clinical need'),
  reason('REPEATED_SAME', 'Repeated, the same again'),
  reason('TREATED', 'The patient was treated'),
  reason('TRANSFUSED', 'The patient was transfused'),
  reason('DIALYSED', 'The patient was dialysed'),
  reason('KNOWN', 'Known of this patient'),
  reason('NO_OTHER_WAY', 'There is no other way'),
  reason('OTHER', 'Other', true),
] as const

const overridable = (permission: string): readonly ShippedRow[] => [
  { level: 'BLOCK_WITH_OVERRIDE', permission },
]

const found = (subject: Subject, key: string): readonly Bite[] => {
  const by_gate = (subject['by_gate'] ?? {}) as Readonly<Record<string, readonly Bite[]>>
  return by_gate[key] ?? []
}

interface Said {
  key: string
  title: string
  title_sw: string
  actions: readonly string[]
  rows: readonly ShippedRow[]
  bypass?: boolean
  scope_keys?: readonly string[]
  override?: GateKind['override']
}

const kind = ({ key, title, title_sw, actions, rows, ...said }: Said): GateKind => ({
  key,
  title,
  title_sw,
  actions,
  reasons: laboratory_reasons,
  emergency_bypass: said.bypass ?? false,
  scope_keys: said.scope_keys ?? ['section'],
  rows,
  check: async (_caller: Caller, { subject }) => found(subject, key),
  ...(said.override === undefined ? {} : { override: said.override }),
})

export interface UnpaidBite extends Bite {
  source: string
  source_id: string
}

export const laboratory_gates: readonly GateKind[] = [
  kind({
    key: 'DIA_DUPLICATE',
    title: 'Ordered a short while ago',
    title_sw: 'Imeagizwa hivi karibuni',
    actions: ['diagnostic.order'],
    rows: overridable('diagnostic:order'),
    bypass: true,
  }),
  kind({
    key: 'DIA_UNAVAILABLE',
    title: 'Cannot be done now',
    title_sw: 'Hakiwezi kufanyika sasa',
    actions: ['diagnostic.order'],
    rows: overridable('diagnostic:order'),
  }),
  kind({
    key: 'DIA_UNPAID',
    title: 'Not paid yet',
    title_sw: 'Haijalipwa',
    actions: ['specimen.collect', 'specimen.receive', 'study.arrive'],
    rows: overridable('gate:override'),
    override: async (caller, { bite, reason: why }) => {
      const { source, source_id } = bite as UnpaidBite
      await overrideGate(caller, { source, source_id, reason: why })
    },
  }),
  kind({
    key: 'DIA_LATE',
    title: 'Older than it keeps',
    title_sw: 'Imepita muda wake',
    actions: ['specimen.receive'],
    rows: overridable('specimen:receive'),
    bypass: true,
  }),
  kind({
    key: 'DIA_INVALID',
    title: 'Outside what can be measured',
    title_sw: 'Nje ya kipimo',
    actions: ['result.enter'],
    rows: overridable('result:enter'),
  }),
  kind({
    key: 'DIA_DELTA',
    title: 'Far from the value before',
    title_sw: 'Tofauti na kipimo cha awali',
    actions: ['result.verify', 'result.release'],
    rows: [
      { level: 'BLOCK_WITH_OVERRIDE', permission: 'result:verify' },
      { scope: { action: ['WARN'] }, level: 'WARN', permission: 'result:verify' },
    ],
    scope_keys: ['section', 'action'],
  }),
  kind({
    key: 'DIA_QC_OUT',
    title: 'The control is out',
    title_sw: 'Udhibiti wa ubora haufai',
    actions: ['result.verify', 'result.release'],
    rows: [{ level: 'BLOCK', permission: 'qc:review' }],
  }),
  kind({
    key: 'DIA_QC_DUE',
    title: 'The control is due',
    title_sw: 'Udhibiti wa ubora unahitajika',
    actions: ['result.verify', 'result.release'],
    rows: [{ level: 'WARN', permission: 'result:verify' }],
    bypass: true,
  }),
  kind({
    key: 'DIA_FLAG',
    title: 'Marked by the instrument',
    title_sw: 'Imewekewa alama na mashine',
    actions: ['result.verify', 'result.release'],
    rows: overridable('result:verify'),
  }),
  kind({
    key: 'DIA_SAME_PERSON',
    title: 'A second person',
    title_sw: 'Mtu wa pili',
    actions: ['result.verify', 'result.release'],
    rows: [
      { level: 'BLOCK', permission: 'result:release' },
      { scope: { alone: ['true'] }, level: 'WARN', permission: 'result:release' },
    ],
    scope_keys: ['section', 'alone'],
  }),
  kind({
    key: 'DIA_PART_PANEL',
    title: 'Part of a panel',
    title_sw: 'Sehemu ya kundi',
    actions: ['result.release'],
    rows: overridable('result:release'),
    bypass: true,
  }),
]
