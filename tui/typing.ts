// What is typed on the last line: a filter, a command, the name of a screen, a branch.

import type { Desk } from './desk.ts'
import { edited } from './dialog.ts'
import { visible } from './list.ts'
import { load, show } from './reading.ts'
import { named, screens } from './screens/all.ts'
import { goTo } from './walking.ts'

export interface Typing {
  readonly kind: 'filter' | 'command' | 'screens' | 'branch'
  readonly text: string
}

export function pressTyping(desk: Desk, key: string): void {
  const { typing } = desk
  if (typing === null) return
  if (key === 'esc') {
    if (typing.kind === 'filter') desk.setList({ ...desk.list, filter: '' })
    desk.typing = null
  } else if (key === 'enter') typedAll(desk, typing)
  else {
    const text = edited(typing.text, key)
    desk.typing = { ...typing, text }
    if (typing.kind === 'filter') filterBy(desk, text)
    if (typing.kind === 'screens') pickByLetter(desk, text)
  }
}

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

function typedAll(desk: Desk, { kind, text }: Typing): void {
  desk.typing = null
  if (kind === 'command' && text.trim() !== '')
    void show(desk, desk.hands.split(text.replace(/^\s*kituo /, '')))
  if (kind === 'branch') {
    desk.branch = text.trim() === '' ? null : text.trim()
    desk.lists.clear()
    void load(desk)
  }
  if (kind === 'screens') {
    const [found] = named(text)
    if (found !== undefined) goTo(desk, found)
  }
}
