// A kept file becomes the photo of a patient (PatientInput), and whom a photo is hidden from (PAT-28).

import { existsSync, readdirSync } from 'node:fs'
import { dirname } from 'node:path'
import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { within } from '../../../../db/store/connection.ts'
import { pathOf } from '../../../../db/store/files/store.ts'
import { photos } from '../../../../db/hospital/office/attachments/tables.ts'
import { audit_rows } from '../../../../db/hospital/office/audit/tables.ts'
import { caredForBy } from '../../../../db/hospital/neighbours/visits.ts'
import { type Decision, decide } from '../../../../db/hospital/desk/patients/privacy/consents.ts'
import { patients } from '../../../../db/hospital/desk/patients/tables.ts'
import { newId } from '../../../../db/core/ids.ts'
import { answering } from '../../../support/answers.ts'
import { boot } from '../../../support/boot.ts'
import * as files from '../../../support/files.ts'
import type { Person } from '../../../support/people.ts'
import { neighbourOf } from '../../../support/desk/two-hospitals.ts'
import { somebody } from '../../../support/desk/visits.ts'

const letters = 'abcdefghij'
let count = 0
const person = (more: Record<string, unknown> = {}) => {
  count += 1
  const word = [...String(count)].map((digit) => letters[Number(digit)]).join('')
  return {
    first_name: `Picha${word}`,
    last_name: `Sura${word}w${word}`,
    sex: 'Female',
    birth_date: `19${50 + count}-01-01`,
    ...more,
  }
}

t.test('a photo from a file', async (t) => {
  const house = await boot(t)
  const { people, hospital } = house
  clock.freeze('2026-03-31T06:00:00.000Z')
  const hospital_id = hospital.id
  const clerk = await people.with('reception')
  const records = await people.with('records', 'privacy_officer')
  const mother = await somebody(clerk)
  const keep = async (who: Person, name: string, bytes: Buffer, on = mother.id) => {
    const of = { entity_type: 'patient', entity_id: on }
    const kept = await files.attach(who, of, name, bytes)
    t.equal(kept.status, 201, kept.message)
    return kept.data
  }
  const red = await keep(clerk, 'a.png', files.png(300, 200))
  const wide = await keep(clerk, 'b.jpg', await files.jpeg(400, 200))
  const pictured = async (id: string) => {
    const { data } = await clerk.get(`/patients/${id}`)
    return data.photo
  }
  const photoOf = (id: string) => photos.find({ hospital_id, subject: 'patient', subject_id: id })
  const inStore = () => {
    const root = dirname(dirname(dirname(pathOf(red.sha256))))
    const names = readdirSync(root, { recursive: true }).map(String)
    return names.filter((name) => /[0-9a-f]{64}$/.test(name)).sort()
  }

  t.test('is there at once, as a copy, and stands in the log', async (t) => {
    const made = await clerk.post('/patients', person({ photo_attachment_id: red.id }))
    t.equal(made.status, 201, made.message)
    t.equal(made.data.photo, true)
    const shown = await clerk.get(`/photos/patient/${made.data.id}`)
    t.match(shown.headers, { 'content-type': 'image/jpeg' })
    t.match(await photoOf(made.data.id), { width: 300, height: 200 })
    t.equal((await clerk.get(`/attachments/${red.id}`)).status, 200, 'the file stays')
    const log = await audit_rows.all({ hospital_id, entity_id: made.data.id })
    t.ok(log.some(({ action }) => action === 'photo.update'))
    const read = { hospital_id, action: 'attachment.download', entity_id: red.id }
    t.match(await audit_rows.all(read), [{ patient_id: mother.id }])
  })

  t.test('takes the place of the one before when the record changes', async (t) => {
    const { id } = await somebody(clerk, { photo_attachment_id: red.id, religion: 'x' })
    const before = await photoOf(id)
    const changed = await clerk.patch(`/patients/${id}`, { photo_attachment_id: wide.id })
    t.match(changed, { status: 200, data: { photo: true } }, changed.message)
    t.match(await photoOf(id), { width: 400, height: 200 })
    t.ok(existsSync(pathOf(before?.sha256 ?? '')), 'others have it still')
    const left = await clerk.patch(`/patients/${id}`, { religion: 'y' })
    t.equal(left.data.photo, true, 'not named is left alone')
  })

  t.test('bytes that no photo needs any more go', async (t) => {
    const own = await keep(clerk, 'c.png', files.png(222, 222))
    const { id } = await somebody(clerk, { photo_attachment_id: own.id })
    const before = await photoOf(id)
    await clerk.patch(`/patients/${id}`, { photo_attachment_id: wide.id })
    t.notOk(existsSync(pathOf(before?.sha256 ?? '')))
    t.notOk(existsSync(pathOf(before?.thumb_sha256 ?? '')))
    t.ok(existsSync(pathOf(own.sha256)), 'the file itself stays')
  })

  t.test('comes with the name of an unknown person', async (t) => {
    const unknown = await clerk.post('/patients/unknown', { unknown_label: 'Woman, bridge' })
    const { id } = unknown.data
    const said = { evidence: 'RELATIVE', identified_by_name: 'Her sister' }
    const wrong = { ...said, patient: person({ photo_attachment_id: newId() }) }
    t.equal((await records.post(`/patients/${id}/identify`, wrong)).message, 'No such attachment.')
    const right = { ...said, patient: person({ photo_attachment_id: red.id }) }
    const named = await records.post(`/patients/${id}/identify`, right)
    t.match(named, { status: 200, data: { photo: true } }, named.message)
  })

  t.test('and with the name of an emergency', async (t) => {
    const admin = await people.administrator()
    const opened = await admin.post('/emergencies', { unknown_label: 'Man, harbour' })
    t.equal(opened.status, 201, opened.message)
    const { id, patient_id } = opened.data
    const said = { evidence: 'RELATIVE', identified_by_name: 'His brother' }
    const patient = person({ sex: 'Male', photo_attachment_id: red.id })
    const named = await admin.post(`/emergencies/${id}/identify`, { ...said, patient })
    t.equal(named.status, 200, named.message)
    t.match(await photoOf(patient_id), { width: 300 })
  })

  t.test('sent twice is answered as before, whatever became of the file', async (t) => {
    const file = await keep(clerk, 'd.png', files.png(210, 140))
    const body = person({ id: newId(), photo_attachment_id: file.id })
    const keyed = clerk.with({ 'idempotency-key': 'portrait-1' })
    t.equal((await keyed.post('/patients', body)).status, 201)
    const gone = await clerk.remove(`/attachments/${file.id}?reason=wrong%20one`)
    t.equal(gone.status, 200, gone.message)
    t.equal((await keyed.post('/patients', body)).status, 201)
    t.match(await clerk.post('/patients', body), { status: 200, data: { photo: true } })
  })

  t.test('what is no picture, not there or not theirs is refused and nothing stays', async (t) => {
    const jpeg = await files.jpeg(500, 300)
    const removed = await keep(clerk, 'e.png', files.png(130, 130))
    await clerk.remove(`/attachments/${removed.id}?reason=wrong%20one`)
    const secret = await somebody(clerk)
    const closed = await keep(clerk, 'f.png', files.png(140, 140), secret.id)
    const shut = { sensitivity: 'RESTRICTED', reason: 'asked by the patient' }
    t.equal((await records.put(`/patients/${secret.id}/sensitivity`, shut)).status, 200)
    const far = await neighbourOf(house)
    const stranger = await far.people.with('reception')
    const there = await somebody(stranger)
    const foreign = await keep(stranger, 'g.png', files.png(150, 150), there.id)
    const half = jpeg.subarray(0, jpeg.length - 40)
    const kept = async (name: string, bytes: Buffer) => (await keep(clerk, name, bytes)).id
    const bad: [string, string, number, string][] = [
      ['nobody’s', newId(), 404, 'No such attachment.'],
      ['no id at all', 'x', 404, 'No such attachment.'],
      ['of another hospital', foreign.id, 404, 'No such attachment.'],
      ['removed', removed.id, 404, 'No such attachment.'],
      ['of a record that is closed to the clerk', closed.id, 404, 'No such patient.'],
      ['a letter', await kept('h.pdf', files.pdf), 400, 'Send the photo as JPEG or PNG.'],
      [
        'too small',
        await kept('i.png', files.png(99, 200)),
        400,
        'The photo must be between 100 and 8000 pixels a side.',
      ],
      [
        'half a picture',
        await kept('j.jpg', half),
        400,
        'photo_attachment_id is not a picture that can be read.',
      ],
    ]
    const own = await somebody(clerk, { photo_attachment_id: red.id })
    const state = async () => [
      Number(await patients.count({ hospital_id })),
      Number(await photos.count({ hospital_id })),
      (await photoOf(own.id))?.sha256,
      inStore(),
    ]
    const before = await state()
    for (const [what, photo_attachment_id, status, message] of bad) {
      const made = await clerk.post('/patients', person({ photo_attachment_id }))
      t.match(made, { status, message }, what)
      const change = { photo_attachment_id, religion: 'z' }
      t.match(await clerk.patch(`/patients/${own.id}`, change), { status, message }, what)
    }
    const nameless = { ...person({ photo_attachment_id: wide.id }), first_name: '' }
    t.match((await clerk.post('/patients', nameless)).message, /^first_name /)
    t.same(await state(), before)
  })

  t.test('is hidden from all but the care team once it is not agreed to (PAT-28)', async (t) => {
    const { id } = await somebody(clerk, { photo_attachment_id: red.id })
    const nurse = await people.with('nurse')
    const say = (decision: Decision['decision']) => {
      clock.advance(1000)
      const word = { kind: 'PHOTO', decision, method: 'VERBAL' } as const
      return within(() => decide(house.system, id, word))
    }
    const sees = async (who: Person) => {
      const route = await who.get(`/photos/patient/${id}`)
      if (route.status !== 200) t.match(route, { status: 404, message: 'No photo yet.' })
      const one = (await who.get(`/patients/${id}`)).data.photo
      const rows = (await who.get('/patients', { per_page: '100' })).data
      const row = rows.find((other: { id: string }) => other.id === id).photo
      t.same([one, row], [route.status === 200, route.status === 200], 'all say the same')
      return one
    }
    t.equal(await sees(clerk), true, 'who was not asked is shown')
    for (const no of ['WITHDRAWN', 'REFUSED'] as const) {
      await say(no)
      t.same([await sees(clerk), await sees(nurse)], [false, false], no)
      t.equal((await clerk.get(`/photos/patient/${id}`, { size: 'thumb' })).status, 404)
      t.equal(await pictured(mother.id), false)
      await say('GIVEN')
      t.same([await sees(clerk), await sees(nurse)], [true, true], 'given anew')
    }
    await say('WITHDRAWN')
    answering(t, caredForBy, async ({ user_id }, ids: readonly string[]) =>
      user_id === nurse.user.id ? new Set(ids) : new Set<string>(),
    )
    t.same([await sees(clerk), await sees(nurse)], [false, true], 'the care team')
  })
})
