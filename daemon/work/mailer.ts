// The only place that speaks SMTP.
//
// Lines are opened and closed by whoever drains the queue, rather than pooled by the library: its
// pool sends a letter again when a line breaks in the middle, and a letter that may have arrived
// must not go twice (PLT measures: nobody is written to twice).

import { Readable } from 'node:stream'
import type SMTPConnection from 'nodemailer/lib/smtp-connection'
import { clock } from '../../db/core/clock.ts'
import { outboundOff } from '../../db/appliance/outbound/holds.ts'
import {
  type Delivery,
  MailAway,
  type Mailer,
  type MailLetter,
  type MailLine,
  type MailServer,
} from '../../db/hospital/office/settings/mailer.ts'

export interface MailerOptions {
  /** How long opening a line, or handing over one letter, may take. */
  patience_ms: number
  /** Certificates of authorities trusted beside those of the machine. */
  ca: string | undefined
}

const options: MailerOptions = { patience_ms: 20_000, ca: undefined }

/** For the daemon's configuration, and for tests that bring a server of their own. */
export function setMailer(to: Partial<MailerOptions>): void {
  Object.assign(options, to)
}

export const mailer: Mailer = {
  async open(server, { one_letter } = { one_letter: false }) {
    if (outboundOff())
      throw new MailAway('outbound.enabled is false: no letter leaves this machine.')
    const ends_at = performance.now() + options.patience_ms
    const line = await connectionTo(server)
    await opened(line, server, options.patience_ms)
    return lineOf(line, () => (one_letter ? ends_at - performance.now() : options.patience_ms))
  },
}

interface MailError extends Error {
  code?: string | undefined
  originalCode?: string | undefined
  response?: string | undefined
  responseCode?: number | undefined
  command?: string | undefined
}

/** The library is loaded with the first letter: most days of most houses see none, and it is large. */
async function connectionTo(server: MailServer): Promise<SMTPConnection> {
  const { default: Connection } = await import('nodemailer/lib/smtp-connection')
  return new Connection({
    host: server.host,
    port: server.port,
    secure: server.encryption === 'ssl',
    requireTLS: server.encryption === 'tls',
    ignoreTLS: server.encryption === 'none',
    connectionTimeout: options.patience_ms,
    greetingTimeout: options.patience_ms,
    socketTimeout: options.patience_ms,
    dnsTimeout: options.patience_ms,
    tls: options.ca === undefined ? {} : { ca: options.ca },
  })
}

/** Greeted, and signed in where the server has a name for us. */
function opened(line: SMTPConnection, server: MailServer, ms: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (error: MailError): void => {
      clearTimeout(timer)
      line.close()
      reject(new MailAway(wordsOf(error, server.host)))
    }
    const timer = setTimeout(() => fail(silence()), ms)
    const done = (error?: MailError | null): void => {
      if (error !== null && error !== undefined) return fail(error)
      clearTimeout(timer)
      resolve()
    }
    line.on('error', fail)
    line.connect((error) => {
      if (error !== undefined && error !== null) return fail(error)
      if (server.username === null) return done()
      line.login({ user: server.username, pass: server.password ?? '' }, done)
    })
  })
}

function lineOf(line: SMTPConnection, patience: () => number): MailLine {
  let whole = true
  line.on('error', () => {
    whole = false
  })
  line.on('end', () => {
    whole = false
  })
  return {
    whole: () => whole,
    close: () => (whole ? line.quit() : line.close()),
    async hand(letter) {
      const bytes = await composed(letter)
      const given = await hand(line, letter, bytes, patience())
      if (given.broken) {
        whole = false
        line.close()
      }
      return given
    },
  }
}

function hand(
  line: SMTPConnection,
  letter: MailLetter,
  bytes: Buffer,
  ms: number,
): Promise<Delivery & { broken: boolean }> {
  return new Promise((resolve) => {
    // The server has said `go on` when the letter is first read; before that it cannot have it.
    let begun = false
    const going = new Readable({
      read() {
        begun = true
        this.push(bytes)
        this.push(null)
      },
    })
    const fail = (error: MailError): void => {
      clearTimeout(timer)
      const outcome = outcomeOf(error, begun)
      if (error.responseCode === undefined) return resolve({ ...outcome, broken: true })
      // Or the server holds the half of this letter against the next one.
      line.reset((still) => resolve({ ...outcome, broken: (still ?? null) !== null }))
    }
    const timer = setTimeout(() => fail(silence()), Math.max(1, ms))
    line.send({ from: letter.from.email, to: [letter.to] }, going, (error, info) => {
      if (error !== null) return fail(error)
      clearTimeout(timer)
      resolve({ outcome: 'sent', words: tidy(info?.response ?? ''), broken: false })
    })
  })
}

function outcomeOf(error: MailError, begun: boolean): Delivery {
  const words = wordsOf(error, '')
  const permanent = (error.responseCode ?? 0) >= 500
  if (error.responseCode === undefined) return { outcome: begun ? 'unknown' : 'later', words }
  if (!permanent) return { outcome: 'later', words }
  if (error.command === 'RCPT TO') return { outcome: 'bad_address', words }
  // A sender that is not let through is a fault of the settings, which somebody may mend.
  return { outcome: error.command === 'MAIL FROM' ? 'later' : 'refused', words }
}

async function composed(letter: MailLetter): Promise<Buffer> {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
  return new MailComposer({
    from: { name: letter.from.name ?? '', address: letter.from.email },
    to: letter.to,
    subject: letter.subject,
    text: letter.text,
    date: clock.now(),
    messageId: `<${letter.id}@${letter.from.email.split('@')[1] ?? 'kituo'}>`,
    headers: { 'auto-submitted': 'auto-generated' },
    attachments: letter.attachments.map(({ file_name, content_type, bytes }) => ({
      filename: file_name,
      contentType: content_type,
      content: bytes,
    })),
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build()
}

const silence = (): MailError =>
  Object.assign(new Error('silence'), {
    code: 'SILENCE',
  })

/** As the server said it, or what stood in the way, without a full stop at the end. */
function wordsOf(error: MailError, host: string): string {
  if (error.response !== undefined && error.response !== '') return tidy(error.response)
  const code = error.originalCode ?? error.code
  if (code === 'SILENCE' || code === 'ETIMEDOUT') {
    return `nothing within ${Math.ceil(options.patience_ms / 1000)} seconds`
  }
  if (code === 'ECONNREFUSED') return 'connection refused'
  if (error.code === 'EDNS' || code === 'ENOTFOUND') return `no server is called ${host}`
  if (/certificate|self.signed|altnames|issuer/i.test(error.message)) {
    return `its certificate is not trusted (${tidy(error.message)})`
  }
  return tidy(error.message)
}

const tidy = (words: string): string =>
  words.replace(/\s+/g, ' ').trim().replace(/\.$/, '').slice(0, 200)
