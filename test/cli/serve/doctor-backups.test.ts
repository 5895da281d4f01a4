// The doctor's checks of backups, of who could get in and of what was proved (operations 5.14): each
// state that the chapter names.

import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { isStuck, setPatience } from '../../../db/appliance/backups/answers.ts'
import { createBackup, repositoryOf } from '../../../db/appliance/backups/create.ts'
import { keepSlot, mark, slotsOf } from '../../../db/appliance/backups/repository.ts'
import { clock, days, hours, instantIn, minutes } from '../../../db/core/clock.ts'
import { run, within } from '../../../db/store/connection.ts'
import { setMachine } from '../../../db/appliance/doctor/asked.ts'
import { mend } from '../../../db/appliance/doctor/doctor.ts'
import type { Finding } from '../../../db/appliance/doctor/finding.ts'
import { users } from '../../../db/hospital/office/access/tables.ts'
import { device_activations } from '../../../db/hospital/office/devices/tables.ts'
import { facilities } from '../../../db/hospital/office/places/tables.ts'
import { newId } from '../../../db/core/ids.ts'
import { sql } from '../../../db/store/sql.ts'
import { schedules } from '../../../db/appliance/timetable/tables.ts'
import { configurationAt, houseAt } from '../../support/programs/backed-house.ts'
import { folder } from '../../support/folder.ts'
import { hangAt } from '../../support/programs/hanging.ts'
import { patientAt } from '../../support/desk/patient.ts'

t.setTimeout(600_000)
const dir = folder(t)
const house = await houseAt(configurationAt(dir))
const { deployment, hospital_id } = house
t.teardown(() => deployment.close())
const { patient, look } = patientAt(dir, deployment)
t.afterEach(() => {
  setMachine(null)
  clock.release()
})

t.test('backups: how old, how proved, and who can open them', async (t) => {
  const fresh = 'there is no backup'
  t.match(await look('backup.age'), { state: 'WARN', message: fresh }, 'the house is new')
  clock.advance(days(4))
  t.match(await look('backup.age'), { state: 'BAD', message: fresh })
  clock.release()
  for (const id of ['verified', 'drill', 'key_proof', 'slots', 'elsewhere', 'lock', 'space']) {
    t.match(await look(`backup.${id}`), { state: 'SKIPPED' }, id)
  }
  const { name } = await createBackup(deployment, { tag: 'manual', by: 'a test' })
  const repository = await repositoryOf(deployment, undefined)
  t.match(await look('backup.age'), { state: 'OK' })
  for (const [id, command] of [
    ['verified', 'kituo backup verify latest'],
    ['drill', 'kituo backup drill latest'],
  ]) {
    t.match(await look(`backup.${id}`), { state: 'WARN', message: 'never', mend_command: command })
  }
  await mark(repository, name, { verified_at: clock.instant(), drilled_at: clock.instant() })
  const began = clock.ms()
  const at = (ms: number): void => clock.freeze(new Date(began + ms).toISOString())
  const ages: [string, number, string][] = [
    ['backup.age', hours(25), 'OK'],
    ['backup.age', hours(27), 'WARN'],
    ['backup.age', hours(73), 'BAD'],
    ['backup.verified', days(8), 'OK'],
    ['backup.verified', days(9), 'WARN'],
    ['backup.drill', days(35), 'OK'],
    ['backup.drill', days(36), 'WARN'],
    ['backup.elsewhere', days(6), 'WARN'],
    ['backup.elsewhere', days(8), 'BAD'],
  ]
  for (const [id, ms, state] of ages) {
    at(ms)
    t.match(await look(id), { state }, `${id} after ${ms / hours(1)} hours`)
  }
  at(0)
  t.match(await look('backup.elsewhere'), { message: /lies on the same disk as the data/ })

  t.match(await look('backup.slots'), { state: 'WARN', message: 'one key alone opens the backups' })
  t.match(await look('backup.key_proof'), { state: 'WARN', message: /nobody has proved/ })
  const [machine] = await slotsOf(repository)
  if (machine === undefined) throw new Error('no slot')
  const words = { ...machine, id: newId(), kind: 'recovery' } as const
  await keepSlot(repository, words)
  t.match(await look('backup.slots'), { state: 'OK' })
  t.match(await look('backup.key_proof'), { state: 'WARN', mend_command: /^kituo backup key test/ })
  await keepSlot(repository, { ...words, last_proved_at: clock.instant() })
  t.match(await look('backup.key_proof'), { state: 'OK' })
  at(days(91))
  t.match(await look('backup.key_proof'), { state: 'WARN', message: /the last proof of a key is/ })
  at(0)

  setMachine({ roomAt: async () => 1024 ** 2 })
  t.match(await look('backup.space'), {
    state: 'BAD',
    message: /^1 MB are free, the next backup wants/,
    mend_command: 'kituo backup prune',
  })
  setMachine({ roomAt: async () => 1024 ** 4 })
  t.match(await look('backup.space'), { state: 'OK' })
})

t.test('backup.elsewhere: a copy on another disk, and how old it is', async (t) => {
  if (statSync('/dev/shm').dev === statSync(dir).dev) return
  const far = mkdtempSync('/dev/shm/kituo-far-')
  t.teardown(() => rmSync(far, { recursive: true, force: true }))
  const places = `[
    { name = "local", path = "${dir}/backups" }, { name = "far", path = "${far}" } ]`
  const settings = `[backup]\nrepositories = ${places.replaceAll('\n', ' ')}`
  const there = { ...deployment, configuration: patient({ settings }).configuration }
  const seen = (): Promise<Finding> => look('backup.elsewhere', { settings, deployment: there })
  t.match(await seen(), { state: 'WARN', message: /on another disk is of never/ })
  const { name, at } = await createBackup(there, { tag: 'far', by: 'a test', repository: 'far' })
  t.match(await seen(), { state: 'OK', message: `far, ${at}` })
  clock.advance(days(7) + minutes(1))
  t.match(await seen(), { state: 'BAD', mend_command: 'kituo backup copy far' })
  clock.release()
  await mark(await repositoryOf(there, 'far'), name, { damaged: 'a byte was changed' })
  t.match(await seen(), { state: 'WARN' }, 'what does not hold is no copy')
})

t.test('backup.place: the first that says nothing is grave, another one is told', async (t) => {
  t.match(await look('backup.place'), { state: 'OK', message: 'local' })
  const usb = folder(t)
  const settings = `[backup]\nrepositories = [ { name = "local", path = "${dir}/backups" }, { name = "usb", path = "${usb}" } ]`
  const seen = () => look('backup.place', { settings })
  t.match(await seen(), { state: 'OK', message: 'local, usb' }, 'empty is not silent')
  setPatience({ look: 100 })
  t.teardown(() => setPatience())
  writeFileSync(join(usb, 'config.json'), '{}')
  const far = hangAt(t, join(usb, 'config.json'))
  t.match(await seen(), {
    state: 'WARN',
    message: new RegExp(`^${usb} does not answer: nothing moved for`),
    mend_command: `findmnt --target ${usb}`,
  })
  t.match(await look('backup.slots'), { state: 'OK' }, 'the others are judged as before')
  const near = hangAt(t, join(dir, 'backups', 'config.json'))
  t.match(await seen(), {
    state: 'BAD',
    message: new RegExp(`^${dir}/backups does not answer.* ${usb} has not answered since`),
    mend_command: `findmnt --target ${dir}/backups`,
  })
  for (const id of ['age', 'verified', 'drill', 'key_proof', 'slots', 'elsewhere', 'lock']) {
    t.match(await look(`backup.${id}`), { state: 'SKIPPED', message: 'the place says nothing' })
  }
  far.answer()
  near.answer()
  while (isStuck()) await new Promise((next) => setTimeout(next, 5))
  t.match(await seen(), { state: 'OK' })
})

t.test('backup.lock: one that a process left, and the mend', async (t) => {
  t.match(await look('backup.lock'), { state: 'OK' })
  const { dir: at } = await repositoryOf(deployment, undefined)
  const holder = { host: 'hms2', boot: 'x', pid: 1, started: '1', what: 'kituo backup create' }
  writeFileSync(
    join(at, 'locks', 'lock.json'),
    JSON.stringify({ ...holder, since: clock.instant() }),
  )
  t.match(await look('backup.lock'), { state: 'OK' }, 'another host may be at work')
  clock.advance(minutes(16))
  const left = await look('backup.lock')
  t.match(left, {
    state: 'WARN',
    mends_itself: true,
    mend_command: 'kituo backup repository unlock local',
  })
  t.match(await mend(patient(), [left]), [{ mended: true }])
  t.match(await look('backup.lock'), { state: 'OK' })
})

t.test('security: administrators, first passwords, open codes', async (t) => {
  t.match(await look('security.last_admin'), { state: 'WARN', message: '1 administrator alone' })
  t.match(await look('security.two_factor'), { state: 'WARN', message: /^1 of 1/ })
  const first = await users.find({ hospital_id, username: 'admin' })
  if (first === undefined) throw new Error('no administrator')
  await within(() => users.change({ hospital_id }, { totp_enabled_at: clock.instant() }))
  t.match(await look('security.two_factor'), { state: 'OK' })
  const temporary = { temporary_until: instantIn(days(1)), last_sign_in_at: null }
  await within(() => users.change({ hospital_id, id: first.id }, temporary))
  t.match(await look('security.first_password'), { state: 'WARN', message: /^1 accounts/ })
  await within(() => users.change({ hospital_id }, { last_sign_in_at: clock.instant() }))
  t.match(await look('security.first_password'), { state: 'OK' })
  const { id: _, ...rest } = first
  await within(async () => {
    const { id } = await users.insert({ ...rest, username: 'juma', full_name: 'Juma Ali' })
    await run(sql`insert into user_roles (id, hospital_id, user_id, role_id, given_at)
      select ${newId()}, hospital_id, ${id}, role_id, given_at from user_roles
      where user_id = ${first.id}`)
  })
  t.match(await look('security.last_admin'), { state: 'OK', message: '2 administrators' })

  t.match(await look('security.open_codes'), { state: 'OK' })
  const place = await facilities.find({ hospital_id, code: 'MAIN' })
  await within(() =>
    device_activations.insert({
      hospital_id,
      facility_id: place?.id ?? '',
      label: 'Cashier 2',
      station_role: 'cashier',
      allowed_cidrs: [],
      never_expires: true,
      lease_days: 30,
      status: 'PENDING',
      code_hash: 'a'.repeat(64),
      code_hint: 'AB',
      created_by_name: 'a test',
    }),
  )
  t.match(await look('security.open_codes'), { state: 'OK' })
  clock.advance(days(31))
  t.match(await look('security.open_codes'), {
    state: 'WARN',
    mend_command: 'kituo device activations',
  })
})

t.test('books.verify: by the proof of each night', async (t) => {
  t.match(await look('books.verify'), { state: 'SKIPPED' })
  const at = { name: 'books-proof', place: hospital_id }
  const ran = { last_run_at: clock.instant(), last_status: 'DONE' } as const
  await within(() => schedules.insert({ ...at, time_zone: 'UTC', pace: '0 3 * * *', ...ran }))
  t.match(await look('books.verify'), { state: 'OK' })
  clock.advance(hours(37))
  t.match(await look('books.verify'), { state: 'WARN', mend_command: 'kituo books verify' })
  await within(() => schedules.change(at, { last_status: 'FAILED' }))
  t.match(await look('books.verify'), { state: 'BAD', message: 'the last proof failed' })
  await within(() => schedules.remove(at))
})

t.test('audit.chain: a proof that found it broken', async (t) => {
  t.match(await look('audit.chain'), { state: 'OK', message: 'not proved yet' })
  const proof = (ok: boolean) =>
    within(() =>
      run(sql`insert into audit_proofs (id, hospital_id, ok, rows_checked, from_seq, to_seq,
          head_hash, anchors_checked, problems, took_ms, at, by_name)
        values (${newId()}, ${hospital_id}, ${ok}, 3, 1, 3, ${'a'.repeat(64)}, 0, '[]', 5,
          ${clock.instant()}, 'a test')`),
    )
  await proof(false)
  t.match(await look('audit.chain'), { state: 'BAD', message: /found it broken$/ })
  clock.advance(minutes(1))
  await proof(true)
  t.match(await look('audit.chain'), { state: 'OK', message: /^sound at/ })
})
