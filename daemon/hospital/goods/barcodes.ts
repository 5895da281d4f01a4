// Barcodes (stock 5.1).

import { parse } from '../../../db/hospital/goods/stock/barcodes/parse.ts'
import { Barcode, BarcodeInput } from '../../../db/hospital/goods/stock/barcodes/shapes.ts'
import { area } from '../../edge/route.ts'
import { nobodys } from '../words.ts'

const { post } = nobodys

export const door = area('barcodes', [
  post('/stock/barcodes/parse', {
    summary: 'What a barcode says, and of which product and lot it is',
    access: 'product:read',
    silent: true,
    audit: 'barcode.parse',
    body: BarcodeInput,
    reply: Barcode,
    says: 'Read.',
    run: ({ caller, body }) => parse(caller, body.code),
  }),
])
