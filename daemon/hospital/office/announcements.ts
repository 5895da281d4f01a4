// What the house tells its people, and who has read it (platform 5.11).

import type { Caller } from '../../../db/core/caller.ts'
import * as announcements from '../../../db/hospital/office/announcements/announcements.ts'
import {
  acknowledgements,
  list as listed,
  shown,
} from '../../../db/hospital/office/announcements/list.ts'
import {
  announcementRecord,
  type AnnouncementRow,
} from '../../../db/hospital/office/announcements/record.ts'
import {
  Acknowledgement,
  AcknowledgementFilters,
  Announcement,
  AnnouncementChange,
  AnnouncementFilters,
  AnnouncementInput,
  AnnouncementOpened,
  WithdrawAnnouncement,
} from '../../../db/hospital/office/announcements/shapes.ts'
import { area } from '../../edge/route.ts'
import { byId, nobodys } from '../words.ts'

const { create, get, list, patch, post } = nobodys
const record = byId(announcementRecord.get)
const whole = async (caller: Caller, done: Promise<AnnouncementRow>) => shown(caller, await done)

export const door = area('announcements', [
  list('/announcements', {
    summary: 'What is announced to the caller; with `scope=all` everything that was ever written',
    access: 'self:use',
    silent: true,
    filters: AnnouncementFilters,
    each: Announcement,
    run: ({ caller, query }) => listed(caller, query),
  }),
  create('/announcements', {
    summary: 'Write an announcement; nobody sees it before it is published',
    access: 'announcement:manage',
    body: AnnouncementInput,
    reply: AnnouncementOpened,
    says: 'Announcement written.',
    run: ({ caller, body }) => whole(caller, announcements.write(caller, body)),
  }),
  get('/announcements/:id', {
    summary: 'One announcement; who opens it has seen it',
    access: 'self:use',
    silent: true,
    reply: AnnouncementOpened,
    run: ({ caller, params }) => whole(caller, announcements.open(caller, params.id)),
  }),
  patch('/announcements/:id', {
    summary: 'Change an announcement that is not published, or when a published one ends',
    access: 'announcement:manage',
    record,
    body: AnnouncementChange,
    reply: AnnouncementOpened,
    says: 'Announcement changed.',
    run: ({ caller, params, body }) => whole(caller, announcements.change(caller, params.id, body)),
  }),
  post('/announcements/:id/publish', {
    summary: 'Publish an announcement, at once or at the time it names',
    access: 'announcement:manage',
    record,
    reply: AnnouncementOpened,
    says: 'Published, or waiting for its time.',
    run: ({ caller, params }) => whole(caller, announcements.publish(caller, params.id)),
  }),
  post('/announcements/:id/withdraw', {
    summary: 'Take an announcement back',
    access: 'announcement:manage',
    record,
    body: WithdrawAnnouncement,
    reply: AnnouncementOpened,
    says: 'Announcement withdrawn.',
    run: ({ caller, params, body }) =>
      whole(caller, announcements.withdraw(caller, params.id, body.reason)),
  }),
  post('/announcements/:id/acknowledge', {
    summary: 'Say that one has read an announcement',
    access: 'self:use',
    reply: AnnouncementOpened,
    says: 'Acknowledged.',
    run: ({ caller, params }) => whole(caller, announcements.acknowledge(caller, params.id)),
  }),
  list('/announcements/:id/acknowledgements', {
    summary: 'Who has acknowledged an announcement, and who has not',
    access: 'announcement:manage',
    filters: AcknowledgementFilters,
    each: Acknowledgement,
    run: ({ caller, params, query }) => acknowledgements(caller, params.id, query),
  }),
])
