export const campaign_states = [
  'draft',
  'scheduled',
  'preparing',
  'running',
  'paused',
  'completed',
  'cancelled',
] as const
export type CampaignState = (typeof campaign_states)[number]
export const pause_reasons = ['user', 'platform', 'insufficient_funds'] as const
export type PauseReason = (typeof pause_reasons)[number]
export const campaign_classes = ['transactional', 'promotional'] as const
export const skip_reasons = [
  'opted_out',
  'invalid',
  'duplicate',
  'missing_field',
  'too_long',
  'sender_not_approved',
] as const
export type SkipReason = (typeof skip_reasons)[number]
export type Skipped = Record<SkipReason, number>
