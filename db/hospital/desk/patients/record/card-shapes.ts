// Printing, replacing and reading a patient's card.

import { choice, form, partial, shape, Text, Whole } from '../../../../core/kinds/kinds.ts'
import { languages } from '../../../office/hospitals/words.ts'
import { card_reasons } from '../words.ts'

export const CardWords = partial({ language: choice(languages) })
export const ReissueInput = form({ reason: choice(card_reasons) })
export const CardSerial = shape({ card_serial: Whole(1) })
export const ScanWords = form({ code: Text(1, 200) })
