// What stands above and below the body: the header, the banners, what was said, the menu, the keys.

import { clock } from '../db/core/clock.ts'
import type { Desk } from './desk.ts'
import { isStale, read_again_ms } from './reading.ts'
import { screens } from './screens/all.ts'
import { clockNow, dateNow } from './times.ts'
import { apart, clean, cut, type Line, line, pad, type Span, span, widthOf } from './text.ts'

export function header(desk: Desk): Line {
  const { person, place, size, screen } = desk
  const at = size.columns < 100 ? clockNow() : `${dateNow()} ${clockNow()}`
  const branch = desk.branch === null ? '' : ` / ${desk.branch}`
  const right = `${age(desk)}   ${at}   ${person?.username ?? ''} `
  return [
    span(apart(` Kituo  ${place.hospital}${branch}  ${screen.title}`, right, size.columns), 'bold'),
  ]
}

export const bannerOf = (text: string, columns: number): Line => [
  span(` ${pad(cut(clean(text), columns - 2), columns - 2)} `, 'inverse'),
]

/** `live`, how old it is, or that nobody answers (OPS-196). */
function age(desk: Desk): string {
  const { at_ms, fault } = desk.list
  const away = desk.list.away || desk.unheard
  if (desk.frozen) return 'frozen'
  if (at_ms === null) return 'reading'
  const old_ms = clock.ms() - at_ms
  const seconds = Math.round(old_ms / 1000)
  if (fault !== null || away) {
    const left_s = Math.ceil(Math.max(0, desk.every_ms - old_ms) / 1000)
    return `${away ? 'no daemon' : 'not read'}, trying again in ${left_s}s`
  }
  if (isStale(desk)) return `~${seconds}s old`
  return old_ms > read_again_ms + grace_ms ? `${seconds}s old` : 'live'
}

/** A reading that is under way is no reason to call figures old. */
const grace_ms = 1500

export function said(desk: Desk): Line {
  const { typing } = desk
  if (typing !== null && typing.kind !== 'screens') {
    const asks = { filter: '/', command: ':', branch: 'Branch (empty: all): ' }[typing.kind]
    const beside = typing.kind === 'branch' ? `   ${desk.branches.join(' ')}` : ''
    return [span(` ${asks}${typing.text}`, 'bold'), span(' ', 'inverse'), span(beside, 'dim')]
  }
  return line(` ${clean(desk.message)}`, 'yellow')
}

export function menu(desk: Desk): Line {
  const shown = screens.filter(({ key }) => /^[0-9]$/.test(key))
  const made: Span[] = [span(' ')]
  let left = desk.size.columns - 6
  for (const { key, title, name } of shown) {
    const text = `${key} ${title.split(' ')[0]} `
    if (widthOf(text) > left) break
    left -= widthOf(text)
    made.push(span(text, name === desk.screen.name ? 'inverse' : 'dim'))
  }
  return [...made, span('- All', 'dim')]
}

const few_keys = 5

/** As many keys as fit, whole; `?` always, which shows the rest. At 60 columns the first five. */
export function footer(desk: Desk): Line {
  const { columns } = desk.size
  const is_compact = columns < 80
  const own = desk.tab.acts.map((act): Span => {
    const text = `${act.key} ${act.says}`
    // Without colour what may not be used is in brackets.
    return desk.mayAct(act) ? span(text) : span(`(${text})`, 'dim')
  })
  const help = span('? keys', 'dim')
  const shared = is_compact ? [] : shared_keys.map((text): Span => span(text, 'dim'))
  const made: Span[] = [span(' ')]
  let left = columns - 2 - help.text.length
  const add = (one: Span): boolean => {
    const fits = widthOf(one.text) + 2 <= left
    if (fits) made.push(one, span('  '))
    if (fits) left -= widthOf(one.text) + 2
    return fits
  }
  for (const one of is_compact ? own.slice(0, few_keys) : own) if (!add(one)) break
  made.push(help, span('  '))
  left -= 1
  for (const one of shared) if (!add(one)) break
  return made
}

const shared_keys = ['/ filter', ': command', 'c line', 'z freeze', '! doctor', 'q leave']
