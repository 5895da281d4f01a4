import t from 'tap'
import { within } from '../../../../db/store/connection.ts'
import { brings } from '../../../../db/hospital/areas.ts'
import * as attachments from '../../../../db/hospital/office/attachments/attachments.ts'
import { repointPatient } from '../../../../db/hospital/office/attachments/repoint.ts'
import { audit_rows } from '../../../../db/hospital/office/audit/tables.ts'
import { bring } from '../../../../db/hospital/registry.ts'
import { newId } from '../../../../db/core/ids.ts'
import { boot } from '../../../support/boot.ts'
import { branchFiles } from '../../../support/branch-files.ts'
import * as files from '../../../support/files.ts'

const none = '01a20000-1de4-7573-b853-57b97905f91d'

t.test('attachments', async (t) => {
  const house = await boot(t)
  const { people, nobody, facility_id, system } = house
  const hospital_id = house.hospital.id
  const { officer, nurse, branch, attach, arriving } = await branchFiles(house)

  t.test('a file is attached, listed, described, changed and fetched', async (t) => {
    const made = await files.attach(officer, branch, 'Operating licence.pdf', files.pdf, {
      category: 'CERTIFICATE',
      description: 'of this year',
    })
    t.equal(made.status, 201, made.message)
    t.match(made.data, {
      ...branch,
      file_name: 'Operating licence.pdf',
      content_type: 'application/pdf',
      size: files.pdf.length,
      category: 'CERTIFICATE',
      description: 'of this year',
      patient_id: null,
      scan_state: 'NOT_SCANNED',
      held: false,
      uploaded_by_name: officer.user.full_name,
      removed_at: null,
      version: 1,
    })
    const { id } = made.data
    t.equal((await nurse.get(`/attachments/${id}`)).data.id, id)
    const listed = await nurse.get('/attachments', branch)
    t.equal(listed.meta?.total, 1)
    const changed = await officer.patch(`/attachments/${id}`, { description: null })
    t.match(changed.data, { description: null, category: 'CERTIFICATE', version: 2 })
    const stale = await officer.with({ 'if-match': '1' }).patch(`/attachments/${id}`, {})
    t.equal(stale.status, 409)
    t.equal((await officer.patch(`/attachments/${id}`, { category: 'FUN' })).status, 400)
    t.same(arriving(), [], 'nothing is left where files arrive')
  })

  t.test('a download says what a browser may do with it (PLT-107)', async (t) => {
    const { id, sha256 } = await attach("O'Brien (copy)*.pdf")
    const sent = await nurse.get(`/attachments/${id}/download`)
    t.equal(sent.status, 200)
    t.same(sent.raw, files.pdf)
    t.match(sent.headers, {
      'content-type': 'application/pdf',
      'content-disposition': "attachment; filename*=UTF-8''OBrien%20%28copy%29.pdf",
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'private, no-store',
      'accept-ranges': 'bytes',
      'content-length': String(files.pdf.length),
      etag: `"${sha256}"`,
    })
    const shown = await nurse.get(`/attachments/${id}/download`, { inline: '1' })
    t.match(shown.headers['content-disposition'], /^inline;/)
    const sheet = await attach('sheet.xlsx', files.xlsx)
    const kept = await nurse.get(`/attachments/${sheet.id}/download`, { inline: '1' })
    t.match(kept.headers['content-disposition'], /^attachment;/, 'a sheet is never shown')
    const known = await nurse
      .with({ 'if-none-match': `"${sha256}"` })
      .get(`/attachments/${id}/download`)
    t.equal(known.status, 304)
    const ranges: [string, number, string | undefined, string][] = [
      ['bytes=0-3', 206, `bytes 0-3/${files.pdf.length}`, '%PDF'],
      ['bytes=-6', 206, undefined, '%%EOF\n'],
      [`bytes=${files.pdf.length - 1}-`, 206, undefined, '\n'],
      ['bytes=0-999999', 206, undefined, files.pdf.toString()],
      ['bytes=999999-', 416, `bytes */${files.pdf.length}`, ''],
      ['bytes=-0', 416, undefined, ''],
      ['bytes=5-2', 416, undefined, ''],
      ['lines=1', 200, undefined, files.pdf.toString()],
    ]
    for (const [range, status, content_range, body] of ranges) {
      const piece = await nurse.with({ range }).get(`/attachments/${id}/download`)
      t.equal(piece.status, status, range)
      t.equal(piece.raw.toString(), body, range)
      if (content_range !== undefined) t.equal(piece.headers['content-range'], content_range)
    }
    const noted = await audit_rows.count({
      hospital_id,
      action: 'attachment.download',
      entity_id: id,
    })
    t.ok(Number(noted) >= 3, 'each download is in the audit log')
  })

  t.test('the record decides who may (PLT-103)', async (t) => {
    const { id } = await attach()
    t.equal((await nobody.get('/attachments', branch)).status, 401)
    t.equal((await files.attach(nobody, branch, 'a.pdf', files.pdf)).status, 401)
    const refused = await files.attach(nurse, branch, 'a.pdf', files.pdf)
    t.equal(refused.status, 403)
    t.equal(refused.message, 'You do not have permission to do this. It needs facility:manage.')
    const patient = await people.patient()
    for (const path of [`/attachments/${id}`, `/attachments/${id}/download`]) {
      t.match(await patient.get(path), { status: 403 })
      t.match((await patient.get(path)).message, /It needs self:use\.$/)
    }
    t.match((await patient.get('/attachments', branch)).message, /It needs self:use\.$/)
    t.match((await nurse.patch(`/attachments/${id}`, {})).message, /It needs facility:manage\.$/)
    t.match((await nurse.remove(`/attachments/${id}`)).message, /It needs facility:manage\.$/)
    t.match((await officer.get('/attachments/x')).message, 'No such record.')
    t.match((await officer.get(`/attachments/${none}`)).message, 'No such attachment.')
    t.equal((await officer.get(`/attachments/${none}/download`)).status, 404)
    t.same(arriving(), [])
  })

  t.test('an area’s own records: its codes, its module, what it lets be seen', async (t) => {
    const hidden = newId()
    const seen = newId()
    const patient_id = newId()
    bring([
      ...brings,
      {
        area: 'test',
        entities: [
          {
            type: 'donor',
            read: 'role:read',
            write: 'role:manage',
            module: 'blood_bank',
            exists: async (_, id) => (id === seen ? { label: 'D', patient_id } : undefined),
          },
          {
            type: 'entry',
            read: 'role:read',
            write: 'role:manage',
            exists: async () => ({ label: 'JE-1' }),
            closed: async () => true,
          },
        ],
      },
    ])
    t.teardown(() => bring(brings))
    const donor = { entity_type: 'donor', entity_id: seen }
    const off = await files.attach(officer, donor, 'a.pdf', files.pdf)
    t.equal(off.status, 403)
    t.equal(off.message, 'The blood bank module is switched off at Main.')
    t.match((await nurse.get('/attachments', donor)).message, /It needs role:read\.$/)
    await officer.post(`/facilities/${facility_id}/modules/blood_bank/switch-on`)
    const made = await files.attach(officer, donor, 'a.pdf', files.pdf)
    t.equal(made.data?.patient_id, patient_id, made.message)
    const unseen = await files.attach(officer, { ...donor, entity_id: hidden }, 'a', files.pdf)
    t.match(unseen, { status: 404, message: 'No such donor.' })
    const mine = await officer.get('/attachments', { patient_id })
    t.same(
      mine.data.map(({ id }: { id: string }) => id),
      [made.data.id],
    )
    const other = await people.holding()
    t.same((await other.get('/attachments', { patient_id })).data, [], 'other codes, other files')
    await officer.get(`/attachments/${made.data.id}/download`)
    t.equal(
      Number(await audit_rows.count({ hospital_id, patient_id, action: 'attachment.download' })),
      1,
    )
    const to = newId()
    await within(() => repointPatient(system, { from: patient_id, to }))
    t.equal((await officer.get('/attachments', { patient_id: to })).meta?.total, 1)
    const entry = await files.attach(
      officer,
      { entity_type: 'entry', entity_id: newId() },
      'a.pdf',
      files.pdf,
    )
    const closed = await officer.remove(`/attachments/${entry.data.id}`, { reason: 'wrong one' })
    t.match(closed, { status: 409, message: 'The document is closed: its files stay with it.' })
  })

  t.test('lists need a record or a patient; removed ones need an auditor', async (t) => {
    const bad: [Record<string, string>, number, string][] = [
      [{}, 400, 'entity_type is required.'],
      [{ entity_type: 'facility' }, 400, 'entity_id is required.'],
      [{ entity_id: facility_id }, 400, 'entity_type is required.'],
      [{ ...branch, entity_id: none }, 404, 'No such facility.'],
      [{ ...branch, removed: 'perhaps' }, 400, 'removed must be true or false.'],
      [
        { ...branch, removed: 'true' },
        403,
        'You do not have permission to do this. It needs audit:read.',
      ],
    ]
    for (const [query, status, message] of bad) {
      const refused = await nurse.get('/attachments', query)
      t.equal(refused.message, message)
      t.equal(refused.status, status)
    }
  })

  t.test('areas attach what they make and ask for what there is (4.17)', async (t) => {
    const entity = { type: 'facility', id: facility_id }
    const made = await attachments.attach(system, {
      entity,
      file: { name: 'report/"daily".pdf', content_type: 'application/pdf', bytes: files.pdf },
      category: 'REPORT',
    })
    t.match(made, { file_name: 'daily.pdf', category: 'REPORT', uploaded_by_name: 'Kituo' })
    const [first] = await attachments.attachmentsOf(system, entity)
    t.equal(first?.id, made.id)
  })
})
