import { answer } from '../../../core/question.ts'
import { takeWitness as take_witness } from '../../neighbours/stock.ts'
import type { Brings } from '../../registry.ts'
import { takeWitness } from './witness/witness.ts'

export const brings: Brings = {
  area: 'stock',
  reads: { stock_settings: 'stock:read' },
  answers: [answer(take_witness, takeWitness)],
}
