// A rollback of the generation that kills itself at a step: killed-rollback.ts FOLDER PHASE

import { readConfiguration } from '../../../db/appliance/configuration/read.ts'
import { openDeployment } from '../../../db/appliance/deployment/deployment.ts'
import { rollBack } from '../../../db/appliance/deployment/rollback.ts'
import { bringAreas } from '../../../db/hospital/start.ts'

const [, , dir = '', at = ''] = process.argv
bringAreas()
const deployment = await openDeployment(
  readConfiguration({
    place: 'clone',
    env: {},
    file: `${dir}/kituo.toml`,
    flags: { 'data.dir': dir },
  }),
  { purpose: 'write', command: 'a test', env: {} },
)
await rollBack(deployment, 'a test', (phase) => {
  if (phase === at) process.kill(process.pid, 'SIGKILL')
})
await deployment.close()
