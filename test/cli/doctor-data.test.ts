// The doctor's checks of the data and of what stands over the house (operations 5.14): each state that
// the chapter names.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { createBackup, repositoryOf } from '../../db/backups/create.ts'
import { keepSlot, mark, slotsOf } from '../../db/backups/repository.ts'
import { operator } from '../../db/caller.ts'
import { clock, days, hours, instantIn, minutes, seconds } from '../../db/clock.ts'
import { database, run, within } from '../../db/connection.ts'
import { finishGeneration, makeGenerationFolder } from '../../db/deployment/generation.ts'
import { closeJournal, openJournal } from '../../db/deployment/journal.ts'
import { setMachine } from '../../db/doctor/asked.ts'
import { mend } from '../../db/doctor/doctor.ts'
import { users } from '../../db/hospital/access/tables.ts'
import { record } from '../../db/hospital/audit/record.ts'
import { device_activations } from '../../db/hospital/devices/tables.ts'
import { facilities } from '../../db/hospital/places/tables.ts'
import { forgetLicence } from '../../db/hospital/plans/standing.ts'
import { plan_licences } from '../../db/hospital/plans/tables.ts'
import { sendMail } from '../../db/hospital/outbox/send.ts'
import { email_settings } from '../../db/hospital/settings/tables.ts'
import { moveBusiness, openBusiness } from '../../db/messaging/accounts/businesses.ts'
import { openAccount } from '../../db/messaging/messages/opening.ts'
import { msg_messages, msg_receipts } from '../../db/messaging/messages/tables.ts'
import { forgetRouting } from '../../db/messaging/routing/operators.ts'
import { msg_links } from '../../db/messaging/routing/tables.ts'
import { msg_webhooks } from '../../db/messaging/webhooks/tables.ts'
import * as maintenance from '../../db/house/maintenance.ts'
import { newId } from '../../db/ids.ts'
import { holdOne, letGo } from '../../db/outbound/holds.ts'
import { sql } from '../../db/sql.ts'
import * as guard from '../../db/timetable/clock-guard.ts'
import * as daemons from '../../db/timetable/daemons.ts'
import { schedules } from '../../db/timetable/tables.ts'
import { configurationAt, houseAt } from '../support/backed-house.ts'
import { folder } from '../support/folder.ts'
import { patientAt } from '../support/patient.ts'
import { serverDatabase, without_server } from '../support/server.ts'

t.setTimeout(180_000)
const dir = folder(t)
const house = await houseAt(configurationAt(dir))
const { deployment, hospital_id } = house
t.teardown(() => deployment.close())
const { patient, look } = patientAt(dir, deployment)
t.afterEach(() => {
  setMachine(null)
  clock.release()
})

/** Answers of the database whose words hold `part`; all others are its own. */
function saying(t: Test, part: string, answer: Record<string, unknown>): () => void {
  const used = database()
  const read = used.read.bind(used)
  const back = (): void => {
    used.read = read
  }
  t.teardown(back)
  used.read = (text, values) =>
    text.includes(part) ? Promise.resolve([answer]) : read(text, values)
  return back
}

t.test('without data every check of data is skipped, and none fails', async (t) => {
  for (const id of ['journal.open', 'backup.age', 'security.last_admin', 'messaging.queue']) {
    t.match(await look(id, { deployment: null }), { state: 'SKIPPED', message: 'no data are open' })
  }
})

t.test('database.schema, database.drift: what this program needs, and nothing else', async (t) => {
  t.match(await look('database.schema'), { state: 'OK' })
  t.match(await look('database.drift'), { state: 'OK' })
  const { engine } = deployment
  await engine.script('create table stranger (id text)')
  t.match(await look('database.drift'), {
    state: 'BAD',
    message: 'nobody made the table stranger',
    mend_command: 'kituo database check --only schema',
  })
  await engine.script('drop table stranger')
  t.match(await look('database.drift'), { state: 'OK' })
  await engine.script("update migrations set name = '0000-before' where name like '0001-%'")
  t.match(await look('database.schema'), {
    state: 'BAD',
    message: /^schema 0, this program needs 1/,
    mend_command: 'kituo database migrate',
  })
  t.match(await look('database.drift'), { state: 'SKIPPED' })
  await engine.script("update migrations set name = '0001-foundation' where name = '0000-before'")
  t.match(await look('database.schema'), { state: 'OK' })
})

t.test('database.size: when it is time for PostgreSQL', async (t) => {
  t.match(await look('database.size'), { state: 'OK' })
  saying(t, 'page_count', { bytes: 21 * 1024 ** 3 })
  t.match(await look('database.size'), {
    state: 'WARN',
    message: '21504 MB: time for PostgreSQL',
    mend_command: 'kituo database move --to postgres',
  })
})

t.test('database.quick: pages that do not fit together', async (t) => {
  saying(t, 'quick_check', { quick_check: 'Tree 7 page 12: btreeInitPage() returns error 11' })
  t.match(await look('database.quick'), {
    state: 'BAD',
    message: /^Tree 7 page 12/,
    mend_command: 'kituo backup restore latest',
  })
})

t.test('journal.open, generation.old: what was left of work in steps', async (t) => {
  t.match(await look('journal.open'), { state: 'OK' })
  t.match(await look('generation.old'), { state: 'OK' })
  const { root } = deployment
  const begun = { kind: 'move', by: 'a test', generation: 9, parent: 1, phase: 'copied' } as const
  const journal = openJournal(root, begun)
  t.match(await look('journal.open'), { state: 'OK' }, 'it may still be at work')
  clock.advance(hours(1) + 1)
  t.match(await look('journal.open'), {
    state: 'WARN',
    message: /^move of .* reached copied$/,
    mend_command: `kituo journal resume ${journal.id}`,
  })
  closeJournal(root, journal)
  clock.release()

  const finish = (number: number, parent: number | null, at: string): void => {
    makeGenerationFolder(root, number)
    finishGeneration(root, { number, made_by: 'restore', engine: 'sqlite', schema: 1, parent, at })
  }
  // 8 was live until 9 followed it, long before this one.
  finish(8, null, instantIn(-days(40)))
  finish(9, 8, instantIn(-days(13)))
  t.match(await look('generation.old'), { state: 'OK' }, '14 days are not over')
  finish(9, 8, instantIn(-days(15)))
  t.match(await look('generation.old'), {
    state: 'WARN',
    mend_command: 'kituo generation remove 8',
  })
})

t.test('maintenance.on, outbound.held: for an hour, and longer', async (t) => {
  t.match(await look('maintenance.on'), { state: 'OK', message: 'off' })
  await maintenance.begin('a test', 'a new disk', null)
  t.match(await look('maintenance.on'), { state: 'OK', message: /a new disk/ })
  t.match(await look('outbound.held'), { state: 'OK' })
  await within(() => holdOne('sms', 'a test', 'asked'))
  t.match(await look('outbound.held'), { state: 'OK' })
  clock.advance(hours(1) + 1)
  t.match(await look('maintenance.on'), {
    state: 'WARN',
    mend_command: 'kituo maintenance off',
  })
  t.match(await look('outbound.held'), {
    state: 'WARN',
    message: /^sms held since/,
    mend_command: 'kituo outbound show',
  })
  await maintenance.end()
  await within(() => letGo('sms'))
})

t.test('clock.hold: the guard holds what depends on dates', async (t) => {
  t.match(await look('clock.hold'), { state: 'OK' })
  const own = { deployment_id: '', at: '' }
  await guard.noteTime(own)
  clock.advance(hours(25))
  t.equal(await guard.noteTime(own), true)
  t.match(await look('clock.hold'), { state: 'BAD', mend_command: /^kituo clock accept/ })
  await within(() => guard.acceptClock(operator(hospital_id, 'a test'), 'the clock was set'))
  t.match(await look('clock.hold'), { state: 'OK' })
})

t.test('the timetable: led, on time, ending well, not paused for long', async (t) => {
  const id = newId()
  const facts = { host: 'ward', pid: 1, program: '1', reasons: [], listen: [] }
  t.match(await look('timetable.leader'), { state: 'SKIPPED' })
  t.match(await look('timetable.late'), { state: 'SKIPPED' })
  await daemons.announce({ id, ...facts, state: 'READY' })
  t.match(await look('timetable.leader'), { state: 'OK', message: 'a daemon has just begun' })
  clock.advance(seconds(61))
  await daemons.beat(id, { leads: false, term: null })
  t.match(await look('timetable.leader'), { state: 'BAD', message: /nothing runs by itself/ })
  await daemons.beat(id, { leads: true, term: 3 })
  t.match(await look('timetable.leader'), { state: 'OK', message: 'ward, term 3' })

  const at = { name: 'backup-nightly', place: '' }
  const next_run_at = instantIn(-minutes(29))
  await within(() => schedules.insert({ ...at, time_zone: 'UTC', pace: '10 3 * * *', next_run_at }))
  const change = (values: Parameters<typeof schedules.change>[1]) =>
    within(() => schedules.change(at, values))
  t.match(await look('timetable.late'), { state: 'OK' })
  await change({ next_run_at: instantIn(-minutes(31)) })
  t.match(await look('timetable.late'), {
    state: 'WARN',
    mend_command: 'kituo schedule run backup-nightly',
  })
  await change({ failed_in_row: 1 })
  t.match(await look('timetable.failed'), { state: 'OK' })
  await change({ failed_in_row: 2 })
  t.match(await look('timetable.failed'), { state: 'BAD', message: 'failing: backup-nightly' })
  await change({ failed_in_row: 0, next_run_at: null })
  await daemons.leave(id)

  t.match(await look('timetable.paused'), { state: 'OK', message: '0 paused' })
  const told = { entity_type: 'schedule', entity_id: at.name }
  await within(async () => {
    await schedules.change(at, { paused: true, pause_reason: 'a new disk' })
    record(operator(hospital_id, 'a test'), 'schedule.pause', told)
  })
  t.match(await look('timetable.paused'), { state: 'OK', message: '1 paused' })
  clock.advance(days(6))
  t.match(await look('timetable.paused'), { state: 'OK' })
  await change({ last_run_at: instantIn(-days(60)) })
  t.match(await look('timetable.paused'), { state: 'OK' }, 'from the pause, not from the last run')
  await change({ last_run_at: null })
  clock.advance(days(2))
  t.match(await look('timetable.paused'), {
    state: 'WARN',
    message: 'backup-nightly is paused for more than a week',
    evidence: [{ pause_reason: 'a new disk' }],
    mend_command: 'kituo schedule resume backup-nightly',
  })
  await within(() => schedules.remove(at))
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
  const repository = repositoryOf(deployment, undefined)
  t.match(await look('backup.age'), { state: 'OK' })
  for (const [id, command] of [
    ['verified', 'kituo backup verify latest'],
    ['drill', 'kituo backup drill latest'],
  ]) {
    t.match(await look(`backup.${id}`), { state: 'WARN', message: 'never', mend_command: command })
  }
  mark(repository, name, { verified_at: clock.instant(), drilled_at: clock.instant() })
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
  const [machine] = slotsOf(repository)
  if (machine === undefined) throw new Error('no slot')
  const words = { ...machine, id: newId(), kind: 'recovery' } as const
  keepSlot(repository, words)
  t.match(await look('backup.slots'), { state: 'OK' })
  t.match(await look('backup.key_proof'), { state: 'WARN', mend_command: /^kituo backup key test/ })
  keepSlot(repository, { ...words, last_proved_at: clock.instant() })
  t.match(await look('backup.key_proof'), { state: 'OK' })
  at(days(91))
  t.match(await look('backup.key_proof'), { state: 'WARN', message: /the last proof of a key is/ })
  at(0)

  setMachine({ room: () => ({ free: 1024 ** 2, total: 1024 ** 4 }) })
  t.match(await look('backup.space'), {
    state: 'BAD',
    message: /^1 MB are free, the next backup wants/,
    mend_command: 'kituo backup prune',
  })
  setMachine({ room: () => ({ free: 1024 ** 4, total: 1024 ** 4 }) })
  t.match(await look('backup.space'), { state: 'OK' })
})

t.test('backup.lock: one that a process left, and the mend', async (t) => {
  t.match(await look('backup.lock'), { state: 'OK' })
  const { dir: at } = repositoryOf(deployment, undefined)
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

t.test('mail.leaving: letters that do not leave', async (t) => {
  t.match(await look('mail.leaving'), { state: 'OK', message: 'no mail leaves the house' })
  await within(() =>
    email_settings.insert({
      hospital_id,
      from_email: 'desk@stmary.example',
      host: '127.0.0.1',
      port: 25,
      encryption: 'none',
      is_active: true,
    }),
  )
  t.match(await look('mail.leaving'), { state: 'OK', message: 'letters leave' })
  const caller = operator(hospital_id, 'a test')
  await within(() => sendMail(caller, { to: 'a@example.org', text: 'x' }))
  const letter = (status: string, attempts: number, reason: string | null) =>
    within(() =>
      run(sql`update outbox_messages set status = ${status}, attempts = ${attempts},
          reason = ${reason}, last_answer = '451 not now', updated_at = ${clock.instant()}
        where hospital_id = ${hospital_id}`),
    )
  await letter('QUEUED', 2, null)
  t.match(await look('mail.leaving'), { state: 'WARN', message: /do not leave: 451 not now/ })
  await letter('FAILED', 5, 'not_taken')
  t.match(await look('mail.leaving'), { state: 'BAD' })
})

t.test('messaging.links: an operator is reached over a link that is down', async (t) => {
  t.match(await look('messaging.links'), { state: 'WARN', message: /go to the simulator$/ })
  const link = (values: Record<string, unknown>) =>
    within(async () => {
      await msg_links.changeAnywhere({ kind: 'simulator' }, values)
      forgetRouting()
    })
  await link({ state: 'down', last_error: 'the bind was refused' })
  t.match(await look('messaging.links'), {
    state: 'BAD',
    message: /is down \(the bind was refused\)/,
    mend_command: /^kituo messaging link log /,
  })
  await link({ state: 'up', last_error: null, enabled: false })
  t.match(await look('messaging.links'), { state: 'BAD' }, 'switched off is no way either')
  await link({ state: 'up', enabled: true })
  t.match(await look('messaging.links'), { state: 'WARN' })
})

t.test(
  'messaging.queue, doubts, simulator: messages that wait and that nobody knows of',
  async (t) => {
    const [now, nobody] = [clock.instant(), newId()]
    t.match(await look('messaging.queue'), { state: 'OK' })
    t.match(await look('messaging.doubts'), { state: 'OK' })
    t.match(await look('messaging.simulator'), { state: 'OK' }, 'nothing live was sent')
    const { id } = await within(() =>
      msg_messages.insert({
        hospital_id,
        account_id: nobody,
        mode: 'live',
        batch_id: nobody,
        place: 0,
        phone: '255712345678',
        sender_id: 'KLINIKI',
        status: 'queued',
        class: 'transactional',
        lane: 1,
        encoding: 'GSM-7',
        segments: 1,
        operator: 'yas',
        unit_price: 2000,
        cost: 2000,
        currency: 'TZS',
        due_at: now,
        valid_until: instantIn(days(1)),
        validity_s: 86_400,
        created_at: now,
        updated_at: now,
      }),
    )
    const message = (values: Parameters<typeof msg_messages.changeAnywhere>[1]) =>
      within(() => msg_messages.changeAnywhere({ id }, values))
    clock.freeze(now)
    clock.advance(minutes(10))
    t.match(await look('messaging.queue'), { state: 'OK' }, 'ten minutes are not over')
    clock.advance(1)
    t.match(await look('messaging.queue'), {
      state: 'WARN',
      message: `the oldest message that waits was due at ${now}`,
      mend_command: 'kituo messaging queue show',
    })
    t.match(await look('messaging.simulator'), { state: 'WARN', message: /go nowhere$/ })
    await message({ due_at: instantIn(hours(1)) })
    t.match(await look('messaging.queue'), { state: 'OK' }, 'not due yet')
    await message({ due_at: now, mode: 'test' })
    t.match(await look('messaging.queue'), { state: 'OK' }, 'nobody waits for a test')
    await message({ mode: 'live', status: 'sent', uncertain: true })
    t.match(await look('messaging.queue'), { state: 'OK' })
    t.match(await look('messaging.doubts'), {
      state: 'WARN',
      message: '1 messages are uncertain, 0 receipts are unmatched',
      mend_command: 'kituo messaging uncertain list',
    })
    await message({ uncertain: false, status: 'delivered' })
    await within(() =>
      msg_receipts.insert({
        link_id: nobody,
        raw_id: '1',
        status_word: 'DELIVRD',
        received_at: now,
        raw: 'id:1',
        outcome: 'waiting',
      }),
    )
    clock.advance(days(30))
    t.match(await look('messaging.doubts'), {
      state: 'WARN',
      mend_command: 'kituo messaging receipts list',
    })
  },
)

t.test('messaging.webhooks: never proven, failing, answering', async (t) => {
  const by = { actor: 'cli:test' }
  const { account } = await within(async () => {
    const business = await openBusiness(by, {
      legal_name: 'Duka Limited',
      kind: 'company',
      registration_no: 'BRELA-1',
      contact_name: 'Asha Juma',
      contact_email: 'asha@example.com',
      contact_phone: '+255712000000',
    })
    await moveBusiness(by, business.id, 'activate')
    return { account: await openAccount(by, { name: 'Duka', business_id: business.id }) }
  })
  t.match(await look('messaging.webhooks'), { state: 'OK', message: 'all answer' })
  const { id } = await within(() =>
    msg_webhooks.insert({
      hospital_id: account.hospital_id,
      account_id: account.id,
      mode: 'live',
      url: 'https://duka.example/hook',
      events: ['message.delivered'],
      secret: 'sealed',
      secret_rotated_at: clock.instant(),
    }),
  )
  const mend_command = 'kituo messaging webhook test --account "Duka"'
  t.match(await look('messaging.webhooks'), {
    state: 'WARN',
    message: 'never answered yet: Duka',
    mend_command,
  })
  const hook = (values: Parameters<typeof msg_webhooks.changeAnywhere>[1]) =>
    within(() => msg_webhooks.changeAnywhere({ id }, values))
  await hook({ last_success_at: clock.instant() })
  t.match(await look('messaging.webhooks'), { state: 'OK' })
  await hook({ failing_since: clock.instant() })
  t.match(await look('messaging.webhooks'), {
    state: 'WARN',
    message: 'failing: Duka',
    mend_command,
  })
})

t.test('licence.lasts: until when', async (t) => {
  t.match(await look('licence.lasts'), { state: 'SKIPPED' })
  const ends = clock.ms() + days(100)
  const ends_on = new Date(ends).toISOString().slice(0, 10)
  await within(() =>
    plan_licences.insert({
      hospital_id,
      licence_no: 'L-1',
      plan_code: 'standard',
      plan_name: 'Standard',
      branches: 1,
      starts_on: clock.instant().slice(0, 10),
      ends_on,
      source: 'FILE',
      licence: 'x',
      recorded_at: clock.instant(),
      by_name: 'a test',
    }),
  )
  forgetLicence(hospital_id)
  t.match(await look('licence.lasts'), { state: 'OK', message: `until ${ends_on}` })
  for (const [left, message] of [
    [days(29), `it ends on ${ends_on}`],
    [-days(2), `it ended on ${ends_on}`],
  ] as const) {
    clock.freeze(new Date(ends - left).toISOString())
    forgetLicence(hospital_id)
    t.match(await look('licence.lasts'), {
      state: 'WARN',
      message,
      mend_command: 'kituo licence install ./licence.txt',
    })
  }
})

t.test(
  'on PostgreSQL: version, clock, connections, pooler, archive',
  { skip: without_server },
  async (t) => {
    const at = folder(t)
    const settings = `[database]\nengine = "postgres"\nurl = "${await serverDatabase(t)}"\n`
    const other = await houseAt(configurationAt(at, settings))
    t.teardown(() => other.deployment.close())
    const server = patientAt(at, other.deployment)
    for (const id of ['pg.version', 'pg.clock', 'pg.connections', 'pg.pooler']) {
      t.match(await server.look(id, { settings }), { state: 'OK' }, id)
    }
    for (const id of ['database.foreign_fs', 'database.foreign_writer', 'database.log']) {
      t.match(await server.look(id, { settings }), { state: 'SKIPPED' }, id)
    }
    const cases: [string, string, Record<string, unknown>, object][] = [
      ['pg.version', 'server_version_num', { v: '130012' }, { state: 'BAD' }],
      [
        'pg.clock',
        'clock_timestamp',
        { ms: clock.ms() - 9000 },
        { state: 'BAD', message: '9 s apart' },
      ],
      ['pg.connections', 'max_connections', { used: '81', most: '100' }, { state: 'WARN' }],
      ['pg.connections', 'max_connections', { used: '80', most: '100' }, { state: 'OK' }],
      ['pg.archive', 'archive_mode', { mode: 'off' }, { state: 'SKIPPED' }],
    ]
    for (const [id, part, answer, expected] of cases) {
      const back = saying(t, part, answer)
      t.match(await server.look(id, { settings }), expected, id)
      back()
    }
    saying(t, 'archive_mode', { mode: 'on' })
    t.match(await server.look('pg.archive', { settings }), { state: 'OK' })
    const failed = '2027-01-02 03:04:05+00'
    saying(t, 'pg_stat_archiver', { failed, archived: '2027-01-01 03:04:05+00' })
    t.match(await server.look('pg.archive', { settings }), {
      state: 'WARN',
      message: `it failed at ${failed}`,
    })
  },
)
