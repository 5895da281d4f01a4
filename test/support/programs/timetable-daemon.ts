// A daemon with nothing but a timetable, in a process of its own, so that it can be killed.
// It notes each due instant it runs for in the table `ticks`, and says when it leads.

import { startTicker } from '../../../daemon/work/ticker.ts'
import { openDatabase, within, run } from '../../../db/store/connection.ts'
import '../../../db/tables.ts'
import { sql } from '../../../db/store/sql.ts'

const [, , name = '', address = '{}'] = process.argv
await openDatabase(JSON.parse(address))
const ticker = await startTicker({
  daemon: name,
  log: {
    info: (facts, message) => process.stdout.write(`${message} ${JSON.stringify(facts)}\n`),
    error: (facts) => process.stderr.write(`${String((facts as { err?: unknown }).err)}\n`),
  },
  entries: [
    {
      name: 'tick',
      label: 'Tick',
      area: 'test',
      every: 1000,
      scope: 'deployment',
      runs_on: 'leader',
      catch_up: 'once',
      pausable: false,
      weight: 'light',
      deadline_s: 2,
      run: async ({ due_at }) => {
        await within(() => run(sql`insert into ticks (due_at, daemon) values (${due_at}, ${name})`))
      },
    },
  ],
})
process.once('SIGTERM', () => void ticker.stop().then(() => process.exit(0)))
