// What tells who somebody is goes out of a note before anything looks at it (CAR-186).

import type { AssistNote } from './shapes.ts'

const mask = '[removed]'

const patterns: readonly RegExp[] = [
  // Addresses of mail.
  /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}.-]+\.\p{L}{2,}/gu,
  // Dates with a year, whichever way they are written: births are.
  /\b\d{1,2}[./-]\d{1,2}[./-](?:19|20)?\d{2}\b/gu,
  /\b(?:19|20)\d{2}[./-]\d{1,2}[./-]\d{1,2}\b/gu,
  // Numbers of cards and people, letters and all: KT-000812, T-1234-5678.
  /\b\p{L}{1,6}[-/]?\d{4,}(?:[-/]\d+)*\b/gu,
  // Telephones, and whatever has six figures or more, spaced or not.
  /\+?\d(?:[\s().-]?\d){5,}/gu,
]

export interface Masked {
  note: AssistNote
  removed: number
}

/** `names`: of those whom the caller had open lately. */
export function masked(note: AssistNote, names: readonly string[]): Masked {
  const counter = { removed: 0 }
  const own = names
    .filter((name) => [...name].length >= 3)
    .map((name) => new RegExp(`(?<!\\p{L})${RegExp.escape(name)}(?!\\p{L})`, 'giu'))
  const clean = (text: string): string =>
    [...patterns, ...own].reduce(
      (left, pattern) =>
        left.replace(pattern, () => {
          counter.removed += 1
          return mask
        }),
      text,
    )
  return { note: cleaned(note, clean), removed: counter.removed }
}

const oldest = 90

/** Only the fields of the note; whatever else was sent is not looked at. */
function cleaned(note: AssistNote, clean: (text: string) => string): AssistNote {
  const { ageYears, allergies, knownConditions, pregnant, sex, vitals } = note
  const texts = ['chiefComplaint', 'historyOfPresentIllness', 'examination'] as const
  return {
    ...(ageYears === undefined ? {} : { ageYears: Math.min(ageYears, oldest) }),
    ...(sex === undefined ? {} : { sex }),
    ...(pregnant === undefined ? {} : { pregnant }),
    ...(allergies === undefined ? {} : { allergies: allergies.map(clean) }),
    ...(knownConditions === undefined ? {} : { knownConditions: knownConditions.map(clean) }),
    ...(vitals === undefined ? {} : { vitals: { ...vitals } }),
    ...Object.fromEntries(
      texts.flatMap((field) => {
        const text = note[field]
        return text === undefined ? [] : [[field, clean(text)]]
      }),
    ),
  }
}
