// Fields of /v1 under /api/v1: the same names in small letters with underscores (MSG, above section 1).

export const snake = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

export const camel = (name: string): string =>
  name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** The fields of one record; what lies within them is left as it is. */
export const inSnake = (record: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [snake(name), value]))
