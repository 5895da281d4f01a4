// When a house stands aside, and when it does not; how often it tries to come back.

import t from 'tap'
import { besideCommands } from '../../cli/serve/stand-aside.ts'
import type { Daemon } from '../../daemon/main.ts'
import { Refusal } from '../../db/refusal.ts'
import { version } from '../../db/version.ts'

const asked = { command: 'kituo works', caller: 'cli:x@y', version, takes_s: null }

function house(more: {
  running?: readonly string[]
  takeUp?: () => Promise<void>
  comeBack?: () => Promise<void>
}) {
  const done: string[] = []
  const daemon = {
    log: { error: () => done.push('said') },
    standAside: async () => void done.push('aside'),
    comeBack: async () => {
      await more.comeBack?.()
      done.push('back')
    },
  } as unknown as Daemon
  const { promise: gaveUp, resolve: giveUp } = Promise.withResolvers<unknown>()
  const aside = besideCommands({
    daemon: () => daemon,
    quiet: async () => more.running ?? [],
    letGo: async () => void done.push('let go'),
    takeUp: async () => {
      await more.takeUp?.()
      done.push('taken up')
    },
    giveUp,
    tried_again_ms: 1,
  })
  return { aside, done, gaveUp }
}

t.test('a command that runs inside the daemon is not cut off', async (t) => {
  const { aside, done } = house({ running: ['kituo backup create'] })
  await t.rejects(aside.standAside(asked), {
    code: 'lock.held',
    message:
      'kituo works needs the house alone, and kituo backup create is still at work. Try again when that has ended.',
  })
  t.same(done, [])
  t.equal(aside.now(), null, 'and the next one is heard')
})

t.test('what fails after the data were taken up lets go of them again', async (t) => {
  const { aside, done } = house({ comeBack: () => Promise.reject(new Error('a port is taken')) })
  await aside.standAside(asked)
  await t.rejects(aside.comeBack(), /a port is taken/)
  t.same(done, ['aside', 'let go', 'taken up', 'let go'])
  t.same(aside.now(), asked, 'whoever asked may mend it')
})

t.test('two who bring it back at once bring it back once', async (t) => {
  const { aside, done } = house({})
  await aside.standAside(asked)
  await Promise.all([aside.comeBack(), aside.comeBack()])
  t.same(done, ['aside', 'let go', 'taken up', 'back'])
  await aside.comeBack()
  t.equal(done.length, 4, 'one that is back has nothing to do')
})

t.test('by itself it waits for the data, and does not wait for anything else', async (t) => {
  let tries = 0
  const held = new Refusal(503, 'lock.held', 'held')
  const { aside, gaveUp } = house({
    takeUp: async () => {
      tries += 1
      if (tries <= 2) throw held
      throw new Error('no such file')
    },
  })
  await aside.standAside(asked)
  aside.left()
  t.match(await gaveUp, { message: 'no such file' })
  t.ok(tries > 4, `${tries} tries`)
})
