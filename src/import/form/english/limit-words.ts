// English words about rates, sizes, times and pages.

import type { LimitWords } from '../words/limit-words.ts'

const atMost = String.raw`(?:(?:at most|at the most|up to|no more than|not more than|more than|a maximum of|max(?:imum)?\.?(?: of)?|only)\s+)`
const making = String.raw`(?:create|place|make|open|register|submit|send|add|file|post|start|report|enter|raise|upload|request|order|issue)`
const made = String.raw`(?:created|placed|made|opened|registered|submitted|sent|added|filed|posted|started|reported|entered|raised|uploaded|requested|ordered|issued)`
const perTime = String.raw`(?:per|an?|each|every|(?:in|within) (?:an?|one|any))\s+(?<unit>second|minute|hour|day)`
const perWho = String.raw`(?:per|for each|for every|for one|from each|by each|by an?|by any one|for any one|from any one)\s+(?:single )?(?<who>[\p{L}][\p{L}-]*(?: [\p{L}-]+)?)`
const things = (isNew: string): string => String.raw`(?<value>\d[\d,]*)\s+(?:${isNew}\s+)?(?<thing>[\p{L}][\p{L}-]*(?: [\p{L}-]+){0,2}?)`
const newThings = things('(?<made>new|fresh)')
const anyThings = things('(?:new|fresh)')

export const englishLimitWords: LimitWords = {
  timedMove:
    /^(?:(?:an? |the |all |old |unused )*)(?<state>[\p{L}_-]+):? (?:(?:is|are|gets?|will be) )?(?:auto(?:matically)?[- ]?(?<to>[\p{L}_]+)(?: after| in) (?<count>\d+) ?(?<unit>\p{L}+))\.?$/iu,
  units: {
    s: 'second',
    sec: 'second',
    second: 'second',
    seconds: 'second',
    min: 'minute',
    minute: 'minute',
    minutes: 'minute',
    m: 'minute',
    h: 'hour',
    hour: 'hour',
    hours: 'hour',
    d: 'day',
    day: 'day',
    days: 'day',
    week: 'week',
    weeks: 'week',
    wk: 'week',
    wks: 'week',
  },
  longUnit: /^(?:mo|months?|yrs?|years?|quarters?)\.?$/i,
  rate: /(\d[\d, ]*)\s*(?:requests?|calls?|reqs?\.?|times)?\s*(?:(?:an?|per|\/|each|every|(?:in|within|during|over) (?:an?|one|any|any one|each|every))\s*(?=[a-z])|(?:in|within|every|per|\/|over|during|each)\s*(?=\d))((?:\d+\s*)?(?:seconds?|sec|s|minutes?|min|hours?|h|days?))\b(?:,?\s*(?:\/|(?:per|for|from|by|with|of|and)\b(?: (?:each|every|one|any|an?|the|all)\b)?)\s*([\w -]+?))?(?=[,.;:(]|$|\s+(?:each(?=\s*(?:[,.;:(]|$))|without\b|with\b|w\/o\b|when\b|if\b|burst|and\b|or\b|\/))/i,
  everyCaller:
    /\b(?:nobody|no[- ]one|everyone|everybody|anyone|anybody|each|every|any|all|by default|normally|usually|generally|otherwise|(?:an?|one) (?:user|client|caller|person|customer|member))\b/i,
  burstName: /^(?:max(?:imum)? )?bursts?(?: size)?$/i,
  burst: /\b(?:bursts?|peaks?|spikes?)(?: of| up to| to)*:?\s*(\d[\d, ]*)/i,
  address: /^(?:ip|ip address|address|client address)$/i,
  bodySize:
    /^(?:(?:request |maximum |max\.? |largest )*body(?: (?:size|max(?:imum)?|limit))*|(?:maximum|max\.?|size of an?|largest) (?:request )?(?:body|payload|request)(?: size)?|payload(?: size)?|(?:max(?:imum)?\.? )?(?:request|upload|message|payload|body|json body) (?:size|limit)|json body|requests?|(?:max(?:imum)?\.? )?(?:msg|message|request|upload|payload|body|content)s?\.? ?(?:size|length|limit)|size of (?:an? |the |any |one )?(?:request|body|payload|message)s?(?: body)?|size of what (?:is|you|they|one|clients?|callers?) sen[dt]s?|what is sent|anything sent)$/i,
  mostHeader: /\b(?:max(?:imum)?|most|limits?|cap|upper)\b/i,
  pageSize:
    /^(?:(?:max(?:imum)?\.? )?(?:(?:\w+) (?:on|in|per) (?:a|each|one|any) page(?: of (?:a|any|the|each) lists?)?|(?:\w+) in (?:a|one|each|any) list|page[ _-]?size|per[ _-]?page|(?:items|records|entries|rows|results) per page|lists?|list (?:size|page|length)s?|list page size|page of (?:a|the|any) list|(?:max(?:imum)?\.? )?rows per page|results per page|page length|page|limit))$/i,
  timeout: /^(?:request )?(?:timeout|time[- ]?out|time limit|processing time)$/i,
  size: /(\d+)\s*(k|m|g)(i?)(?:b\b|(?:ilo|ega|iga|bi)?bytes?\b)/i,
  page: /(?:(?<usual>\d+)\s*(?:records|items|entries|results)?\s*(?:by )?(?:default|if not given|if left out|unless said otherwise|normally|usually)?|(?:default|usually)\s*(?<other>\d+))\s*[,;/]\s*(?:and |but )?(?:(?:max(?:imum)?\.?|at most|up to|no more than)\s*)?(?<most>\d[\d,]*)(?:\s*(?:max(?:imum)?|at most))?\s*\.?$/i,
  duration: /^(?:after |for |within )?(\d+)\s*-?(seconds?|sec|s|minutes?|min|hours?|h|days?|d|weeks?|wks?)(?: ahead| each| long)?\.?$/i,
  durationOf: /^(\d+\s*-?\p{L}+) (?:for|of|after|from|since|before) (.+)$/iu,
  noLimit: /^(?:no limit|unlimited|none|∞|[-–—]|n\/a)$/i,
  sharedLimit:
    /^(?<one>an? [\p{L} -]+ (?<may>(?:may|can|must)(?: not)? (?:be|have|hold|contain) (?:at most|up to|no more than|more than)) \d[\d,]* ?\p{L}+),? and (?<other>an? [\p{L} -]+) (?<value>\d[^,;]*)$/iu,
  limitSentences: [
    /^requests? (?<name>time ?out) after (?<value>\d+ \w+)$/i,
    /^(?<name>request timeout|timeout) (?:is |of )?(?<value>\d+ \w+)$/i,
    /^(?<name>(?:request )?(?:body|payload|page size|timeout))(?: size)?(?: is| of)?\s+(?:max(?:imum)?\.?|at most|up to|limited to|no more than|≤|<=|<)?\s*(?<value>\d.*)$/i,
    /^(?:default |usual |normal )?(?<name>page size)\s*(?:is |of |:)?\s*(?<value>\d.*)$/i,
    /^(?:max(?:imum)?\.?|at most|up to|no more than|not more than|≤|<=)\s*(?<value>\d[\d, ]*)\s+(?<name>\p{L}[\p{L}\d &/-]+?)(?:\s*\(.*\))?$/iu,
    /^(?:an? |the |each )?(?<name>(?:request )?body|request|payload|page|upload)\s+(?:may be|may not be|must not be|cannot be|can['’]t be|must be|is|has|may have|can have|can be|holds)\s+(?:at most |up to |no (?:more|larger|bigger|longer) than |(?:larger|bigger|longer) than |over |smaller than |under )?(?<value>\d.*)$/i,
    /^(?:each|every|an?|one)\s+(?<owner>\p{L}+)\s+(?:may|can|has|is allowed|cannot|can['’]t)\s+(?:have |to have |hold |own |keep |make )?(?:(?:at most|up to|no more than|not more than|more than|a maximum of)\s+)?(?<value>\d[\d, ]*)\s+(?<name>\p{L}[\p{L}\d -]+?)(?: at (?:the )?most)?$/iu,
    /^(?:an?|the|each|every|one)\s+(?<name>\p{L}[\p{L} ]*? (?:lasts|takes|runs))\s+(?:at most |up to |no more than |no longer than )?(?<value>\d+ \w+)(?: at (?:the )?most)?$/iu,
    /^(?:(?:an?|the|each|every)\s+)?(?<name>\p{L}[\p{L}\d '’-]+? (?:kept|held|stored|retained|preserved|stays?|remains?|is available|are available|valid|expires?|deleted|ends?|removed|archived|cancelled|canceled|purged|erased|wiped|closed|released|live|lives))(?: for| after)?\s+(?<value>\d+ \w+)(?: (?:after|from|since) .+)?$/iu,
    /^(?:no|not) more than\s+(?<value>\d[\d, ]*)\s+(?<name>\p{L}[\p{L}\d -]+)$/iu,
    /^(?:the |an? )?(?<name>\p{L}[\p{L} -]*?)(?: is| of|:)?\s+(?:at most |up to |max\.? |≤ ?)?(?<value>\d+ ?(?:s|ms|sec|seconds?|min|minutes?|h|hours?|d|days?|weeks?))$/iu,
  ],
  limitRewrites: [
    [
      /^([a-z][a-z -]*?(?: callers?| users?| clients?| visitors?)?):? (\d[\d,]*) ((?:requests?|calls?) (?:per|an?|each|every|\/) ?(?:second|minute|hour|day)),? (?:and )?(?!burst|peak|spike|max)([a-z][a-z -]*?(?: callers?| users?| clients?| visitors?)?):? (\d[\d,]*)$/i,
      '$1: $2 $3, $4: $5 $3',
    ],
    [/\bat the (?:very )?most\b/gi, 'at most'],
    [
      /^with (an? [\w-]+),? (?:at most |up to )?(\d[\d,]*) ((?:requests|calls) (?:per|an?|each) \w+)(?: (?:are|is|may be) \w+)?,? (?:and )?without (?:one|it|that|this) (?:at most |up to )?(\d[\d,]*)(?: (?:requests|calls))?(?: (?:per|an?|each) \w+)?$/i,
      'callers with $1: $2 $3, callers without $1: $4 $3',
    ],
    [/\bnever (has|have|shows?|holds?|contains?|returns?|gives?) more than\b/gi, '$1 at most'],
    [
      /\b(\d+)(?: \p{L}+s)? (?:to|on|per|a) (?:(?:a|the|each|one) )?page(?=\s*[,;(]\s*(?:and |but )?(?:on (?:request|demand) )?(?:at most|max|up to|never more|no more|not more))/giu,
      'page size $1',
    ],
    [/\bmaximally\b/gi, 'at most'],
    [/\bcallings?\b/gi, 'calls'],
    [
      /^(?:in|per|within) (?:one|an?|each|any) (second|minute|hour|day),? (?:at most |up to |no more than )?(\d[\d ]*) (?:requests|calls)\b(?: (?:for|per|from|by) (?:one |an? |each )?(.+))?$/i,
      '$2 requests per $1 per $3',
    ],
    [/^in (?:the|an?|each) list (\d+) (?:on|per) (?:one|a|each) page, at most (\d+)$/i, 'page size $1, at most $2'],
    [
      /(\d\s*(?:requests?|calls?)?\s*(?:\/|per|an?|each|every)\s*(?:s|sec|seconds?|min|minutes?|h|hours?|days?)),? (?:(?:are|is|may be|can be|will be|shall be) )?(?:allowed|permitted|accepted|possible|made|sent|let through|granted)(?: to be made)?(?=\s*(?:from|per|for each|for every|by each|by every|[.,;)]|$))/gi,
      '$1',
    ],
    [
      /(\d\s*(?:requests?|calls?)?\s*(?:\/|per|an?)\s*(?:s|sec|seconds?|min|minutes?|h|hours?|days?))\s*\((?!burst|max|hard|soft|per|at|limit|for|default)([a-z][a-z -]{2,24})\)/gi,
      '$1 per $2',
    ],
    [/\b((?:body|bodies|payloads?|requests?)\b[^.;\d]*\d+) ?k(?=\s*(?:[.,;)]|$))/gi, '$1KB'],
    ...Object.entries({
      one: 1,
      two: 2,
      three: 3,
      four: 4,
      five: 5,
      six: 6,
      seven: 7,
      eight: 8,
      nine: 9,
      ten: 10,
      twelve: 12,
      fifteen: 15,
      twenty: 20,
      thirty: 30,
      forty: 40,
      fifty: 50,
      sixty: 60,
      eighty: 80,
      ninety: 90,
    }).flatMap(([word, count]): [RegExp, string][] => [
      [new RegExp(`\\b${word} hundred\\b`, 'gi'), `${count}00`],
      [new RegExp(`\\b${word} thousand\\b`, 'gi'), `${count}000`],
      ...(count === 1 ? [] : [[new RegExp(`\\b${word}\\b(?= \\p{L})`, 'giu'), `${count}`] as [RegExp, string]]),
      ...(count === 1
        ? [
            [new RegExp('\\b(?:one|a single)(?= (?:seconds?|minutes?|hours?|days?|weeks?|months?|years?)\\b)', 'gi'), '1'] as [
              RegExp,
              string,
            ],
          ]
        : []),
    ]),
    [
      /\b(?:come|delivered|returned|shown|sent|given|split|cut|listed|paged)?\s*(?:in )?(?:pages|blocks|chunks|portions|batches) of (\d+)(?: \p{L}+)?(?=\s*[,;(]\s*(?:and |but )?(?:on (?:request|demand|wish) )?(?:at (?:the )?most|max|never more|no more|up to|not more))/giu,
      ' page size $1',
    ],
    [
      /\b(?:come|delivered|returned|shown|sent|given|split|cut|listed|paged)?\s*(?:in )?(?:pages|blocks|chunks|portions|batches) of (\d+)(?: \p{L}+)?/giu,
      ' page size at most $1',
    ],
    [/\b(?:come|are given|are returned|are sent|are shown) (\d+) at a time\b/gi, 'page size at most $1'],
    [
      /^(\D*?)\b(?:lists?|pages?|a page(?: of (?:a|the|any) list)?|each page|listings?|searches|results) (?:shows?|gives?|returns?|holds?|has|have|contains?|carry|carries|comprises?) (?:at most |up to |no more than |never more than )?(\d+) (?:lines?|entries|items|rows|records|results|of them|\p{L}+s)(?: (?:at once|at a time|per page|each|on (?:a|each|one) page))?(?=\D*$)/iu,
      '$1page size at most $2',
    ],
    [/\b(\d+)(?: \p{L}+s)? (?:to|on|per) (?:a|the|each|one) page\b(?=\D*$)/giu, 'page size at most $1'],
    [/^(.+?) rpm(?: per (.+?))?: (\d+)$/i, '$3 requests per minute per $1'],
    [/^(.+?) (?:per|a) (second|minute|hour|day): (\d+)$/i, '$3 per $2 per $1'],
    [/(\d)\s*(?:rps|qps)\b/gi, '$1 requests per second'],
    [/(\d)\s*(?:rpm|qpm)\b/gi, '$1 requests per minute'],
    [/(\d)\s*(?:rph)\b/gi, '$1 requests per hour'],
    [
      /^no (\p{L}+(?: \p{L}+)?) (?:shall|may|can|must|will)(?: ever)?(?: (?:contain|have|send|exceed|hold|make|be|last|take|own|keep|carry))?(?: (?:more|longer|larger|bigger|greater) than)? (?=\d)/iu,
      'a $1 may have at most ',
    ],
    [/\bnever (?:more|longer|larger) than\b/gi, 'at most'],
  ],
  perWord: 'per',
  requests: /\b(?:requests?|calls?|req|rate|ask|query|queries|poll|questions?|hits)\b|\d\s*\/\s*(?:s|sec|min|h)\b/i,
  rateName:
    /^(?:requests?|reqs?\.?|calls?|rate)\s*(?:\/|per|an?|each|every)\s*(?:second|sec|s|minute|min|hour|h|day)\b|^(?:[\d, ]+ )?(?:requests?|calls?) \/ (?:min|sec|hour|day)\b|^rate\b/i,
  rateOwner:
    /^(?:(?:number|rate|count) of )?(?:requests?|calls?|rate)(?:\s*[,:–—]\s+|\s+-\s+|\s+(?:per|for each)\s+(?!second|minute|hour|day)|\s+(?:of|by|from|for|made by)\s+(?:an?|each|every|one|any|the)\s+(?=[\w-]+(?: [\w-]+){0,2}$))(.+)$/i,
  firstPage:
    /\b(?:from|starts? (?:at|with|from)|starting (?:at|with|from)|beginning (?:at|with)|counted from|first(?: page)?(?: is)?)\s*$/i,
  limitNoun: /^(?:throttling|(?:rate |request )?limit(?:s|ing)?|quotas?|speed|frequency|rates?)$/i,
  perRequest: /\s+per (?:request|call|message)$/i,
  ratesFor:
    /^(?:(?:requests?|calls?|rate)\s+(?:per|for each)\s+(?<of>[^:]+):|(?:each|every|an?|one|the|(?=[\w -]+s\b))\s*(?<who>[\w -]+?) (?:(?:may|can|is allowed to) (?:not )?(?:make|send|do|have|issue|call|ask|query)|gets?|(?:is|are) (?:allowed|given|limited to))(?: at most| up to| no more than| more than)?)\s*(?<rates>.+)$/i,
  rateCaller:
    /^(?:humans?|people|machines?|bots?|partners?|visitors?|guests?|strangers|clients?|users?|callers?|members?|staff|(?:anonymous|unauthenticated|authenticated|logged[- ]?in|signed[- ]?in|public|internal|external|registered)(?: (?:callers?|users?|clients?|visitors?|people|ones|requests))?)$/i,
  limited: /\b(?:without|with|only|if)\b|\/\w/,
  allLists: /\b(?:all|every|each)? ?lists?\b|\b(?:paging|pagination)\b/i,
  thingRates: [
    String.raw`${atMost}?${newThings}\s+${perWho}\s+${perTime}`,
    String.raw`${atMost}?${newThings}\s+${perTime}\s+${perWho}`,
    String.raw`${atMost}?${anyThings}\s+(?:can|may) be (?<made>${made})\s+${perWho}\s+${perTime}`,
    String.raw`(?:(?:each|every|an?|one|no|any|the)\s+)?(?<who>[\p{L}][\p{L}-]*(?: [\p{L}-]+)?)\s+(?:may|can|is allowed to|are allowed to)\s+(?:only\s+)?(?<made>${making})\s+${atMost}?${anyThings}\s+${perTime}`,
  ].map((pattern) => new RegExp(String.raw`^${pattern}(?: at (?:the )?most)?$`, 'iu')),
  moreRefused: /\b(?:more|anything (?:over|above|more|larger|bigger)|over|above|larger|bigger|asking for more) (?:than )?$/i,
  refusal:
    /^\s*(?:(?:entries|items|records|rows|results)\s+)?(?:is|are|gets?|will be|gives?|returns?|→|->|counts? as|means) (?:refused|rejected|not allowed|an error|cut|capped|clamped|trimmed|treated as|silently|a?\s?4\d\d)/i,
  usualPage:
    /\b(?:by default|default(?:s|ing)?|unless|usual(?:ly)?|normal(?:ly)?|standard|otherwise|(?:if|when|where) (?:nothing|not|no|you (?:do not|don['’]t|say nothing|leave)|left out|it is left out|missing|absent))\b/i,
  pageWord: /[?&`](?:limit|page_?size|per_?page|size|count|take)\b=?|\bpages?\b|\bpage[ _]?size\b|\bper_page\b|^`?limit`? /i,
  recordWord:
    /^lists?:|\bhow many (?:entries|items|records|results|rows)\b|\b(?:lists?|pages?|results?|answers?) (?:shall |will |must |may |can )?(?:contains?|has|have|shows?|holds?|returns?|gives?|comprises?)\b.*\d|\blists?\b.*\b\d+ (?:items|entries|records|results|rows|at (?:a time|once)|per page)\b/i,
  mostBefore:
    /(?:\bup to|\bnever more than|\bnever over|\bnot over|\bcap(?:ped)?(?: is| at| of)?:?|\bceiling(?: is| of)?:?|\b(?:raise|push|turn|set|crank) (?:it|that|this|them)? ?(?:up )?to|\bcan be (?:raised|set|increased) (?:up )?to|\bhard limit(?: is| of)?:?|\btops out at|\bat most|\bmax(?:imum)?\.?(?: of| is)?:?|\bnot (?:exceeding|above|over|greater than)|\bmax(?:imum)?\.? page size:?|\bno more than|\bnot more than|≤|<=)\s*$/i,
  mostAfter:
    /^\s*(?:(?:items|entries|records|results|rows)\s*)?(?:(?:per|on a|a) page,? )?(?:tops\b|at the outside\b|(?:is|being|as) (?:the|our|a) (?:hard |upper )?(?:ceiling|limit|maximum|max|cap|most)\b|(?:ceiling|cap)\b(?!\s*(?:of|at|is|:|\d))|at (?:the )?most(?!\s*\d)|max(?:imum)?\b(?!\.?\s*\d)|\(max(?:imum)?\.?\)|on request|if asked|can be asked)/i,
  mostMark:
    /^(?:max(?:imum)?\.?(?: of)?|at most|up to|no more than|not more than|limited to|≤|<=|<)\s*(?=\d)|(?<=\d[\d,]*(?: [\p{L}-]+)*)\s*,?\s+(?:at (?:the )?most|max(?:imum)?\.?|or (?:less|fewer))$/iu,
  inParentheses: /\(((?:per|for each|bursts?)\b[^)]*)\)/i,
  bodyWord:
    /\bsubmissions?\b|\buploads?\b|^(?:what|whatever|anything|everything)(?:['’]s| is| you)? (?:sent|submitted|posted|uploaded|send|submit)\b|^(?:an? |the |each |every |one |any )?(?:message|msg)s? (?:must|may|can|shall|should|is|are|has|have)\b|^(?:nobody|no one|no client|you|clients?|callers?) (?:needs? to|may|can|must|shall|should|must not|may not|cannot) (?:ever )?sends? (?:us )?(?:anything )?(?:(?:more|bigger|larger) than|over|above)\b|^nothing (?:is |may be |can be )?(?:bigger|larger|over|above|longer)\b|\b(?:requests?|bod(?:y|ies)|payloads?)\b|^(?:what|whatever|anything|everything) (?:is|that is) sent\b|^(?:max(?:imum)?\.? )?upload(?: limit| size)/i,
  limitWord:
    /\b(?:max(?:imum)?|at most|up to|more than|longer than|fewer than|less than|at least|limit(?:ed|s)?|may|can|must|cannot|per|after|within|for|keep|kept|live|lives|lasts?|ahead|in advance|expires?|valid|retention|until|till|earliest|latest|before|stays?|deleted|erased|removed)\b|≤|<=/i,
  limitGlue:
    /\b(?:max(?:imum)?|at (?:the )?most|up to|(?:no|not) more than|more than|no|are refused|is refused|are rejected|limited to|limit(?:s|ed)?(?: is| of)?|may|can|must|have|has|hold|contain|there|be|is|are|an?|the|each|every|for|after|within|we|not|it|they|in)\b|≤|<=|[.]$/gi,
  perUnit: /\s*(?:\bper|\band|\/|\ba|\beach|\bevery)\s*(seconds?|sec|minutes?|min|hours?|days?)\b/i,
  pageRange:
    /\b(?:defaults?|dflt):?\s*(?<usual>\d+)\s*[,;]\s*(?:max(?:imum)?|at most|up to)\.?\s*(?<most>\d+)|\b1\s*(?:\.\.|-|–|to)\s*(?<atMost>\d+)\s*[,;]\s*default\s*(?<usually>\d+)/i,
  cursor: /\b(?:cursor|(?:next)?page_?token|continuation token|next_cursor)\b|[?&`]after\b/i,
  noRate:
    /\b(?:response times?|percentile|p9\d|busiest|about|expected|peak|throughput|traffic|latency|availab\w+|uptime|SLOs?)\b|\d ?%|\b(?:answer|respon[ds]|reply|finish)\w*\b.*\b(?:within|in under|in less than|below|under|faster)\b|\b(?:within|in under|in less than) .*\b(?:answer|respon[ds]|repl(?:y|ies))\w*\b/i,
  partition: /\b(?:per|for each)\s+(?!second|minute|hour|day|request)\w/i,
}
