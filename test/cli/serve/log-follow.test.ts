// `log tail -f`: what comes is shown once, whenever it came (operations 5.9).

import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { folder } from '../../support/folder.ts'
import { typed } from '../../support/programs/typed.ts'

t.test('log tail -f: goes on with what comes, each line once', async (t) => {
  const dir = folder(t)
  mkdirSync(join(dir, 'data'))
  const file = join(dir, 'kituo.log')
  const config = join(dir, 'kituo.toml')
  writeFileSync(config, `[log]\nfile = "${file}"\n`)
  const line = (msg: string, ts: string, level = 'info'): void =>
    appendFileSync(file, `${JSON.stringify({ ts, level, msg, req: 'r-1', status: 200 })}\n`)
  line('first', '2027-02-03T02:00:00.000Z')
  line('second', '2027-02-03T02:00:00.001Z')
  const looks: (() => void)[] = [
    () => line('third', '2027-02-03T02:00:00.001Z'),
    () => {
      line('fourth', '2027-02-03T02:00:00.001Z')
      line('quiet', '2027-02-03T02:00:01.000Z', 'debug')
      line('fifth', '2027-02-03T02:00:01.000Z', 'warn')
    },
    () => undefined,
    () => undefined,
  ]
  const said = await typed(
    ['log', 'tail', '-f', '--level', 'info', '--data', join(dir, 'data'), '--config', config],
    {
      ended: () => {
        looks.shift()?.()
        return looks.length === 0
      },
    },
  )
  t.equal(said.code, 0, said.err)
  const shown = said.out.trim().split('\n')
  t.same(
    shown.map((one) => /(first|second|third|fourth|fifth|quiet)/.exec(one)?.[0]),
    ['first', 'second', 'third', 'fourth', 'fifth'],
  )
  t.match(shown[4], /warn +fifth status=200$/)
})

t.test('log tail -f: waits where nothing has been said yet', async (t) => {
  const dir = folder(t)
  mkdirSync(join(dir, 'data'))
  const file = join(dir, 'kituo.log')
  const config = join(dir, 'kituo.toml')
  writeFileSync(config, `[log]\nfile = "${file}"\n`)
  writeFileSync(file, '')
  const first = { ts: '2027-02-03T02:00:00.000Z', level: 'warn', msg: 'first' }
  const looks: (() => void)[] = [
    () => undefined,
    () => writeFileSync(file, `${JSON.stringify(first)}\n`),
    () => undefined,
  ]
  const said = await typed(
    ['log', 'tail', '-f', '--level', 'warn', '--data', join(dir, 'data'), '--config', config],
    {
      ended: () => {
        looks.shift()?.()
        return looks.length === 0
      },
    },
  )
  t.match(said, { code: 0, err: '' })
  t.match(said.out, /^[^\n]+ warn +first\n$/)
})
