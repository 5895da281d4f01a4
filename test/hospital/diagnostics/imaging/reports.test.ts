// A report from the first word to the last, with everything that was ever signed (DIA-124 to DIA-127,
// DIA-155, DIA-160).

import type { Data } from '../../../support/ask.ts'
import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { portalResult, portalResults } from '../../../../db/hospital/neighbours/diagnostics.ts'
import { newId } from '../../../../db/core/ids.ts'
import { users } from '../../../../db/hospital/office/access/tables.ts'
import { registry } from '../../../../db/hospital/registry.ts'
import { within } from '../../../../db/store/connection.ts'
import { boot } from '../../../support/boot.ts'
import { imagingAtWork } from '../../../support/desk/imaging.ts'
import { done } from '../../../support/desk/ward.ts'
import { attach, pdf } from '../../../support/files.ts'

t.test('reports', async (t) => {
  const house = await boot(t)
  const { people, system } = house
  clock.freeze('2026-03-20T06:00:00.000Z')
  const at = await imagingAtWork(house)
  const { doctor, radiographer, radiologist } = at
  const man = { sex: 'Male', birth_date: '1980-02-01' }
  const path = (study: Data, move = '') => `/diagnostics/imaging/studies/${study.id}${move}`
  const ordered = async (more: Record<string, unknown> = {}) => {
    const { patient_id } = await at.visiting(man)
    const order = await at.order(patient_id, ['XR-CHEST'], more)
    return { order, patient_id, study: await at.studyOf(order) }
  }
  const no_images_reason = 'Kept on film'

  t.test('written, preliminary, final, added to (DIA-124, DIA-125, DIA-126)', async (t) => {
    const { order, patient_id, study } = await ordered()
    t.match(await radiologist.put(path(study, '/report'), { findings: 'x' }), {
      status: 409,
      message: `Study ${study.accession} is ORDERED: there is nothing to report yet.`,
    })
    await at.taken(study)
    const first = await done(radiographer.put(path(study, '/report'), { technique: 'PA, erect' }))
    t.match(first.report.findings, /^Heart size/, 'the template of the exam stands in it')
    t.equal(first.being_read_by, radiographer.user.full_name)
    t.equal((await done(doctor.get(path(study)))).report, null, 'a draft is for who writes it')
    t.match(await radiographer.post(path(study, '/sign'), { as: 'PRELIMINARY' }), {
      status: 400,
      message: 'report.impression is required before the report is signed.',
    })
    const said = { findings: 'Right lower zone opacity.', impression: 'Pneumonia?' }
    await done(radiographer.put(path(study, '/report'), said))
    await done(radiographer.post(path(study, '/sign'), { as: 'PRELIMINARY' }))
    const account = { hospital_id: system.hospital_id, id: radiographer.user.id }
    const staff_id = newId()
    await within(() => users.change(account, { staff_id }))
    const left = await Promise.all(registry.work_left_by.map((ask) => ask(system, staff_id)))
    t.match(
      left.flat().find(({ label }) => label === 'images not signed'),
      { count: 1 },
      'of whoever leaves by the staff record (DIA-173)',
    )
    await within(() => users.change(account, { staff_id: null }))
    const seen = await done(doctor.get(`/patients/${patient_id}/diagnostics`))
    t.match(seen, [
      { status: 'REPORTED', study: { report: { preliminary: true, impression: 'Pneumonia?' } } },
    ])
    t.match(await radiographer.post(path(study, '/sign'), { as: 'FINAL', no_images_reason }), {
      status: 403,
      message: 'You do not have permission to do this. It needs imaging:finalise.',
    })
    const impression = 'Right lower lobe pneumonia.'
    await done(radiologist.put(path(study, '/report'), { impression }))
    t.equal(
      (await done(doctor.get(path(study)))).report.impression,
      'Pneumonia?',
      'until it is signed, what was signed stands',
    )
    const final = { as: 'FINAL', no_images_reason }
    t.match(await radiologist.post(path(study, '/sign'), final), {
      status: 400,
      message: 'change_note is required: the impression changed since it was preliminary.',
    })
    const change_note = 'Seen on the lateral view'
    t.match(await radiologist.post(path(study, '/sign'), { as: 'FINAL', change_note }), {
      status: 400,
      message: 'no_images_reason is required: no image is attached.',
    })
    const signed = await done(radiologist.post(path(study, '/sign'), { ...final, change_note }))
    t.match(signed, {
      report_status: 'FINAL',
      finalised_by_name: radiologist.user.full_name,
      reported_by_name: radiographer.user.full_name,
      moves: ['addendum'],
    })
    t.same(
      signed.report_versions.map((one: Data) => [
        one.version_no,
        one.signed_as,
        one.text.impression,
      ]),
      [
        [1, 'PRELIMINARY', 'Pneumonia?'],
        [2, 'FINAL', impression],
      ],
    )
    t.match(await done(doctor.get(`/diagnostics/orders/${order.id}`)), {
      status: 'COMPLETED',
      items: [{ status: 'RELEASED', released_at: '2026-03-20T06:00:00.000Z' }],
    })
    const notices = await done(doctor.get('/notifications'))
    t.match(
      notices.filter((one: Data) => one.kind === 'study.changed').map((one: Data) => one.body),
      ['The impression changed since the preliminary report.'],
    )
    const edit = await radiologist.put(path(study, '/report'), { findings: 'Other' })
    t.match(edit, { status: 409, message: `Report ${study.accession} is FINAL. It can: addendum.` })
    const added = await done(
      radiologist.post(path(study, '/addenda'), { text: 'Old rib fracture.' }),
    )
    t.match(added.addenda, [{ text: 'Old rib fracture.', critical: false }])
    t.equal(added.report_versions.length, 2, 'the last word stays as it was')
    t.match(await done(doctor.post(`/diagnostics/orders/${order.id}/review`)), {
      reviewed_by_name: doctor.user.full_name,
    })
  })

  t.test('six sign at once: one last word (DIA-126)', async (t) => {
    const { study } = await ordered()
    await at.taken(study)
    await done(radiologist.put(path(study, '/report'), { impression: 'Normal chest.' }))
    const answers = await Promise.all(
      Array.from({ length: 6 }, () =>
        radiologist.post(path(study, '/sign'), { as: 'FINAL', no_images_reason }),
      ),
    )
    t.equal(answers.filter(({ status }) => status === 200).length, 1)
    for (const { status, message } of answers.filter((one) => one.status !== 200)) {
      t.equal(status, 409)
      t.equal(message, `Report ${study.accession} is FINAL. It can: addendum.`)
    }
    const { report_versions } = await done(radiologist.get(path(study)))
    t.equal(report_versions.length, 1)
  })

  t.test('critical: an alert opens, is called and read back (DIA-126, DIA-88)', async (t) => {
    const { patient_id, study } = await ordered({ priority: 'URGENT' })
    await at.taken(study)
    const impression = 'Tension pneumothorax on the left.'
    await done(radiologist.put(path(study, '/report'), { impression, critical: true }))
    await done(radiologist.post(path(study, '/sign'), { as: 'PRELIMINARY' }))
    const [alert] = await done(doctor.get('/diagnostics/critical', { patient_id }))
    t.match(alert, {
      kind: 'IMAGING',
      study_id: study.id,
      result_id: null,
      value: impression,
      flag: 'CRITICAL',
      told_at: '2026-03-20T06:00:00.000Z',
    })
    const of_images = await done(doctor.get('/diagnostics/critical', { discipline: 'IMAGING' }))
    t.match(of_images, [{ id: alert.id }])
    t.same(await done(doctor.get('/diagnostics/critical', { discipline: 'LAB' })), [])
    const call = { recipient_name: 'Dr Komba', channel: 'PHONE', outcome: 'CONFIRMED' }
    const where = `/diagnostics/critical/${alert.id}/calls`
    t.match(await radiologist.post(where, call), { status: 400, message: /^read_back is required/ })
    const read_back = 'Tension pneumothorax, left'
    t.match(await done(radiologist.post(where, { ...call, read_back })), { status: 'CONFIRMED' })
    await done(radiologist.post(path(study, '/sign'), { as: 'FINAL', no_images_reason }))
    const later = await done(doctor.get('/diagnostics/critical', { patient_id }))
    t.equal(later.length, 1, 'what is critical again is told again')
  })

  t.test('listeners and the portal hear of the last word alone (DIA-155, DIA-172)', async (t) => {
    const heard: Data[] = []
    const hear = async (_caller: unknown, told: Data) => void heard.push(told)
    ;(registry.on_result as unknown[]).push(hear)
    t.teardown(() => (registry.on_result as unknown[]).pop())
    const { order, patient_id, study } = await ordered()
    await at.reported(study)
    t.match(heard, [{ what: 'RELEASED', order_id: order.id, test: 'XR-CHEST' }])
    const asked = { patient_id, proxy: false, page: 1, per_page: 20 }
    t.same((await portalResults(system, asked)).rows, [], 'AFTER_REVIEW: not before')
    await done(doctor.post(`/diagnostics/orders/${order.id}/review`))
    t.match((await portalResults(system, asked)).rows, [{ id: order.id, title: 'Chest X-ray' }])
    const read = await portalResult(system, { patient_id, proxy: false, order_id: order.id })
    t.match(read?.values, [{ name: 'Chest X-ray', value: 'Normal chest.' }])
    await done(radiologist.post(path(study, '/addenda'), { text: 'See also the hip.' }))
    t.match(heard[1], { what: 'AMENDED' })
  })

  t.test('a hospital without a radiologist (DIA-125)', async (t) => {
    const keeper = await people.with('administrator')
    await done(keeper.patch('/diagnostics/settings', { final_by_performer: true }))
    const { study } = await ordered()
    await at.taken(study)
    await done(radiographer.put(path(study, '/report'), { impression: 'Normal chest.' }))
    const sign = radiographer.post(path(study, '/sign'), { as: 'FINAL', no_images_reason })
    t.match(await done(sign), { report_status: 'FINAL' })
    await done(keeper.patch('/diagnostics/settings', { final_by_performer: false }))
  })

  t.test('an image that is attached speaks for itself (DIA-122)', async (t) => {
    const { study } = await ordered()
    await at.taken(study)
    const entity = { entity_type: 'imaging_study', entity_id: study.id }
    const sent = await attach(radiographer, entity, 'chest.pdf', pdf)
    t.equal(sent.status, 201)
    await done(radiologist.put(path(study, '/report'), { impression: 'Normal chest.' }))
    const signed = await done(radiologist.post(path(study, '/sign'), { as: 'FINAL' }))
    t.match(signed, { report_status: 'FINAL', images: [{ file_name: 'chest.pdf' }] })
  })

  t.test('the reading list: what cannot wait first, mine by whom I opened (DIA-127)', async (t) => {
    const slow = await ordered()
    const quick = await ordered({ priority: 'STAT' })
    await at.taken(slow.study)
    await at.taken(quick.study)
    const reader = await people.with('radiologist')
    const list = (more: Record<string, string> = {}) =>
      reader.whole('/diagnostics/imaging/studies', { board: 'READING', ...more })
    const ids = (await list()).map(({ id }: Data) => id)
    t.ok(ids.indexOf(quick.study.id) < ids.indexOf(slow.study.id))
    t.same(await list({ mine: 'true' }), [])
    await done(reader.put(path(slow.study, '/report'), { findings: 'Reading' }))
    t.match(await list({ mine: 'true' }), [
      { id: slow.study.id, being_read_by: reader.user.full_name },
    ])
  })

  t.test('who holds an old page is told (PLT-13)', async (t) => {
    const { study } = await ordered()
    await at.taken(study)
    const first = await done(radiologist.put(path(study, '/report'), { impression: 'A' }))
    await done(radiologist.put(path(study, '/report'), { impression: 'B' }))
    const late = radiologist.with({ 'if-match': `"${first.version}"` })
    t.equal((await late.put(path(study, '/report'), { impression: 'C' })).status, 409)
  })
})
