// What somebody sees who types the address of the house into a browser (operations 5.12): whose it
// is, and where to go from there. No version, and nothing that only people with an account may know.

import { escaped } from './page.ts'

interface Whose {
  name: string
  logo_url: string | null
}

export function startPage({ name, logo_url }: Whose): string {
  const title = escaped(name)
  const logo = logo_url === null ? '' : `<img src="${escaped(logo_url)}" alt="" height="96">`
  return `<!doctype html>
<html lang="sw"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>${title}</title><style>
body{font:17px/1.5 system-ui,sans-serif;max-width:30rem;margin:3rem auto;padding:0 1rem;color:#1d2522}
h1{font-size:1.5rem}a{color:#1B6B3A}small{color:#5a6a64}</style></head><body>${logo}<h1>${title}</h1>
<p><a href="/portal/info">Wagonjwa<br><small>For patients</small></a></p>
<p><a href="/docs">Kwa programu<br><small>For programs: the reference of both APIs</small></a></p>
</body></html>
`
}
