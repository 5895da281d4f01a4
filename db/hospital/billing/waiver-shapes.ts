// Waivers, exemptions and write-offs as they come in and go out (2.7).

import { form, Reason } from '../../kinds/kinds.ts'

export const WithNote = form({ note: Reason })
