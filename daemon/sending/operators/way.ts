// A way out, whatever it speaks: what the drain asks of a link and what it hears back.

export type LinkState = 'stopped' | 'connecting' | 'up' | 'throttled' | 'down' | 'refused'

/** One short message, or the whole of it on links that take it at once. */
export interface Submission {
  part_id: string
  message_id: string
  to: string
  sender_id: string
  /** The words of this part alone. */
  text: string
  encoding: 'GSM-7' | 'UCS-2'
  number: number
  parts: number
  /** Of the whole message. */
  segments: number
  reference: string
  valid_for_s: number
  /** Whether the operator is asked for a receipt. */
  wants_receipt: boolean
  user_reference: number
  /** Names the parts of one message among others to the same number. */
  concatenation: number
  /** How often this part was submitted before, and for how long its message has been there. */
  attempts: number
  waited_ms: number
}

/** A place that the link keeps free for one submission, and how an intent names it (MSG-302). */
export interface Place {
  bind: number
  sequence: number
}

/** What a simulated operator still owes after its answer. */
export interface Follow {
  kind: 'receipt' | 'answer' | 'inbound'
  due_at: string
  word: string | null
  error_code: string | null
  operator_message_id: string
  text: string | null
}

export type Outcome =
  | { kind: 'accepted'; id: string; follows?: readonly Follow[] }
  /** The operator asks for patience: the link slows down, the message loses nothing (MSG-340). */
  | { kind: 'throttled'; code: string }
  /** A temporary fault: it is tried again, a limited number of times (MSG-317). */
  | { kind: 'later'; code: string }
  | { kind: 'rejected'; code: string; reason: string | null }
  /** Not a byte left, or the operator never read it: as if it had not been tried. */
  | { kind: 'unsent'; why: string }
  | { kind: 'unknown'; why: string; follows?: readonly Follow[] }

export interface ArrivedReceipt {
  kind: 'receipt'
  id: string | null
  word: string
  error_code: string | null
  destination: string | null
  user_reference: number | null
  network: string | null
  raw: string
  /** Its own mark says that it is one; otherwise an id nobody knows makes it an inbound message. */
  marked: boolean
  /** What it is when it is no receipt after all. */
  otherwise: ArrivedText | null
}

export interface ArrivedText {
  kind: 'text'
  id: string | null
  from: string
  to: string
  text: string
  encoding: 'GSM-7' | 'UCS-2'
  place: { reference: number; total: number; number: number } | null
}

export interface WayEvents {
  answered(place: Place, outcome: Outcome): void
  /** After `unknown`: the answer came after all. */
  late(place: Place, outcome: Outcome): void
  /** Kept, or thrown: only then the operator hears of it. */
  arrived(what: ArrivedReceipt | ArrivedText): Promise<void>
  state(state: LinkState, cause: string): void
  /** Places became free. */
  ready(): void
}

export interface Way {
  start(): void
  /** No new submissions; answers are awaited for at most `patience_ms`, then it says goodbye. */
  stop(patience_ms: number): Promise<void>
  /** Submissions that may be reserved now. */
  free(): number
  reserve(count: number): Place[]
  release(place: Place): void
  submit(place: Place, submission: Submission): void
  /** How long messages are one submission: http links, and `payload`. */
  readonly whole: boolean
  /** Submissions that may be open at all: the windows of its binds together. */
  readonly capacity: number
  unanswered(): number
  /** What the operator says of a message it took, where it can be asked; null: no answer. */
  query?(id: string, sender_id: string): Promise<QueryAnswer | null>
}

export interface QueryAnswer {
  word: string
  error_code: string | null
}
