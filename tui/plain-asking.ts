// What the numbered lines ask: who is there, a number of a list, who signs for it as well.

import type { Desk } from './desk.ts'
import type { Said } from './hands.ts'

export interface PlainTerminal {
  out(text: string): void
  ask(question: string, how?: { hidden: boolean }): Promise<string | null>
}
export type Say = (text: string) => void

export async function signedIn(desk: Desk, terminal: PlainTerminal, say: Say): Promise<boolean> {
  const hospital =
    desk.place.hosted === true
      ? ((await terminal.ask('Hospital, by its code: ')) ?? '').trim()
      : null
  const where = hospital === null ? {} : { hospital }
  const username = (await terminal.ask('Username: ')) ?? ''
  const password = (await terminal.ask('Password: ', { hidden: true })) ?? ''
  let answer = await desk.hands.signIn({ ...where, username, password, code: '' })
  if (answer.kind === 'code') {
    const code = (await terminal.ask('Code: ')) ?? ''
    answer = await desk.hands.signIn({ ...where, username, password, code })
  }
  if (answer.kind === 'in') {
    desk.person = answer.person
    return true
  }
  say(answer.kind === 'refused' ? answer.message : 'Not signed in.')
  return false
}

/** Its place; a word that is none of the numbers; null for back, which the end of the input is too. */
export async function chosenIn(
  terminal: PlainTerminal,
  say: Say,
  title: string,
  names: readonly string[],
  question = 'Number, or empty to go back: ',
): Promise<number | string | null> {
  say(`\n${title}`)
  for (const [at, name] of names.entries()) say(`  ${at + 1}. ${name}`)
  const typed = ((await terminal.ask(question)) ?? '').trim()
  if (typed === '') return null
  const number = Number(typed)
  return Number.isInteger(number) && number >= 1 && number <= names.length ? number - 1 : typed
}

/** Without one the request waits until somebody else decides. */
export async function secondPerson(
  desk: Desk,
  line: readonly string[],
  terminal: PlainTerminal,
): Promise<Said | null> {
  if ((await desk.hands.about(line))?.second !== true) return null
  const username = ((await terminal.ask('Second person, or empty to wait: ')) ?? '').trim()
  if (username === '') return null
  const password = (await terminal.ask('Password: ', { hidden: true })) ?? ''
  const code = ((await terminal.ask('Code, if two-factor is on: ')) ?? '').trim()
  return { username, password, code }
}
