// From a dose to what is handed out: the hand-computed table of doses, frequencies and lengths (CAR-57 to
// CAR-60).

import t from 'tap'
import { frequencyCalled } from '../../../../db/hospital/care/medicines/prescribing/frequencies.ts'
import {
  doseByWeight,
  type Dosed,
  quantityOf,
  taperQuantity,
  unitsPerDose,
} from '../../../../db/hospital/care/medicines/prescribing/quantities.ts'
import type { AmountUnit, DoseUnit } from '../../../../db/hospital/care/medicines/words.ts'

const of = (
  name: string,
  amount: number,
  unit_of_dose: DoseUnit,
  more: Partial<Dosed> & { unit?: AmountUnit } = {},
): Dosed => ({
  name,
  ingredients: [{ amount, unit: more.unit ?? 'MG' }],
  unit_of_dose,
  splittable: more.splittable ?? null,
  pack_only: more.pack_only ?? false,
  pack_size: more.pack_size ?? null,
})
const amoxicillin = of('Amoxicillin 250 mg capsule', 250, 'CAP')
const lumefantrine = of('Artemether with lumefantrine 20/120 mg tablet', 20, 'TAB')
const prednisolone = of('Prednisolone 5 mg tablet', 5, 'TAB', { splittable: 0.5 })
const syrup = of('Paracetamol 120 mg/5 ml syrup', 24, 'ML', { pack_only: true, pack_size: 60 })
const paracetamol = of('Paracetamol 500 mg tablet', 500, 'TAB', { splittable: 0.5 })
const ibuprofen = of('Ibuprofen 200 mg tablet', 200, 'TAB')
const ceftriaxone = of('Ceftriaxone 1 g injection', 1000, 'VIAL')
const gentamicin = of('Gentamicin 80 mg/2 ml injection', 80, 'AMP')
const levothyroxine = of('Levothyroxine 100 mcg tablet', 100, 'TAB', {
  unit: 'MCG',
  splittable: 0.5,
})
const inhaler = of('Salbutamol 100 mcg/puff inhaler', 100, 'PUFF', {
  unit: 'MCG',
  pack_only: true,
  pack_size: 200,
})
const warfarin = of('Warfarin 5 mg tablet', 5, 'TAB', { splittable: 0.5 })
const insulin = of('Insulin, soluble 100 IU/ml injection', 1, 'UNIT', { unit: 'IU' })

const frequency = (code: string) => {
  const found = frequencyCalled(code)
  if (found === undefined) throw new Error(code)
  return found
}

/** Medicine, dose, unit, how often, days, most a day when needed, what is handed out. */
const worked: [Dosed, number, string, string, number | null, number | null, number | null][] = [
  [amoxicillin, 500, 'MG', 'TDS', 5, null, 30],
  [amoxicillin, 250, 'MG', 'TDS', 7, null, 21],
  [amoxicillin, 2, 'CAP', 'BD', 10, null, 40],
  [amoxicillin, 1, 'G', 'BD', 7, null, 56],
  [amoxicillin, 500, 'MG', 'STAT', null, null, 2],
  [amoxicillin, 500, 'MG', 'Q8H', 5, null, 30],
  [amoxicillin, 500, 'MG', 'TDS', null, null, null],
  [lumefantrine, 4, 'TAB', 'BD', 3, null, 24],
  [lumefantrine, 1, 'TAB', 'BD', 3, null, 6],
  [lumefantrine, 80, 'MG', 'BD', 3, null, 24],
  [prednisolone, 30, 'MG', 'OD', 5, null, 30],
  [prednisolone, 7.5, 'MG', 'OD', 3, null, 5],
  [prednisolone, 2.5, 'MG', 'MANE', 7, null, 4],
  [syrup, 5, 'ML', 'TDS', 5, null, 2],
  [syrup, 5, 'ML', 'TDS', 4, null, 1],
  [syrup, 120, 'MG', 'TDS', 5, null, 2],
  [syrup, 250, 'MG', 'QID', 3, null, 3],
  [syrup, 2.5, 'ML', 'STAT', null, null, 1],
  [paracetamol, 1, 'G', 'QID', 3, null, 24],
  [paracetamol, 500, 'MG', 'PRN', 5, 4, 20],
  [paracetamol, 250, 'MG', 'TDS', 3, null, 5],
  [paracetamol, 1000, 'MG', 'PRN', 2, 3, 12],
  [paracetamol, 0.5, 'TAB', 'BD', 1, null, 1],
  [ibuprofen, 400, 'MG', 'TDS', 5, null, 30],
  [ibuprofen, 200, 'MG', 'BD', 3, null, 6],
  [ibuprofen, 190, 'MG', 'OD', 1, null, 1],
  [ceftriaxone, 1, 'G', 'OD', 7, null, 7],
  [ceftriaxone, 2, 'G', 'OD', 5, null, 10],
  [ceftriaxone, 1000, 'MG', 'Q12H', 3, null, 6],
  [ceftriaxone, 1, 'VIAL', 'Q24H', 2, null, 2],
  // A part of a vial is given to a child, and each dose opens its own.
  [ceftriaxone, 650, 'MG', 'OD', 5, null, 5],
  [ceftriaxone, 1500, 'MG', 'BD', 2, null, 8],
  [ceftriaxone, 0.5, 'VIAL', 'Q12H', 3, null, 6],
  [levothyroxine, 100, 'MCG', 'OD', 30, null, 30],
  [levothyroxine, 0.05, 'MG', 'OD', 30, null, 15],
  [levothyroxine, 150, 'MCG', 'OD', 10, null, 15],
  [inhaler, 2, 'PUFF', 'QID', 30, null, 2],
  [inhaler, 2, 'PUFF', 'PRN', 30, 8, 3],
  [inhaler, 2, 'PUFF', 'STAT', null, null, 1],
  [warfarin, 5, 'MG', 'NOCTE', 14, null, 14],
  [warfarin, 2.5, 'MG', 'NOCTE', 14, null, 7],
  [warfarin, 7.5, 'MG', 'ALT_DAYS', 14, null, 11],
  [warfarin, 5, 'MG', 'ALT_DAYS', 7, null, 4],
  [ibuprofen, 200, 'MG', 'WEEKLY', 15, null, 3],
  [ibuprofen, 200, 'MG', 'WEEKLY', 14, null, 2],
  [ibuprofen, 200, 'MG', 'MONTHLY', 31, null, 2],
  [ibuprofen, 200, 'MG', 'MONTHLY', 30, null, 1],
  [ibuprofen, 200, 'MG', 'Q4H', 1, null, 6],
  [ibuprofen, 200, 'MG', 'Q6H', 2, null, 8],
  [amoxicillin, 750, 'MG', 'BD', 7, null, 42],
  [amoxicillin, 500, 'MG', 'QID', 10, null, 80],
  [lumefantrine, 3, 'TAB', 'BD', 3, null, 18],
  [paracetamol, 750, 'MG', 'TDS', 4, null, 18],
  [paracetamol, 1, 'G', 'STAT', null, null, 2],
  [prednisolone, 40, 'MG', 'MANE', 5, null, 40],
  [prednisolone, 5, 'MG', 'ALT_DAYS', 10, null, 5],
  [ibuprofen, 600, 'MG', 'Q12H', 3, null, 18],
  [ibuprofen, 400, 'MG', 'PRN', 3, 3, 18],
  [warfarin, 10, 'MG', 'OD', 7, null, 14],
  [levothyroxine, 200, 'MCG', 'OD', 28, null, 56],
  [syrup, 10, 'ML', 'BD', 6, null, 2],
  [insulin, 10, 'IU', 'BD', 30, null, 600],
  [insulin, 7.5, 'UNIT', 'OD', 2, null, 15],
]

t.test('quantities, as worked out by hand (CAR-59)', async (t) => {
  for (const [medicine, dose, unit, often, days, most_a_day, wanted] of worked) {
    const per_dose = unitsPerDose(medicine, dose, unit, 'items[0]')
    const course = { frequency: frequency(often), days, most_a_day }
    const called = `${medicine.name} ${dose} ${unit} ${often} ${days}`
    t.equal(quantityOf(medicine, per_dose, course), wanted, called)
  }
  t.equal(unitsPerDose(gentamicin, 105, 'MG', 'items[0]'), 1.312, 'never more than was asked')
  const steps = [30, 20, 10].map((dose) => ({ dose, days: 3 }))
  t.equal(taperQuantity(prednisolone, steps, 'MG', frequency('OD'), 'items[0]'), 36)
})

t.test('a dose that cannot be made, and one in a wrong unit (CAR-57, CAR-58)', async (t) => {
  t.throws(() => unitsPerDose(ibuprofen, 500, 'MG', 'items[0]'), {
    status: 409,
    message: '500 mg cannot be made of Ibuprofen 200 mg tablet: 400 or 600 mg.',
  })
  t.equal(unitsPerDose(ibuprofen, 550, 'MG', 'items[0]'), 3, 'within a tenth')
  t.throws(() => unitsPerDose(amoxicillin, 5, 'ML', 'items[0]'), {
    status: 409,
    message: 'Amoxicillin 250 mg capsule cannot be dosed in ML.',
  })
  t.throws(() => unitsPerDose(amoxicillin, 100, 'IU', 'items[0]'), /cannot be dosed in IU/)
  t.throws(() => unitsPerDose(paracetamol, 0.3, 'TAB', 'items[0]'), {
    status: 400,
    message: 'items[0]: dose must be in parts of 0.5 TAB.',
  })
})

t.test('by weight, to what can be measured, at most a grown dose (CAR-60)', async (t) => {
  for (const [per_kg, weight, round_to, most, wanted] of [
    [15, 12.3, 1, null, 185],
    [15, 12.3, 5, null, 185],
    [15, 12.4, 25, null, 175],
    [15, 80, 1, 1000, 1000],
    [0.5, 9.7, 0.1, null, 4.9],
  ] as const) {
    t.equal(doseByWeight(per_kg, weight, round_to, most), wanted)
  }
})
