// The privacy fence: of what a rule answers only the fields of the reply's shape go out.
// The copier of a shape is compiled at its first use; plain JSON.stringify does the rest.

import type { TSchema } from './kinds/kinds.ts'
import { faultOf } from './validate.ts'

type Copy = (value: unknown) => unknown

interface Shape {
  type?: string
  properties?: Record<string, Shape>
  items?: Shape
  required?: string[]
  anyOf?: Shape[]
}

const copiers = new WeakMap<object, Copy>()

/** Tests hold every reply against its shape to the letter; a served reply is only cut to it. */
const isStrict = (): boolean => process.env['KITUO_CHECK_REPLIES'] === '1'

export function fenced(schema: TSchema, value: unknown): unknown {
  let copy = copiers.get(schema)
  if (copy === undefined) copiers.set(schema, (copy = copierOf(schema as Shape)))
  const cut = copy(value)
  if (isStrict()) {
    const fault = faultOf(schema, JSON.parse(JSON.stringify(cut ?? null)), 'exact')
    if (fault !== null) throw new Error(`the reply does not fit its shape: ${fault}`)
  }
  return cut
}

function copierOf(schema: Shape): Copy {
  const functions: string[] = []
  const main = write(schema, functions)
  // The text is made of our own shapes' field names alone, each as a JSON string.
  // oxlint-disable-next-line typescript/no-implied-eval
  return new Function(`${functions.join('\n')}\nreturn ${main}`)() as Copy
}

/** Adds the function that copies this shape and answers its name. */
function write(schema: Shape, functions: string[]): string {
  const name = `copy${functions.length}`
  const at = functions.push('') - 1
  if (schema.type === 'object' && schema.properties !== undefined) {
    const fields = Object.entries(schema.properties).map(([key, inner]) => {
      const from = `v[${JSON.stringify(key)}]`
      return `${JSON.stringify(key)}: ${isPlain(inner) ? from : `${write(inner, functions)}(${from})`}`
    })
    functions[at] =
      `const ${name} = (v) => v === null || v === undefined ? v : ({ ${fields.join(', ')} })`
  } else if (schema.type === 'array' && schema.items !== undefined && !isPlain(schema.items)) {
    functions[at] =
      `const ${name} = (v) => v === null || v === undefined ? v : v.map(${write(schema.items, functions)})`
  } else if (isEither(schema)) {
    functions[at] =
      `const ${name} = (v) => v === null || v === undefined ? v : ${chosen(schema.anyOf, functions)}`
  } else {
    functions[at] = `const ${name} = (v) => v`
  }
  return name
}

const isEither = (schema: Shape): schema is Shape & { anyOf: Shape[] } =>
  schema.anyOf?.every(
    ({ type, properties }) => type === 'array' || (type === 'object' && properties !== undefined),
  ) ?? false

/** The first of which every field is there; where none fits, no more goes out than the last allows. */
const chosen = (branches: readonly Shape[], functions: string[]): string =>
  branches
    .map((one, at) => {
      const copied = `${write(one, functions)}(v)`
      const fits =
        one.type === 'array'
          ? ['Array.isArray(v)']
          : (one.required ?? []).map((key) => `${JSON.stringify(key)} in v`)
      return at === branches.length - 1 ? copied : `${fits.join(' && ') || 'true'} ? ${copied} : `
    })
    .join('')

function isPlain(schema: Shape): boolean {
  if (isEither(schema)) return false
  if (schema.type === 'object') return schema.properties === undefined
  if (schema.type === 'array') return schema.items === undefined || isPlain(schema.items)
  return true
}
