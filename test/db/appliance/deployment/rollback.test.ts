// Going back to the generation before: what is live is held from its first moment, and its chains show
// where they part, wherever the process was killed (OPS-127, OPS-132, OPS-133).

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { createBackup, repositoryOf } from '../../../../db/appliance/backups/create.ts'
import { unlockOrMake } from '../../../../db/appliance/backups/keys.ts'
import { restoreBackup } from '../../../../db/appliance/backups/restore.ts'
import { system } from '../../../../db/core/caller.ts'
import { clock, seconds } from '../../../../db/core/clock.ts'
import { rows, within } from '../../../../db/store/connection.ts'
import { type Deployment, openDeployment } from '../../../../db/appliance/deployment/deployment.ts'
import { databaseFile } from '../../../../db/appliance/deployment/generation.ts'
import { standing } from '../../../../db/appliance/deployment/generations.ts'
import { openJournal, openJournals } from '../../../../db/appliance/deployment/journal.ts'
import { rollBack } from '../../../../db/appliance/deployment/rollback.ts'
import { appendAnchors } from '../../../../db/hospital/office/audit/anchor-log.ts'
import { verify } from '../../../../db/hospital/office/audit/verify.ts'
import { heads } from '../../../../db/appliance/house/went-back.ts'
import { holds } from '../../../../db/appliance/outbound/holds.ts'
import { outbound_holds } from '../../../../db/appliance/outbound/tables.ts'
import { channels } from '../../../../db/appliance/outbound/words.ts'
import { sql } from '../../../../db/store/sql.ts'
import {
  type BackedHouse,
  configurationAt,
  houseAt,
} from '../../../support/programs/backed-house.ts'
import { folder } from '../../../support/folder.ts'
import { server, serverDatabase } from '../../../support/programs/server.ts'

t.setTimeout(600_000)

const script = join(import.meta.dirname, '../../../support/programs/killed-rollback.ts')

for (const engine of ['sqlite', 'postgres'] as const) {
  const skip = engine === 'postgres' && server === undefined && 'no server'
  const settings = async (t: Test): Promise<string> =>
    engine === 'sqlite'
      ? ''
      : `database.engine = "postgres"\ndatabase.url = "${await serverDatabase(t)}"\n`

  t.test(
    `a rollback that is killed leaves the old, or a new one held, ${engine}`,
    {
      skip,
    },
    async (t) => {
      const dir = join(folder(t), 'data')
      const text = await settings(t)
      const configuration = configurationAt(dir, text)
      const house = await houseAt(configuration)
      const name = await backedUp(house)
      await house.deployment.close()
      writeFileSync(join(dir, 'kituo.toml'), text)
      const left: Record<string, 'left' | 'held'> = {}
      for (const phase of ['HELD', 'CLOSED', 'ON_SERVER', 'TURNED']) {
        if (phase === 'ON_SERVER' && engine === 'sqlite') continue
        const generation = await opened(configuration, async (deployment) => {
          if (deployment.generation === 1) await restored(deployment, name)
          await within(() => outbound_holds.remove({}))
          return deployment.generation
        })
        const child = spawn(process.execPath, ['--no-warnings', script, dir, phase], {
          stdio: ['ignore', 'inherit', 'inherit'],
        })
        t.same(await once(child, 'exit'), [null, 'SIGKILL'], phase)
        await opened(configuration, async (deployment) => {
          left[phase] = deployment.generation === generation ? 'left' : 'held'
          if (deployment.generation === generation) {
            t.same(await holds(), [], `${phase}: of what stays live nothing is changed`)
            t.equal(await forks(house.hospital_id), 0)
            return
          }
          t.equal(deployment.generation, 1)
          const held = (await holds()).map(({ channel, cause }) => `${channel} ${cause}`)
          t.same(held.sort(), channels.map((one) => `${one} restored`).sort(), phase)
          t.ok((await forks(house.hospital_id)) > 0, `${phase}: the chain shows its fork`)
          t.match(await verify(system(house.hospital_id)), { ok: true })
          t.same(openJournals(deployment.root), [])
          await within(() => outbound_holds.remove({}))
        })
      }
      const before = { HELD: 'left', CLOSED: 'left' }
      const turned = engine === 'sqlite' ? {} : { ON_SERVER: 'held' }
      t.same(left, { ...before, ...turned, TURNED: 'held' })
    },
  )

  t.test(`a rollback shows where the ways part, ${engine}`, { skip }, async (t) => {
    clock.freeze('2026-03-03T09:00:00.000Z')
    t.teardown(() => clock.release())
    const dir = join(folder(t), 'data')
    const house = await houseAt(configurationAt(dir, await settings(t)))
    const { deployment, hospital_id } = house
    t.teardown(() => deployment.close())
    const name = await backedUp(house)
    for (const code of ['B', 'C', 'D', 'E', 'F']) await house.department(code)
    const [was] = await ownHead(hospital_id)
    clock.advance(seconds(60))
    await restored(deployment, name)
    await house.department('G')
    clock.advance(seconds(60))
    const [there] = await ownHead(hospital_id)
    t.ok((there?.seq ?? 0) < (was?.seq ?? 0), 'the way that is left knows other rows of one number')
    await anchor(hospital_id, there?.seq ?? 0, there?.hash ?? '')
    await anchor(hospital_id, 9000, 'f'.repeat(64))
    clock.advance(seconds(60))
    const { root } = deployment
    openJournal(root, { kind: 'fork', by: 'Kituo', generation: 2, parent: null, phase: 'lost' })

    await t.rejects(
      rollBack(deployment, 'Asha', (phase) => {
        if (phase === 'TURNED') throw new Error('power')
      }),
      /power/,
    )
    t.equal(deployment.generation, 2, 'one that is not well is turned away from')
    t.same(await departments(), ['A', 'G'])
    t.match(openJournals(root), [{ kind: 'fork' }])

    t.equal(await rollBack(deployment, 'Asha'), 1)
    t.same(await departments(), ['A', 'B', 'C', 'D', 'E', 'F'])
    t.match(
      (
        await rows<{ user_name: string; entity_label: string; changes: unknown }>(
          sql`select user_name, entity_label, changes from audit_rows
              where hospital_id = ${hospital_id} and action = 'data.forked' order by seq limit 1`,
        )
      ).map((row) => ({
        ...row,
        changes: typeof row.changes === 'string' ? JSON.parse(row.changes) : row.changes,
      })),
      [
        {
          user_name: 'Asha',
          entity_label: 'generation 1',
          changes: {
            audit_seq: [there?.seq, was?.seq],
            audit_hash: [there?.hash, was?.hash],
            left_since: [null, '2026-03-03T09:01:00.000Z'],
          },
        },
      ],
    )
    t.match(await verify(system(hospital_id)), { ok: true, problems: [] }, 'a fork and no break')
    t.same(openJournals(root), [], 'nothing waits for a decision about what was left')
    t.match(standing(deployment), [
      { number: 1, state: 'LIVE' },
      { number: 2, state: 'PREVIOUS' },
    ])
    clock.advance(seconds(1))
    const [now] = await ownHead(hospital_id)
    await anchor(hospital_id, now?.seq ?? 0, 'e'.repeat(64))
    t.match(
      await verify(system(hospital_id)),
      { ok: false, problems: [{ kind: 'ANCHOR_MISMATCH', seq: now?.seq }] },
      'what is said after the fork holds as ever',
    )
  })
}

t.test('a generation whose database is gone is not turned to', async (t) => {
  const house = await houseAt(configurationAt(join(folder(t), 'data')))
  const { deployment } = house
  t.teardown(() => deployment.close())
  await restored(deployment, await backedUp(house))
  const file = databaseFile(deployment.root, 1)
  for (const end of ['', '-wal', '-shm']) rmSync(`${file}${end}`, { force: true })
  await t.rejects(rollBack(deployment, 'Asha'), {
    message: `${file} is not there. Restore a backup.`,
  })
  writeFileSync(file, '')
  await t.rejects(rollBack(deployment, 'Asha'), {
    message: 'generation 1 is not there. Restore a backup.',
  })
  t.equal(deployment.generation, 2)
  t.same(await departments(), ['A'], 'and the live one is open as it was')
})

async function backedUp(house: BackedHouse): Promise<string> {
  await house.department('A')
  return (await createBackup(house.deployment, { tag: 'manual', by: 'a test' })).name
}

async function restored(deployment: Deployment, name: string): Promise<void> {
  const repository = await repositoryOf(deployment, undefined, true)
  const masters = await unlockOrMake(repository, deployment.secrets, 'a test')
  const asked = { repository, name, masters, by: 'a test', reason: 'rehearsal' }
  await restoreBackup(deployment, { ...asked, without_safety: true })
}

async function opened<T>(
  configuration: ReturnType<typeof configurationAt>,
  look: (deployment: Deployment) => Promise<T>,
): Promise<T> {
  const deployment = await openDeployment(configuration, {
    purpose: 'write',
    command: 'a test',
    env: {},
  })
  try {
    return await look(deployment)
  } finally {
    await deployment.close()
  }
}

const ownHead = async (hospital_id: string) =>
  (await heads()).filter((one) => one.hospital_id === hospital_id)

async function forks(hospital_id: string): Promise<number> {
  const found = await rows(
    sql`select seq from audit_rows where hospital_id = ${hospital_id} and action = 'data.forked'`,
  )
  return found.length
}

const departments = async (): Promise<string[]> =>
  (
    await rows<{ code: string }>(
      sql`select code from departments where length(code) = 1 order by code`,
    )
  ).map(({ code }) => code)

function anchor(hospital_id: string, seq: number, hash: string): Promise<void> {
  const written_at = clock.instant()
  return appendAnchors([
    { date: written_at.slice(0, 10), hospital_id, seq, rows: seq, hash, written_at },
  ])
}
