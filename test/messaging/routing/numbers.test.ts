// Numbers (MSG-201): the accepted forms and no other.

import t from 'tap'
import { maskedNumber, readNumber } from '../../../db/messaging/routing/numbers.ts'

t.test('numbers: accepted forms are one number', async (t) => {
  const forms = [
    '0712345678',
    '255712345678',
    '+255712345678',
    '+255 712 345 678',
    '+2557 1 2 3 4 5 6 7 8',
    '+255 7 1 2 3 4 5 6 7 8',
  ]
  for (const form of forms) t.equal(readNumber(form), '255712345678', form)
  t.equal(readNumber('0612345678'), '255612345678')
})

t.test('numbers: everything else is refused', async (t) => {
  const forms = [
    '712345678',
    '00255712345678',
    '+254712345678',
    '0712 345 678',
    '0712-345-678',
    '(071)2345678',
    '0222123456',
    '07123456789',
    '071234567',
    '+255 0712345678',
    ' 0712345678',
    '0712345678x',
    '٠٧١٢٣٤٥٦٧٨',
    '',
    '0712345678 ',
    '+255  712345678',
    '+255712345678 ',
    '+ 255712345678',
    '255 712345678',
    '+255\u00a0712345678',
    '0812345678',
    '255812345678',
    '+255812345678',
    '0712345678\n',
    '+2557123456789',
    '+25571234567',
  ]
  for (const form of forms) t.equal(readNumber(form), null, JSON.stringify(form))
})

t.test('numbers: logs show enough to find one and not enough to call', async (t) => {
  t.equal(maskedNumber('255712345678'), '2557*****678')
})
