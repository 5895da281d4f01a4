// Null in a field that may be left out and has no empty value: as if it were left out. A PATCH says
// what changes, so there it is refused, but for the fields whose shape takes it (`nullAsAbsent`).

interface Shape {
  properties?: Record<string, Shape>
  required?: readonly string[]
  items?: Shape
  anyOf?: Shape[]
  type?: string
  nullable?: boolean
  nullAsAbsent?: boolean
}

/** The same schema in which every object knows of which of its fields a null is dropped. */
export function droppingNulls(schema: unknown, how: 'open' | 'change'): unknown {
  if (Array.isArray(schema)) return schema.map((one) => droppingNulls(one, how))
  if (typeof schema !== 'object' || schema === null) return schema
  const copy: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(schema)) {
    // What stands in a list is sent whole, in a PATCH too.
    if (key === 'items') copy[key] = droppingNulls(value, 'open')
    else if (key === 'properties') copy[key] = eachDropping(value as object, how)
    else copy[key] = key === 'enum' ? value : droppingNulls(value, how)
  }
  const dropped = droppedOf(schema, how)
  return dropped.length === 0 ? copy : { ...copy, dropNulls: dropped }
}

/** A field may be called like a word of the schema: `items`, `enum`. */
const eachDropping = (properties: object, how: 'open' | 'change'): object =>
  Object.fromEntries(
    Object.entries(properties).map(([name, inner]) => [name, droppingNulls(inner, how)]),
  )

export function droppedOf(schema: Shape, how: 'open' | 'change'): string[] {
  const { properties = {}, required = [] } = schema
  return Object.entries(properties)
    .filter(([name, field]) => !required.includes(name) && drops(field, how))
    .map(([name]) => name)
}

function drops({ nullAsAbsent, nullable, type, anyOf }: Shape, how: 'open' | 'change'): boolean {
  if (nullAsAbsent === true) return true
  return how === 'open' && nullable !== true && (type !== undefined || anyOf !== undefined)
}

/** The keyword that drops them, before the fields are judged. */
export const drop_nulls = {
  keyword: 'dropNulls',
  type: 'object' as const,
  modifying: true,
  before: 'properties',
  errors: false as const,
  validate: (names: readonly string[], held: Record<string, unknown>): boolean => {
    for (const name of names) if (held[name] === null) delete held[name]
    return true
  },
}
