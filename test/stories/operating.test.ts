// The walk of docs/operating.md: from nothing to two machines.

import { join } from 'node:path'
import t from 'tap'
import { folder } from '../support/folder.ts'
import { server, serverDatabase } from '../support/programs/server.ts'
import { linesOf, quietPort, walk } from '../support/programs/walk.ts'

// What the machine needs when it is busy; the file's own limit would cut the test short.
t.setTimeout(600_000)

t.test('the walk of docs/operating.md', { timeout: 600_000 }, async (t) => {
  const lines = linesOf('', ...(server === undefined ? [] : ['postgres']))
  t.ok(lines.length >= 4, `${lines.length} blocks`)
  const said = await walk(t, lines, {
    KITUO_DATA_DIR: join(folder(t), 'data'),
    PORT: await quietPort(),
    PORT2: await quietPort(),
    POSTGRES: server === undefined ? '' : await serverDatabase(t),
  })
  t.match(said, /till\.pem: OK/)
})
