// Keys that mean the same everywhere (operations 8.2). A screen never gives one another meaning;
// `tui.keys` may move them, and a clash is refused at the start (OPS-203).

import { invalid } from '../db/core/refusal.ts'

export interface GlobalKey {
  readonly does: string
  readonly keys: readonly string[]
  readonly says: string
}

export const global_keys = [
  { does: 'up', keys: ['up', 'k'], says: 'one row up' },
  { does: 'down', keys: ['down', 'j'], says: 'one row down' },
  { does: 'page_up', keys: ['pageup'], says: 'a page up' },
  { does: 'page_down', keys: ['pagedown'], says: 'a page down' },
  { does: 'first', keys: ['g', 'home'], says: 'the first row' },
  { does: 'last', keys: ['G', 'end'], says: 'the last row' },
  { does: 'next_tab', keys: ['tab', 'right'], says: 'next tab' },
  { does: 'last_tab', keys: ['shift-tab', 'left'], says: 'tab before' },
  { does: 'open', keys: ['enter'], says: 'open' },
  { does: 'back', keys: ['esc'], says: 'back' },
  { does: 'filter', keys: ['/'], says: 'filter this list' },
  { does: 'command', keys: [':'], says: 'type any command' },
  { does: 'line', keys: ['c'], says: 'the command line that does the same' },
  { does: 'id', keys: ['y'], says: 'the id, large, to copy' },
  { does: 'help', keys: ['?'], says: 'keys of this screen' },
  { does: 'branch', keys: ['o'], says: 'other branch' },
  { does: 'again', keys: ['ctrl-r'], says: 'read anew, take in new rows' },
  { does: 'freeze', keys: ['z'], says: 'freeze and go on' },
  { does: 'all', keys: ['-'], says: 'all screens' },
  { does: 'leave', keys: ['q'], says: 'leave' },
] as const satisfies readonly GlobalKey[]

export type Does = (typeof global_keys)[number]['does']

export const screen_keys = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0', '!'] as const

export type KeyTable = ReadonlyMap<string, Does>

/**
 * The table with the moves of the configuration; what clashes is told by name. `used` says which
 * screen has an act on a key: a key of everywhere there would take it away.
 */
export function keyTable(
  moved: Readonly<Record<string, string>> = {},
  used: ReadonlyMap<string, string> = new Map(),
): KeyTable {
  const table = new Map<string, Does>()
  const names = new Set<string>(global_keys.map(({ does }) => does))
  for (const [name, key] of Object.entries(moved)) {
    if (!names.has(name)) throw invalid('tui.keys', `there is no key for ${name}.`)
    if (!isPressed(key)) throw invalid('tui.keys', `${key} is no key that can be pressed.`)
    const user = used.get(key)
    if (user !== undefined)
      throw invalid('tui.keys', `${key} cannot stand for ${name}: ${user} uses it.`)
  }
  for (const { does, keys } of global_keys) {
    for (const key of does in moved ? [moved[does] as string] : keys) {
      const other =
        table.get(key) ?? ((screen_keys as readonly string[]).includes(key) ? key : null)
      if (other !== null)
        throw invalid('tui.keys', `${key} cannot stand for ${does}: it stands for ${other}.`)
      table.set(key, does)
    }
  }
  return table
}

const with_names: ReadonlySet<string> = new Set([
  ...global_keys.flatMap(({ keys }) => keys.filter((key) => key.length > 1)),
  'space',
])

/** A letter or sign, a key with a name, or a letter with Ctrl; Ctrl-C is taken. */
const isPressed = (key: string): boolean =>
  /^[!-~]$/.test(key) || with_names.has(key) || /^ctrl-[abd-z]$/.test(key)

/** Keys of which a screen may make its own use. */
export const isFree = (key: string, table: KeyTable): boolean =>
  !table.has(key) && !(screen_keys as readonly string[]).includes(key)
