// The rows that theatre ships, in words of its own. The checklist follows the nineteen points of the WHO
// Surgical Safety Checklist of 2009.

import type {
  CancelReasonRow,
  CardRow,
  ChargeRow,
  CountItemRow,
  PreOpItemRow,
  SettingsRow,
  WhoItemRow,
} from './row-shapes.ts'

export const settings: SettingsRow[] = [
  {
    fitness_valid_days: 30,
    fasting_solids_hours: 6,
    fasting_milk_hours: 6,
    fasting_breast_milk_hours: 4,
    fasting_clear_hours: 2,
    antibiotic_minutes: 60,
    aldrete_min: 9,
    aldrete_readings: 2,
    decision_minutes_emergency: 30,
    decision_minutes_urgent: 360,
    first_case_grace: 15,
    overrun_warn: 15,
    publish_at: '16:00',
    consent_days: 90,
    post_op_plan: 'POST_OP',
  },
]

export const charges: ChargeRow[] = [
  { key: 'PROCEDURE', code: 'PROCEDURE', basis: 'CASE' },
  {
    key: 'THEATRE_TIME',
    code: null,
    from: 'IN_THEATRE',
    to: 'ROOM_LEFT',
    basis: 'MINUTES',
    unit_minutes: 30,
    free_minutes: 0,
    min_units: 1,
  },
  {
    key: 'ANAESTHESIA_TIME',
    code: null,
    from: 'ANAESTHESIA_START',
    to: 'ANAESTHESIA_END',
    basis: 'MINUTES',
    unit_minutes: 30,
    free_minutes: 0,
    min_units: 1,
    when: { techniques: ['GENERAL', 'SPINAL', 'EPIDURAL', 'REGIONAL', 'SEDATION', 'COMBINED'] },
  },
  {
    key: 'RECOVERY_TIME',
    code: null,
    from: 'IN_RECOVERY',
    to: 'RETURNED',
    basis: 'MINUTES',
    unit_minutes: 60,
    free_minutes: 0,
    min_units: 1,
  },
]

const asked = (
  key: string,
  title: string,
  title_sw: string,
  more: Partial<PreOpItemRow> = {},
): PreOpItemRow => ({ key, title, title_sw, required: true, timed: false, ...more })

export const pre_op_items: PreOpItemRow[] = [
  asked('identity_band', 'Wristband on and read', 'Bangili ya utambulisho imevaliwa na kusomwa'),
  asked('site_marked', 'Site and side marked', 'Eneo na upande vimewekwa alama', {
    required: false,
  }),
  asked('last_solids', 'Last food', 'Chakula cha mwisho', { timed: true }),
  asked('last_clear', 'Last clear drink', 'Kinywaji cha mwisho', { timed: true }),
  asked('last_milk', 'Last milk', 'Maziwa ya mwisho', { required: false, timed: true }),
  asked('last_breast_milk', 'Last breast milk', 'Maziwa ya mama ya mwisho', {
    required: false,
    timed: true,
  }),
  asked(
    'jewellery_removed',
    'Jewellery and prostheses removed',
    'Vito na viungo bandia vimevuliwa',
  ),
  asked('dentures_removed', 'Dentures and loose teeth looked for', 'Meno bandia yameangaliwa'),
  asked('bladder_emptied', 'Bladder emptied', 'Kibofu kimetolewa mkojo'),
  asked('gown', 'Washed and in a theatre gown', 'Ameoga na kuvaa gauni la upasuaji'),
  asked('results_with_patient', 'Notes, pictures and results go along', 'Majalada yanaenda naye'),
  asked('blood_ready', 'Blood is ready', 'Damu iko tayari', { required: false }),
]

const said = (
  phase: WhoItemRow['phase'],
  key: string,
  title: string,
  title_sw: string,
  more: Partial<WhoItemRow> = {},
): WhoItemRow => ({ phase, key, title, title_sw, safe: 'YES', may_not_apply: false, ...more })

export const who_items: WhoItemRow[] = [
  said(
    'SIGN_IN',
    'confirmed',
    'The patient confirmed name, site, procedure and consent',
    'Mgonjwa amethibitisha jina, eneo, upasuaji na ridhaa',
  ),
  said('SIGN_IN', 'site_marked', 'The site is marked', 'Eneo limewekwa alama', {
    may_not_apply: true,
  }),
  said(
    'SIGN_IN',
    'anaesthesia_check',
    'Machine and medicines for anaesthesia are checked',
    'Mashine na dawa za usingizi zimekaguliwa',
    { may_not_apply: true },
  ),
  said(
    'SIGN_IN',
    'oximeter',
    'The pulse oximeter is on and works',
    'Kipima oksijeni kimewekwa na kinafanya kazi',
  ),
  said('SIGN_IN', 'allergy', 'A known allergy', 'Mzio unaojulikana', { safe: 'NO' }),
  said(
    'SIGN_IN',
    'airway_risk',
    'Difficult airway or risk of aspiration',
    'Njia ya hewa ngumu au hatari ya kupaliwa',
    { safe: 'NO' },
  ),
  said(
    'SIGN_IN',
    'blood_loss_risk',
    'Risk of losing more than 500 ml of blood (7 ml/kg in children)',
    'Hatari ya kupoteza damu zaidi ya 500 ml (7 ml/kg kwa watoto)',
    { safe: 'NO' },
  ),
  said(
    'TIME_OUT',
    'introductions',
    'All in the room said their name and role',
    'Wote wamejitambulisha kwa jina na kazi',
  ),
  said(
    'TIME_OUT',
    'patient_site_procedure',
    'Surgeon, anaesthetist and nurse confirmed patient, site and procedure',
    'Mpasuaji, mtaalamu wa usingizi na muuguzi wamethibitisha mgonjwa, eneo na upasuaji',
  ),
  said(
    'TIME_OUT',
    'surgeon_concerns',
    'The surgeon named critical steps, time and blood loss',
    'Mpasuaji ametaja hatua muhimu, muda na damu',
  ),
  said(
    'TIME_OUT',
    'anaesthetist_concerns',
    'The anaesthetist named concerns of this patient',
    'Mtaalamu wa usingizi ametaja wasiwasi wake',
    { may_not_apply: true },
  ),
  said(
    'TIME_OUT',
    'nursing_concerns',
    'The nurses confirmed sterility and equipment',
    'Wauguzi wamethibitisha usafi na vifaa',
  ),
  said(
    'TIME_OUT',
    'antibiotic',
    'The antibiotic was given within the last 60 minutes',
    'Antibiotiki imetolewa ndani ya dakika 60',
    { may_not_apply: true },
  ),
  said(
    'TIME_OUT',
    'imaging',
    'The pictures that are needed are shown',
    'Picha zinazohitajika zinaonyeshwa',
    { may_not_apply: true },
  ),
  said(
    'SIGN_OUT',
    'procedure_name',
    'The name of the procedure was said aloud and recorded',
    'Jina la upasuaji limetajwa na kuandikwa',
  ),
  said(
    'SIGN_OUT',
    'counts',
    'Instruments, swabs and needles are counted and complete',
    'Vifaa, pamba na sindano vimehesabiwa na kukamilika',
    { may_not_apply: true },
  ),
  said(
    'SIGN_OUT',
    'specimens',
    'Specimens are labelled, the name read aloud',
    'Sampuli zimewekwa lebo, jina limesomwa',
    { may_not_apply: true },
  ),
  said(
    'SIGN_OUT',
    'equipment_problems',
    'Equipment that failed and is to be seen to',
    'Vifaa vyenye hitilafu',
    { safe: 'NO' },
  ),
  said(
    'SIGN_OUT',
    'recovery_concerns',
    'The team named what matters for recovery',
    'Timu imetaja mambo muhimu ya kupona',
  ),
]

export const count_items: CountItemRow[] = [
  { kind: 'SWAB', name: 'swabs' },
  { kind: 'NEEDLE', name: 'needles' },
  { kind: 'BLADE', name: 'blades', theatre_kinds: ['MAJOR', 'OBSTETRIC', 'DAY_CASE'] },
  { kind: 'INSTRUMENT', name: 'instruments', theatre_kinds: ['MAJOR', 'OBSTETRIC'] },
  { kind: 'PACK', name: 'packs', theatre_kinds: ['MAJOR', 'OBSTETRIC'] },
]

const why = (
  group: CancelReasonRow['group'],
  code: string,
  text: string,
  avoidable = true,
): CancelReasonRow => ({ code, text, group, avoidable })

export const cancel_reasons: CancelReasonRow[] = [
  why('PATIENT', 'DID_NOT_COME', 'Did not come'),
  why('PATIENT', 'REFUSED', 'The patient refused', false),
  why('PATIENT', 'UNFIT_TODAY', 'Not fit today', false),
  why('PATIENT', 'NOT_FASTED', 'Not fasted'),
  why('PATIENT', 'RECOVERED', 'Recovered without an operation', false),
  why('PATIENT', 'DIED', 'Died', false),
  why('CLINICAL', 'INVESTIGATIONS_MISSING', 'Investigations are missing'),
  why('CLINICAL', 'HIGH_BLOOD_PRESSURE', 'High blood pressure'),
  why('CLINICAL', 'INFECTION', 'Infection', false),
  why('CLINICAL', 'NO_DIAGNOSIS', 'No clear diagnosis'),
  why('FACILITY', 'NO_BLOOD', 'No blood'),
  why('FACILITY', 'NO_OXYGEN', 'No oxygen'),
  why('FACILITY', 'NO_POWER', 'No power'),
  why('FACILITY', 'NO_STERILE_SET', 'No sterile set'),
  why('FACILITY', 'NO_BED', 'No bed'),
  why('FACILITY', 'EQUIPMENT_BROKEN', 'Equipment is broken'),
  why('STAFF', 'NO_SURGEON', 'The surgeon is absent'),
  why('STAFF', 'NO_ANAESTHETIST', 'The anaesthetist is absent'),
  why('STAFF', 'NO_NURSE', 'No nurse'),
  why('LIST', 'OVERRAN', 'The list overran'),
  why('LIST', 'EMERGENCY_TOOK_PLACE', 'An emergency took the place', false),
  why('MONEY', 'NOT_PAID', 'Not paid'),
  why('MONEY', 'NO_AUTHORISATION', 'No authorisation of the scheme'),
  why('OTHER', 'OTHER', 'Other', false),
]

export const cards: CardRow[] = []
