// What an analyser's message says, whichever language it was said in.

export interface ParsedLine {
  /** As the message has it; which of them is the specimen's is decided when it is taken in. */
  numbers: string[]
  analyser_code: string
  value: string
  unit: string | null
  flags: string[]
  status: string | null
  /** `20260321101500`, as the analyser's clock has it, or with its zone. */
  time: string | null
  is_control: boolean
  /** A picture or a file: it is no value. */
  is_file: boolean
}

export interface Parsed {
  sending_app: string | null
  sending_facility: string | null
  control_id: string | null
  lines: ParsedLine[]
}

/** It cannot be read, or is of a kind that nobody waits for. */
export class Unread extends Error {
  readonly answer: 'AE' | 'AR'
  constructor(answer: 'AE' | 'AR', why: string) {
    super(why)
    this.answer = answer
  }
}
