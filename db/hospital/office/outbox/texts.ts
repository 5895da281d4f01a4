// The words of a message: a registered event's text in the receiver's language, filled in.

import type { Hospital } from '../hospitals/hospitals.ts'
import type { Language } from '../hospitals/words.ts'
import type { MessageEvent } from '../../registry.ts'

export type EventData = Readonly<Record<string, string | number | null | undefined>>

/** A placeholder without a value is left empty and doubled spaces close up (PLT-144). */
export function filled(template: string, hospital: Hospital, data: EventData): string {
  const values: EventData = { h: hospital.short_name ?? hospital.name, ...data }
  return template
    .replace(/\{([a-z_]+)\}/g, (_, name: string) => String(values[name] ?? ''))
    .replace(/ {2,}/g, ' ')
    .trim()
}

export const textOf = (
  event: MessageEvent,
  language: Language,
  hospital: Hospital,
  data: EventData,
): string => filled(event[language], hospital, data)

/** An email says the same and ends in who wrote it. */
export function letterOf(text: string, hospital: Hospital): string {
  const reached = [hospital.support_phone, hospital.support_email].filter((one) => one !== null)
  return `${text}\n\n-- \n${[hospital.name, ...reached].join('\n')}\n`
}
