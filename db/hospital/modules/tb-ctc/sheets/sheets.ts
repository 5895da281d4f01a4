// The tables of both clinics as they are in force (MOD-15).

import type { Caller } from '../../../../core/caller.ts'
import type { ArtRegimen, DeskRules, TbRegimen, TbRules, ViralLoadRules } from './rows.ts'
import {
  art_regimens,
  arv_reasons,
  desk_rules,
  tb_follow_up,
  tb_regimens,
  tb_rules,
  vl_schedule,
} from './shipped.ts'

export const tbRegimens = async (_caller: Caller): Promise<readonly TbRegimen[]> => tb_regimens
export const tbFollowUp = async (_caller: Caller) => tb_follow_up
export const tbRules = async (_caller: Caller): Promise<TbRules> => tb_rules
export const artRegimens = async (_caller: Caller): Promise<readonly ArtRegimen[]> => art_regimens
export const arvReasons = async (_caller: Caller) => arv_reasons
export const viralLoadRules = async (_caller: Caller): Promise<ViralLoadRules> => vl_schedule
export const deskRules = async (_caller: Caller): Promise<DeskRules> => desk_rules
