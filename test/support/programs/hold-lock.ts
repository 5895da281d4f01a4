// A process of its own that takes the data lock and keeps it until it is ended.

import { takeLock } from '../../../db/appliance/deployment/lock.ts'

await takeLock(process.argv[2] ?? '', 'kituo serve')
process.stdout.write('held\n')
setInterval(() => undefined, 60_000)
