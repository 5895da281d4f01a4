// The body of an HTTP link's request (MSG-351): names in double braces, their values escaped for the
// format they stand in.

export type BodyFormat = 'json' | 'form' | 'query'

export const template_names = [
  'to',
  'toPlus',
  'from',
  'text',
  'id',
  'reference',
  'validityMinutes',
  'receiptUrl',
] as const
export type TemplateValues = Readonly<Record<(typeof template_names)[number], string>>

const named = /\{\{\s*([A-Za-z]+)\s*\}\}/g

const escapes: Readonly<Record<BodyFormat, (value: string) => string>> = {
  json: (value) => JSON.stringify(value).slice(1, -1),
  form: encodeURIComponent,
  query: encodeURIComponent,
}

export function render(template: string, format: BodyFormat, values: TemplateValues): string {
  return template.replaceAll(named, (_, name: string) =>
    escapes[format]((values as Record<string, string>)[name] ?? ''),
  )
}

/** What is wrong with a template; null when it renders (MSG-351). */
export function templateComplaint(template: string, format: BodyFormat): string | null {
  for (const [, name = ''] of template.matchAll(named))
    if (!(template_names as readonly string[]).includes(name)) return `{{${name}}} is no value.`
  if (format !== 'json') return null
  const sample = Object.fromEntries(template_names.map((name) => [name, '"\\1'])) as TemplateValues
  try {
    JSON.parse(render(template, 'json', sample))
    return null
  } catch {
    return 'does not render to valid JSON.'
  }
}
