// What `Accept-Language` asks for, of the two languages that the house speaks (POR-21).

const spoken = ['sw', 'en'] as const
const longest = 200

/** The most wanted one of them; null when it names neither. */
export function askedLanguage(
  header: string | string[] | undefined,
): (typeof spoken)[number] | null {
  if (typeof header !== 'string' || header.length > longest) return null
  let best: { language: (typeof spoken)[number]; wanted: number } | null = null
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', weight] = part.trim().split(/\s*;\s*q=/)
    const language = spoken.find((one) => name === one || name.startsWith(`${one}-`))
    const wanted = weight === undefined ? 1 : Number(weight)
    if (language === undefined || !(wanted > (best?.wanted ?? 0))) continue
    best = { language, wanted }
  }
  return best?.language ?? null
}
