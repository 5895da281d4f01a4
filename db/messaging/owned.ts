// The columns every row of an account begins with (MSG 2).

import { choice, id, uuid } from '../store/columns.ts'
import { modes } from './caller.ts'

export const owned = {
  id: id(),
  hospital_id: uuid(),
  account_id: uuid(),
  mode: choice(modes),
}
