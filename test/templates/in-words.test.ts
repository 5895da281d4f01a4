import t from 'tap'
import { amount, dateText, momentText } from '../../templates/figures.ts'
import { amountInWords } from '../../templates/in-words.ts'

t.test('BIL-159 amounts in words', async (t) => {
  const cases: [number, string, number, string, string][] = [
    [
      1250000,
      'TZS',
      2,
      'Twelve thousand five hundred shillings only',
      'Shilingi elfu kumi na mbili na mia tano tu',
    ],
    [0, 'TZS', 2, 'Zero shillings only', 'Shilingi sifuri tu'],
    [100, 'KES', 2, 'One shilling only', 'Shilingi moja tu'],
    [
      100050,
      'TZS',
      2,
      'One thousand shillings and fifty cents only',
      'Shilingi elfu moja na senti hamsini tu',
    ],
    [
      2107,
      'RWF',
      0,
      'Two thousand one hundred and seven francs only',
      'Faranga elfu mbili na mia moja na saba tu',
    ],
    [
      100000500,
      'TZS',
      2,
      'One million and five shillings only',
      'Shilingi milioni moja na tano tu',
    ],
    [
      2999,
      'USD',
      2,
      'Twenty-nine dollars and ninety-nine cents only',
      'Dola ishirini na tisa na senti tisini na tisa tu',
    ],
    [-500, 'TZS', 2, 'Minus five shillings only', 'Hasi shilingi tano tu'],
    [300, 'XYZ', 2, 'Three XYZ only', 'XYZ tatu tu'],
    [
      12345678900,
      'TZS',
      2,
      'One hundred and twenty-three million four hundred and fifty-six thousand seven hundred and eighty-nine shillings only',
      'Shilingi milioni mia moja na ishirini na tatu na elfu mia nne na hamsini na sita na mia saba na themanini na tisa tu',
    ],
  ]
  for (const [minor, currency, scale, en, sw] of cases) {
    t.equal(amountInWords(minor, currency, scale, 'en'), en)
    t.equal(amountInWords(minor, currency, scale, 'sw'), sw)
  }
})

t.test('figures: separators, and decimals as the hospital shows them', async (t) => {
  t.equal(amount(123456789, { scale: 2, decimals: 2 }), '1,234,567.89')
  t.equal(amount(123456700, { scale: 2, decimals: 0 }), '1,234,567')
  t.equal(amount(123456750, { scale: 2, decimals: 0 }), '1,234,567.50', 'a half is not hidden')
  t.equal(amount(-5, { scale: 2, decimals: 2 }), '-0.05')
  t.equal(amount(1500, { scale: 0, decimals: 0 }), '1,500')
  t.equal(amount(1500, { scale: 0, decimals: 2 }), '1,500.00', 'a fiscal block has always two')
})

t.test('BIL-159 dates by the hospital’s format, times by its clock', async (t) => {
  const formats: [string, string][] = [
    ['dd/mm/yyyy', '09/08/2026'],
    ['dd mmm yyyy', '09 Aug 2026'],
    ['yyyy-mm-dd', '2026-08-09'],
    ['mm/dd/yyyy', '08/09/2026'],
  ]
  for (const [format, said] of formats) t.equal(dateText('2026-08-09', format, 'en'), said)
  t.equal(dateText('2026-08-09', 'dd mmm yyyy', 'sw'), '09 Ago 2026')
  const at = momentText('2026-08-08T22:30:00.000Z', 'Africa/Dar_es_Salaam', 'dd/mm/yyyy', 'en')
  t.equal(at, '09/08/2026 01:30')
})
