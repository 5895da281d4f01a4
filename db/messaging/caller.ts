// Who asks under /v1: an API key of an account, in one of its two modes.

import { type Caller, shortName } from '../core/caller.ts'
import { newId } from '../core/ids.ts'

export const modes = ['live', 'test'] as const
export type Mode = (typeof modes)[number]

/** An account in one of its modes: what every row of it belongs to. */
export interface Owner {
  readonly account_id: string
  /** The hospital, or the account's own id where it belongs to none. */
  readonly hospital_id: string
  readonly mode: Mode
}

export interface MessagingCaller extends Caller, Owner {
  readonly key_id: string | null
  /** What the account's audit and its ledger name. */
  readonly actor: string
}

/** For work of the house itself on an account's behalf: jobs, the command line, the platform. */
export interface Actor {
  /** `key:<id>`, `user:<id>`, `cli:<os user>`, `system`. */
  readonly actor: string
  readonly address?: string | null
}

export const the_house: Actor = { actor: 'system' }

/** The account itself, holding everything: for rules called without a key. */
export const ownerCaller = (
  owner: Owner,
  by: Actor = the_house,
  request_id: string = newId(),
): MessagingCaller => ({
  kind: 'SYSTEM',
  facility_id: null,
  user_id: null,
  patient_id: null,
  name: shortName(by.actor),
  session_id: null,
  device_id: null,
  permissions: everything,
  facility_ids: [],
  request_id,
  ip: by.address ?? null,
  user_agent: null,
  expected_version: null,
  account_id: owner.account_id,
  hospital_id: owner.hospital_id,
  mode: owner.mode,
  key_id: null,
  actor: by.actor,
})

const everything: ReadonlySet<string> = new (class extends Set<string> {
  override has(): boolean {
    return true
  }
})()

/** The three columns that say whose a row is. */
export const ownerOf = ({ account_id, hospital_id, mode }: Owner): Owner => ({
  account_id,
  hospital_id,
  mode,
})
