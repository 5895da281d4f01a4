// Runs a Postman collection as its tool does: variables, bearer token, and the scripts of all requests in one
// room, in which the tool's own names are taken already.

import { createContext, runInContext } from 'node:vm'
import type { Answer, Ask } from '../ask.ts'

interface Item {
  name: string
  item?: Item[]
  request?: Asked
  event?: { listen: string; script: { exec: string[] } }[]
}
interface Asked {
  method: string
  header: { key: string; value: string; disabled?: boolean }[]
  auth?: { type: string }
  url: {
    path: string[]
    variable: { key: string; value: string }[]
    query: { key: string; value: string; disabled: boolean }[]
  }
  body?: { mode: string; raw?: string }
}
export interface Collection {
  item: Item[]
  variable: { key: string; value: string }[]
}
export interface Environment {
  values: { key: string; value: string }[]
}
export interface Ran {
  name: string
  asked: string
  answer: Answer
}

export async function run(
  nobody: Ask,
  { item, variable }: Collection,
  { values }: Environment,
): Promise<Ran[]> {
  const environment = new Map(values.map(({ key, value }) => [key, value]))
  const own = new Map(variable.map(({ key, value }) => [key, value]))
  const room = createContext({})
  runInContext(`let ${taken.join(', ')}`, room)
  const filled = (text: string): string =>
    text.replaceAll(
      /\{\{(\w+)\}\}/g,
      (as_it_is, name: string) => environment.get(name) ?? own.get(name) ?? as_it_is,
    )
  const ran: Ran[] = []
  for (const { name, request, event = [] } of requestsIn(item)) {
    const url = urlOf(request, filled)
    const answer = await send(nobody, request, {
      url,
      filled,
      token: environment.get('access_token'),
    })
    ran.push({ name, asked: `${request.method} ${url}`, answer })
    room['pm'] = {
      response: { code: answer.status, json: () => answer.body },
      environment: { set: (key: string, value: string) => environment.set(key, value) },
      collectionVariables: { set: (key: string, value: string) => own.set(key, value) },
    }
    for (const { script } of event) runInContext(script.exec.join('\n'), room)
  }
  return ran
}

/** What the tool's room declares before a script of ours runs. */
const taken = ['data', 'environment', 'globals', 'iteration', 'request', 'responseBody', 'tests']

function* requestsIn(items: readonly Item[]): Generator<Item & { request: Asked }> {
  for (const one of items) {
    if (one.item !== undefined) yield* requestsIn(one.item)
    else if (one.request !== undefined) yield { ...one, request: one.request }
  }
}

function urlOf({ url }: Asked, filled: (text: string) => string): string {
  const held = new Map(url.variable.map(({ key, value }) => [`:${key}`, filled(value)]))
  const words = url.query.filter(({ disabled }) => !disabled)
  const query = new URLSearchParams(words.map(({ key, value }) => [key, filled(value)])).toString()
  const path = url.path.map((part) => held.get(part) ?? part).join('/')
  return `/${path}${query === '' ? '' : `?${query}`}`
}

async function send(
  nobody: Ask,
  { method, header, auth, body }: Asked,
  {
    url,
    filled,
    token,
  }: { url: string; filled: (text: string) => string; token?: string | undefined },
): Promise<Answer> {
  const shown = header.filter(({ disabled }) => disabled !== true)
  const headers = Object.fromEntries(
    shown.map(({ key, value }) => [key.toLowerCase(), filled(value)]),
  )
  if (auth?.type !== 'noauth') headers['authorization'] = `Bearer ${token ?? ''}`
  return nobody.inject({
    method: method as 'GET',
    url,
    headers,
    ...(body?.raw === undefined ? {} : { payload: filled(body.raw) }),
  })
}
