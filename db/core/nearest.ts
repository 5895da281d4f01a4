// The words somebody may have meant.

/** At most `count` of `words`, the likeliest first; none when nothing is near. */
export function nearest(typed: string, words: readonly string[], count = 3): string[] {
  const meant = typed.toLowerCase().slice(0, 60)
  if (meant === '') return []
  const far = Math.max(2, Math.floor(meant.length / 4))
  return words
    .map((word) => ({ word, steps: stepsTo(meant, word.toLowerCase()) }))
    .filter(({ steps }) => steps <= far)
    .sort((a, b) => a.steps - b.steps || (a.word < b.word ? -1 : 1))
    .slice(0, count)
    .map(({ word }) => word)
}

/** ` Did you mean a, b?`, or nothing. */
export function didYouMean(typed: string, words: readonly string[], count = 3): string {
  const found = nearest(typed, words, count)
  return found.length === 0 ? '' : ` Did you mean ${found.join(', ')}?`
}

function stepsTo(typed: string, word: string): number {
  const steps = distance(typed, word)
  // Half a word is as near as a slip of the finger: `Dar` for `Africa/Dar_es_Salaam`.
  return typed.length >= 3 && word.includes(typed) ? Math.min(steps, 1.5) : steps
}

/** Letters added, left out, changed, or two neighbours swapped. */
function distance(a: string, b: string): number {
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let i = 1; i <= a.length; i++) {
    const now = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      now[j] = Math.min(
        at(last, j) + 1,
        at(now, j - 1) + 1,
        at(last, j - 1) + (same ? 0 : 1),
        swapped ? at(before, j - 2) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    before = last
    last = now
  }
  return at(last, b.length)
}

const at = (row: readonly number[], index: number): number => row[index] ?? 0

const alike_enough = 0.6

/**
 * The likest of a short list, also where more than a letter is wrong: by the letters that two words
 * share in about the same place, and by how they begin (Jaro and Winkler).
 */
export function likest(typed: string, words: readonly string[], count = 3): string[] {
  const meant = typed.toLowerCase().slice(0, 60)
  return words
    .map((word) => ({ word, alike: likeness(meant, word) }))
    .filter(({ alike }) => alike >= alike_enough)
    .sort((a, b) => b.alike - a.alike || (a.word < b.word ? -1 : 1))
    .slice(0, count)
    .map(({ word }) => word)
}

function likeness(a: string, b: string): number {
  const reach = Math.max(0, Math.floor(Math.max(a.length, b.length) / 2) - 1)
  const taken = new Set<number>()
  const shared = [...a].filter((letter, i) => {
    const from = Math.max(0, i - reach)
    const found = [...b].findIndex(
      (other, j) => j >= from && j <= i + reach && other === letter && !taken.has(j),
    )
    if (found >= 0) taken.add(found)
    return found >= 0
  })
  if (shared.length === 0) return 0
  const there = [...b].filter((_, j) => taken.has(j))
  const moved = shared.filter((letter, k) => letter !== there[k]).length / 2
  const many = shared.length
  const jaro = (many / a.length + many / b.length + (many - moved) / many) / 3
  let begins = 0
  while (begins < 4 && begins < a.length && a[begins] === b[begins]) begins += 1
  return jaro + begins * 0.1 * (1 - jaro)
}
