// Papers for whoever asked. A short one takes less time than to hand it to another thread; a long
// one would hold up everybody else's requests (decision 0150).

import type { BloodLabel } from '../../templates/blood-label.ts'
import type { PatientCard } from '../../templates/card.ts'
import { fontBytes } from '../../templates/font-files.ts'
import type { GoodsLabels } from '../../templates/goods-label.ts'
import type { Paper } from '../../templates/paper.ts'
import type { LabelSize, SpecimenLabel } from '../../templates/specimen-label.ts'
import type { TagSheet } from '../../templates/tags.ts'
import type { Wristband } from '../../templates/wristband.ts'
import type { FileReply } from './send-file.ts'
import { runInWorker } from '../work/workers.ts'

const rows_most = 50

/** What sets them is loaded with the first paper: it keeps 40 MB that a quiet house can spare. */
export async function makePaper(paper: Paper): Promise<Uint8Array> {
  const bytes = fontBytes()
  if (rowsOf(paper) > rows_most) return runInWorker('set a paper', { paper, bytes })
  const { render } = await import('../../templates/render.ts')
  return render(paper, bytes)
}

const rowsOf = ({ blocks }: Paper): number =>
  blocks.reduce((sum, block) => sum + (block.kind === 'table' ? block.rows.length : 1), 0)

/** Where anybody may ask whether a paper with this code is genuine; what has none says nothing. */
export const verifyAt = <C extends string | null>(base_url: string, code: C) =>
  (code === null ? null : { code, url: `${base_url}/verify/${code}` }) as C extends null
    ? null
    : { code: string; url: string }

/** Shown in the browser; kept under the paper's own number when somebody saves it (BIL-154). */
export async function paperReply(paper: Paper, name?: string): Promise<FileReply> {
  const bytes = Buffer.from(await makePaper(paper))
  return pdfReply(bytes, name ?? paper.number ?? paper.title)
}

/** A plain name stands as it is, which every reader of mail understands; another is spelt out. */
export function pdfReply(bytes: Buffer, called: string): FileReply {
  const name = `${called.replace(/[^\p{L}\p{N}._-]+/gu, '-')}.pdf`
  const reply: FileReply = {
    content_type: 'application/pdf',
    bytes,
    inline: true,
    cache: 'private, no-store',
  }
  return /^[\w.-]+$/.test(name)
    ? { ...reply, headers: { 'content-disposition': `inline; filename="${name}"` } }
    : { ...reply, file_name: name }
}

/** What a machine reads: a printer of labels is handed it as it is. */
export const plainReply = (text: string, file_name: string): FileReply => ({
  content_type: 'text/plain; charset=utf-8',
  bytes: Buffer.from(text),
  inline: true,
  file_name: file_name.replace(/[^\p{L}\p{N}._-]+/gu, '-'),
})

export async function cardReply(card: PatientCard): Promise<FileReply> {
  const { renderCard } = await import('../../templates/card.ts')
  return pdfReply(Buffer.from(await renderCard(card, fontBytes())), card.number)
}

export async function wristbandReply(band: Wristband): Promise<FileReply> {
  const { renderWristband } = await import('../../templates/wristband.ts')
  return pdfReply(Buffer.from(await renderWristband(band, fontBytes())), band.number)
}

/** Two hundred tags are twenty pages of shapes: 0.2 s of drawing at most. */
export async function tagsReply(sheet: TagSheet): Promise<FileReply> {
  const { renderTags } = await import('../../templates/tags.ts')
  const bytes = Buffer.from(await renderTags(sheet, fontBytes()))
  return pdfReply(bytes, `${sheet.reference}-${sheet.tags[0] ?? ''}`)
}

/** Labels of tubes, a page each. */
export async function labelsReply(
  labels: readonly SpecimenLabel[],
  size?: LabelSize,
): Promise<FileReply> {
  const { renderLabels } = await import('../../templates/specimen-label.ts')
  const bytes = Buffer.from(await renderLabels(labels, fontBytes(), size))
  return pdfReply(bytes, `labels-${labels[0]?.number ?? ''}`)
}

/** Labels of bags of blood, a page each. */
export async function bloodLabelsReply(labels: readonly BloodLabel[]): Promise<FileReply> {
  const { renderBloodLabels } = await import('../../templates/blood-label.ts')
  const bytes = Buffer.from(await renderBloodLabels(labels, fontBytes()))
  return pdfReply(bytes, `labels-${labels[0]?.unit?.number ?? labels[0]?.din ?? ''}`)
}

/** Labels of lots and shelves, a page each. */
export async function goodsLabelsReply(labels: GoodsLabels): Promise<FileReply> {
  const { renderGoodsLabels } = await import('../../templates/goods-label.ts')
  const bytes = Buffer.from(await renderGoodsLabels(labels, fontBytes()))
  return pdfReply(bytes, `labels-${labels.labels[0]?.code ?? ''}`)
}
