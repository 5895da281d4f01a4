// Labels of medicines on a roll (care CAR-99): what each says by itself, once they are cut apart.

import t from 'tap'
import { fontBytes } from '../../templates/font-files.ts'
import { type LabelOnPaper, medicineLabels } from '../../templates/medicine-papers.ts'
import { render } from '../../templates/render.ts'
import { paperOf } from '../support/papers.ts'
import { needsPoppler, textOf } from '../support/pdf.ts'

const label: LabelOnPaper = {
  name: 'Amoxicillin 250 mg capsule',
  how_to_take: 'Meza vidonge 2 mara 3 kwa siku kwa siku 5',
  counsel: ['Maliza dawa zote'],
  quantity: '30 capsule',
  lots: ['B12 · 2027-03-01'],
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
  t.match(first, /B12/)
})

t.test('as often as was asked for, and what is printed again says so (CAR-99)', async (t) => {
  const paper = medicineLabels({ ...made, labels: [label], copies: 3, copy: true })
  t.equal(paper.blocks.length, 3)
  t.equal(paper.mark, 'NAKALA')
})
