// Messages to patients (front office 4.12).

import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { rows, run, within } from '../../../../db/store/connection.ts'
import { decide } from '../../../../db/hospital/desk/patients/privacy/consents.ts'
import { messagePatient } from '../../../../db/hospital/desk/patient-messages/message.ts'
import { shipped, examples } from '../../../../db/hospital/desk/patient-messages/shipped.ts'
import {
  filled,
  measure,
  sensitiveWord,
} from '../../../../db/hospital/desk/patient-messages/text.ts'
import { optedOut } from '../../../../db/hospital/neighbours/messaging.ts'
import { newId } from '../../../../db/core/ids.ts'
import { sql } from '../../../../db/store/sql.ts'
import { answering } from '../../../support/answers.ts'
import { boot } from '../../../support/boot.ts'

t.test('messages to patients', async (t) => {
  const house = await boot(t)
  const { people, system } = house
  // 13:00 in Dar es Salaam.
  clock.freeze('2026-03-10T10:00:00.000Z')
  const desk = await people.with('reception')
  let last = 0
  const patient = async (more: Record<string, unknown> = {}) => {
    last += 1
    const made = await desk.post('/patients', {
      first_name: `Asha${'abcdefghij'[last % 10]}${'klmnopqrst'[Math.floor(last / 10)]}`,
      last_name: 'Juma',
      sex: 'Female',
      language: 'en',
      birth_date: `19${60 + last}-05-0${(last % 9) + 1}`,
      phone: `07123456${String(last).padStart(2, '0')}`,
      ...more,
    })
    t.equal(made.status, 201, made.message)
    return made.data
  }
  const tell = (patient_id: string, template: string, data = {}, more = {}) =>
    within(() => messagePatient(system, { patient_id, template, data, ...more }))
  const outbox = (patient_id: string) =>
    rows<{ text: string | null; send_after: string; class: string; sealed: string | null }>(
      sql`select text, send_after, class, sealed from outbox_messages
        where patient_id = ${patient_id} order by created_at, id`,
    )
  const when = { date: '12/03/2026', time: '10:15', number: 'AP-2026-00001' }

  t.test('no shipped text is longer than 160 characters or names what it must not', async (t) => {
    const hospital = { name: 'St Mary', short_name: null, support_phone: '+255712345678' } as never
    for (const { code, sw, en } of shipped) {
      for (const text of [filled(sw, hospital, examples), filled(en, hospital, examples)]) {
        const { characters, gsm } = measure(text)
        t.ok(gsm && characters <= 160, `${code}: ${characters} ${text}`)
        t.equal(sensitiveWord(text), undefined)
        t.notMatch(text, /[{}]/)
      }
    }
  })

  t.test('a text goes through the outbox in the language of the patient (PTM-1)', async (t) => {
    const { id } = await patient({ language: 'sw' })
    t.match(await tell(id, 'APPOINTMENT_REMINDER', when), { status: 'QUEUED', channel: 'SMS' })
    const [row] = await outbox(id)
    t.match(row, {
      class: 'SERVICE',
      text: 'St Mary Hospital: Kumbusho la miadi 12/03/2026 10:15.',
    })
    const shown = await desk.get(`/patients/${id}/messages`)
    t.match(shown.data, [
      { channel: 'SMS', status: 'QUEUED', language: 'sw', template_code: 'APPOINTMENT_REMINDER' },
    ])
    t.notMatch(shown.data[0].to, /7123456/)
  })

  t.test('what became of it on its way is shown (PTM-5)', async (t) => {
    const { id } = await patient()
    await tell(id, 'COME_BACK')
    await within(() =>
      run(
        sql`update outbox_messages set status = 'FAILED', reason = 'bad_number' where patient_id = ${id}`,
      ),
    )
    t.match((await desk.get(`/patients/${id}/messages`)).data, [
      { status: 'FAILED', failure_reason: 'bad_number' },
    ])
    t.equal((await desk.get(`/patients/${id}/messages`, { status: 'QUEUED' })).meta?.total, 0)
  })

  t.test('who must not be written to is recorded with the reason (PTM-2)', async (t) => {
    const entity = { type: 'appointment', id: newId() }
    const bare = await patient({ phone: null })
    const refused = await patient()
    await within(() =>
      decide(system, refused.id, { kind: 'SMS', decision: 'WITHDRAWN', method: 'VERBAL' }),
    )
    const paused = await patient()
    await desk.put(`/patients/${paused.id}/contact-preferences`, {
      paused_until: '2026-04-01T00:00:00.000Z',
    })
    const unwilling = await patient()
    await desk.put(`/patients/${unwilling.id}/contact-preferences`, { reminders: false })
    const dead = await patient()
    await within(() => run(sql`update patients set status = 'DECEASED' where id = ${dead.id}`))
    const cases: [string, string][] = [
      [bare.id, 'NO_PHONE'],
      [refused.id, 'NO_CONSENT'],
      [paused.id, 'PAUSED'],
      [unwilling.id, 'OPTED_OUT'],
      [dead.id, 'DECEASED'],
    ]
    for (const [id, reason] of cases) {
      t.match(await tell(id, 'APPOINTMENT_REMINDER', when, { entity }), { status: 'SUPPRESSED' })
      t.match((await desk.get(`/patients/${id}/messages`)).data, [
        { status: 'SUPPRESSED', suppressed_reason: reason },
      ])
      t.same(await outbox(id), [], reason)
    }
    const twice = await patient()
    await tell(twice.id, 'APPOINTMENT_REMINDER', when, { entity })
    t.match(await tell(twice.id, 'APPOINTMENT_REMINDER', when, { entity }), {
      status: 'SUPPRESSED',
    })
    clock.advance(11 * 60_000)
    t.match(await tell(twice.id, 'APPOINTMENT_REMINDER', when, { entity }), { status: 'QUEUED' })
    answering(t, optedOut, async () => ({ opted_out: true }))
    const out = await patient()
    await tell(out.id, 'COME_BACK')
    t.match((await desk.get(`/patients/${out.id}/messages`)).data, [
      { suppressed_reason: 'OPTED_OUT' },
    ])
  })

  t.test('of a merged record the kept one is written to', async (t) => {
    const kept = await patient()
    const merged = await patient()
    await within(() =>
      run(
        sql`update patients set status = 'MERGED', merged_into_id = ${kept.id} where id = ${merged.id}`,
      ),
    )
    await tell(merged.id, 'COME_BACK')
    t.equal((await outbox(kept.id)).length, 1)
    t.equal((await outbox(merged.id)).length, 0)
  })

  t.test('a shared telephone gets the initials with the hospital’s name', async (t) => {
    const phone = '0754000111'
    const one = await patient({ phone, phone_shared: true })
    t.match(await tell(one.id, 'COME_BACK'), { status: 'QUEUED' })
    t.match((await outbox(one.id))[0]?.text, /^St Mary Hospital A\.J\.: /)
  })

  t.test('quiet hours hold a text until they end, but for what cannot wait', async (t) => {
    const { id } = await patient()
    // 23:30 in Dar es Salaam.
    clock.freeze('2026-03-10T20:30:00.000Z')
    const evening = await people.with('reception')
    t.match(await tell(id, 'APPOINTMENT_MISSED', when), { status: 'HELD' })
    t.match(await tell(id, 'PORTAL_CODE', { code: '482913', minutes: 10 }), { status: 'QUEUED' })
    const about = '2026-03-11T05:00:00.000Z'
    t.match(await tell(id, 'APPOINTMENT_CANCELLED', when, { about }), { status: 'QUEUED' })
    const held = await outbox(id)
    t.equal(held[0]?.send_after, '2026-03-11T04:00:00.000Z')
    // A code stands nowhere in clear (PLT-146).
    t.match(held[1], { text: null, class: 'ESSENTIAL' })
    const shown = await evening.get(`/patients/${id}/messages`)
    t.notMatch(JSON.stringify(shown.data), /482913/)
    t.same(
      shown.data.map((one: { status: string }) => one.status),
      ['QUEUED', 'QUEUED', 'HELD'],
    )
    clock.freeze('2026-03-11T04:00:01.000Z')
    const early = await people.with('reception')
    const morning = await early.get(`/patients/${id}/messages`)
    t.equal(morning.data[2].status, 'QUEUED')
    // What would come too late is not sent at all.
    clock.freeze('2026-03-10T20:30:00.000Z')
    const late = await tell(id, 'WAITLIST_OFFER', when, { not_after: '2026-03-10T22:00:00.000Z' })
    t.equal(late.status, 'EXPIRED')
    clock.freeze('2026-03-10T10:00:00.000Z')
  })

  t.test('preferences are read and set; SMS off and on is a consent (PTM-6)', async (t) => {
    const { id } = await patient()
    t.match((await desk.get(`/patients/${id}/contact-preferences`)).data, {
      language: 'en',
      sms: true,
      whatsapp: false,
      quiet_from: '20:00',
      quiet_to: '07:00',
      reminders: true,
      paused_until: null,
    })
    const set = await desk.put(`/patients/${id}/contact-preferences`, {
      sms: false,
      language: 'sw',
      quiet_to: '06:00',
    })
    t.match(set.data, { sms: false, language: 'sw', quiet_to: '06:00', reminders: true })
    t.match(await tell(id, 'COME_BACK'), { status: 'SUPPRESSED' })
    const back = await desk.put(`/patients/${id}/contact-preferences`, { sms: true })
    t.equal(back.data.sms, true)
    t.match(await tell(id, 'COME_BACK'), { status: 'QUEUED' })
    const paused = { paused_until: '2026-09-01T08:30+03:00' }
    t.equal(
      (await desk.put(`/patients/${id}/contact-preferences`, paused)).data.paused_until,
      '2026-09-01T05:30:00.000Z',
      'an instant of any zone is kept in one way',
    )
    const wrong = await desk.put(`/patients/${id}/contact-preferences`, { quiet_from: '8pm' })
    t.equal(wrong.message, 'quiet_from must be a time like 08:30.')
  })

  t.test('a person’s own words are looked at (PTM-4)', async (t) => {
    const { id } = await patient()
    const sent = await desk.post(`/patients/${id}/messages`, { text: 'Please bring your card.' })
    t.equal(sent.status, 201, sent.message)
    t.match(sent.data, { status: 'QUEUED', text: 'St Mary Hospital: Please bring your card.' })
    const bare = await patient({ phone: null })
    const bad: [string, Record<string, unknown>, number, string][] = [
      [
        id,
        { text: 'Your HIV clinic moved.' },
        409,
        'This message names "HIV". Leave it out, or use the portal.',
      ],
      [id, { text: 'x'.repeat(307) }, 400, 'text must be between 1 and 306 characters.'],
      [id, {}, 400, 'text is required, or template; not both.'],
      [id, { text: 'a', template: 'COME_BACK' }, 400, 'text is required, or template; not both.'],
      [id, { template: 'NONE' }, 404, 'No such message template.'],
      [id, { template: 'PORTAL_CODE' }, 409, 'Codes are not sent by hand.'],
      [bare.id, { text: 'Hello there' }, 409, 'This patient has no mobile number.'],
      [newId(), { text: 'Hello there' }, 404, 'No such patient.'],
    ]
    for (const [to, body, status, message] of bad) {
      const refused = await desk.post(`/patients/${to}/messages`, body)
      t.equal(refused.message, message)
      t.equal(refused.status, status)
    }
    t.equal((await desk.get(`/patients/${id}/messages`)).meta?.total, 1)
  })

  t.test('the hospital’s own texts', async (t) => {
    const admin = await people.administrator()
    const listed = await desk.get('/patient-message-templates')
    t.equal(listed.data.length, 17)
    const path = '/patient-message-templates/APPOINTMENT_MISSED'
    const wrong = await admin.put(path, { sw: '{hospital}: Njoo', en: '{hospital}: Come {date}' })
    t.equal(wrong.message, 'sw must contain {date}.')
    t.equal(wrong.status, 400)
    const unknown = await admin.put(path, {
      sw: '{hospital}: {date} {name}',
      en: '{hospital}: {date}',
    })
    t.match(unknown.message, /^sw holds \{name\}, which is not known here\./)
    const named = await admin.put(path, {
      sw: '{hospital}: {date}',
      en: '{hospital}: {date} malaria',
    })
    t.equal(named.message, 'en names "malaria".')
    t.equal((await desk.put(path, { sw: 'x', en: 'x' })).status, 403)
    const set = await admin.put(path, {
      sw: '{hospital}: Njoo tena, {date}',
      en: '{hospital}: Come again, {date}',
    })
    t.match(set.data, { en: '{hospital}: Come again, {date}', active: true })
    const { id } = await patient()
    await tell(id, 'APPOINTMENT_MISSED', when)
    t.equal((await outbox(id))[0]?.text, 'St Mary Hospital: Come again, 12/03/2026')
    const seen = await desk.post(`${path}/preview`, { en: '{hospital}: {date}' })
    t.match(seen.data, { en: 'St Mary Hospital: 12/03/2026', segments: 1, problems: [] })
    await admin.put(path, { sw: '{hospital}: {date}', en: '{hospital}: {date}', active: false })
    t.match(await tell(id, 'APPOINTMENT_MISSED', when), { status: 'SUPPRESSED', channel: null })
    t.equal((await admin.put('/patient-message-templates/NONE', { sw: 'x', en: 'x' })).status, 404)
  })

  t.test('the house’s list is searched and narrowed', async (t) => {
    const { id, number } = await patient()
    await tell(id, 'COME_BACK')
    t.equal((await desk.get('/patient-messages', { search: number })).meta?.total, 1)
    t.equal((await desk.get('/patient-messages', { template: 'QUEUE_NEAR' })).meta?.total, 0)
    const nurse = await people.holding('patient:read')
    t.equal((await nurse.get('/patient-messages')).status, 403)
  })
})
