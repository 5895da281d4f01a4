// The words of the mortuary, the chapter's to the letter (modules B.2, B.3).

export const cabinet_kinds = ['COLD_ROOM', 'CABINET', 'TABLE', 'FREEZER'] as const
export const space_states = ['FREE', 'OCCUPIED', 'TO_CLEAN', 'OUT_OF_SERVICE'] as const
/** What people set; a space is taken and left by the bodies. */
export const set_space_states = ['FREE', 'TO_CLEAN', 'OUT_OF_SERVICE'] as const

export const body_kinds = ['ADULT', 'CHILD', 'NEWBORN', 'STILLBIRTH', 'FETUS', 'BODY_PART'] as const
export type BodyKind = (typeof body_kinds)[number]
/** Hang on the record of the mother or owner, who lives on. */
export const of_another: readonly BodyKind[] = ['STILLBIRTH', 'FETUS', 'BODY_PART']
/** MOR-5: two of these share a space of a cold room. */
export const small_kinds: readonly BodyKind[] = ['NEWBORN', 'STILLBIRTH', 'FETUS']

export const body_states = [
  'EXPECTED',
  'STORED',
  'RELEASED',
  'BURIED_BY_AUTHORITY',
  'TRANSFERRED',
  'CANCELLED',
] as const
export type BodyState = (typeof body_states)[number]
export const body_moves_shown = [
  'receive',
  'move',
  'identify',
  'release',
  'bury by authority',
  'transfer',
  'cancel',
] as const

export const body_sources = [
  'WARD',
  'EMERGENCY',
  'THEATRE',
  'LABOUR_WARD',
  'BROUGHT_IN',
  'POLICE',
  'OTHER_FACILITY',
] as const
export type BodySource = (typeof body_sources)[number]
/** Somebody brings these to the door, and is named. */
export const from_outside: readonly BodySource[] = ['BROUGHT_IN', 'POLICE', 'OTHER_FACILITY']

export const body_identities = ['KNOWN', 'UNKNOWN'] as const
export const body_precautions = ['NONE', 'STANDARD_PLUS', 'HIGH_RISK'] as const
export const body_conditions = [
  'FRESH',
  'DECOMPOSING',
  'DECOMPOSED',
  'BURNT',
  'DISMEMBERED',
  'SKELETAL',
] as const

export const belonging_states = ['KEPT', 'RETURNED', 'TO_POLICE', 'DESTROYED'] as const
export const hand_over_words = ['RECEIVER', 'POLICE', 'DESTROY'] as const

export const viewing_purposes = ['VIEWING', 'IDENTIFICATION', 'PRAYER'] as const
export const notice_kinds = [
  'RADIO',
  'NEWSPAPER',
  'NOTICE_BOARD',
  'POLICE',
  'LOCAL_LEADER',
  'KIN_CALLED',
  'OTHER',
] as const
export type NoticeKind = (typeof notice_kinds)[number]
export const unclaimed_stages = ['NONE', 'DUE', 'NOTICED', 'CLEARED'] as const

export const release_kinds = ['CLAIMANT', 'AUTHORITY', 'TRANSFER'] as const
export type ReleaseKind = (typeof release_kinds)[number]
export const receiving_houses = ['MORTUARY', 'TEACHING', 'POLICE'] as const
export const pass_states = ['VALID', 'USED', 'VOID'] as const
export const cancel_reasons = [
  'ENTERED_IN_ERROR',
  'DEATH_TAKEN_BACK',
  'SENT_HOME_FROM_WARD',
] as const

export const day_rules = ['STARTED_24H', 'MIDNIGHT'] as const
/** Where somebody died who is brought here. */
export const places_outside = ['HOME', 'IN_TRANSIT', 'OTHER_FACILITY', 'UNKNOWN'] as const

export const service_kinds = [
  'EMBALMING',
  'POST_MORTEM_CLINICAL',
  'POST_MORTEM_FORENSIC',
  'WASHING',
  'DRESSING',
  'SAMPLE',
  'CHAPEL',
  'TRANSPORT',
  'OTHER',
] as const
export type ServiceKind = (typeof service_kinds)[number]
export const post_mortems: readonly ServiceKind[] = ['POST_MORTEM_CLINICAL', 'POST_MORTEM_FORENSIC']
export const service_states = ['REQUESTED', 'AUTHORISED', 'DONE', 'DECLINED', 'CANCELLED'] as const
export const authority_kinds = ['KIN_CONSENT', 'POLICE_ORDER', 'COURT_ORDER', 'DOCTOR'] as const
export type AuthorityKind = (typeof authority_kinds)[number]
export const authorise_decisions = ['AUTHORISED', 'DECLINED'] as const

export const paper_kinds = [
  'tag',
  'admission',
  'belongings',
  'post_mortem',
  'gate_pass',
  'release_form',
] as const
export type PaperKind = (typeof paper_kinds)[number]
