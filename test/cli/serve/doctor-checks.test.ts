// Every check of operations 5.14 that needs a house or a machine in some state: how it says that all is
// well, what it says when it is not, and what mends it.

import { createServer } from 'node:net'
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import t from 'tap'
import { clock, days, hours, minutes } from '../../../db/core/clock.ts'
import { database, run, within } from '../../../db/store/connection.ts'
import { tryConfiguration } from '../../../db/appliance/configuration/read.ts'
import { setMachine } from '../../../db/appliance/doctor/asked.ts'
import { checks, examine, mend } from '../../../db/appliance/doctor/doctor.ts'
import type { Finding, Patient } from '../../../db/appliance/doctor/finding.ts'
import { databaseFile } from '../../../db/appliance/deployment/generation.ts'
import { nothingLostYet } from '../../support/programs/nothing-lost-yet.ts'
import { audit_lost } from '../../../db/hospital/office/audit/reads.ts'
import { writeAnchors } from '../../../db/hospital/office/auditing/anchors.ts'
import { lookAfterKill } from '../../../db/appliance/house/after-kill.ts'
import { noteChecked, markStanding, markStopped } from '../../../db/appliance/house/clean-stop.ts'
import { fitFiles } from '../../../db/appliance/house/fits.ts'
import { daysUntilFull, noteRoom, pointsIn } from '../../../db/appliance/house/growth.ts'
import { makeReserve, reserveOf } from '../../../db/appliance/house/room.ts'
import {
  forgetSeen,
  foreignWatch,
  noteForwarded,
  noteTickRestarted,
} from '../../../db/appliance/house/seen.ts'
import { pathOf } from '../../../db/store/files/store.ts'
import { note } from '../../../db/appliance/release/history.ts'
import * as daemons from '../../../db/appliance/timetable/daemons.ts'
import { schedules } from '../../../db/appliance/timetable/tables.ts'
import { newId } from '../../../db/core/ids.ts'
import { sql } from '../../../db/store/sql.ts'
import { configurationAt, houseAt } from '../../support/programs/backed-house.ts'
import { folder } from '../../support/folder.ts'
import { manyDepartments } from '../../support/programs/many-departments.ts'

t.setTimeout(600_000)
const dir = folder(t)
const house = await houseAt(configurationAt(dir))
const { deployment, hospital_id } = house
t.teardown(() => deployment.close())

const patient = (settings = ''): Patient => ({
  ...tryConfiguration({
    place: 'clone',
    env: {},
    text: settings,
    file: join(dir, 'kituo.toml'),
    flags: { 'data.dir': dir },
  }),
  env: {},
  deployment,
  obstacle: null,
})
const look = async (id: string, settings = ''): Promise<Finding> => {
  const [found] = await examine(patient(settings), { ids: [id] })
  if (found === undefined) throw new Error(`there is no check ${id}`)
  return found
}

t.test('every check of this file is one of the doctor', async (t) => {
  t.equal(new Set(checks.map(({ id }) => id)).size, checks.length)
  t.ok(checks.length > 75, `${checks.length} checks`)
})

t.test('database.unclean: a house that was killed, and what its pages are', async (t) => {
  t.match(await look('database.unclean'), { state: 'OK' })
  t.equal(markStanding(dir), false)
  t.match(await look('database.unclean'), { state: 'OK' }, 'this one runs')
  const holder = readFileSync(join(dir, 'holder.json'))
  rmSync(join(dir, 'holder.json'))
  t.match(await look('database.unclean'), { state: 'OK' }, 'as on PostgreSQL, without a lock')
  writeFileSync(join(dir, 'holder.json'), holder)
  t.equal(markStanding(dir), true, 'the one before was not stopped')
  t.match(await look('database.unclean'), { state: 'WARN', message: /was not stopped; its pages/ })
  noteChecked(dir, 'whole')
  t.match(await look('database.unclean'), { state: 'WARN', message: /its pages are whole/ })
  noteChecked(dir, 'wrong')
  t.match(await look('database.unclean'), {
    state: 'BAD',
    mend_command: 'kituo backup restore latest',
  })
  markStopped(dir)
  t.match(await look('database.unclean'), { state: 'OK' })
})

t.test('OPS-8: what a start after a kill finds, is told until the next clean stop', async (t) => {
  t.teardown(() => markStopped(dir))
  const told = async (killed: Pick<typeof deployment, 'root' | 'engine'>) => {
    markStopped(dir)
    markStanding(dir)
    await lookAfterKill(killed as typeof deployment)
    return look('database.unclean')
  }
  t.match(await told(deployment), { state: 'WARN', message: /its pages are whole/ })
  const { root, engine } = deployment
  t.match(
    await told({ root, engine: { ...engine, dialect: 'postgres' } }),
    { state: 'WARN', message: /PostgreSQL looks after its pages itself/ },
    'nobody looks at them, so nobody has yet to',
  )
  const used = database()
  const read = used.read.bind(used)
  t.teardown(() => {
    used.read = read
  })
  used.read = (text, values) =>
    text.includes('quick_check') ? Promise.reject(new Error('away')) : read(text, values)
  t.match(
    await told(deployment),
    { state: 'WARN', message: /could not be looked at/, mend_command: 'kituo database check' },
    'and the house starts',
  )
})

t.test('database.foreign_writer: another program commits (OPS-51)', async (t) => {
  t.teardown(forgetSeen)
  const watch = foreignWatch(async () => (await deployment.engine.foreignCommits()) ?? 0)
  t.equal(await watch(), false)
  await house.department('A')
  t.equal(await watch(), false, 'what this house writes is its own')
  t.match(await look('database.foreign_writer'), { state: 'OK' })
  const other = new DatabaseSync(databaseFile(deployment.root, 1))
  other.exec('create table stranger (id text); drop table stranger')
  other.close()
  t.equal(await watch(), true)
  t.match(await look('database.foreign_writer'), {
    state: 'BAD',
    mend_command: 'kituo database check --full',
  })
})

t.test('database.lint: a row that would not move', async (t) => {
  t.match(await look('database.lint'), { state: 'OK' })
  const { engine } = deployment
  await engine.script("update departments set name = 'a' || char(0) || 'b' where code = 'A'")
  t.match(await look('database.lint'), {
    state: 'WARN',
    message: /departments/,
    mend_command: 'kituo database lint --mend',
  })
  await engine.script("update departments set name = 'Ward A' where code = 'A'")
  t.match(await look('database.lint'), { state: 'OK', message: 'every row would move' })
  await manyDepartments(engine, 'A', 1, 6000)
  t.match(
    await look('database.lint'),
    { state: 'OK', message: /^the first 5000 of each table would/ },
    'a long table keeps nobody waiting',
  )
})

t.test('attachment.store: whose place it is, and whether it is there (OPS-43)', async (t) => {
  const mark = join(dir, 'attachments', 'STORE')
  t.match(await look('attachment.store'), { state: 'OK', message: /marked at the next start/ })
  t.equal(await fitFiles(), 'ours')
  t.match(await look('attachment.store'), { state: 'OK' })
  const kept = readFileSync(mark, 'utf8')
  writeFileSync(mark, 'another\n')
  t.match(await look('attachment.store'), {
    state: 'BAD',
    message: `${join(dir, 'attachments')} holds the attachments of another deployment.`,
  })
  rmSync(mark)
  t.match(await look('attachment.store'), {
    state: 'BAD',
    mend_command: 'kituo doctor attachment.store --mend',
  })
  writeFileSync(mark, kept)
  t.match(await look('attachment.store'), { state: 'OK' })
})

t.test('attachment.missing: a file that a record names', async (t) => {
  const sha256 = await house.file('a note')
  t.match(await look('attachment.missing'), { state: 'OK', message: '1 files' })
  rmSync(pathOf(sha256))
  t.match(await look('attachment.missing'), {
    state: 'WARN',
    mend_command: 'kituo backup restore latest --only attachments',
  })
  await within(() => run(sql`delete from attachments`))
})

t.test('audit.anchor, audit.unwritten: the log is anchored, and nothing is lacking', async (t) => {
  t.match(await look('audit.anchor'), { state: 'OK' }, 'the log has just begun')
  clock.freeze(new Date(clock.ms() + hours(26)).toISOString())
  t.teardown(() => clock.release())
  t.match(await look('audit.anchor'), { state: 'WARN', mend_command: 'kituo audit anchor' })
  await writeAnchors()
  t.match(await look('audit.anchor'), { state: 'OK' })
  t.match(await look('audit.unwritten'), { state: 'OK' })
  audit_lost.rows = 2
  t.teardown(nothingLostYet)
  t.match(await look('audit.unwritten'), { state: 'BAD', message: /^2 reads/ })
})

t.test('security.access: flags of the access review', async (t) => {
  t.match(await look('security.access'), { state: 'OK' })
  await within(() =>
    run(
      sql`update users set created_at = '2020-01-01T00:00:00.000Z', last_sign_in_at = '2020-01-01T00:00:00.000Z' where hospital_id = ${hospital_id}`,
    ),
  )
  t.match(await look('security.access'), { state: 'WARN', message: /dormant/ })
})

t.test('timetable.tick, net.untrusted_proxy: what was seen while the house ran', async (t) => {
  t.teardown(forgetSeen)
  t.match(await look('timetable.tick'), { state: 'OK' })
  noteTickRestarted()
  t.match(await look('timetable.tick'), {
    state: 'WARN',
    message: /1 times/,
    mend: /^((?!clock).)*$/,
  })
  t.match(await look('net.untrusted_proxy'), { state: 'OK' })
  for (let n = 0; n < 300; n++) noteForwarded(`10.0.0.${n}`)
  noteForwarded('10.0.0.7')
  t.match(await look('net.untrusted_proxy'), {
    state: 'WARN',
    message: /^10\.0\.0\.7 forwards/,
    mend_command: 'kituo config set trusted_proxies 10.0.0.7',
  })
})

t.test('disk.reserve: is made again by the doctor where there is room', async (t) => {
  const small = 'disk.warn = "1MiB"\ndisk.refuse_uploads = "1MiB"\ndisk.read_only = "1MiB"\n'
  const sick = await look('disk.reserve', small)
  t.match(sick, { state: 'WARN', mend_command: 'kituo doctor disk.reserve --mend' })
  t.match(await look('disk.reserve', 'disk.warn = "9999TiB"'), { message: /no room for it/ })
  t.match(await mend(patient(small), [sick]), [{ mended: true }])
  t.ok(existsSync(reserveOf(dir)))
  t.match(await look('disk.reserve', small), { state: 'OK' })
  await makeReserve(dir)
})

t.test('disk.growth: when it is full at this rate', async (t) => {
  t.match(await look('disk.growth'), { state: 'SKIPPED' })
  const gib = 1024 ** 3
  const points = (free: readonly number[]) =>
    writeFileSync(
      join(dir, 'cache', 'disk-growth.json'),
      JSON.stringify(
        free.map((one, day) => ({ at: new Date(days(day)).toISOString(), free: one * gib })),
      ),
    )
  mkdirSync(join(dir, 'cache'), { recursive: true })
  points([100, 99.9, 99.8, 99.7])
  t.match(await look('disk.growth'), { state: 'OK', message: '997 days' })
  points([100, 90, 80, 70])
  t.match(await look('disk.growth'), {
    state: 'WARN',
    message: /full in 7 days/,
    mend_command: 'kituo backup prune',
  })
  points([70, 80, 90, 100])
  t.match(await look('disk.growth'), { state: 'OK', message: 'it does not fill' })
  t.equal(daysUntilFull([]), null)
  noteRoom(dir, 5)
  noteRoom(dir, 4)
  t.equal(pointsIn(dir).length, 5, 'once a day')
})

t.test('machine.power, clock.source, unit.exposure: what the machine says', async (t) => {
  t.teardown(() => setMachine(null))
  const said = (texts: Record<string, string>, outputs: Record<string, string> = {}) =>
    setMachine({
      text: (file) => texts[file] ?? null,
      output: (program) => outputs[program] ?? null,
    })
  const mount = (options: string) => ({
    '/proc/self/mountinfo': `36 35 8:1 / / ${options} - ext4 /dev/sda1 rw\n`,
  })
  said(mount('rw,relatime'))
  t.match(await look('machine.power'), { state: 'OK' })
  said(mount('rw,nobarrier'))
  t.match(await look('machine.power'), { state: 'WARN', message: /without barriers/ })
  said({ ...mount('rw'), '/sys/dev/block/8:1/../removable': '1\n' })
  t.match(await look('machine.power'), { state: 'WARN', message: /taken out/ })
  said({})
  t.match(await look('machine.power'), { state: 'SKIPPED' })
  t.match(await look('clock.source'), { state: 'SKIPPED' })
  t.match(await look('unit.exposure'), { state: 'SKIPPED' })
  said({}, { timedatectl: 'NTPSynchronized=yes\n' })
  t.match(await look('clock.source'), { state: 'OK' })
  said({}, { timedatectl: 'NTPSynchronized=no\n' })
  t.match(await look('clock.source'), {
    state: 'WARN',
    mend_command: 'timedatectl set-ntp true',
  })
  const unit = { '/etc/systemd/system/kituo.service': '[Service]' }
  const exposure = (score: string) => ({
    'systemd-analyze': `→ Overall exposure level for kituo.service: ${score} OK\n`,
  })
  said(unit, exposure('1.3'))
  t.match(await look('unit.exposure'), { state: 'OK', message: '1.3' })
  said(unit, exposure('4.2'))
  t.match(await look('unit.exposure'), { state: 'WARN', message: /4\.2/ })
})

t.test('net.listen, net.public_url, scanner.answers: who is reached', async (t) => {
  t.match(await look('net.listen'), { state: 'SKIPPED' }, 'no daemon runs')
  const server = createServer((socket) => {
    socket.once('data', (word) => {
      const answer = word.toString().startsWith('zPING')
        ? 'PONG\0'
        : 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n'
      socket.end(answer)
    })
    socket.on('error', () => undefined)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const url = `http://127.0.0.1:${port}`
  const id = newId()
  const facts = { host: hostname().slice(0, 120), pid: 1, program: '1', reasons: [] }
  await daemons.announce({ id, ...facts, state: 'READY', listen: [url] })
  t.match(await look('net.listen'), { state: 'OK', message: url })
  const public_url = `public_url = "${url}"\n`
  t.match(await look('net.public_url', public_url), { state: 'OK' })
  const scanner = `scanner.address = "127.0.0.1:${port}"\n`
  t.match(await look('scanner.answers', scanner), { state: 'OK' })
  t.match(await look('scanner.answers'), { state: 'SKIPPED' })
  await new Promise((resolve) => server.close(resolve))
  t.match(await look('net.listen'), { state: 'BAD', message: `${url} is not reached` })
  t.match(await look('net.public_url', public_url), { state: 'WARN', message: /does not answer/ })
  t.match(await look('scanner.answers', scanner), { state: 'BAD', message: /no file is taken/ })
  await daemons.leave(id)
})

t.test('wallet.proof, licence.lasts, messaging.*: of messaging and the licence', async (t) => {
  t.match(await look('wallet.proof'), { state: 'SKIPPED' })
  const at = { name: 'wallet-proof', place: '' }
  await within(() =>
    schedules.insert({
      ...at,
      time_zone: 'UTC',
      pace: '30 3 * * *',
      last_run_at: clock.instant(),
      last_status: 'DONE',
    }),
  )
  t.match(await look('wallet.proof'), { state: 'OK' })
  await within(() =>
    schedules.change(at, { last_run_at: new Date(clock.ms() - hours(40)).toISOString() }),
  )
  t.match(await look('wallet.proof'), { state: 'WARN' })
  await within(() => schedules.change(at, { last_status: 'FAILED' }))
  t.match(await look('wallet.proof'), {
    state: 'BAD',
    mend_command: 'kituo messaging wallet prove',
  })
  t.ok(['OK', 'SKIPPED'].includes((await look('licence.lasts')).state))
  t.match(await look('messaging.simulator'), { state: 'OK' })
  for (const id of ['links', 'queue', 'uncertain', 'webhooks']) {
    t.ok(['OK', 'WARN'].includes((await look(`messaging.${id}`)).state), id)
  }
})

t.test('update.rollback: until when the last update can be taken back', async (t) => {
  t.match(await look('update.rollback'), { state: 'SKIPPED' })
  const installed = (version: string): void => {
    const versions = join(dir, 'opt', 'versions')
    for (const one of ['1.4.1', '1.4.2', '1.4.3']) {
      mkdirSync(join(versions, one), { recursive: true })
      writeFileSync(join(versions, one, 'kituo'), '')
    }
    rmSync(join(dir, 'opt', 'current'), { force: true })
    symlinkSync(join('versions', version), join(dir, 'opt', 'current'))
    writeFileSync(join(dir, 'install.conf'), `prefix=${join(dir, 'opt')}\nsystemd=no\n`)
  }
  t.teardown(() => {
    for (const name of ['opt', 'install.conf']) rmSync(join(dir, name), { recursive: true })
  })
  const brought = (from: string, to: string, migrations: string[], age_ms: number): void =>
    note(dir, {
      from,
      to,
      at: new Date(clock.ms() - age_ms).toISOString(),
      by: 'a test',
      signature: null,
      backup: null,
      migrations,
      generation: null,
      parent: 1,
      health: [],
      outcome: 'DONE',
      reason: null,
      took_ms: 1,
    })
  installed('1.4.2')
  brought('1.4.1', '1.4.2', ['0002-motto'], minutes(5))
  t.match(await look('update.rollback'), { state: 'OK', message: /taken back until 20/ })
  // Whatever `update rollback` would refuse cannot be taken back.
  rmSync(join(dir, 'opt', 'versions', '1.4.1'), { recursive: true })
  t.match(await look('update.rollback'), {
    message: '1.4.2 stays. There is no version before to go back to.',
  })
  installed('1.4.3')
  t.match(await look('update.rollback'), { message: /^1\.4\.2 stays\./ }, 'another is in use')
  brought('1.4.2', '1.4.3', [], days(60))
  t.match(await look('update.rollback'), {
    message: '1.4.3 can be taken back: kituo update rollback',
  })
  brought('1.4.2', '1.4.3', ['0003-more'], days(15))
  t.match(await look('update.rollback'), {
    message: /^1\.4\.3 stays\. The data of 1\.4\.2 are kept no longer/,
  })
})

t.test('pg.pooler, pg.archive: are asked of PostgreSQL alone', async (t) => {
  for (const id of ['pg.pooler', 'pg.archive']) t.match(await look(id), { state: 'SKIPPED' })
})
