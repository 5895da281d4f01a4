import { text } from '../../../db/appliance/configuration/kinds.ts'
import { word } from '../grammar/command.ts'

/** What the rules take is more exact; this keeps out what could not be a name at all. */
export const username = word(
  text('a user name', /^[^\s\0]{1,60}$/),
  'the account, by its user name',
)
