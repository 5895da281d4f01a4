// The frame of this moment: exactly as many lines as the terminal has, none wider than it.

import { boxed, over, strokesOf } from './box.ts'
import type { Desk } from './desk.ts'
import { bannerOf, footer, header, menu, said } from './frame-edges.ts'
import { boxes, detailLines, listLines, tabLine } from './frame-list.ts'
import { dialogBox, paperBox } from './frame-over.ts'
import { allScreens } from './frame-screens.ts'
import { signIn } from './frame-sign-in.ts'
import { fill, type Line, line, nothing } from './text.ts'

export function frameOf(desk: Desk): Line[] {
  const { columns, rows } = desk.size
  const made = desk.tooSmall ? tooSmall(desk) : whole(desk)
  return Array.from({ length: rows }, (_, at) => fill(made[at] ?? nothing, columns))
}

function tooSmall(desk: Desk): Line[] {
  const { columns, rows } = desk.size
  const said = [`${columns}x${rows} is too small: 60x16 at least.`, 'No key acts but q.'].map(
    (text) => line(` ${text}`),
  )
  return boxed('', said, Math.min(columns, 48), strokesOf(desk))
}

function whole(desk: Desk): Line[] {
  if (desk.person === null || desk.locked) return signIn(desk)
  const { columns, rows } = desk.size
  const banners = desk.banners.slice(0, rows < 24 ? 1 : 3).map((text) => bannerOf(text, columns))
  const room = rows - 4 - banners.length
  const inside = body(desk, room)
  const middle = Array.from({ length: room }, (_, at) => fill(inside[at] ?? nothing, columns))
  const shown =
    desk.dialog !== null
      ? over(middle, dialogBox(desk, desk.dialog), columns)
      : desk.paper !== null
        ? over(middle, paperBox(desk, room), columns)
        : middle
  return [header(desk), ...banners, ...shown, said(desk), menu(desk), footer(desk)]
}

function body(desk: Desk, room: number): Line[] {
  if (desk.typing?.kind === 'screens') return allScreens(desk, room)
  const { tab, size } = desk
  const head = [tabLine(desk), ...boxes(desk)].slice(0, Math.max(1, room - 5))
  const height = room - head.length - 1
  const is_wide = size.columns >= 120 && size.rows >= 30
  const width = is_wide ? Math.floor(size.columns * 0.62) : size.columns
  const list = listLines(desk, tab, width, height)
  if (!is_wide) return [...head, ...list]
  const detail = detailLines(desk, size.columns - width, height + 1)
  const body_rows = Array.from(
    { length: height + 1 },
    (_, at): Line => [...fill(list[at] ?? nothing, width), ...(detail[at] ?? nothing)],
  )
  return [...head, ...body_rows]
}
