// What is kept of a patient, in the parts of the file (PAT-35): by the name of the part the tables whose
// rows name the patient, and under them those that hang on such a row. What names a patient and is left out
// stands below with its reason; a test holds both lists against every table there is.

export type Under = readonly [table: string, by: string, of: string]

export interface Part {
  readonly name: string
  readonly tables: readonly string[]
  readonly under?: readonly Under[]
}

export const parts: readonly Part[] = [
  {
    name: 'register',
    tables: [
      'patient_identifiers',
      'patient_kin',
      'patient_relationships',
      'patient_alerts',
      'patient_consents',
      'patient_phones',
      'vulnerable_groups',
      'contact_preferences',
      'memberships',
    ],
  },
  {
    name: 'visits',
    tables: [
      'visits',
      'queue_entries',
      'visit_triages',
      'vitals',
      'vital_watches',
      'vital_alerts',
      'emergencies',
      'gate_overrides',
    ],
    under: [
      ['visit_events', 'visit_id', 'visits'],
      ['emergency_reassessments', 'emergency_id', 'emergencies'],
      ['emergency_events', 'emergency_id', 'emergencies'],
    ],
  },
  {
    name: 'appointments',
    tables: ['appointments', 'appointment_waitlist', 'referrals', 'ambulance_requests'],
    under: [
      ['appointment_history', 'appointment_id', 'appointments'],
      ['referral_letters', 'referral_id', 'referrals'],
      ['referral_events', 'referral_id', 'referrals'],
    ],
  },
  {
    name: 'letters',
    tables: ['patient_messages', 'portal_threads', 'portal_documents', 'follow_ups'],
    under: [
      ['portal_messages', 'thread_id', 'portal_threads'],
      ['interactions', 'follow_up_id', 'follow_ups'],
    ],
  },
  {
    name: 'chart',
    tables: [
      'allergies',
      'problems',
      'pregnancy_statuses',
      'home_medicines',
      'clinical_records',
      'nursing_tasks',
      'fluid_entries',
      'care_consents',
      'certificates',
      'procedure_orders',
      'case_notices',
      'immunisations',
      'immunisation_deferrals',
    ],
    under: [
      ['allergy_history', 'record_id', 'allergies'],
      ['problem_history', 'record_id', 'problems'],
      ['signed_versions', 'record_id', 'clinical_records'],
    ],
  },
  {
    name: 'wards',
    tables: ['admissions', 'bed_transfers'],
    under: [
      ['admission_history', 'record_id', 'admissions'],
      ['admission_stays', 'admission_id', 'admissions'],
    ],
  },
  {
    name: 'medicines',
    tables: [
      'prescriptions',
      'prescription_items',
      'doses',
      'dispenses',
      'dispense_lines',
      'owed_medicines',
      'pharmacy_returns',
    ],
    under: [['pharmacy_return_lines', 'return_id', 'pharmacy_returns']],
  },
  {
    name: 'laboratory-and-imaging',
    tables: [
      'diagnostic_orders',
      'diagnostic_items',
      'diagnostic_results',
      'specimens',
      'critical_alerts',
      'imaging_studies',
    ],
    under: [
      ['diagnostic_result_versions', 'result_id', 'diagnostic_results'],
      ['imaging_report_versions', 'study_id', 'imaging_studies'],
      ['imaging_addenda', 'study_id', 'imaging_studies'],
    ],
  },
  {
    name: 'blood-received',
    tables: [
      'blood_samples',
      'blood_determinations',
      'blood_antibodies',
      'blood_requests',
      'blood_crossmatches',
      'blood_issues',
      'blood_transfusions',
      'blood_reactions',
    ],
    under: [
      ['blood_request_lines', 'request_id', 'blood_requests'],
      ['blood_observations', 'transfusion_id', 'blood_transfusions'],
    ],
  },
  {
    name: 'operations',
    tables: ['theatre_cases', 'theatre_items'],
    under: [
      ['theatre_stamps', 'case_id', 'theatre_cases'],
      ['theatre_parts', 'case_id', 'theatre_cases'],
      ['theatre_pre_op', 'case_id', 'theatre_cases'],
      ['theatre_checklists', 'case_id', 'theatre_cases'],
      ['theatre_counts', 'case_id', 'theatre_cases'],
      ['theatre_recovery', 'case_id', 'theatre_cases'],
    ],
  },
  {
    name: 'tb-and-ctc',
    tables: ['tb_cases', 'ctc_clients', 'ctc_visits', 'ctc_sessions'],
    under: [
      ['tb_doses', 'case_id', 'tb_cases'],
      ['tb_follow_ups', 'case_id', 'tb_cases'],
    ],
  },
  {
    name: 'maternity',
    tables: [
      'pregnancies',
      'maternity_contacts',
      'labours',
      'labour_alerts',
      'births',
      'birth_notifications',
    ],
    under: [
      ['labour_observations', 'labour_id', 'labours'],
      ['labour_deliveries', 'labour_id', 'labours'],
    ],
  },
  {
    name: 'money',
    tables: [
      'bills',
      'bill_items',
      'credit_notes',
      'payments',
      'refunds',
      'deposits',
      'exemptions',
      'waivers',
      'write_offs',
      'discounts',
      'estimates',
      'authorisations',
      'preauthorisations',
      'claims',
      'quotations',
      'sales_orders',
      'deliveries',
      'sales_returns',
    ],
    under: [
      ['credit_note_lines', 'credit_note_id', 'credit_notes'],
      ['payment_allocations', 'payment_id', 'payments'],
      ['claim_lines', 'claim_id', 'claims'],
      ['quotation_items', 'quotation_id', 'quotations'],
      ['sales_order_items', 'order_id', 'sales_orders'],
      ['delivery_lines', 'delivery_id', 'deliveries'],
      ['sales_return_items', 'return_id', 'sales_returns'],
    ],
  },
  {
    name: 'mortuary',
    tables: ['bodies'],
    under: [
      ['body_viewings', 'body_id', 'bodies'],
      ['body_services', 'body_id', 'bodies'],
    ],
  },
]

/** Tables that name a patient and are no part of the file, each with why. */
export const left_out: Readonly<Record<string, string>> = {
  audit_rows: 'who opened the record is read in its access log (PRV-7, POR-17)',
  break_glass_grants: 'the same: openings with a reason stand in the access log',
  outbox_messages: 'the road of a message; what it said is among the letters',
  users: 'the account of the portal: a password and its keys',
  attachments: 'the files themselves lie in the folder files',
  record_versions: 'what stood in a record before an amendment, for its readers alone (PLT-103)',
  patient_exports: 'copies like this one',
  portal_codes: 'keys of the portal',
  portal_accounts: 'keys of the portal',
  msg_bridge: 'the road of a message',
  msg_inbound: 'the road of a message; answers are among the letters',
  cover_uses: 'how a scheme was reckoned; what it covered stands on the bill',
  bill_overrides: 'how a price was allowed; the price stands on the bill',
  leakages: 'what the house looks for among its own bills',
  stock_moves: 'books of the store: batches and costs',
  stock_reservations: 'books of the store',
  controlled_entries: 'books of the store: the register is the law’s',
  requisitions: 'books of the store',
  allergy_askings: 'that somebody asked; the answer is among the allergies',
  donors: 'what a donor is told, a counsellor tells in person (BLD-12)',
  donations: 'what a donor is told, a counsellor tells in person (BLD-12)',
  look_back_lines: 'a finding about another person’s blood; who got it is told in person (BLD-91)',
  blood_units: 'a bag of somebody else’s blood; what was given is among the transfusions',
}
