import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { clock, days, hours } from '../../../db/clock.ts'
import { within } from '../../../db/connection.ts'
import { pathOf } from '../../../db/files/store.ts'
import { brings } from '../../../db/hospital/areas.ts'
import * as attachments from '../../../db/hospital/attachments/attachments.ts'
import * as removal from '../../../db/hospital/attachments/removal.ts'
import { requireRoom } from '../../../db/hospital/attachments/limits.ts'
import { repointPatient } from '../../../db/hospital/attachments/repoint.ts'
import * as tables from '../../../db/hospital/attachments/tables.ts'
import { audit_rows } from '../../../db/hospital/audit/tables.ts'
import { bring, registry } from '../../../db/hospital/registry.ts'
import { newId } from '../../../db/ids.ts'
import { boot } from '../../support/boot.ts'
import * as files from '../../support/files.ts'

const none = '01a20000-1de4-7573-b853-57b97905f91d'

t.test('attachments', async (t) => {
  const house = await boot(t)
  const { people, nobody, facility_id, hospital, system, database } = house
  const hospital_id = hospital.id
  const officer = await people.with('system_administrator')
  const nurse = await people.with('nurse')
  const privacy = await people.with('privacy_officer')
  const branch = { entity_type: 'facility', entity_id: facility_id }
  const attach = async (name = 'licence.pdf', bytes: Buffer = files.pdf) => {
    const made = await files.attach(officer, branch, name, bytes)
    if (made.status !== 201) throw new Error(made.message)
    return made.data as { id: string; sha256: string; uploaded_at: string }
  }
  const arriving = (): string[] => {
    const folder = join(database.folder, 'attachments/arriving')
    return existsSync(folder) ? readdirSync(folder) : []
  }

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

  const with_files = [...registry.entities.values()]
    .filter(({ files: takes }) => takes !== false)
    .map(({ type }) => type)
    .join(', ')
  const fields: [string, [string, string | [string, Buffer]][], number, string][] = [
    ['no file', Object.entries(branch), 400, 'file is required.'],
    ['nothing at all', [], 400, 'file is required.'],
    [
      'no entity_id',
      [
        ['entity_type', 'facility'],
        ['file', ['a.pdf', files.pdf]],
      ],
      400,
      'entity_id is required.',
    ],
    [
      'a file as a text part',
      [...Object.entries(branch), ['file', 'hello']] as [string, string][],
      400,
      'file is required.',
    ],
    [
      'a file under another name',
      [...Object.entries(branch), ['picture', ['a.pdf', files.pdf]]] as never,
      400,
      'file is required.',
    ],
    [
      'two files',
      [
        ...Object.entries(branch),
        ['file', ['a.pdf', files.pdf]],
        ['file', ['b.pdf', files.pdf]],
      ] as never,
      400,
      'The request could not be read.',
    ],
    [
      'an unknown category',
      [...Object.entries(branch), ['category', 'FUN'], ['file', ['a.pdf', files.pdf]]] as never,
      400,
      'category must be one of SCAN, REPORT, CONSENT, IMAGE, LETTER, INVOICE, RECEIPT, CERTIFICATE, ID, OTHER.',
    ],
    [
      'an unknown kind of record',
      [
        ['entity_type', 'spaceship'],
        ['entity_id', none],
        ['file', ['a.pdf', files.pdf]],
      ],
      400,
      `entity_type must be one of ${with_files}.`,
    ],
    [
      'a photo’s subject that takes no files',
      [
        ['entity_type', 'user'],
        ['entity_id', none],
        ['file', ['a.pdf', files.pdf]],
      ],
      400,
      `entity_type must be one of ${with_files}.`,
    ],
    [
      'a record that is not there',
      [
        ['entity_type', 'facility'],
        ['entity_id', none],
        ['file', ['a.pdf', files.pdf]],
      ],
      404,
      'No such facility.',
    ],
    [
      'a description too long',
      [
        ...Object.entries(branch),
        ['description', 'x'.repeat(201)],
        ['file', ['a.pdf', files.pdf]],
      ] as never,
      400,
      'description must be between 0 and 200 characters.',
    ],
  ]
  for (const [name, parts, status, message] of fields) {
    t.test(`an upload with ${name} is refused`, async (t) => {
      const before = await tables.attachments.count({ hospital_id })
      const refused = await officer.inject({
        method: 'POST',
        url: '/api/v1/attachments',
        ...files.multipart(parts),
      })
      t.equal(refused.message, message)
      t.equal(refused.status, status)
      t.equal(await tables.attachments.count({ hospital_id }), before)
      t.same(arriving(), [], 'nothing is left behind')
    })
  }

  t.test('parts may come in any order; JSON is not taken', async (t) => {
    const made = await officer.inject({
      method: 'POST',
      url: '/api/v1/attachments',
      ...files.multipart([['file', ['a.pdf', files.pdf]], ...Object.entries(branch)]),
    })
    t.equal(made.status, 201, made.message)
    const json = await officer.post('/attachments', branch)
    t.match(json, { status: 415, message: 'Send this as multipart/form-data.' })
    const cut = files.multipart([...Object.entries(branch), ['file', ['a.pdf', files.pdf]]])
    const broken = await officer.inject({
      method: 'POST',
      url: '/api/v1/attachments',
      headers: cut.headers,
      payload: cut.payload.subarray(0, cut.payload.length - 60),
    })
    t.equal(broken.status, 400)
    t.equal(broken.message, 'The request could not be read.')
    t.same(arriving(), [])
  })

  t.test('a file over the size is refused by its kind’s own limit (PLT-105)', async (t) => {
    const mb = 1024 * 1024
    const large = Buffer.concat([files.pdf, Buffer.alloc(21 * mb)])
    const refused = await files.attach(officer, branch, 'a.pdf', large)
    t.match(refused, { status: 413, message: 'The file is larger than 20 MB.' })
    t.same(arriving(), [])
    const scan = Buffer.concat([files.dicom(), Buffer.alloc(21 * mb)])
    const taken = await files.attach(officer, branch, 'ct.dcm', scan)
    t.equal(taken.status, 201, taken.message)
    const just = Buffer.concat([files.pdf, Buffer.alloc(20 * mb - files.pdf.length)])
    t.equal((await files.attach(officer, branch, 'just.pdf', just)).status, 201)
  })

  t.test('a disk without room takes nothing (PLT-105)', async (t) => {
    const giga = 1024 ** 3
    const full = { status: 503, message: 'The server is short of disk space.' }
    await t.rejects(
      requireRoom(async () => ({ free: 1.9 * giga, total: 20 * giga })),
      full,
    )
    await t.rejects(
      requireRoom(async () => ({ free: 4 * giga, total: 100 * giga })),
      full,
    )
    await t.resolves(requireRoom(async () => ({ free: 6 * giga, total: 100 * giga })))
  })

  t.test('a record holds 200 files and no more (PLT-105)', async (t) => {
    const made = await officer.post('/facilities', { code: 'FUL', name: 'Full', kind: 'CLINIC' })
    const full = { entity_type: 'facility', entity_id: made.data.id as string }
    const row = await attachments.rowOf(system, (await attach()).id)
    await within(() =>
      tables.attachments.insertMany(
        Array.from({ length: 199 }, () => ({ ...row, ...full, id: newId() })),
      ),
    )
    t.equal((await files.attach(officer, full, 'a.pdf', files.pdf)).status, 201)
    const over = await files.attach(officer, full, 'a.pdf', files.pdf)
    t.match(over, {
      status: 409,
      message: 'This record has 200 files already. Remove one first.',
    })
    const list = await officer.get('/attachments', { ...full, per_page: '500' })
    t.equal(list.data.length, 200)
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

  t.test('one’s own is removed within a day, others’ by who may (PLT-103, 109)', async (t) => {
    clock.freeze('2026-11-02T08:00:00.000Z')
    t.teardown(() => clock.release())
    const manager = await people.holding('facility:manage')
    const made = await files.attach(manager, branch, 'a.pdf', files.pdf)
    const other = await people.holding('facility:manage')
    const id = made.data.id as string
    const refused = await other.remove(`/attachments/${id}`, { reason: 'not mine' })
    t.equal(refused.status, 403)
    t.match(refused.message, /It needs attachment:delete\.$/)
    const missing = await manager.remove(`/attachments/${id}`)
    t.match(missing, { status: 400, message: 'reason is required.' })
    t.equal((await manager.remove(`/attachments/${id}`, { reason: 'x' })).status, 400)
    clock.advance(hours(24))
    const { tokens } = await signInAgain(manager)
    const late = await manager.with(tokens).remove(`/attachments/${id}`, { reason: 'too late' })
    t.equal(late.status, 403, late.message)
    const deleter = await people.holding('facility:manage', 'attachment:delete')
    const gone = await deleter.inject({
      method: 'DELETE',
      url: `/api/v1/attachments/${id}`,
      query: { reason: 'wrong branch' },
    })
    t.match(gone, { status: 200, data: { remove_reason: 'wrong branch' } }, gone.message)
    for (const path of [`/attachments/${id}`, `/attachments/${id}/download`]) {
      t.equal((await deleter.get(path)).status, 404, 'it leaves every list at once')
    }
    t.equal((await deleter.remove(`/attachments/${id}`, { reason: 'again' })).status, 404)
    const page = { page: 1, per_page: 50 }
    const removed = await attachments.list(system, { ...branch, ...page, removed: true })
    t.ok(removed.rows.some((one) => one.id === id))
    t.equal((await attachments.find(system, id)).remove_reason, 'wrong branch')
  })

  /** Tokens live for minutes; a day later everybody signs in again. */
  async function signInAgain(person: { user: { id: string } }) {
    const { open } = await import('../../../db/hospital/access/sessions.ts')
    const { users } = await import('../../../db/hospital/access/tables.ts')
    const user = await users.find({ hospital_id, id: person.user.id })
    if (user === undefined) throw new Error('nobody')
    const facts = { ip: '127.0.0.1', user_agent: 'test' }
    const { tokens } = await within(() => open({ user, method: 'PASSWORD', facts, max_days: 90 }))
    return { tokens: { authorization: `Bearer ${tokens.access_token}` } }
  }

  t.test('a file under legal hold is not removed (PLT-109)', async (t) => {
    const { id } = await attach('evidence.pdf')
    const hold = `/attachments/${id}/hold`
    t.match((await nurse.post(hold, { reason: 'court' })).message, /It needs attachment:hold\.$/)
    t.equal((await privacy.post(hold, {})).message, 'reason is required.')
    t.equal((await privacy.post(`/attachments/${none}/hold`, {})).status, 404)
    const held = await privacy.post(hold, { reason: 'court order 12' })
    t.match(held, { status: 200, data: { held: true } })
    t.match(await privacy.post(hold, { reason: 'again' }), {
      status: 409,
      message: 'This file is under a legal hold already.',
    })
    t.match(await officer.remove(`/attachments/${id}`, { reason: 'tidying' }), {
      status: 409,
      message: 'This file is under a legal hold.',
    })
    const freed = await privacy.post(`/attachments/${id}/release`, { reason: 'case closed' })
    t.match(freed.data, { held: false })
    t.equal((await privacy.post(`/attachments/${id}/release`, { reason: 'again' })).status, 409)
    t.equal((await officer.remove(`/attachments/${id}`, { reason: 'tidying' })).status, 200)
  })

  t.test('removed bytes are kept 90 days, then erased; the row stays (PLT-109)', async (t) => {
    const file = async (text: string) => attach(`${text}.txt`, Buffer.from(text))
    const restored = await file('restored')
    const erased = await file('erased')
    const shared = await file('shared')
    const still = await file('shared')
    const held = await file('held')
    for (const { id } of [restored, erased, shared, held]) {
      const gone = await officer.remove(`/attachments/${id}`, { reason: 'mistake' })
      t.equal(gone.status, 200, gone.message)
    }
    await privacy.post(`/attachments/${held.id}/hold`, { reason: 'court order 13' })
    const in_days = (count: number) => new Date(clock.ms() + days(count))
    t.equal(await removal.eraseRemoved(in_days(60)), 0)
    await within(() => removal.restore(system, restored.id))
    t.equal((await nurse.get(`/attachments/${restored.id}`)).status, 200)
    const before = await tables.attachments.count({ hospital_id })
    t.ok((await removal.eraseRemoved(in_days(91))) >= 2)
    t.notOk(existsSync(pathOf(erased.sha256)))
    t.ok(existsSync(pathOf(restored.sha256)))
    t.ok(existsSync(pathOf(still.sha256)), 'bytes that another row needs stay')
    t.ok(existsSync(pathOf(held.sha256)), 'held ones stay')
    t.equal(await tables.attachments.count({ hospital_id }), before, 'rows stay')
    t.equal(await removal.eraseRemoved(in_days(92)), 0, 'once')
    await t.rejects(
      within(() => removal.restore(system, erased.id)),
      {
        message: 'The bytes of this file are erased.',
      },
    )
    await t.rejects(
      within(() => removal.restore(system, still.id)),
      {
        message: 'This file was not removed.',
      },
    )
  })

  t.test('the same bytes are kept once, read-only', async (t) => {
    const one = await attach('one.txt', Buffer.from('the very same'))
    const two = await attach('two.txt', Buffer.from('the very same'))
    t.equal(one.sha256, two.sha256)
    t.match(pathOf(one.sha256), new RegExp(`/${one.sha256.slice(0, 2)}/${one.sha256.slice(2, 4)}/`))
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
