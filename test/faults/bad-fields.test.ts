// Every field of every body at the ends of what its shape lets in, on records that are there: never
// 500. A shape that is wider than its rule or its column shows here.

import t from 'tap'
import type { Route } from '../../daemon/edge/route.ts'
import { boot } from '../support/boot.ts'
import {
  everyBody,
  type Ground,
  hospitalGround,
  left_alone,
  messagingGround,
} from '../support/sweeps/every-body.ts'
import { extremes, having, places, plain } from '../support/sweeps/extremes.ts'

/** What was let in must not make a list unreadable. */
async function unreadable({ who, doors, at }: Ground): Promise<string[]> {
  const broken: string[] = []
  for (const { method, path, access } of doors.flatMap(({ routes }) => routes)) {
    if (method !== 'GET' || path.includes(':') || access === 'open' || left_alone.test(path))
      continue
    const { status } = await who.get(`${at}${path}`)
    if (status >= 500) broken.push(`GET ${path}: ${status}`)
  }
  return broken
}

/** How many requests it took, and every answer that is none. */
async function swept(ground: Ground): Promise<[number, string[]]> {
  const broken: string[] = []
  let asked = 0
  for await (const { route, body: shape, url, hint } of everyBody(ground)) {
    const body = plain(shape, hint)
    const tried: [string, unknown][] = [['', body]]
    for (const place of places(shape)) {
      for (const value of extremes(place.shape)) {
        tried.push([place.at.join('.'), having(body, shape, place.at, value, hint)])
      }
      // What is the most that one may say may be said twice, and is then more than a sum can hold.
      const [most] = extremes(place.shape)
      if (typeof most === 'number')
        tried.push([place.at.join('.'), having(body, shape, place.at, most, hint)])
    }
    for (const [field, sent] of tried) {
      asked += 1
      const { status } = await ground.who.send(route.method, url, sent)
      if (status < 200 || status >= 500) broken.push(said_of(route, field, sent, status))
    }
  }
  return [asked, broken]
}

const said_of = ({ method, path }: Route, field: string, sent: unknown, status: number): string =>
  `${method} ${path} ${field}: ${status} to ${JSON.stringify(sent).slice(0, 200)}`

t.test('fields at the ends of what is let in', { timeout: 600_000 }, async (t) => {
  const house = await boot(t)

  t.test('of the hospital', async (t) => {
    const ground = await hospitalGround(house)
    const [asked, broken] = await swept(ground)
    t.same(broken, [])
    t.ok(asked > 2000, `${asked} requests`)
    t.same(await unreadable(ground), [])
  })

  t.test('of messaging', async (t) => {
    const [asked, broken] = await swept(await messagingGround(house))
    t.same(broken, [])
    t.ok(asked > 100, `${asked} requests`)
  })
})
