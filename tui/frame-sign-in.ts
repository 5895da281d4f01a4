// The sign-in and the lock: nothing of the house shines through (OPS-194, OPS-195).

import { boxed, over, strokesOf } from './box.ts'
import type { Desk } from './desk.ts'
import type { SignField } from './sign-form.ts'
import { apart, cut, type Line, line, nothing, pad, span, wrapped } from './text.ts'

export function signIn(desk: Desk): Line[] {
  const { columns, rows } = desk.size
  const { form, place } = desk
  const field = (name: string, value: string, at: SignField, after = ''): Line => [
    span(` ${pad(name, 10)} `),
    span(cut(value, 34), 'bold'),
    span(form.focus === at && !form.busy ? '_' : ' '),
    span(after, 'dim'),
  ]
  const stars = '*'.repeat(Math.min(30, form.password.length))
  const inside: Line[] = [
    line(desk.locked ? ' The screens are locked.' : ' Sign in to the house', 'bold'),
    nothing,
    ...(form.hosted
      ? [field('Hospital', form.hospital, 'hospital', form.hospital === '' ? '   (its code)' : '')]
      : []),
    field('Username', form.username, 'username'),
    field('Password', stars, 'password'),
    ...(form.wants_code ? [field('Code', form.code, 'code', '   (two-factor is on)')] : []),
    nothing,
    ...wrapped(form.busy ? 'One moment ...' : form.message, 48).map((text) =>
      line(` ${text}`, 'yellow'),
    ),
    line(` Locked after ${Math.round(place.lock_ms / 60_000)} minutes without a key.`, 'dim'),
    line(desk.locked ? ' q leaves.' : ' Ctrl-C twice leaves.', 'dim'),
  ]
  const below = Array.from({ length: rows - 1 }, () => nothing)
  return [
    line(apart(` Kituo ${place.version}   ${place.hospital}`, `${place.host} `, columns), 'bold'),
    ...over(below, boxed('', inside, Math.min(columns - 2, 54), strokesOf(desk)), columns),
  ]
}
