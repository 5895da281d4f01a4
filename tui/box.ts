// Boxes of `+-|`, or of drawn lines where the terminal has them.

import { fill, type Line, line, pad, span, taken, textOf, widthOf } from './text.ts'

export interface Strokes {
  readonly across: string
  readonly down: string
  /** Left and right corner, above and below. */
  readonly corners: readonly [string, string, string, string]
}

export const ascii: Strokes = { across: '-', down: '|', corners: ['+', '+', '+', '+'] }
export const drawn: Strokes = { across: '─', down: '│', corners: ['┌', '┐', '└', '┘'] }

export function boxed(
  title: string,
  inside: readonly Line[],
  width: number,
  strokes: Strokes,
): Line[] {
  const room = Math.max(1, width - 2)
  const [a, b, c, d] = strokes.corners
  const head = title === '' ? '' : `${strokes.across} ${title} `
  const top = pad(head, Math.min(room, widthOf(head))) + strokes.across.repeat(room)
  return [
    line(a + Array.from(top).slice(0, room).join('') + b, 'dim'),
    ...inside.map(
      (one): Line => [span(strokes.down, 'dim'), ...fill(one, room), span(strokes.down, 'dim')],
    ),
    line(c + strokes.across.repeat(room) + d, 'dim'),
  ]
}

/** Boxes of one height side by side. */
export function beside(boxes: readonly Line[][]): Line[] {
  const height = Math.max(0, ...boxes.map((one) => one.length))
  return Array.from(
    { length: height },
    (_, at): Line =>
      boxes.flatMap((one) => one[at] ?? [span(' '.repeat(widthOf(textOf(one[0] ?? []))))]),
  )
}

/** A dialog over what stands below it, in the middle. */
export function over(below: readonly Line[], dialog: readonly Line[], width: number): Line[] {
  const top = Math.max(0, Math.floor((below.length - dialog.length) / 2))
  return below.map((one, at) => {
    const above = dialog[at - top]
    if (above === undefined) return one
    const own = widthOf(textOf(above))
    const left = Math.max(0, Math.floor((width - own) / 2))
    const text = textOf(one)
    return fill(
      [span(taken(text, left), 'dim'), ...above, span(' '.repeat(Math.max(0, width - left - own)))],
      width,
    )
  })
}

/** As the terminal of this desk can draw them. */
export const strokesOf = (desk: { readonly ascii: boolean }): Strokes =>
  desk.ascii ? ascii : drawn
