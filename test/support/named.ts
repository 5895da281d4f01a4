// Names that sort as they are made. Files share a process, so a count goes on from file to file:
// "Store 100" would stand before "Store 99" in some runs and behind "Store 98" in others.

/** So many as a word of digits: 00099, 00100. */
export const digits = (count: number): string => String(count).padStart(5, '0')

/** The same as a word of letters; it begins with a letter for its length: aj, bba. */
export const letters = (count: number): string => {
  const word = String(count)
  return [word.length - 1, ...word].map((digit) => 'abcdefghij'[Number(digit)]).join('')
}
