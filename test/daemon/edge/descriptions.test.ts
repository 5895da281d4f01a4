// Descriptions that a client can be built from (PLT-135, MSG-143).

import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { writeFile } from 'node:fs/promises'
import t from 'tap'
import { buildApp } from '../../../daemon/edge/app.ts'
import { exampleOf } from '../../../daemon/edge/describe/example.ts'
import { documentOf } from '../../../daemon/edge/describe/openapi.ts'
import { webhooks } from '../../../daemon/edge/describe/webhooks.ts'
import { area, type Door } from '../../../daemon/edge/route.ts'
import { hospital_doors } from '../../../daemon/hospital/areas.ts'
import { hospital_description } from '../../../daemon/hospital/stack.ts'
import { nobodys } from '../../../daemon/hospital/words.ts'
import { messaging_doors } from '../../../daemon/messaging/areas.ts'
import { messaging_description } from '../../../daemon/messaging/stack.ts'
import { named, shape, Text } from '../../../db/core/kinds/kinds.ts'
import { faultOf } from '../../../db/core/validate.ts'
import { event_names } from '../../../db/messaging/webhooks/words.ts'
import { faultIn } from '../../support/sweeps/described.ts'
import { clientOf, type Description } from '../../support/sweeps/typed-client.ts'

/** Without what the tests hook into their own process. */
const plain = { env: { ...process.env, NODE_OPTIONS: '' } }

const apis = [
  { about: hospital_description, doors: hospital_doors },
  { about: messaging_description, doors: messaging_doors },
] as const

type Operation = Description['paths'][string][string] & Record<string, unknown>
const operationsOf = (document: Description): Operation[] =>
  Object.values(document.paths).flatMap((one) => Object.values(one) as Operation[])

t.test('two shapes of one name stop the start', async (t) => {
  const door = (field: string): Door =>
    area(`of ${field}`, [
      nobodys.get(`/${field}`, {
        summary: 'One of two',
        access: 'open',
        reply: named('Twin', shape({ [field]: Text(1, 10) })),
        run: async () => ({}) as never,
      }),
    ])
  await t.rejects(
    buildApp({ hospital: [door('left'), door('right')], messaging: [] }),
    /GET \/right: another shape is called Twin already/,
  )
  await (await buildApp({ hospital: [door('left')], messaging: [] })).close()
})

t.test('an answer that is not as described is found', async (t) => {
  const meta = { current_page: 1, per_page: 50, last_page: 1, total: 0 }
  const body = { success: true, message: 'OK', data: [], meta }
  const asked = { method: 'GET', url: '/api/v1/patients?page=1', status: 200 }
  t.equal(faultIn({ ...asked, body }), null)
  t.match(
    faultIn({ ...asked, body: { ...body, data: [{ id: 1 }] } }),
    /^GET \/api\/v1\/patients 200: \/data\/0/,
  )
  t.match(faultIn({ ...asked, status: 409, body: { success: true } }), /409/)
})

for (const { about, doors } of apis) {
  t.test(about.title, async (t) => {
    const document = documentOf(about, doors) as unknown as Description
    const operations = operationsOf(document)

    t.test('every operation is told of, with its tag and its refusals', async (t) => {
      const wrong = operations.flatMap(
        ({ operationId, description, tags, responses, security }) => {
          const refusals = Object.keys(responses).filter((status) => status >= '400')
          return [
            typeof description === 'string' && description.length > 20 ? [] : 'no description',
            Array.isArray(tags) && tags.length === 1 ? [] : 'no tag',
            refusals.includes('400') && refusals.includes('503') ? [] : 'no refusals',
            refusals.includes('401') === (security === undefined) ? [] : 'who is not signed in',
          ]
            .flat()
            .map((what) => `${operationId}: ${what}`)
        },
      )
      t.same(wrong, [])
    })

    t.test('every example is one that its shape takes', async (t) => {
      const wrong = doors
        .flatMap(({ routes }) => routes)
        .flatMap(({ method, path, body, reply }) =>
          [body, 'schema' in reply ? reply.schema : undefined].flatMap((schema) => {
            if (schema === undefined) return []
            const fault = faultOf(schema, structuredClone(exampleOf(schema)), 'exact')
            return fault === null ? [] : `${method} ${path}: ${fault}`
          }),
        )
      t.same(wrong, [])
    })

    t.test('a typed client is written from it and compiles', async (t) => {
      const file = join(t.testdir(), 'client.ts')
      await writeFile(file, clientOf(document))
      const tsc = join(process.cwd(), 'node_modules/typescript/bin/tsc')
      const strictly = [
        '--ignoreConfig',
        '--noEmit',
        '--strict',
        '--target',
        'es2022',
        '--lib',
        'es2022,dom',
        '--types',
        '',
      ]
      const faults = await promisify(execFile)(
        process.execPath,
        [tsc, ...strictly, file],
        plain,
      ).then(
        ({ stdout }) => stdout,
        ({ stdout, message }: { stdout: string; message: string }) => stdout || message,
      )
      t.equal(faults, '')
    })
  })
}

t.test('what is posted to customers stands in the description', async (t) => {
  t.same(Object.keys(webhooks()), [...event_names])
  const { 'x-webhooks': held } = documentOf(messaging_description, messaging_doors)
  t.same(held, webhooks())
})
