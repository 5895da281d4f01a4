// The outermost values that the shape of a body lets in: what its rules and its columns must bear.

export interface Shape {
  type?: string
  format?: string
  enum?: readonly unknown[]
  const?: unknown
  nullable?: boolean
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  required?: string[]
  properties?: Record<string, Shape>
  items?: Shape
  anyOf?: Shape[]
}
type Body = Record<string, unknown>
export type Path = readonly (string | number)[]

/** Ids and words that a body would hold; undefined lets the shape decide. */
export type Hint = (field: string, shape: Shape) => unknown

/** A body of what must be said and of nothing else. */
export function plain(given: unknown, hint: Hint, field = ''): unknown {
  const shape = given as Shape
  if (shape.anyOf?.[0] !== undefined) return plain(shape.anyOf[0], hint, field)
  if (shape.const !== undefined) return shape.const
  if (shape.enum !== undefined) return shape.enum.find((one) => one !== null)
  const hinted = hint(field, shape)
  if (hinted !== undefined) return hinted
  const { properties = {}, required = [], items, minimum = 1, minLength = 1, format } = shape
  switch (shape.type) {
    case 'string':
      return formats[format ?? ''] ?? 'Abcdef'.repeat(Math.ceil(Math.max(minLength, 1) / 6))
    case 'integer':
    case 'number':
      return Math.max(1, minimum)
    case 'boolean':
      return true
    case 'array':
      return items === undefined ? [] : [plain(items, hint, field)]
    case 'object':
      return Object.fromEntries(
        required.map((name) => [name, plain(properties[name] ?? {}, hint, name)]),
      )
    default:
      return 'x'
  }
}

const formats: Record<string, string> = {
  day: '2026-03-20',
  clock: '08:30',
  instant: '2026-03-20T08:30:00.000Z',
  email: 'a@example.com',
}

/** Every field of a body, those within it and those of the first of a list. */
export function places(given: unknown, at: Path = []): { at: Path; shape: Shape }[] {
  const shape = given as Shape
  if (at.length > 6) return []
  if (shape.anyOf?.[0] !== undefined) return places(shape.anyOf[0], at)
  return Object.entries(shape.properties ?? {}).flatMap(([name, inner]) => {
    const here = [...at, name]
    const { items } = inner
    const first =
      items === undefined
        ? []
        : [{ at: [...here, 0], shape: items }, ...places(items, [...here, 0])]
    return [{ at: here, shape: inner }, ...places(inner, here), ...first]
  })
}

/** What is let in, and what is nearly so. */
export function extremes(shape: Shape): unknown[] {
  if (shape.enum !== undefined || shape.const !== undefined) return []
  switch (shape.type) {
    case 'string':
      return textual(shape)
    case 'integer':
      return [shape.maximum ?? Number.MAX_SAFE_INTEGER, shape.minimum ?? -1]
    case 'number':
      return [shape.maximum ?? Number.MAX_VALUE, shape.minimum ?? -1e300, 5e-324]
    case 'array':
      return [[], [null]]
    default:
      return []
  }
}

function textual({ format, maxLength = 300 }: Shape): unknown[] {
  if (format === 'day') return ['1000-01-01', '2999-12-31']
  if (format === 'clock') return ['00:00', '23:59']
  if (format === 'email') return []
  if (format === 'instant') {
    return ['2026-03-20T08:30:00+03:00', '2999-12-30T23:59Z', '0000-01-01T00:00:00+14:00']
  }
  const longest = Math.min(maxLength, 5000)
  // The letter becomes three in capitals and when it is folded; a small one of two marks.
  return ['', 'ﬃ'.repeat(longest), 'İ'.repeat(longest)]
}

/** The body with another value at one place; what lies on the way there is made. */
export function having(body: unknown, given: unknown, at: Path, value: unknown, hint: Hint): Body {
  const copy = structuredClone(body) as Body
  let held = copy as Record<string | number, unknown>
  let shape = given as Shape | undefined
  for (const [index, name] of at.entries()) {
    if (shape?.anyOf !== undefined) shape = shape.anyOf[0]
    shape = typeof name === 'number' ? shape?.items : shape?.properties?.[name]
    if (index === at.length - 1) held[name] = value
    else {
      if (typeof held[name] !== 'object' || held[name] === null)
        held[name] = plain(shape ?? {}, hint, String(name))
      held = held[name] as Record<string | number, unknown>
    }
  }
  return copy
}
