// A refusal is what the caller is told; any other error is a bug.

export interface RefusalDetail {
  field?: string | undefined
  retry_after_s?: number | undefined
  /** What the command line and the messaging API show beside the message. */
  facts?: Record<string, unknown> | undefined
}

export class Refusal extends Error {
  readonly status: number
  readonly code: string
  readonly field: string | undefined
  readonly retry_after_s: number | undefined
  readonly facts: Record<string, unknown> | undefined

  constructor(status: number, code: string, message: string, detail: RefusalDetail = {}) {
    super(message)
    this.name = 'Refusal'
    this.status = status
    this.code = code
    this.field = detail.field
    this.retry_after_s = detail.retry_after_s
    this.facts = detail.facts
  }
}

/** 400: the message begins with the field and says what is wrong with it. */
export const invalid = (field: string, complaint: string): Refusal =>
  new Refusal(400, 'invalid', `${field} ${complaint}`, { field })

/** The same where the sentence stands by itself: `text: 11 segments; at most 10.` */
export const invalidAs = (field: string, said: string): Refusal =>
  new Refusal(400, 'invalid', `${field}: ${said}`, { field })

export const unreadable = (): Refusal =>
  new Refusal(400, 'unreadable', 'The request could not be read.')

export const noSuch = (thing = 'record'): Refusal =>
  new Refusal(404, 'not_found', `No such ${thing}.`)

/** As people name a record on the command line; never more of it than a line holds. */
export const noneCalled = (thing: string, typed: string, known?: readonly string[]): Refusal => {
  const name = typed.replace(/\p{C}/gu, '?').slice(0, 60)
  const others = known === undefined ? '' : `; there are ${known.join(', ')}`
  return new Refusal(404, 'not_found', `there is no ${thing} ${name}${others}.`)
}

export const conflict = (message: string, code = 'conflict', detail?: RefusalDetail): Refusal =>
  new Refusal(409, code, message, detail)

export const unauthorised = (message: string, code = 'unauthorised'): Refusal =>
  new Refusal(401, code, message)

/** PLT-3, to the letter; a route that takes any one of several codes names them in order. */
export const notPermitted = (...codes: string[]): Refusal =>
  new Refusal(
    403,
    'not_permitted',
    `You do not have permission to do this. It needs ${codes.join(' or ')}.`,
    { facts: { permissions: codes } },
  )

export const wrongKind = (wanted: string): Refusal =>
  new Refusal(400, 'media_type', `Send this as ${wanted}.`)

export const tooMany = (message: string, retry_after_s: number): Refusal =>
  new Refusal(429, 'too_many', message, { retry_after_s })

export const unavailable = (message: string, retry_after_s = 5): Refusal =>
  new Refusal(503, 'unavailable', message, { retry_after_s })

export const databaseAway = (): Refusal =>
  unavailable('The database does not answer. Try again.', 5)

export const databaseBusy = (): Refusal =>
  unavailable('The database is busy: try again in a moment.', 2)

/** Written, but nobody can say that it stands on the disk: it may be there and it may be gone. */
export const notConfirmed = (): Refusal =>
  unavailable(
    'The disk did not confirm that this was saved. Look whether it was before you do it again.',
    60,
  )

/** Nothing is begun while what was written before is not confirmed. */
export const diskFaltered = (): Refusal =>
  unavailable('The disk does not keep what is written: nothing can be saved. Tell the IT desk.', 60)

/**
 * A sum of amounts that are each right has no room in its column. The edge names the field that is to
 * blame; where there is none this sentence stands.
 */
export const sumTooLarge = (): Refusal =>
  conflict('The amounts add up to more than can be kept.', sum_too_large)
const sum_too_large = 'sum_too_large'
export const isSumTooLarge = (error: unknown): error is Refusal =>
  isRefusal(error) && error.code === sum_too_large

/** Told when another program holds a file, and when a file is not what it should be: and which. */
let hearFile: (what: 'held' | 'damaged', why: string, file: string) => void = () => undefined
export function onFileTrouble(hear: typeof hearFile): void {
  hearFile = hear
}
export const fileTrouble = (what: 'held' | 'damaged', why: string, file: string): void =>
  hearFile(what, why, file)

/** Told at every write that finds no room (OPS-44); the daemon listens. */
let hearFull: () => void = () => undefined
export function onFull(hear: () => void): void {
  hearFull = hear
}

export const databaseFull = (): Refusal => {
  hearFull()
  return unavailable('The disk is full: nothing can be saved. Tell the IT desk.', 60)
}

export const isRefusal = (error: unknown): error is Refusal => error instanceof Refusal
