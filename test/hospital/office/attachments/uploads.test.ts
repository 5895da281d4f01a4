// What an upload may say and weigh, and what is kept of it.

import t from 'tap'
import { within } from '../../../../db/store/connection.ts'
import { pathOf } from '../../../../db/store/files/store.ts'
import * as attachments from '../../../../db/hospital/office/attachments/attachments.ts'
import { requireRoom } from '../../../../db/hospital/office/attachments/limits.ts'
import * as tables from '../../../../db/hospital/office/attachments/tables.ts'
import { registry } from '../../../../db/hospital/registry.ts'
import { newId } from '../../../../db/core/ids.ts'
import { boot } from '../../../support/boot.ts'
import { branchFiles } from '../../../support/branch-files.ts'
import * as files from '../../../support/files.ts'

const none = '01a20000-1de4-7573-b853-57b97905f91d'

t.test('uploads', async (t) => {
  const house = await boot(t)
  const { system } = house
  const hospital_id = house.hospital.id
  const { officer, branch, attach, arriving } = await branchFiles(house)

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
    t.match(json, { status: 400, message: 'Send this as multipart/form-data.' })
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
    const row = await attachments.attachmentRecord.get(system, (await attach()).id)
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

  t.test('the same bytes are kept once, read-only', async (t) => {
    const one = await attach('one.txt', Buffer.from('the very same'))
    const two = await attach('two.txt', Buffer.from('the very same'))
    t.equal(one.sha256, two.sha256)
    t.match(pathOf(one.sha256), new RegExp(`/${one.sha256.slice(0, 2)}/${one.sha256.slice(2, 4)}/`))
  })
})
