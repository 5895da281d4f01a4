import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { within } from '../../db/store/connection.ts'
import { erase, get, pathOf, put, setFileStore, sizeOf } from '../../db/store/files/store.ts'
import { boot } from '../support/boot.ts'

t.test('the file store', async (t) => {
  await boot(t, [])
  const folder = mkdtempSync(join(tmpdir(), 'kituo-files-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  setFileStore(folder)
  const bytes = Buffer.from('the bytes of a letter')

  t.test('bytes are kept once, under their own hash, and nobody may write them', async (t) => {
    const [sha256, again] = await Promise.all([put(bytes), put(bytes)])
    t.equal(sha256, again)
    t.equal(sha256.length, 64)
    const path = pathOf(sha256)
    t.equal(path, join(folder, 'attachments', sha256.slice(0, 2), sha256.slice(2, 4), sha256))
    t.equal(statSync(path).mode & 0o777, 0o400)
    t.same(readdirSync(join(path, '..')), [sha256], 'no half-written file is left beside it')
    t.same(await get(sha256), bytes)
    t.equal(await sizeOf(sha256), bytes.length)
    t.equal(await put(bytes), sha256, 'and once more')
  })

  t.test('an erased file and one that never was are not there', async (t) => {
    const sha256 = await put(Buffer.from('to be erased'))
    await erase(sha256)
    t.equal(await get(sha256), undefined)
    t.equal(await sizeOf(sha256), undefined)
    await t.rejects(get('../../../etc/passwd'), /named by its SHA-256/)
  })

  t.test('nothing is kept or erased inside a transaction', async (t) => {
    await t.rejects(
      within(() => put(bytes)),
      /inside a transaction/,
    )
    await t.rejects(
      within(() => erase('0'.repeat(64))),
      /inside a transaction/,
    )
  })
})
