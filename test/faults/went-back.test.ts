// A database that is older than what the house has seen of it: PostgreSQL failed over to a standby that
// lags (operations 6.2). HELD and READ_ONLY until `journal resume`, which records the fork.

import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { closedFor } from '../../daemon/edge/gate.ts'
import { watchingBack } from '../../daemon/work/work.ts'
import { createBackup, repositoryOf } from '../../db/appliance/backups/create.ts'
import { unlockOrMake } from '../../db/appliance/backups/keys.ts'
import { restoreBackup } from '../../db/appliance/backups/restore.ts'
import { clock, minutes } from '../../db/core/clock.ts'
import { operator } from '../../db/core/caller.ts'
import { rows, within } from '../../db/store/connection.ts'
import { standing } from '../../db/appliance/deployment/generations.ts'
import {
  closeJournal,
  type Journal,
  openJournal,
  openJournals,
} from '../../db/appliance/deployment/journal.ts'
import { appendAnchors } from '../../db/hospital/office/audit/anchor-log.ts'
import { record } from '../../db/hospital/office/audit/record.ts'
import { banners } from '../../db/appliance/house/banners.ts'
import { lookAtMaintenance } from '../../db/appliance/house/maintenance.ts'
import {
  closeForFork,
  goOn,
  type Head,
  heads,
  howFarBack,
  lookBack,
  type Seen,
  seenNow,
  wentBackSentence,
} from '../../db/appliance/house/went-back.ts'
import { house_holds } from '../../db/appliance/house/tables.ts'
import { holds } from '../../db/appliance/outbound/holds.ts'
import { sql } from '../../db/store/sql.ts'
import { configurationAt, houseAt } from '../support/programs/backed-house.ts'
import { folder } from '../support/folder.ts'
import { server, serverDatabase } from '../support/programs/server.ts'
import { typedJson } from '../support/programs/typed.ts'

t.setTimeout(600_000)
for (const engine of ['sqlite', 'postgres'] as const) {
  const skip = engine === 'postgres' && server === undefined && 'no server'
  t.test(`the database went back, ${engine}`, { skip }, async (t) => {
    const dir = join(folder(t), 'data')
    clock.freeze('2026-03-03T09:00:00.000Z')
    t.teardown(() => clock.release())
    const settings =
      engine === 'sqlite'
        ? ''
        : `database.engine = "postgres"\ndatabase.url = "${await serverDatabase(t)}"\n`
    const configuration = configurationAt(dir, settings)
    const { deployment, hospital_id } = await houseAt(configuration)
    t.equal(await howFarBack(), null, 'nothing is known beyond what is there')
    const before = await heads()
    t.equal(await howFarBack(before), null)
    const own = before.find((one) => one.hospital_id === hospital_id) as Head
    const ahead = {
      ...own,
      seq: own.seq + 118,
      hash: 'f'.repeat(64),
      at: new Date(Date.parse(own.at) + 40_000).toISOString(),
    }
    const lag = { seconds: 40, changes: 118 }
    t.same(await howFarBack([ahead]), lag, 'by what this daemon saw last')
    await appendAnchors([
      {
        date: ahead.at.slice(0, 10),
        hospital_id,
        seq: ahead.seq,
        rows: ahead.seq,
        hash: ahead.hash,
        written_at: ahead.at,
      },
    ])
    t.same(await howFarBack(), lag, 'and by the anchors beside the database')
    t.equal(wentBackSentence(lag), 'the database went back 40 s (118 changes)')

    clock.advance(minutes(1))
    const journal = await closeForFork(deployment, lag)
    t.equal(await closeForFork(deployment, lag), null, 'once')
    await lookAtMaintenance()
    t.match(closedFor({ method: 'POST', url: '/api/v1/visits', headers: {} }, 'UTC'), {
      sentence:
        'Nothing can be saved: the database went back 40 s (118 changes). Tell the IT desk.',
    })
    t.equal(closedFor({ method: 'GET', url: '/api/v1/visits', headers: {} }, 'UTC'), null)
    t.match(await holds(), [{ cause: 'went_back' }, {}, {}, {}])
    t.match(await banners(), [
      /went back 40 s \(118 changes\).*kituo journal list/,
      /^Outgoing work is HELD, the database went back/,
    ])
    await deployment.close()

    // Opened anew, by whoever types: it waits for a decision and for nothing else.
    const at = ['--data', dir, ...(settings === '' ? [] : ['--config', join(dir, 'kituo.toml')])]
    if (settings !== '') {
      writeFileSync(join(dir, 'kituo.toml'), settings)
    }
    const id = journal?.id ?? ''
    t.match(await typedJson(['journal', 'list', ...at]), {
      data: [{ id, kind: 'fork', phase: 'the database went back 40 s (118 changes)' }],
    })
    t.match(await typedJson(['journal', 'undo', id, '--yes', '--confirm', id.slice(0, 8), ...at]), {
      error: { code: 'rule.refused' },
    })
    t.match(await typedJson(['journal', 'resume', id, '--yes', ...at]), { success: true })

    const again = (await houseAgain(configuration)) as Awaited<ReturnType<typeof houseAgain>>
    t.teardown(() => again.close())
    t.same(openJournals(again.root), [])
    t.same(await holds(), [], 'it is let go with the decision')
    t.equal(await lookAtMaintenance(), null)
    t.equal(closedFor({ method: 'POST', url: '/api/v1/visits', headers: {} }, 'UTC'), null)
    t.match(
      await rows(
        sql`select entity_label from audit_rows where action = 'data.forked' and hospital_id = ${hospital_id}`,
      ),
      [{ entity_label: 'the database went back 40 s (118 changes)' }],
    )
    await within(async () => record(operator(hospital_id, 'a test'), 'test.after', {}))
    t.equal(await howFarBack(), null, 'what was seen of the way that was left is passed over')
  })
}

for (const engine of ['sqlite', 'postgres'] as const) {
  const skip = engine === 'postgres' && server === undefined && 'no server'
  t.test(`a house closed for a fork can always be gone on with, ${engine}`, { skip }, async (t) => {
    const dir = join(folder(t), 'data')
    const settings =
      engine === 'sqlite'
        ? ''
        : `database.engine = "postgres"\ndatabase.url = "${await serverDatabase(t)}"\n`
    const { deployment } = await houseAt(configurationAt(dir, settings))
    t.teardown(() => deployment.close())
    const { root, generation } = deployment
    const back = { seconds: 40, changes: 118 }
    const forks = () => openJournals(root).filter(({ kind }) => kind === 'fork')

    rmSync(join(dir, 'journal'), { recursive: true, force: true })
    writeFileSync(join(dir, 'journal'), '')
    await t.rejects(closeForFork(deployment, back))
    t.same(await house_holds.allAnywhere({}), [], 'without a journal the house is not closed')
    rmSync(join(dir, 'journal'))
    mkdirSync(join(dir, 'journal'))

    // Killed between the two, or noticed on another machine: the hold stands and no journal is here.
    const first = (await closeForFork(deployment, back)) as Journal
    closeJournal(root, first)
    await closeForFork(deployment, back)
    t.match(forks(), [{ phase: wentBackSentence(back), generation }], 'at the next look')
    closeJournal(root, forks()[0] as Journal)
    t.equal(await lookBack(deployment), null)
    t.match(forks(), [{ phase: wentBackSentence(back), by: 'Kituo' }], 'and where it seems whole')
    await lookBack(deployment)
    const [left, ...more] = forks()
    t.same(more, [], 'one is enough')

    // Somebody goes on elsewhere: what lies here waits for nothing any more.
    t.equal(await goOn(deployment, { name: 'Asha' }, left as Journal), true)
    openJournal(root, { kind: 'fork', by: 'Kituo', generation, parent: null, phase: 'old' })
    const written = await heads()
    t.equal(await goOn(deployment, { name: 'Asha' }, left as Journal), false)
    t.same(await heads(), written, 'a fork that was decided is not written twice')
    t.same(forks(), [])
    openJournal(root, { kind: 'fork', by: 'Kituo', generation, parent: null, phase: 'old' })
    await lookBack(deployment)
    t.same(forks(), [])
  })
}

for (const engine of ['sqlite', 'postgres'] as const) {
  const skip = engine === 'postgres' && server === undefined && 'no server'
  t.test(`a generation that was turned to did not go back, ${engine}`, { skip }, async (t) => {
    const dir = join(folder(t), 'data')
    const settings =
      engine === 'sqlite'
        ? ''
        : `database.engine = "postgres"\ndatabase.url = "${await serverDatabase(t)}"\n`
    const house = await houseAt(configurationAt(dir, settings))
    const { deployment } = house
    t.teardown(() => deployment.close())
    const { name } = await createBackup(deployment, { tag: 'manual', by: 'a test' })
    const repository = await repositoryOf(deployment, undefined, true)
    const masters = await unlockOrMake(repository, deployment.secrets, 'a test')
    const asked = { repository, name, masters, by: 'a test', reason: 'rehearsal' }
    await restoreBackup(deployment, { ...asked, without_safety: true })
    for (const code of ['B', 'C', 'D']) await house.department(code)
    const said: string[] = []
    const log = { info: () => undefined, error: (_: object, what: string) => void said.push(what) }
    const look = watchingBack(log)
    await look()
    const seen = await seenNow(deployment)
    await deployment.turnTo(1)
    await look()
    t.same(said, [])
    t.same(
      await house_holds.allAnywhere({}),
      [],
      'what was seen of another generation says nothing',
    )
    t.equal(await lookBack(deployment, seen), null)
    t.match(await lookBack(deployment, { ...(seen as Seen), generation: 1 }), /went back/)
  })

  t.test(`a fork of data that are not live any more, ${engine}`, { skip }, async (t) => {
    const dir = join(folder(t), 'data')
    const settings =
      engine === 'sqlite'
        ? ''
        : `database.engine = "postgres"\ndatabase.url = "${await serverDatabase(t)}"\n`
    const configuration = configurationAt(dir, settings)
    const house = await houseAt(configuration)
    const { deployment } = house
    const { root } = deployment
    const { name } = await createBackup(deployment, { tag: 'manual', by: 'a test' })
    const repository = await repositoryOf(deployment, undefined, true)
    const masters = await unlockOrMake(repository, deployment.secrets, 'a test')
    const asked = { repository, name, masters, by: 'a test', reason: 'it went back' }
    await closeForFork(deployment, { seconds: 40, changes: 118 })
    const [waits] = openJournals(root)
    t.match(waits, { kind: 'fork', generation: 1 })
    await restoreBackup(deployment, { ...asked, without_safety: true })
    t.same(openJournals(root), [], 'a restore is a decision as well')
    t.match(standing(deployment), [{ state: 'PREVIOUS' }, { state: 'LIVE' }])

    await closeForFork(deployment, { seconds: 3, changes: 2 })
    const { name: held } = await createBackup(deployment, { tag: 'manual', by: 'a test' })
    await restoreBackup(deployment, { ...asked, name: held, without_safety: true })
    t.match(openJournals(root), [{ kind: 'fork', generation: 3 }], 'a hold that came along waits')
    await goOn(deployment, { name: 'Asha' }, openJournals(root)[0] as Journal)

    const about = { kind: 'fork', by: 'Kituo', parent: null, phase: 'old' } as const
    const left = openJournal(root, { ...about, generation: 2 })
    const live = openJournal(root, { ...about, generation: 3 })
    t.match(standing(deployment), [{}, { state: 'PREVIOUS' }, {}], 'no work on it is unfinished')
    await deployment.close()
    if (settings !== '') writeFileSync(join(dir, 'kituo.toml'), settings)
    const at = ['--data', dir, ...(settings === '' ? [] : ['--config', join(dir, 'kituo.toml')])]
    const sentence =
      'Generation 2 is not live any more: nothing is left to be decided about what it lost.'
    t.match(await typedJson(['journal', 'resume', left.id, '--dry-run', ...at]), {
      data: { steps: [sentence] },
    })
    t.match(await typedJson(['journal', 'resume', left.id, '--yes', ...at]), {
      success: true,
      message: sentence,
      data: { id: left.id, kind: 'fork', generation: 2, live: false },
    })
    t.match(openJournals(root), [{ id: live.id }], 'that of the live data waits for its decision')
    t.ok(existsSync(join(dir, 'gen', '0002')), 'and nothing of the generation was dropped')
    const { id } = openJournal(root, { ...about, generation: 2 })
    const confirmed = ['--yes', '--confirm', id.slice(0, 8)]
    t.match(await typedJson(['journal', 'undo', id, ...confirmed, ...at]), { message: sentence })
    t.ok(existsSync(join(dir, 'gen', '0002')))
  })
}

async function houseAgain(configuration: ReturnType<typeof configurationAt>) {
  const { openDeployment } = await import('../../db/appliance/deployment/deployment.ts')
  return openDeployment(configuration, { purpose: 'write', command: 'a test', env: {} })
}
