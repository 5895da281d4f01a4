// The pace of a link (MSG-306, MSG-340).

import t from 'tap'
import { Pace } from '../../daemon/sending/operators/pace.ts'

/** Sends whatever it may for so long; the moments at which segments left. */
function run(pace: Pace, from: number, for_ms: number, step_ms = 5): number[] {
  const left: number[] = []
  for (let now = from; now < from + for_ms; now += step_ms) {
    const count = pace.allowance(now)
    if (count === 0) continue
    pace.spend(now, count)
    for (let n = 0; n < count; n++) left.push(now)
  }
  return left
}

const most = (left: readonly number[], window_ms = 1000): number => {
  let max = 0
  let first = 0
  for (const [at, when] of left.entries()) {
    while ((left[first] as number) <= when - window_ms) first += 1
    max = Math.max(max, at - first + 1)
  }
  return max
}

t.test('no sliding second above the cap, 98 % of it over a minute', async (t) => {
  for (const cap of [1, 20, 100, 333, 1000, 5000]) {
    const left = run(new Pace(cap), 0, 61_000)
    t.ok(most(left) <= cap, `${cap}: ${most(left)} in a second`)
    t.ok(left.length >= cap * 61 * 0.97, `${cap}: ${left.length} in a minute`)
  }
})

t.test('seconds of the far side, where what was sent comes a little late', async (t) => {
  const left = run(new Pace(100), 0, 20_000)
  const arrived = left.map((when, at) => when + ((at * 7919) % 10)).sort((a, b) => a - b)
  t.ok(most(arrived) <= 100)
})

t.test('a change of the cap counts from the next moment', async (t) => {
  const pace = new Pace(10)
  run(pace, 0, 5000)
  pace.set(100)
  t.ok(run(pace, 5000, 2000).length > 150)
  pace.set(10)
  const after = run(pace, 8000, 5000)
  t.ok(after.length <= 50)
})

t.test('throttled: nothing for a second, half of it, a tenth more each ten seconds', async (t) => {
  const pace = new Pace(100)
  pace.throttle(0)
  pace.throttle(10)
  t.equal(pace.rate, 50, 'answers to one slice are one complaint')
  t.equal(pace.allowance(999), 0)
  t.ok(pace.allowance(1000) > 0)
  t.equal(run(pace, 1000, 1000).length, 50)
  pace.allowance(10_000)
  t.equal(pace.rate, 60)
  pace.throttle(10_500)
  t.equal(pace.rate, 30)
  pace.allowance(80_500)
  t.ok(pace.throttled === false, 'back at the cap')
  const slow = new Pace(1)
  slow.throttle(0)
  t.equal(slow.rate, 1, 'never below one')
})

t.test('more segments than the cap go alone and are waited for', async (t) => {
  const pace = new Pace(2)
  t.ok(pace.mayGoAlone(0, 10))
  t.notOk(pace.mayGoAlone(0, 2))
  pace.spend(0, 10)
  t.equal(pace.allowance(4000), 0)
  t.ok(pace.waitMs(4000) > 900)
  t.ok(pace.allowance(5100) > 0)
  pace.spend(5100, 1)
  t.notOk(pace.mayGoAlone(5200, 10), 'not beside others')
})

t.test('how long to wait is never nothing while nothing may leave', async (t) => {
  const pace = new Pace(3)
  for (let now = 0; now < 5000; now += 1) {
    const wait = pace.waitMs(now)
    if (pace.allowance(now) > 0) {
      t.equal(wait, 0)
      pace.spend(now, 1)
    } else if (wait <= 0) t.fail(`at ${now}`)
  }
})
