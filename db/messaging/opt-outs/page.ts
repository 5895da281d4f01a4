// The page behind an opt-out link, in Swahili and English: plain HTML, nothing from the network.

import type { OptOutScope } from '../contacts/words.ts'
import type { Link } from './links.ts'

const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

const page = (body: string): string => `<!doctype html>
<html lang="sw"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex"><title>Ujumbe · Messages</title><style>
body{font:17px/1.5 system-ui,sans-serif;max-width:30rem;margin:2rem auto;padding:0 1rem;color:#1d2522}
button{display:block;width:100%;margin:.8rem 0;padding:.9rem;font:inherit;border:1px solid #0b6b58;
border-radius:8px;background:#fff;color:#0b6b58}button.all{background:#0b6b58;color:#fff}
small{color:#5a6a64}</style></head><body>${body}</body></html>
`

export const askingPage = ({ name, sender_id, masked }: Link): string =>
  page(`<h1>${escaped(name)} <small>(${escaped(sender_id)})</small></h1>
<p>Namba <b>${escaped(masked)}</b>: hutaki kupokea ujumbe gani?<br>
<small>Number <b>${escaped(masked)}</b>: which messages do you no longer want?</small></p>
<form method="post"><button name="scope" value="promotional">Matangazo tu<br>
<small>Advertising only</small></button>
<button class="all" name="scope" value="all">Ujumbe wote<br>Everything</button></form>`)

export const donePage = ({ name, masked }: Link, scope: OptOutScope): string =>
  page(`<h1>Umeondolewa</h1><p>Namba <b>${escaped(masked)}</b> haitapokea tena ${
    scope === 'all' ? 'ujumbe wowote' : 'matangazo'
  } kutoka ${escaped(name)}.</p>
<p><small>You are removed: ${escaped(masked)} will get no more ${
    scope === 'all' ? 'messages' : 'advertising'
  } from ${escaped(name)}.</small></p>`)

export const nowherePage = (): string =>
  page(`<h1>Kiungo hiki hakifanyi kazi</h1><p>Kiungo si sahihi au muda wake umekwisha.<br>
<small>This link is wrong or has expired.</small></p>`)
