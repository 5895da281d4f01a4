// What names a patient in a message of an analyser is left out, the values stay (PRV-1).

import t from 'tap'
import { withoutNames } from '../../../../db/hospital/diagnostics/laboratory/analysers/names.ts'

t.test('names are left out of HL7 and ASTM (PRV-1)', (t) => {
  const hl7 =
    'MSH|^~\\&|XN\rPID|1||PT-9||Mushi^Neema\rNK1|1|Mushi^Juma\rOBR|1|L-1\rOBX|1|NM|HB||88\r'
  const bare = withoutNames(hl7)
  t.notMatch(bare, /Mushi|PT-9/)
  t.match(bare, /^PID\|Restricted record$/m)
  t.match(bare, /OBX\|1\|NM\|HB\|\|88/)
  const astm = 'H|\\^&|||CX\nP|1|PT-9||||Mushi^Neema\nO|1|L-1\nR|1|^^^GLU|5.1\nL|1|N'
  t.notMatch(withoutNames(astm), /Mushi|PT-9/)
  t.match(withoutNames(astm), /R\|1\|\^\^\^GLU\|5\.1/)
  t.end()
})
