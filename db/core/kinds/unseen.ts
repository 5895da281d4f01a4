// Characters nobody sees (decisions 0119 and 0275).

/** What stands around a text and shows nothing: blanks, and marks that come along when copied. */
const edges =
  /^[\s\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0]+|[\s\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0]+$/g

export const trimmed = (text: string): string => text.replace(edges, '')

/** All but line breaks and tabs; NUL is refused and not left out. */
const unprintable =
  // oxlint-disable-next-line no-control-regex -- control characters are what is left out
  /[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f-\u0084\u0086-\u009f\u202a-\u202e\u2066-\u2069]/g

/** Of a text of several lines. */
export const printed = (text: string): string => text.replace(unprintable, '')

/** A line break of any kind is no part of a line, nor is what turns the order of the letters. */
const not_of_a_line =
  // oxlint-disable-next-line no-control-regex -- control characters are what is refused
  /[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/

export const isLine = (text: string): boolean => text.isWellFormed() && !not_of_a_line.test(text)

/** Half a pair is kept by no database as it came. */
export const isText = (text: string): boolean => text.isWellFormed() && !text.includes('\0')
