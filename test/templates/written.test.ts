// What people write in notes and summaries, on paper (CAR-20).

import t from 'tap'
import { fontBytes } from '../../templates/font-files.ts'
import { render } from '../../templates/render.ts'
import { paragraphs } from '../../templates/written.ts'
import { paperOf } from '../support/papers.ts'
import { needsPoppler, pagesOf } from '../support/pdf.ts'

t.test('headings, lists and strong words; all else is shown as typed (CAR-20)', async (t) => {
  const text =
    '# Course\n- day one\n  - not a list of its own\n12. twelfth\n#hash <b>x</b>\n1.5 mg\n-3'
  t.same(
    paragraphs(text).map(({ text: said, lead, heading }) => [lead ?? heading ?? null, said]),
    [
      [true, 'Course'],
      ['•', 'day one'],
      ['•', 'not a list of its own'],
      ['12.', 'twelfth'],
      [null, '#hash <b>x</b>'],
      [null, '1.5 mg'],
      [null, '-3'],
    ],
  )
})

t.test('on the sheet the stars are gone where they meant something', needsPoppler, async (t) => {
  const said = 'Give **two** tablets, **never**more; 2 ** 3, **, ** and *one* stay.'
  const pdf = await render(paperOf(paragraphs(`- ${said}`)), fontBytes())
  const [page = ''] = pagesOf(pdf)
  t.match(page, '• Give two tablets, nevermore; 2 ** 3, **, ** and *one* stay.')
})

t.test('a text longer than a page goes on on the next', needsPoppler, async (t) => {
  const long = Array.from({ length: 1600 }, (_, n) => `word${n}`).join(' ')
  const pages = pagesOf(await render(paperOf(paragraphs(`1. ${long}`)), fontBytes()))
  t.ok(pages.length > 1)
  t.equal(pages.join(' ').match(/word\d+/g)?.length, 1600)
})
