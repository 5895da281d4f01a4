// One request of the API, made as a person; the reply as it came.

import { choice, path, text } from '../../db/appliance/configuration/kinds.ts'
import { Refusal } from '../../db/core/refusal.ts'
import { command, done, type Frame, maybe, type Outcome, word } from './grammar/command.ts'
import type { Answered } from './own-door.ts'
import { usage } from './grammar/usage.ts'

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
const patience_ms = 60_000

const call = command('api call', {
  says: 'Makes one request of the API as the person of --as, and prints the reply as it came.',
  // What it does is the route's own affair, and so are its permission and its audit.
  class: 'M',
  transaction: 'rule',
  permission: null,
  rule_decides: true,
  exits: [4, 6, 9],
  asks: {
    method: word(choice(methods), 'what to do'),
    path: word(
      text('a path like /api/v1/users', /^\/[^\s\0]{0,2000}$/),
      'the path, with its query',
    ),
  },
  flags: {
    body: {
      ...maybe(text('@file, or - for standard input', /^(?:-|@[^\0]+)$/), 'a file of JSON'),
      carries: true,
      short: '-d',
    },
    if_match: maybe(text('a version', /^[\w"*.-]{1,60}$/), 'only while the record is this version'),
    out: maybe(path(), 'write the reply there, for papers and files'),
  },
  examples: [
    'kituo api call GET "/api/v1/users?per_page=5" --as asha',
    'kituo api call POST /api/v1/departments -d @department.json --as asha --json',
  ],
  plan: async ({ asked }) => ({ steps: [`${asked.method} ${addressOf(asked.path)}`] }),
  run: async (frame): Promise<Outcome<Reply>> => {
    const { method, path: typed } = frame.asked
    const answer = await answered(frame, method, addressOf(typed))
    const facts = { method, path: addressOf(typed), status: answer.status, type: answer.type }
    const more = { changed: method !== 'GET' && answer.status < 300, ...failing(answer) }
    const { out } = frame.flags
    if (out !== undefined && answer.status < 300) {
      await frame.put(answer.bytes)
      return done(`Written: ${out}.`, { ...facts, body: null, file: out }, more)
    }
    const body = bodyOf(answer)
    return done(sentenceIn(body) ?? `${answer.status}`, { ...facts, body, file: null }, more)
  },
  view: ({ body, file }) =>
    file !== null ? null : typeof body === 'string' ? body : JSON.stringify(body, null, 2),
})

interface Reply {
  method: Method
  path: string
  status: number
  type: string
  body: unknown
  file: string | null
}

export const commands = [call]

/** Without the prefix of an API it is the hospital's. */
const addressOf = (typed: string): string =>
  /^\/(?:api\/)?v1\//.test(typed) ? typed : `/api/v1${typed}`

type Calling = Pick<
  Frame<unknown, { if_match: string | undefined }>,
  'house' | 'person' | 'sent' | 'flags' | 'caller' | 'request_id'
>

async function answered(frame: Calling, method: Method, url: string): Promise<Answered> {
  const { house, person, sent, flags } = frame
  if (person === undefined) throw usage('missing', '--as is needed: a person makes the call.')
  const { facility_id } = await frame.caller()
  const body = sent('body')?.bytes
  const headers = {
    authorization: `Bearer ${person.token}`,
    'x-request-id': frame.request_id,
    ...(method === 'GET' ? {} : { 'idempotency-key': frame.request_id }),
    ...(facility_id === null ? {} : { 'x-facility-id': facility_id }),
    ...(flags.if_match === undefined ? {} : { 'if-match': flags.if_match }),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  }
  if (house === null) {
    const { askDoors } = await import('./hands.ts')
    return askDoors(method, url, headers, body)
  }
  const { askOwnDoor } = await import('./own-door.ts')
  const answer = await askOwnDoor(house, { method, path: url, headers, body, patience_ms })
  if (answer === null) throw new Refusal(503, 'daemon.silent', 'The listener did not answer.')
  return answer
}
type Method = (typeof methods)[number]

function bodyOf({ type, bytes }: Answered): unknown {
  if (bytes.length === 0) return null
  if (!/^(?:application\/json|application\/[\w.-]+\+json|text\/)/.test(type)) {
    throw usage('missing', `--out is needed: the reply is ${type || 'no text'}.`)
  }
  const said = bytes.toString('utf8')
  return type.startsWith('text/') ? said : (JSON.parse(said) as unknown)
}

const sentenceIn = (body: unknown): string | null => {
  const said = (body as { message?: unknown } | null)?.message
  return typeof said === 'string' && said !== '' ? said : null
}

const words: Readonly<Record<number, string>> = {
  400: 'usage.value',
  401: 'sign_in.needed',
  403: 'not.permitted',
  404: 'record.unknown',
  412: 'plan.moved',
  422: 'usage.value',
  503: 'daemon.silent',
}

/** The exit code that a command would have ended with. */
const failing = ({ status }: Answered): { error?: { code: string } } =>
  status < 400
    ? {}
    : { error: { code: words[status] ?? (status < 500 ? 'rule.refused' : 'fault') } }
