// A client in TypeScript, written from a description and from nothing else: what it cannot be written from, no
// customer can build on.

interface Schema {
  $ref?: string
  type?: string
  nullable?: boolean
  enum?: unknown[]
  allOf?: Schema[]
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  additionalProperties?: Schema | boolean
  required?: string[]
}
interface Content {
  content?: Record<string, { schema?: Schema; example?: unknown }>
}
interface Operation {
  operationId: string
  parameters?: { name: string; in: string; required?: boolean; schema?: Schema }[]
  requestBody?: Content & { required?: boolean }
  responses: Record<string, Content & { $ref?: string }>
}
export interface Description {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
  'x-webhooks'?: Record<string, Record<string, Operation>>
}

export function clientOf({ paths, components, 'x-webhooks': hooks = {} }: Description): string {
  const shapes = Object.entries(components.schemas).map(
    ([name, schema]) => `export type ${name} = ${typeOf(schema)}`,
  )
  const calls = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, operation]) => callOf(path, method, operation)),
  )
  const posts = Object.entries(hooks).map(
    ([name, { post }]) => `  ${JSON.stringify(name)}: ${typeOf(jsonOf(post?.requestBody))}`,
  )
  return [
    'export type Send = (method: string, path: string, query: object, body: unknown) => Promise<unknown>',
    ...shapes,
    `export interface Webhooks {\n${posts.join('\n')}\n}`,
    `export const clientOf = (send: Send) => ({\n${calls.join('\n')}\n})`,
    ...examplesOf(paths),
    '',
  ].join('\n\n')
}

const jsonOf = (held: Content | undefined): Schema =>
  held?.content?.['application/json']?.schema ?? {}

function callOf(path: string, method: string, operation: Operation): string[] {
  const { operationId: name, parameters = [], requestBody } = operation
  const words = parameters.filter((one) => one.in === 'query')
  const names = parameters.filter((one) => one.in === 'path').map((one) => one.name)
  const query = `{ ${words.map((one) => fieldOf(one.name, one.schema ?? {}, one.required === true)).join('; ')} }`
  const given = [
    ...names.map((one) => `${safe(one)}: string`),
    ...(requestBody === undefined ? [] : [`body: ${bodyType(requestBody)}`]),
    ...(words.length === 0 ? [] : [`query: ${query}`]),
  ]
  const at = path.replace(/\{(\w+)\}/g, (_, one: string) => `\${${safe(one)}}`)
  const sent = [
    words.length === 0 ? '{}' : 'query',
    requestBody === undefined ? 'undefined' : 'body',
  ]
  const call = `send(${JSON.stringify(method.toUpperCase())}, \`${at}\`, ${sent.join(', ')})`
  return [
    `  ${name}: async (${given.join(', ')}): Promise<${answerType(operation)}> => (await ${call}) as never,`,
  ]
}

const bodyType = (body: Content): string =>
  body.content?.['application/json'] === undefined ? 'Blob' : typeOf(jsonOf(body))

function answerType({ responses }: Operation): string {
  const [, fine] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? []
  return fine?.content?.['application/json'] === undefined ? 'Blob' : typeOf(jsonOf(fine))
}

/** Each example is one of its own type. */
const examplesOf = (paths: Description['paths']): string[] =>
  Object.values(paths).flatMap((operations) =>
    Object.values(operations).flatMap(({ operationId, requestBody, responses }) => {
      const fine = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1]
      return [
        ['Sent', requestBody],
        ['Got', fine],
      ].flatMap(([which, held]) => {
        const json = (held as Content | undefined)?.content?.['application/json']
        if (json?.example === undefined) return []
        const text = JSON.stringify(json.example)
        return [
          `export const ${operationId}${which as string}: ${typeOf(json.schema ?? {})} = ${text}`,
        ]
      })
    }),
  )

function typeOf(schema: Schema): string {
  const bare = bareType(schema)
  return schema.nullable === true ? `(${bare}) | null` : bare
}

function bareType(schema: Schema): string {
  const { $ref, enum: words, allOf, anyOf, type, items, properties } = schema
  if ($ref !== undefined) return $ref.split('/').at(-1) ?? 'never'
  if (words !== undefined) return words.map((word) => JSON.stringify(word)).join(' | ')
  if (allOf !== undefined) return allOf.map(typeOf).join(' & ')
  if (anyOf !== undefined) return anyOf.map((one) => `(${typeOf(one)})`).join(' | ')
  if (type === 'array') return `(${typeOf(items ?? {})})[]`
  if (type === 'object') return properties === undefined ? mapOf(schema) : objectOf(schema)
  if (type === 'integer') return 'number'
  return type ?? 'unknown'
}

const mapOf = ({ additionalProperties: each }: Schema): string =>
  `Record<string, ${typeof each === 'object' ? typeOf(each) : 'unknown'}>`

const objectOf = ({ properties = {}, required = [] }: Schema): string =>
  `{ ${Object.entries(properties)
    .map(([name, inner]) => fieldOf(name, inner, required.includes(name)))
    .join('; ')} }`

const fieldOf = (name: string, schema: Schema, required: boolean): string =>
  `${JSON.stringify(name)}${required ? '' : '?'}: ${typeOf(schema)}`

const safe = (name: string): string => `in_path_${name}`
