// The form of the sign-in and of the lock (OPS-194, OPS-195).

import { edited } from './dialog.ts'
import type { Said } from './hands.ts'

const fields = ['hospital', 'username', 'password', 'code'] as const
export type SignField = (typeof fields)[number]

export interface SignForm extends Required<Said> {
  readonly focus: SignField
  /** Of a house of several hospitals. */
  readonly hosted: boolean
  readonly wants_code: boolean
  readonly message: string
  readonly busy: boolean
}

export const emptyForm = (hosted: boolean): SignForm => ({
  hospital: '',
  username: '',
  password: '',
  code: '',
  focus: hosted ? 'hospital' : 'username',
  hosted,
  wants_code: false,
  message: '',
  busy: false,
})

/** Of the lock: hospital and name stand, only their person opens. */
export const formFor = (
  { hosted, hospital }: Pick<SignForm, 'hosted' | 'hospital'>,
  username: string,
  message = '',
): SignForm => ({ ...emptyForm(hosted), hospital, username, focus: 'password', message })

/** What is asked for, in this order. */
export const fieldsOf = ({ hosted, wants_code }: SignForm): SignField[] =>
  fields.filter((name) => (name === 'hospital' ? hosted : name === 'code' ? wants_code : true))

export function filledIn(
  form: SignForm,
  key: string,
  is_locked: boolean,
): [SignForm, 'sign_in' | 'leave' | 'nothing'] {
  const asked = fieldsOf(form)
  const at = asked.indexOf(form.focus)
  const turn = (by: number): SignForm => ({
    ...form,
    focus: asked[(at + by + asked.length) % asked.length] ?? 'username',
  })
  if (form.busy) return [form, 'nothing']
  if (is_locked && key === 'q' && form.password === '') return [form, 'leave']
  if (key === 'tab' || key === 'down') return [turn(1), 'nothing']
  if (key === 'shift-tab' || key === 'up') return [turn(-1), 'nothing']
  if (key === 'esc') {
    return [is_locked ? formFor(form, form.username) : emptyForm(form.hosted), 'nothing']
  }
  if (key === 'enter') return at < asked.length - 1 ? [turn(1), 'nothing'] : [form, 'sign_in']
  const name = form.focus
  if (is_locked && (name === 'username' || name === 'hospital')) return [form, 'nothing']
  return [{ ...form, [name]: edited(form[name], key), message: '' }, 'nothing']
}
