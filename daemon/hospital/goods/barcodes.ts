// Barcodes, read and printed (stock 5.1).

import { parse } from '../../../db/hospital/goods/stock/barcodes/parse.ts'
import { Barcode, BarcodeInput } from '../../../db/hospital/goods/stock/barcodes/shapes.ts'
import { labelsOf } from '../../../db/hospital/goods/stock/papers/labels.ts'
import { GoodsLabelsInput } from '../../../db/hospital/goods/stock/papers/shapes.ts'
import { goodsLabelsReply } from '../../edge/papers.ts'
import { area } from '../../edge/route.ts'
import { nobodys } from '../words.ts'

const { post, print } = nobodys

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
  print('/stock/labels', {
    summary: 'Labels of lots and of shelves with what a scanner reads, as a PDF',
    access: 'stock:read',
    silent: true,
    body: GoodsLabelsInput,
    content_type: 'application/pdf',
    run: async ({ caller, body }) => goodsLabelsReply(await labelsOf(caller, body)),
  }),
])
