// A paper to try the frame with.

import { fontBytes } from '../../templates/font-files.ts'
import type { Block, Paper } from '../../templates/paper.ts'
import { render } from '../../templates/render.ts'

export const paperOf = (blocks: readonly Block[], more: Partial<Paper> = {}): Paper => ({
  title: 'Tax invoice',
  number: 'INV-2026-000123',
  language: 'en',
  size: 'A4',
  house: {
    name: 'Kilimani Referral Hospital',
    short_name: 'KRH',
    tagline: null,
    branch: 'Mombo branch',
    lines: ['P.O. Box 41, Korogwe · +255 27 264 0001', 'TIN 100-200-300 · VRN 40-001122-K'],
    logo: null,
  },
  theme: 'plain',
  accent: 'teal',
  issued_at: '2026-05-12T07:31:00.000Z',
  footer: 'Open day and night.',
  printed: null,
  mark: null,
  blocks,
  ...more,
})

export const made = (blocks: readonly Block[], more: Partial<Paper> = {}): Promise<Uint8Array> =>
  render(paperOf(blocks, more), fontBytes())
