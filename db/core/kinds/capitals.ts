// Codes are kept in capitals. A letter whose capital is two or three letters (ß, ﬃ) stays as it is:
// what was short enough as typed is short enough as kept.

/** What was typed, where it is not its own capitals: shown to people, while capitals are compared. */
export const asTyped = (typed: string, kept: string): string | null =>
  typed.trim() === kept ? null : typed.trim()

export const capitals = (text: string): string =>
  [...text]
    .map((letter) => {
      const capital = letter.toUpperCase()
      return capital.length > letter.length ? letter : capital
    })
    .join('')
