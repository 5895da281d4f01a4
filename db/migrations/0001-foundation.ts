import type { Migration } from '../migrate.ts'

export const migration: Migration = {
  name: '0001-foundation',
  steps: [
    {
      create: 'hospitals',
      spec: {
        columns: {
          id: 'code 36',
          code: 'code 20',
          name: 'text 120',
          status: 'choice ACTIVE|RESTRICTED|SUSPENDED|CLOSED',
          status_reason: 'text 300?',
          suspended_from: 'code 24?',
          contact: 'json?',
          country: 'code 2',
          currency: 'code 3',
          timezone: 'code 60',
          language: 'choice en|sw',
          short_name: 'text 30?',
          tagline: 'text 120?',
          accent: 'choice gold|blue|teal|violet|emerald|rose',
          date_format: 'choice dd/mm/yyyy|dd mmm yyyy|yyyy-mm-dd|mm/dd/yyyy',
          document_accent: 'text 20?',
          document_footer: 'text 500?',
          document_theme: 'choice plain|band|ruled',
          invoice_due_days: 'integer',
          invoice_notice: 'text 1000?',
          invoice_terms: 'text 1000?',
          login_message: 'text 500?',
          support_email: 'text 254?',
          support_phone: 'text 20?',
          logo: 'json?',
          icon: 'json?',
          evaluation_ends_on: 'code 10?',
          created_by_name: 'text 120',
          updated_by_name: 'text 160?',
          last_activity_at: 'code 24?',
          created_at: 'code 24',
          updated_at: 'code 24',
          version: 'integer',
        },
        unique: [
          {
            columns: ['code'],
          },
        ],
      },
    },
    {
      create: 'users',
      spec: {
        columns: {
          id: 'code 36',
          hospital_id: 'ref hospitals',
          kind: 'choice STAFF|PATIENT|PLATFORM',
          username: 'code 40',
          full_name: 'text 120',
          email: 'text 254?',
          phone: 'code 20?',
          staff_id: 'code 36?',
          patient_id: 'code 36?',
          status: 'choice INVITED|ACTIVE|SUSPENDED|CLOSED',
          default_facility_id: 'code 36?',
          language: 'choice en|sw',
          valid_until: 'code 10?',
          notes: 'text 1000?',
          suspend_reason: 'text 300?',
          close_reason: 'text 300?',
          created_by_name: 'text 160',
          invited_by: 'code 36?',
          password: 'text 300?',
          password_changed_at: 'code 24?',
          must_change_password: 'boolean',
          temporary_until: 'code 24?',
          totp_secret: 'text 300?',
          totp_enabled_at: 'code 24?',
          totp_pending: 'text 300?',
          totp_pending_until: 'code 24?',
          totp_last_step: 'bigint?',
          locked_until: 'code 24?',
          last_sign_in_at: 'code 24?',
          last_sign_in_ip: 'code 45?',
          platform_permissions: 'json?',
          preferences: 'json?',
          search_text: 'text 2000?',
          created_at: 'code 24',
          updated_at: 'code 24',
          version: 'integer',
        },
        unique: [
          {
            columns: ['hospital_id', 'username'],
          },
          {
            columns: ['hospital_id', 'email'],
            only_where: "email is not null and kind <> 'PATIENT' and status <> 'CLOSED'",
          },
          {
            columns: ['hospital_id', 'phone'],
            only_where: "phone is not null and kind <> 'PATIENT' and status <> 'CLOSED'",
          },
          {
            columns: ['hospital_id', 'staff_id'],
            only_where: "staff_id is not null and status <> 'CLOSED'",
          },
        ],
        indexes: [
          {
            columns: ['hospital_id', 'kind', 'full_name', 'id'],
          },
          {
            columns: ['hospital_id', 'patient_id'],
            only_where: 'patient_id is not null',
          },
          {
            columns: ['phone', 'hospital_id'],
            only_where: "kind = 'PATIENT' and phone is not null",
          },
          {
            columns: ['email', 'hospital_id'],
            only_where: "kind = 'PATIENT' and email is not null",
          },
        ],
        search: true,
      },
    },
    {
      create: 'accepted_conflicts',
      spec: {
        columns: {
          id: 'code 36',
          hospital_id: 'ref hospitals',
          user_id: 'ref users',
          first_code: 'code 80',
          second_code: 'code 80',
          reason: 'text 300',
          accepted_by: 'text 160',
          at: 'code 24',
        },
        indexes: [
          {
            columns: ['user_id'],
          },
        ],
      },
    },
    {
      create: 'account_codes',
      spec: {
        columns: {
          id: 'code 36',
          hospital_id: 'ref hospitals',
          user_id: 'ref users',
          purpose: 'choice RESET|INVITATION|CONTACT',
          code_hash: 'code 64',
          contact: 'text 254?',
          tries: 'integer',
          ends_at: 'code 24',
          used_at: 'code 24?',
          created_at: 'code 24',
        },
        indexes: [
          {
            columns: ['user_id', 'purpose', 'created_at'],
          },
        ],
      },
    },
    {
      create: 'attachments',
      spec: {
        columns: {
          id: 'code 36',
          hospital_id: 'ref hospitals',
          entity_type: 'code 40',
          entity_id: 'code 36',
          patient_id: 'code 36?',
          file_name: 'text 120',
          content_type: 'code 100',
          size: 'bigint',
          sha256: 'code 64',
          category: 'choice SCAN|REPORT|CONSENT|IMAGE|LETTER|INVOICE|RECEIPT|CERTIFICATE|ID|OTHER',
          description: 'text 200?',
          scan_state: 'choice NOT_SCANNED|CLEAN',
          held: 'boolean',
          uploaded_by: 'code 36?',
          uploaded_by_name: 'text 160',
          uploaded_at: 'code 24',
          removed_at: 'code 24?',
          removed_by_name: 'text 160?',
          remove_reason: 'text 300?',
          erased_at: 'code 24?',
          created_at: 'code 24',
          updated_at: 'code 24',
          version: 'integer',
        },
        indexes: [
          {
            columns: ['hospital_id', 'entity_type', 'entity_id', 'uploaded_at'],
          },
          {
            columns: ['hospital_id', 'patient_id', 'uploaded_at'],
            only_where: 'patient_id is not null',
          },
          {
            columns: ['sha256'],
          },
          {
            columns: ['removed_at'],
            only_where: 'removed_at is not null and erased_at is null',
          },
        ],
      },
    },
    {
      create: 'audit_anchors',
      spec: {
        columns: {
          id: 'code 36',
          hospital_id: 'ref hospitals',
          day: 'code 10',
          seq: 'bigint',
          hash: 'code 64',
          row_count: 'bigint',
          written_at: 'code 24',
          emailed_to: 'text 254?',
        },
        indexes: [
          {
            columns: ['hospital_id', 'seq'],
          },
        ],
        append_only: true,
      },
    },
    {
      create: 'audit_heads',
      spec: {
        columns: {
          hospital_id: 'ref hospitals',
          seq: 'bigint',
          hash: 'code 64',
        },
        key: ['hospital_id'],
      },
    },
    {
      create: 'audit_proofs',
      spec: {
        columns: {
          id: 'code 36',
          hospital_id: 'ref hospitals',
          ok: 'boolean',
          rows_checked: 'bigint',
          from_seq: 'bigint',
          to_seq: 'bigint',
          head_hash: 'code 64',
          anchors_checked: 'integer',
          problems: 'json',
          took_ms: 'integer',
          at: 'code 24',
          by_name: 'text 160',
        },
        indexes: [
          {
            columns: ['hospital_id', 'at'],
          },
        ],
        append_only: true,
      },
    },
    {
      create: 'audit_rows',
      spec: {
        columns: {
          id: 'code 36',
          hospital_id: 'code 36',
          seq: 'bigint',
          at: 'code 24',
          actor_kind: 'choice USER|PATIENT|DEVICE|API_KEY|COMMAND_LINE|SYSTEM|PLATFORM',
          user_id: 'code 36?',
          user_name: 'text 160?',
          facility_id: 'code 36?',
          session_id: 'code 36?',
          device_id: 'code 36?',
          ip: 'code 45?',
          user_agent: 'text 300?',
          request_id: 'code 64',
          action: 'code 80',
          outcome: 'choice DONE|REFUSED',
          entity_type: 'code 60?',
          entity_id: 'code 64?',
          entity_label: 'code 200?',
          patient_id: 'code 36?',
          from_state: 'code 40?',
          to_state: 'code 40?',
          changes: 'json?',
          reason: 'text 300?',
          row_count: 'integer?',
          query: 'json?',
          prev_hash: 'code 64',
          hash: 'code 64',
        },
        unique: [
          {
            columns: ['hospital_id', 'seq'],
          },
        ],
        indexes: [
          {
            columns: ['hospital_id', 'at'],
          },
          {
            columns: ['hospital_id', 'user_id', 'seq'],
            only_where: 'user_id is not null',
          },
          {
            columns: ['hospital_id', 'patient_id', 'seq'],
            only_where: 'patient_id is not null',
          },
          {
            columns: ['hospital_id', 'entity_id', 'seq'],
            only_where: 'entity_id is not null',
          },
          {
            columns: ['hospital_id', 'entity_label'],
            only_where: 'entity_label is not null',
          },
          {
            columns: ['hospital_id', 'request_id'],
          },
          {
            columns: ['hospital_id', 'action', 'seq'],
          },
          {
            columns: ['hospital_id', 'seq'],
            only_where: "outcome = 'REFUSED'",
          },
        ],
        append_only: true,
      },
    },
    {
      create: 'daemons',
      spec: {
        columns: {
          id: 'code 36',
          host: 'text 120',
          pid: 'integer',
          program: 'text 40',
          started_at: 'code 24',
          seen_at: 'code 24',
          state: 'choice STARTING|READY|DEGRADED|MAINTENANCE|DRAINING',
          reasons: 'json',
          listen: 'json',
          leads: 'boolean',
          term: 'bigint?',
        },
        indexes: [
          {
            columns: ['seen_at'],
          },
        ],
      },
    },
    {
      create: 'facilities',
      spec: {
        columns: {
          id: 'code 36',
          hospital_id: 'ref hospitals',
          code: 'code 8',
          name: 'text 120',
          name_key: 'code 120',
          short_name: 'text 60?',
          kind: 'choice HOSPITAL|HEALTH_CENTRE|DISPENSARY|CLINIC|LABORATORY|PHARMACY|OTHER',
          is_main: 'boolean',
          status: 'choice ACTIVE|INACTIVE',
          status_reason: 'text 300?',
          registry_code: 'code 40?',
          licence_no: 'text 60?',
          licence_expires_on: 'code 10?',
          tin: 'text 40?',
          vrn: 'text 40?',
          phone: 'code 20?',
          email: 'text 254?',
          address: 'text 300?',
          region: 'text 80?',
          district: 'text 80?',
          ward: 'text 80?',
          latitude: 'real?',
          longitude: 'real?',
          time_zone: 'code 60?',
          opening_hours: 'json',
          open_24h: 'boolean',
          search_text: 'text 2000?',
          created_at: 'code 24',
          updated_at: 'code 24',
          version: 'integer',
        },
        unique: [
          {
            columns: ['hospital_id', 'code'],
          },
          {
            columns: ['hospital_id', 'name_key'],
          },
          {
            columns: ['hospital_id', 'registry_code'],
            only_where: 'registry_code is not null',
          },
          {
            columns: ['hospital_id'],
            only_where: 'is_main',
          },
        ],
        search: true,
      },
    },
    {
      create: 'departments',
      spec: {
        columns: {
          id: 'code 36',
          hospital_id: 'ref hospitals',
          code: 'code 12',
          name: 'text 120',
          name_key: 'code 120',
          kind: 'choice CLINICAL|DIAGNOSTIC|PHARMACY|NURSING|ADMINISTRATIVE|SUPPORT',
          facility_id: 'ref facilities?',
          parent_id: 'ref departments?',
          extension: 'text 20?',
          cost_centre: 'text 40?',
          active: 'boolean',
          sort_order: 'integer',
          search_text: 'text 2000?',
          created_at: 'code 24',
          updated_at: 'code 24',
          version: 'integer',
        },
        unique: [
          {
            columns: ['hospital_id', 'code'],
          },
          {
            columns: ['hospital_id', 'name_key'],
          },
        ],
        search: true,
      },
    },
    {
      create: 'deployment',
      spec: {
        columns: {
          id: 'code 36',
          term: 'bigint',
          leader: 'text 160?',
          clock_noted_at: 'code 24?',
          clock_bad_since: 'code 24?',
          clock_bad_until: 'code 24?',
          clock_difference_ms: 'bigint?',
          clock_reason: 'text 300?',
        },
      },
    },
    {
      create: 'email_settings',
      spec: {
        columns: {
          hospital_id: 'ref hospitals',
          from_email: 'text 254',
          from_name: 'text 120?',
          is_active: 'boolean',
          host: 'text 253',
          port: 'integer',
          encryption: 'choice tls|ssl|none',
          username: 'text 254?',
          password: 'text 2000?',
          last_test: 'json?',
          created_at: 'code 24',
          updated_at: 'code 24',
          version: 'integer',
        },
        key: ['hospital_id'],
      },
    },
    {
      create: 'exports',
      spec: {
        columns: {
          id: 'code 36',
          hospital_id: 'ref hospitals',
          dataset: 'code 60',
          filters: 'json',
          columns: 'json',
          format: 'choice csv|xlsx|jsonl',
          status: 'choice QUEUED|RUNNING|DONE|FAILED|CANCELLED',
          rows_done: 'integer',
          rows_total: 'integer?',
          size: 'bigint?',
          sha256: 'code 64?',
          error: 'text 1000?',
          file_name: 'text 160',
          expires_at: 'code 24',
          erased_at: 'code 24?',
          saved_report_id: 'code 36?',
          requested_by: 'code 36?',
          requested_by_name: 'text 160',
          finished_at: 'code 24?',
          created_at: 'code 24',
          updated_at: 'code 24',
        },
        indexes: [
          {
            columns: ['hospital_id', 'requested_by', 'created_at', 'id'],
            descending: true,
          },
          {
            columns: ['expires_at'],
            only_where: 'erased_at is null',
          },
        ],
      },
    },
    {
      create: 'facility_modules',
      spec: {
        columns: {
          facility_id: 'ref facilities',
          module: 'choice theatre|blood_bank|mortuary|ambulance|tb_ctc|maternity',
          hospital_id: 'ref hospitals',
          enabled: 'boolean',
          changed_at: 'code 24?',
          changed_by_name: 'text 160?',
          reason: 'text 300?',
        },
        key: ['facility_id', 'module'],
      },
    },
    {
      create: 'idempotency_keys',
      spec: {
        columns: {
          scope: 'code 80',
          key: 'text 255',
          fingerprint: 'code 64',
          request_id: 'code 64',
          status: 'integer',
          body: 'text 2000000',
          created_at: 'code 24',
        },
        key: ['scope', 'key'],
        indexes: [
          {
            columns: ['created_at'],
          },
        ],
      },
    },
    {
      create: 'imports',
      spec: {
        columns: {
          id: 'code 36',
          hospital_id: 'ref hospitals',
          kind: 'code 60',
          file_name: 'text 200',
          size: 'integer',
          options: 'json',
          headings: 'json',
          mapping: 'json',
          status: 'choice CHECKING|CHECKED|COMMITTING|DONE|PARTLY_DONE|FAILED|CANCELLED',
          rows_total: 'integer',
          rows_ok: 'integer',
          rows_error: 'integer',
          rows_duplicate: 'integer',
          rows_done: 'integer',
          created: 'integer',
          updated: 'integer',
          skipped: 'integer',
          error: 'text 1000?',
          stop_wanted: 'boolean',
          commit_after_check: 'boolean',
          requested_by: 'code 36?',
          requested_by_name: 'text 160',
          checked_at: 'code 24?',
          committed_at: 'code 24?',
          committed_by_name: 'text 160?',
          erased_at: 'code 24?',
          created_at: 'code 24',
          updated_at: 'code 24',
        },
        indexes: [
          {
            columns: ['hospital_id', 'created_at', 'id'],
            descending: true,
          },
          {
            columns: ['updated_at'],
            only_where: 'erased_at is null',
          },
        ],
      },
    },
    {
      create: 'import_rows',
      spec: {
        columns: {
          import_id: 'ref imports',
          hospital_id: 'code 36',
          row: 'integer',
          status: 'choice OK|ERROR|DUPLICATE|DONE|SKIPPED|FAILED',
          cells: 'json?',
          words: 'text 500?',
          errors: 'json',
          duplicate_of: 'json?',
          record_id: 'code 36?',
        },
        key: ['import_id', 'row'],
        indexes: [
          {
            columns: ['import_id', 'status', 'row'],
          },
        ],
      },
    },
    {
      create: 'jobs',
      spec: {
        columns: {
          id: 'code 36',
          hospital_id: 'ref hospitals',
          kind: 'code 60',
          label: 'text 120',
          status: 'choice QUEUED|RUNNING|DONE|FAILED|CANCELLED',
          pct: 'integer?',
          attempts: 'integer',
          max_attempts: 'integer',
          deaths: 'integer',
          run_at: 'code 24',
          started_at: 'code 24?',
          finished_at: 'code 24?',
          error: 'text 1000?',
          input: 'json',
          result: 'json?',
          entity_type: 'code 60?',
          entity_id: 'code 36?',
          requested_by: 'code 36?',
          requested_by_name: 'text 160?',
          asker: 'json',
          daemon: 'text 160?',
          claim_id: 'code 36?',
          lease_until: 'code 24?',
          created_at: 'code 24',
          updated_at: 'code 24',
        },
        indexes: [
          {
            columns: ['run_at', 'id'],
            only_where: "status = 'QUEUED'",
          },
          {
            columns: ['lease_until'],
            only_where: "status = 'RUNNING'",
          },
          {
            columns: ['hospital_id', 'created_at', 'id'],
            descending: true,
          },
          {
            columns: ['hospital_id', 'requested_by', 'created_at'],
          },
          {
            columns: ['entity_type', 'entity_id'],
            only_where: 'entity_id is not null',
          },
          {
            columns: ['finished_at'],
            only_where: 'finished_at is not null',
          },
        ],
      },
    },
    {
      create: 'locations',
      spec: {
        columns: {
          id: 'code 36',
          hospital_id: 'ref hospitals',
          facility_id: 'ref facilities',
          department_id: 'ref departments?',
          parent_id: 'ref locations?',
          code: 'code 20',
          name: 'text 120',
          kind: 'choice BUILDING|FLOOR|WARD|ROOM|COUNTER|STORE|THEATRE|LABORATORY|IMAGING|MORTUARY|GATE|OTHER',
          capacity: 'integer?',
          extension: 'text 20?',
          active: 'boolean',
          sort_order: 'integer',
          search_text: 'text 2000?',
          created_at: 'code 24',
          updated_at: 'code 24',
          version: 'integer',
        },
        unique: [
          {
            columns: ['facility_id', 'code'],
          },
        ],
        indexes: [
          {
            columns: ['hospital_id', 'facility_id', 'sort_order'],
          },
        ],
        search: true,
      },
    },
    {
      create: 'lockouts',
      spec: {
        columns: {
          account_key: 'code 64',
          wrong_at: 'json',
          locked_until: 'code 24?',
          updated_at: 'code 24',
        },
        key: ['account_key'],
        indexes: [
          {
            columns: ['updated_at'],
          },
        ],
      },
    },
    {
      create: 'notice_copies',
      spec: {
        columns: {
          id: 'code 36',
          hospital_id: 'ref hospitals',
          user_id: 'ref users',
          notification_id: 'code 36?',
          by_email: 'boolean',
          by_phone: 'boolean',
          or_phone: 'boolean',
          urgent: 'boolean',
          title: 'text 120',
          body: 'text 1000',
          entity_type: 'code 60?',
          entity_id: 'code 64?',
          not_before: 'code 24?',
          created_at: 'code 24',
        },
      },
    },
    {
      create: 'notice_defaults',
      spec: {
        columns: {
          hospital_id: 'ref hospitals',
          kind: 'code 60',
          sms: 'boolean',
          whatsapp: 'boolean',
          email: 'boolean',
          created_at: 'code 24',
          updated_at: 'code 24',
          version: 'integer',
        },
        key: ['hospital_id', 'kind'],
      },
    },
    {
      create: 'notice_escalations',
      spec: {
        columns: {
          id: 'code 36',
          hospital_id: 'ref hospitals',
          due_at: 'code 24',
          done_at: 'code 24?',
          notice: 'json',
          second: 'json',
          actor_id: 'code 36?',
          actor_name: 'text 160?',
        },
        indexes: [
          {
            columns: ['due_at'],
            only_where: 'done_at is null',
          },
        ],
      },
    },
    {
      create: 'notice_preferences',
      spec: {
        columns: {
          user_id: 'ref users',
          hospital_id: 'ref hospitals',
          kinds: 'json',
          quiet_from: 'code 5?',
          quiet_to: 'code 5?',
          created_at: 'code 24',
          updated_at: 'code 24',
          version: 'integer',
        },
        key: ['user_id'],
      },
    },
    {
      create: 'notifications',
      spec: {
        columns: {
          id: 'code 36',
          hospital_id: 'ref hospitals',
          user_id: 'ref users',
          facility_id: 'code 36?',
          kind: 'code 60',
          title: 'text 120',
          body: 'text 1000',
          urgency: 'choice INFO|WARNING|URGENT',
          entity_type: 'code 60?',
          entity_id: 'code 64?',
          actor_name: 'text 160?',
          count: 'integer',
          read_at: 'code 24?',
          escalation_id: 'code 36?',
          escalated_at: 'code 24?',
          created_at: 'code 24',
          updated_at: 'code 24',
        },
        indexes: [
          {
            columns: ['hospital_id', 'user_id', 'created_at', 'id'],
          },
          {
            columns: ['user_id', 'kind', 'entity_id'],
            only_where: 'read_at is null',
          },
          {
            columns: ['escalation_id'],
            only_where: 'escalation_id is not null',
          },
          {
            columns: ['read_at'],
            only_where: 'read_at is not null',
          },
        ],
      },
    },
    {
      create: 'open_counts',
      spec: {
        columns: {
          daemon: 'code 36',
          minute: 'bigint',
          counts: 'json',
          noted_at: 'code 24',
        },
        key: ['daemon', 'minute'],
        indexes: [
          {
            columns: ['minute'],
          },
        ],
      },
    },
    {
      create: 'outbox_messages',
      spec: {
        columns: {
          id: 'code 36',
          hospital_id: 'ref hospitals',
          event: 'code 60',
          class: 'choice ESSENTIAL|SERVICE|PROMOTION',
          channel: 'choice sms|whatsapp|email',
          contact: 'text 254?',
          user_id: 'code 36?',
          patient_id: 'code 36?',
          language: 'choice en|sw',
          subject: 'text 300?',
          text: 'text 6000?',
          sealed: 'text 12000?',
          attachments: 'json?',
          status: 'choice QUEUED|HELD|SENT|DELIVERED|FAILED|SKIPPED|CANCELLED',
          reason: 'code 40?',
          last_answer: 'text 300?',
          segments: 'integer?',
          cost: 'bigint?',
          attempts: 'integer',
          send_after: 'code 24',
          not_after: 'code 24?',
          moment: 'code 24?',
          sent_at: 'code 24?',
          delivered_at: 'code 24?',
          failed_at: 'code 24?',
          messaging_id: 'code 64?',
          entity_type: 'code 60?',
          entity_id: 'code 64?',
          claimed_by: 'code 36?',
          claimed_until: 'code 24?',
          handed_over: 'boolean',
          blanked_at: 'code 24?',
          created_at: 'code 24',
          updated_at: 'code 24',
        },
        indexes: [
          {
            columns: ['channel', 'send_after', 'id'],
            only_where: "status = 'QUEUED'",
          },
          {
            columns: ['hospital_id', 'created_at', 'id'],
          },
          {
            columns: ['created_at'],
            only_where: 'blanked_at is null',
          },
          {
            columns: ['id'],
            only_where: 'attachments is not null',
          },
          {
            columns: ['hospital_id', 'entity_type', 'entity_id'],
          },
          {
            columns: ['hospital_id', 'user_id'],
            only_where: 'user_id is not null',
          },
          {
            columns: ['hospital_id', 'patient_id'],
            only_where: 'patient_id is not null',
          },
        ],
      },
    },
    {
      create: 'photos',
      spec: {
        columns: {
          id: 'code 36',
          hospital_id: 'ref hospitals',
          subject: 'code 40',
          subject_id: 'code 36',
          sha256: 'code 64',
          thumb_sha256: 'code 64',
          width: 'integer',
          height: 'integer',
          size: 'bigint',
          updated_by_name: 'text 160',
          created_at: 'code 24',
          updated_at: 'code 24',
          version: 'integer',
        },
        unique: [
          {
            columns: ['hospital_id', 'subject', 'subject_id'],
          },
        ],
        indexes: [
          {
            columns: ['sha256'],
          },
          {
            columns: ['thumb_sha256'],
          },
        ],
      },
    },
    {
      create: 'recovery_codes',
      spec: {
        columns: {
          id: 'code 36',
          user_id: 'ref users',
          code_hash: 'code 64',
          used_at: 'code 24?',
        },
        indexes: [
          {
            columns: ['user_id'],
          },
        ],
      },
    },
    {
      create: 'roles',
      spec: {
        columns: {
          id: 'code 36',
          hospital_id: 'ref hospitals',
          code: 'code 60',
          name: 'text 60',
          name_key: 'code 60',
          description: 'text 300?',
          system: 'boolean',
          active: 'boolean',
          permissions: 'json?',
          added: 'json?',
          removed: 'json?',
          two_factor_required: 'boolean',
          device_required: 'boolean',
          deleted_at: 'code 24?',
          search_text: 'text 2000?',
          created_at: 'code 24',
          updated_at: 'code 24',
          version: 'integer',
        },
        unique: [
          {
            columns: ['hospital_id', 'code'],
          },
          {
            columns: ['hospital_id', 'name_key'],
            only_where: 'deleted_at is null',
          },
        ],
        search: true,
      },
    },
    {
      create: 'schedule_runs',
      spec: {
        columns: {
          id: 'code 36',
          schedule: 'code 60',
          place: 'code 36',
          due_at: 'code 24',
          turn: 'integer',
          started_at: 'code 24',
          finished_at: 'code 24?',
          outcome: 'choice RUNNING|DONE|FAILED|SKIPPED|LOST',
          message: 'text 500?',
          counts: 'json?',
          daemon: 'text 160',
          term: 'bigint',
          by: 'text 160',
        },
        unique: [
          {
            columns: ['schedule', 'place', 'due_at', 'turn'],
          },
        ],
        indexes: [
          {
            columns: ['schedule', 'place', 'started_at'],
            descending: true,
          },
          {
            columns: ['started_at'],
          },
        ],
      },
    },
    {
      create: 'schedules',
      spec: {
        columns: {
          name: 'code 60',
          place: 'code 36',
          time_zone: 'code 60',
          pace: 'code 120',
          next_run_at: 'code 24?',
          last_due_at: 'code 24?',
          last_run_at: 'code 24?',
          last_status: 'choice RUNNING|DONE|FAILED|SKIPPED|LOST?',
          last_success_at: 'code 24?',
          last_took_ms: 'integer?',
          lag_ms: 'bigint?',
          paused: 'boolean',
          pause_reason: 'text 300?',
          run_id: 'code 36?',
          running_on: 'text 160?',
          lease_until: 'code 24?',
          retry_due_at: 'code 24?',
          retry_at: 'code 24?',
          failures: 'integer',
          deaths: 'integer',
          failed_in_row: 'integer',
          skipped_in_row: 'integer',
        },
        key: ['name', 'place'],
        indexes: [
          {
            columns: ['next_run_at'],
          },
          {
            columns: ['retry_at'],
          },
        ],
      },
    },
    {
      create: 'security_settings',
      spec: {
        columns: {
          hospital_id: 'ref hospitals',
          session_max_days: 'integer',
          idle_minutes: 'integer',
          max_sessions_per_user: 'integer',
          password_max_age_days: 'integer',
          pin_sign_in: 'boolean',
          pin_hours: 'integer',
          dormant_days: 'integer',
          conflicting_permissions: 'json',
          attachment_max_mb: 'integer',
          support_entry: 'boolean',
          created_at: 'code 24',
          updated_at: 'code 24',
          version: 'integer',
        },
        key: ['hospital_id'],
      },
    },
    {
      create: 'sequence_counters',
      spec: {
        columns: {
          hospital_id: 'ref hospitals',
          kind: 'code 40',
          place: 'code 36',
          period: 'code 10',
          next_value: 'bigint',
          last_reference: 'text 40?',
          last_taken_at: 'code 24?',
        },
        key: ['hospital_id', 'kind', 'place', 'period'],
      },
    },
    {
      create: 'sequences',
      spec: {
        columns: {
          hospital_id: 'ref hospitals',
          kind: 'code 40',
          pattern: 'text 60',
          scope: 'choice HOSPITAL|FACILITY',
          reset: 'choice NEVER|YEARLY|MONTHLY|DAILY',
          pending: 'json?',
          pending_after: 'code 10?',
          past: 'json',
          created_at: 'code 24',
          updated_at: 'code 24',
          version: 'integer',
        },
        key: ['hospital_id', 'kind'],
      },
    },
    {
      create: 'sessions',
      spec: {
        columns: {
          id: 'code 36',
          hospital_id: 'ref hospitals',
          user_id: 'ref users',
          method: 'choice PASSWORD|PASSWORD_2FA|PIN|SUPPORT',
          access_hash: 'code 64',
          access_ends_at: 'code 24',
          refresh_hash: 'code 64',
          refresh_ends_at: 'code 24',
          ends_at: 'code 24',
          last_seen_at: 'code 24',
          ip: 'code 45?',
          user_agent: 'text 300?',
          device_id: 'code 36?',
          facility_id: 'code 36?',
          closed_at: 'code 24?',
          close_reason: 'code 40?',
          created_at: 'code 24',
        },
        unique: [
          {
            columns: ['access_hash'],
          },
          {
            columns: ['refresh_hash'],
          },
        ],
        indexes: [
          {
            columns: ['user_id', 'created_at'],
            only_where: 'closed_at is null',
          },
          {
            columns: ['hospital_id', 'created_at'],
          },
        ],
      },
    },
    {
      create: 'setting_changes',
      spec: {
        columns: {
          id: 'code 36',
          hospital_id: 'ref hospitals',
          at: 'code 24',
          by_name: 'text 160',
          record: 'choice system|email|security|document|sequence|bridge|notification',
          field: 'code 80',
          before: 'json?',
          after: 'json?',
        },
        indexes: [
          {
            columns: ['hospital_id', 'at', 'id'],
          },
        ],
        append_only: true,
      },
    },
    {
      create: 'sign_in_challenges',
      spec: {
        columns: {
          token_hash: 'code 64',
          hospital_id: 'ref hospitals',
          user_id: 'ref users',
          ends_at: 'code 24',
          wrong: 'integer',
          device_id: 'code 36?',
        },
        key: ['token_hash'],
        indexes: [
          {
            columns: ['ends_at'],
          },
        ],
      },
    },
    {
      create: 'sign_ins',
      spec: {
        columns: {
          id: 'code 36',
          hospital_id: 'code 36',
          user_id: 'code 36?',
          account_key: 'code 64',
          at: 'code 24',
          outcome: 'choice OK|WRONG_PASSWORD|WRONG_CODE|WRONG_PIN|LOCKED|REFUSED',
          ip: 'code 45?',
          user_agent: 'text 300?',
          reason: 'text 120?',
        },
        indexes: [
          {
            columns: ['account_key', 'at'],
          },
          {
            columns: ['user_id', 'at'],
          },
        ],
      },
    },
    {
      create: 'system_checks',
      spec: {
        columns: {
          name: 'choice database|disk|clock|scanner|timetable|mail|audit',
          place: 'code 36',
          state: 'choice OK|WARN|BAD',
          message: 'text 500',
          since: 'code 24',
          looked_at: 'code 24',
        },
        key: ['name', 'place'],
      },
    },
    {
      create: 'used_refresh_tokens',
      spec: {
        columns: {
          refresh_hash: 'code 64',
          session_id: 'ref sessions',
          used_at: 'code 24',
        },
        key: ['refresh_hash'],
        indexes: [
          {
            columns: ['session_id'],
          },
        ],
      },
    },
    {
      create: 'user_facilities',
      spec: {
        columns: {
          user_id: 'ref users',
          facility_id: 'code 36',
          hospital_id: 'ref hospitals',
        },
        key: ['user_id', 'facility_id'],
        indexes: [
          {
            columns: ['hospital_id', 'facility_id'],
          },
        ],
      },
    },
    {
      create: 'user_roles',
      spec: {
        columns: {
          id: 'code 36',
          hospital_id: 'ref hospitals',
          user_id: 'ref users',
          role_id: 'ref roles',
          until: 'code 10?',
          given_by: 'code 36?',
          given_at: 'code 24',
        },
        unique: [
          {
            columns: ['user_id', 'role_id'],
          },
        ],
        indexes: [
          {
            columns: ['hospital_id', 'role_id'],
          },
        ],
      },
    },
  ],
}
