// The German words of conditions and rules, in addition to the English ones.

import { englishConditionWords } from '../english/condition-words.ts'
import type { ConditionWords } from '../words/condition-words.ts'

const { conditions: english } = englishConditionWords
const given = String.raw`(?:vorhanden|angegeben|gesetzt|ausgefüllt|gefüllt|bekannt|eingetragen|erfasst|befüllt)`
const either = (one: RegExp, other: string): RegExp => new RegExp(`${one.source}|${other}`, one.flags)

export const germanConditionWords: ConditionWords = {
  conditions: {
    comparisons: [
      ['größer als oder gleich|größer oder gleich|mindestens|nicht (?:weniger|kleiner|geringer) als', '>=', 'amounts'],
      ['kleiner als oder gleich|kleiner oder gleich|höchstens|maximal|nicht (?:mehr|größer|höher) als', '<=', 'amounts'],
      ['nicht (?:vor|früher als)|frühestens(?: am)?', '>=', 'times'],
      ['nicht (?:nach|später als)|spätestens(?: am)?', '<=', 'times'],
      ['größer als|größer|mehr als|höher als|über', '>', 'amounts'],
      ['kleiner als|kleiner|weniger als|niedriger als|geringer als|unter', '<', 'amounts'],
      ['nach|später als', '>', 'times'],
      ['vor|früher als', '<', 'times'],
      ['gleich|identisch mit|dasselbe wie|entspricht', '==', 'any'],
      ['ungleich|verschieden von|anders als|nicht gleich', '!=', 'any'],
      ...english.comparisons,
    ],
    auxiliary: String.raw`(?:(?:muss|müssen|soll|ist|sind|liegt|liegen|immer|stets|strikt)\s+|${english.auxiliary.slice(3, -2)})*`,
    negated: String.raw`(?:(?:darf|dürfen|ist|sind|liegt|liegen) (?:nicht|nie|niemals)\s+|${english.negated})`,
    isPresent: either(english.isPresent, String.raw`^(?:ist |sind |wurde )?(?:${given}|nicht leer)(?: ist| sind| wurde)?$`),
    isAbsent: either(english.isAbsent, String.raw`^(?:ist |sind )?(?:leer|nicht ${given}|fehlt)(?: ist| sind)?$`),
    and: /\s*(?:\band\b|\bund\b|&&|∧)\s*/i,
    or: /\s*(?:\bor\b|\boder\b|\|\||∨)\s*/i,
    article: /^(?:the|its|an?|der|die|das|des|dem|den|ein|eine|sein|seine|ihr|ihre|jede[rs]?)\s+/i,
    ofOwner: /^(.+?)\s+(?:des|der|eines|einer|von|of (?:the|an?)) (\p{L}[\p{L} _-]*)$/iu,
    requiredIf: [
      ...english.requiredIf,
      /^(?:ist |nur )?(?:pflicht|pflichtfeld|verpflichtend|erforderlich|notwendig|nötig|anzugeben)(?: nur)?,? (?:wenn|falls|bei|sofern) (.+)$/i,
    ],
    onlyIf: [
      ...english.onlyIf,
      new RegExp(String.raw`^(?:ist |wird )?(?:${given}|erlaubt|zulässig|möglich)? ?nur,? (?:wenn|falls|bei|sofern) (.+)$`, 'i'),
      new RegExp(String.raw`^nur ${given},? (?:wenn|falls|bei|sofern) (.+)$`, 'i'),
    ],
    absentIf: [...english.absentIf, /^(?:ist |muss |bleibt )?(?:leer|nicht erlaubt)(?: sein| bleiben)?,? (?:wenn|falls|bei|sofern) (.+)$/i],
    conditionFirst: [
      /^(?:wenn|falls|sofern) (?<condition>.+?),(?: dann)? (?<verb>ist|sind|muss) (?:der |die |das )?(?<field>[\wäöüß`*]+(?: [\wäöüß`*]+){0,3}?) (?<predicate>\S+(?: \S+)?)$/i,
      '$<field> $<verb> $<predicate> wenn $<condition>',
    ],
    trailing: /\s+(?:liegen|sein|ist|sind)$/i,
    notAlways: either(
      english.notAlways,
      String.raw`\b(?:heute|jetzt|gestern|morgen|zukunft|vergangenheit|bei der anlage|beim anlegen|bisher|sollte|üblicherweise|außer)\b`,
    ),
    lead: /^(?:nur )?(?:wenn|falls|sofern|solange|if|when|provided(?: that)?)\s+/i,
    ruleLead: english.ruleLead,
  },
}
