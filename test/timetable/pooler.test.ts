// A pooler in transaction mode would hand the lock of who leads to strangers: it is told at the start, by
// the doctor, and before data are moved there (OPS-101).

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { checkServer } from '../../db/appliance/carry/target.ts'
import { serverFacts } from '../../db/appliance/deployment/server.ts'
import { seekLeadership } from '../../db/appliance/timetable/leadership.ts'
import { configurationAt, houseAt } from '../support/programs/backed-house.ts'
import { folder } from '../support/folder.ts'
import { pooled } from '../support/programs/pooler.ts'
import { serverDatabase, without_server } from '../support/programs/server.ts'
import { typed } from '../support/programs/typed.ts'

t.setTimeout(600_000)

const message =
  "The database address goes through a pooler in transaction mode. Give the server's own address for database.url."

t.test(
  'a pooler is told apart from the server itself (OPS-101)',
  { skip: without_server },
  async (t) => {
    const url = await serverDatabase(t)
    const through = await pooled(t, url)
    t.match(await serverFacts(url), { pooled: false })
    t.match(await serverFacts(through), { pooled: true })

    const settings = `[database]\nengine = "postgres"\nurl = "${url}"\n`
    const { deployment } = await houseAt(configurationAt(folder(t), settings))
    t.teardown(() => deployment.close())
    await t.rejects(checkServer(deployment, through), { code: 'version.pooler', message })
    const leads = await seekLeadership({ daemon: 'one' })
    t.ok(leads.term() !== null, 'by its own address it leads')
    await leads.stop()
  },
)

t.test(
  'whoever begins behind one ends with 13 and that sentence',
  { skip: without_server },
  async (t) => {
    const url = await serverDatabase(t)
    const dir = folder(t)
    const settings = (to: string) => `[database]\nengine = "postgres"\nurl = "${to}"\n`
    await (await houseAt(configurationAt(dir, settings(url)))).deployment.close()
    writeFileSync(join(dir, 'kituo.toml'), settings(await pooled(t, url)))
    const own = { env: { KITUO_CONFIG: undefined } }
    for (const line of [['serve'], ['database', 'info']]) {
      t.match(
        await typed([...line, '--data', dir], own),
        { code: 13, err: `kituo: ${message}\n` },
        line.join(' '),
      )
    }
  },
)
