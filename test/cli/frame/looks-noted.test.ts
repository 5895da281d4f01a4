// Who looks at patients from the command line, while no daemon runs (PLT-113).

import t from 'tap'
import { lockData } from '../../../db/appliance/deployment/deployment.ts'
import { folder } from '../../support/folder.ts'
import { configurationAt } from '../../support/programs/backed-house.ts'
import { initialised, typedJson } from '../../support/programs/typed.ts'

const dir = folder(t)
await initialised(dir)
const run = (...line: string[]) => typedJson([...line, '--data', dir])
const log = async (action: string) => (await run('audit', 'search', '--action', action)).data

t.test('a look is in the log before it is told', async (t) => {
  t.match(await run('patient', 'search', 'asha'), { success: true })
  t.match(await log('patient.search'), [{ action: 'patient.search' }])
  t.match(await run('audit', 'verify'), { success: true }, 'and its chain holds')
})

t.test('where it cannot be noted nothing is told', async (t) => {
  const lock = await lockData(configurationAt(dir), 'kituo database optimise')
  t.teardown(() => lock?.release())
  const said = await run('patient', 'search', 'asha')
  t.match(said, { success: false, data: null, error: { code: 'lock.held' } })
  t.match(said.message, /held by kituo database optimise/)
})
