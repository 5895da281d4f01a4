// Pages that lie over a screen: what a command printed, the keys, the command lines, what is shown
// once.

import { clock } from '../db/core/clock.ts'
import type { Document } from '../db/appliance/deployment/line.ts'
import { typedAs } from './hands.ts'
import { large } from './large.ts'
import { global_keys, type KeyTable } from './keys.ts'
import { type Row, type Sheet, type Tab, words } from './screens.ts'
import { clean, wrapped } from './text.ts'

export interface Paper {
  readonly title: string
  readonly lines: readonly string[]
  readonly top: number
  /** Shown once: gone at this moment, or when it is left (OPS-200). */
  readonly until_ms: number | null
  /** What `s` writes. */
  readonly sheet?: Sheet
}

const once_ms = 120_000

export const page = (title: string, lines: readonly string[]): Paper => ({
  title,
  lines: lines.map(clean),
  top: 0,
  until_ms: null,
})

/** What is shown once and never again, and gone by itself. */
export function once({ message, data }: Document, sheet?: Sheet, title = 'Shown once'): Paper {
  const facts = Object.entries((data ?? {}) as Record<string, unknown>).filter(
    ([, value]) => typeof value === 'string' || typeof value === 'number',
  )
  const code = (data as Record<string, unknown> | null)?.['code']
  return {
    title,
    lines: [
      ...wrapped(message, 70),
      '',
      ...(sheet !== undefined && typeof code === 'string' ? [...large(code, 70), ''] : []),
      ...facts.map(([name, value]) => `${name.replaceAll('_', ' ').padEnd(22)} ${words(value)}`),
      ...(sheet === undefined ? [] : ['', 's writes the page as a PDF.']),
    ],
    top: 0,
    until_ms: clock.ms() + once_ms,
    ...(sheet === undefined ? {} : { sheet }),
  }
}

/** Every list and every key stands for a command line (OPS-193). */
export function linesOf(tab: Tab, row: Row | null): Paper {
  return page('The command lines of this screen', [
    typedAs(tab.words),
    ...(row === null || tab.opens === undefined ? [] : [typedAs(tab.opens(row))]),
    ...tab.acts.flatMap((act) => {
      if (act.of === 'row' && row === null) return []
      const asked = Object.fromEntries((act.asks ?? []).map(({ name }) => [name, `<${name}>`]))
      return [`${act.key}   ${typedAs(act.words(row ?? {}, asked))}`]
    }),
  ])
}

export function keysOf(title: string, tab: Tab, keys: KeyTable): Paper {
  const own = tab.acts.map(({ key, says }) => `${key.padEnd(10)} ${says}`)
  const shared = global_keys.map(({ does, says }) => {
    const pressed = [...keys].flatMap(([key, other]) => (other === does ? [key] : []))
    return `${pressed.join(' ').padEnd(16)} ${says}`
  })
  return page(`Keys of ${title}`, [...own, '', ...shared])
}

/** Null when the key leaves it. */
export function turned(paper: Paper, key: string, height: number): Paper | null {
  const last = Math.max(0, paper.lines.length - height)
  const by = { up: -1, k: -1, down: 1, j: 1, pageup: -height, pagedown: height }[key]
  if (by !== undefined) return { ...paper, top: Math.min(last, Math.max(0, paper.top + by)) }
  return key === 'esc' || key === 'q' || key === 'enter' ? null : paper
}
