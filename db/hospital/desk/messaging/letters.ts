// The words of letters to an account’s people, in its own language.

import type { AccountNotice, NoticeKind } from '../../../messaging/messages/notices.ts'

interface Letter {
  subject: string
  text: string
}
type Words = (account: string, facts: Readonly<Record<string, string>>) => Letter

const day = (at: string | undefined): string => (at ?? '').slice(0, 10)

const english: Record<NoticeKind, Words> = {
  key_ends: (account, { name, mode, last, at }) => ({
    subject: `The API key ${name} ends on ${day(at)}`,
    text: `The ${mode} key ${name} (…${last}) of ${account} ends on ${at}. Rotate it, or give it another end, before then; calls with it are refused afterwards.`,
  }),
  low_balance: (account, { balance, threshold }) => ({
    subject: `The messaging balance of ${account} is low`,
    text: `The balance is ${balance}, below the threshold of ${threshold}. When it does not cover a send, nothing of that send leaves.`,
  }),
  webhook_fails: (account, { mode, url, error }) => ({
    subject: `The webhook of ${account} fails`,
    text: `Events of ${mode} messages could not be delivered to ${url}; six attempts failed. The last error was: ${error}. What was given up stands in the delivery log and can be replayed.`,
  }),
}

const swahili: Record<NoticeKind, Words> = {
  key_ends: (account, { name, mode, last, at }) => ({
    subject: `Ufunguo wa API ${name} unaisha ${day(at)}`,
    text: `Ufunguo wa ${mode} ${name} (…${last}) wa ${account} unaisha ${at}. Ubadilishe au uongeze muda kabla ya hapo; baadaye maombi yake yatakataliwa.`,
  }),
  low_balance: (account, { balance, threshold }) => ({
    subject: `Salio la ujumbe la ${account} ni dogo`,
    text: `Salio ni ${balance}, chini ya kiwango cha ${threshold}. Salio lisipotosha, ujumbe hautatumwa.`,
  }),
  webhook_fails: (account, { mode, url, error }) => ({
    subject: `Webhook ya ${account} haifanyi kazi`,
    text: `Matukio ya ujumbe wa ${mode} hayakufika ${url}; majaribio sita yameshindwa. Kosa la mwisho: ${error}. Yaliyoachwa yako kwenye delivery log na yanaweza kutumwa tena.`,
  }),
}

export const lettersOf = ({ kind, language, account, facts }: AccountNotice): Letter =>
  (language === 'sw' ? swahili : english)[kind](account, facts)
