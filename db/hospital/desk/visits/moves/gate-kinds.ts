// The gates of a visit (front office 2.6), as the one engine asks them.

import { type Caller, can } from '../../../../core/caller.ts'
import { clock, dayIn, hours } from '../../../../core/clock.ts'
import { row } from '../../../../store/connection.ts'
import { sql } from '../../../../store/sql.ts'
import { front_office_reasons as reasons } from '../../gates/reasons.ts'
import type { Bite, GateKind, Subject } from '../../gates/kind.ts'
import { accountsOfVisits, clearanceOf, overrideGate } from '../../../neighbours/billing.ts'
import { openPrescriptions, openProcedureOrders } from '../../../neighbours/care.ts'
import { creditCheck } from '../../../neighbours/commercial.ts'
import { pendingFor } from '../../../neighbours/diagnostics.ts'
import { lastVitalsAt } from '../../../neighbours/vitals.ts'
import { alertsOf } from '../../patients/record/alerts.ts'
import { type Row as Patient, patientRecord } from '../../patients/rows.ts'
import { settingsOf } from '../../patients/settings.ts'
import { currency, hospitalOf } from '../../../office/hospitals/hospitals.ts'
import { toMajor } from '../../../../core/kinds/money.ts'
import type { PointRow } from '../../service-points/service-points.ts'
import type { PointKind } from '../../service-points/words.ts'
import type { Visit } from '../rows.ts'

/** What a visit's actions hand to these checks. */
export interface VisitSubject extends Subject {
  readonly visit: Visit
  readonly point: PointRow | null
}

const of = (subject: Subject): VisitSubject => subject as VisitSubject
const patientOf = (caller: Caller, { visit }: VisitSubject): Promise<Patient> =>
  patientRecord.get(caller, visit.patient_id)

/** 2.6: the reasons of every gate of the front office. */
const shared = {
  reasons,
  emergency_bypass: true,
  scope_keys: ['point_kinds', 'services'],
} as const

/** GAT-4: the tariff category that a point's service falls into. */
export const category_of: Readonly<Partial<Record<PointKind, string>>> = {
  CONSULTATION: 'Consultation',
  CLINIC: 'Consultation',
  MATERNITY: 'Consultation',
  DENTAL: 'Consultation',
  EYE: 'Consultation',
  LABORATORY: 'Laboratory',
  IMAGING: 'Radiology',
  PHARMACY: 'Pharmacy',
  PROCEDURE: 'Procedure',
  INJECTION: 'Procedure',
  DRESSING: 'Procedure',
  PHYSIOTHERAPY: 'Procedure',
}

/** Consultation stands for registration with it. */
const categoriesOf = (category: string): string[] =>
  category === 'Consultation' ? ['Consultation', 'Registration'] : [category]

const unpaid: GateKind = {
  ...shared,
  key: 'VIS_UNPAID',
  title: 'Not paid yet',
  title_sw: 'Haijalipwa',
  actions: ['visit.queue', 'visit.serve'],
  // Billing's own floor decides who is never blocked.
  emergency_bypass: false,
  rows: [{ level: 'BLOCK_WITH_OVERRIDE', permission: 'gate:override' }],
  async check(caller, { subject }) {
    const { visit, point } = of(subject)
    const category = point === null ? undefined : category_of[point.kind]
    if (category === undefined || isFloor(visit)) return []
    const categories = categoriesOf(category)
    const cleared = await clearanceOf(caller, { visit_id: visit.id, categories })
    if (cleared.may_proceed) return []
    const rule = cleared.rule ? ` Rule: ${cleared.rule}.` : ''
    return cleared.lines
      .filter(({ may_proceed }) => !may_proceed)
      .map((line) => ({
        what: can(caller, 'bill:read') ? line.message : 'Not cleared by the cashier.',
        mend: `Send the patient to the cashier.${rule}`,
        level: cleared.gate,
        facts: { services: line.category },
        line,
      }))
  },
  async override(caller, { bite, reason }) {
    const { line } = bite as Bite & { line: { source: string; source_id: string } }
    await overrideGate(caller, { source: line.source, source_id: line.source_id, reason })
  },
}

/** BIL-26, for the part that a visit itself knows: nothing set anywhere stops these. */
export const isFloor = (visit: Visit): boolean =>
  visit.visit_class === 'EMERGENCY' ||
  (visit.triage_category !== null && visit.triage_category <= 2)

const balance: GateKind = {
  ...shared,
  key: 'VIS_BALANCE',
  title: 'Unpaid balance',
  title_sw: 'Deni',
  actions: ['visit.close'],
  rows: [
    { level: 'WARN', permission: 'gate:override' },
    { scope: { payers: ['SCHEME', 'CLIENT'] }, level: 'NONE', permission: 'gate:override' },
  ],
  async check(caller, { subject }) {
    const { visit } = of(subject)
    const due = (await accountsOfVisits(caller, [visit.id])).get(visit.id)?.due ?? 0
    if (due <= 0) return []
    const money = await currency(caller)
    const what = can(caller, 'bill:read')
      ? `${new Intl.NumberFormat('en').format(toMajor(due, money))} ${money.code} is due.`
      : 'Not cleared by the cashier.'
    return [{ what, mend: 'Send the patient to the cashier.' }]
  },
}

const authorisation: GateKind = {
  ...shared,
  key: 'VIS_AUTHORISATION',
  title: "Insurer's authorisation",
  title_sw: 'Kibali cha bima',
  actions: ['visit.open', 'visit.serve'],
  rows: [
    { level: 'WARN', permission: 'gate:override' },
    {
      scope: { point_kinds: Object.keys(category_of), severity: ['MISSING'] },
      level: 'BLOCK_WITH_OVERRIDE',
      permission: 'gate:override',
    },
  ],
  async check(_caller, { subject, action }) {
    const { visit } = of(subject)
    const { payer } = visit
    const status = payer.authorisation?.status ?? 'NOT_NEEDED'
    if (payer.kind !== 'SCHEME' || status === 'NOT_NEEDED' || status === 'ACTIVE') return []
    const said = {
      MISSING: 'has given none',
      EXPIRED: 'gave one that has expired',
      PROVISIONAL: 'has not answered yet',
    }[status]
    return [
      {
        what: `${payer.name ?? 'The insurer'} ${said} for visit ${visit.number}.`,
        mend: 'Verify the card at reception.',
        facts: {
          severity: status === 'PROVISIONAL' ? status : 'MISSING',
          ...(action === 'visit.open' ? { point_kinds: null } : {}),
        },
      },
    ]
  },
}

const client: GateKind = {
  ...shared,
  key: 'VIS_CLIENT',
  title: 'Client’s credit',
  title_sw: 'Mkopo wa mteja',
  actions: ['visit.open'],
  rows: [{ level: 'WARN', permission: 'gate:override' }],
  async check(caller, { subject }) {
    const { payer } = of(subject).visit
    if (payer.kind !== 'CLIENT' || typeof payer.client_id !== 'string') return []
    const answer = await creditCheck(caller, { client_id: payer.client_id, amount: 0 })
    if (answer.allowed) return []
    return [
      {
        what: answer.reason ?? 'The client has no credit.',
        mend: 'What is charged goes to the patient.',
      },
    ]
  },
}

const same_day: GateKind = {
  ...shared,
  key: 'VIS_SAME_DAY',
  title: 'Same day',
  title_sw: 'Siku hiyo hiyo',
  actions: ['visit.open'],
  rows: [{ level: 'WARN', permission: 'visit:override' }],
  async check(_caller, { subject }) {
    const { visit } = of(subject)
    const other = await row<{ number: string }>(
      sql`select number from visits where patient_id = ${visit.patient_id} and id <> ${visit.id}
        and kind = ${visit.kind} and opened_on = ${visit.opened_on} and status <> 'CANCELLED'
        and coalesce(department, '') = ${visit.department ?? ''} limit 1`,
    )
    if (other === undefined) return []
    return [{ what: `Visit ${other.number} of the same kind was opened today.` }]
  },
}

const alert: GateKind = {
  ...shared,
  key: 'PAT_ALERT',
  title: 'Alert',
  title_sw: 'Tahadhari',
  actions: ['visit.open', 'visit.serve'],
  rows: [{ level: 'WARN', permission: 'visit:override' }],
  async check(caller, { subject }) {
    const found = await alertsOf(caller, of(subject).visit.patient_id, 'ACTIVE')
    return found
      .filter(
        ({ kind, severity }) =>
          severity === 'DANGER' && ['ADMINISTRATIVE', 'FINANCIAL', 'VIOLENCE'].includes(kind),
      )
      .map(({ text }) => ({ what: /[.!?]$/.test(text) ? text : `${text}.` }))
  },
}

const vitals: GateKind = {
  ...shared,
  key: 'VIS_VITALS',
  title: 'Vital signs',
  title_sw: 'Vipimo vya awali',
  actions: ['visit.serve'],
  rows: [
    { level: 'NONE', permission: 'visit:override' },
    {
      scope: {
        visit_kinds: ['OUTPATIENT', 'ANTENATAL'],
        point_kinds: ['CONSULTATION', 'CLINIC', 'MATERNITY'],
      },
      level: 'WARN',
      permission: 'visit:override',
    },
  ],
  async check(caller, { subject }) {
    const { visit } = of(subject)
    const at = await lastVitalsAt(caller, visit.patient_id)
    if (at === undefined) return []
    const { vitals_fresh_hours } = await settingsOf(caller)
    if (at !== null && clock.ms() - Date.parse(at) <= hours(vitals_fresh_hours)) return []
    const { timezone } = await hospitalOf(caller)
    const what =
      at === null
        ? 'None were ever taken.'
        : `The last were taken on ${dayIn(timezone, new Date(at))}.`
    return [{ what, mend: 'Take them first.' }]
  },
}

const allergy: GateKind = {
  ...shared,
  key: 'VIS_ALLERGY',
  title: 'Allergies',
  title_sw: 'Mzio',
  actions: ['visit.serve'],
  rows: [
    { level: 'NONE', permission: 'visit:override' },
    {
      scope: { point_kinds: ['CONSULTATION', 'MATERNITY'] },
      level: 'WARN',
      permission: 'visit:override',
    },
  ],
  async check(caller, { subject }) {
    const { allergy_status } = await patientOf(caller, of(subject))
    return allergy_status === 'UNKNOWN' ? [{ what: 'Nobody has asked about allergies.' }] : []
  },
}

const open_orders: GateKind = {
  ...shared,
  key: 'VIS_OPEN_ORDERS',
  title: 'Open orders',
  title_sw: 'Maagizo yaliyo wazi',
  actions: ['visit.close'],
  emergency_bypass: false,
  rows: [{ level: 'WARN', permission: 'visit:override' }],
  async check(caller, { subject }) {
    const { visit } = of(subject)
    const named = [
      ...(await pendingFor(caller, { visit_id: visit.id })).map(({ reference }) => reference),
      ...(await openProcedureOrders(caller, visit.id)).map(({ reference }) => reference),
      ...(await openPrescriptions(caller, visit.id)).map(({ reference }) => reference),
    ]
    if (named.length === 0) return []
    return [
      { what: `${named.slice(0, 5).join(', ')} ${named.length === 1 ? 'is' : 'are'} not done.` },
    ]
  },
}

export const visit_gates: readonly GateKind[] = [
  unpaid,
  balance,
  authorisation,
  client,
  same_day,
  alert,
  vitals,
  allergy,
  open_orders,
]
