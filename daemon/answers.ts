// What a rule may answer where its data alone does not say it all.

import type { FileReply } from './send-file.ts'

/** A reply whose sentence depends on what happened. */
export class Said<T> {
  readonly message: string
  readonly data: T

  constructor(message: string, data: T) {
    this.message = message
    this.data = data
  }
}

export const said = <T>(message: string, data: T): Said<T> => new Said(message, data)

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
