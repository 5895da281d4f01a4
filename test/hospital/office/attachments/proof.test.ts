// What rows name is looked for: attachments, and photos in their two sizes (OPS-43, PLT-109).

import { unlinkSync, writeFileSync } from 'node:fs'
import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { within } from '../../../../db/store/connection.ts'
import { pathOf } from '../../../../db/store/files/store.ts'
import { proveFiles } from '../../../../db/hospital/office/attachments/proof.ts'
import { attachments, photos } from '../../../../db/hospital/office/attachments/tables.ts'
import { newId } from '../../../../db/core/ids.ts'
import { boot } from '../../../support/boot.ts'
import * as files from '../../../support/files.ts'

t.test('files that photos name are proved like any other', async (t) => {
  const { people, hospital } = await boot(t)
  const nurse = await people.with('nurse')
  const path = `/photos/user/${nurse.user.id}`
  const placed = await nurse.raw('PUT', path, await files.jpeg(400, 300), 'image/jpeg')
  t.equal(placed.status, 200, placed.message)
  const photo = await photos.find({ hospital_id: hospital.id, subject_id: nurse.user.id })
  const { sha256 = '', thumb_sha256 = '' } = photo ?? {}
  t.same(await proveFiles({ sample: 0 }), { count: 2, read: 0, missing: [], damaged: [] })
  t.match(await proveFiles({ sample: 100 }), { count: 2, read: 2, damaged: [] })
  unlinkSync(pathOf(thumb_sha256))
  t.match(await proveFiles({ sample: 0 }), {
    missing: [{ sha256: thumb_sha256, file_name: 'photo of user' }],
    damaged: [],
  })
  writeFileSync(pathOf(sha256), 'cut')
  const { missing, damaged } = await proveFiles({ sample: 0 })
  t.equal(missing.length, 1)
  t.match(damaged, [{ sha256 }], 'of another size than the row says')
})

t.test('a file that very many rows name is one file, and none behind it is left out', async (t) => {
  const { hospital } = await boot(t)
  const named = (sha256: string) =>
    attachments.insert({
      hospital_id: hospital.id,
      entity_type: 'patient',
      entity_id: newId(),
      file_name: 'scan.pdf',
      content_type: 'application/pdf',
      size: 3,
      sha256,
      category: 'OTHER',
      description: null,
      scan_state: 'CLEAN',
      uploaded_by_name: 'A nurse',
      uploaded_at: clock.instant(),
    })
  const of = (digit: string) => digit.repeat(64)
  await within(async () => {
    for (let at = 0; at < 600; at += 1) await named(of('a'))
    await named(of('b'))
    await photos.insert({
      hospital_id: hospital.id,
      subject: 'user',
      subject_id: newId(),
      sha256: of('c'),
      thumb_sha256: of('d'),
      width: 1,
      height: 1,
      size: 3,
      updated_by_name: 'A nurse',
    })
  })
  const { count, missing } = await proveFiles({ sample: 0 })
  t.equal(count, 4)
  t.same(
    missing.map(({ sha256 }) => sha256[0]),
    ['a', 'b', 'c', 'd'],
  )
})
