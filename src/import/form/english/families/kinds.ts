// Rewrites English wordings of kinds of values, bounds and lasting values as one clause each.

import { type Rewrite, end, value, rule } from './wordings.ts'

export const englishKindFamilies: readonly Rewrite[] = [
  // "must look like an e-mail".
  rule(
    String.raw`\b(?:(?:must|has to|have to|should|shall|needs to|is to) )?(?:look|looks|be shaped|be formed|be written) like (?:an? )?(?:valid |real |proper )?(?<kind>e-?mail(?: address)?|web address|url|uri|uuid|date)${end}`,
    '$<kind>',
  ),
  // "from 0.6 to 4.0 arcseconds": the unit of the number.
  rule(
    String.raw`\b((?:numbers?|integers?|decimals?|whole numbers?)(?: with (?:\d|one|two|three) decimals?(?: places?)?)?)[,;]? (?:(?:from|between) )?(-?\d+(?:\.\d+)?) (?:to|and|-|–) (-?\d+(?:\.\d+)?) (?!(?:characters?|letters?|chars?|signs?|digits?|symbols?|entries|items?|elements?|values?|decimals?|places?|words?|lines?|with|and|or|in|inclusive|required|optional|for|of|as|if|when|where|unless|but|each|long|both)\b)(?:\p{L}+|°C?|%)(?=\s*(?:[.,;)]|$|with\b|and\b))`,
    '$1, $2 to $3',
  ),
  // "list of at most 6 values, each one of toxic, flammable" and "list of at most 5 of: whumpf, cracks".
  rule(
    String.raw`\b(?:an? )?(?<must>(?:optional |required |mandatory )?)(?:list|array|set) of (?<bound>(?:at most|up to|no more than|not more than) \d+|\d+ (?:to|-|–) \d+)(?: (?:values|entries|items|elements|words|codes|strings|texts))?(?:, each| each| out)?(?: one)? of:? (?<values>[^.;()]+)`,
    '$<must>; list of one of: $<values>; $<bound> entries',
  ),
  // "list of string max 10 entries"
  rule(
    String.raw`\b((?:list|array|set) of \p{L}+) (?=(?:max(?:imum)?\.?|at most|up to|no more than|min(?:imum)?\.?|at least|from|between)? ?\d+(?: ?(?:\.\.|-|–|to|and) ?\d+)? (?:entries|items|elements|values)\b)`,
    '$1, ',
  ),
  // "time (like 08:30)"
  rule(
    String.raw`\btime,? \(?(?:like|e\.g\.|such as|as in|for example|for instance|as|written|written as|written like),? [\x60"“']?\d\d?:\d\d[\x60"”']?(?! ?(?::|am|pm))\)?`,
    'time of day',
  ),
  // Values in braces.
  rule(
    String.raw`(?<![\p{L}\d\])}.?*+]|(?<!\bone )\bof )(?:(?:enum(?:eration)?|choice|one of|values?|in)\s*:?\s*)?\{\s*(?<values>[\p{L}\d_-]+(?:\s*[,|/;]\s*[\p{L}\d_-]+)+)\s*\}`,
    'one of: $<values>;',
  ),
  // "comprising 3 to 60 characters", "consisting of five digits".
  rule(
    String.raw`\b(?:comprising|consisting of|containing|having|holding|counting|numbering|consists of|comprises) (?=(?:(?:exactly|at least|at most|up to|between|from|not|no) )*(?:\d+|two|three|four|five|six|seven|eight|nine|ten|twelve)\b)`,
    '',
  ),
  // "1 to 4 people".
  rule(
    String.raw`^(\d+) ?(?:to|-|–) ?(\d+) (?!(?:characters?|letters?|chars?|signs?|digits?|symbols?|entries|items?|elements?|values?|decimals?|places?|words?|lines?|max|min|kg|g|m|cm|mm|km|l|ml|euros?|dollars?|pounds?|percent|degrees?|litres?|liters?|metres?|meters?|kilo\p{L}*|grams?|tons?|tonnes?|of|each|long|as|and|or|in|inclusive|required|optional|zeichen|ziffern|stellen|buchstaben|einträge)\b)\p{L}+s?${end}`,
    'whole number, $1 to $2',
  ),
  rule(
    String.raw`(?:^|(?<=[.;,]\s*))(?:being )?(?:an? |one |exactly one )?(?:single )?(?:one )?(?:lower-?case|small) letter(?: only)?${end}`,
    'exactly 1 lower-case letters',
  ),
  rule(
    String.raw`(?:^|(?<=[.;,]\s*))(?:being )?(?:an? |one |exactly one )(?:single )?(?:upper-?case|capital) letter(?: only)?${end}`,
    'exactly 1 capital letters',
  ),
  rule(
    String.raw`(?:^|(?<=[.;,]\s*))(?:being )?(?:one|an?|exactly one|a single) (?:single )?(?:letter|character)(?: only)?${end}`,
    'exactly 1 characters',
  ),
  rule(String.raw`^why (?:it|they|he|she|the|an?|this|that|we|you)\b[^.;?]{3,80}(?=[.;]|$)`, 'text'),
  // "up to five plans, each as a web address".
  rule(
    String.raw`(?:^|(?<=[.;]\s*))(?:up to|at most|no more than|not more than|max(?:imum)?) (?<most>\d+|two|three|four|five|six|seven|eight|nine|ten|twelve) [\p{L} ]{3,30}?,? each (?:as |being |of |is |in )?(?:the form of )?(?:an? )?(?<kind>(?!(?:at|up|no|not|max|from|between|exactly|of at)\b)\p{L}[^.;,]{2,40})${end}`,
    'list of $<kind>, at most $<most> entries',
  ),
  // "from 1 to 3 where 1 is most urgent"
  rule(String.raw`[\s,;(]*\b(?:where|with|and) (-?\d+)(?: is| being| means| =| for)(?: \p{L}+){1,3}(?=\s*(?:[.,;:()–—]|$))`, ''),
  rule(
    String.raw`\b(?:can['’]?t|cannot|can not|may not|must not|never|can never|must never|may never) (?:be |ever )?(?:go(?:es)?|drops?|falls?|sinks?|get|gets)? ?(?:below|under|lower than|less than|smaller than) (-?\d[\d,.]*\d|-?\d|zero)`,
    ', at least $1',
  ),
  rule(
    String.raw`\b(?:can['’]?t|cannot|can not|may not|must not|never|can never|must never|may never) (?:be |ever )?(?:go(?:es)?|rises?|grows?|get|gets)? ?(?:exceeds?|above|over|beyond|past|higher than|more than|greater than) (-?\d[\d,.]*\d|-?\d)`,
    ', at most $1',
  ),
  rule(
    String.raw`(?:^|(?<=[.;,]\s*))(?:(?:it is )?empty(?: by default| unless given| if left out)|defaults? (?:to |is )?(?:an? )?empty (?:list|array|set|map|object)|(?:initially|at first) (?:empty|an empty (?:list|array|set|map))|empty (?:list|array|set|map) (?:by default|if left out))${end}`,
    'optional',
  ),
  // "a number from the computer"
  rule(
    String.raw`\b(number|text|code|id|uuid|date|time|name) (?:from|by) (?:the|our) (?:computer|system|service|server|machine|program|software)\b`,
    '$1, set by the service',
  ),
  // `~ ^[a-z]+$`
  rule(String.raw`(?:^|(?<=[.;,]\s*|\s))(?:~|=~|matches)\s*(?:\x60|\/)?(\^\S+\$)(?:\x60|\/)?(?=\s*(?:[.;,]|$))`, '; \x60$1\x60'),
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
  rule(String.raw`\b(?:dec|numeric|money)\((\d)\)`, 'number; $1 decimals; '),
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
