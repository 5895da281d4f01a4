// One page that shows both descriptions and sends requests; everything it needs is inside it.

import { createHash } from 'node:crypto'
import { asset } from '../../../db/core/assets.ts'

const start = `
window.onload = () => {
  window.ui = SwaggerUIBundle({
    urls: [
      { url: '/api/v1/openapi.json', name: 'Hospital API' },
      { url: '/v1/openapi.json', name: 'Messaging API' },
    ],
    dom_id: '#reference',
    deepLinking: true,
    docExpansion: 'none',
    filter: true,
    persistAuthorization: true,
    validatorUrl: null,
    presets: [SwaggerUIBundle.presets.apis, SwaggerUIStandalonePreset],
    layout: 'StandaloneLayout',
  })
}
`

let made: { html: string; policy: string } | undefined

export const page = (): string => (made ??= make()).html
export const policy = (): string => (made ??= make()).policy

function make(): { html: string; policy: string } {
  const part = (name: string): string =>
    asset(`node_modules/swagger-ui-dist/${name}`).toString('utf8')
  const scripts = [
    part('swagger-ui-bundle.js'),
    part('swagger-ui-standalone-preset.js'),
    start,
  ].map((text) => text.replaceAll('</script', '<\\/script'))
  const hashes = scripts.map(
    (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  )
  return {
    html: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Kituo API reference</title>
<style>${part('swagger-ui.css')} body { margin: 0 } .topbar-wrapper .link { display: none }</style>
</head>
<body>
<div id="reference"></div>
${scripts.map((text) => `<script>${text}</script>`).join('\n')}
</body>
</html>
`,
    // Loads nothing from outside; only our own three scripts may run (OPS-24).
    policy: `default-src 'none'; script-src ${hashes.join(' ')}; style-src 'unsafe-inline'; img-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  }
}
