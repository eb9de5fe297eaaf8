// The parts of wordings that families of English descriptions share.

export type Rewrite = readonly [pattern: RegExp, text: string]

export const end = String.raw`(?=\s*(?:[.,;:()–—]|$|and\b|but\b|or (?=may\b|can\b)))`
export const one = String.raw`(?: (?:it|one|this|that|them|him|her|any))?`
export const value = String.raw`["“‘\x60']?(?<value>(?!(?:it|they|that|this|an?|the|we|is|are|one|and|or|but|where|which|when|if|unless|needed|required|optional|forbidden|prohibited|refused|rejected|disallowed|allowed|permitted|impossible|said|stated|told|given|specified|noted|set|agreed|marked|shown|indicated|chosen)\b)-?[\w][\w.-]*\w|\d|[a-z])["”’\x60']?`
/** Words for a missing value: "if nobody fills it in", "unless told otherwise", "where nothing is indicated". */
export const absence = String.raw`(?:unless (?:it is |they are |somebody |someone )?(?:ticked|ticks it|checked|crossed|marked|switched on|turned on|opted in|opts in|set|changed)|failing (?:such an?|any|an?|this|that|which|such)(?: (?:indication|statement|value|entry|information|choice|answer))?|in (?:(?:cases? of|any|all cases of) )?doubt|in (?:the |its )?(?:absence|default)(?: of (?:an?|any|such an?) (?:value|entry|choice|statement|indication))?|(?:if|when|whenever|where|unless|as long as|in case|should)\s+(?:[\p{L}'’]+\s+){0,6}?(?:nothing|nobody|no one|no-one|none|otherwise|silent|silence|left (?:out|empty|blank|open)|(?:leaves?|skips?)(?: (?:it|this|that|them))?(?: (?:out|empty|blank|open|away))|missing|omitted|absent|empty|blank|skipped|unset|not|n['’]t|don['’]t|doesn['’]t|something (?:else|different|other)|anything (?:else|different)|another(?: \p{L}+)?|differently|else)(?:\s+[\p{L}'’]+){0,6}?|without (?:it|one|a value)|otherwise|by default|failing that|silence)`
export const means = String.raw`(?:(?:it['’]s|it (?:is|amounts to|comes to|stands at|will be|shall be|must be|is to be|is (?:understood|taken|deemed|considered)(?: to be| as)?|becomes|counts as|means|defaults to|falls back to)|(?:we|they|the (?:service|system|server)) (?:take|takes|assume|assumes|use|uses|set|sets|put|puts|mean|means|go for|goes for|fall back (?:to|on)|falls back (?:to|on)|enter|enters|write|writes)(?: (?:it (?:to|as|is)|that it is))?|(?:is|are|then|means?|stands for|counts as|becomes)(?: (?:it|they) (?:is|are))?)\s+)`

export const rule = (pattern: string, text: string): Rewrite => [new RegExp(pattern, 'giu'), text]
