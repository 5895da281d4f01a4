// What a label says beside how it is taken (2.6, CAR-99), by the codes of the formulary.

import type { LabelLanguage } from '../prescribing/words.ts'

type Said = Readonly<Record<LabelLanguage, string>>

const sentences: Readonly<Record<string, Said>> = {
  WITH_FOOD: { en: 'Take with food', sw: 'Tumia pamoja na chakula' },
  EMPTY_STOMACH: { en: 'Take on an empty stomach', sw: 'Tumia kabla ya kula' },
  FINISH_COURSE: { en: 'Finish the whole course', sw: 'Maliza dozi yote' },
  SHAKE: { en: 'Shake before use', sw: 'Tikisa kabla ya kutumia' },
  DROWSY: { en: 'May make you sleepy: do not drive', sw: 'Huleta usingizi: usiendeshe gari' },
  FRIDGE: { en: 'Keep in a refrigerator', sw: 'Hifadhi kwenye jokofu' },
  NO_ALCOHOL: { en: 'No alcohol', sw: 'Usitumie pombe' },
  NOT_WITH_MILK: { en: 'Not with milk or antacids', sw: 'Usitumie pamoja na maziwa' },
  PLENTY_OF_WATER: { en: 'Take with plenty of water', sw: 'Tumia na maji mengi' },
  RINSE_MOUTH: { en: 'Rinse your mouth afterwards', sw: 'Suuza mdomo baada ya kutumia' },
  SWALLOW_WHOLE: { en: 'Swallow whole', sw: 'Meza bila kutafuna' },
  CHEW: { en: 'Chew before you swallow', sw: 'Tafuna kabla ya kumeza' },
  DISCARD_AFTER_7: { en: 'Throw away 7 days after opening', sw: 'Tupa siku 7 baada ya kufungua' },
  DISCARD_AFTER_28: {
    en: 'Throw away 28 days after opening',
    sw: 'Tupa siku 28 baada ya kufungua',
  },
}

/** Codes that a hospital made up itself say nothing on a label. */
export const counselOf = (codes: readonly string[], language: LabelLanguage): string[] =>
  codes.flatMap((code) => sentences[code]?.[language] ?? [])
