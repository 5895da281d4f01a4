// The place of the files goes away, comes back, is another's, or holds a file that is not what it was
// (OPS-43, operations 6.2): everything else goes on, and never do another file's bytes go out.

import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { clock } from '../../db/core/clock.ts'
import { within } from '../../db/store/connection.ts'
import { filesAway, lookAtFiles, setFilesFolder, setPatience } from '../../db/store/files/place.ts'
import { pathOf } from '../../db/store/files/store.ts'
import { fitFiles } from '../../db/appliance/house/fits.ts'
import { deployment } from '../../db/appliance/timetable/tables.ts'
import { theDeployment } from '../../db/appliance/timetable/terms.ts'
import { Ask } from '../support/ask.ts'
import { boot } from '../support/boot.ts'
import { branchFiles } from '../support/branch-files.ts'
import * as files from '../support/files.ts'
import { folder } from '../support/folder.ts'

const away =
  'The place of the files does not answer: none can be opened or kept just now. Tell the IT desk.'

t.test('the place of the files', async (t) => {
  const house = await boot(t)
  const { officer, nurse, branch, attach } = await branchFiles(house)
  const place = join(house.database.folder, 'attachments')
  const mounted = `${place}.mounted`
  const unmount = (): void => {
    renameSync(place, mounted)
    mkdirSync(place)
  }
  const mount = (): void => {
    rmSync(place, { recursive: true, force: true })
    renameSync(mounted, place)
  }
  const ready = async () => new Ask(house.app).get('/ready')

  await t.test('a house whose place has no mark yet marks it at its start', async (t) => {
    await attach('before.pdf')
    t.equal(await fitFiles(), 'ours')
    const { id, store } = await theDeployment()
    t.equal(store, id)
    t.equal(readFileSync(join(place, 'STORE'), 'utf8'), `${id}\n`)
    t.equal(await fitFiles(), 'ours', 'and knows it again')
  })

  await t.test('a mount that is away: files answer 503, everything else goes on', async (t) => {
    const { id } = await attach('there.pdf')
    unmount()
    const download = () => nurse.get(`/attachments/${id}/download`)
    t.match(await download(), { status: 503, message: away })
    const upload = await files.attach(officer, branch, 'new.pdf', files.pdf)
    t.match(upload, { status: 503, message: away })
    t.ok(upload.headers['retry-after'])
    t.equal((await nurse.get(`/attachments/${id}`)).status, 200, 'what is known of it is shown')
    t.equal((await nurse.get('/attachments', branch)).status, 200)
    t.match(await ready(), { status: 200, data: { checks: ['attachments'] } })
    t.same(readdirSync(place), [], 'nothing is written where the mount will come')
    t.equal(await fitFiles(), 'away', 'a start goes on without it')
    mount()
    t.equal(await lookAtFiles(), true, 'it is back by itself')
    t.equal((await download()).status, 200)
    t.match(await ready(), { status: 200, data: { checks: [] } })
    t.equal((await files.attach(officer, branch, 'later.pdf', files.pdf)).status, 201)
  })

  await t.test('a mount that hangs is asked once at a time, and holds up nobody', async (t) => {
    const mark = join(place, 'STORE')
    const kept = readFileSync(mark, 'utf8')
    const { id } = await attach('hangs.pdf')
    rmSync(mark)
    // Opening a pipe that nobody writes to hangs as a dead mount does.
    execFileSync('mkfifo', [mark])
    setPatience(50)
    t.teardown(() => setPatience(5000))
    t.equal(await lookAtFiles(), false)
    t.match(filesAway(), { why: 'it does not answer' })
    t.match(await nurse.get(`/attachments/${id}/download`), { status: 503, message: away })
    t.equal((await nurse.get('/auth/me')).status, 200)
    const end = openSync(mark, constants.O_WRONLY | constants.O_NONBLOCK)
    writeFileSync(end, kept)
    closeSync(end)
    rmSync(mark)
    writeFileSync(mark, kept)
    setPatience(5000)
    while (!(await lookAtFiles())) await new Promise((next) => setImmediate(next))
    t.equal((await nurse.get(`/attachments/${id}/download`)).status, 200)
  })

  await t.test('a file that is missing or altered is not sent, nor is another', async (t) => {
    clock.freeze('2026-11-02T20:30:00.000Z')
    const made = await attach('chart.pdf', Buffer.concat([files.pdf, Buffer.from('% a chart\n')]))
    clock.release()
    const download = () => nurse.get(`/attachments/${made.id}/download`)
    const sentence = /^This file is missing\. It was stored on 2026-11-02\.$/
    const path = pathOf(made.sha256)
    t.equal((await download()).status, 200)
    const bytes = readFileSync(path)
    chmodSync(path, 0o600)
    writeFileSync(path, files.pdf)
    t.match(await download(), { status: 404, message: sentence, data: null })
    writeFileSync(path, Buffer.concat([bytes.subarray(1), bytes.subarray(0, 1)]))
    t.match(await download(), { status: 404, message: sentence }, 'of the same length')
    rmSync(path)
    t.match(await download(), { status: 404, message: sentence })
    writeFileSync(path, bytes)
    t.equal((await download()).status, 200, 'put back, it is sent')
  })

  await t.test('whose place it is, before anything is kept there', async (t) => {
    const { id, store } = await theDeployment()
    const known = (to: string | null) => within(() => deployment.change({ id }, { store: to }))
    const at = folder(t)
    t.teardown(async () => {
      await known(store)
      setFilesFolder(place)
      await fitFiles()
    })
    const refused = { code: 'data_dir.store' }

    const another = join(at, 'another')
    mkdirSync(another)
    writeFileSync(join(another, 'STORE'), '0199a5c2-7d1e-7000-8000-000000000001\n')
    setFilesFolder(another)
    await t.rejects(fitFiles(), {
      ...refused,
      message: `${another} holds the attachments of another deployment.`,
    })
    await known(null)
    await t.rejects(fitFiles(), refused)

    const strange = join(at, 'strange')
    mkdirSync(join(strange, 'ab/cd'), { recursive: true })
    writeFileSync(join(strange, 'ab/cd', 'ab'.padEnd(64, 'c')), 'not of this house')
    setFilesFolder(strange)
    await t.rejects(fitFiles(), refused, 'files without a mark that nobody here knows')

    const bare = join(at, 'bare')
    setFilesFolder(bare)
    t.equal(await fitFiles(), 'away', 'this house has files, and they are not here')
    t.notOk(existsSync(bare))
    await known(store)
    mkdirSync(bare)
    t.equal(await fitFiles(), 'away', 'nor for a further daemon with a folder of its own (OPS-103)')
    t.same(readdirSync(bare), [])
  })
})

t.test('a house without files marks a folder that is bare', async (t) => {
  await boot(t, [])
  const at = join(folder(t), 'mount')
  mkdirSync(join(at, 'lost+found'), { recursive: true })
  setFilesFolder(at)
  t.equal(await fitFiles(), 'ours')
  t.ok(existsSync(join(at, 'STORE')))
})
