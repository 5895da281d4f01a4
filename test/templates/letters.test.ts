import t from 'tap'
import { fontBytes } from '../../templates/font-files.ts'
import { type ReferralLetter, referralLetter } from '../../templates/letters.ts'
import { render } from '../../templates/render.ts'
import { paperOf } from '../support/papers.ts'
import { needsPoppler, textOf } from '../support/pdf.ts'

const letter: ReferralLetter = {
  head: {
    house: paperOf([]).house,
    theme: 'ruled',
    accent: 'blue',
    footer: null,
    date_format: 'dd/mm/yyyy',
    timezone: 'Africa/Dar_es_Salaam',
  },
  language: 'en',
  number: 'RF-2026-00001',
  at: '2026-05-12T07:31:00.000Z',
  urgency: 'URGENT',
  patient: {
    number: 'PT-000412',
    full_name: 'Asha Mrisho',
    sex: 'Female',
    age: '36 years',
    birth_date: '1990-05-12',
    phone: '+255712345678',
    address: 'Tanga / Korogwe / Mombo',
    payer: 'National Health Scheme',
    scheme_referral_no: 'NH-77',
  },
  from: { department: 'Outpatients', name: 'Dr. Neema Mushi', phone: null },
  to: { facility: 'Bombo Regional Hospital', department: 'Surgery', contact: null },
  reason: 'Acute abdomen, no surgeon tonight',
  summary: 'Two days of pain, rigid abdomen.',
  diagnoses: ['K35 Acute appendicitis'],
  treatment_given: 'Ceftriaxone 1 g, fluids',
  investigations: null,
  allergies: [],
  medicines: ['Metformin 500 mg'],
  vitals: {
    at: '2026-05-12T07:00:00.000Z',
    readings: [
      ['Blood pressure', '110/70 mmHg'],
      ['Pulse', '112 /min'],
    ],
  },
  requested: 'Surgical review',
  escort: 'Nurse',
  signature: {
    name: 'Dr. Neema Mushi',
    cadre: 'Medical doctor',
    licence_no: 'MCT-1',
    at: '2026-05-12T07:31:00.000Z',
  },
  answer_url: 'https://hospital.example/r/abc',
  verify: { code: 'ABCD2345EFGH', url: 'https://kituo.example/verify/ABCD2345EFGH' },
  printed: { at: '2026-05-12T08:00:00.000Z', by: 'Asha Juma' },
  mark: null,
}
const textFor = async (change: Partial<ReferralLetter> = {}): Promise<string> =>
  textOf(await render(referralLetter({ ...letter, ...change }), fontBytes()))

t.test('REF-3 a referral letter says everything the other house needs', needsPoppler, async (t) => {
  const text = await textFor()
  for (const said of [
    'Referral letter',
    'RF-2026-00001',
    'Bombo Regional Hospital',
    'Asha Mrisho',
    '36 years',
    'NH-77',
    'Urgent',
    '12/05/2026 10:31',
    'Acute abdomen',
    'K35 Acute appendicitis',
    'None known',
    'Metformin 500 mg',
    '110/70 mmHg',
    'Vital signs, 12/05/2026 10:00',
    'Licence MCT-1',
    'https://hospital.example/r/abc',
    'ABCD2345EFGH',
    'Printed 12/05/2026 11:00 by Asha Juma',
  ]) {
    t.match(text, said)
  }
  t.notMatch(text, 'Investigations', 'what was not done is not there')
})

t.test(
  'referral letter: nobody asked for allergies is not the same as none known',
  needsPoppler,
  async (t) => {
    t.match(await textFor({ allergies: null }), /Allergies\s+Not recorded/)
    t.match(await textFor({ allergies: ['Penicillin', 'Latex'] }), 'Penicillin, Latex')
  },
)

t.test('referral letter: unsigned it is a draft', async (t) => {
  t.equal(referralLetter({ ...letter, signature: null }).mark, 'DRAFT')
  t.equal(referralLetter(letter).mark, null)
  t.equal(referralLetter({ ...letter, language: 'sw', signature: null }).mark, 'RASIMU')
})

t.test(
  'referral letter: signs, states and payers are in its language too',
  needsPoppler,
  async (t) => {
    const text = await textFor({
      language: 'sw',
      patient: { ...letter.patient, payer: 'SELF' },
      vitals: {
        at: letter.at,
        readings: [
          ['Blood pressure', '110/70 mmHg'],
          ['Consciousness', 'ALERT'],
        ],
      },
    })
    for (const word of ['Shinikizo la damu', 'Yuko macho', 'Mwenyewe']) t.match(text, word)
  },
)

t.test('referral letter: in Swahili', needsPoppler, async (t) => {
  const text = await textFor({ language: 'sw' })
  for (const said of ['Barua ya rufaa', 'Haraka', 'Mwanamke', 'Sababu ya rufaa'])
    t.match(text, said)
})
