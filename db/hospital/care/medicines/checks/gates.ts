// The gates of medicines (2.17). What is found is reckoned once for an action (`engine.ts`) and handed to
// all of them as `subject.findings`; each bites with its own.

import type { Bite, GateKind, ShippedRow } from '../../../desk/gates/kind.ts'
import type { Finding, RxGate } from './situation.ts'

/** CAR-84. */
const reasons = [
  { code: 'BENEFIT_OUTWEIGHS', text: 'The benefit outweighs the risk', needs_text: false },
  { code: 'TOLERATED_BEFORE', text: 'Tolerated before', needs_text: false },
  { code: 'NO_ALTERNATIVE', text: 'There is no alternative', needs_text: false },
  { code: 'SPECIALIST_ADVICE', text: 'Advice of a specialist', needs_text: false },
  { code: 'MONITORED', text: 'The patient is watched', needs_text: false },
  { code: 'NOT_ALLERGIC', text: 'Not allergic: the allergy will be refuted', needs_text: false },
  { code: 'OTHER', text: 'Other', needs_text: true },
] as const

const everywhere = [
  'rx.sign',
  'dispense.verify',
  'dose.give',
  'immunisation.give',
  'otc.sale',
] as const
const at_signing = ['rx.sign'] as const
const with_pharmacy = ['rx.sign', 'dispense.verify'] as const

const over = (permission: string, ...severity: string[]): ShippedRow => ({
  ...(severity.length === 0 ? {} : { scope: { severity } }),
  level: 'BLOCK_WITH_OVERRIDE',
  permission,
})
const warn = (...severity: string[]): ShippedRow => ({
  ...(severity.length === 0 ? {} : { scope: { severity } }),
  level: 'WARN',
})
const block = (...severity: string[]): ShippedRow => ({
  ...(severity.length === 0 ? {} : { scope: { severity } }),
  level: 'BLOCK',
})

const rxGate = (
  key: RxGate,
  [title, title_sw]: readonly [string, string],
  actions: readonly string[],
  rows: readonly ShippedRow[],
  more: Partial<Pick<GateKind, 'emergency_bypass' | 'never_off'>> = {},
): GateKind => ({
  key,
  title,
  title_sw,
  actions,
  reasons,
  emergency_bypass: false,
  reviewed: rows.some(({ permission }) => permission === 'override:safety'),
  scope_keys: ['severity'],
  ...more,
  rows,
  check: async (_caller, { subject }) =>
    ((subject['findings'] as readonly Finding[] | undefined) ?? [])
      .filter(({ gate }) => gate === key)
      .map(biteOf),
})

const biteOf = ({ what, mend, line, severity }: Finding): Bite => ({
  what,
  ...(mend === null ? {} : { mend }),
  ...(line === null ? {} : { subject: String(line + 1) }),
  ...(severity === null ? {} : { facts: { severity } }),
})

const allergy = ['Allergy', 'Mzio'] as const
const write = 'prescription:write'
const safety = 'override:safety'

export const medicine_gates: readonly GateKind[] = [
  rxGate(
    'RX_ALLERGY_EXACT',
    allergy,
    everywhere,
    [over(safety, 'MILD', 'MODERATE', 'SEVERE'), block('LIFE_THREATENING')],
    { never_off: true },
  ),
  rxGate('RX_ALLERGY_CLASS', ['Related allergy', 'Mzio unaohusiana'], everywhere, [
    over(write, 'LIKELY'),
    warn('POSSIBLE'),
  ]),
  rxGate('RX_ALLERGY_UNKNOWN', ['Allergies', 'Mizio'], at_signing, [warn()]),
  rxGate('RX_DUPLICATE', ['Twice the same', 'Dawa ileile mara mbili'], with_pharmacy, [
    over(write),
  ]),
  rxGate('RX_DUPLICATE_CLASS', ['Same class', 'Kundi lilelile'], at_signing, [
    warn('WARN'),
    over(write, 'REFUSE'),
  ]),
  rxGate('RX_INTERACTION', ['Interaction', 'Mwingiliano'], with_pharmacy, [
    over(safety, 'CONTRAINDICATED'),
    over(write, 'MAJOR'),
    warn('MODERATE'),
    { scope: { severity: ['MINOR'] }, level: 'NONE' },
  ]),
  rxGate(
    'RX_MAX_DOSE',
    ['Dose', 'Dozi'],
    ['rx.sign', 'dose.give'],
    [over(write, 'ABOVE'), block('HARD')],
    { never_off: true },
  ),
  rxGate('RX_LOW_DOSE', ['Low dose', 'Dozi ndogo'], at_signing, [warn()]),
  rxGate('RX_WEIGHT', ['Weight', 'Uzito'], at_signing, [over(write)], { emergency_bypass: true }),
  rxGate('RX_PREGNANCY', ['Pregnancy', 'Ujauzito'], with_pharmacy, [
    over(safety, 'CONTRAINDICATED'),
    over(write, 'AVOID'),
    warn('CAUTION'),
  ]),
  rxGate(
    'RX_PREGNANCY_UNKNOWN',
    ['Pregnancy not known', 'Ujauzito haujulikani'],
    at_signing,
    [over(write)],
    { emergency_bypass: true },
  ),
  rxGate('RX_LACTATION', ['Breastfeeding', 'Kunyonyesha'], at_signing, [warn()]),
  rxGate('RX_RENAL', ['Kidneys', 'Figo'], at_signing, [
    over(write, 'AVOID', 'ABOVE_REDUCED'),
    warn('REDUCED', 'EXTEND_INTERVAL', 'MONITOR'),
  ]),
  rxGate('RX_CONDITION', ['Condition', 'Ugonjwa'], at_signing, [
    over(write, 'CONTRAINDICATED'),
    warn('CAUTION'),
  ]),
  rxGate('RX_AGE', ['Age', 'Umri'], at_signing, [over(safety, 'CONTRAINDICATED'), warn('CAUTION')]),
  rxGate('RX_CADRE', ['Prescriber', 'Mwandikaji'], at_signing, [over(safety)], {
    emergency_bypass: true,
  }),
  rxGate('RX_INDICATION', ['Indication', 'Sababu'], at_signing, [block()], {
    emergency_bypass: true,
  }),
  rxGate('RX_RESERVE', ['Reserve antibiotic', 'Kiuavijasumu cha akiba'], at_signing, [
    over('prescription:reserve'),
  ]),
  rxGate('RX_CONTROLLED_DAYS', ['Controlled drug', 'Dawa ya kudhibitiwa'], at_signing, [block()]),
  rxGate('RX_FORMULARY', ['Formulary', 'Orodha ya dawa'], at_signing, [warn()]),
  rxGate(
    'OTC_RX_ONLY',
    ['Prescription', 'Cheti cha dawa'],
    ['otc.sale'],
    [over('dispense:verify')],
  ),
]
