import { text } from '../../../db/appliance/configuration/kinds.ts'
import { word } from '../grammar/command.ts'

export const role = word(text('the code of a role', /^[^\s\0]{1,60}$/), 'the role, by its code')
