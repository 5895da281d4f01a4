// Headings of a CSV as people write them: `Date of birth` becomes the attribute `dateOfBirth`, and the
// import says so.

import { wrong } from '../refusals.ts'
import { attribute_name, reserved_names } from './words.ts'

export interface Renamed {
  heading: string
  attribute: string
}

const known_columns = new Map([
  ['phone', 'phone'],
  ['firstname', 'firstName'],
  ['lastname', 'lastName'],
  ['language', 'language'],
])

export function columnsOf(cells: readonly string[]): { columns: string[]; renamed: Renamed[] } {
  const headings = cells.map((cell) => cell.replace(/^\ufeff/, '').trim())
  const known = headings.map((name) => known_columns.get(name.toLowerCase().replace(/[\s_]/g, '')))
  mustBeOnce(headings.map((name, at) => known[at] ?? name))
  if (!known.includes('phone')) throw wrong('contacts', 'The file has no column phone.')
  const taken = new Set([...known, ...headings.filter(isName)])
  const renamed: Renamed[] = []
  const columns = headings.map((heading, at) => {
    const column = known[at] ?? (isName(heading) ? heading : undefined)
    if (column !== undefined) return column
    const attribute = unlike(taken, attributeFor(heading, at))
    taken.add(attribute)
    renamed.push({ heading: heading.slice(0, 60), attribute })
    return attribute
  })
  return { columns, renamed }
}

const isName = (heading: string): boolean =>
  attribute_name.test(heading) && !reserved_names.has(heading)

function mustBeOnce(names: readonly string[]): void {
  const repeated = names.find((name, at) => name !== '' && names.indexOf(name) !== at)
  if (repeated !== undefined)
    throw wrong('contacts', `The file has the column ${repeated.slice(0, 60)} twice.`)
}

/** Words run together, the first letter small; what has no letter of ours is named by its place. */
function attributeFor(heading: string, at: number): string {
  const words = heading
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '')
  const joined = words
    .map(
      (word, place) => (place === 0 ? '' : (word[0] ?? '').toUpperCase()) + word.slice(place && 1),
    )
    .join('')
  const begun = /^[A-Z0-9]+$/.test(joined) ? joined.toLowerCase() : small(joined)
  if (begun === '') return `column${at + 1}`
  return (/^[a-z]/.test(begun) ? begun : `column${begun}`).slice(0, 36)
}

const small = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)

function unlike(taken: ReadonlySet<string | undefined>, wanted: string): string {
  const free = (name: string): boolean => !taken.has(name) && isName(name)
  if (free(wanted)) return wanted
  for (let count = 2; ; count++) if (free(`${wanted}_${count}`)) return `${wanted}_${count}`
}
