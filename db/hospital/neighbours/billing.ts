// What is asked of billing (BIL-1 to BIL-10, BIL-166 to BIL-169) before it stands. Money is in minor
// units. Silence charges nothing and keeps every gate open.

import type { Caller } from '../../core/caller.ts'
import type { GateLevel } from '../desk/gates/words.ts'
import { type Page, pageOf, type PageAsked } from '../../store/pages.ts'
import { question } from '../../core/question.ts'

/** As a visit names who pays (front office 2.4). */
export interface Payer {
  kind: 'SELF' | 'SCHEME' | 'CLIENT' | 'OTHER'
  membership_id?: string | null
  scheme_id?: string | null
  client_id?: string | null
  name?: string | null
  authorisation?: {
    status: 'NOT_NEEDED' | 'MISSING' | 'ACTIVE' | 'PROVISIONAL' | 'EXPIRED'
    number?: string | null
    valid_to?: string | null
  } | null
}

export interface Charged {
  code: string
  description: string
  /** Null: no price is known yet. */
  amount: number | null
}

export interface Cleared {
  source: string
  source_id: string
  category: string
  /** BIL-28 without the title and without who may: `Consultation, 10,000 due on the bill of …`. */
  message: string
  may_proceed: boolean
  due: number
}

export interface Membership {
  id: string
  scheme_id: string
  scheme: string
  member_no: string
  status: string
  valid_to: string | null
  needs_authorisation: boolean
}

export const chargeVisit = question(
  async (
    _caller: Caller,
    _asked: {
      visit_id: string
      event: 'REGISTRATION' | 'CONSULTATION' | 'FOLLOW_UP' | 'EMERGENCY' | 'ADMISSION'
      department?: string | null
      visit_kind?: string
      clinician_grade?: string | null
      urgent?: boolean
    },
  ): Promise<{
    charged: Charged[]
    free_revisit: boolean
    clearance: { may_proceed: boolean } | null
    /** Said when no price or binding is there. */
    warning?: string
  }> => ({ charged: [], free_revisit: false, clearance: null }),
)

export const unchargeVisit = question(
  async (
    _caller: Caller,
    _asked: { visit_id: string; event?: string; department?: string | null; reason: string },
  ): Promise<{ cancelled: Charged[]; kept: Charged[]; credited: Charged[] }> => ({
    cancelled: [],
    kept: [],
    credited: [],
  }),
)

export const clearanceOf = question(
  async (
    _caller: Caller,
    _asked: { visit_id: string; categories?: readonly string[] },
  ): Promise<{
    may_proceed: boolean
    gate: GateLevel
    lines: Cleared[]
    /** The row that decided, in words: `consultation, outpatients, self-pay`. */
    rule?: string | null
    message: string | null
  }> => ({ may_proceed: true, gate: 'NONE', lines: [], message: null }),
)

export const overrideGate = question(
  async (
    _caller: Caller,
    _asked: { source: string; source_id: string; reason: string },
  ): Promise<unknown> => null,
)

export const changePayer = question(
  async (
    _caller: Caller,
    _asked: { visit_id: string; payer: Payer; reason: string },
  ): Promise<{ repriced: number; kept: string[]; issued_bills: string[] }> => ({
    repriced: 0,
    kept: [],
    issued_bills: [],
  }),
)

/** T!: it never refuses; no link to the scheme gives PROVISIONAL. */
export const authoriseVisit = question(
  async (
    _caller: Caller,
    _asked: {
      visit_id: string
      membership_id: string
      visit_type: 1 | 2 | 3 | 4
      referral_no?: string | null
    },
  ): Promise<{
    status: NonNullable<Payer['authorisation']>['status']
    authorisation_no?: string | null
    message?: string | null
  }> => ({ status: 'NOT_NEEDED' }),
)

/** By priority, usable today. */
export const membershipsOf = question(
  async (_caller: Caller, _patient_id: string): Promise<Membership[]> => [],
)

/** Patients whose member or card number is exactly this (PAT-29); of memberships that go on. */
export const membersUnder = question(
  async (_caller: Caller, _typed: string): Promise<string[]> => [],
)

/** T!: issues what is done of the visit's draft. */
export const visitClosed = question(
  async (_caller: Caller, _visit_id: string): Promise<unknown> => null,
)

export interface CoverageLine {
  code: string
  quantity?: number
  /** Minor units. */
  unit_price?: number | null
}

/** What a scheme would pay, as 2.9.1 of billing says it, in minor units. */
export interface Coverage {
  lines: {
    code: string
    description: string
    quantity: number
    unit_price: number | null
    amount: number
    covered: number
    patient_share: number
    cover_reason: string
    rule_id: string | null
    preauth_needed: boolean
    message: string
  }[]
  total: number
  scheme_pays: number
  patient_pays: number
  ceilings: { name: string; limit: number; used: number; left_after: number }[]
  preauth_needed: boolean
  warnings: readonly string[]
}

export const coverageFor = question(
  async (
    _caller: Caller,
    _asked: { patient_id?: string; membership_id?: string; lines: readonly CoverageLine[] },
  ): Promise<Coverage | null> => null,
)

/** What the patient owes for each of these visits, and whether all that was needed so far is cleared. */
export const accountsOfVisits = question(
  async (
    _caller: Caller,
    _visit_ids: readonly string[],
  ): Promise<ReadonlyMap<string, { due: number; payment_ok: boolean }>> => new Map(),
)

/** Visits of the hospital on which the patient owes something now. */
export const visitsDue = question(async (_caller: Caller): Promise<readonly string[]> => [])

// What a patient sees of money in the portal (BIL-10, POR-9): of this patient and no other.

export interface PatientBill {
  id: string
  number: string
  date: string
  due_on: string | null
  status: string
  facility: string | null
  total: number
  paid: number
  balance: number
}

export interface PatientBillLine {
  id: string
  description: string
  quantity: number
  amount: number
  covered: number
  patient_share: number
}

export interface PatientPayment {
  id: string
  number: string
  date: string
  method: string
  amount: number
  bill_number: string | null
}

interface OfPatient extends PageAsked {
  patient_id: string
  from?: string | undefined
  to?: string | undefined
}

const nothing = async (_caller: Caller, asked: PageAsked): Promise<Page<never>> => pageOf(asked, [])

export const patientAccount = question(
  async (
    _caller: Caller,
    _patient_id: string,
  ): Promise<{ balance: number; deposits: number; open_bills: number }> => ({
    balance: 0,
    deposits: 0,
    open_bills: 0,
  }),
)

export const patientBills = question(
  nothing as (
    caller: Caller,
    asked: OfPatient & { status?: string | undefined },
  ) => Promise<Page<PatientBill>>,
)

/** Null: this patient has no such bill. */
export const patientBill = question(
  async (
    _caller: Caller,
    _asked: { patient_id: string; bill_id: string },
  ): Promise<(PatientBill & { lines: PatientBillLine[] }) | null> => null,
)

export const patientPayments = question(
  nothing as (caller: Caller, asked: OfPatient) => Promise<Page<PatientPayment>>,
)

/** Null: this patient made no such payment. */
export const patientPayment = question(
  async (
    _caller: Caller,
    _asked: { patient_id: string; payment_id: string },
  ): Promise<PatientPayment | null> => null,
)

export interface PatientPaymentRequest {
  id: string
  number: string
  status: string
  amount: number
  instructions: string | null
  expires_at: string | null
}

/** Null: this patient has no such bill. */
export const requestPayment = question(
  async (
    _caller: Caller,
    _asked: {
      patient_id: string
      bill_id: string
      amount?: number | undefined
      phone?: string | undefined
      method: string
    },
  ): Promise<PatientPaymentRequest | null> => null,
)

/** Which of these rows of the price list have priced a line (BIL-165). */
export const tariffsUsed = question(
  async (_caller: Caller, _tariff_ids: readonly string[]): Promise<ReadonlySet<string>> =>
    new Set(),
)

/** `two_person` of the area's policy (2.13): somebody else must confirm a price. */
export const pricesNeedTwo = question(async (_caller: Caller): Promise<boolean> => false)

/** Claims that are not closed, and what of them is not paid, in minor units, by scheme. */
export const claimsOfSchemes = question(
  async (
    _caller: Caller,
    _scheme_ids: readonly string[],
  ): Promise<ReadonlyMap<string, { open: number; unpaid: number }>> => new Map(),
)
