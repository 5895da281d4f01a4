// A value that a shape takes, for who reads a description: one that can be sent as it stands.

interface Schema {
  type?: string
  format?: string
  pattern?: string
  properties?: Readonly<Record<string, Schema>>
  additionalProperties?: Schema | boolean
  items?: Schema
  anyOf?: readonly Schema[]
  enum?: readonly unknown[]
  nullable?: boolean
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
}

export const example_id = '0199a8c0-5b1e-7c3d-9e4f-2a6b8c0d1e2f'

/** `name`: what the field is called; much of what is meant stands there. */
export function exampleOf(schema: unknown, name = ''): unknown {
  const shape = (schema ?? {}) as Schema
  if (shape.enum !== undefined) return shape.enum[0]
  if (shape.anyOf !== undefined) return exampleOf(shape.anyOf[0], name)
  switch (shape.type) {
    case 'object':
      return ofObject(shape)
    case 'array':
      return ofList(shape, name)
    case 'integer':
    case 'number':
      return within(shape)
    case 'boolean':
      return true
    case 'string':
      return ofText(shape, name)
    default:
      return {}
  }
}

function ofObject({ properties, additionalProperties }: Schema): unknown {
  if (properties === undefined)
    return typeof additionalProperties === 'object' ? { name: exampleOf(additionalProperties) } : {}
  return Object.fromEntries(
    Object.entries(properties).map(([name, inner]) => [name, exampleOf(inner, name)]),
  )
}

function ofList({ items, minItems = 0, maxItems }: Schema, name: string): unknown[] {
  if (items === undefined || maxItems === 0) return []
  return Array.from({ length: Math.max(1, minItems) }, () => exampleOf(items, name))
}

function within({ minimum = 1, maximum = Number.MAX_SAFE_INTEGER }: Schema): number {
  return Math.min(Math.max(1, minimum), maximum)
}

const formats: Readonly<Record<string, string>> = {
  day: '2026-03-31',
  instant: '2026-03-31T08:30:00.000Z',
  clock: '08:30',
  email: 'asha@example.org',
}

function ofText(shape: Schema, name: string): string {
  const made = formats[shape.format ?? '']
  if (made !== undefined) return made
  const words = [
    ...called(name),
    'Kituo',
    '08:30',
    '+255712345678',
    '0712345678',
    'kituo',
    '1',
    'sw',
    'A',
  ]
  return words.find((word) => fits(shape, word)) ?? filled(shape)
}

/** What such a field holds, by its name. */
function called(name: string): string[] {
  if (/(^|_)id$|Id$/.test(name)) return [example_id]
  return by_name.flatMap(([is, word]) => (is.test(name) ? [word] : []))
}

const by_name: readonly (readonly [RegExp, string])[] = [
  [/phone|mobile|msisdn|^to$|^from$/i, '+255712345678'],
  [/url|address_of|link$/i, 'https://example.org/kituo'],
  [/currency/i, 'TZS'],
  [/country/i, 'TZ'],
  [/language|locale/i, 'sw'],
  [/zone/i, 'Africa/Dar_es_Salaam'],
  [/reason|note|memo|comment|description|summary/i, 'As agreed with the patient'],
  [/first_name|full_name|patient_name|^by_name$|_by_name$/i, 'Asha'],
  [/last_name/i, 'Juma'],
  [/password/i, 'a long sentence of mine'],
  [/(^|_)pin$/i, '482915'],
  [/message|text|body/i, 'Your results are ready.'],
  [/code/i, 'GENERAL'],
  [/name|title|label/i, 'General'],
]

function fits({ pattern, minLength = 0, maxLength = Infinity }: Schema, word: string): boolean {
  const { length } = [...word]
  if (length < minLength || length > maxLength) return false
  return pattern === undefined || new RegExp(pattern, 'u').test(word)
}

/** Nothing that we know fits: as many letters as it must have. */
const filled = ({ minLength = 0 }: Schema): string => 'a'.repeat(minLength)
