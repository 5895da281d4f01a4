// A dialog: first what must be said, then what would happen, then Cancel or the deed (OPS-199).
// What would happen comes from the same dry run that the command line shows.

import type { Progress } from '../db/appliance/deployment/line.ts'
import type { Said } from './hands.ts'
import type { Act, Ask, Row } from './screens.ts'

export interface Dialog {
  readonly act: Act
  readonly row: Row | null
  readonly title: string
  readonly asks: readonly Ask[]
  readonly said: Readonly<Record<string, string>>
  readonly stage: 'asks' | 'plan' | 'ready' | 'doing' | 'refused'
  readonly steps: readonly string[]
  /** The line, where the plan made it. */
  readonly line: readonly string[] | null
  /** What must be typed before it goes on. */
  readonly type: string | null
  readonly typed: string
  /** Who signs for it as well; null where one person may. */
  readonly second: Said | null
  readonly refusal: string
  /** What it would do to others. */
  readonly facts: readonly string[]
  /** Refused because of those: Enter lists them, this key goes on all the same. */
  readonly force: string | null
  /** Phases that a long deed has behind it, and where it is now. */
  readonly passed: readonly string[]
  readonly progress: Progress | null
  /** No two are one. */
  readonly serial: number
  /** The field, or a button: the last two places are Cancel and the deed. */
  readonly focus: number
  readonly opened_ms: number
}

export type Wants = 'nothing' | 'plan' | 'do' | 'close' | 'list' | 'force'

/** A key that was meant for the list does nothing here. */
export const deaf_ms = 400

let opened_so_far = 0

export function opened(
  act: Act,
  row: Row | null,
  title: string,
  asks: readonly Ask[],
  now_ms: number,
): Dialog {
  return {
    act,
    row,
    title,
    asks,
    said: Object.fromEntries(asks.map((ask) => [ask.name, ask.value?.(row) ?? ''])),
    stage: asks.length === 0 ? 'plan' : 'asks',
    steps: [],
    line: null,
    type: null,
    typed: '',
    second: null,
    refusal: '',
    facts: [],
    force: null,
    passed: [],
    progress: null,
    serial: (opened_so_far += 1),
    focus: 0,
    opened_ms: now_ms,
  }
}

/** Focus stands on what must be typed, else on Cancel. */
export const planned = (
  dialog: Dialog,
  { steps, type, words }: { steps: readonly string[]; type: string | null; words: Dialog['line'] },
  wants_second = false,
): Dialog => ({
  ...dialog,
  second: wants_second ? { username: '', password: '', code: '' } : null,
  stage: 'ready',
  steps,
  type,
  line: words,
  typed: '',
  focus: 0,
})

export const refused = (dialog: Dialog, refusal: string): Dialog => ({
  ...dialog,
  stage: 'refused',
  refusal,
  focus: 0,
})

/** A phase that is over stands as one; the present one says how far it is. */
export const advanced = (dialog: Dialog, said: Progress): Dialog => {
  const last = dialog.progress?.phase
  const over = last !== undefined && last !== said.phase && !dialog.passed.includes(last)
  return { ...dialog, progress: said, passed: over ? [...dialog.passed, last] : dialog.passed }
}

export const wordsOf = ({ act, row, said, line }: Dialog): readonly string[] =>
  line ?? act.words(row ?? {}, said)

/** Places that the focus visits. */
const places = (dialog: Dialog): number => {
  const { stage, asks } = dialog
  return stage === 'asks' ? asks.length : stage === 'ready' ? cancelAt(dialog) + 2 : 1
}

const isTyping = (dialog: Dialog): boolean =>
  dialog.stage === 'asks' || (dialog.stage === 'ready' && dialog.focus < cancelAt(dialog))

/** Where Cancel stands among the places of a plan: after what is typed. */
export const cancelAt = ({ type, second }: Dialog): number =>
  secondAt({ type }) + (second === null ? 0 : 3)

/** Where the second person begins. */
export const secondAt = ({ type }: Pick<Dialog, 'type'>): number => (type === null ? 0 : 1)

export const second_fields = ['username', 'password', 'code'] as const

export function pressed(dialog: Dialog, key: string, now_ms: number): [Dialog, Wants] {
  // What has begun cannot be looked away from: its end is told here.
  if (dialog.stage === 'doing') return [dialog, 'nothing']
  if (key === 'esc') return [dialog, 'close']
  if (dialog.stage === 'plan') return [dialog, 'nothing']
  if (dialog.stage === 'refused' && dialog.force !== null && key === dialog.force)
    return [dialog, 'force']
  if (key === 'q' && !isTyping(dialog)) return [dialog, 'close']
  if (key === 'enter') return entered(dialog, now_ms)
  if (key === 'tab' || key === 'down' || (key === 'right' && !isTyping(dialog)))
    return [{ ...dialog, focus: (dialog.focus + 1) % places(dialog) }, 'nothing']
  if (key === 'shift-tab' || key === 'up' || (key === 'left' && !isTyping(dialog)))
    return [{ ...dialog, focus: (dialog.focus + places(dialog) - 1) % places(dialog) }, 'nothing']
  return [isTyping(dialog) ? typedInto(dialog, key) : dialog, 'nothing']
}

function entered(dialog: Dialog, now_ms: number): [Dialog, Wants] {
  if (now_ms - dialog.opened_ms < deaf_ms) return [dialog, 'nothing']
  if (dialog.stage === 'refused') return [dialog, dialog.force === null ? 'close' : 'list']
  if (dialog.stage === 'asks') {
    const empty = dialog.asks.findIndex(
      ({ name, optional }) => optional !== true && (dialog.said[name] ?? '').trim() === '',
    )
    if (dialog.focus < dialog.asks.length - 1)
      return [{ ...dialog, focus: dialog.focus + 1 }, 'nothing']
    if (empty !== -1) return [{ ...dialog, focus: empty }, 'nothing']
    return [{ ...dialog, stage: 'plan', focus: 0, opened_ms: now_ms }, 'plan']
  }
  if (isTyping(dialog)) return [{ ...dialog, focus: dialog.focus + 1 }, 'nothing']
  if (dialog.focus === cancelAt(dialog)) return [dialog, 'close']
  return [{ ...dialog, stage: 'doing' }, 'do']
}

function typedInto(dialog: Dialog, key: string): Dialog {
  if (dialog.stage === 'ready') {
    const { second, focus } = dialog
    const field = second_fields[focus - secondAt(dialog)]
    if (second === null || field === undefined) {
      return { ...dialog, typed: edited(dialog.typed, key) }
    }
    return { ...dialog, second: { ...second, [field]: edited(second[field], key) } }
  }
  const ask = dialog.asks[dialog.focus]
  if (ask === undefined) return dialog
  return {
    ...dialog,
    said: { ...dialog.said, [ask.name]: edited(dialog.said[ask.name] ?? '', key) },
  }
}

const most = 400

/** One line that is typed: letters at the end, back one, all away. */
export function edited(text: string, key: string): string {
  if (key === 'backspace') return Array.from(text).slice(0, -1).join('')
  if (key === 'ctrl-u') return ''
  if (key === 'space') return `${text} `.slice(0, most)
  return Array.from(key).length === 1 ? (text + key).slice(0, most) : text
}
