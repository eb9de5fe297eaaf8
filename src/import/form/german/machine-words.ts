// The German words about states and transitions.

import { english } from '../english/english.ts'
import type { MachineWords } from '../words/machine-words.ts'

export const germanMachineWords: Partial<MachineWords> = {
  start: /^(?:\(neu\)|neu angelegt|\(new\)|[-–—]|\(anfang\))$/i,
  final: [
    /^(.+?) (?:ist|sind) (?:das ende|endgültig|(?:ein )?endzustand|endzustände)(?!\p{L})/iu,
    /^(?:endzustände|endgültig)(?: sind)?\s*:\s*(.+)$/i,
  ],
  starts: [
    /^(?:(?:ein(?:e|en)? |der |die |das )?neue[rs]?|jede[rs]? neue) .+? (?:beginnt|beginnen|ist|sind) (?:als|mit|in)?\s*[*`_]*([\w-]+)[*`_]*\.?$/i,
  ],
  moves: [
    /^(?:ein|eine|der|die|das) \S+ (?:geht|wechselt) von (?<from>.+?) (?:nach|zu|auf) (?<to>\S+?)(?:[,:]? (?:wenn|sobald|durch) (?<trigger>.+?))?\.?$/i,
  ],
  noMove: /\b(?:nicht|nie|niemals|kein|keine|niemand|bleibt|bleiben)\b/i,
  pressed: /(?<!\p{L})(?:drückt|klickt(?: auf)?|tippt(?: auf)?|wählt)\s+(?:["“„][^"“”]+["“”]|\*{1,2}[^*]+\*{1,2}|`[^`]+`)/giu,
  thingLead: /^(?:wenn|sobald|falls|nachdem)(?!\p{L}).*,\s+(?:wird|ist)\s+(?:eine?|der|die|das|dieser?) \p{L}+\s*$/iu,
  isThen: /^\s+(?:(?:wird|ist) )?(?:dann )?(?:zu )?$/i,
  clauseOfMoves: /;\s+(?:und )?|,\s+(?:und|dann|oder)\s+/i,
  betweenStates: /^\s*(?:,|\/|\||oder|und|,\s*(?:oder|und))\s*$/i,
  fromLead: /\b(?:von|aus|ein|eine|der|die|das|nur|solange)\s*$/i,
  toLead: /\b(?:zu|zum|zur|nach|auf|in)\s+$/i,
  becomes: /\b(?:wird|werden|wechselt|geht|kommt|ist dann)(?: \w+){0,2}\s*$/i,
  turnLead: /\b(?:macht|ändert|setzt|bringt|stellt|wechselt)(?: (?:ein|eine|einen|den|die|das|von|aus))?\s*$/i,
  makeLead: /\bmacht (?:(?:ein|eine|den|die|das) )?$/i,
  makeTo: /^\s*$/i,
  turnTo: /^\s*(?:zurück )?(?:zu|nach|auf|in)\s+$/iu,
  stateFrom:
    /^[*`_"]*([\p{L}][\p{L}_-]*)[*`_"]*\s*[:–—-]\s*(?:nur )?(?:von|aus) ([^,;:.]+?)(?:[,;:]\s*(?:(?:wenn|sobald) )?(.*?))?\.?(?:\s|$)/iu,
  stateStart: /^[*`_"]*([\p{L}][\p{L}_-]*)[*`_"]*\s*[:–—-]\s.*\b(?:so beginnt es|anfangszustand|erster zustand)\b/iu,
  fromTo: /\bvon ([\p{L}*_`]+) (?:nach|zu|auf) ([\p{L}*_`]+)/giu,
  conditionLead: /^(?:wenn|falls|sofern)\s+(.+)$/i,
  endWord: /^(?:ende|schluss|endzustand|fertig)$/i,
  idle: /\b(?:nichts|niemand|keine (?:antwort|reaktion)|unbeantwortet|untätig)\b/i,
  lasting: /\b(?:nach|seit|binnen|innerhalb von|für)\s+(?<after>\d+ ?(?:stunden?|tagen?|wochen?|minuten?|sekunden?))\b/gi,
  alsoFinal: /^(?<one>[^.;]{3,60}?) (?:auch|ebenso|ebenfalls)\.?$/i,
  endsThere:
    /(?:^|[.;,:–—(]\s*)(?:und )?(?:(?:das|dies|hier) ist (?:dann )?(?:das ende|endgültig|schluss)|kein weg zurück|endgültig)\s*(?:[.;,)]|$)/iu,
  causeWord: /\b(?:wenn|sobald|nachdem|durch|mit|nach)\s+(.+?)\s*$/i,
  verbNoun: 'ruft|Aufruf|Aktion|Befehl',
  callWord: 'ruft|Aufruf|Aktion|Befehl|Übergang|ist|mit|durch|per|über|heißt',
  backWord: /^zurück$/i,
  finalRemark: /^(?:(?:das|dies|er) ist )?(?:der |ein )?(?:endzustand|endgültig|ende|letzter zustand)$/i,
  firstRemark: /^(?:(?:das|dies|er) ist )?(?:der |ein )?(?:anfangszustand|erster zustand|anfang)$/i,
  causes: /\s*(?:,?\s+oder\s+|;\s*)/i,
  circumstance: /^(?:wenn|falls|sobald|nachdem|immer wenn)\b/i,
  endings: /(?:en|et|est|st|t|e)$/,
  after: /^(?:von selbst |automatisch )?nach (\d+) ?(stunden?|tage?n?|minuten?|wochen?)$/i,
  guarded: /^(.*?)[,;]?\s+nur wenn\s+(.+)$/i,
  clock: /^(?:von selbst|automatisch|nachts|zeitgeber)\b/i,
  endMark: english.endMark,
  anyState: /^(?:jeder?|alle|es|beliebig)$/i,
  inBrackets: '$1: $3, nur wenn $2',
  newState: /^neu$/i,
}
