// The page behind the code on a paper, in both languages: plain HTML, nothing from the network, and
// nothing that names a person (operations 5.12).

import type { Genuine } from './shapes.ts'
import type { PaperState } from './words.ts'

export const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

const frame = (title: string, body: string): string => `<!doctype html>
<html lang="sw"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex"><title>${title}</title><style>
body{font:17px/1.5 system-ui,sans-serif;max-width:30rem;margin:2rem auto;padding:0 1rem;color:#1d2522}
h1{font-size:1.4rem;border-left:.5rem solid;padding-left:.8rem}.VALID{border-color:#1B6B3A}
.REVERSED,.CANCELLED,.CREDITED,.ENDED,.no{border-color:#9B2743}dt{color:#5a6a64}dd{margin:0 0 .6rem}
small{color:#5a6a64}</style></head><body>${body}</body></html>
`

const states: Record<PaperState, string> = {
  VALID: 'Halali<br><small>Genuine, and it counts</small>',
  REVERSED: 'Imebatilishwa<br><small>Reversed: it no longer counts</small>',
  CANCELLED: 'Imefutwa<br><small>Cancelled: it no longer counts</small>',
  CREDITED: 'Imerejeshwa<br><small>Credited in full</small>',
  ENDED: 'Imekwisha<br><small>It has ended: it no longer counts</small>',
}

export function genuinePage(paper: Genuine): string {
  const { kind = '', number, amount, currency = '', date = '', status = 'VALID' } = paper
  const facts: (readonly [string, string | null | undefined])[] = [
    ['Aina · Kind', kind],
    ['Namba · Number', number],
    ['Tarehe · Date', date],
    [
      'Kiasi · Amount',
      amount === null || amount === undefined
        ? null
        : `${currency} ${amount.toLocaleString('en-US')}`,
    ],
  ]
  const list = facts
    .filter(([, said]) => Boolean(said))
    .map(([label, said]) => `<dt>${label}</dt><dd>${escaped(String(said))}</dd>`)
  return frame(
    'Hati · Document',
    `<h1 class="${status}">${states[status]}</h1><dl>${list.join('')}</dl>`,
  )
}

export const unknownPage = (): string =>
  frame(
    'Hati · Document',
    '<h1 class="no">Hatuijui hati hii<br><small>We know no such document</small></h1><p>Angalia namba tena.<br><small>Check the code once more.</small></p>',
  )
