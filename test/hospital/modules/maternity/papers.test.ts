// The card, the drawn chart and the notification as papers; the tables of the module.

import type { Data } from '../../../support/ask.ts'
import t from 'tap'
import { clock, hours, minutes } from '../../../../db/core/clock.ts'
import { markOn, textOf } from '../../../support/pdf.ts'
import { done, maternityHouse } from '../../../support/desk/maternity.ts'

const on = await maternityHouse(t)
clock.freeze('2026-03-10T04:00:00.000Z')
const { midwife, labouring, birth } = on
const later = (ms: number): void => clock.freeze(new Date(clock.ms() + ms).toISOString())
const paper = async (path: string, query: Record<string, string> = {}): Promise<string> => {
  const answer = await midwife.get(path, query)
  t.equal(answer.status, 200, answer.message)
  return `${markOn(answer.raw)}\n${textOf(answer.raw)}`
}

t.test('MAT-31: the antenatal card, in both languages', async (t) => {
  const patient = await on.woman({ last_name: 'Mwakasege' })
  const made = await on.booked(patient.id, {
    lmp: '2025-09-15',
    pmtct: { status: 'NEW_POSITIVE' },
    birth_plan: { place: 'Korogwe', transport: 'Motorcycle' },
  })
  await done(
    midwife.post(`/pregnancies/${made.id}/contacts`, {
      kind: 'ANTENATAL',
      weight_kg: 61,
      systolic: 118,
      diastolic: 72,
    }),
  )
  const en = await paper(`/pregnancies/${made.id}/card`, { language: 'en' })
  t.match(en, /Antenatal card/)
  t.match(en, /118\/72/)
  t.match(en, /Motorcycle/)
  t.notMatch(en, /HIV|POSITIVE|PMTCT/i, 'what is sensitive is not on it')
  const sw = await paper(`/pregnancies/${made.id}/card`, { language: 'sw' })
  t.match(sw, /Kadi ya kliniki ya wajawazito/)
  t.match(sw, /Kutokwa damu/)
})

t.test('MAT-15: the chart of a labour is drawn', async (t) => {
  const labour = await labouring({
    chart: 'PARTOGRAPH',
    observation: {
      cervix_cm: 4,
      descent: 4,
      baseline_fhr: 140,
      pulse: 80,
      systolic: 120,
      diastolic: 75,
    },
  })
  const at = `/labours/${labour.id}`
  const seen = [
    {
      cervix_cm: 5,
      descent: 4,
      baseline_fhr: 136,
      contractions: 3,
      liquor: 'C',
      temperature: 36.8,
    },
    { baseline_fhr: 150, contractions: 4, pulse: 92, systolic: 124, diastolic: 80 },
    {
      cervix_cm: 7,
      descent: 2,
      baseline_fhr: 168,
      contractions: 4,
      liquor: 'M1',
      urine_protein: 'NEG',
    },
    { cervix_cm: 10, descent: 1, baseline_fhr: 130, contractions: 5, pulse: 98 },
  ]
  for (const one of seen) {
    later(hours(2))
    await done(midwife.post(`${at}/observations`, one))
  }
  later(minutes(20))
  const born = await done(midwife.post(`${at}/births`, birth()))
  const chart = await paper(`${at}/chart`, { language: 'en' })
  t.match(chart, /Partograph/)
  t.match(chart, /Action/)
  t.match(chart, new RegExp(born.band_no))
  const guide = await paper(`${at}/chart`, { mode: 'LCG', language: 'sw' })
  t.match(guide, /Chati ya uchungu/)
})

t.test('MAT-28: the notification, and its copies', async (t) => {
  const labour = await labouring({ observation: { cervix_cm: 10 } })
  const born = await done(midwife.post(`/labours/${labour.id}/births`, birth()))
  const at = `/births/${born.id}/notification`
  t.match(await midwife.get(at), { status: 409, message: 'This birth is not notified yet.' })
  const made = await done(midwife.post(at, { informant: 'Her aunt', child_name: 'Neema' }))
  const first = await paper(at, { language: 'sw' })
  t.match(first, /Taarifa ya kuzaliwa/)
  t.match(first, new RegExp(made.number))
  t.notMatch(first, /COPY|NAKALA/)
  t.match(await paper(at, { language: 'en' }), /COPY1/)
  const page = await on.house.nobody.get(`/billing/verify/${made.verify_code}`)
  t.match(page, { status: 200, data: { number: made.number, status: 'VALID' } })
})

t.test('MOD-15: the tables of maternity; a bad row is named', async (t) => {
  const { boss } = on
  const tables = await done(boss.get('/maternity-tables'))
  const keys = tables.map(({ key }: Data) => key)
  t.same(keys, [
    'SETTINGS',
    'RISKS',
    'DANGER_SIGNS',
    'LCG_LIMITS',
    'LCG_FREQUENCY',
    'CHARGES',
    'VACCINES_AT_BIRTH',
  ])
  const limits = tables.find(({ key }: Data) => key === 'LCG_LIMITS')
  t.match(
    await boss.put('/maternity-tables/LCG_LIMITS', {
      rows: [{ field: 'pulse', level: 'LOUD', from: 100 }],
      reason: 'Trying it out',
    }),
    { status: 400, message: /rows\[0\]/ },
  )
  const rows = [...limits.rows, { field: 'duration_sec', level: 'DANGER', above: 90 }]
  const next = await done(
    boss.put('/maternity-tables/LCG_LIMITS', { rows, reason: 'Agreed by us', confirm: true }),
  )
  t.match(next, { version_no: limits.version_no + 1, confirmed_by_name: /./ })
  const labour = await labouring({ observation: { cervix_cm: 5 } })
  const long = await done(midwife.post(`/labours/${labour.id}/observations`, { duration_sec: 95 }))
  t.match(long, { table_version: next.version_no, unconfirmed: null })
  t.match(long.alerts, [{ field: 'duration_sec', level: 'DANGER' }])
  t.match(await boss.put('/maternity-tables/NOTHING', { rows, reason: 'Agreed' }), { status: 404 })
})
