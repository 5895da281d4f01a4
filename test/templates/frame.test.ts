import t from 'tap'
import { fontBytes } from '../../templates/font-files.ts'
import { fontsFrom } from '../../templates/fonts.ts'
import type { Table } from '../../templates/paper.ts'
import { accentOf, channels, contrastToWhite } from '../../templates/themes.ts'
import { made } from '../support/papers.ts'
import { factsOf, needsPoppler, pagesOf, textOf } from '../support/pdf.ts'

const lines = (count: number): Table => ({
  kind: 'table',
  columns: [
    { label: 'Code', weight: 1 },
    { label: 'Description', weight: 4 },
    { label: 'Amount', weight: 1, align: 'right' },
  ],
  rows: Array.from({ length: count }, (_, at) => [`C-${at}`, `Thing number ${at}`, '10.00']),
  carried: {
    label_from: 'Carried forward',
    label_to: 'Brought forward',
    figures: { 2: Array.from({ length: count }, () => 1000) },
    decimals: 2,
    scale: 2,
  },
})
const total = {
  kind: 'totals',
  rows: [{ label: 'Total', value: '5,000.00', strong: true }],
} as const

t.test('paper: head, foot and file say whose it is and which', needsPoppler, async (t) => {
  const pdf = await made([{ kind: 'text', text: 'Pay at the cash desk.' }])
  const text = textOf(pdf)
  for (const said of [
    'Kilimani Referral Hospital',
    'KRH',
    'Mombo branch',
    'TIN 100-200-300 · VRN 40-001122-K',
    'Tax invoice',
    'Pay at the cash desk.',
    'Open day and night.',
    'Page 1 of 1',
  ]) {
    t.match(text, said)
  }
  t.match(factsOf(pdf), { Title: 'Tax invoice INV-2026-000123', Pages: '1' })
})

t.test(
  'BIL-156 paper: 500 rows, the head on each page and sums carried over',
  needsPoppler,
  async (t) => {
    const pages = pagesOf(await made([lines(500), total]))
    t.ok(pages.length > 8)
    let passed = 0
    for (const [index, page] of pages.entries()) {
      t.match(page, new RegExp(`Page ${index + 1} of ${pages.length}`))
      t.match(page, 'INV-2026-000123')
      t.match(page, /Code +Description +Amount/)
      const sum = `${(passed * 10).toLocaleString('en')}.00`
      if (index > 0) t.match(page, new RegExp(`Brought forward +${sum}\n`))
      passed += [...page.matchAll(/Thing number/g)].length
      const next = `${(passed * 10).toLocaleString('en')}.00`
      if (index < pages.length - 1) t.match(page, new RegExp(`Carried forward +${next}\n`))
    }
    t.equal(passed, 500)
    t.match(pages.at(-1), /Total +5,000.00/)
  },
)

t.test('BIL-156 paper: totals never stand alone on a page', needsPoppler, async (t) => {
  for (let count = 20; count < 64; count++) {
    const last = pagesOf(await made([lines(count), total])).at(-1) as string
    t.match(last, /Total +5,000.00/)
    t.match(last, /Thing number/, `${count} rows`)
  }
})

t.test(
  'BIL-156 paper: long words and long names stay within the margins',
  needsPoppler,
  async (t) => {
    for (const size of ['A4', 'A5', 'A6', 'ROLL80'] as const) {
      const long = 'W'.repeat(160)
      const pages = pagesOf(
        await made(
          [
            { kind: 'boxes', boxes: [{ title: 'Patient', lines: [long] }] },
            { kind: 'facts', columns: 3, rows: [['Name', long]] },
            { ...lines(200), rows: Array.from({ length: 200 }, () => ['C', long, '10.00']) },
            total,
          ],
          { size },
        ),
      )
      const letters = [...pages.join('').matchAll(/W/g)].length
      t.equal(letters, 160 * 202, size)
      t.equal(pages.length > 1, size !== 'ROLL80', 'a roll is one piece')
    }
  },
)

t.test(
  'paper: a row higher than a page goes over two, and nothing of it is lost',
  needsPoppler,
  async (t) => {
    const story = Array.from({ length: 1500 }, (_, at) => `word${at}`).join(' ')
    const pages = pagesOf(await made([{ ...lines(1), rows: [['C', story, '1.00']] }]))
    t.ok(pages.length > 1)
    t.equal([...pages.join(' ').matchAll(/word\d+/g)].length, 1500)
  },
)

t.test('paper: a text longer than a page goes on', needsPoppler, async (t) => {
  const story = Array.from({ length: 3000 }, (_, at) => `word${at}`).join(' ')
  const pages = pagesOf(await made([{ kind: 'text', title: 'Summary', text: story }]))
  t.ok(pages.length > 1)
  t.equal([...pages.join(' ').matchAll(/word\d+/g)].length, 3000)
})

t.test('paper: names in the scripts of the people who come', needsPoppler, async (t) => {
  const names = ['Łukasz Żółć', 'Nguyễn Thị Ánh', 'አበበ ቢቂላ', 'Γιώργος', 'Юлия', '王小明', 'ჟუჟუნა']
  const pdf = await made([{ kind: 'boxes', boxes: [{ title: 'Patients', lines: names }] }])
  const text = textOf(pdf)
  for (const name of names) t.match(text, name)
  const arabic = textOf(await made([{ kind: 'text', text: 'محمد بن عبد الله' }]))
  t.match(arabic, 'محمد بن عبد الله', 'in the order in which it is read')
})

t.test('paper: a letter that was part of another first can be read all the same', async (t) => {
  const font = fontsFrom(fontBytes()).open('DejaVuSans.ttf')
  // As a subset asks for the parts of a composed letter: by number, without what they say.
  for (let id = 0; id < font.numGlyphs; id++) font.getGlyph(id)
  const { glyphs } = font.layout('a.:')
  t.same(
    glyphs.map(({ codePoints }) => String.fromCodePoint(...codePoints)),
    ['a', '.', ':'],
  )
})

t.test('BIL-160 paper: a mark lies across each page', needsPoppler, async (t) => {
  const pages = pagesOf(await made([lines(120)], { mark: 'DRAFT' }))
  for (const page of pages) {
    const letters = page.replace(/[^DRAFT]/g, '')
    for (const letter of 'DRAFT') t.match(letters, letter)
  }
})

t.test('BIL-161 paper: set again it is the same, byte for byte', async (t) => {
  const blocks = [
    lines(60),
    total,
    { kind: 'codes', qr: 'https://x/verify/AB', lines: ['AB'] },
  ] as const
  t.same(await made(blocks), await made(blocks))
})

t.test('BIL-163 paper: a broken logo never stops a document', needsPoppler, async (t) => {
  const house = {
    name: 'Kilimani',
    short_name: null,
    tagline: null,
    branch: null,
    lines: [],
    logo: Buffer.from('not a picture'),
  }
  t.match(textOf(await made([], { house })), 'Kilimani')
})

t.test('paper: in Swahili the fixed words are Swahili', needsPoppler, async (t) => {
  t.match(textOf(await made([], { language: 'sw' })), 'Ukurasa 1 kati ya 1')
})

t.test('BIL-157 themes: white letters can be read on every accent', async (t) => {
  for (const accent of [
    'gold',
    'blue',
    'teal',
    'violet',
    'emerald',
    'rose',
    '#FFFF00',
    '#FFFFFF',
    '#7FFFD4',
  ]) {
    const colour = accentOf(accent)
    t.match(colour, /^#[0-9A-F]{6}$/)
    t.ok(contrastToWhite(...channels(colour)) >= 4.5, accent)
  }
  t.equal(accentOf('gold'), '#8A6A00')
  t.equal(accentOf('#1D4E89'), '#1D4E89', 'dark enough: left as it is')
})

t.test('themes: an unknown word is plain, and every theme can be set', async (t) => {
  for (const theme of ['plain', 'band', 'ruled', 'baroque']) {
    t.ok((await made([lines(3), total], { theme })).length > 1000)
  }
})
