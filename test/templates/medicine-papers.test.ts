// Labels of medicines on a roll (care CAR-99): what each says by itself, once they are cut apart.

import t from 'tap'
import { countedGoods } from '../../db/hospital/care/medicines/prescribing/directions.ts'
import { fontBytes } from '../../templates/font-files.ts'
import { type LabelOnPaper, medicineLabels } from '../../templates/medicine-papers.ts'
import { medicineLabelsZpl } from '../../templates/medicine-label-zpl.ts'
import { render } from '../../templates/render.ts'
import { paperOf } from '../support/papers.ts'
import { needsPoppler, textOf } from '../support/pdf.ts'

const label: LabelOnPaper = {
  name: 'Amoxicillin 250 mg capsule',
  how_to_take: 'Meza vidonge 2 mara 3 kwa siku kwa siku 5',
  counsel: ['Maliza dawa zote'],
  quantity: countedGoods(30, 'capsule', 'sw'),
  lots: [{ lot: 'B12', expiry: '2027-03-01' }],
  danger: false,
}
const house = paperOf([]).house
const made = {
  head: {
    house,
    theme: 'ruled',
    accent: 'blue',
    footer: null,
    date_format: 'dd/mm/yyyy',
    timezone: 'Africa/Dar_es_Salaam',
  },
  language: 'sw' as const,
  number: 'DSP-2026-000012',
  at: '2026-05-12T07:31:00.000Z',
  printed: { at: '2026-05-12T07:31:00.000Z', by: 'Asha Juma' },
  patient: {
    number: 'PT-000412',
    full_name: 'Asha Mrisho',
    sex: 'Female' as const,
    age: 'miaka 36',
    birth_date: '1990-05-12',
  },
  copies: 1,
  copy: false,
}

t.test('each label stands by itself (CAR-99)', needsPoppler, async (t) => {
  const other = { ...label, name: 'Morphine 10 mg tablet', danger: true, lots: [] }
  const paper = medicineLabels({ ...made, labels: [label, other] })
  const said = textOf(await render(paper, fontBytes()))
  const [first = '', second = ''] = said.split(/(?=Morphine 10 mg)/)
  for (const one of [first.slice(first.indexOf('Amoxicillin')), second]) {
    t.match(one, /Meza vidonge 2 mara 3 kwa siku/)
    t.match(one, /Maliza dawa zote/)
    t.match(one, /Weka mbali na watoto/)
    t.match(one, /Asha Mrisho/)
    t.match(one, house.name, 'the pharmacy')
  }
  t.match(first, /Kuwa mwangalifu/, 'the sign stands above what it is about')
  t.match(first, /B12 · 01\/03\/2027/, 'as the house writes days')
  t.match(first, /vidonge 30/)
  t.match(first, /Maliza dawa zote\. Weka mbali na watoto\./)
})

t.test('goods are counted in the language of the label (CAR-99)', async (t) => {
  const said = (quantity: number, unit: string | null) =>
    (['en', 'sw'] as const).map((language) => countedGoods(quantity, unit, language))
  t.same(said(15, 'capsule'), ['15 capsules', 'vidonge 15'])
  t.same(said(1, 'Tablet'), ['1 tablet', 'kidonge 1'])
  t.same(said(2, 'bottle'), ['2 bottles', 'chupa 2'])
  t.same(said(3, 'VIAL'), ['3 vials', 'vichupa 3'])
  t.same(said(4, 'Strip of 12'), ['4 Strip of 12', '4 Strip of 12'], 'as the house named it')
  t.same(said(5, null), ['5', '5'])
})

t.test('as often as was asked for, and what is printed again says so (CAR-99)', async (t) => {
  const paper = medicineLabels({ ...made, labels: [label], copies: 3, copy: true })
  t.equal(paper.blocks.length, 3)
  t.equal(paper.mark, 'NAKALA')
})

t.test('the same words for a printer of labels (CAR-99)', (t) => {
  const sly = { ...made.patient, full_name: 'Asha ^XZ_~JA' }
  const other = { ...label, name: 'Morphine 10 mg tablet', danger: true, lots: [] }
  const said = medicineLabelsZpl({ ...made, patient: sly, copies: 2, labels: [label, other] })
  const [first = '', second = ''] = said.split(/(?<=\^XZ\n)/)
  for (const one of [first, second]) {
    t.match(one, /^\^XA\^CI28\^PW640\^LL\d+\n/, 'in letters of every language, 80 mm wide')
    t.match(one, /Meza vidonge 2 mara 3 kwa siku/)
    t.match(one, /Maliza dawa zote\. Weka mbali na watoto\./)
    t.match(one, /\^PQ2\^XZ\n$/, 'as often as was asked for')
    t.match(one, /Asha _5EXZ_5F_7EJA/, 'a name is no command')
  }
  t.match(second, /Kuwa mwangalifu/)
  t.match(first, /B12 · 01\/03\/2027/)
  const tops = [...first.matchAll(/\^FO20,(?<top>\d+)/g)].map(({ groups }) =>
    Number(groups?.['top']),
  )
  t.same(
    tops,
    tops.toSorted((a, b) => a - b),
    'one below the other',
  )
  t.end()
})
