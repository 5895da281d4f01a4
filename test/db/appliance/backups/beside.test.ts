// A restore beside others who work (decision 0254): people, until they are kept out, and
// whoever else makes a generation of the data meanwhile.

import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { withOpenedKeys } from '../../../../cli/backup/frame.ts'
import { emptyTmp } from '../../../../db/appliance/house/tmp.ts'
import { exported } from '../../../../db/appliance/backups/copy.ts'
import { createBackup, repositoryOf } from '../../../../db/appliance/backups/create.ts'
import { machineHolding } from '../../../../db/appliance/backups/keys.ts'
import { listBackups } from '../../../../db/appliance/backups/list.ts'
import { unlock } from '../../../../db/appliance/backups/repository.ts'
import { restoreBackup, type Restoring } from '../../../../db/appliance/backups/restore.ts'
import { dropGeneration } from '../../../../db/appliance/backups/restore-turn.ts'
import { serverAddress } from '../../../../db/appliance/deployment/address.ts'
import {
  claimGenerationFolder,
  finishGeneration,
  liveGeneration,
  makeLive,
} from '../../../../db/appliance/deployment/generation.ts'
import { openJournals } from '../../../../db/appliance/deployment/journal.ts'
import { makeLiveOnServer } from '../../../../db/appliance/deployment/server.ts'
import { newId } from '../../../../db/core/ids.ts'
import { another } from '../../../support/programs/another.ts'
import {
  type BackedHouse,
  configurationAt,
  houseAt,
} from '../../../support/programs/backed-house.ts'
import { folder } from '../../../support/folder.ts'
import { server, serverDatabase, without_server } from '../../../support/programs/server.ts'

t.setTimeout(600_000)

/** A house with a backup of it. */
async function scene(t: Test) {
  const settings =
    server === undefined
      ? ''
      : `[database]\nengine = "postgres"\nurl = "${await serverDatabase(t)}"\n`
  const house: BackedHouse = await houseAt(configurationAt(folder(t), settings))
  const { deployment } = house
  t.teardown(() => deployment.close())
  await house.department('A')
  const { name } = await createBackup(deployment, { tag: 'manual', by: 'a test' })
  const repository = await repositoryOf(deployment, undefined)
  const { masters } = await unlock(repository, [machineHolding(deployment.secrets)])
  const asked = { repository, name, masters, by: 'a test', reason: 'rehearsal' }
  const gen = (): string[] => readdirSync(join(deployment.root.dir, 'gen'))
  return {
    house,
    deployment,
    repository,
    masters,
    name,
    gen,
    restore: (more: Partial<Restoring> = {}) =>
      restoreBackup(deployment, { ...asked, without_safety: true, ...more }),
  }
}

const departmentsIn = (loss: { table: string; new: number }[]): number | undefined =>
  loss.find(({ table }) => table === 'departments')?.new

t.test('what people enter until they are kept out is counted as lost', async (t) => {
  const { house, restore } = await scene(t)
  await house.department('B')
  let told = 0
  const { loss } = await restore({
    alone: () => house.department('C'),
    onLoss: async ({ at }) => {
      t.match(at, /Z$/)
      told += 1
    },
  })
  t.equal(departmentsIn(loss), 2)
  t.equal(told, 1, 'and said again')
})

t.test('where nobody worked nothing is counted again', async (t) => {
  const { house, restore } = await scene(t)
  await house.department('B')
  const { loss } = await restore({
    alone: () => Promise.resolve(),
    onLoss: () => Promise.reject(new Error('said again')),
  })
  t.equal(departmentsIn(loss), 1)
})

t.test('somebody else who began while it was planned goes on alone', async (t) => {
  const { deployment, restore, gen } = await scene(t)
  const { begins } = another(t)
  const restoring = restore()
  begins(deployment.root.dir, 'restore', 2)
  await t.rejects(restoring, {
    code: 'lock.held',
    message: 'A restore is at work (generation 2, by another). Try again when it has ended.',
  })
  t.same(gen(), ['0001', '0002'], 'and what it makes stands')
  t.equal(openJournals(deployment.root).length, 1)
})

t.test('a number that was taken while it was planned is not taken twice', async (t) => {
  const { deployment, restore, gen } = await scene(t)
  const restoring = restore()
  mkdirSync(join(deployment.root.dir, 'gen/0002'))
  t.match(await restoring, { generation: 3 })
  t.same(gen(), ['0001', '0002', '0003'])
  t.throws(() => claimGenerationFolder(deployment.root, 2), { code: 'lock.held' })
})

t.test('what is live by now is not dropped, whatever was live at the beginning', async (t) => {
  const { deployment, gen } = await scene(t)
  const { root, configuration, secrets } = deployment
  const live = liveGeneration(root)
  if (live === null) throw new Error('none is live')
  claimGenerationFolder(root, 2)
  finishGeneration(root, { ...live, number: 2 })
  const turn = async (number: number): Promise<void> => {
    if (server !== undefined) await makeLiveOnServer(serverAddress(configuration, secrets), number)
    makeLive(root, number)
  }
  await turn(2)
  t.equal(deployment.generation, 1, 'another process turned it')
  t.equal(await dropGeneration(deployment, 2), false)
  t.same(gen(), ['0001', '0002'])
  await turn(1)
  t.equal(await dropGeneration(deployment, 2), true)
  t.same(gen(), ['0001'])
})

t.test('on a server its own pointer counts', { skip: without_server }, async (t) => {
  const { deployment, gen } = await scene(t)
  if (server === undefined) return
  const url = serverAddress(deployment.configuration, deployment.secrets)
  claimGenerationFolder(deployment.root, 2)
  await makeLiveOnServer(url, 2)
  t.equal(await dropGeneration(deployment, 2), false)
  t.same(gen(), ['0001', '0002'])
  await makeLiveOnServer(url, 1)
})

t.test('a start leaves what a living process laid out, however long ago', async (t) => {
  const { deployment, repository, masters, name, restore } = await scene(t)
  const { dir } = deployment.root
  const age = (): string[] => {
    const names = readdirSync(join(dir, 'tmp'))
    for (const one of names) utimesSync(join(dir, 'tmp', one), 0, 0)
    return names
  }
  const file = join(folder(t), 'kituo.tar')
  await writeFile(file, exported(repository, name, masters, false))
  await withOpenedKeys({ deployment, flags: {} }, file, [], async (keys) => {
    t.match(age(), [/^from-/])
    emptyTmp(dir)
    t.match(await listBackups(keys.repository), [{ name }])
  })
  let seen = 0
  await restore({
    onPhase: (phase) => {
      if (phase !== 'STAGED') return
      const names = age().filter((one) => one.startsWith('restore-'))
      emptyTmp(dir)
      seen = names.filter((one) => existsSync(join(dir, 'tmp', one))).length
    },
  })
  t.equal(seen, 1)
  // Just left, by whom: a process that is gone, and nobody knows who.
  const { pid } = spawnSync('true')
  for (const left of [`from-${newId()}.${pid}.1.abc`, `from-${newId()}`])
    mkdirSync(join(dir, 'tmp', left))
  writeFileSync(join(dir, 'tmp', `image-${newId()}.db`), 'names that anybody can read')
  emptyTmp(dir)
  t.same(readdirSync(join(dir, 'tmp')), [], 'and nothing else')
})
