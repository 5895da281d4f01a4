// Works on imports in a process of its own, slowly enough to be killed in the middle.

import { runJobs } from '../../../daemon/work/jobs.ts'
import { openDatabase } from '../../../db/store/connection.ts'
import { brings } from '../../../db/hospital/areas.ts'
import { setImportFolder } from '../../../db/hospital/office/imports/files.ts'
import { bring } from '../../../db/hospital/registry.ts'
import '../../../db/tables.ts'
import { things } from '../sweeps/things.ts'

const [, , address = '{}', folder = ''] = process.argv
setImportFolder(folder)
bring([...brings, { area: 'test', imports: [things] }])
await openDatabase(JSON.parse(address))
runJobs({
  daemon: 'worker',
  poll_ms: 100,
  log: {
    info: () => undefined,
    error: (facts) => process.stderr.write(`${String((facts as { err?: unknown }).err)}\n`),
  },
})
// Timers of the runner do not keep a process alive; this one does.
setInterval(() => undefined, 60_000)
