// Pure rules: folding, likeness, points, ages.

import t from 'tap'
import { ageOn, bornAgo } from '../../../../db/hospital/desk/patients/register/ages.ts'
import {
  looksRight,
  warningsOf,
} from '../../../../db/hospital/desk/patients/register/identity-numbers.ts'
import {
  foldName,
  jaroWinkler,
  readName,
  similarity,
} from '../../../../db/hospital/desk/patients/register/names.ts'
import { type Likeness, scoreOf } from '../../../../db/hospital/desk/patients/duplicates/scoring.ts'

t.test('spellings of one name fall together (PAT-5)', async (t) => {
  const alike: [string, string][] = [
    ['Mohammed', 'Muhammad'],
    ['Mohamedi', 'mohammed'],
    ['Joseph', 'Josef'],
    ['Becky', 'Beki'],
    ['Catherine', 'Katherine'],
    ['Xavier', 'Ksavier'],
    ['Aneesa', 'Anisa'],
    ['Yousouf', 'Yusuf'],
    ['Mary', 'Mari'],
    ['Abdallah', 'Abdala'],
    ['Rashid', 'Rashid'],
    ['Qassim', 'Kasim'],
    ['Émile', 'Emile'],
    ['Hadija', 'Khadija'],
    ['Fatma', 'Fatuma'],
    ['Zakaria', 'Zacharia'],
    ['Ramadhani', 'Ramadan'],
    ['Selemani', 'Suleiman'],
    ['Jenipher', 'Jennifer'],
    ['Athumani', 'Osman'],
  ]
  for (const [one, other] of alike) t.same(foldName(one), foldName(other), `${one}, ${other}`)
  t.same(foldName('Chacha'), ['chacha'], 'ch stays')
  t.same(foldName('Neema', { nima: 'x', neema: 'ana' }), ['ana'], 'a hospital’s own alias')
  t.same(foldName('Constructor'), ['konstruktor'], 'no alias of that name was ever told')
})

t.test('likeness of two names (PAT-5)', async (t) => {
  t.equal(jaroWinkler('martha', 'marhta').toFixed(4), '0.9611')
  t.equal(jaroWinkler('dixon', 'dicksonx').toFixed(4), '0.8133')
  t.equal(jaroWinkler('abc', 'xyz'), 0)
  t.equal(similarity(['asha', 'juma'], ['juma', 'asha']), 1, 'in any order')
  t.equal(similarity(['asha'], ['asha', 'juma']), 0.5, 'one word is half a name')
  t.equal(similarity(['madaraka'], ['madaraka']), 1, 'of who has no other it is the whole')
})

t.test('names are read or refused (PAT-2)', async (t) => {
  t.equal(readName('x', 'ASHA'), 'Asha')
  t.equal(readName('x', "mc'DONALD"), "mc'DONALD")
  t.equal(readName('x', 'ng’ombe'), "Ng'Ombe")
  t.equal(readName('x', ' '), null)
  t.throws(() => readName('x', '--'), { message: /must hold a letter/ })
})

const person: Likeness = {
  names: foldName('Asha Juma Mrisho'),
  sex: 'Female',
  birth_date: '1990-05-12',
  birth_date_estimated: false,
  phone: '+255712345678',
  phone_shared: false,
  national_id: null,
  identifiers: [],
  mother_id: null,
  area_id: null,
}
const stranger: Likeness = {
  ...person,
  names: foldName('Zuberi Kondo Tenga'),
  birth_date: '1950-01-01',
  phone: null,
}

t.test('points are given word for word (PAT-7)', async (t) => {
  const cases: [string, Partial<Likeness>, number][] = [
    [
      'the example: another phone',
      { names: foldName('Aisha Juma Mrisho'), phone: '+255700000000' },
      70,
    ],
    ['the example: the same phone', { names: foldName('Aisha Juma Mrisho') }, 95],
    ['a shared phone', { phone_shared: true }, 80],
    ['day and month exchanged', { birth_date: '1990-12-05' }, 88],
    ['a year apart, estimated', { birth_date: '1991-01-01', birth_date_estimated: true }, 82],
    ['a year apart, both known', { birth_date: '1991-01-01' }, 70],
    ['another sex', { sex: 'Male' }, 75],
    ['never over a hundred', { identifiers: ['PASSPORT:A'], mother_id: 'm', area_id: 'a' }, 100],
  ]
  for (const [why, change, score] of cases) {
    const self = why.startsWith('never')
      ? { ...person, identifiers: ['PASSPORT:A'], mother_id: 'm', area_id: 'a' }
      : person
    t.equal(scoreOf(self, { ...person, ...change }).score, score, why)
  }
  const numbered = { ...person, national_id: '1' }
  t.equal(scoreOf(numbered, { ...person, national_id: '2' }).score, 55, 'other national IDs')
  t.equal(scoreOf(person, { ...stranger, sex: 'Male' }).score, 0, 'never under nothing')
  t.equal(scoreOf(person, { ...stranger, area_id: null }).score, 5, 'nulls are never equal')
})

t.test('ages give back what was given (PAT-3)', async (t) => {
  for (const day of ['2024-02-29', '2026-03-31', '2026-08-30', '2026-12-31', '2026-01-01']) {
    for (let n = 0; n <= 120; n += 1) {
      t.equal(ageOn(bornAgo('age_years', n, day), day, 'en').years, n, `${n} years on ${day}`)
    }
    for (let n = 0; n < 60; n += 1) {
      const { years, months } = ageOn(bornAgo('age_months', n, day), day, 'en')
      t.equal(years * 12 + months, n, `${n} months on ${day}`)
    }
  }
  t.equal(ageOn('2025-08-31', '2026-03-31', 'sw').text, 'miezi 7')
  t.equal(ageOn('2026-03-30', '2026-03-31', 'en').text, '1 day')
  t.equal(ageOn('2020-04-01', '2026-03-31', 'en').text, '5 years')
})

t.test('national IDs by country (PAT-6)', async (t) => {
  const numbers: [string, string, boolean][] = [
    ['TZ', '19900512-12345-12345-67', true],
    ['TZ', '19901312123451234567', false],
    ['TZ', '1990051212345123456', false],
    ['KE', '12345678', true],
    ['KE', '12345', false],
    ['UG', 'CM12345678ABCD', true],
    ['UG', '12345678901234', false],
    ['RW', '1199080012345678', true],
    ['ZM', '123456/78/1', true],
  ]
  for (const [country, value, right] of numbers) t.equal(looksRight(value, country), right, value)
  t.match(warningsOf('12345', 'KE', null), [
    { message: 'This does not look like a national ID of Kenya.' },
  ])
})
