// What a rule may answer where its data alone does not say it all.

import type { FileReply } from './send-file.ts'

/** A reply whose sentence depends on what happened; and its status, where that does too. */
export class Said<T> {
  readonly message: string
  readonly data: T
  readonly status: number | undefined

  constructor(message: string, data: T, status?: number) {
    this.message = message
    this.data = data
    this.status = status
  }
}

export const said = <T>(message: string, data: T, status?: number): Said<T> =>
  new Said(message, data, status)

/** The same answer as a file, where a route of data is asked for one: `format=csv`. */
export class AsFile {
  readonly file: FileReply

  constructor(file: FileReply) {
    this.file = file
  }
}

/** Thrown where a reply without the envelope has a status of its own. */
export class Bare extends Error {
  readonly status: number
  readonly body: unknown

  constructor(status: number, body: unknown) {
    super('bare reply')
    this.status = status
    this.body = body
  }
}
