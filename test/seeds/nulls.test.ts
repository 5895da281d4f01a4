// A field that may be left out takes null as well, as if it were left out, or empties what it names
// (ALL-19). Every field of every body, from the routes' own shapes: a new route is
// swept by itself.

import t from 'tap'
import type { Answer } from '../support/ask.ts'
import { boot } from '../support/boot.ts'
import {
  everyBody,
  type Ground,
  hospitalGround,
  messagingGround,
  type Place,
} from '../support/sweeps/every-body.ts'
import { having, type Path, places, plain, type Shape } from '../support/sweeps/extremes.ts'

/** The routes and fields that are not as they should be yet: the list only shrinks. */
const not_yet: readonly string[] = []

t.test('a field that may be left out takes null', { timeout: 600_000 }, async (t) => {
  const house = await boot(t)

  t.test('of the hospital', async (t) => {
    const { asked, told } = await swept(await hospitalGround(house))
    t.same(told, not_yet)
    t.ok(asked > 800, `${asked} fields`)
  })

  t.test('of messaging', async (t) => {
    const { asked, told } = await swept(await messagingGround(house))
    t.same(told, not_yet)
    t.ok(asked > 80, `${asked} fields`)
  })
})

async function swept(ground: Ground): Promise<{ asked: number; told: string[] }> {
  const told: string[] = []
  let asked = 0
  for await (const place of everyBody(ground)) {
    for (const { at, shape } of places(place.body)) {
      if (!mayMiss(place.body, at)) continue
      asked += 1
      const fault = await compared(ground, place, at, shape)
      if (fault !== undefined)
        told.push(`${place.route.method} ${place.route.path} ${at.join('.')}: ${fault}`)
    }
  }
  return { asked, told }
}

/** Not a place in a list, and not among what its object must have. */
function mayMiss(body: object, at: Path): boolean {
  const name = at.at(-1)
  if (typeof name !== 'string') return false
  let shape = body as Shape
  for (const part of at.slice(0, -1)) {
    if (shape.anyOf?.[0] !== undefined) shape = shape.anyOf[0]
    shape = (typeof part === 'number' ? shape.items : shape.properties?.[part]) ?? {}
  }
  if (shape.anyOf?.[0] !== undefined) shape = shape.anyOf[0]
  return !(shape.required ?? []).includes(name)
}

async function compared(
  { who }: Ground,
  { route, body, url, hint }: Place,
  at: Path,
  shape: Shape,
): Promise<string | undefined> {
  const plainly = plain(body, hint)
  const send = (value: undefined | null): Promise<Answer> =>
    who.send(route.method, url, having(plainly, body, at, value, hint))
  const absent = await send(undefined)
  const nothing = await send(null)
  if (said(absent) === said(nothing)) return undefined
  // An amendment says what changes, as a PATCH does: of a set of one measure that one is not emptied.
  const changes = route.method === 'PATCH' || route.method === 'PUT'
  if (changes || route.path.endsWith('/amend')) {
    const wanted = emptied(nothing, at, shape)
    if (wanted) return undefined
  }
  // What the first of them made may stand in the way of the second: then in the way of a third too.
  const again = await send(undefined)
  if (said(again) === said(nothing)) return undefined
  return `${said(nothing)} to null, ${said(again)} to nothing`
}

/** A change empties what can be empty, and refuses in words what cannot. */
function emptied(answer: Answer, at: Path, { nullable }: Shape): boolean {
  const { status } = answer
  const message = wordsOf(answer)
  if (nullable === true) return status < 300 || (status < 500 && !/must be a/.test(message))
  return message === `${nameOf(at)} cannot be empty; leave it out to keep it.`
}

const nameOf = (at: Path): string =>
  at.reduce<string>(
    (name, part) =>
      typeof part === 'number' ? `${name}[${part}]` : name === '' ? part : `${name}.${part}`,
    '',
  )

/** Status and words, without what is new each time. */
const said = (answer: Answer): string =>
  `${answer.status} ${wordsOf(answer).replace(/[0-9a-f]{8}-[0-9a-f-]{27}|\d+/g, '#')}`

const wordsOf = ({ message, body }: Answer): string =>
  message === '' ? (body?.error?.message ?? '') : message
