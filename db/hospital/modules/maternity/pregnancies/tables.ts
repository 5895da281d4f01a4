// Pregnancies and their contacts, before birth and after.

import {
  choice,
  code,
  day,
  flag,
  id,
  instant,
  integer,
  json,
  no,
  nullable,
  otherwise,
  ref,
  text,
  uuid,
} from '../../../../store/columns.ts'
import { historyTable } from '../../../../store/history-table.ts'
import { searched, versioned } from '../../../../store/stamps.ts'
import { table } from '../../../../store/table.ts'
import type { Measures } from '../labours/course.ts'
import {
  contact_kinds,
  contact_places,
  type earlier_outcomes,
  edd_bases,
  type pmtct_states,
  pregnancy_outcomes,
  pregnancy_states,
  risk_levels,
  type RiskLevel,
} from '../words.ts'
import type { Gestation, Scan } from './dates.ts'

/** A pregnancy before this one, as she tells it. */
export interface Earlier {
  year: number
  weeks?: number | null
  outcome: (typeof earlier_outcomes)[number]
  mode?: string | null
  weight_g?: number | null
  problem?: string | null
}

export interface Risk {
  key: string
  title: string
  level: Exclude<RiskLevel, 'LOW'>
  since: string
  advice: string
}

export interface Partner {
  name?: string | null
  phone?: string | null
  patient_id?: string | null
  hiv?: string | null
  syphilis?: string | null
  came?: boolean
}

export interface Pmtct {
  status: (typeof pmtct_states)[number]
  tested_on?: string | null
  art_on?: string | null
  number?: string | null
}

export interface BirthPlan {
  place?: string | null
  companion?: string | null
  transport?: string | null
  donor?: string | null
  decision_maker?: string | null
  savings?: string | null
}

export const pregnancies = table(
  'pregnancies',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    facility_id: ref('facilities'),
    number: code(40),
    patient_id: ref('patients'),
    status: choice(pregnancy_states),
    /** She came in labour, and nobody had booked her (MAT-12). */
    unbooked: no(),
    card_no: nullable(code(40)),
    gravida: integer(),
    para: integer(),
    abortions: integer(),
    living: integer(),
    earlier: otherwise(json<Earlier[]>(), () => []),
    previous_sections: otherwise(integer(), 0),
    height_cm: nullable(integer()),
    lmp: nullable(day()),
    lmp_sure: otherwise(flag(), true),
    ultrasound: nullable(json<Scan>()),
    edd: nullable(day()),
    edd_basis: nullable(choice(edd_bases)),
    multiple: nullable(integer()),
    partner: nullable(json<Partner>()),
    pmtct: nullable(json<Pmtct>()),
    birth_plan: nullable(json<BirthPlan>()),
    risks: otherwise(json<Risk[]>(), () => []),
    risk_level: otherwise(choice(risk_levels), 'LOW' as const),
    booked_on: day(),
    last_contact_on: nullable(day()),
    next_contact_on: nullable(day()),
    delivered_at: nullable(instant()),
    outcome: nullable(choice(pregnancy_outcomes)),
    closed_on: nullable(day()),
    close_reason: nullable(text(300)),
    by_id: nullable(uuid()),
    by_name: text(160),
    ...searched,
    ...versioned,
  },
  {
    search: ['number', 'card_no'],
    unique: [
      { columns: ['hospital_id', 'number'] },
      // One open pregnancy, for two who book her at the same moment too.
      { columns: ['patient_id'], only_where: "status <> 'CLOSED'" },
      { columns: ['hospital_id', 'card_no'], only_where: 'card_no is not null' },
    ],
    indexes: [
      { columns: ['hospital_id', 'facility_id', 'created_at', 'id'] },
      { columns: ['hospital_id', 'status', 'next_contact_on'] },
      { columns: ['hospital_id', 'status', 'delivered_at'] },
      { columns: ['patient_id', 'created_at'] },
    ],
  },
)

export const pregnancy_moves = historyTable('pregnancy_moves', 'pregnancies')

/** What was found of one child after birth. */
export interface BabySeen {
  birth_id: string
  [measure: string]: unknown
}

/** A contact is written once and signed as it is written. */
export const maternity_contacts = table(
  'maternity_contacts',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    facility_id: ref('facilities'),
    pregnancy_id: ref('pregnancies'),
    patient_id: ref('patients'),
    kind: choice(contact_kinds),
    number: integer(),
    at: instant(),
    seen_on: day(),
    place: choice(contact_places),
    gestation: nullable(json<Gestation>()),
    measures: json<Measures>(),
    babies: otherwise(json<BabySeen[]>(), () => []),
    danger_signs: otherwise(json<string[]>(), () => []),
    next_contact_on: nullable(day()),
    visit_id: nullable(ref('visits')),
    vitals_id: nullable(ref('vitals')),
    late_reason: nullable(text(300)),
    paper_ref: nullable(text(60)),
    staff_id: nullable(uuid()),
    staff_name: text(160),
    by_id: nullable(uuid()),
    ...versioned,
  },
  {
    unique: [{ columns: ['pregnancy_id', 'kind', 'number'] }],
    indexes: [
      { columns: ['hospital_id', 'facility_id', 'seen_on'] },
      { columns: ['patient_id', 'at'] },
    ],
  },
)
