// What ships: deferral rules (BLD-7), components (2.3), and the numbers of 2.8. Own words from general
// knowledge of blood banking; each row stands unconfirmed until the head of the laboratory confirms it
// against the guideline of the national transfusion service (ruling 41).

import type { BloodSettings, Component, DeferralRule, When } from './setting-words.ts'

const thanks_en = 'Thank you for coming to give blood.'
const thanks_sw = 'Asante kwa kuja kuchangia damu.'
const asked: When = { by: 'ANSWER' }

const rule = (
  code: string,
  rest: Partial<DeferralRule> & Pick<DeferralRule, 'kind' | 'days'>,
): Omit<DeferralRule, 'order'> => ({
  code,
  question: null,
  when: asked,
  sex: null,
  applies_to: [],
  text: { en: thanks_en, sw: thanks_sw },
  active: true,
  unconfirmed: true,
  ...rest,
})

/** A question whose YES defers for so many days; null for ever. */
const ask = (
  code: string,
  days: number | null,
  en: string,
  sw: string,
  more: Partial<DeferralRule> = {},
) =>
  rule(code, {
    question: { en, sw },
    kind: days === null ? 'PERMANENT' : 'TEMPORARY',
    days,
    ...more,
  })

const measure = (
  code: string,
  days: number,
  field: When['field'],
  { below = null, above = null }: { below?: number | null; above?: number | null },
) =>
  rule(code, { kind: 'TEMPORARY', days, when: { by: 'EXAM', field: field ?? null, below, above } })

const computed = (code: string) =>
  rule(code, { kind: 'TEMPORARY', days: null, when: { by: 'COMPUTED' } })

const rules = [
  computed('AGE'),
  measure('WEIGHT', 90, 'weight_kg', { below: 50 }),
  measure('HAEMOGLOBIN', 90, 'haemoglobin', { below: 12.5 }),
  measure('BLOOD_PRESSURE', 1, 'systolic', { below: 100, above: 160 }),
  measure('BLOOD_PRESSURE_LOWER', 1, 'diastolic', { below: 60, above: 100 }),
  measure('PULSE', 1, 'pulse', { below: 50, above: 100 }),
  measure('TEMPERATURE', 14, 'temperature', { above: 37.5 }),
  computed('INTERVAL'),
  ask('FEELS_UNWELL', 14, 'Do you feel unwell today?', 'Je, unajisikia vibaya leo?'),
  ask(
    'FEVER_OR_MALARIA',
    28,
    'Fever or malaria in the last four weeks?',
    'Homa au malaria katika wiki nne zilizopita?',
  ),
  ask(
    'ANTIBIOTICS',
    14,
    'Antibiotics in the last two weeks?',
    'Antibiotiki wiki mbili zilizopita?',
  ),
  ask('ASPIRIN', 3, 'Aspirin in the last three days?', 'Aspirini siku tatu zilizopita?', {
    applies_to: ['PLATELET'],
  }),
  ask('TOOTH', 7, 'A tooth pulled in the last week?', 'Umeng’olewa jino wiki iliyopita?'),
  ask('SURGERY', 180, 'An operation in the last six months?', 'Upasuaji miezi sita iliyopita?'),
  ask('TRANSFUSED', 365, 'Given blood in the last year?', 'Umepewa damu mwaka uliopita?'),
  ask(
    'TATTOO_PIERCING',
    365,
    'A tattoo, piercing or scarring in the last year?',
    'Tatoo, kutoga au kuchanjwa mwaka uliopita?',
  ),
  ask('LIVE_VACCINE', 28, 'A live vaccine in four weeks?', 'Chanjo hai katika wiki nne?'),
  ask(
    'PREGNANT_OR_BIRTH',
    270,
    'Pregnant, or given birth in nine months?',
    'Mjamzito, au umejifungua katika miezi tisa?',
    { sex: 'Female' },
  ),
  ask('BREASTFEEDING', 1, 'Do you breastfeed?', 'Je, unanyonyesha?', { sex: 'Female' }),
  ask('JAUNDICE', 365, 'Yellow eyes in the last year?', 'Macho ya njano mwaka uliopita?'),
  ask(
    'NEW_PARTNER_RISK',
    365,
    'A new partner, or one at risk, in the last year?',
    'Mwenzi mpya, au aliye hatarini, mwaka uliopita?',
  ),
  ask('NEEDLE_INJURY', 365, 'Hurt by a used needle in a year?', 'Umechomwa na sindano mwaka huu?'),
  ask(
    'SEX_INFECTION',
    365,
    'An infection passed by sex in the last year?',
    'Ugonjwa wa zinaa mwaka uliopita?',
  ),
  ask('PRISON', 365, 'In prison in the last year?', 'Ulikuwa gerezani mwaka uliopita?'),
  ask('DIABETES_ON_INSULIN', null, 'Insulin for diabetes?', 'Unatumia insulini ya kisukari?'),
  ask('HEART', null, 'A disease of the heart?', 'Ugonjwa wa moyo?'),
  ask('CANCER', null, 'Cancer, now or before?', 'Saratani, sasa au zamani?'),
  ask('EPILEPSY', null, 'Epilepsy?', 'Kifafa?'),
  ask('BLEEDING_DISORDER', null, 'Do you bleed for long?', 'Je, hutokwa damu kwa muda mrefu?'),
  ask('SICKLE_CELL', null, 'Sickle cell disease?', 'Selimundu?'),
  ask(
    'KNOWN_HIV_HBV_HCV',
    null,
    'Ever found with HIV, hepatitis B or C?',
    'Umewahi kupatikana na VVU, homa ya ini B au C?',
  ),
  ask('KNOWN_SYPHILIS', 365, 'Treated for syphilis in a year?', 'Umetibiwa kaswende mwaka huu?'),
]

const component = (
  code: string,
  name: string,
  name_sw: string,
  family: Component['family'],
  rest: Partial<Component>,
): Component => ({
  code,
  name,
  name_sw,
  family,
  made_from: ['WB'],
  make_within_hours: null,
  shelf_days: null,
  shelf_hours: null,
  volume_min: 20,
  volume_max: 700,
  storage_min: 2,
  storage_max: 6,
  crossmatch: false,
  tariff_code: null,
  active: true,
  unconfirmed: true,
  ...rest,
})

const frozen = { storage_min: -80, storage_max: -18 }
const year = { CPDA1: 365, CPD_SAGM: 365 }

const components: Component[] = [
  component('WB', 'Whole blood', 'Damu kamili', 'WHOLE', {
    made_from: [],
    shelf_days: { CPDA1: 35, CPD_SAGM: 21 },
    crossmatch: true,
  }),
  component('PRC', 'Packed red cells', 'Seli nyekundu', 'RED', {
    shelf_days: { CPDA1: 35, CPD_SAGM: 42 },
    crossmatch: true,
  }),
  component('PRCP', 'Paediatric red cells', 'Seli nyekundu za mtoto', 'RED', {
    made_from: ['PRC'],
    shelf_hours: 24,
    crossmatch: true,
  }),
  component('WRC', 'Washed red cells', 'Seli nyekundu zilizosafishwa', 'RED', {
    made_from: ['PRC'],
    shelf_hours: 24,
    crossmatch: true,
  }),
  component('FFP', 'Fresh frozen plasma', 'Plazima iliyogandishwa', 'PLASMA', {
    ...frozen,
    make_within_hours: 8,
    shelf_days: year,
  }),
  component('CRYO', 'Cryoprecipitate', 'Krayo', 'CRYO', {
    ...frozen,
    made_from: ['FFP'],
    shelf_days: year,
  }),
  component('PC', 'Platelet concentrate', 'Chembe sahani', 'PLATELET', {
    make_within_hours: 8,
    shelf_days: { CPDA1: 5, CPD_SAGM: 5 },
    storage_min: 20,
    storage_max: 24,
  }),
]

export const shipped_settings: BloodSettings = {
  din: { fin: 'T0001', mode: 'OWN' },
  markers: ['HIV', 'HBV', 'HCV', 'SYPHILIS'],
  deferral_rules: rules.map((one, at) => ({ ...one, order: at + 1 })),
  components,
  levels: [],
  interval_months: { Male: 3, Female: 4 },
  age_from: 18,
  age_to: 65,
  max_ml_per_kg: 10.5,
  two_sample: 'REQUIRED',
  sample_hours: 72,
  sample_days: 7,
  electronic_issue: false,
  reserve_hours: 48,
  return_minutes: 30,
  start_minutes: 30,
  max_hours: 4,
  temperature_rise: 1,
  childbearing_to: 50,
  emergency_female: 'O-',
  emergency_male: 'O+',
  retro_hours: 24,
  look_back_months: 24,
  near_expiry_days: 7,
  tariffs: { group: null, screen: null, crossmatch: null },
}
