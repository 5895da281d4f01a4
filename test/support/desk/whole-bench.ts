// What an analyser said of a specimen of a patient and nobody could place, with a word in it; and a lot of control.

import type { Data } from '../ask.ts'
import { clock } from '../../../db/core/clock.ts'
import { newId } from '../../../db/core/ids.ts'
import { within } from '../../../db/store/connection.ts'
import {
  analyser_lines,
  analyser_messages,
} from '../../../db/hospital/diagnostics/laboratory/analysers/tables.ts'
import type { House } from '../boot.ts'
import type { Person } from '../people.ts'
import { done } from './ward.ts'

export async function onTheBench(
  { house, hands }: { house: House; hands: Person },
  specimen_number: string,
  word: string,
): Promise<Record<string, string>> {
  const code = `I${newId().slice(-8)}`.toUpperCase()
  const sections = await done(hands.get('/diagnostics/sections'))
  const section_id = sections.find((one: Data) => one.code === 'HAEM').id
  const instrument = await done(
    hands.post('/diagnostics/instruments', { code, name: code, section_id }),
  )
  const lot = await done(
    hands.post('/diagnostics/qc/lots', { name: code, lot: code, expiry: '2098-01-01' }),
  )
  const own = { hospital_id: house.hospital.id, instrument_id: instrument.id }
  const message = await within(async () => {
    const made = await analyser_messages.insert({
      ...own,
      facility_id: house.facility_id,
      received_at: clock.instant(),
      sender: code,
      direction: 'IN',
      protocol: 'HL7',
      control_id: code,
      sha256: newId(),
      status: 'UNMATCHED',
      raw: [
        `MSH|^~\\&|${code}||||20260331||ORU^R01|${code}`,
        `PID|1||||${word}`,
        `OBR|1|${specimen_number}`,
        `OBX|1|ST|HB||${word}`,
      ].join('\r'),
    })
    await analyser_lines.insert({
      ...own,
      message_id: made.id,
      no: 1,
      kind: 'PATIENT',
      specimen_number,
      analyser_code: 'HB',
      value: word,
      state: 'UNMATCHED',
      problem: 'CODE_NOT_MAPPED',
    })
    return made
  })
  return {
    'diagnostics/instruments': instrument.id,
    'diagnostics/qc/lots': lot.id,
    'diagnostics/analyser-messages': message.id,
  }
}
