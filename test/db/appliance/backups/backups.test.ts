import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { createBackup, repositoryOf } from '../../../../db/appliance/backups/create.ts'
import { checkBackup } from '../../../../db/appliance/backups/check.ts'
import { machineHolding } from '../../../../db/appliance/backups/keys.ts'
import { listBackups } from '../../../../db/appliance/backups/list.ts'
import {
  addSlot,
  backupFile,
  slotsOf,
  unlock,
} from '../../../../db/appliance/backups/repository.ts'
import { newWords, readWords } from '../../../../db/appliance/backups/recovery-words.ts'
import { restoreBackup } from '../../../../db/appliance/backups/restore.ts'
import { verifyBackup } from '../../../../db/appliance/backups/verify.ts'
import { row, rows, run, within } from '../../../../db/store/connection.ts'
import { openDeployment } from '../../../../db/appliance/deployment/deployment.ts'
import { pathOf } from '../../../../db/store/files/store.ts'
import { sql } from '../../../../db/store/sql.ts'
import { theDeployment } from '../../../../db/appliance/timetable/terms.ts'
import {
  type BackedHouse,
  configurationAt,
  houseAt,
} from '../../../support/programs/backed-house.ts'
import { breakAfterTurn } from '../../../support/programs/broken-disk.ts'
import { until } from '../../../support/programs/daemons.ts'
import { folder } from '../../../support/folder.ts'
import { server, serverDatabase } from '../../../support/programs/server.ts'

// Backups and restores, one after the other: what the machine needs when it is busy.
t.setTimeout(600_000)

async function house(t: Test): Promise<BackedHouse> {
  const settings =
    server === undefined
      ? ''
      : `[database]\nengine = "postgres"\nurl = "${await serverDatabase(t)}"\n`
  return houseAt(configurationAt(folder(t), settings))
}

const masters = async ({ deployment }: BackedHouse) =>
  (await unlock(await repositoryOf(deployment, undefined), [machineHolding(deployment.secrets)]))
    .masters

t.test('a backup', async (t) => {
  const at = await house(t)
  const { deployment } = at
  t.teardown(() => deployment.close())
  await at.department('A')
  const note = await at.file('the first note')
  const repository = () => repositoryOf(deployment, undefined)

  t.test('holds everything, is read back, and is listed (OPS-105)', async (t) => {
    const made = await createBackup(deployment, { tag: 'manual', by: 'a test' })
    t.match(made, {
      state: 'MADE',
      level: 'CHECK',
      tag: 'manual',
      attachments: { count: 1, missing: 0 },
      hospitals: [{ code: 'kituo' }],
    })
    t.match(await listBackups(await repository()), [{ name: made.name }])
    t.equal((await slotsOf(await repository()))[0]?.kind, 'machine')
    const bytes = readFileSync(backupFile(await repository(), made.name)).toString('latin1')
    t.notMatch(bytes, /Neema|the first note/, 'nothing of it can be read without a key')
    t.same(readdirSync(join(deployment.root.dir, 'tmp')), [], 'nothing stays behind')
  })

  t.test('is verified: a database again, equal row by row', async (t) => {
    const { name } = (await listBackups(await repository()))[0] ?? { name: '' }
    const proofs = await verifyBackup(deployment, await repository(), name, await masters(at))
    t.same(
      proofs.map((proof) => proof.name),
      ['pages', 'references', 'rows', 'audit', 'attachments'],
    )
    t.match(await listBackups(await repository()), [{ level: 'RESTORE' }])
  })

  t.test('goes back: what came after is gone, what protects people stays', async (t) => {
    const { name } = (await listBackups(await repository()))[0] ?? { name: '' }
    await at.department('B')
    await within(() => run(sql`update users set status = 'SUSPENDED', suspend_reason = 'gone'`))
    rmSync(pathOf(note))
    const done = await restoreBackup(deployment, {
      repository: await repository(),
      name,
      masters: await masters(at),
      by: 'a test',
      reason: 'rehearsal',
    })
    t.match(done, { generation: 2, attachments: { back: 1, missing: 0 }, done: { people_out: 1 } })
    t.match(
      done.loss.find(({ table }) => table === 'departments'),
      { new: 1 },
    )
    t.match(done.safety_backup, /before-restore\.kbk$/)
    t.same(await codes(), ['A'])
    t.match(await row(sql`select status from users where username = 'admin'`), {
      status: 'SUSPENDED',
    })
    t.match(await rows(sql`select action from audit_rows order by seq desc limit 1`), [
      { action: 'data.restored' },
    ])
    t.match(
      await rows(sql`select channel, cause from outbound_holds order by channel`),
      ['email', 'sms', 'webhooks', 'whatsapp'].map((channel) => ({ channel, cause: 'restored' })),
      'nothing leaves until somebody says so (OPS-127)',
    )
    t.equal(readFileSync(pathOf(note), 'utf8'), 'the first note')
    const { id } = await theDeployment()
    t.match(
      readFileSync(join(deployment.root.dir, 'attachments', 'STORE'), 'utf8').split('\n'),
      [id, ''],
      'what was put back is at home in the place of the files (OPS-43)',
    )
    t.ok(existsSync(join(deployment.root.dir, 'gen', '0001')), 'the old generation stands')
  })

  t.test('is made while people write, and holds one moment of it (OPS-107)', async (t) => {
    const before = (await listBackups(await repository())).length
    let count = 0
    let done = false
    const writing = (async () => {
      while (!done) {
        await at.department(`W${count}`)
        count += 1
      }
    })()
    await until('a first one', async () => count > 0)
    const begun = count
    const made = await createBackup(deployment, { tag: 'manual', by: 'a test' })
    const during = count - begun
    done = true
    await writing
    t.ok(during > 0, `${during} were written meanwhile`)
    t.equal((await listBackups(await repository())).length, before + 1)
    const proofs = await verifyBackup(deployment, await repository(), made.name, await masters(at))
    for (const { name, ok, detail } of proofs) t.ok(ok, `${name}: ${detail}`)
  })
})

const codes = async (): Promise<string[]> =>
  (await rows<{ code: string }>(sql`select code from departments where code in ('A', 'B')`)).map(
    ({ code }) => code,
  )

t.test('a damaged backup', async (t) => {
  const at = await house(t)
  const { deployment } = at
  t.teardown(() => deployment.close())
  await at.file('x'.repeat(3000))
  const repository = await repositoryOf(deployment, undefined, true)
  const made = await createBackup(deployment, { tag: 'manual', by: 'a test' })
  const opened = await masters(at)
  const file = backupFile(repository, made.name)
  const whole = readFileSync(file)
  const refused = { code: 'integrity.backup' }

  t.test('one byte changed anywhere in a section shows (OPS-110)', async (t) => {
    for (const share of [0.2, 0.5, 0.8]) {
      const harmed = Buffer.from(whole)
      const place = Math.floor(whole.length * share)
      harmed[place] = (harmed[place] ?? 0) ^ 1
      writeFileSync(file, harmed)
      await t.rejects(checkBackup(repository, made.name, opened), refused, `at ${place}`)
    }
    t.match(await listBackups(repository), [{ state: 'DAMAGED' }])
  })

  t.test('cut short shows (OPS-110)', async (t) => {
    for (const bytes of [0, 10, 200, Math.floor(whole.length / 2), whole.length - 1]) {
      writeFileSync(file, whole.subarray(0, bytes))
      await t.rejects(checkBackup(repository, made.name, opened), refused, `${bytes} bytes`)
    }
    writeFileSync(file, whole)
    await checkBackup(repository, made.name, opened)
    t.match(await listBackups(repository), [{ state: 'MADE' }], 'whole again')
  })

  t.test('a file of it that is gone or changed shows', async (t) => {
    const top = join(repository.dir, 'objects')
    const [first = ''] = readdirSync(top)
    const [name = ''] = readdirSync(join(top, first))
    const object = join(top, first, name)
    const kept = readFileSync(object)
    writeFileSync(object, Buffer.concat([kept.subarray(0, 60), kept.subarray(61)]))
    await t.rejects(checkBackup(repository, made.name, opened), refused)
    rmSync(object)
    await t.rejects(checkBackup(repository, made.name, opened), refused)
    writeFileSync(object, kept)
  })

  t.test('another key does not open it, and says which would', async (t) => {
    await t.rejects(unlock(repository, [{ kind: 'machine', key: Buffer.alloc(32) }]), {
      code: 'backup.key_wrong',
      message: /It opens with: machine [0-9a-f]{8}\./,
    })
    const words = newWords()
    await addSlot(repository, { kind: 'recovery', words }, { label: 'sheet', made_by: 'x' }, opened)
    const typed = words.toLowerCase().replaceAll('-', ' ')
    t.equal((await unlock(repository, [{ kind: 'recovery', words: typed }])).slot.kind, 'recovery')
    t.throws(() => readWords(`${words.slice(0, -1)}${words.endsWith('2') ? '3' : '2'}`), /check/)
  })

  t.test(
    'a file missing in the house is counted and does not stop the next (OPS-109)',
    async (t) => {
      const lost = await at.file('soon lost')
      rmSync(pathOf(lost))
      t.match(await createBackup(deployment, { tag: 'manual', by: 'a test' }), {
        state: 'MADE',
        attachments: { count: 1, missing: 1 },
      })
    },
  )
})

t.test('a restore that fails before its flip leaves everything as it was', async (t) => {
  const at = await house(t)
  const { deployment } = at
  t.teardown(() => deployment.close())
  await at.department('A')
  const repository = await repositoryOf(deployment, undefined, true)
  const made = await createBackup(deployment, { tag: 'manual', by: 'a test' })
  await at.department('B')
  for (const phase of ['STAGED', 'VERIFIED', 'SAFE']) {
    await t.rejects(
      restoreBackup(deployment, {
        repository,
        name: made.name,
        masters: await masters(at),
        by: 'a test',
        reason: 'rehearsal',
        onPhase: (reached) => {
          if (reached === phase) throw new Error('power')
        },
      }),
      /power/,
    )
    t.same(await codes(), ['A', 'B'])
    t.same(readdirSync(join(deployment.root.dir, 'gen')), ['0001'], phase)
    t.same(readdirSync(join(deployment.root.dir, 'journal')), [])
  }
  t.ok(statSync(deployment.root.dir))
})

for (const [nth, what] of [
  [1, 'the pointer itself is synced'],
  [2, 'the journal is written'],
] as const) {
  t.test(`a restore whose disk fails while ${what} goes back to what was live`, async (t) => {
    const at = await house(t)
    const { deployment } = at
    t.teardown(() => deployment.close())
    await at.department('A')
    const repository = await repositoryOf(deployment, undefined, true)
    const made = await createBackup(deployment, { tag: 'manual', by: 'a test' })
    await at.department('B')
    const asked = { repository, name: made.name, by: 'a test', reason: 'rehearsal' }
    const mend = breakAfterTurn(deployment.root.dir, nth)
    try {
      const given = { ...asked, masters: await masters(at), without_safety: true }
      await t.rejects(restoreBackup(deployment, given), /EIO/)
    } finally {
      mend()
    }
    t.same(await codes(), ['A', 'B'], 'the database is open, and is the one before')
    t.equal(deployment.generation, 1)
    t.same(readdirSync(join(deployment.root.dir, 'gen')), ['0001'])
    t.same(readdirSync(join(deployment.root.dir, 'journal')), [])
  })
}

t.test('a backup of one engine goes back into the other', async (t) => {
  if (server === undefined) return t.comment('needs a PostgreSQL server')
  const at = await house(t)
  await at.department('A')
  const made = await createBackup(at.deployment, { tag: 'manual', by: 'a test' })
  const from = await repositoryOf(at.deployment, undefined)
  const opened = await masters(at)
  await at.deployment.close()
  const other = await houseAt(configurationAt(folder(t)))
  await restoreBackup(other.deployment, {
    repository: from,
    name: made.name,
    masters: opened,
    by: 'a test',
    reason: 'moving',
  })
  t.same(await codes(), ['A'])
  const back = await createBackup(other.deployment, { tag: 'manual', by: 'a test' })
  const sqlite = await repositoryOf(other.deployment, undefined)
  const own = await masters(other)
  await other.deployment.close()
  const again = await openDeployment(at.deployment.configuration, {
    purpose: 'write',
    command: 'a test',
    env: {},
  })
  await restoreBackup(again, {
    repository: sqlite,
    name: back.name,
    masters: own,
    by: 'a test',
    reason: 'moving back',
  })
  t.same(await codes(), ['A'])
  await again.close()
})
