// Rewrites English wordings of the setter of a field, of its presence and of later changes as one clause each.

import { type Rewrite, end, one, rule } from './wordings.ts'

export const englishPresenceFamilies: readonly Rewrite[] = [
  // The setter.
  rule(
    String.raw`(?:^|(?<=[.;,(–—]\s*))(?:which |and )?(?:the |our )?(?:service|system|server|backend|application|database|platform|software|program|computer) (?:itself )?(?:works|figures|counts|adds|fills|sets|writes|puts) (?:it|this|that)(?: (?:out|up|in|down))?(?: (?:when|once|after|as soon as|from|by) [^.;()]*)?${end}`,
    ', set by the service',
  ),
  rule(
    String.raw`(?:^|(?<=[.;]\s*))from (?:the |their )?(?:login|log-in|(?:bearer |access )?token|jwt|sign-in|session)${end}`,
    'set by the service',
  ),
  rule(
    String.raw`(?:^|(?<=[.;,(–—]\s*))(?:(?:set|filled|filled in|counted|made|given|comes|done) )?by (?:itself|themselves)(?=\s*(?:[.;,)–—]|$))`,
    'set by the service',
  ),
  rule(
    String.raw`\b(?:(?:it|this|which|that|and|is|are|likewise|also) )*(?:[a-z]+(?:ed|en|pt)|worked out|made|set) by (?:us|(?:the |our )?(?:service|system|server|backend|application|database|platform|software|program)) (?:from|out of|on|upon|when|once|at|after|as soon as|according to|by means of|in) [^.;,()]{2,60}?(?=\s*(?:[.;,)]|$|\band (?:cannot|can|is|must|shall|may|never)\b))`,
    ', set by the service',
  ),
  rule(
    String.raw`\b(?:which |that )?(?:the |our )?(?:service|system|server|backend|application|database|platform|software|program)(?: (?:itself|alone))? (?:sets?|writes?|keeps?|enters?|works? out|records?|counts?|computes?|calculates?|fills?|assigns?|generates?|gives?|makes?|takes?|adds?|updates?|stamps?|reads?|gets?|copies|derives?|determines?)(?: (?:it|this|them|that))?(?: (?:in|down|up|on|out))? (?:from|when|on|at|as soon as|once|upon|out of|after|with) [^.;,()]{2,60}${end}`,
    ', set by the service',
  ),
  rule(
    String.raw`(?:^|(?<=[.;,(–—]\s*))(?:is |are )?(?:computed|calculated|derived|worked out|aggregated|summed up)(?: (?:automatically|nightly|daily|hourly|weekly|monthly|periodically|regularly|overnight|every \p{L}+|once an? \p{L}+))?(?: (?:from|out of|on|upon|when|at|after|over|as) [^.;,()]{2,60}?)?${end}`,
    'set by the service',
  ),
  rule(
    String.raw`\b(?:(?:and|but|it|which|that|this|they) )*(?:cannot|can['’]t|can not|(?:must|may|shall|should|will|is|are) not|(?:must|is|are)n['’]t|never)(?: to)?(?: be)? (?:submitted|sent|supplied|provided|passed|posted|typed(?: in)?|accepted|taken over|written|set)(?: in)?(?: (?:by|from) (?:an?|the|any) (?:caller|client|user|request|outside|applicant|body|customer|member|sender)s?)?${end}`,
    ', set by the service',
  ),
  rule(
    String.raw`(?:^|(?<=[.;,(–—]\s*))(?:and )?(?:nobody|no one|no-one) (?:else )?(?:types?|writes?|enters?|sets?|sends?|fills?|edits?|touches)(?: (?:it|this|that|them|these))?(?: in| elsewhere| by hand| manually)*${end}`,
    'set by the service',
  ),
  rule(
    String.raw`(?:^|(?<=[.;,(–—]\s*))(?:is |are )?(?:taken|comes?|read|copied|known|set|filled in) from (?:the |their )?(?:login|log-in|(?:bearer |access )?token|jwt|sign-in|session|credentials?|caller|account|claims?|identity)(?:,? (?:and )?(?:not|never) from (?:the )?(?:body|request|client|caller|payload))?${end}`,
    'set by the service',
  ),
  rule(
    String.raw`\b(?:(?:it|this|which|that|and) )*(?:is |are )?(?:likewise |also |always |simply )*(?:taken|set|filled|stamped|derived|copied|read|inferred|obtained|filled in|known|comes|come|follows) (?:directly )?from (?:the |their |his or her )?(?:auth(?:entication)? )?(?:login|log-in|(?:bearer |access )?token|jwt|sign-in|session|credentials?|caller|account|logged-in (?:user|person)|signed-in (?:user|person)|claims?|identity|api key|key)(?: of the caller)?(?:,? and cannot be (?:chosen|changed|sent|set|given))?${end}`,
    ', set by the service',
  ),
  rule(
    String.raw`\bthe (?:service|system|server|platform) (?:alone|itself|only) (?:determines?|decides?|sets?|supplies|gives?|chooses?|provides?)(?: (?:it|the value|its value|this))?${end}`,
    'set by the service',
  ),
  rule(
    String.raw`\bwe (?:fill|set|enter|write|put|make|give|work|add|calculate|compute|count)s? (?:it|this|them|that)(?: (?:in|out|up|down))? ourselves${end}`,
    'set by the service',
  ),
  rule(
    String.raw`\b(?:which |that )?(?:only )?(?:the |our )?(?:service|system|server|backend)(?: (?:itself|alone))? (?:does|sets?|writes?|keeps?|enters?|produces?|works? out|decides?|records?|maintains?|counts?|computes?|calculates?|fills?|assigns?|generates?|gives?|makes?|puts? in|adds?|updates?|stamps?)(?: (?:it|this|them))?(?: (?:in|down|up|on|out))?(?: (?:by )?itself|alone)?${end}`,
    ', set by the service',
  ),
  rule(
    String.raw`\b(?:which |that )?only (?:(?:the|our) )?(?:service|system|server|backend) (?:itself )?(?:sets?|writes?|keeps?|enters?|changes?|fills?|may write|can write)(?: (?:it|this))?(?: in)?${end}`,
    ', set by the service',
  ),
  rule(
    String.raw`\b(?:is |are )?(?:kept|written|entered|worked out|counted|computed|calculated|filled in|stamped|maintained|decided|recorded|put in|set|noted|added|given|made|supplied) (?:only |automatically )?by the (?:service|system|server)(?: (?:itself|alone))?${end}`,
    ', set by the service',
  ),
  rule(
    String.raw`\b(?:the )?(?:caller|client|user|sender|people|you|they|nobody|no one)s? (?:never|cannot|can['’]t|must not|may not|can|may)? ?(?:ever )?(?:types?|sends?|sets?|writes?|enters?|gives?|changes?) (?:it|this|that|these|either)(?: by hand)?${end}`,
    'set by the service',
  ),
  rule(
    String.raw`(?:^|(?<=[.;,]\s*))(?:the |our )?(?:platform|system|service|server|backend)(?: itself| alone)?(?=\s*(?:[.;,)]|$))`,
    'set by the service',
  ),
  rule(
    String.raw`\b(?:server|system|service|computer|backend|machine)[- ](?:set|side|assigned|generated|managed|controlled|filled|computed|owned|made)\b`,
    'set by the service',
  ),
  rule(
    String.raw`(?:^|(?<=[.;,]\s*))(?:(?:is |are )?(?:rejected?|refused?|ignored?)|an error) (?:if|when) (?:it is )?(?:sent|given|supplied|present|provided)(?: by (?:the |a )?\p{L}+)?${end}`,
    ', set by the service',
  ),
  rule(
    String.raw`(?:^|(?<=[.;,]\s*|\band\s+))(?:which |that )?(?:the |our )?(?:computer|program|software|machine) (?:itself )?(?:keeps|sets|knows|makes|counts|writes|fills|decides|works|records)(?: (?:it|this|that))?(?: (?:up|in|out|down|itself|who [^.;,]*))*${end}`,
    ', set by the service',
  ),
  // Presence.
  rule(
    String.raw`\b(?:must|has to|needs to|have to) be (?:ticked|answered|chosen|picked|decided|selected)(?: (?:one way or (?:the )?other|either way|explicitly|each time|every time|always))${end}`,
    'required',
  ),
  rule(
    String.raw`(?:^|(?<=[.;,]\s*))(?:or |and )?(?:otherwise|else),? (?:(?:please )?(?:leave|leaving|left|leaves|keep) (?:it |this |them )?)?(?:empty|blank|out|open|nothing|null|unset|absent)${end}`,
    'optional',
  ),
  // A value that is given only in some cases may be missing.
  rule(String.raw`(?:^|(?<=\.\s+))only (?<condition>(?:if|when|once|after|where) [^.;]{3,80})(?=\.|$)`, 'needed only $<condition>'),
  rule(
    String.raw`(?:^|(?<=[.;,(]\s*))only one \p{L}+ (?:has|have|can have|may have|bears|uses|carries|holds|gets|owns) (?:it|each|any|one)${end}`,
    'unique',
  ),
  rule(String.raw`(?:^|(?<=[.;,]\s*))nullable ?(?:\/|or) ?optional|optional ?(?:\/|or) ?nullable${end}`, 'optional'),
  rule(
    String.raw`\b(?:(?:which|that|it|they|and) )*(?:shall|must|is to|are to|has to|have to) (?:always )?be (?:given|stated|supplied|provided|present|specified|entered|filled in|named)(?!\s*,?\s*(?:if|where|when|unless|except|only|in case|provided|once)\b)${end}`,
    ', required',
  ),
  rule(
    String.raw`\ba request (?:[\p{L}]+ ){0,6}?(?:without|lacking) (?:it|the field|one) (?:shall|will|must|is|are) ?(?:be )?(?:refused|rejected|invalid|denied)${end}`,
    'required',
  ),
  rule(
    String.raw`\b(?:the )?(?:callers?|clients?|users?|senders?|requesters?|you|people|they) (?:has to|have to|must|needs? to|is to|are to) (?:send|give|supply|provide|fill in|say|state|enter)${one}${end}`,
    'required',
  ),
  rule(
    String.raw`\b(?:the )?(?:callers?|clients?|users?|senders?|requesters?|you|people|they) (?:can|may) (?:skip|omit|leave out|leave away|drop)${one}(?: out)?${end}`,
    'optional',
  ),
  rule(
    String.raw`(?<!\b(?:if|unless|when|once|where|while|only)\b[^.;]*)\b(?:(?:this|it|and|which|that) )*(?:(?:too|also|again|likewise|always|is|are|must|will) )*(?:indispensable|essential|a must|an obligation|obligatory)(?: (?:too|as well|also))?${end}`,
    ', required',
  ),
  rule(
    String.raw`\b(?:(?:is|are|and|likewise|also|it) )*(?:(?:welcome|nice to have),? (?:but|and) )?(?:dispensable|not (?:needed|necessary|essential|obligatory|compulsory|mandatory)|a nice[- ]to[- ]have|nice to have|voluntary)${end}`,
    ', optional',
  ),
  rule(
    String.raw`\b(?:that |which |it |and )?(?:may|must|can|shall|should)(?: not|n['’]t| never)(?: ever)? be (?:omitted|missing|left out|left empty|left blank|empty|blank|absent|skipped|wanting|lacking)${end}`,
    ', required',
  ),
  rule(
    String.raw`\b(?:that |which |it )?cannot be (?:omitted|missing|left out|left empty|left blank|empty|blank|absent|skipped|wanting|lacking)${end}`,
    ', required',
  ),
  rule(
    String.raw`\b(?:it |this |that |which |and )?(?:has|have|needs?|is|are) to be (?:given|supplied|provided|stated|named|entered|filled in|there|present|specified|said)(?: (?:too|as well|also))?${end}`,
    ', required',
  ),
  rule(String.raw`\b(?:(?:and|but|it|we) )*(?:cannot|can['’]t|can not) (?:do|go|be) without${one}${end}`, ', required'),
  rule(
    String.raw`\b(?:(?:and|but|it|we) )*(?:can|could|may) (?:well )?(?:do|go|be|live) without${one}(?: (?:too|as well|also))?${end}`,
    ', optional',
  ),
  rule(
    String.raw`\b(?:(?:and|but|it|which|that|they) )*(?:may|can|might|could) (?:also |well )?(?:be (?:added|stated|given|supplied|wanting|skipped|omitted|absent|missing|empty|left (?:out|empty|blank|open))|stay (?:empty|blank|open|out)|remain (?:empty|blank|open))(?:,? (?:if|when|until|while|as long as|before) [^.;,]*)?${end}`,
    ', optional',
  ),
  rule(
    String.raw`\b(?:which|that) (?:(?:the|an?|its|our) )?\p{L}+ (?:must|has to|have to|needs to) (?:supply|give|provide|name|state|enter|choose|set|say|send|fill in|specify)${end}`,
    ', required',
  ),
  rule(String.raw`\balways (?:needed|filled in|there|given|known|present|wanted|supplied)${end}`, 'required'),
  rule(
    String.raw`\b(?:leave|left|leaving) (?:it |this |them )?(?:out|away|off|blank|empty) (?:if|as|when|where) (?:you|they|we) (?:like|want|wish|please|prefer)${end}`,
    'optional',
  ),
  rule(
    String.raw`\b(?:(?:is|we|you) )?(?:insisted on|insist on (?:it|this)|really needed|we (?:must|have to) have it|must have)${end}`,
    'required',
  ),
  rule(String.raw`\bcan be left off\b[^.;,]*`, 'optional'),
  rule(
    String.raw`\b(?:nobody|no one)(?: else)? (?:may|can|must) (?:ever )?(?:have|use|reuse|re-use|take|share) it(?: (?:again|too))?${end}`,
    'unique',
  ),
  rule(
    String.raw`\b(?:no sharing|no duplicates|each \p{L}+ (?:exists|occurs|appears) (?:only )?once|no two \p{L}+ (?:are )?alike)${end}`,
    'unique',
  ),
  rule(
    String.raw`\b(?:can['’]t|cannot|must not|may not|does not|never) (?:repeat|recur|occur twice|repeats)s? (?:inside|within|in|per) (?:an?|the|one|the same) (?<scope>\p{L}+)${end}`,
    'unique per $<scope>',
  ),
  rule(
    String.raw`\b(?:an?|each|every|one) (?<scope>\p{L}+) (?:has|have|gets) only one \p{L}+ (?:a|per|each) \p{L}+${end}`,
    'unique per $<scope>',
  ),
  rule(String.raw`\b(?:one|only one) \p{L}+ per (?:e-?mail )?(?:address|number|name|code|e-?mail)${end}`, 'unique'),
  rule(
    String.raw`(?:^|(?<=[.;,]\s*|\band\s+|\bbut\s+))(?:where|if|when|once) (?:it is |they are )?(?:given|present|set|stated|there|known|filled in|supplied),? (?:it |they )?(?:shall be|must be|has to be|have to be|is|are) unique${end}`,
    ', unique',
  ),
  rule(
    String.raw`\b(?:there (?:shall|may|can|must|is|will)(?: only)?(?: be)? )?(?:only|at most|no more than|not more than|exactly|never more than) one \p{L}+ (?:per|for each|for any one|for one|for the same|for every|of each) (?<scope>\p{L}+)(?: and (?:per |for each |the same )?\p{L}+)?${end}`,
    ', unique per $<scope>',
  ),
  rule(
    String.raw`(?:^|(?<=[.;,(]\s*|\band\s+|\bbut\s+))(?:(?:it|each|every|the same|any|an?|one) )?(?:\p{L}+ )?(?:(?:may|can|must|shall) )?(?:(?:be (?:used|given|entered|listed)|appear|occur)s? )?(?:only|at most|no more than|not more than) once (?:per|in|within|for|on|under)(?: (?:each|every|an?|one|any|the|the same|any one))? (?<scope>\p{L}+)${end}`,
    ', unique per $<scope>',
  ),
  rule(
    String.raw`(?:^|(?<=[.;,(]\s*|\band\s+|\bbut\s+))(?:(?:not|never) twice|no (?:duplicates|repeats|doubles)|never repeated) (?:per|in|within|for|on|under)(?: (?:each|every|an?|one|any|the|the same|any one))? (?<scope>\p{L}+)${end}`,
    ', unique per $<scope>',
  ),
  // "optional, except when the lid is open, then it is needed"
  rule(
    String.raw`\boptional,? (?:except|save|but not|apart from) (?:when|where|if|as long as) (?<condition>[^.;,]{3,60}),? (?:and )?(?:then|when|where|in which case) (?:it is|it['’]s|they are|it becomes|it gets|is|it must be) (?:needed|required|mandatory|compulsory|obligatory|necessary|given)${end}`,
    'optional, required if $<condition>',
  ),
]
