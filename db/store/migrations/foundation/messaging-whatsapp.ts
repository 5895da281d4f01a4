// Drawn by npm run draw, never by hand.
import type { Schema } from '../../drift.ts'

export const schema: Schema = {
  msg_whatsapp_media: {
    columns: {
      id: 'code 36',
      hospital_id: 'code 36',
      account_id: 'code 36',
      mode: 'choice live|test',
      number_id: 'ref msg_whatsapp_numbers',
      message_id: 'code 36?',
      phone: 'code 15?',
      direction: 'choice inbound|outbound',
      provider_media_id: 'code 300?',
      provider_until: 'code 24?',
      mime_type: 'code 200?',
      file_name: 'text 240?',
      size: 'bigint?',
      sha256: 'code 64?',
      state: 'choice waiting|kept|failed|gone',
      due_at: 'code 24?',
      tries: 'integer',
      last_error: 'text 300?',
      expires_at: 'code 24',
      created_at: 'code 24',
      updated_at: 'code 24',
    },
    indexes: [
      {
        columns: ['account_id', 'mode', 'id'],
      },
      {
        columns: ['due_at', 'id'],
        only_where: "state = 'waiting'",
      },
      {
        columns: ['sha256'],
        only_where: 'sha256 is not null',
      },
      {
        columns: ['expires_at'],
        only_where: "state <> 'gone'",
      },
    ],
  },
  msg_whatsapp_messages: {
    columns: {
      id: 'code 36',
      hospital_id: 'code 36',
      account_id: 'code 36',
      mode: 'choice live|test',
      number_id: 'ref msg_whatsapp_numbers',
      direction: 'choice inbound|outbound',
      own_phone: 'code 15',
      phone: 'code 15',
      type: 'choice text|template|image|document|audio|video|sticker|location|contacts|interactive|reaction|unsupported',
      content: 'json',
      reply_to: 'code 36?',
      profile_name: 'text 300?',
      reference: 'text 100',
      status: 'choice accepted|sent|delivered|read|failed|received',
      failure_reason: 'code 40?',
      provider_code: 'code 40?',
      provider_id: 'code 300?',
      category: 'code 20?',
      cost: 'bigint',
      refunded: 'bigint',
      currency: 'code 3',
      key_id: 'code 36?',
      usage_day: 'code 10?',
      window_expires_at: 'code 24?',
      received_at: 'code 24?',
      sent_at: 'code 24?',
      delivered_at: 'code 24?',
      read_at: 'code 24?',
      posting: 'choice waiting|submitting|submitted|unknown|ended?',
      post_after: 'code 24?',
      submitting_at: 'code 24?',
      tries: 'integer',
      created_at: 'code 24',
      updated_at: 'code 24',
    },
    unique: [
      {
        columns: ['number_id', 'provider_id'],
        only_where: 'provider_id is not null',
      },
    ],
    indexes: [
      {
        columns: ['account_id', 'mode', 'id'],
      },
      {
        columns: ['post_after', 'id'],
        only_where: "posting = 'waiting'",
      },
      {
        columns: ['submitting_at'],
        only_where: "posting = 'submitting'",
      },
      {
        columns: ['number_id', 'submitting_at'],
        only_where: 'submitting_at is not null',
      },
    ],
  },
  msg_whatsapp_moves: {
    columns: {
      id: 'code 36',
      hospital_id: 'code 36',
      account_id: 'code 36',
      mode: 'choice live|test',
      message_id: 'ref msg_whatsapp_messages',
      status: 'choice accepted|sent|delivered|read|failed|received',
      reason: 'code 40?',
      at: 'code 24',
    },
    unique: [
      {
        columns: ['message_id', 'status'],
      },
    ],
  },
  msg_whatsapp_numbers: {
    columns: {
      id: 'code 36',
      hospital_id: 'code 36',
      account_id: 'code 36',
      mode: 'choice live|test',
      phone: 'code 15',
      display_name: 'text 80',
      provider: 'choice meta|simulator',
      phone_number_id: 'code 40',
      business_account_id: 'code 40',
      graph_url: 'text 300',
      access_token: 'text 4000',
      app_secret: 'text 4000',
      verify_token: 'text 400',
      access_token_end: 'code 4',
      app_secret_end: 'code 4',
      messages_per_second: 'integer',
      is_default: 'boolean',
      status: 'choice connected|error|disabled',
      last_error: 'text 300?',
      templates_due_at: 'code 24',
      created_at: 'code 24',
      updated_at: 'code 24',
      version: 'integer',
    },
    unique: [
      {
        columns: ['account_id', 'mode', 'phone'],
      },
      {
        columns: ['phone_number_id'],
        only_where: "provider = 'meta'",
      },
      {
        columns: ['account_id', 'mode'],
        only_where: 'is_default',
      },
    ],
    indexes: [
      {
        columns: ['templates_due_at'],
      },
    ],
  },
  msg_whatsapp_raws: {
    columns: {
      id: 'code 36',
      hospital_id: 'code 36',
      account_id: 'code 36',
      mode: 'choice live|test',
      number_id: 'ref msg_whatsapp_numbers',
      body: 'text 4300000',
      received_at: 'code 24',
      read_at: 'code 24?',
      remark: 'text 300?',
    },
    indexes: [
      {
        columns: ['id'],
        only_where: 'read_at is null',
      },
      {
        columns: ['received_at'],
      },
    ],
  },
  msg_whatsapp_templates: {
    columns: {
      id: 'code 36',
      hospital_id: 'code 36',
      account_id: 'code 36',
      mode: 'choice live|test',
      number_id: 'ref msg_whatsapp_numbers',
      name: 'text 512',
      language: 'code 20',
      category: 'choice marketing|utility|authentication',
      status: 'choice PENDING|APPROVED|REJECTED|PAUSED|DISABLED',
      components: 'json',
      provider_id: 'code 60?',
      synced_at: 'code 24',
      created_at: 'code 24',
      updated_at: 'code 24',
    },
    unique: [
      {
        columns: ['number_id', 'name', 'language'],
      },
    ],
    indexes: [
      {
        columns: ['account_id', 'mode', 'id'],
      },
    ],
  },
  msg_whatsapp_windows: {
    columns: {
      id: 'code 36',
      hospital_id: 'code 36',
      account_id: 'code 36',
      mode: 'choice live|test',
      number_id: 'ref msg_whatsapp_numbers',
      phone: 'code 15',
      opened_at: 'code 24',
      last_inbound_at: 'code 24',
      expires_at: 'code 24',
      answered_at: 'code 24?',
      created_at: 'code 24',
      updated_at: 'code 24',
    },
    unique: [
      {
        columns: ['number_id', 'phone'],
      },
    ],
    indexes: [
      {
        columns: ['account_id', 'mode', 'last_inbound_at', 'id'],
      },
    ],
  },
}
