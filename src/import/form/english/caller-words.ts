// English words about endpoints: their callers and their answers.

import type { CallerWords } from '../words/caller-words.ts'

/** Words between a deed and its status; a comma only before the answer. */
const toStatus = String.raw`(?:[^.;,]|,(?=\s*(?:(?:then|the|our|its|we|it|you) )*(?:answers?|repl|respon|status|result|gives?|returns?|gets?|send|20)|(?=\s*\w+(?: \w+)?(?:, \w+(?: \w+)?)*,? (?:and|or) \w+(?: \w+)? (?:all )?(?:give|return|answer|yield|respond)s?\b)))*?(?<!\b(?:most|up to|max\.?|maximum|than|limit) )`

/** "201 where something is created", "creating answers 201": the status before or after a deed. */
const ofDeed = (deed: string, status: string): RegExp =>
  new RegExp(
    String.raw`\b(${status})\b,? (?:where|when(?:ever)?|if|for|on|after|once|upon|in case) (?:[\w'’]+ ){0,3}?(?:${deed})\b(?![^.;,]{0,16}\b20\d\b)|\b(?:${deed})\b${toStatus}\b(${status})\b`,
    'i',
  )

export const englishCallerWords: CallerWords = {
  dashMeans:
    /(?:\b(?:an? |the )?(?:dash|hyphen|minus(?: sign)?|(?:empty|blank) (?:cell|column|field))|(?:^|[\s;,(])["“\x60']?[-–—]["”\x60']?)\s+(?:=|means?|stands? for|marks?|says?|is for|here means)(?: that)?:?\s+([^.;]+)/i,
  exceptLead: /\b(?:except(?: for| on| in| at)?|other than|apart from|but not(?: for| on)?|save)\s*[\x60*]*$/i,
  noNameMeans:
    /(?:^|[\s;,(])(?:no|without(?: an?)?|nothing in|where there (?:is|are) no) (?:brackets?|roles?|names?|callers?|parenthes[ei]s|tags?|marks?|role name|lock|who)(?: (?:is |are )?(?:given|named|behind it|after it|there|mentioned|listed|stated|shown))?,?\s*(?:=|:|–|→|->|means|is|are)\s*(?:that )?(?:it is |it['’]s )?([^.;,]+)/i,
  openExcept:
    /\b(?:all|every|each|everything|any)\b[^.;]*?\b(?:needs?|requires?|must|shall|has to|have to|wants?|carr(?:y|ies)|with)\b[^.;]*?\b(?:tokens?|keys?|logins?|log in|authenticat\w+|credentials?|sign(?:ed)? in|jwt|bearer|authorization|auth)\b[^.;]*?\b(?:except(?: for)?|but not|apart from|other than|save|excluding|only not)\b(.*)$/is,
  notFor:
    /\b(?:but )?(?:not|never|except(?: for)?|excluding|other than|no)\s+(?:(?:open|available|allowed|permitted|for|by|to|the|an?) )*\p{L}[\p{L} -]*?(?=\s*(?:[.,;:)–—]|$))/giu,
  orAbove: /\b(?:and|or) (?:above|higher|up|upwards|better|superior|those above|over)\b/i,
  leastLead: 'at least(?: an?| the)?|min(?:\\.|imum)?(?: role)?:?|from(?= \\p{L}+ (?:up|upwards))',
  leastRole: /\b(?:min(?:\.|imum|imal)?|least|lowest|needed at least)(?: (?:required|needed))? (?:role|rank|level|rights?|access)\b/i,
  roleNoun: 'role',
  rankList:
    /\b((?:from )?(?:the )?(?:low(?:est)? to (?:the )?high(?:est)?|high(?:est)? to (?:the )?low(?:est)?|(?:in )?(?:ascending|rising|increasing|descending|falling) (?:order|rank)|lowest first|highest first|(?:ranks?|hierarchy)(?: (?:of roles|are|is))?(?=:)))[^:]{0,20}:?\s*((?:[\p{L}_-]+(?: [\p{L}_-]+)?,\s*(?:and |then )?)+(?:and |then )?[\p{L}_-]+(?: [\p{L}_-]+)?)(?=\s*(?:[.;)]|$))/iu,
  highFirst: /^(?:from )?(?:the )?high|descending|falling/i,
  rankWord: /\b(?:ranks?|ranked|levels?|hierarchy)\b/i,
  allOfThem: /\((?:all|any|every(?:thing)?)(?: of (?:them|it))?\)/gi,
  andWord: 'and',
  andAbove:
    /\b(?:all|everything|the same|any|each) (?:of )?(?:these|those|the above|above|that|them|as above)\b|\b(?:as|like) (?:above|before)\b|^[^:]*:\s*(?:the )?same\b/i,
  wayWord: 'with|by|via|through|using|under|at|of|for|in|on|from|and|or|to',
  ditto: /^(?:(?:the )?same(?: as above)?|ditto|idem|as above|likewise|["″〃])$/i,
  sameTerms:
    /\b(?:on the (?:same )?terms (?:of|as(?: in)?)|subject to|in accordance with|according to|as (?:in|under|set out in|provided (?:in|by)|for)|(?:the )?same (?:callers|people|persons|rules?|rights|conditions) as (?:in|for|under)?|under|see) (?:clause|section|item|number|no\.?|paragraph|rule|§) ?(\d+(?:\.\d+)+)/i,
  ownCell:
    /^\(?(?:[xy✓✔●•]|(?:yes|x|✓)?,? ?\(?(?:(?:only |just )?(?:(?:the|their|his|her|its|his or her|my) )?own(?: (?:only|ones|records?|data|things?|[\p{L}]+))?|self|theirs|mine|him(?:self)?|her(?:self)?|themselves|assigned(?: (?:only|ones|to (?:them|him|her)))?|(?:if|when|while|until|after|before|as long as) [\p{L} ]+|limited|partly|some|restricted|all|any|full|allowed|granted|drafts?(?: only)?|read[- ]?only)\)?)\)?$/iu,
  wholeCell: /^(?:all|any|full|full access|everything|allowed|granted|manage|✓✓|●|•)$/i,
  ownOnlyWord:
    /\s*\(?\b(?:(?:only |just )?(?:(?:the|their|his|her|its|my) )?own(?: only| ones| records?)?|theirs|assigned(?: ones)?|all|any)\b\)?/i,
  listVerb: /^(?:list|search|browse|find|query|look|overview)$/i,
  readOneVerb: /^(?:read|view|open|get|show|display|one)$/i,
  crudVerbs: { C: 'create', R: 'read', U: 'update', D: 'delete', L: 'list' },
  definedTerm:
    /["“„*_`]{1,2}(\p{L}[\p{L}-]*(?: \p{L}[\p{L}-]*){0,2})["”“*_`]{1,2},? (?:means|(?:is|are)(?= (?:an?|the|any|every|all|our|those|people|persons|someone|somebody|anyone|anybody|everyone|whoever)\b)|refers to|denotes|stands for|shall mean|designates)\b|\bby (?:an? |the )?["“„*_`]{1,2}(\p{L}[\p{L}-]*(?: \p{L}[\p{L}-]*){0,2})["”“*_`]{1,2} (?:we|I) mean\b/giu,
  anyone:
    /^(?:anyone|anybody|everyone|everybody|(?:any|every) (?:person|member of the public|visitor)(?: (?:whatsoever|whomsoever|at all))?|(?:all )?persons at large|whoever|public|open|nobody needed|the public|all|visitors without (?:login|account)|unauthenticated)(?:[, ]*\(?(?:(?:no|without|w\/o)(?: an?| any)? [\w -]{2,24}?(?: (?:needed|required|necessary))?|no login|no token|no credentials|(?:who (?:is|are) )?not (?:signed|logged)[ -](?:in|on)|without login|without a token|unauthenticated|w\/o (?:login|token|auth|key))\)?)?$|^no (?:login|token|auth|credentials?|sign-?on|authentication)(?: needed| required| necessary)?$/i,
  open: /\b(?:unauthenticated|no (?:log-?in|token|auth|sign-on|key) ?(?:needed)?|without (?:an? )?(?:log-?in|token|sign-on|signing (?:in|on)|logging (?:in|on)|authentication|key|account))\b/i,
  openCut: /[.;,:()[\]{}–—]|→|->|\band (?=(?:returns?|answers?|gives?|gets?|sends?)\b)/i,
  peopleLead:
    /\b(?:who (?:is who|uses|calls|works|may|can)|who['’]s who|people|persons?|users?|callers?|roles?|actors?|audiences?|personas?|clients?|consumers?|parties|participants|kinds? of users?|groups? (?:of people )?us(?:e|ing)|used by|called by|(?:take|takes|taking) part|(?:are|is) involved)\b/i,
  whoWord: /^who$/i,
  personStart:
    /^(?:the |our |an? )?([\p{L}][\p{L}_-]*(?: (?!(?:who|which|that|through|via|with|has|have|is|are|can|may|look|looks|see|sees|uses?|books?|at|on|in|from|for|of|works?|does|do|gets?|buys?|sells?|creates?)\b)[\p{L}_-]+){0,2})(?=\s*(?:[(:,;=–—.]|\s-\s|$|\b(?:who|which|that|through|via|with|has|have|is|are|can|may|looks?|sees?|uses?|books?|at|on|in|from|for|of|works?|does|do|gets?|buys?|sells?|creates?)\b))/iu,
  claimLists: [
    /(?:^|[.;:]\s+)((?:(?:an? |the |our )?[\w-]+(?: (?!and\b|or\b)[\w-]+)?\s*(?:,\s*(?:and |or )?|\s+and\s+))+(?:an? |the |our )?[\w-]+(?: (?!use|work)[\w-]+)?) (?:all |both )?(?:use|work with|call) (?:it|this|the (?:service|system|api))\b/gi,
    /(?:^|[.;:]\s+)((?:(?:an? |the |our )?[\w-]+(?: (?!and\b|or\b|shall\b|must\b|will\b|can\b|may\b|all\b)[\w-]+)?\s*(?:,\s*(?:and |or )?|\s+and\s+|\s+or\s+))+(?:an? |the |our )?[\w-]+(?: (?!shall\b|must\b|will\b|can\b|may\b|all\b|authenticate|sign\b|log\b|identify\b|are\b)[\w-]+)?) (?:all |both )?(?:(?:shall|must|will|can|may|have to|need to) )?(?:all |both )?(?:authenticate|sign (?:in|on)|log (?:in|on)|identify themselves|are (?:authenticated|signed in|logged in)|be authenticated)\b/gi,
    /\b(?:used|called|operated|run) by ((?:(?:an? |the |our )?[\w-]+(?: (?!and\b|or\b|of\b)[\w-]+)?\s*(?:,\s*(?:and |or )?|\s+and\s+|\s+or\s+))+(?:an? |the |our )?[\w-]+(?: (?!and\b|or\b|of\b|on\b|in\b|at\b|via\b|through\b|with\b)[\w-]+)?)/gi,
    /\b(?:who (?:uses?|calls?|works? with) (?:it|this|the (?:service|system))|users|callers|roles|actors)(?: are| is)?\s*:\s*((?:(?:an? |the |our )?[\w-]+(?: (?!and\b|or\b)[\w-]+)?\s*(?:,\s*(?:and |or )?|\s+and\s+|\s+or\s+))+(?:an? |the |our )?[\w-]+(?: [\w-]+)?)(?=\s*(?:[.;]|$))/gi,
    /\bclaims? [\w-]+ (?:is|are|with(?: one of)? the values?|carries|holds|has|contains|says)(?: (?:one|any)(?: or more)? of| either)?:?\s+((?:(?:an? |the )?[\w-]+(?: [\w-]+)?\s*(?:,\s*(?:or |and )?|\s+(?:or|and)\s+|\/|\|)\s*)+[\w-]+(?: [\w-]+)?)(?=\s*(?:[.;)]|$))/gi,
  ],
  noCaller:
    /^(?:without|no|not|nobody)\b|^(?:following|above|below|higher|lower|internal|external|endpoints?|misc(?:ellaneous)?|other|others|general|lists?|search|searches|notes?|health|errors?|common|service|us|them|everything|rest|reads?|writes?|queries|commands|actions?|admin area|monitoring|operations?|resources?|query|header|body|token|tokens|claim|claims|role|roles|one|it|they|you|these|those|this|that|some|most|there|we|sub|scope|scopes)$|\b(?:apis?|backend|database|endpoints?)$/i,
  onlyFor: /^(?:only|just)\s+(?:for|by)?\s*(?:the )?/i,
  mayDo: /^(?:may|can|shall|will|sees?|reads?|gets?|lists?|are allowed|is allowed)\b/i,
  permissionWord:
    /^(?:people|persons|staff|colleagues|shall|will|should|only|just|for|by|to|of|and|or|also|both|either|all|any|every|each|the|an?|may|can|must|be|is|are|uses?|do|does|this|that|these|those|it|them|following|roles?|users?|who|allowed|permitted|access|accessible|available|open|restricted|limited|reserved|requires?|required|needs?|needed|tokens?|keys?|with|as|auth|authori[sz]ation|authentication|permissions?|callers?|endpoints?|api|here|below|too|own|self|section|part|group|area|one|ones|logged[- ]?in|signed[- ]?in|same|well|have|has|called|call|scopes?|caller['’]?s?|min(?:imum)?|at|least)$/i,
  permissionMark:
    /^(?:only|just|for|by|may|can|must|roles?|who|allowed|permitted|access|accessible|available|open|restricted|requires?|required|needs?|needed|auth|authori[sz]ation|permissions?|scopes?)$/i,
  theseCalls:
    /\b(?:(?:all|the|these|following|other|next) )+(?:calls?|endpoints?|requests?|operations?|routes?|paths?)(?: (?:below|here|above|in this (?:section|part|group)))?|\bmay (?:call|use|do|make) (?:it|them|this|these|those|all of (?:them|these))\b|\b(?:called|used|done|made) by\b/gi,
  alsoWord: /\b(?:also|too|as well)\b/i,
  usualCallers:
    /^(?:unless (?:said|stated|noted|specified|marked|told) otherwise,? )?(?:(?:all|every|each|any)(?: (?:of the|other))? (?:endpoints?|calls?|requests?|operations?|routes?)|everything(?: else)?|the (?:rest|others?)(?: of the (?:endpoints|calls))?)\b(?! of\b)\s*(?:here |below )?(.+?)(?:,?\s+(unless|except|if not|where not)\b.*)?$/i,
  mayDeed:
    /^(?:only )?(?<who>(?:the |an? |our )?[\p{L}][\p{L}\d_ ,-]{1,60}?) (?:can|may|(?:is|are) allowed to) (?!not\b|be\b)(?:also |only )?(?<deeds>\S.*)$/iu,
  doerItem: /^(?<who>(?:the |an? )?[\p{L}][\p{L}\d_-]*(?: [\p{L}\d_-]+)?)\s*(?::|\s[–—-])\s+(?:can |may )?(?<deeds>\p{Ll}.*)$/u,
  everythingWith: /^(?:do |call |use )?(?:everything|anything|all|all of it)(?: (?:with|on|to|about|for|in|around) (\S.*))?$/i,
  deedObject: /^(?:them|it|these|those|one)$/i,
  deedQuantifier: /^(?:(?:the|an?|all|any|every|each|new|our|other|single|one|of|list of) )+/i,
  verbMethods: [
    [/^(?:read|see|list|view|get|search|look(?: at| up)?|find|query|browse|show|display|inspect|download)$/i, ['GET']],
    [/^(?:create|add|register|make|open|submit|post|enter|record|file|new|insert|set up|report)$/i, ['POST']],
    [/^(?:update|change|edit|correct|amend|modify|rename|adjust|alter|revise)$/i, ['PATCH', 'PUT']],
    [/^(?:delete|remove|erase|drop)$/i, ['DELETE']],
    [/^(?:write)$/i, ['POST', 'PATCH', 'PUT', 'DELETE']],
    [/^(?:manage|administer|maintain)$/i, ['GET', 'POST', 'PATCH', 'PUT', 'DELETE']],
  ],
  credential:
    /\b(?:bearer|tokens?|keys?|passwords?|jwt|certificates?|cookies?|sessions?|log(?:s|ged)? in|logins?|sign(?:s|ed)? in|oauth|sso|authorization|api[- ]?keys?)\b|X-[\w-]+/i,
  credited:
    /^(?:the |our |an? )?([\p{L}][\p{L}-]*(?: [\p{L}-]+)?(?:(?:,\s*(?:and |or )?|\s+(?:and|or|&)\s+)(?:the |our |an? )?[\p{L}][\p{L}-]*(?: [\p{L}-]+)?)*)\s*(?::|\s[–—-]\s|=|\b(?=(?:use|uses|send|sends|log|logs|sign|signs|carry|carries|show|shows|have|has|authenticate|authenticates|get|gets)\b))/iu,
  withToken: /^(?:with (?:an? )?|the )?([\p{L}][\p{L}-]*(?: [\p{L}-]+)?) (?:tokens?|keys?|logins?|roles?|accounts?|sessions?)$/iu,
  requestPart: /\b(?:body|query|params?|parameters?|headers?|filters?|filtered by|sorted by|fields?|answer|returns?)\b\s*:[^.;]*/gi,
  ownOnly:
    /\((?:[^()]*\b)?(?:own|self|themsel\w+|him|himself|her|herself|itself|assigned|theirs?|mine|my|if|when|except|limited)\b[^()]*\)|\b(?:(?:their|his|her|its|my|our|your) own|(?:own|only) (?:ones?|records?|data|things?|stuff)|only their|(?:for|about|of) (?:themselves|himself|herself|itself)|mine)\b|(?:,|\bor\b|\band\b) the [\w-]+ (?:of|on|in|for) (?:the|that|this|its) \w+/i,
  openCaller: 'public',
  allOfCount: /^all (two|three|four|five|six|seven|eight)(?: of (?:them|these))?$/i,
  signedOn:
    /^(?:for )?(?:any roles?|all roles|every role|(?:all|any)(?: of the)? (?:user )?(?:groups|profiles)|(?:every|any) (?:user )?group|any caller|all callers|any user|all users|all (?:two|three|four|five|six|seven|[2-9])(?: (?:user )?(?:groups|roles|profiles|kinds(?: of users)?))?|(?:any(?:one|body)?|every(?:one|body)?|all|each|any (?:caller|user|person|account|client|valid)|all (?:callers|users|clients)|every (?:caller|user|client))?\s*(?:that(?:['’]s)? |who(?:['’](?:s|re))? |which )?(?:(?:is|are|has|have) )?(?:(?:any |every )?valid (?:token|key|login)|logged[ -]in|signed[ -](?:in|on)|authenticated|with (?:an? )?(?:valid )?(?:token|key|login|account|session)|valid (?:token|key|login)|with (?:any|some) role)(?: (?:callers?|users?|people|person|clients?))?)$/i,
  signedOnCaller: 'every caller',
  signedOnWord: /\b(?:log(?:ged|in)|sign(?:ed|-?in|-?on)|authenticat\w+|keys?|tokens?|account|session|credentials?)\b/i,
  signedOnFrame: /\s+(?:may|can)\b.*$/i,
  callerJoin: /(?:^|\s+)[–—-]\s+|[;:.,+&/|]|\band\b|\bor\b|→|->/i,
  callerFrame:
    /^(?:only|just|for|by|to|needs?|requires?|callable by|open to|role:?|who:?|own)\s+(?:only\s+)?|\s+(?:own\s+)?(?:only|can|may|role|key|token|own)$/i,
  requestClause: /,?\s+and\s+(?=(?:[\w-]+ ){0,6}?(?:may|can|with|by|corrects?|changes?|[a-z]+s) )|;\s+/i,
  people: /\s+(?:people|persons|colleagues|folks)$/i,
  ofCase: '(?:(?:for|about) )?(?:concerned|in question|affected|involved|themselves|himself|herself)',
  ofThing: '(?:of|on|in|for|behind) (?:the|that|this|its) \\p{L}+(?: (?:concerned|in question|itself))?(?=\\s*(?:$|[.,;:)]))',
  behindCaller: /^(?:$|for|of|who|whose|that|may|can|sees?|reads?|lists?|gets?|only|when|if|with|in|on|at|alone|themselves|\()/i,
  ownArticle: 'its|their|his|her|that|this|our',
  shownTo: /\b(?:returns?|shows?|gives?|lists?|sends?|displays?|offers?)\s+((?:to\s+)?\S.*)$/i,
  shownPart: /^(?:all|those|the|his|her|their|its|own|only|everything|every|any|what|one)\b/i,
  ownDeed:
    /^(?:for )?(?:(?:the |their |his |her |its )?own\b|limited to theirs)|^(?:sees?|reads?|gets?|lists?) (?:only )?(?:(?:the |their |his |her |its )?own|theirs|all|those|everything)\b/i,
  roleHeader: /\broles?\b/i,
  noneWord: /^(?:none|nothing|not at all|no one|never)\.?$/i,
  signedOnLead: /^.*\b(?:open|available|reserved|allowed|accessible|restricted|limited|permitted) (?:to|for) /i,
  parallelCaller:
    /^(?:(?:the|an?) )?(?!(?:it|they|who|which|that|one|both|each|there)\b)([a-z][a-z-]+) (?:for (?:themselves|himself|herself|their own|his own|her own)|sees?|whose|reads?)\b/i,
  namedList:
    /(?:\bis|\bare|\bbe|\bcomprises?|\bcontains?|\bholds?|\bone of|\beither|:|=)\s+((?:(?:an? |the )?[\w-]+,\s+)*(?:an? |the )?[\w-]+,? (?:or|and) (?:an? |the )?[\w-]+)(?=\s*[.;,)]|\s*$)/gi,
  mayCall: /^(?:only )?(?:(?:the |an? )?[a-z-]+(?:,? (?:and|or))? ){1,3}(?:may|can) (?!be\b)/i,
  callerLabel: /^[*_]*for (?:an? |the )?([a-z][a-z -]*?)(?:\s*\([^()]*\))?[*_:]*$/i,
  onlyCaller:
    /(?:^|[–—,.;:-]\s+)(?:the )?((?!(?:for|read|admin|own)\b)[a-z][a-z-]+(?: (?!own\b)[a-z-]+)?)(?: own)? only(?=\s*(?:$|[.,;)]))/gi,
  callerSubject:
    /^(?:only )?((?:(?:the |an? )?(?!(?:only|for|from|in|on|at|with|by|of|as|and|or|but|not|its|his|her|their|our|my|so|then|the|an?|one|it|that|this|we|they|you|he|she|there|all|nobody|to|what|if|when|each|every|no|lists?)\b)[a-z][a-z-]+(?:,? (?:and|or) (?:the |an? )?[a-z][a-z-]+)*)) (?:may|can|(?!(?:is|are|has|have|must|needs?|was|were|with|of|for|in|contains|lives)\b)[a-z]{3,}) \S/i,
  doneBy:
    /\b[a-z]+(?:ed|en|ught|ade|ut),? (?:only )?by ((?:the |an? )?(?!(?:the|an?)\b)[a-z][a-z-]+(?:,? (?:and|or) (?:the |an? )?(?!(?:the|an?)\b)[a-z][a-z-]+)*)|,\s*by ((?:the |an? )?(?!(?:the|an?)\b)[a-z][a-z-]+(?:,? (?:and|or) (?:the |an? )?[a-z][a-z-]+)*)\.?$/i,
  deedWord:
    /^(?:lists?|search(?:es)?|find|reads?|look up|views?|show|gets?|fetch|one|creates?|add|new|register|updates?|changes?|edit|replace|correct|deletes?|removes?|cancels?|details?|all|none|optional|required|same|filters?|paged?|newest first|body|returns?|answers?|created|ok|accepted|no body|admin only|history|status|state|everything|profile|page|pages|result|results|own|empty|nothing|success)\b/i,
  openSentence:
    /^(?:(?:is|are) )?(?:(?:open|free|available|accessible) )?(?:to|for) (?:everybody|everyone|anyone|anybody|all|the public)$|^(?:it |this |these )?(?:is|are|shall be) (?:public|open|unauthenticated|unprotected|not protected|free for all)$|^(?:nobody|no one|no-one) (?:needs|has) to (?:be signed in|be logged in|sign in|log in|have)\b|^(?:everybody|everyone|anyone|anybody)(?: at all| (?:who|that) likes| in the world)? (?:may|can)\b|^no (?:sign-?in|login|log-?in|key|token|authentication|auth|sign-on)(?: (?:is )?(?:needed|required|necessary))?$|\b(?:to|for|by) (?:everybody|everyone|anyone|anybody|the public)$|^without (?:signing (?:in|on)|logging (?:in|on)|login|an? key|an? token|authentication|sign-on)\b|^(?:it |this )?(?:needs|requires|takes|has|asks for) no (?:sign-?in|login|log-?in|key|token|authentication|auth|sign-on|credentials)\b/i,
  otherKey: /\b(?:no|without an?|instead of the) (?:api[- ]?)?(?:key|token|login)\b/i,
  noLogin: /^(?:nobody|no[- ]one|not|without(?: being)?|no)\b.{0,12}\b(?:logged|signed|log|sign)[- ](?:in|on)\b/i,
  noAuth: /^(?:none|no|nobody|[-–—]|not needed|not required|n\/a)$/i,
  callerLead:
    '(?:(?:it|this) )?(?:is|are) (?:only )?(?:for|open to|available to)|requires?(?: the)?(?: roles?)?|needs?(?: the)?(?: roles?)?|(?:can|may|must)(?: only)? be (?:called|used|done|made|sent) (?:only )?by|(?:open|available|restricted|limited|reserved|accessible|allowed) (?:to|for)|permitted for|called by|(?:(?!(?:sorted|ordered|grouped|filtered|narrowed|split|keyed|identified|indexed|ranked|counted|divided|followed|preceded|replaced|multiplied|searched|limited|named|numbered)\\b)[a-z]+(?:ed|ught|ade|een|put|sent)|read|done|given|taken|written|set|run|held|kept|left|sold|told|shown|drawn|found) (?:only )?by|roles?:?|access:?|auth:?',
  forWord: 'for|by',
  purpose: '(?:in order )?to [^,]+, ',
  mayWord: 'may|can',
  roleListLine:
    /\b(?:roles?|user types|kinds of users?|callers?)\b[^:.]{0,20}?(?::|\bone of\b|\bis\b|\bare\b)(?: one of)?\s*((?:[\p{L}_-]+(?: [\p{L}_-]+)?\s*,\s*)+[\p{L}_-]+(?: [\p{L}_-]+)?)\.?\s*$/iu,
  roleLists: [
    /\b(?:says?|shows?|states?|tells?(?: us)?|know(?:s)?|carries|contains?) (?:who|what) (?:it|he|she|they|you|someone|somebody|the (?:caller|user|bearer|person))(?: is| are|['’]s)\s*[(:,–—]\s*((?:(?:an? |the )?[\w-]+(?: [\w-]+)?(?:,\s*(?:or |and )?|\s*[|/]\s*|\s+(?:or|and)\s+))+(?:an? |the )?[\w-]+(?: [\w-]+)?)(?=\s*(?:[.;)]|$))/gi,
    /\b(?:roles?|scopes?|kinds? of (?:callers?|users?|tokens?|keys?)|callers?)\b(?: (?:they|he|she|it|each|that|the caller|someone|a user|one)? ?(?:have|has|plays?|can have))?(?: (?:is|are))?(?: (?:one|any|either) of)?(?: either)?\s*[:=–—]?\s*((?:[\w-]+(?: [\w-]+)?(?:,\s*(?:or |and )?|\s*[|/]\s*))*[\w-]+(?: [\w-]+)?(?:,? (?:or|and) |\s*[|/]\s*)[\w-]+(?: [\w-]+)?)(?=\s*(?:[.;,)]|$))/gi,
    /\b(?:callers?|calls|users?) (?:is|are)(?: either)? ((?:(?:an? |the )?[\w-]+(?: [\w-]+)?,\s*)*(?:an? |the )?[\w-]+(?: [\w-]+)?,? (?:or|and) (?:an? |the )?[\w-]+(?: [\w-]+)?)(?=\s*(?:[.;,)]|$))/gi,
    /\broles?\b\s*(?:are|is|with(?: one of)? the values?|:|=|[–—]|of|named|called|holds?|can be|may be|has|have|one of|\(|,)?\s*(?:one of )?:?\s*((?:[\w-]+(?: [\w-]+)?(?:,\s*(?:or |and )?|\s*[|/]\s*))*[\w-]+(?: [\w-]+)?(?:,? (?:or|and) |\s*[|/]\s*)[\w-]+(?: [\w-]+)?)(?=\s*(?:[.;,)]|$))/gi,
  ],
  roleLegend: /\b(?:roles?|callers?|users?|who)\b/i,
  alsoMay: /^(?:only )?(?:an? |the )?([\w ]+?) (?:may|can) (?:do (?:so|this|it|that)|call it|use it|too)\b/i,
  answerStatus:
    /(?:\b(?:answers?|returns?|responses?|responds?|replies|gives?|yields?|status|success|result|reply|on success|ok|gets?|receives?|http)\b(?:\s*[–—-])?(?: (?:is|with|code|status|response|an?|the|http|of))*|→|->|=>|\b(?:answers?|returns?|gives?|replies|responds?|sends?|shows?)\b[^.;:\d]{1,50}?\bwith(?: (?:an?|the|code|status|http))*(?= 20\d(?:\s*(?:$|[.,;:)]|for\b))))\s*:?\s*([1-3]\d\d)\b/i,
  callerGroup:
    /^(?:what |things |endpoints |calls )?(?:that |for |as )?(?:an? |the )?(.+?)(?:,? (?:I |we )?(?:can|may|is allowed to|are allowed to|must be able to)(?: do| use| call)?| only| endpoints?)?$/i,
  publicGroup: /^public$/i,
  callers: 'callers',
  permission: /^([A-Za-z][\w-]*)(?: (?:keys?|roles?|users?|scopes?|tokens?))?\s*(?::|–|-|can|may)\s+(.+)$/i,
  furtherDeeds: /^(?:\+|plus\b|(?:the|as|all(?: of)? the) above\b)/i,
  except: /^(.+?),? (?:except(?: for)?|but not|other than)\s+(.+)$/i,
  allReads: /^(?:(?:all|every|any) )?(?:GETs?|reads?|reading|GET requests|read everything|read all)$/i,
  everything:
    /^(?:everything|all|(?:all|any|every) (?:of the )?(?:endpoints?|calls?|requests?|operations?|routes?)|do everything|anything)$/i,
  writes:
    /^\+?\s*(?:also )?(?:create|add|write|POST|change|edit|update)(?:\s*(?:\/|,|and|or|\+)\s*(?:create|add|write|POST|PATCH|PUT|change|edit|update))*\s+(.+)$/i,
  roleClaim:
    /\b(?:claim\s+(?=\w+\s*(?::|=|holds|is|has)))?(roles?|groups?|kind|type)\s*(?:\(|(?<=claim\s+\w+\s*)(?::|=|holds|is|has)|\s[–—](?=\s)|\s(?:is|are|stands?|comes?) (?:in|from|inside) the (?:access )?(?:token|claim|jwt)\s*[:(,])\s*(?:one of )?((?:[\w-]+(?:,? (?:or|and) |\s*[,/|]\s*))+[\w-]+)/i,
  includesOthers:
    /^(?:everything|whatever|all)(?: that| what)? (?:an? |the )?([\w-]+?)s? (?:can|may)\b|(?:^|[.;,]\s+|\b)(?:(?:(?:we|they|he|she|it|I|who|which|that|and) )?(?:can|may|(?:is|are) allowed to) (?:also )?(?:do )?(?:everything|whatever|anything|all)(?: that| what)? (?:an? |the )?([\w-]+?)s? (?:can|may|does|do|(?:is|are) allowed)\b|(?:(?:the )?same (?:rights |permissions )?as|like) (?:an? |the )?([\w-]+?)s?,? (?:plus|and (?:also|more|in addition)|but also)\b|(?:all|has all|with all|every) (?:the )?(?:rights|permissions) of (?:an? |the )?([\w-]+?)s?\b)/i,
  includes: [
    /\b(?:everything|whatever|anything|all) (?:that )?(?:an? |the )?([\w-]+?)s? (?:can|may|(?:is|are) allowed to)(?: do)?,? (?:an? |the )?([\w-]+?)s? (?:can|may|(?:is|are) allowed to)(?: do)?(?: (?:it|so|that))?,? (?:too|as well|also)\b/i,
  ],
  includedBy: [
    /^(?:(?:remember|note)(?: that)?,? )?(?:an? |the )?([\w-]+?(?: [\w-]+?)?)s? (?:can|may|(?:is|are) allowed to) (?:also )?do (?:everything|whatever|anything|all) (?:that )?(?:an? |the )?([\w-]+?)s? (?:can|may|do|is allowed|are allowed)\b/i,
    /^(?:an? |the )?([\w-]+?)s? (?:also )?(?:has|have|inherits?|includes?) (?:all )?(?:of )?(?:the )?(?:rights?|permissions?|powers?|abilities) of (?:an? |the )?([\w-]+?)s?(?:$|[.,;])/i,
  ],
  doesEverything:
    /(?:^|[.;,]\s+|\band )(?:an? |the |our )?(?<who>(?!(?:they|we|he|she|it|who|which|that|and|or|you|i|not|nobody|everybody|everyone|anyone|anybody|people|clients?|callers?|users?)\b)[\w-]+(?: (?!(?:they|we|who|which|that|and|or|not)\b)[\w-]+)?) (?:can|may|(?:is|are) allowed to) (?:also |always )?(?:do|call|use) (?:everything|anything|all of (?:this|that|it|the above)|it all|all)(?: (?:above|here|of the above|in (?:this|the) (?:list|table)))?(?=\s*(?:[.;,)]|$))/i,
  scopeClaim: /\bscopes?\b/i,
  numberedStatus:
    /^(?:(?:calls?|requests?|endpoints?|operations?|numbers?|nos?\.?|lines?|rows?|items?)\s+)(?<ids>[A-Z]{0,3}-?\d+(?:(?:\s*,\s*(?:and |or )?|\s*(?:and|or|&|to|–|-)\s*)[A-Z]{0,3}-?\d+)*) (?:is|are|shall be|will be|answers?|returns?|gives?|repl(?:y|ies)|responds?)\b.*?\b(?<status>[1-3]\d\d)$/i,
  meansCallers:
    /["“'‘](?<word>\p{L}[\p{L} -]{1,24})["”'’],? (?:(?:(?:in|below|under) [\p{L} ]{3,30}|below|here) )?(?:(?:we|I) mean|means|stands for|is short for|are|is|=)(?: the)? (?<callers>\p{L}[\p{L}_-]*(?:(?:\s*,\s*(?:and |or )?|\s+(?:and|or)\s+)\p{L}[\p{L}_-]*?)+)(?: together)?\.?$/u,
  otherStatus:
    /(?:\b(?:unless|if not|where nothing else is|if nothing else is|except where) (?:(?:it|this|something|anything) (?:else )?(?:is |be )?)?(?:said|stated|noted|specified|given|written|told|mentioned|otherwise)\b(?:(?!\b(?:creat|delet|mak|add|remov|enter|regist|POST|DELETE|PATCH|PUT|GET)\w*)[^.;])*?|\b(?:an?|every|each|any|all|the) (?:other )?(?:successful|normal|usual|ordinary|good|positive) (?:requests?|calls?|answers?|responses?|results?)\b(?:(?!\b(?:creat|delet|mak|add|remov|enter|regist|POST|DELETE|PATCH|PUT|GET)\w*)[^.;])*?|\b(?:requests?|calls?) (?:that|which) succeeds?\b(?:(?!\b(?:creat|delet|mak|add|remov|enter|regist|POST|DELETE|PATCH|PUT|GET)\w*)[^.;])*?|^success (?:is|means|gives|=)(?:(?!\b(?:creat|delet|mak|add|remov|enter|regist|POST|DELETE|PATCH|PUT|GET)\w*)[^.;])*?)(?<!\b(?:most|up to|max\.?|maximum|than) )(?<usual>20[0-4])\b|\b(?:(?:everything|anything|all) else|all (?:the )?(?:others?|other (?:calls?|endpoints?|requests?|answers?))|(?:any|every|each) other(?: (?:calls?|endpoints?|requests?|answers?|one))?|otherwise|the (?:others?|rest))\b[^.;,]*?\b(20[0-4])\b|\b(20[0-4])\b (?:otherwise|for (?:everything|all|anything) else|for the (?:rest|others?)|in all other cases|everywhere else|elsewhere|unless (?:I |we |it is |it['’]s )?(?:stated?|said|say|noted?|given|written|shown|marked|mentioned?)(?: otherwise| something else)?|unless otherwise (?:stated|said|noted|given|specified)|(?:if|where|when) (?:I|we|nobody|nothing|no one) (?:(?:do not|don['’]t) )?(?:say|says|write|is|mention)(?: (?:anything|something|nothing))?(?: else| otherwise| said| noted| written)?|unless something else is (?:said|stated|given))\b/i,
  readStatus: new RegExp(
    String.raw`\b(?:GETs?|reads?|reading|look(?:s|ing)?(?: at| up)?(?: things| something)?|lists?|listing|quer(?:y|ies)|searches|searching)\b${toStatus}\b(20[0-6])\b`,
    'i',
  ),
  changedStatus: new RegExp(
    String.raw`\b(?:chang(?:es?|ing)(?! of (?:state|status))|updat(?:es?|ing)|edit(?:s|ing)?|correct(?:s|ions?|ing)|PATCH(?:es)?|PUTs?)\b${toStatus}\b(20[0-6])\b`,
    'i',
  ),
  actedStatus: new RegExp(
    String.raw`\b(?:buttons?|actions?|transitions?|(?:state |status )changes|changes of (?:the )?(?:state|status)|moves|steps|verbs|commands|POSTs? (?:on|to) an? (?:existing|action))\b${toStatus}\b(20[0-6])\b`,
    'i',
  ),
  createdStatus: ofDeed(
    String.raw`creates?|creating|created|creations?|POSTs?|(?:making|adding|entering) (?:something|anything|a) ?(?:new)?|(?:something|anything|a thing) (?:new )?(?:is|was|has been) (?:new|made|created|added|entered)|new (?:things|ones|records|entries)|whatever is (?:new|made|created|added)`,
    '20[0-2]',
  ),
  deletedStatus: ofDeed(
    String.raw`delet(?:es?|ed|ing|ions?)|DELETEs|remov(?:es|ed|ing|als?)|(?:is|are|gets?) (?:taken|thrown) (?:away|out|off)|tak(?:es?|ing) (?:something|one|it)? ?(?:out|away|off)`,
    '20[0-4]',
  ),
  callSentences: [
    /^(?:only )?(?:an? |the )?([A-Za-z]+(?:(?:,| and| or) (?:an? |the )?[A-Za-z]+)*) (?:may|can)\b(?! not)/i,
    /^(?:an? |the )?([A-Za-z]+) [a-z]+s (?:an? |the |his |her |their )?[\w ]+ (?:with|by|through|via|using) /i,
  ],
  eachStatus:
    /\b(?:both|all|each)(?: (?:of (?:them|these|those)|one))? (?:(?:answers?|returns?|gives?|are|is|with)(?: with)? )?(?:an? |status )?([1-3]\d\d)\b(?! (?!with\b|and\b|on\b|for\b)\p{L})/iu,
  only: /\b([a-z]+s?(?:(?:,| and| or) [a-z]+s?)?) only\b|\bonly (?:by |for )?([a-z]+s?(?:(?:,| and| or) [a-z]+s?)?) (?:may|can)\b/i,
  said: /\b(?:who|roles?|scopes?|access|allowed|may call|auth|authentication|authorization|authorisation|permissions?|callers?)\s*:\s*([\w.: ,/-]+?)(?:[.;)]|$)/i,
  bearer: /\bbearer\b/i,
  headerKey: /\bkey\b.*?\bheader\b[^`\w]*`?(X-[\w-]+|[A-Z][\w-]*-[\w-]+)`?|\b`?(X-[\w-]*Key)`?\b.*?\bheader\b/i,
}
