// The hand of campaigns: their messages are written as their hours, pace and wallet allow.

import { workOnCampaigns } from '../../db/messaging/campaigns/work.ts'
import { type Hand, type HandOptions, startHand } from './hand.ts'

export const runCampaigns = (options: HandOptions): Hand =>
  startHand({ ...options, name: 'campaigns', nudge: 'campaigns', work: workOnCampaigns })
