// English words in statements about the presence of all fields.

import type { PresenceWords } from '../words/presence-words.ts'

const there = String.raw`(?:there|given|sent|filled in|filled|present|set|provided|supplied|entered|stated|specified)`
const absent = String.raw`(?:left (?:out|empty|blank|off|away)|missing|omitted|absent|empty|blank|null|skipped)`
const bareMark = String.raw`(?:mark|sign|star|asterisk|word|note|letter|flag|remark|label|tick|cross|dot|dagger|(?:exclamation|question) mark|plus|bold(?: type)?)`
const mark = String.raw`(?:(?:an?|any|the|this|that|such an?) )?${bareMark}`
const quoted = String.raw`(?:[*!?+#~^°†]{1,2}(?=\s|,|$)|\([^()]{1,12}\)|["“'\x60*][^"”'\x60]{1,24}["”'\x60*]*)`
const fields = String.raw`(?:fields?|attributes?|propert(?:y|ies)|columns?|members?|entr(?:y|ies)|values?|ones?)`

export const englishPresence: PresenceWords = {
  optional: new RegExp(
    String.raw`\b(?:optional|voluntary|nullable|nice to have|(?:may|can|could|might) (?:also |all |safely )?(?:be|stay|remain) ${absent}|(?:may|can|could|might) (?:also |safely )?(?:leave|omit|skip) (?:it|them|that|this)(?: (?:out|off|away|empty|blank))?|(?:needs?|does|do|is|are|has|have)(?: not|n['’]t)(?: have| need)?(?: to)? (?:be )?(?:${there}|required|mandatory|compulsory|obligatory|needed|necessary)|not (?:required|mandatory|compulsory|obligatory|needed|necessary)|(?:needs?|must|has to|have to) not(?=\s*$))\b`,
    'i',
  ),
  required: new RegExp(
    String.raw`\b(?:required|mandatory|compulsory|obligatory|needed|necessary|must[- ]have|(?:must|shall|has to|have to|needs? to|is to|are to) (?:always )?be ${there}|(?:must|may|can) ?not be ${absent})\b`,
    'i',
  ),
  isNot: /^\s*(?:is|are)(?: not|n['’]t)$/i,
  everyField: new RegExp(
    String.raw`\b(?:(?:an?|any|every|each|all(?: the| of the)?|the|our) )?${fields}\b|\b(?:everything|anything|all|they|it)\b`,
    'i',
  ),
  others: new RegExp(
    String.raw`\b(?:(?:everything|anything|all|what(?:ever)?) else|(?:all )?(?:the |of the )?(?:others?|rest|remaining(?: ${fields})?|other ${fields})|otherwise)\b`,
    'i',
  ),
  unmarked: new RegExp(
    String.raw`\b(?:no marks?|no (?:${bareMark}|${quoted})(?=\s*(?:=|:|–|-|→|means\b|is\b|may\b|can\b))|unmarked(?: ${fields})?|(?:${fields} |everything |what(?:ever)? )?(?:(?:that|which) (?:is|are) |is |are )?not (?:marked|flagged|labell?ed|tagged|stated|said|declared|described|shown|indicated|called)(?: (?:so|(?:to be |as )(?:required|mandatory|optional|needed|compulsory)|(?:with|as|by) [^,]{1,24}?|required|mandatory|optional|needed|compulsory|must))?|(?:${fields} )?(?:without|(?:(?:that |which )?(?:has|have|carr(?:y|ies)|bears?|shows?)|with) no) (?:it|this|that|them|one|either|both|any of (?:it|them|these|those)|such|${mark}|${quoted})|nothing(?= (?:means|is|=))|(?:${fields}|everything|anything|what(?:ever)?)(?: that)? (?:is|are) neither [^,.]{1,30}? nor \w+(?: \w+)?(?= (?:is|are|can|may|need)\b)|(?:${fields}|everything|anything|what(?:ever)?|those)(?: that| which)? (?:does|do)(?: not|n['’]t) (?:say|have|carry|bear|show|contain|mention) (?:so|it|this|that|one|${mark}|${quoted})|if (?:it|nothing|no mark|neither) (?:is |says |stands? )?(?:nothing|said|stated|there|marked|written|noted|given))(?!\w)`,
    'i',
  ),
  exceptionLead:
    /^(?:unless|(?:except|save|save and except|other than) (?:where|when|if|as|in so far as)|if not|where (?:it is )?not|where nothing else is|if nothing else is)\b(?:[^,]*,\s*|\s+(?:\w+\s+){1,3}?(?=(?:an?|any|every|each|all|the|everything|fields?)\b))/i,
  haveDefault:
    /\b(?:there(?: is|['’]s)|with|has|have|gets?|carr(?:y|ies)|lists?|shows?|names?|states?|gives?|given|for|is|are) (?:an? |the |its |their |those |own )*(?:(?:stated|written|listed|own) )?(?:defaults?|fallback)\b|\bdefault(?:s| value)? (?:is|are) (?:given|stated|listed|written|shown|named|there)\b/i,
  byDefault: /\bby default\b|^default\s*[:=]|^(?:we )?(?:assume|treat)\b/i,
  onlyLead: /^only\s+/i,
  exceptionWord:
    /,?\s*\b(?:unless|except(?: for)?|if not|apart from|but not where|other than|save (?:for|where)|as long as (?:it|there))\b/i,
  clauseCut: /,\s+(?:and\s+|but\s+)?|\s+(?:and|but)\s+|\s+[–—]\s+|:\s+/i,
}
