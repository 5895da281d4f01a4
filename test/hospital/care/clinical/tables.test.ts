// What ships of clinical knowledge, and that a hospital adopts it (2.2, 2.5, 2.16; CAR-14, CAR-187, ruling 40).

import type { Data } from '../../../support/ask.ts'
import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { shippedCodes } from '../../../../db/hospital/care/records/codes/codes.ts'
import { boot } from '../../../support/boot.ts'
import { done } from '../../../support/desk/ward.ts'

t.test('clinical tables', async (t) => {
  const { people } = await boot(t)
  clock.freeze('2026-03-31T06:00:00.000Z')
  const admin = await people.with('clinical_admin')
  const doctor = await people.with('doctor')
  const settings = await people.holding('assist:settings')
  const adopt = (key: string) =>
    admin.post(`/clinical/tables/${key}/adopt`, { note: 'Read by the committee' })
  const tables = async (): Promise<Data[]> => done(admin.get('/clinical/tables'))

  t.test('a district’s share of codes, in both languages (2.2)', async (t) => {
    const codes = [...shippedCodes().values()]
    const of = (system: string) => codes.filter((one) => one.system === system && one.selectable)
    t.ok(of('ICD10').length >= 900, `${of('ICD10').length} diagnoses`)
    t.ok(of('PROCEDURE').length >= 250, `${of('PROCEDURE').length} procedures`)
    for (const { code, display, display_sw } of codes) {
      if (!display || !display_sw) t.fail(`${code} has no title in one language`)
    }
    const titles = of('ICD10').map(({ display }) => display)
    t.equal(new Set(titles).size, titles.length, 'no two diagnoses are called the same')
  })

  t.test('each is in the list, with its source, until it is adopted', async (t) => {
    const listed = await tables()
    for (const key of ['icd10', 'procedures', 'diseases', 'assistant-rules']) {
      const found = listed.find((one) => one.key === key)
      t.match(found, { version: 1, reviewed_on: null, table_adopted: false }, key)
      t.ok(found.source.length > 20 && found.rows > 20, `${key}: ${found.rows} rows`)
    }
    const code = async () => (await done(doctor.get('/clinical/codes', { search: 'A09' })))[0]
    t.match(await code(), { code: 'A09', confirmed: false, source: /ICD-10/ })
    t.match(await done(adopt('icd10')), {
      key: 'icd10',
      table_adopted: true,
      adopted_by: admin.user.full_name,
    })
    t.match(await code(), { code: 'A09', confirmed: true })
    t.match(await adopt('icd10'), { status: 409, message: 'icd10 was adopted already.' })
    const six = await Promise.all(Array.from({ length: 6 }, () => adopt('diseases')))
    t.same(
      six.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 409, 409, 409, 409, 409],
    )
    t.equal((await doctor.post('/clinical/tables/procedures/adopt', { note: 'Mine' })).status, 403)
  })

  t.test('what the assistant says tells whose word it is (CAR-187)', async (t) => {
    await done(settings.patch('/clinical/assist/settings', { enabled: true }))
    const ask = async () =>
      done(doctor.post('/clinical/assist', { chiefComplaint: 'fever and a stiff neck' }))
    t.match(await ask(), { table_adopted: false })
    await done(adopt('assistant-rules'))
    t.match(await ask(), { table_adopted: true })
  })
})
