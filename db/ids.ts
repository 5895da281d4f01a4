// Ids are UUIDv7: they sort by the moment they were made.

import { randomBytes, randomUUIDv7 } from 'node:crypto'

export const newId = (): string => randomUUIDv7()

const shape = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export const isId = (text: unknown): text is string => typeof text === 'string' && shape.test(text)

/** An unguessable word for tokens and links. */
export const newSecret = (bytes = 32): string => randomBytes(bytes).toString('base64url')
