// The texts of PTM-3 as shipped. No diagnosis, test, medicine, clinic or clinician stands in them.

/** Which preference of the patient a text goes by. */
export type Wish = 'reminders' | 'results_ready' | 'bills' | 'surveys'

export interface ShippedTemplate {
  readonly code: string
  readonly audience: string
  readonly wish: Wish | null
  /** Codes: at once, whatever was chosen, and never kept in clear. */
  readonly essential?: boolean
  /** Goes in quiet hours too. */
  readonly at_once?: boolean
  readonly sw: string
  readonly en: string
}

const template = (
  code: string,
  audience: string,
  wish: Wish | null,
  sw: string,
  en: string,
  more: Pick<ShippedTemplate, 'essential' | 'at_once'> = {},
): ShippedTemplate => ({ code, audience, wish, sw, en, ...more })

export const shipped: readonly ShippedTemplate[] = [
  template(
    'APPOINTMENT_BOOKED',
    'Who booked',
    'reminders',
    '{hospital}: Miadi yako {date} {time}, namba {number}. Kuthibitisha au kughairi: {link}',
    '{hospital}: Your appointment is {date} {time}, number {number}. Confirm or cancel: {link}',
  ),
  template(
    'APPOINTMENT_REMINDER',
    'Who has an appointment soon',
    'reminders',
    '{hospital}: Kumbusho la miadi {date} {time}. {link}',
    '{hospital}: Reminder, appointment {date} {time}. {link}',
  ),
  template(
    'APPOINTMENT_CHANGED',
    'Whose appointment has moved',
    'reminders',
    '{hospital}: Miadi yako imehamishiwa {date} {time}. {link}',
    '{hospital}: Your appointment has moved to {date} {time}. {link}',
  ),
  template(
    'APPOINTMENT_CANCELLED',
    'Whose appointment the hospital cancelled',
    null,
    '{hospital}: Samahani, miadi ya {date} {time} imeghairiwa. Nafasi: {options}. Piga {phone}',
    '{hospital}: Sorry, the appointment of {date} {time} is cancelled. Free: {options}. Call {phone}',
  ),
  template(
    'APPOINTMENT_MISSED',
    'Who did not come',
    'reminders',
    '{hospital}: Tumekukosa {date}. Kupanga upya piga {phone}',
    '{hospital}: We missed you on {date}. To book again call {phone}',
  ),
  template(
    'WAITLIST_OFFER',
    'Who waits for a place',
    null,
    '{hospital}: Nafasi imepatikana {date} {time}. Jibu kabla ya {until}: {link}',
    '{hospital}: A place is free {date} {time}. Answer before {until}: {link}',
  ),
  template(
    'QUEUE_NEAR',
    'Whose turn is near',
    null,
    '{hospital}: {token}, watu {ahead} mbele yako',
    '{hospital}: {token}, {ahead} people before you',
    { at_once: true },
  ),
  template(
    'DOCUMENT_READY',
    'For whom a result, letter or summary was released',
    'results_ready',
    '{hospital}: Una taarifa mpya. Fungua akaunti yako au fika hospitali',
    '{hospital}: Something new is ready for you. Open your account or come in',
  ),
  template(
    'PORTAL_CODE',
    'Who opens a portal account',
    null,
    '{hospital}: Namba ya siri {code}. Usimpe mtu. Inaisha baada ya dakika {minutes}',
    '{hospital}: Your code is {code}. Share it with nobody. Ends in {minutes} minutes',
    { essential: true, at_once: true },
  ),
  template(
    'MESSAGE_REPLY',
    'Whose message was answered',
    null,
    '{hospital}: Una ujumbe mpya kwenye akaunti yako',
    '{hospital}: You have a new message in your account',
  ),
  template(
    'VISIT_THANKS',
    'Who was checked out',
    'surveys',
    '{hospital}: Asante. Tupe maoni yako: {link}',
    '{hospital}: Thank you. Tell us how it went: {link}',
  ),
  template(
    'COME_BACK',
    'Whom a clinician or a recall asks to come',
    null,
    '{hospital}: Tafadhali fika hospitali mapema au piga {phone}',
    '{hospital}: Please come to the hospital soon or call {phone}',
  ),
  template(
    'STUDY_BOOKED',
    'Whose image was booked',
    'reminders',
    '{hospital}: Tafadhali fika tarehe {date} saa {time}. Piga {phone}',
    '{hospital}: Please come on {date} at {time}. Call {phone}',
  ),
  template(
    'STUDY_CHANGED',
    'Whose image was booked for another time',
    'reminders',
    '{hospital}: Muda umebadilika. Tafadhali fika tarehe {date} saa {time}. Piga {phone}',
    '{hospital}: The time has changed. Please come on {date} at {time}. Call {phone}',
  ),
  template(
    'PROXY_ENDED',
    'Whose access to another account ended',
    null,
    '{hospital}: Usimamizi wa akaunti umeisha',
    '{hospital}: Your access to another account has ended',
  ),
  template(
    'BILL_REMINDER',
    'Who owes for longer than the bill allows',
    'bills',
    '{hospital}: Bado hujalipa {amount}, bili {number}. Lipa kupitia {pay}. Maswali: {phone}',
    '{hospital}: {amount} is not paid yet, bill {number}. Pay to {pay}. Questions: {phone}',
  ),
  template(
    'DEPOSIT_PASSED',
    'Whose costs have passed what was paid ahead',
    'bills',
    '{hospital}: Gharama zimezidi amana kwa {amount}. Maswali: {phone}',
    '{hospital}: Costs have passed the deposit by {amount}. Questions: {phone}',
  ),
]

/** A THEATRE reminder says this and nothing more of why (APT-16). */
export const instructions = {
  en: 'Follow the instructions you were given.',
  sw: 'Fuata maelekezo uliyopewa.',
} as const

/** Values as a person sees them in a preview. */
export const examples: Readonly<Record<string, string>> = {
  ahead: '3',
  amount: 'TZS 25,000',
  code: '482913',
  date: '12/03/2026',
  hospital: 'St Mary',
  link: 'kituo.example/a/8fK2mQ9xT4bW7cZ1pL5vRd',
  minutes: '10',
  number: 'AP-2026-00031',
  options: '17/03 10:15, 18/03 08:00',
  pay: 'CRDB 0150412345600',
  phone: '+255712345678',
  time: '10:15',
  token: 'A-042',
  until: '15:30',
}
