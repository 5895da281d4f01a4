// The account's own profile under /v1, with what its messages end in (MSG 2.2, MSG-361).

import { accountNow, changeAccount, type AccountRow } from '../accounts/accounts.ts'
import { findBusiness } from '../accounts/businesses.ts'
import type { Account, AccountChange } from '../accounts/shapes.ts'
import type { MessagingCaller, Owner } from '../caller.ts'
import { wrong } from '../refusals.ts'
import { isSimulated, routing } from '../routing/operators.ts'
import { mustBeApproved } from '../senders/approval.ts'

export async function showAccount({ account_id }: Owner): Promise<Account> {
  return shown(await accountNow(account_id))
}

export async function shown(account: AccountRow): Promise<Account> {
  const business = account.business_id === null ? null : await findBusiness(account.business_id)
  return {
    id: account.id,
    name: account.name,
    provisioned: business?.status === 'active',
    billing: account.billing,
    currency: account.currency,
    otpAllowed: account.otp_allowed,
    defaultSenderId: account.default_sender_id,
    language: account.language,
    quietHours: account.quiet_hours as Account['quietHours'],
    paused: account.paused,
    noticeEmails:
      account.notice_emails.length > 0
        ? account.notice_emails
        : business === null
          ? []
          : [business.contact_email],
    simulated: await anySimulated(),
    business: business === null ? null : { name: business.legal_name, status: business.status },
    version: account.version,
    createdAt: account.created_at,
    updatedAt: account.updated_at,
  }
}

/** Some live message may end in a simulator. */
export async function anySimulated(): Promise<boolean> {
  const ways = await routing()
  return [...ways.operators.keys()].some((code) => isSimulated(ways, code, 'transactional'))
}

export async function changeProfile(
  caller: MessagingCaller,
  changes: AccountChange,
): Promise<Account> {
  if (typeof changes.defaultSenderId === 'string')
    await mustBeApproved(caller, changes.defaultSenderId)
  const email = changes.noticeEmails?.find((one) => !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(one))
  if (email !== undefined) throw wrong('noticeEmails', `noticeEmails: ${email} is no address.`)
  const account = await changeAccount(caller, caller.account_id, {
    ...(changes.name === undefined ? {} : { name: changes.name }),
    ...(changes.defaultSenderId === undefined
      ? {}
      : { default_sender_id: changes.defaultSenderId }),
    ...(changes.language === undefined ? {} : { language: changes.language }),
    ...(changes.quietHours === undefined ? {} : { quiet_hours: changes.quietHours }),
    ...(changes.noticeEmails === undefined ? {} : { notice_emails: changes.noticeEmails }),
  })
  return shown(account)
}
