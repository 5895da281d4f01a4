// Photos. Which permission is asked follows the subject (PLT-110).

import * as photos from '../../../db/hospital/office/attachments/photos.ts'
import { MaybeWhy, Photo, PhotoWords } from '../../../db/hospital/office/attachments/shapes.ts'
import { nullable, shape } from '../../../db/core/kinds/kinds.ts'
import { develop } from '../../work/pictures/dark-room.ts'
import { area } from '../../edge/route.ts'
import { ruled } from '../../edge/opens.ts'
import { file, remove, upload } from '../words.ts'

const byRecord = 'the record decides'

export const door = area('photos', [
  file('/photos/:subject/:id', {
    summary: 'The photo of somebody or something',
    access: byRecord,
    opens: ruled('the record whose photo it is decides (PLT-110, PAT-28)'),
    record: (caller, { subject, id }) => photos.owner(caller, subject, id, 'read'),
    content_type: 'image/jpeg',
    query: PhotoWords,
    run: async ({ caller, params: { subject, id }, query }) => {
      const { sha256, bytes } = await photos.show(caller, { subject, id, size: query.size })
      return {
        content_type: 'image/jpeg',
        bytes,
        etag: sha256,
        cache: 'private, no-cache',
        headers: { 'content-security-policy': "default-src 'none'; sandbox" },
      }
    },
  }),
  upload('PUT', '/photos/:subject/:id', {
    summary: 'Give somebody or something a photo',
    access: byRecord,
    opens: ruled('the record whose photo it is decides (PLT-110, PAT-28)'),
    record: (caller, { subject, id }) => photos.owner(caller, subject, id, 'write'),
    raw: ['image/jpeg', 'image/png'],
    max_mb: photos.photo_mb,
    wrong_kind: 'Send the photo as JPEG or PNG.',
    reply: Photo,
    says: 'Photo kept.',
    run: ({ caller, params: { subject, id }, body: { bytes } }) =>
      photos.place(caller, { subject, id, bytes }, develop),
  }),
  remove('/photos/:subject/:id', {
    summary: 'Take a photo away',
    access: byRecord,
    opens: ruled('the record whose photo it is decides (PLT-110, PAT-28)'),
    record: (caller, { subject, id }) => photos.owner(caller, subject, id, 'write'),
    query: MaybeWhy,
    reply: nullable(shape({})),
    says: 'Photo removed.',
    transaction: 'rule',
    run: ({ caller, params: { subject, id }, query }) =>
      photos.remove(caller, { subject, id, reason: query.reason }),
  }),
])
