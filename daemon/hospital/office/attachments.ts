// Files on records. Which permission is asked follows the record (PLT-103).

import * as attachments from '../../../db/hospital/office/attachments/attachments.ts'
import { isLarge, inline_types } from '../../../db/hospital/office/attachments/file-kinds.ts'
import {
  attachmentMb,
  large_times,
  mb_most,
} from '../../../db/hospital/office/attachments/limits.ts'
import * as removal from '../../../db/hospital/office/attachments/removal.ts'
import {
  Attachment,
  AttachmentChange,
  AttachmentFields,
  AttachmentFilters,
  Download,
  MaybeWhy,
  Why,
} from '../../../db/hospital/office/attachments/shapes.ts'
import { pathOf } from '../../../db/store/files/store.ts'
import { invalid } from '../../../db/core/refusal.ts'
import { read } from '../../../db/core/validate.ts'
import { area } from '../../edge/route.ts'
import { scan } from '../../work/scanner.ts'
import type { FileReply } from '../../edge/send-file.ts'
import { runInWorker } from '../../work/workers.ts'
import { ruled } from '../../edge/opens.ts'
import { byId, deposit, file, get, list, patch, post, remove } from '../words.ts'

const row = byId(attachments.attachmentRecord.get)
const byRecord = 'the record decides'

/** What a browser that was given somebody's file may do with it: show it, and nothing else. */
const shut = {
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
}

export const door = area('attachments', [
  deposit('/attachments', {
    summary: 'Attach a file to a record',
    access: byRecord,
    opens: ruled('the record that a file hangs on decides, as it would open itself (PLT-103)'),
    max_mb: mb_most,
    fields: AttachmentFields,
    limitMb: async (caller, head) =>
      (await attachmentMb(caller)) * (isLarge(head) ? large_times : 1),
    reply: Attachment,
    says: 'File attached.',
    run: ({ caller, body }) =>
      attachments.upload(caller, read(AttachmentFields, { ...body.fields }), body, {
        inspect: (arrived) => runInWorker('inspect a file', arrived),
        scan,
      }),
  }),
  list('/attachments', {
    summary: 'Files of a record, or of a patient',
    access: byRecord,
    opens: ruled('the record that a file hangs on decides, as it would open itself (PLT-103)'),
    filters: AttachmentFilters,
    each: Attachment,
    run: ({ caller, query }) => attachments.list(caller, query),
  }),
  get('/attachments/:id', {
    summary: 'What is known of a file',
    access: byRecord,
    opens: ruled('the record that a file hangs on decides, as it would open itself (PLT-103)'),
    reply: Attachment,
    run: ({ caller, params }) => attachments.find(caller, params.id),
  }),
  patch('/attachments/:id', {
    summary: 'Change what is said of a file',
    access: byRecord,
    opens: ruled('the record that a file hangs on decides, as it would open itself (PLT-103)'),
    record: (caller, { id }) => attachments.allowed(caller, id, 'write'),
    body: AttachmentChange,
    reply: Attachment,
    says: 'File changed.',
    run: ({ caller, params, body }) => attachments.change(caller, params.id, body),
  }),
  file('/attachments/:id/download', {
    summary: 'The file itself',
    access: byRecord,
    opens: ruled('the record that a file hangs on decides, as it would open itself (PLT-103)'),
    record: (caller, { id }) => attachments.allowed(caller, id, 'read'),
    content_type: 'application/octet-stream',
    query: Download,
    run: async ({ caller, params, query }): Promise<FileReply> => {
      const found = await attachments.download(caller, params.id)
      const wanted = query.inline === '1' || query.inline === 'true'
      return {
        content_type: found.content_type,
        bytes: { path: pathOf(found.sha256), size: found.size },
        file_name: found.file_name,
        inline: wanted && inline_types.includes(found.content_type),
        etag: found.sha256,
        headers: shut,
      }
    },
  }),
  remove('/attachments/:id', {
    summary: 'Remove a file, with a reason',
    access: byRecord,
    opens: ruled('the record that a file hangs on decides, as it would open itself (PLT-103)'),
    record: byId(removal.removable),
    body: MaybeWhy,
    body_may_miss: true,
    query: MaybeWhy,
    reply: Attachment,
    says: 'File removed.',
    run: ({ caller, params, query, body }) => {
      const reason = body.reason ?? query.reason
      if (reason === undefined) throw invalid('reason', 'is required.')
      return removal.remove(caller, params.id, reason)
    },
  }),
  post('/attachments/:id/hold', {
    summary: 'Put a file under legal hold',
    access: 'attachment:hold',
    opens: ruled('the record that a file hangs on decides, as it would open itself (PLT-103)'),
    record: row,
    body: Why,
    reply: Attachment,
    says: 'File held.',
    run: ({ caller, params, body }) => removal.hold(caller, params.id, body.reason),
  }),
  post('/attachments/:id/release', {
    summary: 'Release a file from legal hold',
    access: 'attachment:hold',
    opens: ruled('the record that a file hangs on decides, as it would open itself (PLT-103)'),
    record: row,
    body: Why,
    reply: Attachment,
    says: 'File released.',
    run: ({ caller, params, body }) => removal.release(caller, params.id, body.reason),
  }),
])
