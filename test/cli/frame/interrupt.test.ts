// Ctrl-C: a change ends at its next safe point, a look at once; a second one ends both (OPS-72).

import { join } from 'node:path'
import t from 'tap'
import { main } from '../../../cli/main.ts'
import { folder } from '../../support/folder.ts'
import { initialised, nobody, typedJson } from '../../support/programs/typed.ts'

t.setTimeout(600_000)

const dir = join(folder(t), 'data')
await initialised(dir)

interface Pressed {
  code: number
  ended: number[]
  err: string
}

/** Ctrl-C so many times as soon as somebody listens for it. */
async function pressed(times: number, ...line: string[]): Promise<Pressed> {
  const said: Pressed = { code: -1, ended: [], err: '' }
  said.code = await main([...line, '--data', dir], {
    ...nobody({ KITUO_CONFIG: '/dev/null' }),
    err: (text) => void (said.err += text),
    exit: (code) => void said.ended.push(code),
    onInterrupt(heard) {
      for (let count = 1; count <= times; count++) heard(count)
      return () => undefined
    },
  })
  return said
}

t.test('a change is asked to end at its next safe point', async (t) => {
  const said = await pressed(1, 'backup', 'create', '--yes')
  t.equal(said.code, 130)
  t.same(said.ended, [], 'not before')
  t.match(said.err, 'kituo: stopping at the next safe point; again to stop at once.\n')
  t.match(await typedJson(['database', 'check', '--data', dir]), { success: true })
})

t.test('a second time it ends at once', async (t) => {
  const { ended } = await pressed(2, 'backup', 'create', '--yes')
  t.same(ended, [130])
})

t.test('a look ends at once', async (t) => {
  t.same((await pressed(1, 'backup', 'list')).ended, [130])
})
