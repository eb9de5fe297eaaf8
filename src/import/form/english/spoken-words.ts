// English words in running text about fields: their owner, and the end of each description.

import type { SpokenWords } from '../words/spoken-words.ts'

/** Verbs that a sentence about a field has; those behind the first two say something of it. */
const fieldVerb = String.raw`(?:(?:is|are|must be|shall be|will be|holds?|contains?) (?!known by|identified by|described by|given by|to\b)|(?=(?:(?:has|have|needs?) to be|may be|can be|may (?:stay|remain)|can (?:stay|remain)|cannot be|must not be|must differ|ranges?|runs?|comprises?|consists? of|counts? as|must never|defaults?|refers? to|points? to|starts? (?:at|with|as|from)|lies|goes from|belongs? to one) ))(?:forms? |makes? up )?`
const fieldName = String.raw`[a-z][a-z\d]*(?:[ _-][a-z\d]+){0,3}?`

export const englishSpokenWords: SpokenWords = {
  saidFields: [
    new RegExp(
      String.raw`^(?:(?:finally|also|then|moreover|lastly|besides|in addition|furthermore|next),? )?(?:the|its|their|an?) (?<name>${fieldName})(?: (?:of|on|for|to|from|by|in) (?:an?|the|each|every|its) [\w-]+(?: [\w-]+)?)? ${fieldVerb}(?<rest>\S.*)$`,
      'i',
    ),
    new RegExp(
      String.raw`^(?:the|its|their|an?) (?<name>${fieldName})(?<before> of (?:up to|at most|no more than|not more than|between|from|exactly|\d).{2,60}?) (?:is|are) (?<rest>\S.*)$`,
      'i',
    ),
    new RegExp(String.raw`^(?:the|its|their|an?) (?<name>${fieldName}), (?<before>[^,]+), ${fieldVerb}(?<rest>\S.*)$`, 'i'),
    new RegExp(
      String.raw`^(?:the|its|their|an?) (?<name>${fieldName}) (?=forms? an? |makes? up an? )(?:forms?|makes? up) (?<rest>\S.*)$`,
      'i',
    ),
    new RegExp(
      String.raw`^whether (?:the |an? |it )?(?:[\w-]+ )?(?:is|has|was|are|were) (?:an? )?(?<name>[a-z][a-z\d]*(?:[ _-][a-z\d]+){0,2}?)(?: or not)? (?:is|are|has to be|must be|may be) (?<rest>\S.*)$`,
      'i',
    ),
  ],
  definesThing: /^(?:the|an?|any|some|one) \p{L}+(?: \p{L}+)? (?:who|that|which|whom) [^,:;\d]{3,60}\.?$/iu,
  spokenField:
    /^(?!(?:it|whether|they|this|that|these|those|there|nobody|only|no|when|if|we|he|she|one|every|all|both|what|here)\b)(?:(?:the|its|their|an?|each [\w ]+? has an?) )?(?<name>[a-z][a-z\d]*(?:[ _-][a-z\d]+){0,3}?)(?: (?:flag|field|value|property|attribute))?(?:,? (?:of|on|for) (?:an?|the|each|every) [\w-]+(?: [\w-]+)?,?)? (?:is|are|holds|contains|must be|shall be|has(?= (?:at|up|no|between|exactly|from|\d))|may have(?= (?:at|up|no|\d))) (?<rest>\S.*)$/i,
  subject: (count) =>
    new RegExp(
      `^(?:(?:an?|the|each|every|any|our|all|one)\\s+)?((?:\\p{L}+)(?: \\p{L}+){${count - 1}})\\s+(?:(?:also|shall|must|will|always|may|can)\\s+)*(?:has|have|is|are|belongs?|consists?|carr(?:y|ies)|holds?|contains?|includes?|stores?|needs?|refers?|comes?|starts?)\\b`,
      'iu',
    ),
  dataLead:
    /\b(?:data|fields?|attributes|properties|details|information|members|particulars|columns)\s+(?:of|for|about|on)\s+(?:an?|the|each|every|one)\s+[*_`"“]*([\p{L}]+(?: [\p{L}]+)?)[*_`"”]*\s*(?:are |is )?[:.]$/iu,
  headingThing:
    /^(?:\d+(?:\.\d+)*\.?\s+)?(?:(?:what|which (?:data|information|fields?|details)) (?:do|does|should|must|will|can) (?:we|the (?:service|system)|you|it) (?:need to )?(?:know|keep|store|record|need|hold|save|remember|ask)(?: down)? (?:about|of|for|on|in)|(?:what|which (?:data|information|fields?|details|properties|attributes|states?)) (?:does|do|can|must|should|belongs? to|make(?:s)? up|is in|are in|is|describes?)|(?:what|everything|things?) (?:we|the (?:service|system)|you) (?:know|keep|store|record|need|hold|save)s?(?: to know)? (?:about|of|for|on)|(?:the )?(?:data|fields?|attributes|properties|details|information|particulars) (?:of|for|about|on)|how (?:does|do|is|are)|about)\s+(?:(?:an?|the|each|every|one|our) )?(?<thing>(?!(?:it|we|they|you|this|that|there|i)\b)\p{L}+(?: (?!have\b|has\b|get\b|look\b|consist\b|contain\b|be\b|move\b|go\b|need\b|carry\b|for\b|with\b|in\b)\p{L}+)?)(?: (?:have|has|get|look|consist|contain|be|move|go|need|carry|made)\b.*)?[?:.]?$/iu,
  listLead:
    /^(?:for )?(?:an?|the|each|every|any|our|all)\s+([\p{L}]+(?: [\p{L}]+)?)\s+(?:(?:also|shall|must|will|always)\s+)*(?:has|have|is|are|consists?|holds?|contains?|includes?|stores?|needs?|comprises?|we (?:keep|store|need|record))\b/iu,
  ownerFrame: [
    /^(?:(?:the|an?|each|every|our|one|single)\s+)+/i,
    /^(?:(?:data|master data|fields?|attributes?|properties|columns|members|details|information|particulars|contents?|structure|definition|description|layout|record|schema|shape|sheet|table|form|facts|overview|summary|model|anatomy) (?:of|for|about|in|on|kept (?:of|for|about|on)) |(?:resource|entity|object|model|type|table|record|class|schema|sheet|collection|file|list)\b\s*(?:\d+\s*)?[:–—-]?\s+)/i,
    /^[a-z]{1,4}-?\d{1,3}\s+/i,
    /\s*[–—:|]\s.*$|\s[-/=]\s.*$/,
    /\s+(?:has|have|consists? of|comprises?|contains?|includes?|stores?|holds?|is made (?:up )?of|looks like)(?: (?:the following|these|this)(?: \p{L}+)?)?$/iu,
    /\s+(?:(?:master )?data|records?|details|fields?|attributes?|properties|columns|members|schema|object|resource|entity|model|table|sheet|information|definition|structure|type|list|register|in detail|at a glance|itself)$/i,
  ],
  aboutLead:
    /\b(?:of|about|for|on|describes?|describing|belongs? to|comes?|is|are|keep|store|record|know about)\s+(?:(?:an?|the|each|every|any|one|our|all)\s+)?$/i,
  generalTitle:
    /^(?:the )?(?:(?:integrity|business|validation|consistency|cross[- ]field|further|additional|rules?|constraints?|checks?|requirements?|fields?|attributes?|properties|data|tables?|details|entities|resources?|objects?|records?|models?|schemas?|things|main|core|general|overview|types?|dictionary|catalogue|catalog|list|all|our|of|and|notes?|remarks?|first|used|notations?|conventions?|legend|abbreviations?|reading|how|to|read|use|this|part|section|here|before|in|terms?|glossary|definitions?|tables?|samples?|examples?|supporting|entity|entities|other|minor|remaining)\s*)+$/i,
  sampleTitle: /^(?:(?:an?|the|full|complete|typical|one) )*(?:examples?|samples?)\b/i,
  referredThing:
    /(?:→|->|\b(?:reference|ref|refers|link|linked|points|pointer|belongs|fk|foreign key|key|id|ids|uuid|number) (?:to|of|at))\s+(?:an?|the|one|its|exactly one)?\s*[`"“]?([\p{L}_]{3,}(?:-\p{L}+)?)/giu,
  stateOwner:
    /^(?:the )?(?:states?|status(?:es)?|life ?cycle|stages|life|transitions|workflow|flow)(?: and (?:transitions|moves))? (?:of|for) (?:(?:an?|the|each|every|our) )?(.+)$|^(?:(?:an?|the|each|every|our) )?(.+?)(?:['’]s?)? (?:states?|status(?:es)?|life ?cycle|stages|transitions|workflow|flow|life)\b.*$/i,
  hasFields:
    /^(?!(?:\p{L}+ ){1,5}(?:cannot|can['’]t|never|not)\b)(?:an?|each|every|the|all|any|it|they|we also|there)\b(?: \p{L}+){0,3}? (?:also )?(?<has>(?:may |can |must |shall |optionally |always |also )*(?:has|have|carr(?:y|ies)|holds?|bears?|includes?|comes with|needs?|stores?|gets?|records?|(?:is|are) (?:known|identified|described|given|distinguished) by)(?: also)?) (?<rest>(?!the following\b|the fields?\b|these\b)(?:an?|its|the|two|some|one|optional|optionally|either|further) .+)$/iu,
  mustHave: /\b(?:must|shall)\b/i,
  andHas: /,?\s+(?:and|but)\s+(?:(?:it|they)\s+)?(?<has>(?:may|can|must|shall) (?:also |optionally )?(?:have|carry|hold|include))(?=\s)/i,
  itWord: 'it',
  requiredClause: 'required',
  mayHave: /\b(?:may|can|optionally)\b/i,
  refersTo:
    /^(?:an?|each|every|the|all|it|they)\b(?: \p{L}+){0,2}? (?<has>(?:always |also |must |shall )*(?:belongs? to|is for|is about|refers? to|is made (?:by|for)|is placed by|is part of|is linked to|is tied to|relates? to|concerns?|is attached to|is written by|is owned by|points? to|is filed under)) (?<rest>(?:an?|one|exactly one|a single|the) .+)$/iu,
  itemArticle: 'an?|its|the|some|one|optionally an?|also an?|exactly one',
  listJoin: /\s*(?:,\s*(?:and\s+)?|\band\b)\s*/i,
  ofAll:
    /^(?<list>.+?),?\s+(?:(?:both|all(?: (?:two|three|four|five|of (?:them|these|which)))*|each)(?: (?:is|are|of (?:them|these|which) (?:is|are)))?|which are (?:both|all)) (?<spec>.+)$/i,
  itemNoun:
    /^((?:\p{L}[\p{L}\d_'’-]*|\d+-\p{L}+)(?: (?!of (?:at|up|no|not|exactly|between|from|max|min|\d)|with\b|between\b|from\b|which\b|that\b|in\b|is\b|not\b|at\b|up\b|one\b|no\b|consisting\b|comprising\b|made\b|composed\b|being\b|holding\b|containing\b|ranging\b|limited\b|whose\b|having\b)[\p{L}\d_'’-]+)*)(?:\s*(,.*|\(.*|(?:of|with|between|from|which|that|in|at|up|one|no|consisting|comprising|made|composed|being|holding|containing|ranging|limited|whose|having)\b.*|[:–—].*))?$/iu,
  itemAdjective:
    /^(optional|mandatory|required|unique|unchangeable|fixed|(?:one|two|three|four|five|six|eight|ten|\d+)-(?:letter|digit|character)|free[- ]text|short|long|whole|numeric)\s+(?=\p{L})/iu,
  numberOf: /^(?:number|count|amount) of (?!money)(\p{L}[\p{L} ]*)$/iu,
  ofAllClause:
    /^(?:and )?(?:both|all(?: \w+)?|each|they|these|all of (?:them|these))(?: (?:of them|of these))?(?: (?:are|is|must be|shall be))? (?<spec>.+)$/i,
  relativeOfAll: /[\s,]+(?:which|that) (?:both |all )?are\s+/i,
  relative: /^[\s,]*(?:which|that)\s+(?=(?:is|are|must|may|can|cannot|has|have|lies|starts?|defaults?|we|never|nobody|counts?)\b)/i,
  questionMark: 'Q|Question',
  answerMark: 'A|Answer',
  everyQuestion:
    /^(?:do|does|have|has) (?:all|every|each|any|they all)\b[^?]*\b(?:ids?|identifiers?|keys?|timestamps?|fields?|columns?|in common)\b|^(?:what|which fields?) (?:do|does) (?:all|every|each|they all)\b[^?]*\b(?:have|has|share)\b/i,
  generalLead:
    /^(?:in general|generally|interpretation|preliminary|common provisions?|general provisions?|all records|basics?|preamble|conventions?|throughout)$/i,
  computedFrom:
    /^(?:the )?(?:sum|total|difference|product|ratio|quotient|average|mean|combination|greater|smaller|lesser|lower|higher) (?:of|between)\b/i,
  spokenMore:
    /^(?:it|they|this|only|nobody|no two|two|if it|when it|where it|unless it|without it|(?:the |its )?(?:default|initial|standard|usual|starting)(?: value)?|(?:if|where|when|unless|should|in case) (?:it|they|this|none|nothing|no value|one|the value|the field|omitted|absent|missing|left)|failing that|otherwise|by default|in the absence|there (?:shall|may|must|can|is|will)\b|once (?:it|set|given|chosen)|the (?:service|system|server) \w+s (?:it|them)\b)/i,
  partsOf: /^(\w+) of (?:an?|the|each) (\w+)\b[^`]*:\s*/i,
  isGroup: /^(?:\p{L}+ )?(?:groups?|objects?|structures?|records?|blocks?|composed|made up)\b/iu,
  valueLead:
    /\b(?:one of(?: (?:the )?(?:values?|words|strings|following))?|either|(?:the )?(?:possible |allowed |permitted )?values?(?: (?:is|are|of|being))?|defaults?(?: (?:is|to|of|value(?: is)?))?|(?:defaults?|set|initialised) to|such as|for example|e\.g\.|like|equals|unless it is|(?:starts?|begins?) (?:with|as|at|in)|(?:required|optional|mandatory|needed)(?=\s*:))[\s:,(]*$/i,
  valueTail: /^`?,? (?:is|as|being) the (?:default|standard|usual value)\b/i,
  fieldVerb: /^,? (?:is|are|has|have|must|may|can|cannot|holds|refers|belongs|defaults|comes)\b/i,
  comparedTo:
    /\b(?:before|after|than|as|exceeds?|equals?|equal to|relative to|compared (?:to|with)|follows?|precedes?|until|if|when|where|unless|while|whose|differs? from|different from|other than)\s+(?:the |its |an? |that of |that in )?(?:(?:field|value of|value in) (?:the )?)?$/i,
  fieldSentence:
    /^(?:(?:an?|each|every|its|the|it|they|also|there (?:may|can|is|are|shall|must|will))\b.*`|`\w+`\s+(?:is|are|has|must|may|can|cannot|refers|holds|comes from|says (?:which|what)|for (?:which|what))\b)/i,
  allOfFields: /^(?:all|both|each|every one) of (?:the fields )?(?=`\w+`\s*\()/i,
  saidOfAll: /^(?:the|both|all|these) [\p{L} -]+? are (.+?),\s*$/iu,
  fieldLead:
    /^[\s,:]*(?:which|that)?\s*(?:(?:is|are|must be(?! (?:there|given|sent|filled|present|set|provided|supplied|entered|stated|specified|named|chosen)\b)|holds|has|being)\s+)?(?:an?\s+|the\s+)?/i,
  fieldTail: /[\s,;.]*(?:\b(?:and|its|an?|the|it|also|has|have|with|they|plus|as well as)\b[\s,]*)*$/i,
  fieldClause:
    /[,;]?\s+and\s+(?=(?:is|are|must|may|can|cannot|required|optional|unique|defaults?|never|it|set|read-only|at most|at least|one of|either|has (?:at|up|no|one|two|three|four|\d))\b)(?:(?:it )?(?:is|are)\s+)?|[;,]\s+(?:and )?(?:it|which) (?:is|are)\s+|,?\s+(?:which|that)\s+(?=(?:must|may|can|cannot|shall|should|has to)\b)/i,
}
