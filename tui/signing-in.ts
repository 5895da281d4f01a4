// The sign-in, the lock, and the way back in.

import type { Desk } from './desk.ts'
import { faultOf } from './hands.ts'
import { load } from './reading.ts'
import { filledIn, formFor } from './sign-form.ts'

export function lock(desk: Desk): void {
  desk.locked = true
  desk.form = formFor(desk.signed, desk.person?.username ?? '')
  desk.paper = null
  desk.dialog = null
  desk.typing = null
  desk.message = ''
}

export function pressSignIn(desk: Desk, key: string): void {
  const [form, wants] = filledIn(desk.form, key, desk.locked)
  desk.form = form
  if (wants === 'leave') desk.left = true
  if (wants === 'sign_in') void signIn(desk)
}

async function signIn(desk: Desk): Promise<void> {
  const { hosted, hospital, username, password, code } = desk.form
  desk.form = { ...desk.form, busy: true, message: '' }
  desk.changed()
  const answer = await desk.hands
    .signIn({ ...(hosted ? { hospital: hospital.trim() } : {}), username, password, code })
    .catch((error: unknown) => ({ kind: 'refused' as const, message: faultOf(error) }))
  if (answer.kind === 'code')
    desk.form = {
      ...desk.form,
      busy: false,
      wants_code: true,
      focus: 'code',
      message: 'Now the code of the second factor.',
    }
  else if (answer.kind === 'refused')
    desk.form = {
      ...desk.form,
      busy: false,
      password: '',
      code: '',
      focus: 'password',
      message: answer.message,
    }
  else if (desk.locked && answer.person.username !== desk.person?.username)
    desk.form = formFor(
      desk.signed,
      desk.person?.username ?? '',
      'Only the same person opens this.',
    )
  else {
    desk.signed = { hosted, hospital }
    desk.letIn(answer.person)
    void load(desk)
  }
  desk.changed()
}
