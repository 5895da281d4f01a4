// Records of /v1 under /api/v1: the same fields in small letters with underscores (MSG, above section 1).

import { type Static, type TSchema, Type } from 'typebox'

type Snake<S extends string> = S extends `${infer Head}${infer Tail}`
  ? Head extends Lowercase<Head>
    ? `${Head}${Snake<Tail>}`
    : `_${Lowercase<Head>}${Snake<Tail>}`
  : S

export type Snaked<T> = T extends readonly (infer E)[]
  ? Snaked<E>[]
  : T extends object
    ? { [K in keyof T as K extends string ? Snake<K> : K]: Snaked<T[K]> }
    : T

export const snake = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

export const camel = (name: string): string =>
  name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** The value with its own fields renamed, at every depth. */
export function snaked<T>(value: T): Snaked<T> {
  if (Array.isArray(value)) return value.map((one: unknown) => snaked(one)) as Snaked<T>
  if (typeof value !== 'object' || value === null) return value as Snaked<T>
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [snake(name), snaked(inner as unknown)]),
  ) as Snaked<T>
}

interface Shape {
  properties?: Record<string, object>
  required?: string[]
  items?: object
}

/** The same shape under the other names, and under a title of its own. */
export const inSnake = <T extends TSchema>(schema: T, title: string) =>
  Object.assign(Type.Unsafe<Snaked<Static<T>>>(renamed(schema) as TSchema), { title })

function renamed(schema: object): object {
  const { properties, required, items } = schema as Shape
  const { title: _title, ...rest } = schema as { title?: string }
  return {
    ...rest,
    ...(properties === undefined
      ? {}
      : {
          properties: Object.fromEntries(
            Object.entries(properties).map(([name, inner]) => [snake(name), renamed(inner)]),
          ),
        }),
    ...(required === undefined ? {} : { required: required.map(snake) }),
    ...(items === undefined ? {} : { items: renamed(items) }),
  }
}
