// What an answer asks for by a single word (MSG-451). The whole text counts: `ACHA` is a wish,
// `Naomba ACHA kunipigia` is a letter.

export interface WordLists {
  out: readonly string[]
  in: readonly string[]
  help: readonly string[]
}

export interface Wish {
  asks: 'out' | 'in' | 'help'
  word: string
  /** The word behind it (`ACHA KLINIKI`): names the account on a number that several share. */
  keyword: string | null
}

/** Folded the same on both sides: `Ácha!` is ACHA, and so is ` "acha". ` */
export const bareWord = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}\p{P}\p{S}\p{Cf}]/gu, '')
    .trim()
    .replace(/\s+/gu, ' ')
    .toUpperCase()

export function wishOf(text: string, lists: WordLists): Wish | null {
  if (text.length > 160) return null
  const [word = '', keyword = null, ...rest] = bareWord(text).split(' ')
  if (word === '' || rest.length > 0) return null
  const asks = (['out', 'in', 'help'] as const).find((list) =>
    lists[list].some((one) => bareWord(one) === word),
  )
  return asks === undefined ? null : { asks, word, keyword }
}
