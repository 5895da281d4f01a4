// Papers of the IT desk: fingerprints for the wall, what a restore would lose, the report of a drill.
// They are made for people who run the house, in English, and hold no record of a patient.

import { type Head } from './letters.ts'
import type { Block, Paper } from './paper.ts'

export interface DeskSheet {
  title: string
  /** When it was true. */
  at: string
  /** Null where the database cannot be asked whose house this is. */
  head: Head | null
  landscape?: boolean
  blocks: readonly Block[]
}

export function deskSheet({ title, at, head, landscape = false, blocks }: DeskSheet): Paper {
  return {
    title,
    number: null,
    language: 'en',
    size: 'A4',
    landscape,
    house: head?.house ?? {
      name: 'Kituo',
      short_name: null,
      tagline: null,
      branch: null,
      lines: [],
      logo: null,
    },
    theme: head?.theme ?? 'classic',
    accent: head?.accent ?? 'green',
    issued_at: at,
    footer: null,
    printed: `${at.slice(0, 16).replace('T', ' ')} UTC`,
    mark: null,
    blocks,
  }
}
