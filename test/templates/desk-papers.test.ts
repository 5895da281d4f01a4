// Papers of the front office, as another program reads them: in English and in Swahili.

import t from 'tap'
import { desk_words } from '../../templates/desk-words.ts'
import { fontBytes } from '../../templates/font-files.ts'
import { incidentReport, type IncidentPaper } from '../../templates/incident.ts'
import { render } from '../../templates/render.ts'
import { visitSlip, type VisitSlip } from '../../templates/slip.ts'
import { renderTags } from '../../templates/tags.ts'
import { renderWristband, type Wristband } from '../../templates/wristband.ts'
import { paperOf } from '../support/papers.ts'
import { factsOf, needsPoppler, pagesOf, textOf } from '../support/pdf.ts'

const at = '2026-05-12T07:31:00.000Z'
const head = {
  house: paperOf([]).house,
  theme: 'plain',
  accent: 'teal',
  footer: null,
  date_format: 'dd/mm/yyyy',
  timezone: 'Africa/Dar_es_Salaam',
}

const slip: VisitSlip = {
  head,
  language: 'en',
  number: 'VS-2026-000412',
  token: 'A-042',
  full_name: 'Asha Juma Mrisho',
  age: '36 years',
  sex: 'Female',
  point: 'TB clinic',
  is_restricted: false,
  came_at: at,
  ahead: 3,
  wait_minutes: 25,
}
const slipText = async (change: Partial<VisitSlip> = {}): Promise<string> =>
  textOf(await render(visitSlip({ ...slip, ...change }), fontBytes()))

t.test(
  'VIS-19 the slip of a visit: token, number, who, where, how long',
  needsPoppler,
  async (t) => {
    const text = await slipText()
    for (const said of [
      'Kilimani Referral Hospital',
      'A-042',
      'VS-2026-000412',
      'Asha Juma Mrisho',
      '36 years',
      'Female',
      'TB clinic',
      '12/05/2026 10:31',
      'about 25 minutes',
      '3 people',
    ]) {
      t.match(text, said)
    }
    const swahili = await slipText({ language: 'sw', age: 'miaka 36', ahead: 0 })
    for (const said of [
      'Karatasi ya hudhurio',
      'miaka 36',
      'Mwanamke',
      'dakika 25',
      'hakuna mtu',
    ]) {
      t.match(swahili, said)
    }
    const { 'Page size': size } = factsOf(await render(visitSlip(slip), fontBytes()))
    t.match(size, /^226\.77\d? x \d/, 'a roll of 80 mm')
  },
)

t.test('VIS-19, PRV-8 at a restricted point the slip says Service', needsPoppler, async (t) => {
  const text = await slipText({ is_restricted: true })
  t.match(text, 'Service')
  t.notMatch(text, 'TB')
  t.match(await slipText({ is_restricted: true, language: 'sw' }), 'Huduma')
})

t.test('a slip without a token, a point or a wait says what it knows', needsPoppler, async (t) => {
  const text = await slipText({ token: null, point: null, ahead: null, wait_minutes: null })
  t.match(text, 'VS-2026-000412')
  t.notMatch(text, 'Your token')
  t.notMatch(text, 'Estimated wait')
})

const band: Wristband = {
  hospital: 'Kilimani Referral Hospital',
  date_format: 'dd/mm/yyyy',
  language: 'en',
  number: 'PT-000412',
  full_name: 'Asha Juma Mrisho',
  sex: 'Female',
  birth_date: '1990-05-12',
  birth_date_estimated: false,
  age: '36 years',
  code: 'KITUO1.kilimani.PT-000412.1.AB12CD34EF',
  issued_at: at,
}

t.test('a wristband says who it is, on one page whatever the name', needsPoppler, async (t) => {
  const text = textOf(await renderWristband(band, fontBytes()))
  for (const said of ['Asha Juma Mrisho', 'PT-000412', '12/05/1990', '36 years', 'Female']) {
    t.match(text, said)
  }
  t.notMatch(text, 'about')
  const long = { ...band, full_name: 'Mohammed Abdulrahman Kipchumba Mwanaisha-Ndugumbi wa Nne' }
  t.equal(pagesOf(await renderWristband(long, fontBytes())).length, 1)
  const guessed = { ...band, birth_date_estimated: true, language: 'sw' as const }
  t.match(textOf(await renderWristband(guessed, fontBytes())), 'takriban 12/05/1990')
})

t.test('tags: ten on a sheet, each with its colours', needsPoppler, async (t) => {
  const tags = Array.from({ length: 13 }, (_, index) => `BUS-${String(index + 1).padStart(3, '0')}`)
  const sheet = { hospital: 'KRH', reference: 'MC-2026-0001', name: 'Bus', issued_at: at, tags }
  const pages = pagesOf(await renderTags({ ...sheet, language: 'en' }, fontBytes()))
  t.equal(pages.length, 2)
  t.match(pages[0], 'BUS-010')
  t.match(pages[1], 'BUS-013')
  for (const colour of Object.values(desk_words.en.colours)) t.match(pages[1], colour)
  const swahili = textOf(await renderTags({ ...sheet, language: 'sw' }, fontBytes()))
  for (const colour of Object.values(desk_words.sw.colours)) t.match(swahili, colour)
})

const report: IncidentPaper = {
  head,
  language: 'en',
  reference: 'MC-2026-0001',
  name: 'Bus in the river',
  kind: 'ROAD',
  place: 'Wami bridge',
  status: 'STOOD_DOWN',
  started: { at, by: 'Neema Mushi' },
  stood_down: { at: '2026-05-12T23:00:00.000Z', by: 'Juma Komba' },
  expected: 40,
  counts: { casualties: 2, unidentified: 1, untriaged: 1, undisposed: 1, unbilled: 1 },
  by_acuity: { RED: 1, ORANGE: 0 },
  unidentified_reason: 'Relatives are on the way',
  outcomes: [{ disposition: 'ADMITTED', count: 1 }],
  times: { triage: 2, treatment: 31, disposition: null },
  late: 1,
  staff: [{ name: 'Neema Mushi', entries: 4 }],
  beds: ['M1'],
  referrals: [{ number: 'RF-2026-00012', facility: 'Bombo Regional Hospital' }],
  casualties: [
    {
      tag: 'BUS-001',
      person: 'Asha Juma',
      number: 'PT-000412',
      acuity: 'RED',
      arrived_at: at,
      triaged_at: '2026-05-12T07:33:00.000Z',
      seen_at: null,
      disposed_at: '2026-05-13T07:33:00.000Z',
      disposition: 'ADMITTED',
    },
    {
      tag: 'BUS-002',
      person: null,
      number: null,
      acuity: null,
      arrived_at: at,
      triaged_at: null,
      seen_at: null,
      disposed_at: null,
      disposition: null,
    },
  ],
  timeline: [{ at, tag: 'BUS-001', move: 'start treatment', by: 'Neema Mushi' }],
  printed: { at: '2026-05-13T06:00:00.000Z', by: 'Asha Juma' },
}

t.test(
  'EMG-19 the report of an incident has all of it, in both languages',
  needsPoppler,
  async (t) => {
    const text = textOf(await render(incidentReport(report), fontBytes()))
    for (const said of [
      'MC-2026-0001',
      'Bus in the river',
      'Wami bridge',
      'Relatives are on the way',
      'Admitted',
      'Neema Mushi (4)',
      'M1',
      'RF-2026-00012 Bombo Regional Hospital',
      'BUS-001',
      '10:33',
      '13/05/2026 10:33',
      'Restricted record',
      'Not triaged',
      'Treatment started',
      'Printed 13/05/2026 09:00 by Asha Juma',
    ]) {
      t.match(text.replace(/\s+/g, ' '), said)
    }
    const swahili = textOf(await render(incidentReport({ ...report, language: 'sw' }), fontBytes()))
    for (const said of ['Ripoti ya tukio', 'Amelazwa', 'NYEKUNDU', 'Matibabu yalianza']) {
      t.match(swahili, said)
    }
  },
)

t.test('every word of the desk papers stands in both languages', async (t) => {
  const shapeOf = (value: unknown): unknown =>
    typeof value === 'object' && value !== null
      ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shapeOf(inner)]))
      : typeof value
  t.same(shapeOf(desk_words.sw), shapeOf(desk_words.en))
})
