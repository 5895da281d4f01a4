import { answer } from '../../../core/question.ts'
import { stockItems, stockReplay, stockStops } from '../../neighbours/books.ts'
import {
  batchOf,
  issue as issue_goods,
  productsOfCodes,
  takeWitness as take_witness,
} from '../../neighbours/stock.ts'
import type { Brings } from '../../registry.ts'
import { adjustments } from './adjustments/tables.ts'
import { controlled_discrepancies } from './controlled/tables.ts'
import { stopsOfStock } from './counts/stops.ts'
import { stock_counts } from './counts/tables.ts'
import { disposals } from './disposals/tables.ts'
import { performedServices, workLeftBy } from './for-areas.ts'
import { opening_import } from './opening/opening.ts'
import { batchNamed, productsOfTariffs } from './pool/asked.ts'
import { itemsOfStock, replayOfStock } from './pool/books.ts'
import { issue } from './pool/issue.ts'
import { repointPatient } from './pool/repoint.ts'
import { onDeath } from './pool/reserve.ts'
import { products_import } from './products/import.ts'
import { products } from './products/tables.ts'
import { recalls } from './recalls/tables.ts'
import { requisitions } from './requisitions/tables.ts'
import { stock_transfers } from './transfers/tables.ts'
import { takeWitness } from './witness/witness.ts'

const notice = (
  kind: string,
  label: string,
  audience: string,
): NonNullable<Brings['notifications']>[number] => ({
  kind,
  label,
  area: 'stock',
  urgency: 'INFO',
  default: { sms: false, whatsapp: false, email: false },
  locked: false,
  audience,
})

const warning = (...said: Parameters<typeof notice>): ReturnType<typeof notice> => ({
  ...notice(...said),
  urgency: 'WARNING',
})
const controlled_people = 'Holders of controlled:settings and who keeps the store'

export const brings: Brings = {
  area: 'stock',
  reads: {
    stock_settings: 'stock:read',
    stock_unit: 'product:read',
    stock_category: 'product:read',
    store: 'stock:read',
    batch: 'stock:read',
    quarantine_item: 'stock:read',
    controlled_check: 'controlled:read',
  },
  sequences: [
    {
      kind: 'product',
      label: 'Product',
      area: 'stock',
      pattern: 'P-{SEQ:5}',
      scope: 'HOSPITAL',
      reset: 'NEVER',
      gapless: false,
    },
    {
      kind: 'stock_adjustment',
      label: 'Adjustment of stock',
      area: 'stock',
      pattern: 'AD-{YYYY}-{SEQ:5}',
      scope: 'HOSPITAL',
      reset: 'YEARLY',
      gapless: false,
    },
    {
      kind: 'stock_count',
      label: 'Count of stock',
      area: 'stock',
      pattern: 'CN-{YYYY}-{SEQ:5}',
      scope: 'HOSPITAL',
      reset: 'YEARLY',
      gapless: false,
    },
    {
      kind: 'stock_transfer',
      label: 'Transfer of goods',
      area: 'stock',
      pattern: 'TR-{YYYY}-{SEQ:5}',
      scope: 'HOSPITAL',
      reset: 'YEARLY',
      gapless: false,
    },
    {
      kind: 'requisition',
      label: 'Requisition',
      area: 'stock',
      pattern: 'RQ-{YYYY}-{SEQ:5}',
      scope: 'HOSPITAL',
      reset: 'YEARLY',
      gapless: false,
    },
    {
      kind: 'disposal',
      label: 'Disposal of goods',
      area: 'stock',
      pattern: 'DP-{YYYY}-{SEQ:5}',
      scope: 'HOSPITAL',
      reset: 'YEARLY',
      gapless: false,
    },
    {
      kind: 'recall',
      label: 'Recall of goods',
      area: 'stock',
      pattern: 'RC-{YYYY}-{SEQ:4}',
      scope: 'HOSPITAL',
      reset: 'YEARLY',
      gapless: false,
    },
    {
      kind: 'controlled_discrepancy',
      label: 'Discrepancy of controlled drugs',
      area: 'stock',
      pattern: 'CD-{YYYY}-{SEQ:4}',
      scope: 'HOSPITAL',
      reset: 'YEARLY',
      gapless: false,
    },
  ],
  notifications: [
    notice('stock.transfer_sent', 'Goods are on the way', 'Who keeps the store that they go to'),
    notice('stock.transfer_short', 'Less came than was sent', 'Who keeps the store that sent it'),
    notice('stock.expiring', 'Lots expire soon', 'Who keeps the store where they lie'),
    warning('stock.transfer_late', 'Goods are on the way for too long', 'Who keeps either store'),
    warning(
      'stock.requisition_unapproved',
      'Emergencies that were issued and not approved',
      'Holders of requisition:approve',
    ),
    notice('stock.quarantine_long', 'Goods stay set apart', 'Holders of stock:quality'),
    warning(
      'stock.recall_opened',
      'Goods are recalled',
      'Holders of stock:quality and who keeps the stores where they lie',
    ),
    warning('stock.controlled_difference', 'A controlled drug does not agree', controlled_people),
    warning('stock.controlled_missed', 'Controlled drugs were not checked', controlled_people),
    warning(
      'stock.controlled_open',
      'Discrepancies of controlled drugs that stay open',
      'Holders of controlled:settings and the director',
    ),
    warning('stock.controlled_reported', 'A discrepancy was reported', 'The director'),
  ],
  entities: [
    {
      type: 'product',
      read: 'product:read',
      write: 'product:write',
      photo: true,
      async exists({ hospital_id }, id) {
        const found = await products.find({ hospital_id, id })
        return found && { label: `${found.code} ${found.name}` }
      },
    },
    {
      type: 'stock_adjustment',
      read: 'stock:read',
      write: 'stock:adjust',
      async exists({ hospital_id }, id) {
        const found = await adjustments.find({ hospital_id, id })
        return found && { label: found.number }
      },
      async closed({ hospital_id }, id) {
        return (await adjustments.find({ hospital_id, id }))?.status === 'POSTED'
      },
    },
    {
      type: 'stock_count',
      read: 'stock:read',
      write: 'stock:count',
      async exists({ hospital_id }, id) {
        const found = await stock_counts.find({ hospital_id, id })
        return found && { label: found.number }
      },
      async closed({ hospital_id }, id) {
        return (await stock_counts.find({ hospital_id, id }))?.status === 'APPROVED'
      },
    },
    {
      type: 'stock_transfer',
      read: 'stock:read',
      write: 'stock:move',
      async exists({ hospital_id }, id) {
        const found = await stock_transfers.find({ hospital_id, id })
        return found && { label: found.number }
      },
    },
    {
      type: 'requisition',
      read: 'stock:read',
      write: 'requisition:write',
      async exists({ hospital_id }, id) {
        const found = await requisitions.find({ hospital_id, id })
        return found && { label: found.number }
      },
    },
    {
      type: 'recall',
      read: 'stock:read',
      write: 'stock:quality',
      async exists({ hospital_id }, id) {
        const found = await recalls.find({ hospital_id, id })
        return found && { label: found.number }
      },
    },
    {
      type: 'controlled_discrepancy',
      read: 'controlled:read',
      write: 'controlled:write',
      async exists({ hospital_id }, id) {
        const found = await controlled_discrepancies.find({ hospital_id, id })
        return found && { label: found.number }
      },
    },
    {
      type: 'disposal',
      read: 'stock:read',
      write: 'stock:quality',
      async exists({ hospital_id }, id) {
        const found = await disposals.find({ hospital_id, id })
        return found && { label: found.number }
      },
    },
  ],
  papers: [
    {
      kind: 'disposal_certificate',
      title: { en: 'Certificate of destruction', sw: 'Cheti cha uteketezaji' },
      async read({ hospital_id }, id) {
        const found = await disposals.find({ hospital_id, id })
        if (found === undefined) return undefined
        const { number, destroyed_on, created_at, status } = found
        return {
          number,
          date: destroyed_on ?? created_at.slice(0, 10),
          amount: null,
          status: status === 'CANCELLED' ? 'CANCELLED' : 'VALID',
        }
      },
    },
  ],
  imports: [products_import, opening_import],
  onDeath,
  repointPatient,
  performedServices,
  workLeftBy,
  answers: [
    answer(take_witness, takeWitness),
    answer(batchOf, batchNamed),
    answer(productsOfCodes, productsOfTariffs),
    answer(issue_goods, issue),
    answer(stockItems, itemsOfStock),
    answer(stockReplay, replayOfStock),
    answer(stockStops, stopsOfStock),
  ],
}
