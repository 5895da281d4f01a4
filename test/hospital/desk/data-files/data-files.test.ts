// The copy of one patient's record, for the person and by the person, and who opened it (PAT-35, POR-17,
// POR-20).

import { join } from 'node:path'
import t from 'tap'
import { recordPapers } from '../../../../daemon/work/record-papers.ts'
import { clock, days, minutes } from '../../../../db/core/clock.ts'
import { eraseExpired } from '../../../../db/hospital/desk/data-files/record.ts'
import { setRecordPapers } from '../../../../db/hospital/desk/data-files/papers.ts'
import { workersOf } from '../../../../db/hospital/neighbours/people.ts'
import { setExportFolder } from '../../../../db/hospital/office/exports/files.ts'
import { newId } from '../../../../db/core/ids.ts'
import { answering } from '../../../support/answers.ts'
import { boot } from '../../../support/boot.ts'
import { department } from '../../../support/desk/clinic.ts'
import { labAtWork } from '../../../support/desk/laboratory.ts'
import { withAccount } from '../../../support/desk/portal.ts'
import { attach, pdf } from '../../../support/files.ts'
import { workAll } from '../../../support/jobs.ts'
import { textOf } from '../../../support/pdf.ts'
import { done } from '../../../support/desk/ward.ts'
import { unzipped } from '../../../support/zip.ts'

t.test('copies of a record', async (t) => {
  const house = await boot(t)
  clock.freeze('2026-03-21T06:00:00.000Z')
  setExportFolder(join(house.database.folder, 'exports'))
  setRecordPapers(recordPapers)
  t.teardown(() => setRecordPapers(null))
  const lab = await labAtWork(house)
  await done(
    lab.head.patch('/diagnostics/settings', {
      portal_default: 'IMMEDIATE',
      portal_paid_only: false,
    }),
  )
  const officer = await house.people.with('privacy_officer')
  const mine = await withAccount(house, lab.clerk)
  const other = await withAccount(house, lab.clerk)
  await done(lab.clerk.post('/visits', { patient_id: mine.id, start: false }))
  const order = await lab.order(mine.id, ['HGB'])
  await lab.inTheLab(order)
  await lab.releaseAll(order, { HGB: 11.2 })
  const unreleased = await lab.order(mine.id, ['K'])
  const patient = { entity_type: 'patient', entity_id: mine.id }
  t.equal((await attach(lab.clerk, patient, 'old letter.pdf', pdf)).status, 201)
  clock.advance(minutes(5))

  const json = (files: Map<string, Buffer>, name: string) =>
    JSON.parse((files.get(`${name}.json`) ?? Buffer.from('null')).toString())

  t.test('the house makes one for the person, with data, files and papers (PAT-35)', async (t) => {
    const path = `/patients/${mine.id}/exports`
    t.equal((await lab.clerk.post(path, { reason: 'Asked for it' })).status, 403)
    t.match(await officer.post(path, {}), { status: 400, message: /^reason is required/ })
    const asked = await officer.post(path, { reason: 'The patient asked for it' })
    t.match(asked, { status: 202, data: { status: 'QUEUED' } }, asked.message)
    t.match(await officer.post(path, { reason: 'Once more' }), {
      status: 409,
      message: 'A copy of this record is being made already.',
    })
    const download = `/patient-exports/${asked.data.id}/download`
    t.equal((await officer.get(download)).status, 409, 'not before it is made')
    await workAll()
    const taken = await officer.get(download)
    t.equal(taken.status, 200, taken.message)
    const files = unzipped(taken.raw)
    t.match(json(files, 'patient'), { number: mine.number })
    t.match(json(files, 'visits').visits, [{ status: /./ }])
    const { diagnostic_orders: orders } = json(files, 'laboratory-and-imaging')
    t.same(orders.map(({ number }: { number: string }) => number).sort(), [
      order.reference,
      unreleased.reference,
    ])
    t.match(textOf(files.get(`papers/${order.reference}.pdf`) as Buffer), '11.2')
    const [name] = [...files.keys()].filter((one) => one.startsWith('files/'))
    t.match(name, /^files\/[0-9a-f]{8}-old-letter\.pdf$/)
    t.ok(files.get(name ?? '')?.equals(pdf))
    t.notOk(taken.raw.toString('latin1').includes(house.hospital.id))
    const log = await officer.get(`/patients/${mine.id}/access-log`, {
      action: 'patient_export.download',
    })
    t.equal(log.data.length, 1, 'each download stands in the log')
    t.equal((await officer.get(`/patient-exports/${newId()}/download`)).status, 404)
  })

  t.test('a patient takes a copy of what the portal shows, once a week (POR-20)', async (t) => {
    const asked = await mine.post('/portal/me/exports')
    t.match(asked, { status: 202, data: { status: 'QUEUED' } }, asked.message)
    await workAll()
    const download = `/portal/me/exports/${asked.data.id}/download`
    const taken = await mine.get(download)
    t.equal(taken.status, 200, taken.message)
    const files = unzipped(taken.raw)
    t.match(json(files, 'profile'), { number: mine.number })
    t.match(json(files, 'results'), [{ id: order.id, values: [{ value: '11.2' }] }])
    t.match(textOf(files.get(`papers/${order.reference}.pdf`) as Buffer), '11.2')
    t.notOk(files.has(`papers/${unreleased.reference}.pdf`))
    t.notOk(files.has('patient.json'), 'nothing that the portal does not show')
    t.match(await mine.post('/portal/me/exports'), {
      status: 409,
      message: 'You asked for a copy on 2026-03-21. Ask again from 2026-03-28.',
    })
    t.match(await other.get(download), { status: 404, message: 'No such export.' })
    t.equal((await officer.get(`/patient-exports/${asked.data.id}/download`)).status, 404)
    const week_later = new Date(clock.ms() + days(7)).toISOString()
    t.equal(await eraseExpired(week_later), 2)
    t.equal((await mine.get(download)).status, 404, 'after seven days it is gone')
  })

  t.test('the report of a result is a paper in the portal (DIA-155)', async (t) => {
    const paper = await mine.get(`/portal/results/${order.id}/pdf`)
    t.equal(paper.status, 200, paper.message)
    t.match(textOf(paper.raw), '11.2')
    for (const id of [unreleased.id, newId()]) {
      const refused = await mine.get(`/portal/results/${id}/pdf`)
      t.match(refused, { status: 404, message: 'No such result.' })
    }
    t.equal((await other.get(`/portal/results/${order.id}/pdf`)).status, 404)
  })

  t.test('who opened my record: when, as what, for what (POR-17)', async (t) => {
    const doctor = lab.doctor.user
    answering(
      t,
      workersOf,
      async () => new Map([[doctor.id, { cadre: 'Doctor', department: 'CTC clinic' }]]),
    )
    await lab.doctor.get(`/patients/${mine.id}/diagnostics`)
    const read = () => mine.get('/portal/me/access-log')
    t.match((await read()).data[0], {
      name: doctor.full_name,
      cadre: 'Doctor',
      department: 'CTC clinic',
      purpose: 'Tests and results',
      break_glass: false,
    })
    const admin = await house.people.administrator()
    await department(house, 'CTC clinic')
    await done(
      admin.post('/service-points', {
        code: 'CTC',
        name: 'Clinic 7',
        kind: 'CLINIC',
        token_prefix: 'C',
        department: 'CTC clinic',
        restricted: true,
      }),
    )
    t.match((await read()).data[0], { name: null, department: null, cadre: 'Doctor' })
    t.same((await other.get('/portal/me/access-log', { from: '2026-04-01' })).data, [])
    await done(admin.patch('/front-office/settings', { access_log_to_patient: false }))
    t.match(await read(), { status: 403, message: /does not show who opened/ })
  })
})
