import t from 'tap'
import { paced, type Time } from '../../tui/pace.ts'

/** A clock that is turned by hand. */
function turned(): Time & { turn: (ms: number) => void } {
  let now = 0
  let waiting: { at: number; work: () => void } | undefined
  return {
    now: () => now,
    after: (ms, work) => {
      waiting = { at: now + ms, work }
      return () => {
        waiting = undefined
      }
    },
    turn: (ms) => {
      for (const until = now + ms; ; ) {
        if (waiting === undefined || waiting.at > until) {
          now = until
          return
        }
        const { at, work } = waiting
        waiting = undefined
        now = at
        work()
      }
    },
  }
}

t.test('a key pressed just after a beat is drawn at once', async (t) => {
  const time = turned()
  const drawn: number[] = []
  const pace = paced(() => drawn.push(time.now()), time)
  for (let second = 0; second < 5; second++) {
    pace.wanted()
    time.turn(5)
    pace.wanted()
    time.turn(245)
    for (const pause of [250, 250, 250]) {
      pace.wanted()
      time.turn(pause)
    }
  }
  t.equal(drawn.length, 25, 'each of five changes a second is a frame of its own')
  t.ok(drawn.includes(1005))
})

t.test(
  'however many keys, never more than ten frames in any second, and the last is drawn',
  async (t) => {
    const time = turned()
    const drawn: number[] = []
    const pace = paced(() => drawn.push(time.now()), time)
    for (let key = 0; key < 500; key++) {
      pace.wanted()
      time.turn(10)
    }
    const last_key = 4990
    time.turn(1000)
    for (const from of drawn) {
      const within = drawn.filter((at) => at >= from && at < from + 1000)
      t.ok(within.length <= 10, `${within.length} in the second from ${from}`)
    }
    const apart = drawn.slice(4).map((at, index) => at - (drawn[index + 3] ?? 0))
    t.ok(Math.max(...apart) < 200, 'evenly')
    t.ok((drawn.at(-1) ?? 0) >= last_key, 'what the last key did is seen')
  },
)

t.test('nothing is drawn any more by one that was stopped', async (t) => {
  const time = turned()
  let drawn = 0
  const pace = paced(() => (drawn += 1), time)
  for (let key = 0; key < 10; key++) pace.wanted()
  const before = drawn
  pace.stop()
  time.turn(5000)
  t.equal(drawn, before)
})
