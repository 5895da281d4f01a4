// Every screen by name, with the letter that opens it at once and the permission it needs.

import type { Desk } from './desk.ts'
import { named, screens } from './screens/all.ts'
import { type Line, nothing, pad, span } from './text.ts'

export function allScreens(desk: Desk, room: number): Line[] {
  const text = desk.typing?.text ?? ''
  const found = named(text)
  const chosen = Math.max(0, Math.min(desk.typing?.at ?? 0, found.length - 1))
  const height = room - 2
  const top = Math.max(0, Math.min(chosen - height + 1, found.length - height))
  const more = found.length - top - height
  const letters = text === '' ? `   ${lettersOf()} at once` : ''
  const rest = `${letters}${more > 0 ? `   ${more} more below` : ''}`
  return [
    [span(` Screens   type a name: ${text}`, 'bold'), span(' ', 'inverse'), span(rest, 'dim')],
    nothing,
    ...found.slice(top, top + height).map((screen, at): Line => {
      const may = desk.may(screen.permission)
      const needs = may ? screen.permission : `(${screen.permission} is missing)`
      const is_chosen = top + at === chosen
      return [
        span(is_chosen ? ' > ' : '   '),
        span(
          `${pad(screen.key === '' ? '-' : screen.key, 3)} ${pad(screen.title, 24)} ${needs}`,
          is_chosen ? 'inverse' : may ? undefined : 'dim',
        ),
      ]
    }),
  ]
}

const lettersOf = (): string =>
  screens
    .filter(({ key }) => /^[a-z]$/.test(key))
    .map(({ key, title }) => `${key} ${title}`)
    .join(', ')
