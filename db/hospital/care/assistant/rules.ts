// What the built-in assistant knows: data alone, in our own words, each with where it comes from. It names
// dangers and what to think of; never a dose (CAR-187).

import type { likelihoods } from './words.ts'

type Likelihood = (typeof likelihoods)[number]

export interface VitalLimit {
  field:
    | 'systolic'
    | 'diastolic'
    | 'heartRate'
    | 'respiratoryRate'
    | 'oxygenSaturation'
    | 'temperature'
  below?: number
  above?: number
}

export interface AssistRule {
  /** Its name. */
  rule: string
  /** All that stands here must hold; `any` and `all` are words of the note, English and Swahili. */
  when: {
    any?: readonly string[]
    all?: readonly (readonly string[])[]
    none?: readonly string[]
    min_age?: number
    max_age?: number
    sex?: 'Male' | 'Female'
    pregnant?: boolean
    vitals?: readonly VitalLimit[]
  }
  gives: {
    red_flag?: { text: string; why: string }
    differential?: {
      title: string
      code: string
      likelihood: Likelihood
      for?: readonly string[]
      against?: readonly string[]
    }
    questions?: readonly string[]
    examinations?: readonly string[]
    tests?: readonly { text: string; why: string }[]
    cautions?: readonly string[]
  }
  weight: number
  source: string
}

const imci = 'WHO, Integrated Management of Childhood Illness, chart booklet 2014'
const pocket = 'WHO, Pocket Book of Hospital Care for Children, 2013'
const etat = 'WHO, Emergency Triage Assessment and Treatment, 2016'
const malaria = 'WHO Guidelines for malaria, 2023'
const mcpc = 'WHO, Managing Complications in Pregnancy and Childbirth, 2017'
const imai = 'WHO, IMAI District Clinician Manual, 2011'
const news = 'Royal College of Physicians, National Early Warning Score 2, 2017'
const general = 'General medical knowledge, own wording, not yet reviewed'

const fever = ['fever', 'hot body', 'homa', 'joto']
const cough = ['cough', 'kikohozi', 'kukohoa']
const breath = [
  'short of breath',
  'difficulty breathing',
  'breathless',
  'dyspnoea',
  'kukosa pumzi',
  'kupumua kwa shida',
]
const head = ['headache', 'kichwa kuuma', 'maumivu ya kichwa']
const belly = ['abdominal pain', 'stomach pain', 'belly pain', 'tumbo kuuma', 'maumivu ya tumbo']
const loose = ['diarrhoea', 'diarrhea', 'loose stool', 'kuhara', 'kuharisha']
const sick = ['vomit', 'kutapika']
const fits = ['convulsion', 'seizure', 'fits', 'degedege', 'kifafa']
const chest = ['chest pain', 'maumivu ya kifua', 'kifua kuuma']
const urine = [
  'burning urine',
  'painful urination',
  'dysuria',
  'mkojo kuuma',
  'kukojoa kwa maumivu',
]
const bleeding = ['vaginal bleeding', 'bleeding per vagina', 'kutoka damu ukeni']

export const rules_table = 'assistant-rules'
/** Grows when a release changes a rule: they are adopted anew. */
export const rules_edition = 1
export const rules_source =
  'Books of the WHO and general medical knowledge, in own words, each rule with its source; not yet reviewed.'

export const assist_rules: readonly AssistRule[] = [
  {
    rule: 'LOW_OXYGEN',
    when: { vitals: [{ field: 'oxygenSaturation', below: 92 }] },
    gives: { red_flag: { text: 'Low oxygen', why: 'Oxygen saturation is below 92 %.' } },
    weight: 100,
    source: news,
  },
  {
    rule: 'SHOCK_ADULT',
    when: { min_age: 12, vitals: [{ field: 'systolic', below: 90 }] },
    gives: { red_flag: { text: 'Possible shock', why: 'Systolic pressure is below 90 mmHg.' } },
    weight: 100,
    source: news,
  },
  {
    rule: 'FAST_HEART_ADULT',
    when: { min_age: 12, vitals: [{ field: 'heartRate', above: 130 }] },
    gives: { red_flag: { text: 'Very fast heart', why: 'Heart rate is above 130.' } },
    weight: 95,
    source: news,
  },
  {
    rule: 'FAST_BREATH_ADULT',
    when: { min_age: 12, vitals: [{ field: 'respiratoryRate', above: 24 }] },
    gives: { red_flag: { text: 'Fast breathing', why: 'Respiratory rate is above 24.' } },
    weight: 95,
    source: news,
  },
  {
    rule: 'FAST_BREATH_CHILD',
    when: { max_age: 4, vitals: [{ field: 'respiratoryRate', above: 49 }] },
    gives: {
      red_flag: { text: 'Fast breathing of a small child', why: 'Respiratory rate is 50 or more.' },
    },
    weight: 95,
    source: imci,
  },
  {
    rule: 'SEPSIS',
    when: {
      min_age: 12,
      any: [...fever, 'infection', 'maambukizi'],
      vitals: [
        { field: 'respiratoryRate', above: 21 },
        { field: 'heartRate', above: 110 },
      ],
    },
    gives: {
      red_flag: {
        text: 'Possible sepsis',
        why: 'Fever or infection with fast heart and breathing.',
      },
      differential: {
        title: 'Sepsis',
        code: 'A41.9',
        likelihood: 'POSSIBLE',
        for: ['fast heart', 'fast breathing'],
      },
      tests: [{ text: 'Blood culture', why: 'Before antibiotics, where sepsis is thought of.' }],
    },
    weight: 96,
    source: imai,
  },
  {
    rule: 'CHILD_DANGER',
    when: {
      max_age: 5,
      any: [
        'not drinking',
        'unable to drink',
        'vomits everything',
        'lethargic',
        'hanyonyi',
        'hawezi kunywa',
        'anatapika kila kitu',
        'amelegea',
      ],
    },
    gives: {
      red_flag: {
        text: 'General danger sign of a child',
        why: 'Cannot drink, vomits everything, or is lethargic.',
      },
    },
    weight: 99,
    source: imci,
  },
  {
    rule: 'CONVULSIONS',
    when: { any: fits },
    gives: {
      red_flag: { text: 'Convulsions', why: 'Convulsions are named in the note.' },
      questions: [
        'How long did it last, and did the patient wake up afterwards?',
        'Was it the first time?',
      ],
      tests: [{ text: 'Blood glucose', why: 'Low sugar is found and mended at once.' }],
    },
    weight: 98,
    source: etat,
  },
  {
    rule: 'MENINGISM',
    when: {
      any: fever,
      all: [['neck stiff', 'stiff neck', 'shingo kukakamaa', 'photophobia', 'bulging fontanelle']],
    },
    gives: {
      red_flag: { text: 'Possible meningitis', why: 'Fever with a stiff neck.' },
      differential: {
        title: 'Meningitis, not specified',
        code: 'G03.9',
        likelihood: 'LIKELY',
        for: ['fever', 'stiff neck'],
      },
      tests: [{ text: 'Lumbar puncture', why: 'Unless pressure in the head is raised.' }],
    },
    weight: 97,
    source: pocket,
  },
  {
    rule: 'STROKE',
    when: {
      any: [
        'facial droop',
        'slurred speech',
        'one side weak',
        'hemiparesis',
        'kupooza upande',
        'mdomo kupinda',
        'weakness of one side',
      ],
    },
    gives: {
      red_flag: { text: 'Possible stroke', why: 'Weakness of one side, face or speech.' },
      differential: {
        title: 'Stroke, not specified',
        code: 'I64',
        likelihood: 'LIKELY',
        for: ['weakness of one side, face or speech'],
      },
      questions: ['When was the patient last seen well?'],
      tests: [{ text: 'Blood glucose', why: 'Low sugar looks like a stroke.' }],
    },
    weight: 97,
    source: imai,
  },
  {
    rule: 'CHEST_PAIN',
    when: { min_age: 30, any: chest },
    gives: {
      red_flag: { text: 'Chest pain of an adult', why: 'The heart must be thought of first.' },
      differential: {
        title: 'Angina',
        code: 'I20.9',
        likelihood: 'POSSIBLE',
        for: ['chest pain', 'age'],
      },
      questions: ['Does it come with effort, and does it go into arm or jaw?'],
      tests: [{ text: 'Electrocardiogram', why: 'Chest pain of an adult.' }],
    },
    weight: 94,
    source: general,
  },
  {
    rule: 'ECLAMPSIA',
    when: { pregnant: true, vitals: [{ field: 'systolic', above: 139 }] },
    gives: {
      red_flag: {
        text: 'High blood pressure in pregnancy',
        why: 'Systolic pressure is 140 or more.',
      },
      differential: {
        title: 'Pre-eclampsia',
        code: 'O14.9',
        likelihood: 'POSSIBLE',
        for: ['raised pressure in pregnancy'],
      },
      questions: ['Headache, flashes before the eyes, pain under the ribs?'],
      tests: [{ text: 'Urine protein', why: 'Pre-eclampsia.' }],
    },
    weight: 98,
    source: mcpc,
  },
  {
    rule: 'ECTOPIC',
    when: {
      sex: 'Female',
      min_age: 12,
      max_age: 50,
      all: [belly, [...bleeding, 'missed period', 'amenorrhoea', 'hajapata hedhi']],
    },
    gives: {
      red_flag: {
        text: 'Possible ectopic pregnancy',
        why: 'Belly pain with bleeding or a missed period.',
      },
      differential: {
        title: 'Ectopic pregnancy',
        code: 'O00.9',
        likelihood: 'POSSIBLE',
        for: ['belly pain', 'bleeding or a missed period'],
      },
      tests: [{ text: 'Pregnancy test', why: 'Belly pain of a woman who could be pregnant.' }],
    },
    weight: 98,
    source: mcpc,
  },
  {
    rule: 'BLEEDING_PREGNANT',
    when: { pregnant: true, any: bleeding },
    gives: {
      red_flag: { text: 'Bleeding in pregnancy', why: 'Bleeding is named in the note.' },
      examinations: ['No vaginal examination before a low placenta is ruled out'],
    },
    weight: 98,
    source: mcpc,
  },
  {
    rule: 'TORSION',
    when: {
      sex: 'Male',
      max_age: 30,
      any: ['testicular pain', 'scrotal pain', 'korodani kuuma', 'maumivu ya korodani'],
    },
    gives: {
      red_flag: {
        text: 'Possible torsion of the testis',
        why: 'Pain of the testis of a young man: hours count.',
      },
      differential: {
        title: 'Torsion of the testis',
        code: 'N44',
        likelihood: 'POSSIBLE',
        for: ['pain of the testis'],
      },
    },
    weight: 97,
    source: general,
  },
  {
    rule: 'DEHYDRATION',
    when: {
      any: loose,
      all: [
        ['sunken eyes', 'very thirsty', 'skin pinch', 'macho kudumbukia', 'lethargic', 'amelegea'],
      ],
    },
    gives: {
      red_flag: {
        text: 'Dehydration',
        why: 'Diarrhoea with sunken eyes, thirst or a slow skin pinch.',
      },
      differential: {
        title: 'Dehydration',
        code: 'E86',
        likelihood: 'LIKELY',
        for: ['diarrhoea', 'signs of dehydration'],
      },
    },
    weight: 95,
    source: imci,
  },
  {
    rule: 'SEVERE_MALARIA',
    when: {
      any: fever,
      all: [
        [
          ...fits,
          'confused',
          'unconscious',
          'kuchanganyikiwa',
          'kupoteza fahamu',
          'very pale',
          'dark urine',
          'jaundice',
          'manjano',
        ],
      ],
    },
    gives: {
      red_flag: { text: 'Possible severe malaria', why: 'Fever with a sign of severe disease.' },
      differential: {
        title: 'Severe malaria, falciparum',
        code: 'B50.8',
        likelihood: 'POSSIBLE',
        for: ['fever', 'sign of severe disease'],
      },
      tests: [
        { text: 'Malaria rapid test or smear', why: 'Fever in a place with malaria.' },
        { text: 'Blood glucose', why: 'Low sugar is common in severe malaria.' },
      ],
    },
    weight: 97,
    source: malaria,
  },
  {
    rule: 'MALARIA',
    when: { any: fever },
    gives: {
      differential: {
        title: 'Malaria, falciparum',
        code: 'B50.9',
        likelihood: 'POSSIBLE',
        for: ['fever'],
      },
      questions: ['For how many days, and does the fever come and go?'],
      tests: [{ text: 'Malaria rapid test or smear', why: 'Fever in a place with malaria.' }],
    },
    weight: 60,
    source: malaria,
  },
  {
    rule: 'PNEUMONIA',
    when: { any: cough, all: [[...fever, ...breath, ...chest]] },
    gives: {
      differential: {
        title: 'Pneumonia',
        code: 'J18.9',
        likelihood: 'LIKELY',
        for: ['cough', 'fever, breathlessness or chest pain'],
      },
      examinations: ['Breath sounds on both sides, chest indrawing of a child'],
      tests: [{ text: 'Chest X-ray', why: 'Where pneumonia is not clear or does not get better.' }],
    },
    weight: 70,
    source: imci,
  },
  {
    rule: 'TUBERCULOSIS',
    when: {
      any: cough,
      all: [
        [
          'two weeks',
          '2 weeks',
          'wiki mbili',
          'night sweat',
          'jasho usiku',
          'weight loss',
          'kupungua uzito',
          'blood',
          'damu',
        ],
      ],
    },
    gives: {
      differential: {
        title: 'Tuberculosis of the lung, not confirmed',
        code: 'A16.2',
        likelihood: 'POSSIBLE',
        for: ['long cough, sweats or loss of weight'],
      },
      questions: ['Has anybody at home been treated for tuberculosis?'],
      tests: [{ text: 'Sputum for tuberculosis', why: 'Cough of two weeks or more.' }],
    },
    weight: 68,
    source: imai,
  },
  {
    rule: 'ASTHMA',
    when: { any: ['wheeze', 'wheezing', 'pumu', 'asthma'] },
    gives: {
      differential: { title: 'Asthma', code: 'J45.9', likelihood: 'LIKELY', for: ['wheeze'] },
      questions: ['What brings it on, and how often at night?'],
    },
    weight: 65,
    source: general,
  },
  {
    rule: 'GASTROENTERITIS',
    when: { any: [...loose, ...sick] },
    gives: {
      differential: {
        title: 'Gastroenteritis of infectious origin',
        code: 'A09',
        likelihood: 'LIKELY',
        for: ['diarrhoea or vomiting'],
      },
      questions: ['Is there blood in the stool?', 'How many times a day?'],
      examinations: ['Skin pinch, eyes, thirst'],
    },
    weight: 55,
    source: imci,
  },
  {
    rule: 'CHOLERA',
    when: { any: ['rice water', 'watery diarrhoea', 'kuhara maji', 'cholera', 'kipindupindu'] },
    gives: {
      red_flag: { text: 'Think of cholera', why: 'Watery diarrhoea: one case is told at once.' },
      differential: {
        title: 'Cholera, not specified',
        code: 'A00.9',
        likelihood: 'POSSIBLE',
        for: ['watery diarrhoea'],
      },
      tests: [{ text: 'Stool for cholera', why: 'Watery diarrhoea.' }],
    },
    weight: 93,
    source: general,
  },
  {
    rule: 'URINARY',
    when: { any: urine },
    gives: {
      differential: {
        title: 'Infection of the urinary tract',
        code: 'N39.0',
        likelihood: 'LIKELY',
        for: ['pain on passing urine'],
      },
      questions: ['Fever or pain in the flank?', 'Any discharge?'],
      tests: [{ text: 'Urine dipstick', why: 'Pain on passing urine.' }],
    },
    weight: 62,
    source: general,
  },
  {
    rule: 'TYPHOID',
    when: {
      any: fever,
      all: [
        [...belly, 'constipation', 'kufunga choo'],
        ['week', 'wiki', '5 days', '7 days'],
      ],
    },
    gives: {
      differential: {
        title: 'Typhoid fever',
        code: 'A01.0',
        likelihood: 'POSSIBLE',
        for: ['fever of days', 'belly pain'],
      },
      tests: [{ text: 'Blood culture', why: 'Typhoid is proved by culture.' }],
    },
    weight: 52,
    source: general,
  },
  {
    rule: 'APPENDICITIS',
    when: {
      all: [[...belly], ['right lower', 'right iliac', 'mcburney', 'upande wa kulia chini']],
    },
    gives: {
      red_flag: { text: 'Possible appendicitis', why: 'Pain in the lower right belly.' },
      differential: {
        title: 'Acute appendicitis',
        code: 'K35.9',
        likelihood: 'LIKELY',
        for: ['pain in the lower right belly'],
      },
      examinations: ['Rebound and guarding'],
    },
    weight: 92,
    source: general,
  },
  {
    rule: 'ULCER',
    when: {
      min_age: 12,
      all: [['epigastric', 'burning stomach', 'heartburn', 'kiungulia', 'vidonda vya tumbo']],
    },
    gives: {
      differential: {
        title: 'Gastritis',
        code: 'K29.7',
        likelihood: 'POSSIBLE',
        for: ['burning in the upper belly'],
      },
      questions: ['Black stools?', 'Painkillers, alcohol?'],
    },
    weight: 50,
    source: general,
  },
  {
    rule: 'MIGRAINE',
    when: { min_age: 12, any: head, none: fever },
    gives: {
      differential: {
        title: 'Headache',
        code: 'R51',
        likelihood: 'POSSIBLE',
        for: ['headache'],
        against: ['nothing said of fever'],
      },
      questions: ['Is it the worst headache ever, and did it come at once?'],
      examinations: ['Blood pressure, neck, eyes'],
    },
    weight: 45,
    source: general,
  },
  {
    rule: 'HIGH_PRESSURE',
    when: { min_age: 18, vitals: [{ field: 'systolic', above: 179 }] },
    gives: {
      red_flag: { text: 'Very high blood pressure', why: 'Systolic pressure is 180 or more.' },
      differential: {
        title: 'Hypertension',
        code: 'I10',
        likelihood: 'LIKELY',
        for: ['blood pressure'],
      },
      questions: ['Headache, blurred sight, chest pain, weakness?'],
    },
    weight: 90,
    source: general,
  },
  {
    rule: 'DIABETES',
    when: {
      all: [
        ['polyuria', 'urinates a lot', 'kukojoa sana', 'very thirsty', 'kiu sana', 'polydipsia'],
      ],
    },
    gives: {
      differential: {
        title: 'Diabetes, type 2',
        code: 'E11.9',
        likelihood: 'POSSIBLE',
        for: ['thirst', 'much urine'],
      },
      tests: [{ text: 'Blood glucose', why: 'Thirst and much urine.' }],
    },
    weight: 58,
    source: general,
  },
  {
    rule: 'SICKLE',
    when: { any: ['sickle', 'selimundu'] },
    gives: {
      differential: {
        title: 'Sickle cell disease with crisis',
        code: 'D57.0',
        likelihood: 'POSSIBLE',
        for: ['known sickle cell disease'],
      },
      questions: ['Where does it hurt, and is there fever?'],
      tests: [{ text: 'Haemoglobin', why: 'Sickle cell disease.' }],
    },
    weight: 66,
    source: general,
  },
  {
    rule: 'SNAKE_BITE',
    when: { any: ['snake', 'nyoka'] },
    gives: {
      red_flag: { text: 'Bite of a snake', why: 'Bleeding and breathing are watched for a day.' },
      differential: {
        title: 'Bite of a snake',
        code: 'T63.0',
        likelihood: 'LIKELY',
        for: ['told in the note'],
      },
      tests: [{ text: 'Whole blood clotting test', why: 'Bite of a snake.' }],
    },
    weight: 96,
    source: general,
  },
  {
    rule: 'DOG_BITE',
    when: { any: ['dog bite', 'bitten by a dog', 'kuumwa na mbwa'] },
    gives: {
      red_flag: {
        text: 'Exposure to rabies',
        why: 'A bite is washed at once, and vaccine is thought of.',
      },
      questions: ['Is the dog known, and can it be watched?'],
    },
    weight: 93,
    source: general,
  },
  {
    rule: 'PREGNANT_CARE',
    when: { pregnant: true },
    gives: { cautions: ['Pregnant: weigh every medicine and every picture with rays.'] },
    weight: 10,
    source: general,
  },
  {
    rule: 'SMALL_CHILD',
    when: { max_age: 4 },
    gives: { cautions: ['A small child: weigh before anything is prescribed.'] },
    weight: 10,
    source: imci,
  },
  {
    rule: 'OLD_AGE',
    when: { min_age: 75 },
    gives: { cautions: ['Of great age: kidneys and falls are thought of before medicines.'] },
    weight: 10,
    source: general,
  },
]
