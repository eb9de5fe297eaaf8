// English words in running text about states and their order.

import type { ProseWords } from '../words/prose-words.ts'

/** Rewrites facts in running text to the words of the phrases. */
export const englishProseRewrites: readonly (readonly [RegExp, string])[] = [
  [
    /\b(?:which |that )?(?:we|I) (?:always |really )?need(?: (?:it|this|them|that))?(?: (?:too|as well|also))?(?=\s*(?:[,.;]|$))/gi,
    'required',
  ],
  [/\b(required|mandatory|compulsory|optional|needed|unique)[, ]+(?:too|as well|also)\b/gi, '$1'],
  [/(?:^|(?<=[.;,]\s*))(?:and |again |also |likewise )+(?=(?:required|mandatory|compulsory|optional|needed|unique)\b)/gi, ''],
  [/\b(?:every|each|any|all) \p{L}+ (?:must have|must carry|has to have|needs|shall have|has) (?:one|it)(?=\s*(?:[.,;]|$))/giu, 'required'],
  [
    /\bif (?:nobody|no one|no-one|they|you|people|we|he or she) (?:do(?:es)? not |don['’]t |doesn['’]t )?(?:fills?|enters?|says?|sets?|writes?|gives?|sends?|chooses?|picks?|specif(?:y|ies))(?: (?:it|one|this|anything|something|a value))?(?: in)?,? (?:then )?(?:we|the (?:service|system)|it) (?:assumes?|uses?|takes?|is|becomes|counts as|will be|sets?(?: it to)?)(?: (?:it (?:is|to be)|to be))? ["“`']?([\w.-]*\w)["”`']?(?=\s*(?:[.,;)]|$))/gi,
    'default $1',
  ],
  [/\b(?:a )?yes or (?:a )?no\b/gi, 'yes/no'],
  [/(?:^|[.;,]\s*)(?:normally|usually) (?:it is|it['’]s|this is) ["“`']?(yes|no|\d+)["”`']?(?=\s*(?:[.,;)]|$))/gi, '; default $1'],
  [
    /\b(list|array|set) of ((?:up to|at most|between|max(?:imum)?(?: of)?|no more than)? ?\d+(?: ?(?:to|-|–|\.\.|and) ?\d+)?) (?:short|long|free|different|plain|single|separate) (?=\p{L}+)/giu,
    '$1 of $2 ',
  ],
  [/(?:^|:\s+)an? ([\w-]+), an? ([\w-]+),? or an? ([\w-]+)(?=\s*(?:[.;]|$))/gi, '; one of: $1, $2, $3; '],
  [/(?:^|:\s+)an? ([\w-]+), an? ([\w-]+), an? ([\w-]+),? or an? ([\w-]+)(?=\s*(?:[.;]|$))/gi, '; one of: $1, $2, $3, $4; '],
  [/(?:^|\b(?:is|being) )(?:either )an? ([\w-]+) or an? ([\w-]+)(?=\s*(?:[.;,]|$))/gi, 'one of: $1, $2; '],
  [/\b(\d+ (?:characters?|letters?|chars?)) (?:are|is|will be) enough\b/gi, 'at most $1'],
  [/(\bor [\w-]+),? and (?=(?:it )?(?:is|are|must|may|can|has|shall|will|cannot|no|defaults?|set)\b)/gi, '$1; '],
  [/^so (?=optional|required)/gi, ''],
  [/\bmust be (?:made|chosen|named|entered|stated)\b/gi, 'must be given'],
  [/(?<![\w.])(yes|no|\d+) (?:at first|at the beginning|to start with|if nothing is said)(?=\s*(?:[.,;)]|$))/gi, 'default $1'],
  [
    /(?<![\w.])(yes|no) unless (?:we|they|you|I|people) (?:say|tick|write|choose|want|enter)\w*(?: (?:so|otherwise|it|something else))?(?=\s*(?:[.,;)]|$))/gi,
    'default $1',
  ],
  [/(?:^|[,;]\s*)(?:normally|usually) (yes|no)(?=\s*(?:[.,;)]|$))/gi, '; default $1'],
]

export const englishProse: ProseWords = {
  recordLead:
    /^(?:(?:an?|each|every) (?<one>\p{L}+(?: (?!may\b|can\b|must\b|shall\b)\p{L}+)?) (?:also )?(?:has|carries|holds|records|keeps|stores|consists of)|it (?:also )?(?:has|carries|holds|records)|(?:we|I) (?:also )?(?:keep|store|record|note|need)(?: down)? (?:for|of|about) (?:each|every|an?) (?<other>\p{L}+(?: \p{L}+)?):|(?:for|of|about) (?:each|every|an?) \p{L}+(?: \p{L}+)? (?:we|I) (?:keep|store|record|note|need)(?: down)?:?|what (?:we|I) (?:need|keep|want)[^:]*:)\s+/iu,
  subject:
    /^(?:an?|each|every) (?<one>\p{L}+(?: \p{L}+)?) (?:has|carries|holds|records|belongs to|is for|consists of)\s|^(?:(?:we|I) (?:also )?(?:keep|store|record|note|need)(?: down)? )?(?:for|of|about) (?:each|every|an?) (?<other>\p{L}+(?: \p{L}+)?)(?:: | (?:we|I) (?:keep|store|record|note|need)\b)/iu,
  fieldStart:
    /^(?:and |plus |also )?(?<optional>(?:,? ?if (?:known|any|there is one|given),? ?)|optionally )?(?:(?<whether>whether|if)(?= )|(?<count>how many)(?= )|(?<question>which(?! (?:may|must|is|are|can|cannot|has|have|was|never|we|the|it)\b))(?= )|an?|the|its|their|one|some)?\s*(?<name>\p{L}[\p{L}\d'’-]*(?: (?!of (?:at|up|no|not|exactly|between|from|\d)|with\b|between\b|from\b|which\b|that\b|at\b|up\b|no\b)[\p{L}\d'’-]+){0,5})\s*(?<spec>\(.*\)|(?:of|with|between|from|which|that|at|up|no)\b.*)?$/iu,
  itemStart:
    /^(?:and |plus |also )?(?:if known,? |optionally )?(?:an?|the|its|their|whether|which(?! (?:may|must|is|are|can|cannot|has|have|was|never|we|the|it)\b)|how many|one)\s/i,
  pieceJoin:
    /^(?:\s*[,;]\s*(?:(?:and|plus|also)\b(?:,(?= if known))?\s*)?|\s+(?:and|plus)\s+(?=(?:,? ?if known|an?|the|its|their|whether|which(?! (?:may|must|is|are|can|cannot|has|have|was|never|we|the|it)\b)|how many|one|optionally)\b))(?=\S)/i,
  yesNo: 'yes/no',
  bareChoice: /^[\w-]+(?: [\w-]+)?(?:, [\w-]+(?: [\w-]+)?)*,? or [\w-]+(?: [\w-]+)?(?=\s*(?:[;.–]|$))/i,
  whetherFrame: /^(?:(?:it|he|she|they|there) (?:has|is|have|are|can|may|needs)|an?|the)\s+(?:an? |the )?/i,
  ifKnown: [/,?\s+(?:and,?\s+)?if (?:known|there is one|any),\s+(?:the|an?|its)\s+/gi, ', an optional '],
  bound:
    /^(?:at most|up to|at least|no more than|from|between)?\s*\d+(?:\s*(?:to|and|-|–)\s*\d+)? (?:characters?|letters?|chars?)(?: (?:at most|long))?$/i,
  labelled: [
    /^(?!(?:[\p{L}]+ ){4})(?<name>\p{L}[\p{L}\d'’-]*(?: [\p{L}\d'’-]+){0,3}):\s+(?<spec>\S.*)$/iu,
    /^(?<name>[*_][^*_]+[*_]):?\s+(?:is |are |would be )?(?<spec>\S.*)$/iu,
    /^(?:the |its |their |an? )?(?<name>\p{L}[\p{L}\d'’-]*(?: (?!and\b|is\b|are\b)[\p{L}\d'’-]+){0,3}) and (?:the |an? )?(?<more>\p{L}[\p{L}\d'’-]*(?: (?!and\b|is\b|are\b)[\p{L}\d'’-]+){0,3}) are (?:both )?(?<spec>\S.*?)(?: each)?$/iu,
    /^(?:the |its |their )(?<name>\p{L}[\p{L}\d'’-]*(?: (?!is\b|are\b)[\p{L}\d'’-]+){0,4}), (?<also>[^,]+), (?:is|are) (?<spec>\S.*)$/iu,
    /^(?:the |its |their |an? )?(?<name>\p{L}[\p{L}\d'’-]*(?: (?!is\b|are\b|can\b|must\b|may\b)[\p{L}\d'’-]+){0,4}) (?:is|are)(?: (?:too|also))? (?<spec>\S.*)$/iu,
    /^whether (?:it |he |she |they )?(?:is |was |has |have )?(?:an? |the )?(?<name>\p{L}[\p{L}\d'’-]*(?: [\p{L}\d'’-]+){0,4}):\s+(?<spec>\S.*)$/iu,
  ],
  noName:
    /^(?:it|they|this|that|these|those|there|nobody|only|no|when|if|we|he|she|one|every|each|all|both|what|here|note|remark|example|\w+ (?:of|for) (?:these|them|those))$|^(?:only|no|when|if|every|each|all|both|what|never|not|without|once|after|before)\b|\b(?:which|that|must|cannot)\b/i,
  ofAllBefore:
    /^(?:all|both)(?: (?:of (?:them|these)|two|three|four|five|six))?(?: (?:are|is))? (?<spec>compulsory|required|mandatory|needed|optional|necessary)$/i,
  predicate:
    /(?:\b(?:becomes?|turns? (?:in)?to|(?:is|are) then|then (?:it|they) (?:is|are)|(?:starts?|begins?|ends?)(?: up)? as|goes? (?:back )?to)|(?<=\bbecomes?\b[^.;]*,) (?:and|or)(?= \p{L}+ (?:when|if|once)\b))\s+(?:an? |the )?(\p{L}[\p{L}_-]*(?: [\p{L}_-]+){0,2}?)(?=\s*(?:[.,;:(]|$|\b(?:when|once|if|as|after|by|at|on|upon|because|and|or|until|unless|while|where|with|through|via|during|again)\b))/giu,
  noState: /\b(?:then|that|this|which|it|they|we|goes|go|moves|changes|passes|becomes?|is|are)\b/i,
  stateList:
    /^(?:the )?(?:possible |allowed )?(?:states?|status(?:es)?|stages?)(?: (?:of|for|that)[^:,]*?)?(?: are|:| can be)\s*:?\s+(\p{L}[^.;:]*?)\.?$/iu,
  asides:
    /\b(?:that|which|who|whose)\s(?:(?:is|are|was|has|have) )?(?:(?!\b(?:cannot|can['’]t|never|(?:may|must|does|do|will|can|shall) not)\b)[^,;])*?(?=\b(?:becomes?|is|are|goes|turns|gets)\s)|\b(?:if|when|once|because|as soon as|since)\s[^,;]*/gi,
  comesBefore: /^\s*(?:always )?(?:comes?|stands?) before\s*(?:the )?$/i,
  comesAfter: /^\s*(?:always )?(?:(?:comes?|stands?) (?:only )?after|follows(?: (?:on|after|from))?)\s*(?:the )?$/i,
  orState: /^\s*,?\s*or\s+(?:an? |the )?$/i,
  itBecomes:
    /(?:^|,?\s*(?:\band )?\bthen\s|[\s,])(?:it|they)(?:['’]s|['’]re)?(?: then)? ?(?:becomes?|(?<=['’](?:s|re) ?)|(?:is|are)(?: then)?|goes to|moves to|turns (?:in)?to)\s*(?:an? |the )?$/i,
  alsoBecomes: /^\s*(?:and |then |or )*(?:(?:it )?(?:becomes |is |to ))?$/i,
}
