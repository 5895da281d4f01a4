// What lies over a screen: a dialog, or a page.

import { clock } from '../db/core/clock.ts'
import { boxed, strokesOf } from './box.ts'
import type { Desk } from './desk.ts'
import { cancelAt, type Dialog, second_fields, secondAt, wordsOf } from './dialog.ts'
import { typedAs } from './hands.ts'
import {
  clean,
  cut,
  type Line,
  line,
  pad,
  padLeft,
  type Span,
  span,
  widthOf,
  wrapped,
} from './text.ts'

export function dialogBox(desk: Desk, dialog: Dialog): Line[] {
  const width = Math.min(desk.size.columns - 2, 78)
  const room = width - 4
  const inside: Line[] = [
    ...dialog.facts.flatMap((fact) => wrapped(fact, room)).map((text) => line(` ${text}`)),
    ...(dialog.force === null ? asked(dialog, room) : []),
    ...told(dialog, room, stepsShown(desk, dialog)),
    line(` ${cut(typedAs(wordsOf(dialog)), room)}`, 'dim'),
    buttons(dialog, room),
  ]
  return boxed(`${capital(dialog.title)}?`, inside, width, strokesOf(desk))
}

/** What the frame has room for between its other lines. */
const stepsShown = ({ size }: Desk, { second, asks, facts }: Dialog): number =>
  size.rows - 12 - (second === null ? 0 : second_fields.length) - asks.length - facts.length

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** What is asked stands left of what was said; the longest question sets the place. */
function asked({ asks, said: answers, stage, focus }: Dialog, room: number): Line[] {
  const named_so = asks.map(({ says, optional }) =>
    optional === true ? `${says} (may be empty)` : says,
  )
  const left = Math.min(Math.floor(room * 0.6), Math.max(24, ...named_so.map(widthOf)))
  return asks.map(({ name }, at): Line => {
    const has_focus = stage === 'asks' && focus === at
    const value = answers[name] ?? ''
    return [
      span(` ${pad(named_so[at] ?? '', left)} `),
      span(cut(value, room - left - 4), 'bold'),
      span(has_focus ? '_' : ' '),
    ]
  })
}

function told(dialog: Dialog, room: number, most: number): Line[] {
  const { stage } = dialog
  if (stage === 'asks') return []
  if (stage === 'plan') return [line(' Looking what would happen ...', 'dim')]
  if (stage === 'doing') return working(dialog)
  if (stage === 'refused') {
    const ways =
      dialog.force === null ? '' : `Enter: list them   ${dialog.force}: force, with a reason`
    return [
      ...wrapped(dialog.refusal, room).map((text) => line(` ${text}`, 'red')),
      ...(ways === '' ? [] : [line(` ${ways}`)]),
    ]
  }
  const steps = dialog.steps.flatMap((step, at) =>
    wrapped(`${at + 1}. ${step}`, room).map((text) => line(` ${text}`)),
  )
  const shown = Math.max(1, most)
  const more = steps.length - shown
  return [
    ...(more > 0 ? steps.slice(0, Math.max(1, shown - 1)) : steps),
    ...(more > 0 ? [line(` and ${more + 1} more`, 'dim')] : []),
    ...undoing(dialog).map((text) => line(` ${text}`)),
    ...(dialog.type === null
      ? []
      : [
          [
            span(` Type ${dialog.type} to go on: `),
            span(dialog.typed, 'bold'),
            span(dialog.focus === 0 ? '_' : ' '),
          ],
        ]),
    ...secondPerson(dialog),
  ]
}

/** OPS-199: whether it can be undone. A capital letter is what cannot be (8.2). */
function undoing({ act }: Dialog): string[] {
  if (act.undo !== undefined) return [`Taken back by: ${act.undo}.`]
  return /^[A-Z]$/.test(act.key) ? ['This cannot be undone.'] : []
}

const bar_size = 24

/** The phases that are over, and how far the present one is. */
function working({ passed, progress }: Dialog): Line[] {
  if (progress === null) return [line(' Working ...', 'dim')]
  const { phase, done, total } = progress
  const share = done === undefined || total === undefined || total <= 0 ? null : done / total
  const full = Math.round(Math.min(1, share ?? 0) * bar_size)
  const bar =
    share === null
      ? ''
      : `  [${'#'.repeat(full)}${'-'.repeat(bar_size - full)}] ${Math.floor(share * 100)} %`
  return [
    ...passed.map((name, at) => line(` ${at + 1} OK ${name}`, 'green')),
    line(` ${passed.length + 1} >> ${clean(phase)}${bar}`),
  ]
}

/** Left empty, the request waits until somebody else decides. */
function secondPerson(dialog: Dialog): Line[] {
  const { second } = dialog
  if (second === null) return []
  const shown = { ...second, password: '*'.repeat(second.password.length) }
  return second_fields.map(
    (name, at): Line => [
      span(` ${pad(at === 0 ? 'Second person' : capital(name), 14)} `),
      span(cut(shown[name], 30), 'bold'),
      span(dialog.focus === secondAt(dialog) + at ? '_' : ' '),
      span(at === 0 ? ' or empty: it waits' : at === 2 ? ' if two-factor is on' : '', 'dim'),
    ],
  )
}

function buttons(dialog: Dialog, room: number): Line {
  const button = (text: string, has_focus: boolean): Span =>
    span(has_focus ? `[ ${text} ]` : `( ${text} )`, has_focus ? 'inverse' : undefined)
  const shown =
    dialog.stage === 'ready'
      ? [
          button('Cancel', dialog.focus === cancelAt(dialog)),
          span('   '),
          button(capital(dialog.act.says), dialog.focus === cancelAt(dialog) + 1),
        ]
      : dialog.stage === 'refused'
        ? [button(dialog.force === null ? 'Close' : 'Cancel: Esc', dialog.force === null)]
        : dialog.stage === 'asks'
          ? [span('Enter: go on   Esc: cancel', 'dim')]
          : []
  const used = shown.reduce((sum, { text }) => sum + widthOf(text), 0)
  return [span(' '.repeat(Math.max(1, room - used))), ...shown]
}

export function paperBox(desk: Desk, room: number): Line[] {
  const { paper } = desk
  if (paper === null) return []
  const width = desk.size.columns
  const height = room - 2
  const shown = paper.lines.slice(paper.top, paper.top + height - 1)
  const more = paper.lines.length - paper.top - shown.length
  const left_s =
    paper.until_ms === null ? null : Math.max(0, Math.ceil((paper.until_ms - clock.ms()) / 1000))
  const foot = [
    ...(more > 0 ? [`${more} more: arrows`] : []),
    ...(left_s === null
      ? []
      : [`clears in ${Math.floor(left_s / 60)}:${String(left_s % 60).padStart(2, '0')}`]),
    'Esc: back',
  ].join('   ')
  return boxed(
    clean(paper.title),
    [...shown.map((text) => line(` ${text}`)), line(` ${padLeft(foot, width - 5)}`, 'dim')],
    width,
    strokesOf(desk),
  )
}
