// A request that is approved on a screen, and the house falls meanwhile: the process lives on, and the
// request waits again all the same (OPS-68, OPS-199).

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { askingOf } from '../../../cli/frame/run.ts'
import { handsOf } from '../../../cli/screens/screen-hands.ts'
import { takeLock } from '../../../db/appliance/deployment/lock.ts'
import { served } from '../../support/programs/house.ts'
import { signing } from '../../support/programs/signing.ts'
import { nobody } from '../../support/programs/typed.ts'

t.setTimeout(600_000)

t.test('what could not be done, and could not be said, waits again', async (t) => {
  const at = await signing(t)
  const { name } = (await at.ask('backup', 'create')).data as { name: string }
  const request = await at.asked('backup', 'restore', name)
  const hands = handsOf(askingOf({ data: at.dir, config: undefined }, {}), nobody())
  const said = {
    username: 'baraka',
    password: readFileSync(join(at.dir, 'word.txt'), 'utf8').trim(),
    code: '',
  }
  t.match(await hands.signIn(said), { kind: 'in' })
  let lock: ReturnType<typeof takeLock> | undefined
  const approved = await hands.run(['request', 'approve', request], {
    yes: true,
    onProgress: () => {
      if (lock !== undefined) return
      // It is approved and being laid out; another command has the data when it is to become live.
      at.house.child.kill('SIGKILL')
      lock = at.house.ended.then(() => takeLock(at.dir, 'kituo backup create'))
    },
  })
  t.match(approved, { success: false }, approved.message)
  await (await lock)?.release()
  const open = { data: { state: 'WAITING', decided_by: null, process: null } }
  t.match(await hands.run(['request', 'show', request]), open, 'no house is there')

  const house = await served(t, at.dir)
  t.match(
    await at.ask('request', 'show', request),
    { data: { state: 'APPROVED' } },
    'by what it sees',
  )
  t.match(await hands.run(['status']), { success: true })
  t.match(await at.ask('request', 'show', request), open, 'by what the screens told it')
  await hands.leave()
  house.child.kill('SIGKILL')
})
