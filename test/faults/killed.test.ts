// kill -9 under a mix of writes, again and again: what was answered is kept, what was not is whole
// or not there at all, nothing goes out twice, and the next start takes up what was begun.

import { existsSync } from 'node:fs'
import t from 'tap'
import { closeDatabase, database, openDatabase, row, rows } from '../../db/store/connection.ts'
import { pathOf } from '../../db/store/files/store.ts'
import { type Sql, sql } from '../../db/store/sql.ts'
import { boot } from '../support/boot.ts'
import { chainIsSound } from '../support/counts.ts'
import { daemonOn, over, until } from '../support/programs/daemons.ts'
import { on_postgres } from '../support/database.ts'
import * as files from '../support/files.ts'
import { mailGoes } from '../support/messaging/mail.ts'
import { mailSink } from '../support/messaging/mail-sink.ts'
import { chanceOf } from '../support/seeded.ts'

const chance = chanceOf(t)

const kills = Number(process.env['KITUO_KILLS'] ?? (on_postgres ? 10 : 20))

// A guard against hanging, for a machine that has much else to do.
t.setTimeout(600_000)
t.test('a daemon that is killed', { timeout: 600_000 }, async (t) => {
  const house = await boot(t)
  const { hospital, facility_id } = house
  const hospital_id = hospital.id
  const { address, folder } = house.database
  const sink = await mailSink(t)
  const administrator = await house.people.administrator()
  const officer = await house.people.with('system_administrator')
  await database().script('create table numbered (no varchar(40), by_whom varchar(40))')
  await mailGoes(hospital_id, { port: sink.port })
  await closeDatabase()

  const kept: { kind: string; name: string }[] = []
  const unexpected: string[] = []
  let lap = 0
  let asked = 0

  const writes: Record<string, (url: string, name: string) => ReturnType<typeof over>> = {
    department: (url, name) =>
      over(url, administrator.token, 'POST', '/departments', {
        code: name,
        name: `Ward ${name}`,
        kind: 'CLINICAL',
      }),
    account: (url, name) =>
      over(url, administrator.token, 'POST', '/users', {
        username: name.toLowerCase(),
        full_name: `Person ${name}`,
        email: `${name.toLowerCase()}@example.org`,
        facility_ids: [facility_id],
      }),
    number: (url, name) => over(url, administrator.token, 'POST', '/numbered', { by: name }),
    export: (url) =>
      over(url, administrator.token, 'POST', '/exports', { dataset: 'facilities', format: 'csv' }),
    file: (url, name) => {
      const { payload, headers } = files.multipart([
        ['entity_type', 'facility'],
        ['entity_id', facility_id],
        ['file', [`${name}.pdf`, Buffer.concat([files.pdf, Buffer.from(name)])]],
      ])
      return over(url, officer.token, 'POST', '/attachments', payload, headers)
    },
  }
  const wrote = Object.entries(writes)

  async function write(url: string, going: () => boolean): Promise<void> {
    while (going()) {
      asked += 1
      const [kind, send] = wrote[asked % wrote.length] ?? ['', over as never]
      const name = `K${lap}X${asked}`
      const { status, message, data } = await send(url, name)
      if (status === 0) return
      if (status < 300) kept.push({ kind, name: kind === 'export' ? data.id : name })
      else unexpected.push(`${kind}: ${status} ${message}`)
    }
  }

  // On a busy machine a kind may be unanswered before every kill of them: then there are more, each
  // after an answer of every kind.
  const unanswered = () => wrote.some(([kind]) => kept.every((one) => one.kind !== kind))
  for (lap = 0; lap < kills || (unanswered() && lap < kills + 2); lap++) {
    const daemon = await daemonOn(t, { address, folder })
    let going = true
    const load = Promise.all(Array.from({ length: 6 }, () => write(daemon.url, () => going)))
    if (lap >= kills) await until('an answer of each kind', async () => !unanswered())
    await new Promise((resolve) => setTimeout(resolve, 80 + chance() * 400))
    await daemon.kill()
    going = false
    await load
  }
  t.same(unexpected, [], 'a house that was killed answers everybody when it is up again')
  for (const [kind] of wrote) {
    const count = kept.filter((one) => one.kind === kind).length
    t.ok(count > 0, `${kind}: ${count} were answered of ${Math.round(asked / wrote.length)}`)
  }

  await openDatabase(address)
  const names = async (statement: Sql): Promise<Set<string>> =>
    new Set((await rows<{ name: string }>(statement)).map(({ name }) => name))
  const lost = (kind: string, there: Set<string>): string[] =>
    kept.filter((one) => one.kind === kind && !there.has(one.name)).map(({ name }) => name)

  t.test('every answered write is there', async (t) => {
    t.same(lost('department', await names(sql`select code as name from departments`)), [])
    t.same(lost('account', await names(sql`select upper(username) as name from users`)), [])
    t.same(lost('number', await names(sql`select by_whom as name from numbered`)), [])
    t.same(lost('export', await names(sql`select id as name from exports`)), [])
    const uploads = await names(sql`select replace(file_name, '.pdf', '') as name from attachments`)
    t.same(lost('file', uploads), [])
  })

  t.test('nothing is half there', async (t) => {
    const none = async (what: string, statement: Sql): Promise<boolean> =>
      t.same(await rows(statement), [], what)
    await none(
      'a department without its row in the log',
      sql`select code from departments d where code like 'K%' and not exists
        (select 1 from audit_rows a where a.entity_id = d.id)`,
    )
    await none(
      'an account without its branch, its row in the log or its letter',
      sql`select username from users u where username like 'k%x%' and (
        not exists (select 1 from user_facilities f where f.user_id = u.id)
        or not exists (select 1 from audit_rows a where a.entity_id = u.id)
        or not exists (select 1 from outbox_messages o where o.user_id = u.id))`,
    )
    await none(
      'a letter without its account',
      sql`select o.id from outbox_messages o where not exists
        (select 1 from users u where u.id = o.user_id)`,
    )
    await none(
      'an export without its job',
      sql`select e.id from exports e where not exists
        (select 1 from jobs j where j.kind = 'export')`,
    )
    const uploads = await rows<{ sha256: string }>(sql`select sha256 from attachments`)
    t.same(
      uploads.filter(({ sha256 }) => !existsSync(pathOf(sha256))),
      [],
      'a row without its file',
    )
    t.ok(await chainIsSound(hospital_id), 'the chain is sound')
  })

  t.test('references have no gap and none stands twice', async (t) => {
    const taken = await rows<{ no: string }>(sql`select no from numbered order by no`)
    t.same(
      taken.map(({ no }) => Number(no.replace(/\D/g, ''))),
      taken.map((_, index) => index + 1),
    )
    const counter = await row<{ next_value: number }>(
      sql`select next_value from sequence_counters where kind = 'plan_purchase'`,
    )
    t.equal(counter?.next_value, taken.length + 1)
  })

  t.test('the next start takes up jobs and letters, and no letter goes twice', async (t) => {
    // A claimed letter stays so for five minutes (decision 0040), a run of the timetable for one.
    const long_ago = "'2026-01-01T00:00:00.000Z'"
    await database().script(
      `update outbox_messages set claimed_until = ${long_ago} where claimed_until is not null`,
    )
    await database().script(
      `update schedules set lease_until = ${long_ago} where lease_until is not null`,
    )
    if (on_postgres) {
      // Another daemon would wait a minute for a sign of life of the one that is gone.
      await database().script(`update jobs set lease_until = ${long_ago} where status = 'RUNNING'`)
    }
    await closeDatabase()
    const last = await daemonOn(t, { address, folder })
    await openDatabase(address)
    const left = async (statement: Sql): Promise<boolean> =>
      Number((await row<{ n: number }>(statement))?.n) === 0
    await until('the end of the exports', () =>
      left(sql`select count(*) as n from exports where status in ('QUEUED', 'RUNNING')`),
    )
    await until('the end of the letters', () =>
      left(sql`select count(*) as n from outbox_messages where status = 'QUEUED'`),
    )
    // A job that was running at three of the kills is given up, in words.
    const failed = await rows<{ error: string }>(
      sql`select error from exports where status <> 'DONE'`,
    )
    t.same(
      failed.filter(({ error }) => error !== 'The server stopped three times while this ran.'),
      [],
    )
    const receivers = sink.letters.map(({ to }) => to)
    t.equal(new Set(receivers).size, receivers.length, 'no letter twice')
    const sent = await rows<{ contact: string }>(
      sql`select contact from outbox_messages where status = 'SENT'`,
    )
    t.same(
      sent.filter(({ contact }) => !receivers.includes(contact)),
      [],
      'what is called sent was received',
    )
    await last.kill('SIGTERM')
    t.equal(last.child.exitCode, 0, last.said())
    t.ok(await chainIsSound(hospital_id))
  })
})
