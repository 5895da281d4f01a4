// The words of the blood bank, the chapter's to the letter (blood-bank 2).

export const blood_groups = ['O+', 'O-', 'A+', 'A-', 'B+', 'B-', 'AB+', 'AB-'] as const
export type BloodGroup = (typeof blood_groups)[number]
export const abo_groups = ['A', 'B', 'AB', 'O'] as const
export type Abo = (typeof abo_groups)[number]
export const rhd_types = ['POS', 'NEG', 'WEAK'] as const
export type Rhd = (typeof rhd_types)[number]
export const families = ['WHOLE', 'RED', 'PLASMA', 'PLATELET', 'CRYO'] as const
export type Family = (typeof families)[number]

export const donation_kinds = ['VOLUNTARY', 'REPLACEMENT', 'DIRECTED', 'AUTOLOGOUS'] as const
export const donor_sexes = ['Male', 'Female'] as const
export const donor_states = ['ELIGIBLE', 'DEFERRED', 'BARRED'] as const
export const deferral_kinds = ['TEMPORARY', 'PERMANENT'] as const
export type DeferralKind = (typeof deferral_kinds)[number]
export const deferral_sources = ['INTERVIEW', 'EXAM', 'TEST', 'DONATION', 'MANUAL'] as const
export type DeferralSource = (typeof deferral_sources)[number]

export const donation_states = [
  'ACCEPTED',
  'DEFERRED',
  'FAILED',
  'COLLECTED',
  'TESTED',
  'RELEASED',
  'REJECTED',
] as const
export type DonationState = (typeof donation_states)[number]
export const origins = ['OWN', 'NATIONAL_SERVICE', 'HOSPITAL'] as const
export const bag_types = ['SINGLE', 'DOUBLE', 'TRIPLE', 'QUAD'] as const
export const anticoagulants = ['CPDA1', 'CPD_SAGM'] as const
export type Anticoagulant = (typeof anticoagulants)[number]
export const arms = ['LEFT', 'RIGHT'] as const
export const adverse_types = [
  'VASOVAGAL',
  'HAEMATOMA',
  'NERVE',
  'ARTERY',
  'CITRATE',
  'OTHER',
] as const
export const adverse_severities = ['MILD', 'MODERATE', 'SEVERE'] as const

export const strengths = ['0', '1+', '2+', '3+', '4+', 'MF'] as const
export type Strength = (typeof strengths)[number]
export const grouping_methods = ['TUBE', 'TILE', 'GEL', 'CARD'] as const
export const known_markers = ['HIV', 'HBV', 'HCV', 'SYPHILIS', 'MALARIA', 'HTLV'] as const
export type Marker = (typeof known_markers)[number]
/** What is looked for, in words of a bench: of a donor, and nothing of whoever gets the blood. */
export const marker_tests: Readonly<Record<Marker, string>> = {
  HIV: 'Anti-HIV 1 + 2',
  HBV: 'HBsAg',
  HCV: 'Anti-HCV',
  SYPHILIS: 'Syphilis',
  MALARIA: 'Malaria',
  HTLV: 'Anti-HTLV',
}
export const test_runs = ['INITIAL', 'REPEAT', 'CONFIRMATORY'] as const
export type TestRun = (typeof test_runs)[number]
export const test_results = ['NON_REACTIVE', 'REACTIVE', 'INDETERMINATE', 'INVALID'] as const
export type TestResult = (typeof test_results)[number]

export const unit_states = [
  'QUARANTINE',
  'AVAILABLE',
  'RESERVED',
  'ISSUED',
  'TRANSFUSING',
  'TRANSFUSED',
  'HELD',
  'DISCARDED',
  'EXPIRED',
  'SENT',
] as const
export type UnitState = (typeof unit_states)[number]
/** Of a unit that is still on a shelf. */
export const in_stock = ['QUARANTINE', 'AVAILABLE', 'RESERVED', 'HELD'] as const
export const unit_attributes = [
  'LEUCODEPLETED',
  'IRRADIATED',
  'WASHED',
  'CMV_NEG',
  'PAEDIATRIC',
  'LOW_VOLUME',
  'LOW_TITRE',
] as const
export type UnitAttribute = (typeof unit_attributes)[number]
export const discard_reasons = [
  'EXPIRED',
  'REACTIVE',
  'BROKEN',
  'TEMPERATURE',
  'LATE_RETURN',
  'LOW_VOLUME',
  'CLOT',
  'HAEMOLYSED',
  'CONTAMINATED',
  'TRANSFUSION_STOPPED',
  'SENT_TO_HOSPITAL',
  'OTHER',
] as const
export const containers = ['HAND', 'COOL_BOX'] as const

export const request_states = [
  'REQUESTED',
  'SAMPLE_RECEIVED',
  'READY',
  'PART_ISSUED',
  'ISSUED',
  'COMPLETED',
  'CANCELLED',
  'LAPSED',
] as const
export type RequestState = (typeof request_states)[number]
export const request_priorities = ['ROUTINE', 'URGENT', 'EMERGENCY'] as const
export const indications = [
  'BLEEDING',
  'ANAEMIA',
  'SURGERY',
  'OBSTETRIC',
  'NEONATAL',
  'SICKLE_CELL',
  'COAGULOPATHY',
  'THROMBOCYTOPENIA',
  'EXCHANGE',
  'OTHER',
] as const
export const said = ['YES', 'NO', 'UNKNOWN'] as const
export const sample_states = ['EXPECTED', 'RECEIVED', 'TESTED', 'REJECTED', 'LAPSED'] as const
export const identity_checks = ['WRISTBAND', 'NAME_AND_BIRTH', 'PHOTO', 'GUARDIAN'] as const
export const screen_results = ['NEGATIVE', 'POSITIVE'] as const
export const determination_sources = ['SAMPLE', 'LABORATORY', 'EARLIER'] as const
export const requirement_kinds = [
  'IRRADIATED',
  'LEUCODEPLETED',
  'WASHED',
  'CMV_NEG',
  'ANTIGEN_NEGATIVE',
] as const
/** What people do at the bench, and may write down. */
export const bench_methods = ['IMMEDIATE_SPIN', 'AHG', 'GEL'] as const
/** ELECTRONIC is the house's own answer (BLD-58): nobody types it. */
export const crossmatch_methods = [...bench_methods, 'ELECTRONIC'] as const
export const crossmatch_results = ['COMPATIBLE', 'INCOMPATIBLE'] as const

export const transfusion_states = ['RUNNING', 'COMPLETED', 'STOPPED'] as const
export const bedside_checks = [
  'patient_scanned',
  'unit_scanned',
  'name_asked',
  'group_agrees',
  'expiry_ok',
  'bag_ok',
  'consent_ok',
] as const
export const observation_points = ['BEFORE', 'MIN_15', 'HOURLY', 'END', 'AFTER', 'EXTRA'] as const
export const signs = [
  'FEVER',
  'CHILLS',
  'RASH',
  'ITCHING',
  'DYSPNOEA',
  'WHEEZE',
  'CHEST_PAIN',
  'BACK_PAIN',
  'DARK_URINE',
  'HYPOTENSION',
  'ANXIETY',
  'BLEEDING',
] as const
export type Sign = (typeof signs)[number]
export const reaction_states = ['REPORTED', 'INVESTIGATED', 'CONCLUDED'] as const
export const reaction_types = [
  'FEBRILE',
  'ALLERGIC',
  'ANAPHYLACTIC',
  'ACUTE_HAEMOLYTIC',
  'DELAYED_HAEMOLYTIC',
  'BACTERIAL',
  'CIRCULATORY_OVERLOAD',
  'LUNG_INJURY',
  'DYSPNOEA',
  'HYPOTENSIVE',
  'GRAFT_VERSUS_HOST',
  'PURPURA',
  'INFECTION',
  'WRONG_BLOOD',
  'NONE',
  'OTHER',
] as const
export const reaction_severities = ['MILD', 'SEVERE', 'LIFE_THREATENING', 'DEATH'] as const
export const imputabilities = [
  'EXCLUDED',
  'UNLIKELY',
  'POSSIBLE',
  'LIKELY',
  'CERTAIN',
  'NOT_ASSESSABLE',
] as const

export const look_back_triggers = [
  'DONOR_REACTIVE',
  'RECIPIENT_INFECTED',
  'BACTERIAL',
  'MANUAL',
] as const
export const look_back_states = ['OPEN', 'CLOSED'] as const
export const look_back_line_states = [
  'TO_DO',
  'HELD',
  'DISCARDED',
  'TOLD',
  'TESTED_NEGATIVE',
  'TESTED_POSITIVE',
  'DIED',
  'NOT_FOUND',
  'NOT_NEEDED',
] as const
