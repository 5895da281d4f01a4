// Null in a field that may be left out and has no empty value: as if it were left out. A PATCH says
// what changes, so there it is refused, but for the fields whose shape takes it (`unsaid`).

interface Shape {
  properties?: Record<string, Shape>
  required?: readonly string[]
  items?: Shape
  anyOf?: Shape[]
  type?: string
  nullable?: boolean
  unsaid?: boolean
}

/** The same schema in which every object knows of which of its fields a null is dropped. */
export function sparingNulls(schema: unknown, how: 'open' | 'change'): unknown {
  if (Array.isArray(schema)) return schema.map((one) => sparingNulls(one, how))
  if (typeof schema !== 'object' || schema === null) return schema
  const copy: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(schema)) {
    // What stands in a list is sent whole, in a PATCH too.
    if (key === 'items') copy[key] = sparingNulls(value, 'open')
    else if (key === 'properties') copy[key] = eachSparing(value as object, how)
    else copy[key] = key === 'enum' ? value : sparingNulls(value, how)
  }
  const spared = sparedOf(schema, how)
  return spared.length === 0 ? copy : { ...copy, spares: spared }
}

/** A field may be called like a word of the schema: `items`, `enum`. */
const eachSparing = (properties: object, how: 'open' | 'change'): object =>
  Object.fromEntries(
    Object.entries(properties).map(([name, inner]) => [name, sparingNulls(inner, how)]),
  )

export function sparedOf(schema: Shape, how: 'open' | 'change'): string[] {
  const { properties = {}, required = [] } = schema
  return Object.entries(properties)
    .filter(([name, field]) => !required.includes(name) && spares(field, how))
    .map(([name]) => name)
}

function spares({ unsaid, nullable, type, anyOf }: Shape, how: 'open' | 'change'): boolean {
  if (unsaid === true) return true
  return how === 'open' && nullable !== true && (type !== undefined || anyOf !== undefined)
}

/** The keyword that drops them, before the fields are judged. */
export const leaving_out = {
  keyword: 'spares',
  type: 'object' as const,
  modifying: true,
  before: 'properties',
  errors: false as const,
  validate: (names: readonly string[], held: Record<string, unknown>): boolean => {
    for (const name of names) if (held[name] === null) delete held[name]
    return true
  },
}
