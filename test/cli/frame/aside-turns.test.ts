// When a house stands aside, and when it does not; how often it tries to come back.

import t from 'tap'
import { besideCommands } from '../../../cli/serve/stand-aside.ts'
import type { Daemon } from '../../../daemon/main.ts'
import { Refusal } from '../../../db/core/refusal.ts'
import { version } from '../../../db/core/version.ts'

const asked = { command: 'kituo works', caller: 'cli:x@y', version, takes_s: null }

function house(more: {
  running?: readonly string[]
  takeUp?: () => Promise<void>
  comeBack?: () => Promise<void>
  standAside?: () => Promise<void>
  ending?: () => boolean
}) {
  const done: string[] = []
  const daemon = {
    log: { error: () => done.push('said') },
    standAside: async () => {
      await more.standAside?.()
      done.push('aside')
    },
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
    isEnding: () => more.ending?.() ?? false,
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
  aside.left(asked)
  t.match(await gaveUp, { message: 'no such file' })
  t.ok(tries > 4, `${tries} tries`)
})

t.test('what fails on the way aside brings the house back at once', async (t) => {
  const { aside, done } = house({ standAside: () => Promise.reject(new Error('the disk is full')) })
  await t.rejects(aside.standAside(asked), /the disk is full/)
  await aside.settled()
  t.equal(aside.now(), null)
  t.same(done, ['let go', 'taken up', 'back'])
})

t.test('the end of another command brings nobody back', async (t) => {
  const { aside } = house({})
  await aside.standAside(asked)
  aside.left({ ...asked })
  await aside.settled()
  t.same(aside.now(), asked)
})

t.test('a house that is told to stop does not come back', async (t) => {
  let ending = false
  const { aside, done } = house({ ending: () => ending })
  await aside.standAside(asked)
  ending = true
  aside.left(asked)
  await aside.settled()
  t.same(done, ['aside', 'let go'])
})

t.test('another machine that refuses for good is not waited for', async (t) => {
  const { aside, done } = house({})
  let asks = 0
  await aside.standAsideFor('kituo works is at work', async () => {
    asks += 1
    if (asks < 3) throw new Refusal(503, 'unavailable', 'The database does not answer.')
    throw new Refusal(409, 'version.schema_newer', 'Start a newer one.')
  })
  t.same([asks, done.at(-1), aside.now()], [3, 'back', null])
})
