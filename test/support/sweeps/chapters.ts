// The tables of endpoints in docs/rules.

/** Names of what stands in a path do not matter. */
export function plain(route: string): string {
  return route.replaceAll(/:\w+|\{\w+\}/g, ':id').replace(/(?<=\S)\/$/, '')
}

export interface Row {
  chapter: string
  route: string
  /** Where it may stand, its names left out. */
  ways: string[]
  /** Who may, and where a chapter says so which listener. */
  marks: string[]
  /** The last cell. */
  reply: string
  yet: boolean
}

/** A section of endpoints says in its heading's text what its paths hang on; `/` is the root. */
const bases = ['', '/api/v1', '/api/v1/billing', '/api/v1/accounting', '/v1']

/** The rows of endpoints of all chapters. */
export function rowsOf(all: Map<string, string>): Row[] {
  return [...all].flatMap(([chapter, text]) =>
    [...(/^## 5\.[\s\S]*?(?=^## 6\.)/m.exec(text)?.[0] ?? '').matchAll(/^\|(.+)\|$/gm)].flatMap(
      ([, line = '']) => cellsOf(chapter, line),
    ),
  )
}

function cellsOf(chapter: string, line: string): Row[] {
  const cells = line.split(/(?<!\\)\|/).map((cell) => cell.trim())
  const methods = /^((?:GET|POST|PUT|PATCH|DELETE|HEAD)(?:, (?:GET|POST|HEAD))*)(?: ⚷)?$/.exec(
    cells[0] ?? '',
  )?.[1]
  if (methods === undefined || /^(control|admin) socket/.test(cells[2] ?? '')) return []
  const paths = (cells[1] ?? '').replaceAll(/[`∅]|\(.*?\)/g, '').split(/, | · /)
  const reply = cells.at(-1) ?? ''
  const yet = reply.endsWith('Not built yet.')
  const marks = cells.slice(2, 4)
  return methods
    .split(', ')
    .filter((method) => method !== 'HEAD')
    .flatMap((method) =>
      paths.map((path) => ({ chapter, ...wayOf(method, path.trim()), marks, reply, yet })),
    )
}

function wayOf(method: string, path: string): Pick<Row, 'route' | 'ways'> {
  const ways = bases.map((base) => plain(`${method} ${base}${path}`))
  return { route: `${method} ${path}`, ways }
}
