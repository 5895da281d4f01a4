// A move to PostgreSQL that kills itself while rows are on their way: killed-move.ts FOLDER URL ROWS

import { join } from 'node:path'
import { moveDatabase } from '../../../db/appliance/carry/move.ts'
import { type Asked, readConfiguration } from '../../../db/appliance/configuration/read.ts'
import { openDeployment } from '../../../db/appliance/deployment/deployment.ts'
import { bringAreas } from '../../../db/hospital/start.ts'

const [, , dir = '', url = '', rows = ''] = process.argv
const file = join(dir, 'kituo.toml')
const asking: Asked = { place: 'clone', env: {}, file, flags: { 'data.dir': dir } }
bringAreas()
const deployment = await openDeployment(readConfiguration(asking), {
  purpose: 'write',
  command: 'a test',
  env: {},
})
await moveDatabase(deployment, {
  to: 'postgres',
  url,
  password: null,
  asking,
  env: {},
  by: 'a test',
  reason: 'more branches',
  until: 'copy',
  onPart(phase, done, _total, table) {
    if (phase === 'copying' && table === 'departments' && done >= Number(rows))
      process.kill(process.pid, 'SIGKILL')
  },
})
