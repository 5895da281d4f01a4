// What the rules ask of whoever speaks to a mail server. The daemon has the only one that does.

import type { encryptions } from './words.ts'

export interface MailServer {
  host: string
  port: number
  encryption: (typeof encryptions)[number]
  username: string | null
  password: string | null
}

export interface MailLetter {
  /** The row's id: the Message-ID is made of it, so that a receiver can see the same one twice. */
  id: string
  from: { email: string; name: string | null }
  to: string
  subject: string
  text: string
  attachments: readonly { file_name: string; content_type: string; bytes: Buffer }[]
}

/**
 * sent: the server has it. later: it has not, and may take it another time. bad_address: it will
 * not have this receiver. refused: it will not have this letter. unknown: the line broke while the
 * letter was going over, so the server may have it or not.
 */
export type Outcome = 'sent' | 'later' | 'bad_address' | 'refused' | 'unknown'

export interface Delivery {
  outcome: Outcome
  /** The server's own words, or what stood in its way. */
  words: string
}

export interface MailLine {
  /** Never throws: whatever happens is an outcome. */
  hand(letter: MailLetter): Promise<Delivery>
  /** False once it broke; another must be opened. */
  whole(): boolean
  close(): void
}

export interface Mailer {
  /** Throws MailAway with the server's words when there is no line to be had. */
  open(server: MailServer, how?: { one_letter: boolean }): Promise<MailLine>
}

export class MailAway extends Error {
  readonly words: string

  constructor(words: string) {
    super(words)
    this.name = 'MailAway'
    this.words = words
  }
}
