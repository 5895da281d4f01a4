// A newer version on PostgreSQL, where other daemons may share the database (OPS-172), and the way back
// (OPS-170).

import t from 'tap'
import { installedHouse as house } from '../support/programs/installation.ts'
import { server, serverDatabase } from '../support/programs/server.ts'
import { takenBack } from '../support/programs/taken-back.ts'

// As root works on an appliance: what it brings in must still be run by the account of the house.
process.umask(0o077)

t.test(
  'OPS-172: beside other daemons the program comes in alone',
  { skip: server === undefined, timeout: 600_000 },
  async (t) => {
    const url = await serverDatabase(t)
    const { release, kituo, current, ready } = await house(t, { postgres: url })
    const apply = (file: string, to: string) =>
      kituo(['update', 'apply', file, '--yes', '--confirm', to, '--binary-only'])
    t.match(await apply(release({ version: '9.6.0', migrates: true }), '9.6.0'), {
      meta: { exit: 13 },
      error: { message: /^The database is at schema 1, and 9\.6\.0 wants 2: first kituo update/ },
    })
    const made = await apply(release({ version: '9.5.0' }), '9.5.0')
    t.match(made, { success: true, data: { outcome: 'DONE', backup: null } }, made.message)
    t.equal(current(), '9.5.0')
    t.equal(await ready(), '9.5.0')
  },
)

t.test(
  'OPS-169: over a schema nobody goes back by mistake, and people stay at work',
  { skip: server === undefined, timeout: 600_000 },
  async (t) => takenBack(t, await serverDatabase(t)),
)
