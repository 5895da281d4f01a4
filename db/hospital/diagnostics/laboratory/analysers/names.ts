// What names a patient in a message, left out: the segments of HL7 and the record of ASTM that are about the person.

import { restrictedRecord } from '../../../desk/patients/privacy/lists.ts'

const about_people = /^(PID|PD1|NK1|PV1|GT1|IN[123]|P)(?=[^A-Za-z0-9])(.).*$/gm

export const withoutNames = (raw: string): string =>
  raw
    .replaceAll('\r\n', '\n')
    .replaceAll('\r', '\n')
    .replaceAll(about_people, `$1$2${restrictedRecord}`)
