// Settings: the hospital's own record, its pictures, its mail server, the rules of sign-in.

import * as email from '../../../db/hospital/office/settings/email.ts'
import * as history from '../../../db/hospital/office/settings/history.ts'
import * as pictures from '../../../db/hospital/office/settings/pictures.ts'
import * as security from '../../../db/hospital/office/settings/security.ts'
import {
  EmailConfig,
  EmailConfigBody,
  HistoryFilters,
  IconUrl,
  LogoUrl,
  MailTest,
  MailTested,
  Nothing,
  SecurityChange,
  SecuritySettings,
  SettingChange,
  SystemSettings,
  SystemSettingsInput,
  Workspace,
} from '../../../db/hospital/office/settings/shapes.ts'
import * as system from '../../../db/hospital/office/settings/system.ts'
import { nullable } from '../../../db/core/kinds/kinds.ts'
import { mailer } from '../../work/mailer.ts'
import { area } from '../../edge/route.ts'
import type { FileReply } from '../../edge/send-file.ts'
import { nobodys } from '../words.ts'

const { file, get, list, patch, post, put, remove, upload } = nobodys

const picture = async (
  caller: Parameters<typeof pictures.find>[0],
  which: pictures.Which,
  workspace: string | undefined,
): Promise<FileReply> => {
  const { content_type, bytes, sha256 } = await pictures.find(caller, which, workspace)
  return { content_type, bytes, etag: sha256, cache: 'no-cache' }
}

export const door = area('settings', [
  get('/settings/system', {
    summary: 'The hospital as its people set it; without a token what may be shown before sign-in',
    access: 'open',
    query: Workspace,
    reply: SystemSettings,
    run: ({ caller, query }) => system.find(caller, query.workspace),
  }),
  patch('/settings/system', {
    summary: 'Change the hospital’s settings',
    access: 'setting:update',
    body: SystemSettingsInput,
    reply: SystemSettings,
    says: 'Settings changed.',
    run: ({ caller, body }) => system.change(caller, body),
  }),
  file('/settings/system/logo', {
    summary: 'The logo',
    access: 'open',
    query: Workspace,
    content_type: 'image/png',
    run: ({ caller, query }) => picture(caller, 'logo', query.workspace),
  }),
  upload('PUT', '/settings/system/logo', {
    summary: 'Set the logo: PNG or JPEG, 64 to 3000 pixels a side',
    access: 'setting:update',
    raw: ['image/png', 'image/jpeg'],
    wrong_kind: pictures.wrongKindOf('logo'),
    max_mb: 1,
    reply: LogoUrl,
    says: 'Logo set.',
    run: async ({ caller, body }) => ({
      logo_url: await pictures.put(caller, 'logo', body.bytes),
    }),
  }),
  remove('/settings/system/logo', {
    summary: 'Take the logo away',
    access: 'setting:update',
    reply: Nothing,
    says: 'Logo removed.',
    run: ({ caller }) => pictures.remove(caller, 'logo'),
  }),
  file('/settings/system/icon', {
    summary: 'The icon',
    access: 'open',
    query: Workspace,
    content_type: 'image/png',
    run: ({ caller, query }) => picture(caller, 'icon', query.workspace),
  }),
  upload('PUT', '/settings/system/icon', {
    summary: 'Set the icon: PNG, square, 64 to 1024 pixels a side',
    access: 'setting:update',
    raw: ['image/png'],
    wrong_kind: pictures.wrongKindOf('icon'),
    max_mb: 1,
    reply: IconUrl,
    says: 'Icon set.',
    run: async ({ caller, body }) => ({
      icon_url: await pictures.put(caller, 'icon', body.bytes),
    }),
  }),
  remove('/settings/system/icon', {
    summary: 'Take the icon away',
    access: 'setting:update',
    reply: Nothing,
    says: 'Icon removed.',
    run: ({ caller }) => pictures.remove(caller, 'icon'),
  }),
  list('/settings/history', {
    summary: 'What was changed in the settings, by whom, from what to what',
    access: 'setting:read',
    filters: HistoryFilters,
    each: SettingChange,
    run: ({ caller, query }) => history.list(caller, query),
  }),
  get('/settings/email', {
    summary: 'The mail server; its password is never shown',
    access: 'setting:read',
    reply: nullable(EmailConfig),
    run: ({ caller }) => email.find(caller),
  }),
  put('/settings/email', {
    summary: 'Set the mail server',
    access: 'setting:update',
    body: EmailConfigBody,
    reply: EmailConfig,
    says: 'Mail server set.',
    run: ({ caller, body }) => email.put(caller, body),
  }),
  post('/settings/email/test', {
    summary: 'Send one message through the stored mail server',
    access: 'setting:update',
    body: MailTest,
    reply: MailTested,
    says: 'Test message sent.',
    transaction: 'rule',
    run: ({ caller, body }) => email.test(caller, body.to, mailer),
  }),
  get('/settings/security', {
    summary: 'The rules of sign-in and sessions',
    access: 'setting:read',
    reply: SecuritySettings,
    run: ({ caller }) => security.securityOf(caller),
  }),
  patch('/settings/security', {
    summary: 'Change the rules of sign-in and sessions',
    access: 'setting:security',
    body: SecurityChange,
    reply: SecuritySettings,
    says: 'Security settings changed.',
    run: ({ caller, body }) => security.change(caller, body),
  }),
])
