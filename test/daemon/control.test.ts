// The ear of the house (OPS-56): folders that it was lent outside of the data go with it.

import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { openControl } from '../../daemon/control.ts'
import { folder } from '../support/folder.ts'

const hooks = {
  dir: '/data',
  execute: () => Promise.reject(new Error('nothing is asked')),
  status: () => ({}),
  standAside: async () => undefined,
  comeBack: async () => undefined,
  left: () => undefined,
}

t.test('OPS-56: what a house was lent outside of its data goes with it', async (t) => {
  const own = join(folder(t), 'kituo-1')
  const of = (mark: string) => {
    const at = join(own, mark)
    const [admin, read] = [join(at, 'admin'), join(at, 'read')]
    mkdirSync(admin, { recursive: true })
    mkdirSync(read)
    const lent = [admin, read, at, own]
    return { admin: join(admin, 'kituo.sock'), read: join(read, 'kituo.sock'), lent }
  }
  const one = await openControl(of('one'), hooks)
  const two = await openControl(of('two'), hooks)
  await one.close(0)
  t.notOk(existsSync(join(own, 'one')))
  t.ok(existsSync(two.places.admin), 'another house of the same user goes on')
  await two.close(0)
  t.notOk(existsSync(own))
})
