// The request shapes of the source document of the hospital API, field by field as it lists them. `?`: may
// be null; words divided by bars: an enum. Where each is sent is for the house to say.

export interface Documented {
  /** Method and path of the operations that take it. */
  at: readonly string[]
  fields: Readonly<Record<string, string>>
}

const strings = (names: string, kind = 'string'): Record<string, string> =>
  Object.fromEntries(names.split(' ').map((name) => [name, kind]))

export const item_input = {
  description: 'string',
  ...strings('category code department source source_id', 'string?'),
  quantity: 'number?',
  unit_price: 'number?',
}
export const sale_line = {
  ...strings('code category department description'),
  quantity: 'number',
  unit_price: 'number?',
  batch_id: 'string?',
}
const account_line = {
  account_id: 'string',
  debit: 'number',
  credit: 'number',
  department: 'string?',
  description: 'string?',
}

/** "LineInput (commercial)". */
const trade_line = {
  description: 'string',
  ...strings('quantity unit_price', 'number'),
  ...strings('code product_id', 'string?'),
}
const offered = {
  client_name: 'string',
  ...strings('discount_pct tax_pct', 'number'),
  items: 'array',
  ...strings('client_id notes patient_id', 'string?'),
}

const training = {
  mandatory: 'boolean',
  ...strings('certificate_url completed_on expires_on notes provider', 'string?'),
  cpd_points: 'number?',
}

export const lines: Readonly<Record<string, Record<string, string>>> = {
  'ResultsInput.results': {
    id: 'string',
    value_num: 'number?',
    ...strings('value_text comment', 'string?'),
  },
  'BillInput.items': item_input,
  'SaleInput.lines': sale_line,
  'EntryInput.lines': account_line,
  'QuotationInput.items': trade_line,
  'CommercialOrderInput.items': trade_line,
  'ReturnInput.items': {
    description: 'string',
    ...strings('quantity unit_price', 'number'),
    product_id: 'string?',
  },
}

export const shapes: Readonly<Record<string, Documented>> = {
  TestInput: {
    at: ['POST /diagnostics/tests'],
    fields: {
      ...strings('code name'),
      active: 'boolean?',
      ...strings('category specimen tariff_code unit', 'string?'),
      ...strings('critical_high critical_low ref_high ref_low', 'number?'),
      discipline: 'LAB|IMAGING?',
      turnaround_hours: 'integer?',
    },
  },
  DiagnosticOrderInput: {
    at: ['POST /diagnostics/orders'],
    fields: {
      patient_id: 'string',
      test_codes: 'array',
      discipline: 'LAB|IMAGING?',
      priority: 'ROUTINE|URGENT|STAT?',
      ...strings('clinical_notes visit_id', 'string?'),
    },
  },
  loginRequest: {
    at: ['POST /auth/login'],
    fields: {
      ...strings('identifier username email phone password workspace'),
      platform: 'boolean',
    },
  },
  verifyTwoFactorRequest: {
    at: ['POST /auth/verify-2fa'],
    fields: strings('code session_token'),
  },
  refreshRequest: { at: ['POST /auth/refresh'], fields: strings('refresh_token') },
  logoutRequest: { at: ['POST /auth/logout'], fields: { all_devices: 'boolean' } },
  changePasswordRequest: {
    at: ['POST /auth/change-password'],
    fields: strings('current_password new_password'),
  },
  forgotPasswordRequest: {
    at: ['POST /auth/forgot-password'],
    fields: strings('contact workspace'),
  },
  resetPasswordRequest: {
    at: ['POST /auth/reset-password'],
    fields: strings('code contact new_password workspace'),
  },
  emailConfigBody: {
    at: ['PUT /settings/email'],
    fields: { from: 'object', is_active: 'boolean?', smtp: 'object' },
  },
  systemSettingsInput: {
    at: ['PATCH /settings/system'],
    fields: strings(
      'accent country currency date_format document_accent document_footer document_theme invoice_due_days invoice_notice invoice_terms login_message name short_name support_email support_phone tagline timezone',
      'string?',
    ),
  },
  purchaseInput: {
    at: ['POST /plan-purchases'],
    fields: { plan_code: 'string', branches: 'integer', months: 'integer' },
  },
  moveRequest: {
    at: [
      'POST /accounting/funding-moves/deposit',
      'POST /accounting/funding-moves/withdraw',
      'POST /accounting/funding-moves/transfer',
    ],
    fields: {
      account_id: 'string',
      amount: 'number',
      ...strings('note to_account_id to_facility_id'),
    },
  },
  EntryInput: {
    at: ['POST /accounting/entries'],
    fields: {
      entry_date: 'string?',
      memo: 'string',
      lines: 'array',
      post: 'boolean',
      source: 'MANUAL|OPENING',
      source_id: 'string?',
    },
  },
  FiscalYearInput: {
    at: ['POST /accounting/fiscal-years'],
    fields: strings('name starts_on ends_on'),
  },
  FundingInput: {
    at: ['POST /accounting/funding-accounts'],
    fields: {
      ...strings('account_id name currency'),
      kind: 'cash|bank|mobile',
      is_default: 'boolean',
      active: 'boolean?',
      ...strings('branch_name institution number notes', 'string?'),
    },
  },
  PreferencesInput: {
    at: ['PATCH /accounting/preferences'],
    fields: { allow_negative_funding: 'boolean?', cash_group_id: 'string?', lock_date: 'string?' },
  },
  TaxRateInput: {
    at: ['POST /accounting/tax-rates'],
    fields: {
      ...strings('code name'),
      rate: 'number',
      active: 'boolean?',
      inclusive: 'boolean?',
      liability_account_id: 'string?',
      notes: 'string?',
    },
  },
  FilingInput: {
    at: ['POST /accounting/filings'],
    fields: {
      kind: 'string',
      period_year: 'integer',
      period_month: 'integer?',
      due_on: 'string',
      amount_due: 'number',
      notes: 'string?',
    },
  },
  FilingChange: {
    at: ['PATCH /accounting/filings/{id}'],
    fields: { amount_due: 'number', due_on: 'string', notes: 'string?' },
  },
  BillInput: {
    at: ['POST /billing/bills'],
    fields: {
      patient_id: 'string',
      ...strings('visit_id scheme_id payer notes', 'string?'),
      items: 'array',
    },
  },
  PaymentInput: {
    at: ['POST /billing/bills/{id}/payments'],
    fields: {
      amount: 'number',
      method: 'Cash|Mobile Money|Card|Bank Transfer|Insurance|Cheque|Waiver?',
      reference: 'string?',
    },
  },
  SaleInput: {
    at: ['POST /billing/sales'],
    fields: {
      patient_id: 'string',
      visit_id: 'string?',
      method: 'string',
      reference: 'string',
      lines: 'array',
      amount: 'number?',
    },
  },
  ExpenseInput: {
    at: ['POST /billing/expenses'],
    fields: {
      description: 'string',
      amount: 'number?',
      category: 'Operating|Utilities|Supplies|Maintenance|Transport|Staff|Rent|Other?',
      ...strings('department method payee spent_on', 'string?'),
    },
  },
  SchemeInput: {
    at: ['POST /billing/schemes', 'PATCH /billing/schemes/{id}'],
    fields: {
      ...strings('code name'),
      active: 'boolean?',
      ...strings('contact_person contract_expiry contract_no email phone', 'string?'),
      coverage_pct: 'number?',
      preauth_above: 'number?',
      settlement_days: 'integer?',
    },
  },
  TariffInput: {
    at: ['POST /billing/tariffs', 'PATCH /billing/tariffs/{id}'],
    fields: {
      ...strings('code name'),
      price: 'number?',
      active: 'boolean?',
      category: 'Consultation|Laboratory|Radiology|Procedure|Pharmacy|Bed|Theatre|Nursing|Other?',
      department: 'string?',
      payer: 'string?',
    },
  },
  PatientFlowInput: {
    at: ['PATCH /billing/patient-flow'],
    fields: {
      consultation: 'object',
      registration: 'object',
      payment_before_service: 'boolean?',
    },
  },
  AppointmentInput: {
    at: ['POST /appointments'],
    fields: {
      ...strings('patient_id scheduled_for'),
      ...strings('clinician_id clinician_name department location_id notes reason', 'string?'),
      duration_min: 'integer?',
      kind: 'CONSULTATION|FOLLOW_UP|PROCEDURE|ANTENATAL|IMMUNISATION|REVIEW|THEATRE?',
    },
  },
  EmergencyInput: {
    at: ['POST /emergencies'],
    fields: {
      arrival_mode: 'WALK_IN|AMBULANCE|REFERRED|POLICE|OTHER?',
      ...strings(
        'brought_by category patient_id presenting_complaint unknown_label visit_id',
        'string?',
      ),
      triage_category: 'integer?',
    },
  },
  ReferralInput: {
    at: ['POST /referrals'],
    fields: {
      ...strings('patient_id facility reason'),
      direction: 'OUT|IN?',
      urgency: 'ROUTINE|URGENT|EMERGENCY?',
      ...strings('clinical_summary contact department visit_id', 'string?'),
    },
  },
  TaskInput: {
    at: ['POST /nursing/tasks'],
    fields: {
      ...strings('patient_id task'),
      category: 'OBSERVATION|MEDICATION|HYGIENE|WOUND|MOBILITY|FEEDING|MONITORING|OTHER?',
      ...strings('admission_id due_at instructions', 'string?'),
      every_hours: 'integer?',
    },
  },
  DoseInput: {
    at: ['POST /nursing/doses'],
    fields: {
      patient_id: 'string',
      ...strings('medicine dose', 'string?'),
      ...strings('admission_id due_at prescription_item_id route', 'string?'),
    },
  },
  assistNote: {
    at: ['POST /clinical/assist'],
    fields: {
      ageYears: 'integer',
      allergies: 'array',
      ...strings('chiefComplaint examination historyOfPresentIllness'),
      knownConditions: 'array',
      pregnant: 'boolean',
      sex: 'Male|Female|Ambiguous',
      vitals: 'object',
    },
  },
  RecordInput: {
    at: ['POST /clinical/records'],
    fields: {
      patient_id: 'string',
      title: 'string',
      kind: 'DIAGNOSIS|PROCEDURE|NOTE|SUMMARY?',
      rank: 'PRIMARY|SECONDARY|COMPLICATION?',
      ...strings('admission_id body code coding_system visit_id', 'string?'),
      notifiable: 'boolean?',
    },
  },
  QuotationInput: {
    at: ['POST /commercial/quotations'],
    fields: { ...offered, ...strings('terms valid_until', 'string?') },
  },
  // "OrderInput (commercial)": diagnostics has one of the same name.
  CommercialOrderInput: {
    at: ['POST /commercial/orders'],
    fields: { ...offered, required_by: 'string?' },
  },
  ReturnInput: {
    at: ['POST /commercial/returns'],
    fields: {
      ...strings('party_name reason'),
      reason_code: 'WRONG_ITEM|DAMAGED|EXPIRED|ADVERSE_REACTION|NOT_NEEDED|OVERSUPPLY|OTHER',
      refund_amount: 'number',
      restock: 'boolean',
      items: 'array',
      ...strings('bill_id client_id notes patient_id', 'string?'),
    },
  },
  TrainingInput: {
    at: ['POST /hr/training'],
    fields: { ...strings('staff_id course'), ...training },
  },
  TrainingChange: {
    at: ['PATCH /hr/training/{id}'],
    fields: { course: 'string', ...training },
  },
  Claim: {
    at: ['POST /devices/claim'],
    fields: {
      ...strings('app_version code hostname os_version fingerprint public_key'),
      key_scope: 'dpapi|cng',
    },
  },
  NewActivation: {
    at: ['POST /devices/activations'],
    fields: {
      ...strings('facility_id label'),
      station_role: 'reception|cashier|pharmacy|laboratory|ward|admin',
      allowed_cidrs: 'array',
      never_expires: 'boolean',
      expires_in_hours: 'integer?',
      lease_days: 'integer?',
    },
  },
}

/** What is answered, field by field. */
export const answers: Readonly<Record<string, Documented['fields']>> = {
  Vacancy: {
    ...strings('id reference job_title posted_on'),
    employment_type: 'PERMANENT|CONTRACT|LOCUM|INTERN|VOLUNTEER',
    ...strings('positions applied interviewed offered hired rejected days_open', 'integer'),
    ...strings('cadre close_reason closes_on department description', 'string?'),
  },
  Applicant: {
    ...strings('id vacancy_id vacancy_title full_name created_at'),
    stage: 'APPLIED|SHORTLISTED|INTERVIEWED|OFFERED|HIRED|REJECTED|WITHDRAWN',
    ...strings('score years_experience', 'integer?'),
    ...strings('cv_url email interviewed_on phone qualification staff_id stage_note', 'string?'),
  },
  Client: {
    ...strings('id reference name'),
    kind: 'CORPORATE|INSURER|NGO|GOVERNMENT|SCHOOL|OTHER',
    status: 'PROSPECT|ACTIVE|SUSPENDED|CLOSED',
    ...strings('discount_pct outstanding', 'number'),
    open_follow_ups: 'integer',
    contacts: 'array',
    contract_days_left: 'integer?',
    ...strings('account_manager address close_reason contract_ends contract_ref', 'string?'),
    ...strings('contract_starts email notes phone region scheme_id scheme_name tin', 'string?'),
    credit_limit: 'number?',
    payment_terms_days: 'integer?',
  },
  DiscountRule: {
    ...strings('id name applies_to'),
    kind: 'PERCENT|AMOUNT',
    value: 'number',
    ...strings('active requires_approval', 'boolean'),
    ...strings('approval_above max_amount', 'number?'),
    notes: 'string?',
  },
  FollowUp: {
    ...strings('id subject kind due_on'),
    status: 'OPEN|DONE|CANCELLED',
    overdue_days: 'integer?',
    ...strings('assigned_to_name client_id client_name detail done_on outcome', 'string?'),
    ...strings('patient_id patient_name', 'string?'),
  },
  Interaction: {
    ...strings('id client_id summary occurred_at'),
    kind: 'CALL|VISIT|EMAIL|MEETING|COMPLAINT|NOTE',
    ...strings('contact_id contact_name outcome recorded_by_name', 'string?'),
  },
  // Messages are sent to a `Contact` of another kind.
  ClientContact: {
    ...strings('id client_id client_name full_name'),
    is_primary: 'boolean',
    ...strings('email job_title notes phone', 'string?'),
  },
}

/** Where what is answered is written, and the text by which it is called. */
export const written: Readonly<Record<string, string>> = {
  'POST /commercial/clients': 'name',
  'PATCH /commercial/clients/{id}': 'name',
  'POST /commercial/contacts': 'full_name',
  'PATCH /commercial/contacts/{id}': 'full_name',
  'POST /commercial/discount-rules': 'name',
  'PATCH /commercial/discount-rules/{id}': 'name',
  'POST /commercial/follow-ups': 'subject',
  'PATCH /commercial/follow-ups/{id}': 'subject',
  'POST /commercial/interactions': 'summary',
  'POST /hr/applicants': 'full_name',
  'POST /hr/vacancies': 'job_title',
}

/** Of chapters that are not built: a list that only shrinks. */
export const coming_shapes: readonly string[] = ['OrderInput']

export const coming_routes: readonly string[] = []
