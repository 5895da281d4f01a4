// What the house says of itself, held against the source document of the hospital API: its version, its
// request shapes field by field, and what is still to come.

import t from 'tap'
import { somebody } from '../support/desk/visits.ts'
import { consoleOf } from './console.ts'
import { refused } from './reading.ts'
import { answers, coming_routes, coming_shapes, lines, shapes, written } from './shapes.ts'

interface Schema {
  $ref?: string
  allOf?: Schema[]
  type?: string
  minLength?: number
  nullable?: boolean
  enum?: (string | null)[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
}

t.test('descriptions', async (t) => {
  const { who, nobody } = await consoleOf(t)
  const { body } = await nobody.get('/openapi.json')
  const components = body.components.schemas as Record<string, Schema>

  const resolved = (schema: Schema | undefined): Schema => {
    if (schema?.allOf?.[0] !== undefined) {
      return { ...resolved(schema.allOf[0]), nullable: schema.nullable === true }
    }
    if (schema?.$ref === undefined) return schema ?? {}
    return components[schema.$ref.split('/').at(-1) ?? ''] ?? {}
  }
  const bodyAt = (at: string): Schema => {
    const [method = '', path = ''] = at.split(' ')
    const operation = body.paths[`/api/v1${path}`]?.[method.toLowerCase()]
    return resolved(operation?.requestBody?.content?.['application/json']?.schema)
  }
  const wrong = (at: string, shape: Schema, fields: Readonly<Record<string, string>>): string[] =>
    Object.entries(fields).flatMap(([name, said]) => {
      const held = shape.properties?.[name]
      if (held === undefined) return [`${at}: no ${name}`]
      const own = resolved(held)
      const nullable = said.endsWith('?')
      const kind = said.replace(/\?$/, '')
      const faults: string[] = []
      if (nullable && own.nullable !== true) faults.push(`${at}.${name} takes no null`)
      if (nullable && shape.required?.includes(name)) faults.push(`${at}.${name} is required`)
      if (kind.includes('|')) {
        const words = (own.enum ?? []).filter((word) => word !== null)
        if (words.join('|') !== kind) faults.push(`${at}.${name} is one of ${words.join('|')}`)
      } else if (own.type !== kind && !(kind === 'number' && own.type === 'integer')) {
        faults.push(`${at}.${name} is ${own.type}, not ${kind}`)
      }
      if (kind === 'string' && own.enum !== undefined) faults.push(`${at}.${name} is no free text`)
      return faults
    })

  for (const [name, { at, fields }] of Object.entries(shapes)) {
    t.test(`"**${name}**": every field, as it is listed`, async (t) => {
      for (const one of at) {
        const shape = bodyAt(one)
        t.ok(shape.properties !== undefined, `${one} takes a body`)
        t.same(wrong(one, shape, fields), [])
        for (const [list, each] of Object.entries(lines)) {
          const [of, field = ''] = list.split('.')
          if (of !== name) continue
          t.same(wrong(`${one}.${field}`, resolved(shape.properties?.[field]?.items), each), [])
        }
      }
    })
  }

  for (const [name, fields] of Object.entries(answers)) {
    t.test(`"**${name}**": every field of the answer, as it is listed`, async (t) => {
      const shape = resolved(components[name])
      t.ok(shape.properties !== undefined, `${name} is described`)
      // An answer holds every field, also where it is null.
      const faults = wrong(name, shape, fields).filter((fault) => !fault.endsWith('is required'))
      t.same(faults, [])
    })
  }

  // ALL-20: no list is given, so any text is one, and one sign is text; a date, a password or a currency is more.
  t.test('where it says string, one sign is enough', async (t) => {
    const more =
      /_on$|_at$|_from$|_until$|password|currency|country|phone|email|scheduled_for|timezone/
    const longer = (
      name: string,
      shape: Schema,
      fields: Readonly<Record<string, string>>,
    ): string[] =>
      Object.keys(fields)
        .filter((field) => fields[field]?.replace('?', '') === 'string' && !more.test(field))
        .filter((field) => (resolved(shape.properties?.[field]).minLength ?? 0) > 1)
        .map((field) => `${name}.${field}`)
    const of_lines = Object.entries(lines).flatMap(([path, fields]) => {
      const [name = '', field = ''] = path.split('.')
      return longer(path, resolved(resolved(components[name]).properties?.[field]?.items), fields)
    })
    const of_shapes = Object.entries(shapes).flatMap(([name, { at, fields }]) =>
      at.flatMap((one) => longer(`${name} ${one}`, bodyAt(one), fields)),
    )
    const of_answers = Object.entries(written).flatMap(([at, field]) =>
      longer(at, bodyAt(at), { [field]: 'string' }),
    )
    t.same([...of_lines, ...of_shapes, ...of_answers], [])
  })

  t.test('"OpenAPI 3.0.3, API version v1.0.0"', async (t) => {
    t.equal(body.openapi, '3.0.3')
    t.equal(body.info.version, 'v1.0.0')
  })

  t.test(
    '"A Postman collection and environment (variable base_url and token storage)"',
    async (t) => {
      const collection = await nobody.get('/postman/collection.json')
      t.equal(collection.status, 200)
      t.ok(collection.body.item.length > 0)
      const environment = await nobody.get('/postman/environment.json')
      const names = environment.body.values.map(({ key }: { key: string }) => key)
      t.ok(names.includes('base_url'))
      t.ok(
        names.some((name: string) => name.includes('token')),
        '"token storage"',
      )
    },
  )

  t.test('"Common list query words: search, page, per_page"', async (t) => {
    const { number } = await somebody(who)
    t.equal((await who.get('/patients', { search: number })).meta?.total, 1)
    const found = await who.get('/settings/sequences', { search: 'RECEIPT', per_page: '1' })
    t.equal(found.data[0].kind, 'receipt')
    t.same((await who.get('/settings/sequences', { search: 'no such thing' })).data, [])
  })

  t.test('"Clients may send their build number in the User-Agent header"', async (t) => {
    const { status } = await who.with({ 'user-agent': 'console/4711' }).get('/patients')
    t.equal(status, 200)
  })

  t.test('coming: what is listed is not there yet, and the lists only shrink', async (t) => {
    const { id } = await somebody(who)
    for (const path of coming_routes) {
      const answer = await who.get(path.replace(':id', id))
      refused(t, answer, 404)
      t.equal(answer.message, 'There is no such address.', `${path} is there: write its test`)
    }
    for (const name of coming_shapes) {
      t.equal(components[name], undefined, `${name} is there: write its test`)
    }
    const operations = Object.values(body.paths as Record<string, object>)
      .map((one) => Object.keys(one).length)
      .reduce((sum, count) => sum + count, 0)
    t.ok(operations >= 619, '"declaring 619 endpoints", and more')
  })
})
