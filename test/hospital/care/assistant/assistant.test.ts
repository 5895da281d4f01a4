// The assistant: off at first, blind to who somebody is, the same answer to the same note (CAR-185 to CAR-191).

import t from 'tap'
import { clock, hours } from '../../../../db/core/clock.ts'
import { rows } from '../../../../db/store/connection.ts'
import { sql } from '../../../../db/store/sql.ts'
import { suggest } from '../../../../db/hospital/care/assistant/built-in.ts'
import { masked } from '../../../../db/hospital/care/assistant/masking.ts'
import { assist_rules } from '../../../../db/hospital/care/assistant/rules.ts'
import { codeOf } from '../../../../db/hospital/care/records/codes/codes.ts'
import { boot } from '../../../support/boot.ts'
import { rowCounts } from '../../../support/counts.ts'
import { somebody } from '../../../support/desk/visits.ts'
import { done } from '../../../support/desk/ward.ts'

t.test('the assistant', async (t) => {
  const { people } = await boot(t)
  clock.freeze('2026-03-31T06:00:00.000Z')
  const admin = await people.administrator()
  const doctor = await people.with('doctor')
  const clerk = await people.with('reception')
  const note = { ageYears: 3, chiefComplaint: 'Cough and fever', vitals: { respiratoryRate: 60 } }
  const ask = (body: Record<string, unknown>) => doctor.post('/clinical/assist', body)

  t.test('is off until somebody switches it on (CAR-185)', async (t) => {
    t.match(await ask(note), { status: 409, message: 'The assistant is switched off.' })
    t.match(await done(admin.get('/clinical/assist/settings')), { enabled: false, version: 0 })
    t.match(await admin.patch('/clinical/assist/settings', { provider: 'HTTP' }), {
      status: 400,
      message: 'provider HTTP is not offered yet.',
    })
    const same = await done(admin.patch('/clinical/assist/settings', {}))
    t.equal(same.version, 0, 'nothing asked leaves nothing')
    const on = await done(admin.patch('/clinical/assist/settings', { enabled: true }))
    t.match(on, { enabled: true, provider: 'BUILT_IN' })
  })

  t.test('says what to consider, each with its source (CAR-187)', async (t) => {
    const said = await done(ask(note))
    t.match(said, {
      provider: 'BUILT_IN',
      notice: 'Suggestions to consider. The clinician decides.',
      message: null,
    })
    t.ok(said.red_flags.some(({ rule }: { rule: string }) => rule === 'FAST_BREATH_CHILD'))
    t.equal(said.differentials[0].code, 'J18.9')
    t.ok(said.differentials.every(({ source }: { source: string }) => source.length > 0))
    const again = await done(ask(note))
    t.same({ ...again, id: '', took_ms: 0 }, { ...said, id: '', took_ms: 0 }, 'the same again')
    t.match(await done(ask({ chiefComplaint: 'Wants a letter' })), {
      differentials: [],
      message: 'No suggestion for this note.',
    })
    t.match(await ask({ examination: 'Well' }), {
      status: 400,
      message: 'chiefComplaint or historyOfPresentIllness is required.',
    })
    t.equal((await ask({ ...note, vitals: { temperature: 50 } })).status, 400)
    t.same(suggest({ chiefComplaint: 'No fever, no cough' }).differentials, [], 'what is denied')
  })

  t.test('every rule has its source, and a code that ships (CAR-187)', async (t) => {
    t.equal(new Set(assist_rules.map(({ rule }) => rule)).size, assist_rules.length)
    for (const { rule: key, gives, source } of assist_rules) {
      t.ok(source.length > 10, `${key} has a source`)
      const { code } = gives.differential ?? {}
      if (code !== undefined) t.ok(codeOf('ICD10', code), `${key} names ${code}`)
      t.notMatch(JSON.stringify(gives), /\d\s?(?:mg|ml)\b/, `${key} names no dose`)
    }
  })

  t.test('nobody is in what it reads and keeps (CAR-186, CAR-189)', async (t) => {
    const patient = await somebody(clerk, { first_name: 'Zuhura', last_name: 'Mkwawa' })
    await done((await people.with('doctor')).get(`/patients/${patient.id}`))
    await done(doctor.get(`/patients/${patient.id}`))
    const before = await rowCounts()
    const said = await done(
      ask({
        ...note,
        ageYears: 97,
        patient_id: patient.id,
        chiefComplaint:
          'Zuhura Mkwawa, born 12/03/1950, phone 0712 345 678, KT-000812, z@example.org, fever',
      }),
    )
    const [kept] = await rows<{ input: string; removed: number; reply: string }>(
      sql`select input, removed, reply from assist_log where id = ${said.id}`,
    )
    t.notMatch(kept?.input ?? '', /Zuhura|Mkwawa|1950|0712|000812|example|patient_id/)
    t.match(kept?.input ?? '', /"ageYears":90/)
    t.equal(kept?.removed, 6)
    t.notOk((kept?.reply ?? '').includes(patient.id))
    const after = await rowCounts()
    t.equal(after['clinical_records'], before['clinical_records'], 'CAR-190: nothing in a chart')
  })

  t.test('masks whichever way it is written (CAR-186)', async (t) => {
    const clean = (chiefComplaint: string) =>
      masked({ chiefComplaint }, ['Asha']).note.chiefComplaint
    t.equal(clean('asha has fever'), '[removed] has fever')
    t.equal(clean('Ashanti has fever'), 'Ashanti has fever')
    t.equal(clean('call +255 712 345 678'), 'call [removed]')
    t.equal(clean('BP 120/80, 38.5'), 'BP 120/80, 38.5')
    t.equal(clean('ID 19900101-12345-00001-22'), 'ID [removed]')
  })

  t.test('so many questions an hour (CAR-191)', async (t) => {
    await done(admin.patch('/clinical/assist/settings', { max_per_hour: 1 }))
    const other = await people.with('nurse')
    t.equal((await other.post('/clinical/assist', note)).status, 200)
    const more = await other.post('/clinical/assist', note)
    t.match(more, { status: 429, message: 'At most 1 an hour: ask the assistant again later.' })
    clock.freeze(new Date(clock.ms() + hours(1) + 1000).toISOString())
    const late = await people.with('nurse')
    t.equal((await late.post('/clinical/assist', note)).status, 200)
  })
})
