// What stands in the way of a bed, of an admission and of leaving (care 2.17).

import { type Caller, can } from '../../../core/caller.ts'
import { clock, dayIn } from '../../../core/clock.ts'
import { row } from '../../../store/connection.ts'
import { sql } from '../../../store/sql.ts'
import type { Bite, GateKind } from '../../desk/gates/kind.ts'
import { type Row as Patient } from '../../desk/patients/rows.ts'
import { visitOf } from '../../desk/visits/for-areas.ts'
import { purseOf } from '../../money/accounting/purse.ts'
import { dischargeClearance } from '../../money/billing/charges/stays.ts'
import { actsWithoutLine } from '../../money/billing/leakage/of-patient.ts'
import { coverageFor } from '../../neighbours/billing.ts'
import { pendingFor } from '../../neighbours/diagnostics.ts'
import type { PerformedService } from '../../registry.ts'
import type { Row as Admission } from './admissions/record.ts'
import { depositFor } from './admissions/money.ts'
import type { BedRow } from './places/bed-record.ts'
import { bedClassRecord } from './places/classes.ts'
import type { RoomRow } from './places/rooms.ts'
import type { WardRow } from './places/wards.ts'
import { missingDays } from './stays/due.ts'

const reasons = [
  { code: 'CLINICAL_NEED', text: 'Clinical need', needs_text: false },
  { code: 'NO_OTHER_BED', text: 'No other bed', needs_text: false },
  { code: 'WELFARE', text: 'Welfare case', needs_text: false },
  { code: 'PAYS_LATER', text: 'Family pays later', needs_text: false },
  { code: 'OTHER', text: 'Other', needs_text: true },
] as const

/** CAR-158: with what a debt is let go. */
const debt_reasons = [
  { code: 'PROMISE', text: 'Promise to pay: date, guarantor, telephone', needs_text: true },
  { code: 'WELFARE', text: 'Assessed by social welfare', needs_text: true },
  { code: 'CLIENT_LETTER', text: 'Letter of an employer or insurer', needs_text: true },
  { code: 'DISPUTE', text: 'The bill is disputed', needs_text: true },
] as const

export interface BedCase {
  admission: Admission
  patient: Patient
  bed: BedRow
  room: RoomRow
  ward: WardRow
}

const scope_keys = ['ward_kinds', 'departments', 'payers']
const days_of_five_years = 1826
const not_cleared = 'Not cleared by the cashier.'

const bedGate = (
  kind: Pick<GateKind, 'key' | 'title' | 'title_sw'>,
  bites: (caller: Caller, on: BedCase) => Promise<readonly Bite[]> | readonly Bite[],
): GateKind => ({
  ...kind,
  actions: ['bed.assign'],
  reasons,
  emergency_bypass: true,
  scope_keys,
  rows: [{ level: 'BLOCK_WITH_OVERRIDE', permission: 'override:bed' }],
  check: async (caller, { subject }) => bites(caller, subject as unknown as BedCase),
})

export const ward_gates: readonly GateKind[] = [
  bedGate({ key: 'BED_SEX', title: 'Sex', title_sw: 'Jinsia' }, (_caller, on) => {
    const { ward, patient, admission } = on
    if (ward.sex === 'ANY' || patient.sex === ward.sex) return []
    const small = ageInDays(patient) < days_of_five_years
    if (small && admission.mother_admission_id !== null) return []
    return [{ what: `${ward.name} is for ${ward.sex === 'Female' ? 'females' : 'males'}.` }]
  }),
  bedGate({ key: 'BED_AGE', title: 'Age', title_sw: 'Umri' }, (_caller, { ward, patient }) => {
    const age = ageInDays(patient)
    const young = ward.min_age_days !== null && age < ward.min_age_days
    const old = ward.max_age_days !== null && age > ward.max_age_days
    return young || old ? [{ what: `${ward.name} is for another age.` }] : []
  }),
  bedGate({ key: 'BED_ISOLATION', title: 'Isolation', title_sw: 'Kutenga' }, async (caller, on) => {
    const kinds = isolationOf(on.admission)
    const beside = await besideIn(caller, on)
    if (kinds.includes('AIRBORNE') && on.room.kind !== 'ISOLATION_NEGATIVE' && beside.others > 0) {
      return [{ what: 'Airborne isolation needs negative pressure or a room alone.' }]
    }
    if (kinds.includes('PROTECTIVE') && beside.isolated > 0) {
      return [{ what: 'Protective isolation stands beside somebody who is isolated.' }]
    }
    if (kinds.length > 0 && beside.others > beside.isolated) {
      return [{ what: `Others lie in ${on.room.name}.` }]
    }
    return beside.isolated > 0 && kinds.length === 0
      ? [{ what: `Somebody in ${on.room.name} is isolated.` }]
      : []
  }),
  bedGate({ key: 'BED_CLASS', title: 'Class', title_sw: 'Daraja' }, async (caller, on) => {
    const { admission, bed, patient } = on
    if (admission.visit_id === null) return []
    const { payer } = await visitOf(caller, admission.visit_id)
    if (payer.kind !== 'SCHEME' || !payer.membership_id) return []
    const { code, name } = await bedClassRecord.get(caller, bed.class_id)
    const cover = await coverageFor(caller, {
      patient_id: patient.id,
      membership_id: payer.membership_id,
      lines: [{ code }],
    })
    const line = cover?.lines[0]
    if (line === undefined || line.unit_price === null || line.covered > 0) return []
    return [
      { what: `${name} is not covered by the scheme.`, mend: 'Have the difference signed for.' },
    ]
  }),
  {
    key: 'ADM_DEPOSIT',
    title: 'Deposit',
    title_sw: 'Amana',
    actions: ['admission.admit'],
    reasons,
    emergency_bypass: true,
    scope_keys,
    rows: [{ level: 'BLOCK_WITH_OVERRIDE', permission: 'override:money' }],
    async check(caller, { subject }) {
      const { admission, bed } = subject as unknown as Partial<BedCase>
      if (admission === undefined || bed === undefined) return []
      const { needed, held } = await depositFor(caller, admission, bed.class_id)
      if (held >= needed) return []
      const purse = await purseOf(caller)
      const said = `Deposit of ${purse.said(needed)} asked; ${purse.said(held)} paid.`
      return [{ what: can(caller, 'bill:read') ? said : not_cleared }]
    },
  },
  {
    key: 'ADM_AUTHORISATION',
    title: 'Authorisation',
    title_sw: 'Idhini',
    actions: ['admission.admit'],
    reasons,
    emergency_bypass: true,
    scope_keys,
    rows: [{ level: 'WARN', permission: 'override:money' }],
    async check(caller, { subject }) {
      const { visit_id } = (subject as unknown as BedCase).admission
      const status =
        visit_id === null
          ? undefined
          : (await visitOf(caller, visit_id)).payer.authorisation?.status
      if (status !== 'MISSING' && status !== 'EXPIRED') return []
      return [{ what: 'The insurer has not authorised this admission.' }]
    },
  },
  {
    key: 'DIS_RESULTS',
    title: 'Results',
    title_sw: 'Majibu',
    actions: ['discharge.clinical'],
    reasons,
    emergency_bypass: false,
    rows: [{ level: 'WARN' }],
    async check(caller, { subject }) {
      const { visit_id } = subject['admission'] as Admission
      const pending = visit_id === null ? [] : await pendingFor(caller, { visit_id })
      return pending.map(({ reference }) => ({ what: `${reference} is pending.` }))
    },
  },
  {
    key: 'DIS_FOLLOW_UP',
    title: 'Follow-up',
    title_sw: 'Ufuatiliaji',
    actions: ['discharge.clinical'],
    reasons,
    emergency_bypass: false,
    rows: [{ level: 'WARN' }],
    check: async (_caller, { subject }) =>
      (subject['admission'] as Admission).follow_up === null
        ? [{ what: 'No follow-up is planned.' }]
        : [],
  },
  {
    key: 'CLEAR_UNBILLED',
    title: 'Not billed',
    title_sw: 'Haijatozwa',
    actions: ['discharge.clear'],
    reasons,
    emergency_bypass: false,
    rows: [{ level: 'BLOCK_WITH_OVERRIDE', permission: 'override:money' }],
    async check(caller, { subject }) {
      const admission = subject['admission'] as Admission
      const { unpriced } = await dischargeClearance(caller, admission.id)
      const undone = await notOnTheBill(caller, admission)
      const told = new Set(undone.map(({ source_id }) => source_id))
      const days = (await missingDays(caller, admission)).filter((key) => !told.has(key))
      const acts = days.length + unpriced.length + undone.length
      if (acts === 0) return []
      const named = [
        ...(unpriced.length === 0 ? [] : [`No price yet: ${unpriced.slice(0, 5).join(', ')}.`]),
        ...(undone.length === 0 ? [] : [`No line: ${codesOf(undone).slice(0, 5).join(', ')}.`]),
      ]
      const said = `${acts} ${acts === 1 ? 'act has' : 'acts have'} no charge.`
      return [{ what: [said, ...named].join(' ') }]
    },
  },
  {
    key: 'CLEAR_UNPAID',
    title: 'Unpaid',
    title_sw: 'Haijalipwa',
    actions: ['discharge.clear'],
    reasons: debt_reasons,
    emergency_bypass: false,
    rows: [{ level: 'BLOCK_WITH_OVERRIDE', permission: 'override:money' }],
    async check(caller, { subject }) {
      const { id } = subject['admission'] as Admission
      const { balance, deposits } = await dischargeClearance(caller, id)
      const short = balance - deposits
      if (short <= 0) return []
      const purse = await purseOf(caller)
      return [{ what: can(caller, 'bill:read') ? `${purse.said(short)} is unpaid.` : not_cleared }]
    },
  },
]

const codesOf = (acts: readonly PerformedService[]): string[] => [
  ...new Set(acts.map(({ code }) => code)),
]

/** Whatever was done from the bed to the clinical discharge (CAR-158), days in bed among it. */
const notOnTheBill = async (
  caller: Caller,
  { patient_id, admitted_at, clinically_at }: Admission,
): Promise<PerformedService[]> =>
  admitted_at === null
    ? []
    : actsWithoutLine(caller, {
        patient_id,
        from: admitted_at,
        to: clinically_at ?? clock.instant(),
      })

/** Of somebody whose birth is not known exactly the day stands for the year. */
function ageInDays({ birth_date }: Patient): number {
  if (birth_date === null) return days_of_five_years * 5
  return Math.floor((Date.parse(dayIn('UTC')) - Date.parse(birth_date)) / 86_400_000)
}

const isolationOf = ({ isolation }: Pick<Admission, 'isolation'>): readonly string[] =>
  isolation === null || isolation.ended_at ? [] : isolation.kinds

async function besideIn(
  { hospital_id }: Caller,
  { room, admission }: BedCase,
): Promise<{ others: number; isolated: number }> {
  const found = await row<{ others: number; isolated: number }>(
    sql`select count(*) as others,
        coalesce(sum(case when a.isolation is null then 0 else 1 end), 0) as isolated
      from beds b join admissions a on a.id = b.admission_id
      where b.hospital_id = ${hospital_id} and b.room_id = ${room.id}
        and b.status = 'OCCUPIED' and a.id <> ${admission.id}`,
  )
  return { others: Number(found?.others ?? 0), isolated: Number(found?.isolated ?? 0) }
}
