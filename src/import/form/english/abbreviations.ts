// Rewrites abbreviations and other names of the service in English descriptions of fields, before all other rewrites.

const rule = (pattern: string, text: string): readonly [pattern: RegExp, text: string] => [new RegExp(pattern, 'giu'), text]

const start = String.raw`(?:^|(?<=[.;,(:/]\s*))`

const given = String.raw`(?:sa(?:y|id|ys)|tells?|told|cho(?:oses?|osen|sen)|gives?|given|sends?|sent|sets?|stated?|states|specif(?:y|ied|ies)|fill(?:ed|s)?|enter(?:ed|s)?|pick(?:ed|s)?|provided?|provides|supplie[ds]|supply|mention(?:ed|s)?|present|there|writes?|written|typed?|types|select(?:ed|s)?|answer(?:ed|s)?|decide[ds]?|named?|entered)`

/** "nobody says", "none is given", "they don't choose one": the caller gave no value. */
const ungiven = String.raw`(?:(?:none|nothing(?: else)?|nobody|no-?one|no one|no \p{L}+) (?:(?:is|was|are|has been|have been|gets|has) )?${given}|(?:it|this|they|you|we|he|she|people|one|(?:the |an? )?(?:caller|client|user|field|value|sender|customer|member|person|guest)s?) (?:(?:is|was|are|were|do|does|did|has|have|has been|have been)(?: not|n['’]t)(?: been)?) ${given})(?: (?:in|it|one|any|anything|a value|for it|here|otherwise|so|about it|which))?`

const value = String.raw`["“'\x60]?(?!(?:it|they|we|you|the|this|that|an?|and|or|but|then|nothing|none|no|not|is|are|must|refuse[ds]?|error|optional|required)\b(?!["”'\x60]?\s*(?:[.;,)]|$)))(?<value>-?\d[\d,]*(?:\.\d+)?|\p{L}[\p{L}\d_.+-]*(?<!\.))["”'\x60]?`

const end = String.raw`(?=\s*(?:[.;,()]|$))`

/** Nouns that can only mean the service itself, not one of its callers. */
const itself = String.raw`(?:portal|site|website|database|db|api|tool|software|computer|program|engine|registry|back-?end)`

export const englishAbbreviations: readonly (readonly [pattern: RegExp, text: string])[] = [
  // Words of people whose first language is another one.
  rule(String.raw`\bfrom (-?\d[\d.,]*) till (?=-?\d)`, 'from $1 to '),
  rule(String.raw`(-?\d[\d.,]*) till (?=-?\d)`, '$1 to '),
  rule(String.raw`\btill (?=\d)`, 'up to '),
  rule(String.raw`\bmaximally\b`, 'at most'),
  rule(String.raw`\bminimally\b`, 'at least'),
  rule(String.raw`(\d) signs\b`, '$1 characters'),
  rule(String.raw`\bfacultative\b`, 'optional'),
  rule(String.raw`\b(?:date and hour|day and hour)\b`, 'date and time'),
  rule(String.raw`\belectronic address\b(?= |$|[.;,)])`, 'e-mail address'),
  rule(String.raw`\bcan not\b`, 'cannot'),
  rule(String.raw`(?<=^|[.;,(]\s*)(?:it is )?only (?:for|to) (?:be )?read(?:ing)?${end}`, 'read-only'),
  rule(String.raw`\bone has (?:the )?form (?=\x60)`, 'each '),
  rule(
    String.raw`\b(?:is |are )?(?<word>uuid|text|number|date), (?:the )?service (?:gives|makes|sets)\b(?: it)?(?: too)?`,
    '$<word>, set by the service',
  ),
  // A reason says nothing of the value.
  rule(String.raw`${start}only we (?:can |may )?(?:set|fill|change|write|touch)s? (?:that|it|this|them)${end}`, 'set by the service'),
  rule(String.raw`(?:\bthen )?\b(\d+) (?:to|and|-|–) (\d+) of (?:these|them|those)${end}`, '$1 to $2 entries'),
  rule(String.raw`,?\s+because\s+[^.;()]+${end}`, ''),
  rule(
    String.raw`(?<=^|[.;,(]\s*)(?:the|our) (?:computer|program|software|machine) (?=(?:itself |alone )?(?:takes?|gets?|copies|reads?|fetches)\b)`,
    'the service ',
  ),
  rule(
    String.raw`\b(list|array|set) of (?:not more than|no more than|at most|up to) (\d+) of (the [^.;,()]+)`,
    '$1 of $3; at most $2 entries',
  ),
  rule(String.raw`\b(list|array|set) of (?:not|no) more than (?=\d)`, '$1 of up to '),
  rule(String.raw`(?:^|(?<=[.;,(:/?]\s*))(yes|no|none|true|false), (?=unless\b)`, '$1 '),
  rule(
    String.raw`\b(?:it )?(?:can be (?:sent|set|written|given) but )?(?:is |are )?(?:never|not) (?:shown|returned|displayed|sent back|given back|given out|readable|read back|revealed)(?: again| back| afterwards| in (?:any )?(?:answers?|responses?))*${end}`,
    'write-only',
  ),
  rule(
    String.raw`\b(?:shall |must |may |can )?(?:be |is |are )?(?:accepted|sent|set|taken)(?: by (?:the |a )?\p{L}+)? but (?:shall |must |will |may |is |are )?(?:never|not)(?: be)? (?:part of|included in|contained in|in|returned in|shown in) (?:an? |any )?(?:answers?|responses?)${end}`,
    'write-only',
  ),
  rule(
    String.raw`\b(?<first>\d) being the (?:next|first|lowest|highest|top|best|most urgent|least urgent)\b[^.;,()]*`,
    'at least $<first>',
  ),
  rule(String.raw`${start}num (?=-?\d)`, 'number '),
  rule(
    String.raw`${start}(?:cannot|can['’]t|can not|must not|may not|shall not|must never|can never) be (?:sent|sent in|passed|supplied)${end}`,
    'read-only',
  ),
  // "list of 1 to 3 of the values red, blue"
  rule(
    String.raw`\b((?:list|array|set) of (?:[\w-]+ )*?)(?:out )?of the (?:following )?(?:values|choices|options|words|codes):? (?=[\w\x60"-]+(?:,|\s(?:and|or)\s))`,
    '$1of ',
  ),
  // "required: `red`, `blue`", "with `red` as the default", "`red` is the default"
  rule(String.raw`\b(required|mandatory|needed|optional):\s+(?=\x60[\w-]+\x60(?:,\s*(?:or |and )?|\s+(?:or|and)\s+)\x60)`, '$1; one of: '),
  rule(String.raw`[;,]?\s+(?:with )?\x60([\w.-]+)\x60 (?:is|as|being) the (?:default|standard|usual value)${end}`, '; default $1'),
  rule(String.raw`\b(str|string|text|int|integer|num|number) (\d+\.\.\d+) \[(\d+)\.\.(\d+)\]`, 'list of $1 $2, $3 to $4 entries'),
  ...[1, 2, 3, 4].map((count) =>
    rule(
      String.raw`\b(?:(?:dec|decimal|num|number) ?\(0\.${'0'.repeat(count - 1)}1\)|(?:dec(?:imal)?|num(?:ber)?),? (?:with |in )?steps? (?:of )?0\.${'0'.repeat(count - 1)}1(?!\d))`,
      `decimal, ${count} decimals;`,
    ),
  ),
  rule(String.raw`\bunique (?:together|jointly|in combination) with\b`, 'unique per'),
  rule(String.raw`\btxt\b\.?`, 'text'),
  rule(String.raw`\b(whole|running|serial|decimal|dec)\.? (?:no|nr|num|nbr)s?\b\.?`, '$1 number'),
  rule(String.raw`${start}(?:num|nbr|numb)\b\.?(?=\s*(?:$|[;,(\d]))`, 'number'),
  rule(String.raw`\balphanum\b\.?`, 'alphanumeric'),
  rule(String.raw`\bcap(?:s|\.)? letters?\b`, 'capital letters'),
  rule(String.raw`\bdate ?(?:\+|&|\/|and) ?time\b|${start}d\/t\b`, 'date and time'),
  rule(String.raw`\bref\.(?= (?:to|of)\b)`, 'reference'),
  rule(String.raw`\bref\.?(?= → )`, 'reference'),
  rule(String.raw`\bw\/o\b`, 'without'),
  rule(String.raw`\bw\/(?= )`, 'with'),
  rule(String.raw`\b(?:chrs|chars|char|chr)\b\.(?= |$)`, 'characters'),
  rule(
    String.raw`(?<=^|[.;,(–—-]\s*)(?:if|where|when|whenever|should|in case) ${ungiven}\s*[,:–—-]\s*(?:then )?(?:(?:it|this|that|the value) (?:is|becomes|counts as|will be|shall be) |(?:we|the (?:service|system)) (?:use|take|assume|put|write|set)s? |use |take |assume )?${value}${end}`,
    ', default $<value>',
  ),
  rule(String.raw`(?<=^|[.;,(:–—-]\s*)${value},? (?:if|where|when|whenever|in case|as long as) ${ungiven}${end}`, ', default $<value>'),
  rule(
    String.raw`\b(reference|references|ref\.?|link|fk|ids?|key) (to|of) (?:§ ?|section |chapter |clause |table |no\.? )?\d+(?:\.\d+)*\.?\s+(?=\p{L})`,
    '$1 $2 ',
  ),
  rule(String.raw`\b(unique|once) (per|within|for each|in|inside) [\x60*_"“]+([\w ]+?)[\x60*_"”]+`, '$1 $2 $3'),
  rule(String.raw`\b((?:can['’]t|cannot|can not|must not|may not|never) (?:be )?chang(?:e|ed|es)) after(?:wards)?${end}`, '$1 afterwards'),
  rule(
    String.raw`\b((?:cannot|can['’]t|can not|must not|may not|shall not|never)(?: be)? (?:changed?|altered|edited|amended|modified)) (?:after|once) (?:the )?(?:registration|enrolment|entry|signing up|sign-?up|creation|(?:it|they|the \p{L}+) (?:is|are|was|were|has been|have been) (?:made|created|entered|registered|saved|stored|recorded))${end}`,
    '$1 afterwards',
  ),
  rule(String.raw`(\d) (?:chars?|characters?|letters|signs) tops\b`, '$1 characters at most'),
  rule(String.raw`${start}(?:(?:by|from) )?(?:the )?(?:computer|machine)${end}`, 'set by the service'),
  rule(
    String.raw`\b(?:stays?|remains?|kept|keeps?|fixed|the same) (?:(?:the same|as it is|unchanged|like that|so) )?(?:forever|for ever|for good|for life|from then on|ever after)${end}`,
    'never changes',
  ),
  rule(
    String.raw`\b(?:fixed|immutable|frozen|locked|constant) (?:after|once|from|since|on) (?:(?:the )?(?:first )?(?:insert(?:ion|ed)?|created?|creation|POST|saved?|entry)|it is (?:made|created|saved|inserted))${end}`,
    'never changes',
  ),
  rule(String.raw`${start}(?:for ?ever|for good|for life|stays(?: the same| as it is| unchanged))${end}`, 'never changes'),
  rule(String.raw`\bby the ${itself}\b`, 'by the service'),
  rule(
    String.raw`\bthe ${itself}(?= (?:itself|alone|only|automatically|does|sets?|assigns?|generates?|fills?|makes?|gives?|writes?|keeps?|computes?|calculates?|counts?|stamps?)\b)`,
    'the service',
  ),
  rule(
    String.raw`\b(?:server|system|service|auto|automatically|machine|back-?end|db|database|platform)[- ](?:set|generated|assigned|managed|maintained|computed|controlled|filled|supplied|owned|stamped|written)\b`,
    'set by the service',
  ),
  rule(
    String.raw`(?<=set by the service\s*[,;(]\s*)(?:dropped|ignored|discarded|refused|rejected|stripped|thrown away)(?: silently)? (?:if|when) (?:sent|given|set|present|supplied|provided|included)\b`,
    '',
  ),
]
