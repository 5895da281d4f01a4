// The descriptions of both APIs, made from the same lists that are mounted. No database is opened.

import { choice, path, text, url } from '../../db/appliance/configuration/kinds.ts'
import { commands as calling } from './api-call.ts'
import { command, done, maybe, orElse, type Outcome } from './grammar/command.ts'
import type { Door } from '../../daemon/edge/route.ts'

const apis = ['hospital', 'messaging'] as const
type Api = (typeof apis)[number]

const flags = {
  api: orElse(choice(apis), 'hospital', 'which of the two'),
  out: maybe(path(), 'the file to write'),
}
interface Flags {
  api: Api
  out: string | undefined
}
type Put = (bytes: Buffer) => Promise<void>

const openapi = command('api openapi', {
  also: ['api export openapi'],
  says: 'Prints the OpenAPI description.',
  class: 'L',
  permission: null,
  flags,
  examples: ['kituo api openapi', 'kituo api openapi --api messaging --out ./messaging.json'],
  run: async (frame) => {
    const { openapi: describe } = await import('../../daemon/edge/describe/openapi.ts')
    const { description, doors } = await described(frame.flags.api)
    return given(JSON.parse(describe(description, doors).text), frame.flags, frame.put)
  },
  view: (data) => written(data),
})

const postman = command('api postman', {
  also: ['api export postman'],
  says: 'Prints the Postman collection.',
  class: 'L',
  permission: null,
  flags,
  examples: ['kituo api postman --out ./kituo.postman_collection.json', 'kituo api postman'],
  run: async (frame) => {
    const { collectionOf } = await import('../../daemon/edge/describe/postman.ts')
    const { description, doors } = await described(frame.flags.api)
    return given(collectionOf(doors, description.prefix), frame.flags, frame.put)
  },
  view: (data) => written(data),
})

const environment = command('api environment', {
  also: ['api export environment'],
  says: 'Prints the Postman environment.',
  class: 'L',
  permission: null,
  flags: {
    ...flags,
    base_url: orElse(url('http', 'https'), 'http://127.0.0.1:8080', 'where the house answers'),
  },
  examples: [
    'kituo api environment --out ./kituo.postman_environment.json',
    'kituo api environment --base-url https://kituo.example.org',
  ],
  run: async (frame) => {
    const { environmentOf } = await import('../../daemon/edge/describe/postman.ts')
    return given(environmentOf(frame.flags.base_url), frame.flags, frame.put)
  },
  view: (data) => written(data),
})

const endpoints = command('api endpoints', {
  also: ['api export endpoints', 'api list'],
  says: 'Prints every route with the permission it asks for.',
  class: 'L',
  permission: null,
  flags: {
    ...flags,
    area: maybe(text('a part of a path', /^[\w-]{1,60}$/), 'only of this area: billing'),
    permission: maybe(text('a permission', /^[\w:-]{1,60}$/), 'only with this permission'),
    module: maybe(text('a module', /^[\w-]{1,60}$/), 'only of this module'),
  },
  examples: [
    'kituo api list --area billing --permission bill:read',
    'kituo api endpoints --api messaging --json',
  ],
  run: async (frame): Promise<Outcome<readonly Row[] | { file: string }>> => {
    const { endpointLines } = await import('../../daemon/edge/describe/endpoints.ts')
    const { description, doors } = await described(frame.flags.api)
    const all = endpointLines(doors, description.prefix).map((line): Row => {
      const [method = '', address = '', access = '', module = '', says = ''] = line.split('\t')
      return { method, path: address, permission: access, module: module || null, says }
    })
    const rows = all.filter((row) => isAsked(row, description.prefix, frame.flags))
    const { out } = frame.flags
    if (out === undefined) return done('', rows, { total: rows.length })
    await frame.put(Buffer.from(lined(rows)))
    return done(`Written: ${out}.`, { file: out })
  },
  view: (data) => ('file' in data ? written(data) : lined(data).trimEnd()),
})

interface Row {
  method: string
  path: string
  permission: string
  module: string | null
  says: string
}

/** The area is what stands first in the path, as people see it. */
function isAsked(
  row: Row,
  prefix: string,
  {
    area,
    permission,
    module,
  }: Readonly<Record<'area' | 'permission' | 'module', string | undefined>>,
): boolean {
  const [, first = ''] = row.path.slice(prefix.length).split('/')
  return (
    (area === undefined || first === area) &&
    (permission === undefined || row.permission.split(' or ').includes(permission)) &&
    (module === undefined || row.module === module)
  )
}

export const commands = [openapi, postman, environment, endpoints, ...calling]

async function described(api: Api): Promise<{
  description: { title: string; description: string; prefix: string; envelope: Api }
  doors: readonly Door[]
}> {
  if (api === 'hospital') {
    const { hospital_description } = await import('../../daemon/hospital/stack.ts')
    const { hospital_doors } = await import('../../daemon/hospital/areas.ts')
    return { description: hospital_description, doors: hospital_doors }
  }
  const { messaging_description } = await import('../../daemon/messaging/stack.ts')
  const { messaging_doors } = await import('../../daemon/messaging/areas.ts')
  return { description: messaging_description, doors: messaging_doors }
}

async function given(made: unknown, { out }: Flags, put: Put): Promise<Outcome<unknown>> {
  if (out === undefined) return done('', made)
  await put(Buffer.from(`${JSON.stringify(made, null, 2)}\n`))
  return done(`Written: ${out}.`, { file: out })
}

const written = (data: unknown): string =>
  isFile(data) ? `Written: ${data.file}.` : JSON.stringify(data, null, 2)

const isFile = (data: unknown): data is { file: string } =>
  typeof data === 'object' && data !== null && 'file' in data

const lined = (rows: readonly Row[]): string =>
  rows.map((row) => `${Object.values(row).join('\t')}\n`).join('')
