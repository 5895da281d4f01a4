// PLT-115 to PLT-117: whoever changes, removes or rewrites rows behind the house's back is found out.

import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { platform_id } from '../../../../db/core/caller.ts'
import { clock, days } from '../../../../db/core/clock.ts'
import { database, within } from '../../../../db/store/connection.ts'
import type { Engine } from '../../../../db/store/engines/engine.ts'
import { setAnchorLog } from '../../../../db/hospital/office/audit/anchor-log.ts'
import {
  type AuditRow,
  first_hash,
  hashOf,
  record,
} from '../../../../db/hospital/office/audit/record.ts'
import { audit_anchors, audit_rows } from '../../../../db/hospital/office/audit/tables.ts'
import { verify } from '../../../../db/hospital/office/audit/verify.ts'
import { setAnchorMail, writeAnchors } from '../../../../db/hospital/office/auditing/anchors.ts'
import { proof_job, prove, startScheduled } from '../../../../db/hospital/office/auditing/proofs.ts'
import { jobs } from '../../../../db/hospital/office/jobs/tables.ts'
import { outbox_messages } from '../../../../db/hospital/office/outbox/tables.ts'
import { type House, boot } from '../../../support/boot.ts'
import { mailGoes } from '../../../support/messaging/mail.ts'
import { tamper } from '../../../support/programs/tamper.ts'

const text = (value: string): string => `'${value.replaceAll("'", "''")}'`

async function filled(tap: Parameters<typeof boot>[0]): Promise<House> {
  const house = await boot(tap)
  setAnchorLog(null)
  for (let n = 0; n < 600; n += 100) {
    await within(async () => {
      for (let i = 0; i < 100; i++) {
        record(house.system, 'bill.open', { entity_type: 'bill', entity_label: `BILL-${n + i}` })
      }
    })
  }
  return house
}

const rowsOf = (house: House): Promise<AuditRow[]> =>
  audit_rows.all({ hospital_id: house.hospital.id }, { order: ['seq'] })

t.test('chain: one that nobody touched holds, from any row on', async (t) => {
  const { system } = await filled(t)
  const seen: number[] = []
  const whole = await verify(system, {}, async (pct) => void seen.push(pct))
  t.match(whole, { ok: true, from_seq: 1, to_seq: 601, rows_checked: 601, problems: [] })
  t.ok(seen.length > 1 && seen.every((pct, at) => at === 0 || pct > (seen[at - 1] ?? 0)))
  t.match(await verify(system, { from_seq: 300 }), { ok: true, from_seq: 300, rows_checked: 302 })
  t.match(await verify(system, { from_seq: 5000 }), { ok: true, rows_checked: 0 })
  t.match(await verify({ ...system, hospital_id: platform_id }), { ok: true, rows_checked: 0 })
})

t.test('chain: one that is anchored while it is proved holds', async (t) => {
  const { system } = await filled(t)
  const engine = database() as { -readonly [K in keyof Engine]: Engine[K] }
  const { read } = engine
  let met = 0
  engine.read = async (text, values) => {
    if (text.includes('from audit_anchors') && met++ === 0) {
      // The hour strikes at the moment that the anchors are looked up.
      await within(async () => record(system, 'bill.open', { entity_type: 'bill' }))
      await writeAnchors()
    }
    return read(text, values)
  }
  t.match(await verify(system), { ok: true, problems: [], anchors_checked: 1 })
  Object.assign(engine, { read })
  t.ok(met > 0)
})

t.test('chain: the database itself refuses to change or remove a row', async (t) => {
  const { hospital } = await filled(t)
  const { id: hospital_id } = hospital
  await t.rejects(
    within(() => audit_rows.change({ hospital_id, seq: 5 }, { reason: 'x' })),
    /only ever added/,
  )
  await t.rejects(
    within(() => audit_rows.remove({ hospital_id, seq: 5 })),
    /only ever added/,
  )
})

const column_changes: [string, string][] = [
  ['reason', "'another'"],
  ['user_name', "'Somebody Else'"],
  ['at', "'2020-01-01T00:00:00.000Z'"],
  ['changes', `'{"price":[1,2]}'`],
  ['entity_label', 'null'],
  ['hash', `'${'a'.repeat(64)}'`],
]
t.test('chain: a changed field shows', async (t) => {
  const house = await filled(t)
  for (const [at, [column, value]] of column_changes.entries()) {
    const seq = 100 + at * 10
    await tamper(house, [`update audit_rows set ${column} = ${value} where seq = ${seq}`])
    const { ok, problems } = await verify(house.system)
    t.notOk(ok, column)
    t.ok(
      problems.some((one) => one.seq === seq && one.kind === 'ALTERED'),
      column,
    )
  }
  t.match((await verify(house.system, { from_seq: 200 })).problems, [], 'only from there on')
})

t.test('chain: a changed row with a hash made to fit breaks the link after it', async (t) => {
  const house = await filled(t)
  const victim = (await rowsOf(house))[99] as AuditRow
  const hash = hashOf({ ...victim, reason: 'forged' })
  await tamper(house, [
    `update audit_rows set reason = 'forged', hash = ${text(hash)} where seq = ${victim.seq}`,
  ])
  t.match((await verify(house.system)).problems, [{ seq: 101, kind: 'BROKEN_LINK' }])
})

// ALL-11
t.test('chain: rows removed from the middle, and from the beginning, are missing', async (t) => {
  const house = await filled(t)
  await tamper(house, ['delete from audit_rows where seq = 300'])
  t.match((await verify(house.system)).problems, [
    { seq: 300, kind: 'MISSING', detail: 'row 300 is missing' },
  ])
  await tamper(house, ['delete from audit_rows where seq < 4'])
  t.match((await verify(house.system)).problems, [
    { seq: 1, kind: 'MISSING', detail: 'rows 1 to 3 are missing' },
    { seq: 300, kind: 'MISSING' },
  ])
})

t.test('chain: a tail that was cut shows, also when the head was set back', async (t) => {
  const house = await filled(t)
  await writeAnchors('2027-03-09')
  await tamper(house, ['delete from audit_rows where seq > 590'])
  const cut = await verify(house.system)
  t.match(cut.problems[0], { seq: 591, kind: 'TRUNCATED' })
  const last = (await rowsOf(house)).at(-1)
  await tamper(house, [
    `update audit_heads set seq = 590, hash = ${text(last?.hash ?? '')} where seq = 601`,
  ])
  t.match((await verify(house.system)).problems, [
    {
      seq: 591,
      kind: 'TRUNCATED',
      detail: 'the log ends at 590; the anchor of 2027-03-09 knows row 601',
    },
  ])
})

t.test('chain: rows slipped in after the end show', async (t) => {
  const house = await filled(t)
  const last = (await rowsOf(house)).at(-1) as AuditRow
  await tamper(house, [
    `update audit_heads set seq = 600, hash = ${text(last.prev_hash)} where seq = 601`,
  ])
  t.match((await verify(house.system)).problems, [{ seq: 601, kind: 'BROKEN_LINK' }])
})

t.test('chain: a history rewritten whole, hashes and all, fails at the anchors', async (t) => {
  const house = await filled(t)
  const file = join(house.database.folder, 'audit-anchors.log')
  setAnchorLog(file)
  t.equal(await writeAnchors('2027-03-09'), 1)
  let prev_hash = first_hash
  const statements: string[] = []
  for (const row of await rowsOf(house)) {
    const forged = { ...row, prev_hash, ...(row.seq === 200 ? { user_name: 'Nobody' } : {}) }
    const hash = hashOf(forged)
    statements.push(
      `update audit_rows set user_name = ${text(forged.user_name ?? '')}, prev_hash = ${text(prev_hash)}, hash = ${text(hash)} where seq = ${row.seq}`,
    )
    prev_hash = hash
  }
  statements.push(`update audit_heads set hash = ${text(prev_hash)} where seq = 601`)
  await tamper(house, statements)
  t.match((await verify(house.system)).problems, [{ seq: 601, kind: 'ANCHOR_MISMATCH' }])
  // With the anchors in the database rewritten as well, the file beside it still says otherwise.
  await tamper(house, [`update audit_anchors set hash = ${text(prev_hash)}`])
  const { problems, anchors_checked } = await verify(house.system)
  t.match(problems, [
    {
      seq: 601,
      kind: 'ANCHOR_MISMATCH',
      detail: 'row 601 is not the one of the anchor of 2027-03-09 in audit-anchors.log',
    },
  ])
  t.equal(anchors_checked, 2)
  appendFileSync(file, 'no anchor\n')
  t.match((await verify(house.system)).problems[0], {
    kind: 'ANCHOR_MISMATCH',
    detail: 'line 2 of audit-anchors.log is no anchor',
  })
})

// PLT-116
t.test('anchors are written down twice, and once for a chain that has not moved', async (t) => {
  const house = await filled(t)
  const { system, hospital, people } = house
  const file = join(house.database.folder, 'audit-anchors.log')
  setAnchorLog(file)
  setAnchorMail('auditor@example.org')
  await mailGoes(hospital.id)
  t.teardown(() => {
    setAnchorLog(null)
    setAnchorMail(null)
  })
  t.equal(await writeAnchors('2027-03-09'), 1)
  t.equal(await writeAnchors('2027-03-09'), 0)
  t.equal(await writeAnchors('2027-03-10'), 1)
  await within(async () => record(system, 'x.y'))
  t.equal(await writeAnchors('2027-03-10'), 1)
  const lines = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  t.match(lines, [
    { date: '2027-03-09', hospital_id: hospital.id, seq: 601, rows: 601, hash: /^[0-9a-f]{64}$/ },
    { date: '2027-03-10', seq: 601 },
    { date: '2027-03-10', seq: 602 },
  ])
  const letters = await outbox_messages.all({ hospital_id: hospital.id }, { order: ['id'] })
  t.match(letters.at(-1), {
    contact: 'auditor@example.org',
    event: 'audit.anchor',
    text: new RegExp(`602, alama ${lines[2].hash}`),
  })
  const auditor = await people.with('auditor')
  const listed = await auditor.get('/audit/anchors', { from: '2027-03-10' })
  t.match(listed.data, [
    { date: '2027-03-10', seq: 602, rows: 602, emailed_to: 'auditor@example.org' },
    { date: '2027-03-10', seq: 601 },
  ])
  t.equal((await auditor.get('/audit/anchors', { to: '2027-03-08' })).meta?.total, 0)
  t.match(await verify(system), { ok: true, anchors_checked: 2 })
  writeFileSync(file, '')
  t.match(await verify(system), { ok: true })
  await t.rejects(
    within(() => audit_anchors.remove({ hospital_id: hospital.id })),
    /only ever added/,
  )
})

t.test('a proof is asked for, kept and told (PLT-117)', async (t) => {
  const house = await filled(t)
  const { people, system } = house
  const auditor = await people.with('auditor')
  const officer = await people.with('system_administrator')
  t.equal((await auditor.get('/audit/verify')).data, null, 'none yet')
  const asked = await officer.post('/audit/verify', { from_seq: 10 })
  t.equal(asked.status, 202)
  t.match(await jobs.find({ hospital_id: house.hospital.id, id: asked.data.job_id }), {
    kind: 'audit.verify',
    input: { from_seq: 10 },
    status: 'QUEUED',
  })
  t.equal((await officer.post('/audit/verify')).status, 202)
  const noted = async (): Promise<void> => undefined
  await proof_job.run(system, { from_seq: 10 }, noted, { id: '', signal: AbortSignal.any([]) })
  t.match((await auditor.get('/audit/verify')).data, { ok: true, from_seq: 10, by_name: 'Kituo' })
  t.equal((await auditor.get('/notifications')).meta?.total, 0)
  await tamper(house, ['delete from audit_rows where seq = 20'])
  t.equal((await prove(system)).ok, false)
  t.match((await auditor.get('/audit/verify')).data, {
    ok: false,
    problems: [{ seq: 20, kind: 'MISSING' }],
  })
  t.match((await auditor.get('/notifications')).data, [
    { kind: 'audit.broken', urgency: 'URGENT', body: /^MISSING: row 20 is missing\. / },
  ])
  t.equal((await officer.get('/audit/verify')).status, 403)
  for (const from_seq of [0, -1, 1.5, '1']) {
    t.match(await officer.post('/audit/verify', { from_seq }), {
      status: 400,
      message: /^from_seq must be /,
    })
  }
})

t.test('each week the last eight days are proved, each month the whole chain', async (t) => {
  const { system, hospital } = await filled(t)
  clock.advance(days(9))
  await within(async () => record(system, 'x.y'))
  const of_week = await startScheduled(hospital.id, false)
  const of_month = await startScheduled(hospital.id, true)
  const inputOf = async (id: string) => (await jobs.find({ hospital_id: hospital.id, id }))?.input
  t.same(await inputOf(of_week), { from_seq: 602 })
  t.same(await inputOf(of_month), {})
})
