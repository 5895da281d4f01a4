// What is typed on the last line: a filter, a command, the name of a screen, a branch.

import { beginLine } from './acting.ts'
import type { Desk } from './desk.ts'
import { edited } from './dialog.ts'
import { visible } from './list.ts'
import { load } from './reading.ts'
import { named, screens } from './screens/all.ts'
import { goTo } from './walking.ts'

export interface Typing {
  readonly kind: 'filter' | 'command' | 'screens' | 'branch'
  readonly text: string
  /** Of the screens that are found: which the arrows stand on. */
  readonly at?: number
}

export function pressTyping(desk: Desk, key: string): void {
  const { typing } = desk
  if (typing === null) return
  if (key === 'esc') {
    if (typing.kind === 'filter') desk.setList({ ...desk.list, filter: '' })
    desk.typing = null
  } else if (key === 'enter') typedAll(desk, typing)
  else if (typing.kind === 'screens' && steps[key] !== undefined) {
    const last = named(typing.text).length - 1
    const at = (typing.at ?? 0) + steps[key]
    desk.typing = { ...typing, at: Math.max(0, Math.min(last, at)) }
  } else {
    const text = edited(typing.text, key)
    desk.typing = { kind: typing.kind, text }
    if (typing.kind === 'filter') filterBy(desk, text)
    if (typing.kind === 'screens') pickByLetter(desk, text)
  }
}

const steps: Readonly<Record<string, number>> = { up: -1, down: 1, pageup: -10, pagedown: 10 }

function filterBy(desk: Desk, filter: string): void {
  const list = { ...desk.list, filter }
  const [first] = visible(list, desk.tab)
  const stays = visible(list, desk.tab).some((row) => desk.tab.id(row) === list.chosen)
  desk.setList(stays || first === undefined ? list : { ...list, chosen: desk.tab.id(first) })
}

function pickByLetter(desk: Desk, text: string): void {
  const found = screens.find(({ key }) => key === text && !/[0-9!]/.test(key))
  if (found === undefined) return
  desk.typing = null
  goTo(desk, found)
}

function typedAll(desk: Desk, { kind, text, at = 0 }: Typing): void {
  desk.typing = null
  if (kind === 'command' && text.trim() !== '')
    void beginLine(desk, desk.hands.split(text.replace(/^\s*kituo /, '')))
  if (kind === 'branch') turnToBranch(desk, text.trim())
  if (kind === 'screens') {
    const found = named(text)[at]
    if (found === undefined) desk.message = `No screen is called ${text}.`
    else goTo(desk, found)
  }
}

function turnToBranch(desk: Desk, typed: string): void {
  const found = desk.branches.find((code) => code.toLowerCase() === typed.toLowerCase())
  if (typed !== '' && desk.branches.length > 0 && found === undefined) {
    desk.message = `There is no branch ${typed}: ${desk.branches.join(', ')}.`
    return
  }
  desk.branch = typed === '' ? null : (found ?? typed)
  desk.lists.clear()
  desk.beside.clear()
  void load(desk)
}
