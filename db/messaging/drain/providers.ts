// What the providers of HTTP links bring: receipts and people's words, proven to be theirs (MSG-354).

import { createHmac, timingSafeEqual } from 'node:crypto'
import { clock } from '../../core/clock.ts'
import { arrive } from '../inbound/arrive.ts'
import { refuse, wrong } from '../refusals.ts'
import { linkSecrets, settingsOf } from '../routing/link-settings.ts'
import { findLink, type LinkRow } from '../routing/link-states.ts'
import { textAt } from '../routing/pointer.ts'
import { matchId } from './answers.ts'
import { applyReceipts } from './receipts.ts'

export interface Brought {
  link_id: string
  token: string
  raw: Buffer
  content_type: string
  query: Readonly<Record<string, string>>
  header(name: string): string | undefined
}

const same = (a: string, b: string): boolean => {
  const [one, other] = [Buffer.from(a), Buffer.from(b)]
  return one.length === other.length && timingSafeEqual(one, other)
}
const stranger = () => refuse('invalid_api_key', 'This is not the provider of this link.')

/** The link, when everything that can be proven is proven; nothing is stored before. */
async function provenLink(brought: Brought): Promise<LinkRow> {
  const link = await findLink(brought.link_id)
  if (link === undefined || link.kind !== 'http' || !same(link.token, brought.token))
    throw stranger()
  const { receipt } = settingsOf('http', link.options)
  const secrets = linkSecrets(link)
  if (receipt?.secretHeader !== undefined) {
    const said = brought.header(receipt.secretHeader) ?? ''
    if (secrets.receiptSecret === undefined || !same(said, secrets.receiptSecret)) throw stranger()
  }
  if (receipt?.hmacHeader !== undefined) {
    const said = (brought.header(receipt.hmacHeader) ?? '').replace(/^sha256=/, '').toLowerCase()
    const made = createHmac('sha256', secrets.receiptHmac ?? '')
      .update(brought.raw)
      .digest('hex')
    if (secrets.receiptHmac === undefined || !same(said, made)) throw stranger()
  }
  return link
}

function contentOf({ raw, content_type, query }: Brought): unknown {
  if (raw.length === 0) return query
  const text = raw.toString('utf8')
  if (content_type.includes('urlencoded')) return Object.fromEntries(new URLSearchParams(text))
  try {
    return JSON.parse(text)
  } catch {
    throw wrong('body', 'is no JSON.')
  }
}

export async function takeReceipt(brought: Brought): Promise<{ outcome: string }> {
  const link = await provenLink(brought)
  const { receipt } = settingsOf('http', link.options)
  const content = contentOf(brought)
  const id = textAt(content, receipt?.idPointer)
  const said = textAt(content, receipt?.statusPointer)
  if (id === null || said === null) throw wrong('body', 'holds no id or no status.')
  const at = clock.instant()
  const [outcome = 'waiting'] = await applyReceipts(
    { id: link.id, receipts: link.receipts, error_map: link.error_map },
    [
      {
        raw_id: id.slice(0, 64),
        spellings: [matchId(id.slice(0, 64))],
        word: (receipt?.statusMap?.[said] ?? said).toUpperCase().slice(0, 20),
        error_code: textAt(content, receipt?.errorPointer),
        destination: null,
        user_reference: null,
        network: null,
        done_at: null,
        received_at: at,
        raw: brought.raw.toString('utf8').replaceAll('\0', '').slice(0, 1024),
      },
    ],
    at,
  )
  return { outcome }
}

export async function takeInbound(brought: Brought): Promise<{ stored: boolean }> {
  const link = await provenLink(brought)
  const { inbound } = settingsOf('http', link.options)
  const content = contentOf(brought)
  const from = textAt(content, inbound?.fromPointer)
  const to = textAt(content, inbound?.toPointer)
  const text = textAt(content, inbound?.textPointer)
  if (from === null || to === null || text === null)
    throw wrong('body', 'holds no sender, receiver or text.')
  const id = await arrive(
    { link_id: link.id, mode: 'live' },
    {
      id: textAt(content, inbound?.idPointer),
      from: from.replace(/^\+/, ''),
      to: to.replace(/^\+/, ''),
      text: text.replaceAll('\0', ''),
      encoding: 'UCS-2',
      place: null,
    },
    clock.instant(),
  )
  return { stored: id !== null }
}
