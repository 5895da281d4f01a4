// How far a long command has come: drawn over on a terminal, a line per phase elsewhere (OPS-71).

import t, { type Test } from 'tap'
import { progressLine } from '../../../cli/frame/progress.ts'
import type { Terminal } from '../../../cli/frame/terminal.ts'
import { clock, seconds } from '../../../db/core/clock.ts'

function shown(t: Test, on_terminal: boolean, showing: Partial<Record<string, boolean>> = {}) {
  clock.freeze('2026-03-31T09:00:00.000Z')
  t.teardown(() => clock.release())
  const said: string[] = []
  const terminal = {
    err_is_terminal: on_terminal,
    err: (text: string) => void said.push(text),
    out: (text: string) => void said.push(text),
  } as unknown as Terminal
  const line = progressLine(
    { json: false, jsonl: false, quiet: false, ...showing } as Parameters<typeof progressLine>[0],
    terminal,
  )
  const show = (item: string, done: number, phase = 'checks'): void =>
    line.show({ type: 'progress', phase, item, done, total: 4 })
  return { said, show, end: () => line.end() }
}

t.test('elsewhere: a line per phase or 10 s, whatever it is at', async (t) => {
  const { said, show, end } = shown(t, false)
  show('disk.free', 0)
  t.same(said, [], 'nothing within the first second')
  clock.advance(seconds(2))
  show('disk.free', 1)
  show('clock.drift', 2)
  show('tables', 3, 'proofs')
  clock.advance(seconds(10))
  show('rows', 4, 'proofs')
  end()
  t.same(said, [
    'checks  [#####---------------]  25 %\n',
    'proofs  [###############-----]  75 %\n',
    'proofs  [####################]  100 %\n',
  ])
})

t.test('elsewhere: phases that take turns are said once each', async (t) => {
  const { said, show } = shown(t, false)
  clock.advance(seconds(2))
  for (let n = 0; n < 200; n++) show(`table ${n}`, 1, n % 2 === 0 ? 'copying' : 'proving')
  t.equal(said.length, 2)
})

t.test('on a terminal: drawn over, with what it is at, and cleaned away', async (t) => {
  const { said, show, end } = shown(t, true)
  clock.advance(seconds(2))
  show('disk.free', 1)
  show('clock.drift', 2)
  clock.advance(200)
  show('\x1b[2Jtables', 3)
  end()
  t.same(said, [
    '\r\x1b[Kchecks  [#####---------------]  25 %  disk.free',
    '\r\x1b[Kchecks  [###############-----]  75 %  tables',
    '\r\x1b[K',
  ])
})

t.test('told to be quiet it is, and a script reads a line each', async (t) => {
  const quiet = shown(t, false, { quiet: true })
  clock.advance(seconds(2))
  quiet.show('a', 1)
  t.same(quiet.said, [])
  const script = shown(t, false, { jsonl: true })
  script.show('a', 1)
  t.match(JSON.parse(script.said.join('')), { phase: 'checks', item: 'a', done: 1, total: 4 })
})
