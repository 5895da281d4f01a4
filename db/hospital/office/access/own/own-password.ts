// Changing one's password, or getting a new one when it was forgotten (PLT-27 to PLT-29).

import { setTimeout as pause } from 'node:timers/promises'
import type { Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { within } from '../../../../store/connection.ts'
import { conflict, invalid, Refusal } from '../../../../core/refusal.ts'
import { record } from '../../audit/record.ts'
import { byId } from '../../hospitals/hospitals.ts'
import { sendTo } from '../../outbox/send.ts'
import { tell } from '../../../neighbours/telling.ts'
import { holdAccount, notLocked, wrong } from '../sign-in/attempts.ts'
import type {
  ChangePasswordRequest,
  ForgotPasswordRequest,
  ResetPasswordRequest,
} from '../sign-in/shapes.ts'
import { forgetUser, signedInBy, type User } from '../callers.ts'
import * as codes from '../sign-in/codes.ts'
import { accountsAt, houseOf } from '../sign-in/identify.ts'
import { clear, keyOfUser } from '../sign-in/lockouts.ts'
import { judge, judgeAlone } from '../sign-in/password-rules.ts'
import { hashPassword, isPassword } from '../sign-in/passwords.ts'
import * as sessions from '../sign-in/sessions.ts'
import { actor } from '../sign-in/sign-ins.ts'
import { users } from '../tables.ts'
import { warn } from '../users/warnings.ts'

/** Longer than the work takes, so that an answer does not tell by its time who is known. */
const forgot_takes_ms = 250

/** Who is signed in proves the password once more; a wrong one counts like a wrong sign-in. */
export async function passwordProved(
  caller: Caller,
  user: User,
  field: string,
  password: string,
): Promise<void> {
  await notLocked(user)
  if (user.password !== null && (await isPassword(password, user.password))) return
  await within(() => wrong(caller, { key: keyOfUser(user), user, outcome: 'WRONG_PASSWORD' }))
  throw invalid(field, 'is not right.')
}

export async function change(
  caller: Caller,
  { current_password, new_password }: ChangePasswordRequest,
): Promise<{ closed_sessions: number }> {
  const { user, hospital } = await signedInBy(caller)
  await passwordProved(caller, user, 'current_password', current_password)
  await judge(new_password, user, hospital)
  const hashed = await hashPassword(new_password)
  return within(async () => {
    await setPassword(caller, user, hashed, 'auth.change-password')
    return {
      closed_sessions: await sessions.close(user, 'password', { except: caller.session_id }),
    }
  })
}

/** Says the same, and takes the same time, whether anybody is there or not. */
export async function forgot(
  caller: Caller,
  { contact, workspace }: ForgotPasswordRequest,
): Promise<void> {
  if (contact === '') throw invalid('contact', 'is required.')
  const hospital = await houseOf({ workspace })
  const answered = pause(forgot_takes_ms)
  if (hospital !== null) {
    const found = (await accountsAt(hospital, contact)).filter(({ status }) => status === 'ACTIVE')
    const staff = found.filter(({ kind }) => kind !== 'PATIENT')
    await within(async () => {
      for (const user of staff.length > 0 ? staff : found) await send(caller, user, contact)
    })
  }
  await answered
}

async function send(caller: Caller, user: User, contact: string): Promise<void> {
  const by_email = contact.includes('@')
  const issued = await codes.issue(user, 'RESET', by_email ? user.email : user.phone)
  if (issued === null) return
  // Several patients may share a number: each message says whose code it is.
  const code = user.kind === 'PATIENT' ? `${issued.code} (${user.username})` : issued.code
  const by = actor(caller, user)
  await sendTo(by, {
    user_id: user.id,
    email: by_email ? user.email : null,
    phone: by_email ? null : user.phone,
    language: user.language,
    event: 'account.code',
    data: { code, minutes: 10 },
    entity: { type: 'user', id: user.id },
  })
  record(by, 'auth.forgot-password', {
    entity_type: 'user',
    entity_id: user.id,
    entity_label: user.full_name,
  })
}

/** By a code of forgot-password, or by an invitation's: that one opens the account. */
export async function reset(caller: Caller, asked: ResetPasswordRequest): Promise<void> {
  if (asked.contact === '') throw invalid('contact', 'is required.')
  const hospital = await houseOf(asked)
  judgeAlone(asked.new_password)
  if (hospital === null) throw codeDead()
  const accounts = (await accountsAt(hospital, asked.contact)).filter(isOpenable)
  const code = await within(() => codes.match(accounts, ['RESET', 'INVITATION'], asked.code))
  const user = accounts.find(({ id }) => id === code?.user_id)
  if (code === undefined || user === undefined) throw codeDead()
  await judge(asked.new_password, user, await byId(user.hospital_id))
  const hashed = await hashPassword(asked.new_password)
  await within(async () => {
    await holdAccount(user)
    if (!(await codes.use(code))) throw codeDead()
    await setPassword(actor(caller, user), user, hashed, 'auth.reset-password')
    await sessions.close(user, 'password')
    await clear(user)
  })
}

const isOpenable = ({ status }: User): boolean => status === 'ACTIVE' || status === 'INVITED'

export const codeDead = (): Refusal =>
  new Refusal(400, 'code', 'The code is not right or has run out.')

const stale = (): Refusal =>
  conflict('Someone else changed this after you opened it. Look at it again.', 'stale')

/** A password of one's own choosing: an invited account is taken up by it. */
async function setPassword(
  by: Caller,
  { hospital_id, id, password }: User,
  hashed: string,
  action: string,
): Promise<void> {
  const user = await users.find({ hospital_id, id }, { lock: true })
  if (user === undefined || !isOpenable(user)) throw codeDead()
  if (user.password !== password) throw stale()
  await users.change(
    { hospital_id, id },
    {
      password: hashed,
      password_changed_at: clock.instant(),
      must_change_password: false,
      temporary_until: null,
      status: 'ACTIVE',
    },
  )
  await codes.kill(id, ['RESET', 'INVITATION'])
  forgetUser(id)
  record(by, action, {
    entity_type: 'user',
    entity_id: id,
    entity_label: user.full_name,
    ...(user.status === 'INVITED' ? { from_state: 'INVITED', to_state: 'ACTIVE' } : {}),
  })
  // Whoever has just taken up an account knows that a password was chosen.
  if (user.status === 'ACTIVE') await warn(user, 'password_changed')
  else await tellInviter(by, user)
}

async function tellInviter(
  by: Caller,
  { id, full_name, username, invited_by }: User,
): Promise<void> {
  if (invited_by === null) return
  await tell(by, {
    to: { user: invited_by },
    kind: 'account.ready',
    title: `${full_name} has taken up the account`,
    body: `The account ${username} is in use from now on.`,
    entity: { type: 'user', id },
  })
}
