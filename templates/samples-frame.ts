// What all samples of papers share: a house with everything filled in, and long words.

import type { MoneyPaper } from './money-paper.ts'

export const at = '2026-03-31T06:00:00.000Z'
export const day = '2026-03-31'
export const long_name = 'Mwanaidi Abdulrahman Ng’wanamwela Bin-Sulaymān al-Ḥārithī'
export const patient = {
  number: 'PT-000412',
  name: long_name,
  sex: 'Female',
  age: '40',
  phone: null,
}
export const verify = { code: '0123456789AB', url: 'https://kituo.example/verify/0123456789AB' }

/** A mark of a hospital: a white cross on a round ground. */
const logo = Buffer.from(
  [
    'iVBORw0KGgoAAAANSUhEUgAAADAAAAAwCAYAAABXAvmHAAAAsklEQVR42u3aOw6AMAwD0N6AmzJyfRhZKhSa',
    'jxvLkZjxQ6hqk46heuu4ztvytAy9HcYbHAaJDl4GyQ6eCqkOH4pAhQ9BoMO7ECsvslY6YvVLZQJ+IVoDPP9q',
    'NsCEaA3wrhYVgE9Ea0DEel0FmCIEQAKigkWXGSGAAAIIIIAArQHaCwmwyZlAJzL0uVhdCXRvSJ05dH90m+Yu',
    'RXudYsBBMWKiGPJRjFlpBt00Vw1oLnug6wEPnKF5jrkOdgAAAABJRU5ErkJggg==',
  ].join(''),
  'base64',
)

export const head = (theme: string): MoneyPaper['head'] => ({
  house: {
    name: 'Hospitali ya Rufaa ya Mtakatifu Maria',
    short_name: 'St Mary',
    tagline: 'Care for everybody',
    branch: 'Kariakoo',
    lines: [
      'P.O. Box 41, Kariakoo, Ilala, Dar es Salaam',
      '+255 22 212 0000 · pay@example.org',
      'TIN 100-200-300 · VRN 40-001234-A',
    ],
    logo,
  },
  theme,
  accent: 'teal',
  footer: 'Wazi usiku na mchana. Open day and night.',
  date_format: 'dd/mm/yyyy',
  timezone: 'Africa/Dar_es_Salaam',
  currency: 'TZS',
  scale: 2,
})

export const services = [
  'Full blood count',
  'Consultation by a specialist in internal medicine, second opinion',
  'Ultrasound of the abdomen and pelvis with a written report and pictures',
  'አሞክሲሲሊን 500 mg',
  'فحص الدم الكامل',
]
