// A whole daemon in a process of its own, on a database that a test prepared, so that it can be
// killed: daemon.ts OPTIONS. Beside the house's routes it has one that takes a reference.

import { area, type Door } from '../../../daemon/edge/route.ts'
import { hospital_doors } from '../../../daemon/hospital/areas.ts'
import { post } from '../../../daemon/hospital/words.ts'
import { start } from '../../../daemon/main.ts'
import { closeDatabase, openDatabase, run } from '../../../db/store/connection.ts'
import { nextReference } from '../../../db/hospital/office/sequences/references.ts'
import { shape, Text } from '../../../db/core/kinds/kinds.ts'
import { setAppKey } from '../../../db/appliance/secrets/seal.ts'
import { sql } from '../../../db/store/sql.ts'
import '../../../db/tables.ts'
import type { DaemonSetting } from './daemons.ts'

const numbered = area('numbered', [
  post('/numbered', {
    summary: 'Takes a reference and keeps it',
    access: 'signed in',
    opens: 'nobody',
    body: shape({ by: Text(1, 40) }),
    reply: shape({ no: Text(1, 40) }),
    run: async ({ caller, body }) => {
      const no = await nextReference(caller, 'plan_purchase')
      await run(sql`insert into numbered (no, by_whom) values (${no}, ${body.by})`)
      return { no }
    },
  }),
])

const { address, folder, sign_in } = JSON.parse(process.argv[2] ?? '{}') as DaemonSetting
setAppKey(Buffer.alloc(32, 7))
;(hospital_doors as Door[]).push(numbered)
await openDatabase(address)
const daemon = await start({
  listen: [{ host: '127.0.0.1', port: 0 }],
  data_dir: folder,
  limits: { sign_in: sign_in ?? 1000, open: 1000 },
  log: { level: 'error', format: 'json' },
})
process.once('SIGTERM', () => void daemon.stop().then(closeDatabase))
process.stdout.write(`ready ${daemon.urls[0]}\n`)
