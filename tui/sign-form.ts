// The form of the sign-in and of the lock (OPS-194, OPS-195).

import { edited } from './dialog.ts'
import type { Said } from './hands.ts'

export interface SignForm extends Said {
  readonly focus: number
  readonly wants_code: boolean
  readonly message: string
  readonly busy: boolean
}

export const no_form: SignForm = {
  username: '',
  password: '',
  code: '',
  focus: 0,
  wants_code: false,
  message: '',
  busy: false,
}

/** Of the lock: the name stands, only its person opens. */
export const formFor = (username: string, message = ''): SignForm => ({
  ...no_form,
  username,
  focus: 1,
  message,
})

const fields = ['username', 'password', 'code'] as const

export function filledIn(
  form: SignForm,
  key: string,
  is_locked: boolean,
): [SignForm, 'sign_in' | 'leave' | 'nothing'] {
  const count = form.wants_code ? 3 : 2
  const turn = (by: number): SignForm => ({ ...form, focus: (form.focus + by + count) % count })
  if (form.busy) return [form, 'nothing']
  if (is_locked && key === 'q' && form.password === '') return [form, 'leave']
  if (key === 'tab' || key === 'down') return [turn(1), 'nothing']
  if (key === 'shift-tab' || key === 'up') return [turn(-1), 'nothing']
  if (key === 'esc') return [is_locked ? formFor(form.username) : no_form, 'nothing']
  if (key === 'enter') return form.focus < count - 1 ? [turn(1), 'nothing'] : [form, 'sign_in']
  const name = fields[form.focus] ?? 'username'
  if (is_locked && name === 'username') return [form, 'nothing']
  return [{ ...form, [name]: edited(form[name], key), message: '' }, 'nothing']
}
