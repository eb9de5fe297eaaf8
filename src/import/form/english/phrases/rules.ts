// English phrases for bounds, rules, defaults and presence.

import type { Phrase } from '../../words/field-words.ts'
import { phrase, unit } from './phrase.ts'

export const englishRulePhrases: readonly Phrase[] = [
  [
    phrase(
      '(?:max(?:imum)?\\.?(?: length)?|length max|up to|at most|no more than|not more than|(?:no|not) (?:longer|larger|greater|higher|bigger) than|limited to|<=|≤|\\.\\.)\\s*(?:length\\s*)?(?:of )?NUM' +
        unit,
    ),
    { says: 'bounds', most: '$1' },
  ],
  [
    phrase(
      '(?:min(?:imum)?\\.?(?: length)?|at least|not less than|no less than|not (?:shorter|smaller|lower) than|starting (?:at|from)|>=|≥|from)\\s*(?:of )?NUM' +
        unit,
    ),
    { says: 'bounds', least: '$1' },
  ],
  [phrase('NUM' + unit + '\\s*(?:max(?:imum)?|at most|or less|or fewer)'), { says: 'bounds', most: '$1' }],
  [phrase('NUM' + unit + '\\s*(?:min(?:imum)?|at least|or more)'), { says: 'bounds', least: '$1' }],
  [
    phrase('(?:range |between |length |from |length from |length between )?NUM\\s*(?:-|–|\\.\\.|to|and)\\s*NUM' + unit),
    { says: 'bounds', least: '$1', most: '$2' },
  ],
  [phrase('(?:exactly )?(\\d+|two|three|four|five|six|eight|ten) digits'), { says: 'pattern', pattern: '^[0-9]{$1}$' }],
  [
    phrase('(?:exactly )?(\\d+|two|three|four|five|six) (?:capital|upper-?case|capital letters) ?(?:letters)?'),
    { says: 'pattern', pattern: '^[A-Z]{$1}$' },
  ],
  [phrase('(?:exactly )?(\\d+|one|two|three|four|five|six) lower-?case letters'), { says: 'pattern', pattern: '^[a-z]{$1}$' }],
  [phrase('(?:exactly )?([1-9]|[12]\\d|two|three|four|five|six) letters'), { says: 'pattern', pattern: '^[A-Za-z]{$1}$' }],
  // So many letters are the length of a text, which has other characters as well.
  [phrase('((?:[3-9]\\d|\\d{3,})) letters'), { says: 'bounds', most: '$1' }],
  [phrase('(?:exactly|=|always) ?(\\d+)(?: characters?| chars?)?'), { says: 'bounds', least: '$1', most: '$1' }],
  [
    phrase(
      "(?:no )?two \\w+ (?:of|in|at|within|from) (?:one|the same|an?|each) ([\\w ]+?) (?:can['’]t|cannot|may not|must not|may|can|have)(?: (?:have|share|use))? the same(?: \\w+)?",
    ),
    { says: 'uniqueWith', text: '$1' },
  ],
  [
    phrase(
      "(?:must be )?(?:globally )?unique|no two(?: \\w+)? (?:(?:are|have|may be|can be|with|may have|may share|can have|can share|share) )?(?:(?:the )?same(?: \\w+)?|one|it|an? \\w+)|two \\w+ (?:can['’]t|cannot|can not|may not|must not|never) (?:have|share|use|get) (?:(?:the )?same(?: \\w+)?|one|an? \\w+)|no duplicates(?: allowed)?|must be unique|unique (?:among|across|over|for) (?:all|every) .+|nobody else (?:may|can) (?:use|have) it|(?:may |must |can |shall )?(?:only )?(?:be used|be given|be taken|be registered|occurs?|appears?|exists?) (?:only )?once(?: only)?(?: in .+)?|no two [\\w ]{2,40}? the same(?: [\\w-]+){0,2}|unique (?:if|when|where) (?:it is )?(?:given|set|there|present|known|filled(?: in)?|specified|provided|not null|not empty)|there (?:can['’]t|cannot|may not|must not) be two(?: \\w+)? with the same(?: \\w+)?|one per \\w+ only|never twice|no repeats|no other .+ (?:may|can|has|have) (?:have |use |share )?(?:it|the same(?: \\w+)?)|not shared|used only once|no two (?:are )?(?:alike|equal|identical)|each (?:one )?only once|(?:must|may|can|shall|should)(?:n['’]t| not|not) (?:occur|appear|exist|be used|be given|repeat) (?:twice|again|more than once)|distinct for (?:each|every) \\w+",
    ),
    { says: 'rule', rule: 'unique' },
  ],
  [
    phrase(
      "unique[ ,;]*\\(?(?:capitals don['’]t matter|case[- ]insensitive(?:ly)?|ignoring (?:the )?case|ignoring capitals|(?:regardless of|no matter|whatever the) (?:the )?(?:case|capitals?|capitali[sz]ation|upper(?: and |\\/)lower ?case))\\)?",
    ),
    { says: 'rule', rule: 'unique' },
    { says: 'rule', rule: 'ignoring case' },
  ],
  [
    phrase(
      "(?:upper(?: and |\\/)lower ?case|capitals(?: and small letters)?|capitali[sz]ation|case) (?:(?:are|is|counts? as) the same|make no difference|does(?:n['’]t| not) (?:matter|count)|do(?:n['’]t| not) matter|is ignored)|capitals don['’]t matter|(?:in )?(?:any|either) case|case[- ]insens(?:itive(?:ly)?|\\.)?|ignoring case|regardless of case|case is ignored|not case[- ]sensitive(?:ly)?",
    ),
    { says: 'rule', rule: 'ignoring case' },
  ],
  [
    phrase(
      "(?:cannot|can['’]t|can not|must not|may not|shall not|should not|never|not|is not)(?: be)? (?:chang(?:ed?|es|eable)|edit(?:ed|able)?|updat(?:ed?|able)|alter(?:ed|able)?|modif(?:y|ied|iable)|amend(?:ed)?|patch(?:ed|able)?|mutable)(?: (?:later|afterwards|thereafter|again|after (?:creation|create|creating|that|saving|being set)|any ?more|any longer|later on|once (?:set|saved|created|given|stored|entered)))?|not to be (?:changed|altered|edited|modified|amended)(?: (?:later|afterwards|again|any ?more|thereafter|once \\w+))?|fixed forever|no (?:later |further )?(?:updates?|changes?|edits?)(?: (?:later|afterwards|allowed|possible|after (?:insert|creation)))?|immutable|im|never changes|fixed(?: after(?:wards)?(?: creation)?| once (?:set|created|saved|made|given|stored))?|immutable (?:after|once) \\w+|set once(?: only)?|(?:can |may )?only (?:be )?set (?:on|at|during|upon) creation|(?:can |may )?(?:be )?set (?:only (?:on|at|during|upon) creation|(?:on|at|during|upon) creation only)|only (?:set |given |sent |allowed )?(?:on|at|when) (?:creation|create|creating|POST)|never changed|write[- ]once|not changeable|(?:always )?(?:stays?|remains?|is always) (?:the same|as it is|unchanged|fixed)(?: (?:for ever|forever|always|afterwards|for good))?|(?:is )?unchangeable|not editable",
    ),
    { says: 'rule', rule: 'never changes' },
  ],
  [
    phrase(
      "read[- ]?only|ro|(?:server|service|system|backend)[- ](?:side )?only|(?:the )?(?:clients?|callers?|users?) (?:never|do not|don['’]t)(?: do| may)?(?: (?:send|set|write|give|fill|pass|provide)s?(?: (?:it|this|them)| it in)?)|from (?:us|the (?:service|system|server|backend|database))|🔒|(?:never|not) (?:sent |set |written |given |filled )?(?:by |from )?(?:the |a )?(?:clients?|callers?|users?|customers?)|(?:the )?(?:clients?|callers?|users?|you) (?:never|cannot|can['’]t|may not|must not|do not|don['’]t) (?:send|set|write|change|give|fill)s?(?: (?:it|this|them|these))?(?: in)?|we (?:set|make|fill|give|assign|calculate|compute|generate|add|write)s?(?: (?:it|them|this|these|those))?(?: (?:in|up|ourselves))?|server[- ]set|(?:only )?(?:set|given|calculated|computed|assigned|made(?: up)?|filled in|worked out|generated|created|maintained|kept|provided|determined|written|taken|copied)(?: only)? by (?:us|(?:the |our )?(?:service|system|server|backend|srv|application|database|platform))(?: only| alone| itself)?|only (?:the )?(?:service|system|server) (?:sets|fills in|writes|changes|can set|may set|makes) (?:it|this)|(?:the )?(?:service|system|server|srv|computer|software|program|database|backend) (?:sets|makes|fills|calculates|computes|works out|assigns|generates|enters|gives|writes)(?: (?:it|this|them))?(?: (?:in|up|out))?|(?:nobody|no one)(?: else)? (?:can|may|must) (?:ever )?(?:type|write|send|set|change|enter|edit|fill)(?: (?:it|them|this|to it|to them))?(?: in)?|(?:set |filled |generated |assigned |created )?auto(?:matic(?:ally)?)?(?: set| generated| assigned| filled)?|(?:auto|system|server|service)[- ](?:generated|set|assigned|managed|computed|calculated|filled|increment(?:ed)?)|auto-?increment(?:ed)?|computed|calculated|derived|generated|(?:set|assigned|stamped|updated|refreshed|filled in|noted|recorded)(?: automatically)? (?:on|at|upon|with) (?:its |the )?(?:creation|create|insert|insertion|update|entry|(?:each|every) (?:change|modification|update|write|edit|save))|not writable|(?!(?:check|validat|verifi|us|need|stor|sent|show|read|ignor|reject|refus|limit|approv|lower|upper|capitali|normali|trimm|clean|format|convert|translat|hash|encrypt|mask|sort)\\w*)[a-z]+(?:ed|en) (?:only )?by (?:us|(?:the |our )?(?:service|system|server|backend|application|database|platform|software|program))",
    ),
    { says: 'rule', rule: 'read-only' },
  ],
  [
    phrase('(?:the |is the |serves as (?:the )?)?(?:primary key|pk|key|identifier|natural key)|identifies (?:the|an?|each) \\w+'),
    { says: 'rule', rule: 'key' },
  ],
  [
    phrase(
      '(?:append|insert)[- ]only(?:[:;,] .*)?|nothing (?:in (?:here|it|this) |here |of it |of this )?(?:is|are|can be|may be|will be|gets) (?:ever )?(?:edited|changed|altered|updated|modified|touched)(?: .*)?',
    ),
    { says: 'rule', rule: 'never changes' },
  ],
  [phrase("(?:(?:it|that)(?: is|['’]s) |all |also )?ours"), { says: 'rule', rule: 'readonly' }],
  // In code, what is set once is also read-only.
  [phrase('readonly property'), { says: 'rule', rule: 'readonly' }],
  [phrase('uni|uq|uk|uniq|unq'), { says: 'rule', rule: 'unique' }],
  [phrase('pri'), { says: 'rule', rule: 'key' }],
  [phrase('mul|ix|idx|index|indexed'), { says: 'nothing' }],
  [phrase('n?char\\s*\\(\\s*(\\d+)\\s*\\)'), { says: 'type', type: 'text' }, { says: 'bounds', least: '$1', most: '$1' }],
  [phrase('(?:used |given |allowed )?(?:only|just) once|once only'), { says: 'rule', rule: 'unique' }],
  [phrase('sensitive|confidential'), { says: 'rule', rule: 'sensitive' }],
  [phrase('write[- ]?only|wo'), { says: 'rule', rule: 'write-only' }],
  [
    phrase(
      '(?:defaults? (?:to|is) |(?:defaults?|dflt|def\\.):? |initially |(?:we |it )?(?:starts?|begins?) (?:out )?(?:at|as|from|on|with(?= [`"]?(?:-?\\d|yes|no|true|false|on|off)\\b)) |if left out:? |if not given:? |if missing:? |starts (?:at|as) |default value:? )\\s*[`"]?(?!(?:it|they|this|that|the|an?|we|is|are|to|as|value|from|by|on|in|of)(?![\\w-]))([^`"\\s]+)[`"]?',
    ),
    { says: 'default', text: '$1' },
  ],
  [
    phrase(
      '[`"“]?([^\\s`"”]+)[`"”]? (?:by default|if (?:left out|not given|unspecified|omitted|missing|absent|empty|blank|left (?:empty|blank))|for (?:everybody|everyone|all) at first|at first|initially|to begin with|if not said|unless (?:stated|said|given|told|specified|set|changed|agreed|noted|chosen|sent)(?: otherwise)?|unless (?:something else|another(?: \\w+)?|otherwise|it|anything else) (?:is |was )?(?:sent|given|chosen|stated|set|agreed|specified|said|selected|changed)(?: otherwise)?|when (?:left out|not given|omitted))',
    ),
    { says: 'default', text: '$1' },
  ],
  [
    phrase(
      '(?:(?:the )?default(?: value)?(?: is|:)?|(?:it is|it\'s|then|,)?) ?["“]([^"”]+ [^"”]+)["”](?: (?:by default|if (?:left out|not given|omitted|missing|absent|empty|blank|left (?:empty|blank))))?(?<=default.*|if .*)',
    ),
    { says: 'default', text: '$1', isQuoted: true },
  ],
  [
    phrase(
      '(?:(?:the )?default(?: value)?(?: is|:)?|if (?:nothing (?:else )?is |it is |none is )?(?:left out|not given|given|said|stated|chosen|specified|omitted|missing):?|otherwise:?) [`"“]?([\\w-]+ [\\w -]+?)[`"”]?',
    ),
    { says: 'default', text: '$1' },
  ],
  [
    phrase(
      'optional|opt\\.?|(?:is |are )?(?:not|no) (?:a )?must(?:[- ]have)?|must not have|not must[- ]have|voluntary|not mandatory|not obligatory|nullable|or null|can be (?:omitted|absent|null|blank)|may be (?:blank|empty|left out|missing|omitted|absent|null)|nullable|\\?|not required|(?:can|may) (?:be )?(?:left |stay |remain |kept )?(?:empty|left out|missing|blank|out|omitted|away)|need not be (?:given|there|present|set)',
    ),
    { says: 'must', must: 'no' },
  ],
  [
    phrase(
      '(?:it )?(?:shall|must|has to) (?:identify|name|denote|designate|be the id of|be one of the) (?:an? |the |one |an existing )?`?(\\w+(?: \\w+)?)`?(?: of (?:the|an?) \\w+)?',
    ),
    { says: 'reference', text: '$1' },
  ],
  [phrase('(?:smallest|lowest|least|shortest|lower (?:bound|limit))(?: value)?:? NUM'), { says: 'bounds', least: '$1' }],
  [phrase('(?:biggest|largest|highest|greatest|longest|upper (?:bound|limit))(?: value)?:? NUM'), { says: 'bounds', most: '$1' }],
  [phrase('(?:an? )?electronic mail(?: address)?'), { says: 'type', type: 'email' }],
  [phrase('never (?:empty|blank)'), { says: 'must', must: 'yes' }, { says: 'bounds', least: '1' }],
  // What is required only on a condition may be missing otherwise.
  [
    phrase(
      '(?:but |and )?(?:is |it is |are )?(?:required|mandatory|compulsory|necessary|obligatory|needed|must[- ]have) (?:only |but only |just )?(?:if|when|where|whenever|once|as soon as|in case|provided(?: that)?|then|in that case|from then on)\\b.*',
    ),
    { says: 'must', must: 'no' },
    { says: 'more' },
  ],
  [
    phrase(
      'required|reqd?\\.?|mandatory|compulsory|necessary|we need it|we need this|not null|non-?null|not optional|not nullable|obligatory|must[- ]have|(?:must|shall|has to|have to|needs to|need to|is to|are to) be (?:there|given|entered|supplied|provided|specified|chosen|selected|present|filled(?: in)?|set|sent|passed|submitted|included|stated)|must (?:always )?(?:send|supply|provide|give)(?: (?:it|one|this))?|always (?:there|present|given)|cannot be (?:empty|left out|missing)|needed|obligatory',
    ),
    { says: 'must', must: 'yes' },
  ],
  [phrase('never negative|not negative|non-negative|not below zero'), { says: 'bounds', least: '0' }],
  [phrase('(?:may|can) be negative'), { says: 'bounds', least: 'none' }],
  [phrase('see .*|utc|see|e\\.g\\.?.*|for example .*|such as .*|like "?`?[\\w .-]+`?"?'), { says: 'nothing' }],
]
