// Numbers of the Tanzanian profile (MSG-201, MSG-202). The expression decides, not a library that
// means well; what is kept and shown is `255` and nine digits.

const national = /^0[67][0-9]{8}$/
const plain = /^255[67][0-9]{8}$/
/** Nine digits after the code, with at most one blank before any of them. */
const international = /^\+255 ?[67](?: ?[0-9]){8}$/

/** Null for every other form. */
export function readNumber(typed: string): string | null {
  if (national.test(typed)) return `255${typed.slice(1)}`
  if (plain.test(typed)) return typed
  if (international.test(typed)) return typed.replaceAll(' ', '').slice(1)
  return null
}

/** The two digits that say which network a number was given out by. */
export const prefixIn = (phone: string): string => phone.slice(3, 5)

/** `2557*****678`, for logs (MSG-620). */
export const maskedNumber = (phone: string): string =>
  `${phone.slice(0, 4)}${'*'.repeat(Math.max(0, phone.length - 7))}${phone.slice(-3)}`
