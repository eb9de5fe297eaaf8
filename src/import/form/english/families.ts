// Rewrites families of English wordings for the same fact of a field as one clause each: presence, defaults, uniqueness, and the setter.

type Rewrite = readonly [pattern: RegExp, text: string]

const end = String.raw`(?=\s*(?:[.,;:)–—]|$|and\b|but\b|or (?=may\b|can\b)))`
const one = String.raw`(?: (?:it|one|this|that|them|him|her|any))?`
const value = String.raw`["“‘\x60']?(?<value>(?!(?:it|they|that|this|an?|the|we|is|are|one|and|or|but|where|which|when|if|unless|needed|required|optional|said|stated|told|given|specified|noted|set|agreed|marked|shown|indicated|chosen)\b)-?[\w][\w.-]*\w|\d|[a-z])["”’\x60']?`
/** Words for a missing value: "if nobody fills it in", "unless told otherwise", "where nothing is indicated". */
const absence = String.raw`(?:(?:if|when|whenever|where|unless|as long as|in case|should)\s+(?:[\p{L}'’]+\s+){0,6}?(?:nothing|nobody|no one|no-one|none|otherwise|silent|silence|left (?:out|empty|blank|open)|missing|omitted|absent|empty|blank|skipped|unset|not|n['’]t|don['’]t|doesn['’]t|something (?:else|different|other)|anything (?:else|different)|another(?: \p{L}+)?|differently|else)(?:\s+[\p{L}'’]+){0,6}?|without (?:it|one|a value)|otherwise|by default|failing that|silence)`
const means = String.raw`(?:(?:it (?:is|will be|shall be|must be|is to be|is (?:understood|taken|deemed|considered)(?: to be| as)?|becomes|counts as|means|defaults to|falls back to)|(?:we|they|the (?:service|system|server)) (?:take|takes|assume|assumes|use|uses|set|sets|put|puts|mean|means|go for|goes for|fall back (?:to|on)|falls back (?:to|on)|enter|enters|write|writes)(?: (?:it (?:to|as|is)|that it is))?|(?:is|are|then|means?|stands for|counts as|becomes)(?: (?:it|they) (?:is|are))?)\s+)`

const rule = (pattern: string, text: string): Rewrite => [new RegExp(pattern, 'giu'), text]

export const englishFamilies: readonly Rewrite[] = [
  // Defaults.
  rule(String.raw`(?:^|(?<=[.;,(]\s*|\band\s+|\bbut\s+))${absence},?\s+(?:then )?${means}${value}${end}`, 'default $<value>'),
  rule(String.raw`(?:^|(?<=[.;,(]\s*|\band\s+|\bbut\s+))${absence}\s*:\s*${value}${end}`, 'default $<value>'),
  rule(
    String.raw`(?:^|(?<=[.;,(]\s*|\band\s+|\bbut\s+))(?:(?:it|this|which|and) )?(?:is|are|will be|shall be) (?:then )?(?:taken|assumed|treated|counted|understood|considered|presumed|set) (?:to be|as|to)\s+${value}\s+${absence}${end}`,
    ', default $<value>',
  ),
  rule(
    String.raw`(?:^|(?<=[.;,(]\s*|\band\s+|\bbut\s+))(?:(?:it|this|which|and) )?(?:counts?|stands?|goes|defaults|starts out) (?:as|at|to)\s+${value}\s+${absence}${end}`,
    ', default $<value>',
  ),
  rule(
    String.raw`(?:^|(?<=[.;,(]\s*))(?:the service|the system|we) (?:assumes?|takes?) (?:that )?(?:it is )?${value}\s+${absence}${end}`,
    'default $<value>',
  ),
  rule(String.raw`(?:^|(?<=[.;,(]\s*))${value}\s+${absence}${end}`, 'default $<value>'),
  rule(
    String.raw`\b(?:fallback|falls back to|preset(?: to)?|starting value|standard(?: value)?|usual value)\s*(?:is|:|=)?\s+${value}${end}`,
    'default $<value>',
  ),
  rule(
    String.raw`\b(?:normally|usually|initially|at first|by default)\s+(?:un-?ticked|not ticked|unchecked|not (?:set|checked|selected)|switched off|off)${end}`,
    'default no',
  ),
  rule(
    String.raw`\b(?:normally|usually|initially|at first|by default)\s+(?:ticked|checked|set|selected|switched on|on)${end}`,
    'default yes',
  ),
  rule(
    String.raw`\b(?:can be (?:absent|missing|omitted|left out)|optional|may be (?:absent|missing|omitted|left out)),? (?:and )?then ${value}${end}`,
    'optional; default $<value>',
  ),
  rule(String.raw`(?:^|(?<=[.;,(]\s*))being ${value} ${absence}${end}`, ', default $<value>'),
  rule(String.raw`(?:^|(?<=[.;,(]\s*))(?:where|if|when) omitted,? ${value}${end}`, 'default $<value>'),
  rule(
    String.raw`(?:^|(?<=[.;,(]\s*))(?:left out|omitted|missing|empty|absent|nothing) (?:means|is|counts as|stands for) ${value}${end}`,
    'default $<value>',
  ),
  rule(String.raw`(?:^|(?<=[.;,(]\s*))we (?:assume|take|presume) (?:that )?(?:it is )?${value}${end}`, 'default $<value>'),
  rule(
    String.raw`(?:^|(?<=[.;,(]\s*))(?:if|when|where) (?:it is )?(?:left )?(?:blank|empty|omitted|missing|absent|unset|not given),? ${value}${end}`,
    'default $<value>',
  ),
  rule(String.raw`\bin default of (?:which|that|it|this),? ${value}${end}`, 'default $<value>'),
  rule(String.raw`\b(?:pre-?set|preset|initialised|initialized|prefilled|pre-filled) (?:to|as|with) ${value}${end}`, 'default $<value>'),
  rule(
    String.raw`\b(?:at first|in the beginning|to begin with|(?:begins?|starts?) with(?= ["“‘\x60']?(?:-?\d|yes|no|true|false|on|off)\b)) ${value}${end}`,
    'default $<value>',
  ),
  rule(
    String.raw`(?:^|(?<=[.;,(]\s*|\band\s+|\bbut\s+))${absence},?\s+(?:then )?${value} (?:(?:then|shall|will) )?(?:appl(?:y|ies)|is (?:used|assumed|taken|meant|set|entered|understood|presumed|stored)|holds?|counts?|stands?)${end}`,
    ', default $<value>',
  ),
  rule(
    String.raw`(?:^|(?<=[.;,(]\s*|\band\s+|\bbut\s+))(?:it|this|which)(?: (?:is|are|shall be|will be|becomes?|remains?|starts? (?:out )?as|begins? as)) ${value} (?:${absence}|(?:when|once|while|as|at the moment|from the moment) (?:(?:the|an?|it|they|each|every) )?(?:\p{L}+ )?(?:is|are|was|has been) (?:first )?(?:created|made|new|opened|entered|registered|added|recorded|set up|filed|saved)|(?:on|at|upon) (?:its )?(?:creation|the (?:start|beginning|outset)|entry|registration|first)|to begin with|at first|initially|from the (?:start|beginning))${end}`,
    ', default $<value>',
  ),
  rule(
    String.raw`(?:^|(?<=[.;,(]\s*|\band\s+|\bbut\s+))(?:the |its )?(?:default|initial|standard|usual|starting)(?: value)? (?:is|shall be|being|will be)(?: always)? ${value}${end}`,
    ', default $<value>',
  ),
  // The setter.
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
  // Presence.
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
    String.raw`(?:\b(?:stuck|fixed|frozen|locked)(?: for ever| forever| once (?:chosen|set|saved|given|made|created))|(?:^|(?<=[.;(]\s*))(?:and |it is |is )*(?:stuck|fixed|frozen|locked)(?=\s*(?:$|[.;,)])))${end}`,
    'never changes',
  ),
  rule(String.raw`(?:^|(?<=[.;,]\s*))(?:no moving|cannot be moved|never moves)${end}`, 'never changes'),
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
  // Uniqueness.
  rule(
    String.raw`\b(?:only )?one (?:\p{L}+) per (?:address|\p{L}+) (?:in|within|for|of) (?:each|every|an?|one|the same) (?<scope>\p{L}+)${end}`,
    'unique per $<scope>',
  ),
  rule(
    String.raw`\bonly one \p{L}+ (?:per|in (?:each|an?|one)|within (?:each|an?|one)|of (?:each|an?)) (?<scope>\p{L}+) (?:may|can|must|shall) (?:carry|have|bear|use|hold) (?:an?|the|it|any)(?: (?:given|same|certain|particular))?(?: \p{L}+)?${end}`,
    'unique per $<scope>',
  ),
  rule(
    String.raw`\b(?:an?|each|every|one) (?<scope>\p{L}+) (?:has|have|may have|can have|gets) (?:only |exactly |at most |no more than )?one \p{L}+ (?:per|for each|for any one|at (?:the|one) same) \p{L}+${end}`,
    'unique per $<scope>',
  ),
  rule(
    String.raw`\b(?:one|an?) (?<scope>\p{L}+) (?:cannot|can['’]t|can never|must not|may not|never) (?:have|has|get|hold) two \p{L}+ (?:\p{L}+ )?(?:at|with|on|for|of) the same \p{L}+${end}`,
    'unique per $<scope>',
  ),
  rule(
    String.raw`\b(?:within|in|inside|per) (?:one|an?|the same|each|any one) (?<scope>\p{L}+),? no (?:two )?\p{L}+ (?:may|can|must|shall) (?:occur|appear|be used|be given|exist|come up|be repeated) (?:twice|again|more than once)${end}`,
    ', unique per $<scope>',
  ),
  rule(
    String.raw`\bno two \p{L}+ (?:shall|may|can|must|will) (?:bear|carry|have|share|use) (?:the same|one|it)(?: \p{L}+)?${end}`,
    'unique',
  ),
  rule(
    String.raw`\b(?:one of a kind|never (?:seen|used|given|issued|handed out|assigned|repeated|printed)(?: out)? (?:twice|again|more than once)(?: (?:in|on|within|across) (?:the|our) (?:whole )?\p{L}+)?|unique (?:amongst|among|across|over|throughout) (?:all )?(?:of )?(?:the |our )?\p{L}+|(?:is )?the only one of its kind)${end}`,
    'unique',
  ),
  rule(
    String.raw`\b(?:and |it |which |that |for which reason )*(?:must|has to|shall|needs to) (?:be different|differ) from (?:that|those|the \p{L}+) of (?:any|all|every) others?(?: \p{L}+)?${end}`,
    ', unique',
  ),
  rule(
    String.raw`\b(?:and |that )*(?:no|never an?) (?:other|second|further|two) \p{L}+ (?:may|can|must|shall|will|has|have|is|are|could)(?: ever)?(?: (?:have|has|use|share|carry|bear|be (?:entered|registered|added|called|known|given)|take|get|entered|registered))*(?: (?:with|by|as|under))?(?: (?:it|that|this|the same|one|so)(?: \p{L}+)?)?${end}`,
    ', unique',
  ),
  rule(
    String.raw`\b(?:two|three) \p{L}+ (?:cannot|can['’]t|can never|must never|must not|may not|never|do not|don['’]t) (?:share|have|use|bear|carry)(?: (?:it|one|the same(?: \p{L}+)?|an? \p{L}+))${end}`,
    ', unique',
  ),
  rule(String.raw`\b(?:and |it |which )*belongs? to (?:one|a single|only one|exactly one) \p{L}+(?: only| alone)?${end}`, ', unique'),
  rule(
    String.raw`\b(?:and |it |which |that )*(?:must|may|can|shall|does|will) ?(?:not|never) (?:recur|repeat|occur (?:twice|again)|be (?:used|taken|given|registered) (?:twice|again))${end}`,
    ', unique',
  ),
  rule(
    String.raw`\b(required|optional|unique|never changes|set by the service|default [\w.-]+) (?:and|but) (?=(?:(?:it|they|which|that) )?(?:shall|must|may|can|cannot|is|are|has|have|not|never|no|only)\b)`,
    '$1, ',
  ),
  // The keywords of JSON Schema, and their names in code.
  rule(String.raw`\b(?:max_?length|max_?len|max_?size)\b\s*[:=]?\s*(\d+)`, '; at most $1 characters'),
  rule(String.raw`\b(?:min_?length|min_?len|min_?size)\b\s*[:=]?\s*(\d+)`, '; at least $1 characters'),
  rule(String.raw`\b(?:maximum|max|lte|le)\s*[:=]\s*(-?\d[\d.]*)`, '; at most $1'),
  rule(String.raw`\b(?:minimum|min|gte|ge)\s*[:=]\s*(-?\d[\d.]*)`, '; at least $1'),
  rule(String.raw`\bexclusive_?maximum\s*[:=]\s*(-?\d[\d.]*)`, '; less than $1'),
  rule(String.raw`\bexclusive_?minimum\s*[:=]\s*(-?\d[\d.]*)`, '; more than $1'),
  rule(String.raw`\b(?:max_?items|max_?entries)\s*[:=]?\s*(\d+)`, '; at most $1 entries'),
  rule(String.raw`\b(?:min_?items|min_?entries)\s*[:=]?\s*(\d+)`, '; at least $1 entries'),
  rule(String.raw`\bmultiple_?of\s*[:=]?\s*0?\.1\b`, '; 1 decimals'),
  rule(String.raw`\bmultiple_?of\s*[:=]?\s*0?\.01\b`, '; 2 decimals'),
  rule(String.raw`\bmultiple_?of\s*[:=]?\s*0?\.001\b`, '; 3 decimals'),
  rule(String.raw`\b(?:format|type)\s*[:=]\s*(?=(?:date|date-time|email|uuid|uri|url|string|text|integer|number|boolean|time)\b)`, '; '),
  rule(String.raw`\benum\s*[:=]?\s*\[([^\[\]]+)\]`, '; one of: $1; '),
  rule(String.raw`\b(?:nullable|optional)\s*[:=]\s*(?:true|yes)\b`, 'optional'),
  rule(String.raw`\b(?:required|mandatory)\s*[:=]\s*(?:true|yes)\b`, 'required'),
  rule(String.raw`\b(?:required|mandatory)\s*[:=]\s*(?:false|no)\b`, 'optional'),
  rule(String.raw`\bread_?only\s*[:=]\s*(?:true|yes)\b`, 'read-only'),
  rule(String.raw`\bunique\s*[:=]\s*(?:true|yes)\b`, 'unique'),
  rule(String.raw`\b(?:def|dflt|default)\s*=\s*["'\x60]?([\w.-]*\w)["'\x60]?`, '; default $1'),
  [/(?:^|(?<=[.;,\s]\s*))(?<!\bNOT\s)NULL(?=\s*(?:[.;,)]|$))/gu, '; optional'],
  [/[−‒](?=\d)/gu, '-'],
  rule(
    String.raw`\b(?:a )?(?:capital |upper-?case )?(?-i:([A-Z]{1,4})) (?:followed by|and|then|plus|with|\+) (\d+|one|two|three|four|five|six|seven|eight|nine|ten|twelve) digits\b`,
    '$1 + $2 digits',
  ),
  rule(
    String.raw`(?:^|(?<=[.;,]\s*))whole (?:minutes|hours|days|weeks|months|years|seconds|percent|units|pieces|metres|meters|kilos?|kilograms|grams|watts|degrees|points)(?=\s*(?:[.;,)]|$))`,
    'whole number',
  ),
  rule(String.raw`\b(list|array|set) of:\s+(?=[\w-]+(?: [\w-]+){0,2}, )`, '$1 of one of '),
  rule(String.raw`(?:^|(?<=[.;,(]\s*|\band\s+|\bbut\s+))normally\s+${value}${end}`, 'default $<value>'),
  rule(String.raw`(?:^|(?<=[.;,(]\s*|\band\s+|\bbut\s+))${absence},?\s+(?=["“‘\x60])${value}${end}`, 'default $<value>'),
  rule(String.raw`(?:^|(?<=[.;,(–—]\s*))must(?=\s*(?:$|[.;,)–—]))`, 'required'),
  // Set once.
  rule(
    String.raw`\b(?:(?:it |that it |they )?(?:may|can|is|are|must) (?:only )?(?:be )?)?(?:entered|set|given|chosen|sent|written|filled in|stated) (?:only )?once(?: only)?(?:,? (?:and|but) (?:(?:may |can |must |will |is |it )*(?:not|never)|cannot)(?: (?:to )?(?:be )?)?(?:altered|changed|edited|set|touched|modified)?(?: (?:afterwards|again|later|any ?more|thereafter|after that))?)?${end}`,
    'never changes',
  ),
  rule(
    String.raw`(?:^|(?<=[.;,(]\s*))(?:not|never|no longer|no change|no changes) (?:later|afterwards|thereafter|after (?:creation|creating|entry|that))${end}`,
    'never changes',
  ),
  rule(
    String.raw`(?:^|(?<=[.;,(]\s*))(?:only|can only be set) (?:in|with|by) the (?:create|creating|creation|POST) (?:request|call)${end}`,
    'never changes',
  ),
  // "no two the same in one cemetery"
  rule(
    String.raw`\bno two(?: \p{L}+)?(?: (?:are|have|may have|can have|share))? (?:the same|alike|equal|identical)(?: \p{L}+)? (?:in|within|at|per|for|on|of|inside) (?:one|the same|an?|each|any|every|its|a single) (?<scope>\p{L}+)${end}`,
    'unique per $<scope>',
  ),
  // The codes of values beside their names: "one of: St Anne, Northfield (written `st_anne`, `northfield`)".
  rule(
    String.raw`\b(?:one of|either|enum|choice of|choose from):? [^\x60;.()]+\((?:written|as|in (?:the )?(?:data|code|json|api)|codes?|coded(?: as)?|values?|stored as|in short|short|namely|i\.e\.)?:? ?(?<codes>\x60[\w-]+\x60(?:(?:\s*,\s*|\s+(?:and|or)\s+|,? (?:and|or) )\x60[\w-]+\x60)+)\)`,
    'one of: $<codes>',
  ),
  // Kinds of values.
  rule(
    String.raw`\b(decimals?|money|amount|price|sum),? (?:with |of )?(one|two|three|four|\d) (?:digits?|places?)(?=\s*(?:[,;.)]|$))`,
    '$1; $2 decimals',
  ),
  rule(
    String.raw`\b(?:an? )?(?:number|text|value|code)? ?of the (?:kind|type|form) (?=(?:uuid|text|string|date|date-time|email|number|integer)\b)`,
    '',
  ),
  rule(String.raw`(?:^|(?<=[.;,]\s*))(?:uniq|unq)(?=\s*(?:[.;,)]|$))`, 'unique'),
  rule(String.raw`\b(?:dec|numeric|money)\((\d)\)`, 'number; $1 decimals'),
  rule(String.raw`\b(?:str|string|text|varchar)\((\d+)\s*(?:\.\.|-|–|,)\s*(\d+)\)`, 'text; $1 to $2 characters'),
  rule(String.raw`(?:^|(?<=[.;,]\s*))req(?:d|['’]d)?(?=\s*(?:[.;,)]|$))`, 'required'),
  rule(String.raw`(?:^|(?<=[.;,]\s*))opt(?=\s*(?:[.;,)]|$))`, 'optional'),
  rule(String.raw`(?:^|(?<=[.;,]\s*))sys(?=\s*(?:[.;,)]|$))`, 'set by the service'),
  rule(
    String.raw`(?:^|(?<=[.;,]\s*))(?:to be |must be |has to be )?distinct(?: (?:across|among|amongst|over) (?:all )?(?:the )?\p{L}+)?${end}`,
    'unique',
  ),
  rule(
    String.raw`(?:^|(?<=[.;,]\s*))(?:to be |must be )?distinct (?:per|within|for each) (?:an? |the |each |one )?(?<scope>[\p{L}_]+)${end}`,
    'unique per $<scope>',
  ),
  rule(String.raw`(?:^|(?<=[.;,]\s*))(?:not to be (?:issued|used|given|assigned) twice|distinct when (?:present|given))${end}`, 'unique'),
  rule(String.raw`(?:^|(?<=[.;,]\s*))cannot be re-?assigned${end}`, 'never changes'),
  rule(String.raw`(?:^|(?<=[.;,]\s*))not (?:under|below) (-?\d[\d.,]*\d|-?\d)`, 'at least $1'),
  rule(String.raw`(?:^|(?<=[.;,]\s*))not (?:over|above) (-?\d[\d.,]*\d|-?\d)`, 'at most $1'),
  rule(String.raw`(?:^|(?<=[.;,]\s*))(\d|one|two|three|four) digits? (?:after|behind) the (?:decimal )?point`, '$1 decimals'),
  rule(String.raw`(?:^|(?<=[.;,]\s*))len(?:gth)?\.? (\d+)\.\.(\d+)${end}`, '$1 to $2 characters'),
  rule(String.raw`(?:^|(?<=[.;,]\s*))len(?:gth)?\.? (\d+)${end}`, 'exactly $1 characters'),
  rule(String.raw`(?:^|(?<=[.;,]\s*))range (?=-?\d)`, ''),
  rule(String.raw`(?:^|(?<=[.;,]\s*))(?:integer|whole number|int),? from (-?\d+) (?:upwards?|on|onwards?)${end}`, 'integer, at least $1'),
  [/(^|[\s,;])=(?=["'`]?[\w-])["'`]?([\w.-]*\w)["'`]?(?=\s*(?:[,;]|\.?\s*$))/gu, '$1; default $2'],
  rule(String.raw`\b(list|array|set) of (?:[\w-]+ )?(?:names|words|tags|labels|phrases|strings|texts)\b`, '$1 of text'),
  rule(String.raw`(-?\d[\d.]*) ?(?:–|-|to) ?(-?\d[\d.]*), (?:whole|integer)${end}`, 'whole number, $1 to $2'),
  rule(String.raw`(?:^|(?<=[.;,]\s*))whole(?=\s*(?:[,;.]|$))`, 'whole number'),
  rule(String.raw`\b(\d+) ?(?:–|-|to) ?(\d+) long\b`, '$1 to $2 characters'),
  rule(String.raw`\bfalls back to ${value}${end}`, 'default $<value>'),
  rule(String.raw`\bwe (?:take|use|assume) ${value} (?:if|when) (?:not told|nobody says|untold)${end}`, 'default $<value>'),
  rule(String.raw`\b(\d+(?:\.\.| to |-)\d+ of them),? each (?:up to|at most) (\d+) characters`, '$1; each at most $2 characters'),
  rule(
    String.raw`\b(?:an? )?text of (?:not (?:less|fewer) than|no (?:less|fewer) than|at least|between|from) (\d[\d,]*) (?:and|but|to|and up to) (?:not more than |at most |no more than )?(\d[\d,]*\d|\d)(?: (?:characters?|letters?|signs))?`,
    'text, $1 to $2 characters',
  ),
  rule(
    String.raw`\b(?:an? )?text (?:of )?(?:not more than|no more than|at most|up to|not exceeding|not longer than|no longer than|not above) (\d[\d,]*\d|\d)(?!\d)(?: (?:characters?|letters?|signs))?(?! ?(?:digits|letters|words|lines|capital|small))`,
    'text, at most $1 characters',
  ),
  rule(
    String.raw`\b(?:an? )?text of (\d[\d,]*) to (\d[\d,]*\d|\d)(?!\d)(?: (?:characters?|letters?|signs))?(?! ?(?:digits|letters|words|lines|capital|small))`,
    'text, $1 to $2 characters',
  ),
  rule(String.raw`\b(?:an? )?text of (\d+|two|three|four|five|six|seven|eight|nine|ten|twelve) digits\b`, '$1 digits'),
  rule(String.raw`\b(?:an? )?(?:whole number|integer) of \p{L}+,? (?=(?:from|of at least|not|between|at|\d))`, 'whole number, '),
  // A bound that another field says is no part of the clause before it.
  rule(String.raw`\s+(?:and )?(?=(?:not exceeding|not above|no more than) [a-z_]{3,}\b(?! \d))`, '; '),
  rule(
    String.raw`\blist of (?:up to|at most|no more than) (\d+) texts? of (?:up to|at most|no more than) (\d+)(?: characters)? each`,
    'list of text, at most $1 entries, each at most $2 characters',
  ),
  rule(String.raw`\b(?:on )?(?:the|a) scale (?:from|of) (\d+)(?: \([^()]*\))? (?:to|-|–) (\d+)(?: \([^()]*\))?`, 'from $1 to $2'),
  rule(
    String.raw`\b(?:shall|must|may|can|will) (?:not|never) be (?:altered|amended|modified|changed|edited)(?: (?:after|upon|following) (?:its )?(?:creation|entry|saving))?${end}`,
    'never changes',
  ),
  rule(String.raw`(?<=[.;]\s*)(?:and )?(?:it|this) is (?:either |one of )?(?=[\w-]+(?:, [\w-]+)+,? or [\w-]+)`, 'one of: '),
  rule(String.raw`(?:^|(?<=[.;,]\s*))see [^:.;,]{2,40}:\s+(?=[\w-]+(?:, [\w-]+)*,? or [\w-]+)`, 'one of: '),
  rule(String.raw`\bwhich one${end}`, ''),
  rule(
    String.raw`\b(?:in|number of|count of) (?:minutes|hours|days|weeks|months|years|seconds)(?:,? (?=from|between|at|no|up|\d))`,
    'whole number, ',
  ),
  rule(String.raw`^(?:words|letters and words|a few words|some words|a sentence|a line)(?: of text)?${end}`, 'text'),
  rule(String.raw`\b(?:an? )?truth value${end}`, 'yes/no'),
  rule(String.raw`\b(?:an? )?tick[- ]?box${end}`, 'yes/no'),
  rule(String.raw`\b(?:an? )?(?:day on|date in) (?:the|a) calendar${end}`, 'date'),
  rule(
    String.raw`(?:^|(?<=[.;,]\s*))(?:the )?(?:day and (?:the )?time|date and (?:the )?time|moment in time|day and hour)${end}`,
    'date-time',
  ),
  rule(
    String.raw`\b(\d+) (?:characters?|letters?|signs) (?:are|is|will be|should be) (?:plenty|enough|sufficient|all we need)${end}`,
    'at most $1 characters',
  ),
  rule(
    String.raw`\b(?:runs?|goes|ranges?|extends?|comes?) (?:up )?to (\d[\d,]*) (characters?|letters?|signs)(?: at (?:the )?most)?${end}`,
    'at most $1 $2',
  ),
  rule(
    String.raw`\b(?:ranges?|ranging|runs?|running|lies|goes|anything|any number|a number|somewhere) (?:from|between) (-?\d[\d,.]*) (?:to|and|up to) (-?\d[\d,.]*\d|-?\d)`,
    ', from $1 to $2',
  ),
  rule(
    String.raw`\b(?:comprises?|consists of|has|numbers?) (\d[\d,]*) (?:to|-|–) (\d[\d,]*) (characters?|letters?|signs)${end}`,
    'from $1 to $2 $3',
  ),
  rule(String.raw`\b(entries|items|values|elements)\s+of\s+\[(\d+)\s*[,;]\s*(\d+)\]`, '$1; each $2 to $3 characters'),
  rule(String.raw`\b(?:an? )?(?:integer|whole number) of (-?\d+) or (?:more|above|higher)\b`, 'integer; at least $1'),
  rule(
    String.raw`\b(?:no|not) (?:smaller|less|lower|fewer) than (-?\d[\d,.]*) and (?:no|not) (?:larger|greater|more|higher|bigger) than (-?\d[\d,.]*\d|-?\d)`,
    ', from $1 to $2',
  ),
  rule(String.raw`\bwith (one|two|three|four|\d) digits? (?:behind|after) the (?:decimal )?point\b`, ', $1 decimals'),
]
