// A place that says nothing is given up, asked nothing more, and put in order when it answers again
// (operations 6.2, decision 0284).

import t, { type Test } from 'tap'
import {
  ask,
  isSilence,
  isStuck,
  looking,
  setPatience,
  silentSince,
  tidy,
} from '../../../../db/appliance/backups/answers.ts'

t.afterEach(() => setPatience())

/** Calls to one place, each of which answers when it is told to. */
function place(t: Test) {
  const dir = `/of/${t.name}`
  const begun: { answer: (value?: string) => void; fail: (error: Error) => void }[] = []
  const call = () =>
    new Promise<string>((resolve, reject) => {
      begun.push({ answer: (value = 'well') => resolve(value), fail: reject })
    })
  const turn = () => new Promise((resolve) => setImmediate(resolve))
  return { dir, begun, call, turn, asked: () => ask(dir, call) }
}

t.test('what answers is answered, and what fails fails', async (t) => {
  const { begun, asked, dir } = place(t)
  const [well, ill] = [asked(), asked()]
  begun[0]?.answer('so it is')
  begun[1]?.fail(new Error('EIO'))
  t.equal(await well, 'so it is')
  await t.rejects(ill, { message: 'EIO' })
  t.equal(silentSince(dir), null)
  t.equal(isStuck(), false)
})

t.test('two calls are with a place at a time, the others wait for their turn', async (t) => {
  const { begun, asked, turn } = place(t)
  const all = [asked(), asked(), asked(), asked()]
  t.equal(begun.length, 2)
  begun[1]?.answer()
  await turn()
  t.equal(begun.length, 3)
  begun[0]?.answer()
  begun[2]?.answer()
  await turn()
  begun[3]?.answer()
  t.same(await Promise.all(all), ['well', 'well', 'well', 'well'])
})

t.test('one that says nothing is given up, and asked nothing more until it answers', async (t) => {
  const { dir, begun, asked, turn } = place(t)
  setPatience({ work: 20 })
  const all = await Promise.allSettled([asked(), asked(), asked(), asked(), asked()])
  for (const one of all) {
    t.match(one, {
      reason: {
        status: 503,
        code: 'repository.away',
        message: new RegExp(`^${dir} does not answer: nothing moved for 0 s\\. Look at its mount`),
      },
    })
  }
  t.equal(begun.length, 2, 'who waited behind them takes no thread')
  t.match(silentSince(dir), /Z$/)
  t.equal(isStuck(), true)
  let said: unknown
  asked().catch((error: unknown) => (said = error))
  await turn()
  t.match(said, { message: new RegExp(`^${dir} has not answered since .*Z\\. Look`) }, 'at once')
  t.equal(begun.length, 2)
  begun[0]?.answer()
  await turn()
  await t.rejects(asked(), { code: 'repository.away' }, 'as long as one hangs')
  begun[1]?.answer()
  await turn()
  t.equal(silentSince(dir), null)
  setPatience()
  const again = asked()
  begun[2]?.answer()
  t.equal(await again, 'well', 'it is back by itself')
})

t.test('another place is asked meanwhile', async (t) => {
  setPatience({ work: 20 })
  const [hung, other] = [place(t), { ...place(t), dir: '/of/another' }]
  await t.rejects(hung.asked(), { code: 'repository.away' })
  t.equal(await ask(other.dir, async () => 'well'), 'well')
  hung.begun[0]?.answer()
  await hung.turn()
})

t.test('who only looks waits less, and takes nothing from who works', async (t) => {
  const { dir, begun, asked, turn } = place(t)
  setPatience({ work: 60_000, look: 20 })
  const work = asked()
  await t.rejects(looking(asked), { code: 'repository.away' })
  t.equal(begun.length, 2)
  await t.rejects(looking(asked), /has not answered since/, 'the next look is answered at once')
  t.equal(begun.length, 2)
  const more = asked()
  begun[0]?.answer('slow, and there')
  t.equal(await work, 'slow, and there', 'a slow disk is not given up by a look')
  await turn()
  begun[2]?.answer('and so on')
  t.equal(await more, 'and so on')
  begun[1]?.answer()
  await turn()
  t.equal(silentSince(dir), null)
})

t.test('what comes too late is handed over, and does not stay open', async (t) => {
  const { dir, begun, call, turn } = place(t)
  setPatience({ work: 20 })
  const late: string[] = []
  await t.rejects(ask(dir, call, async (value) => late.push(value)))
  begun[0]?.answer('a handle')
  await turn()
  t.same(late, ['a handle'])
})

t.test('what comes too late and cannot be closed ends nobody', async (t) => {
  const { dir, begun, call, turn } = place(t)
  setPatience({ work: 20 })
  const tried: string[] = []
  const unhandled: unknown[] = []
  const hear = (error: unknown): void => void unhandled.push(error)
  process.on('unhandledRejection', hear)
  t.teardown(() => process.off('unhandledRejection', hear))
  const late = (value: string): Promise<void> => {
    tried.push(value)
    return Promise.reject(new Error('ESTALE'))
  }
  await t.rejects(ask(dir, call, late))
  begun[0]?.answer('a handle')
  await turn()
  await turn()
  t.same(tried, ['a handle'])
  t.same(unhandled, [])
  t.equal(isStuck(), false)
})

t.test('a close that hangs after a late open counts as any call', async (t) => {
  const { dir, begun, call, asked, turn } = place(t)
  setPatience({ work: 20 })
  await t.rejects(ask(dir, call, call))
  begun[0]?.answer('a handle')
  await turn()
  t.equal(begun.length, 2, 'it is closed')
  t.equal(isStuck(), true, 'a thread has it')
  await t.rejects(asked(), { code: 'repository.away' })
  t.match(silentSince(dir), /Z$/)
  begun[1]?.answer()
  await turn()
  t.equal(isStuck(), false)
})

t.test('who looks waits no longer while it is tidied and hangs again', async (t) => {
  const { dir, begun, call, asked, turn } = place(t)
  setPatience({ work: 20 })
  await t.rejects(asked(), { code: 'repository.away' })
  await tidy(dir, call)
  setPatience({ work: 60_000, look: 20 })
  begun[0]?.answer()
  await turn()
  t.equal(begun.length, 2, 'it is tidied')
  await t.rejects(looking(asked), { code: 'repository.away' })
  const work = asked()
  begun[1]?.answer()
  await turn()
  t.equal(begun.length, 3, 'who works goes on after it, who was given up does not')
  begun[2]?.answer('and so on')
  t.equal(await work, 'and so on')
})

t.test('what is left behind goes when it answers again, before anybody asks', async (t) => {
  const { dir, begun, asked, turn } = place(t)
  setPatience({ work: 20 })
  const done: string[] = []
  const leave = (what: string) => tidy(dir, async () => void done.push(what))
  await leave('at once')
  t.same(done, ['at once'])
  t.ok(isSilence(await asked().catch((error: unknown) => error)))
  await leave('the lock')
  await leave('the piece')
  t.same(done, ['at once'], 'nothing is asked of it, and nobody fails by it')
  setPatience()
  begun[0]?.answer()
  await turn()
  const next = ask(dir, async () => void done.push('the next'))
  await next
  t.same(done, ['at once', 'the lock', 'the piece', 'the next'])
  await t.rejects(
    tidy(dir, async () => {
      throw new Error('EACCES')
    }),
    { message: 'EACCES' },
    'what fails is told',
  )
})
