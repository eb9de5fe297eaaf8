// English words about states and the moves between them.

import type { MachineWords } from '../words/machine-words.ts'

export const englishMachineWords: MachineWords = {
  start:
    /^(?:\([^()]*(?:new|made|just|fresh|start|none|creat|insert|initial|nothing|not|no|before|begin|first|fresh|—|-)[^()]*\)|does not exist|not there|not existing|no record|\(start\)|\(none\)|\(creation\)|\(initial\)|\(nothing\)|[-–—○●*∅]|\[\*\]|\[new\]|start|created?|(?:on )?(?:creation|insert(?:ion)?)|none|nothing(?: yet)?|not (?:yet )?(?:there|created|existing)(?: yet)?|(?:does not|doesn['’]t) exist(?: yet)?|before(?: creation)?|n\/a|not applicable|outside|\(created\)|initial)$/i,
  endWord: /^(?:end|final|terminal|stop|done|finished|closed)$/i,
  endMeaning:
    /^(?:the |an? )?(?:end|final|terminal|no way out|no (?:more|further) (?:moves?|steps?)|dead end|nothing (?:follows|after)|stop|over)\b/i,
  endMark: /^(?:\[\*\]|\[(?:end|final|terminal|done|stop)\]|\(end\)|\(final\)|\(terminal\)|\(gone\)|\(none\)|\(nothing\)|◉|●|∅)\.?$/i,
  anyState: /^(?:any|any state|any other|all|every|each|it|everything|anything)$/i,
  anyFrom:
    /^(?:any|all|every|each)\b(?: of the)?(?: (?<open>open|active|live|non-?final|non-?terminal|unfinished|not (?:yet )?(?:final|terminal|finished|closed)))?(?: (?:other )?(?:states?|status(?:es)?|ones?))?(?: (?:that|which) (?:is|are) not (?:yet )?(?:final|terminal|finished|closed))?(?:,? \(?(?:except|but|other than|apart from|besides|save|not)(?: for)? ([^()]+)\)?)?$/i,
  startState:
    /^(?:the )?(?:initial|start(?:ing)?|first|entry)\b(?: (?:state|status|value))?|\b(?:initial|start(?:ing)?) (?:state|status)\b|\b(?:after|on|at|upon) creation\b/i,
  inBrackets: '$1: $3, only if $2',
  final: [
    /^an? ([\w-]+) (?:[\w-]+ )?(?:stays|remains) \1\b/i,
    /^(.+?) shall be (?:final|terminal|the end|an end state|end states)\.?$/i,
    /^(.+?) (?:has|have) no (?:way|ways|exits?|transitions?|moves?|steps?|successors?|next states?|further (?:states?|steps?|transitions?|moves?))(?: (?:out|on|onwards?|back|from (?:them|it|there|here)|out of (?:them|it)))?\.?$/i,
    /^(.+?) (?:is|are) (?:all |both )?(?:dead ends?|sinks?|the end of (?:the|its|their) (?:line|life|story)|definitive|for ever|forever)\b/i,
    /^(.+?) leads? nowhere\b/i,
    /^[*_`"“]*([\w-]+(?: [\w-]+)?)[*_`"”]* (?:is|are|means|stays?) \1\.?$/i,
    /^(.+?) (?:is|are) (?:closed|done|finished|over|settled|concluded|ended) (?:definitively|for good|forever|for ever|finally|once and for all)\.?$/i,
    /^(.+?) (?:(?:cannot|can['’]t|can not|may not|must not|shall not|will not) (?:be )?|(?:is|are) (?:not|never|no longer) )(?:altered|changed|touched|re-?opened|undone|reversed|revived|moved|modified|amended)(?: (?:any ?more|again|any longer|afterwards|further|thereafter))?\.?$/i,
    /^(.+?)(?: \w+)? (?:stay|remain)s? (?:so|that way|as they are|as it is|like that|forever|for good)(?: for ever)?\.?$/i,
    /^(.+?) (?:is|are) (?:all |both )?(?:the end|(?:an? )?(?:final|terminal|end|closed)(?: (?:states?|status(?:es)?|points?))?|the (?:last|final|terminal)(?: (?:ones?|states?|stages?|steps?|status(?:es)?))?)\b/i,
    /^[*`_"“]*([\w-]+(?:(?:,\s*(?:and |or )?|\s*\/\s*|\s+and\s+|\s+or\s+)[*`_"“]*[\w-]+[*`_"”]*)*)[*`_"”]*\s*(?:=|:|–|—)\s*(?:(?:this|that) is )?(?:the )?(?:end|final|terminal|dead ends?|end states?|final states?|sinks?|done for good)\b/i,
    /^(?:the )?(?:end of (?:the )?(?:life|line|story|road|life ?cycle)|dead ends?|sinks?|no way out|ends?(?: (?:here|in|at))?)\s*(?:are|is)?\s*:\s*(.+)$/i,
    /^(?:the )?(?:final|terminal|end|last|closing)(?: (?:states?|status(?:es)?|points?))?\s*(?:are|is)?\s*[:=]\s*(.+)$/i,
    /^the (?:final|terminal|end|last) (?:states?|status(?:es)?) (?:are|is) (.+)$/i,
    /^(?:nothing (?:leads out of|happens after|follows|comes after|follows after)|there is no way (?:out of|back from)|no transitions? (?:leads? )?(?:out of|from)) (.+)$/i,
    /^nothing (?:more |else |further )?(?:happens|can happen|changes) (?:to|with|in|for) (?:an? |the )?(.+?)(?: (?:any ?more|again|afterwards|any longer))?\.?$/i,
    /^(.+?) (?:cannot|can['’]t|can not|can never|may not) be left(?: again)?\.?$/i,
    /^(?:an? )?([\w-]+) \w+ (?:stays|remains) \1(?: for ?ever| for good| from then on| ever after| always)?\.?$/i,
    /^(.+?) (?:(?:can|may|will|do|does) )?(?:never|not|no longer)(?: ever)? (?:changes?|moves?|be changed|be left|leaves?|lead anywhere|go anywhere)(?: again| any ?more| any further| anywhere| afterwards)?\.?$/i,
  ],
  capitalState:
    /\b(?:states?|be|is|are|becomes?|to|from|into|as|in|or|and),? ([A-Z][A-Z_]{3,})(?![\p{L}\d-])|^([A-Z][A-Z_]{3,}) (?:and|or|is|are|shall|may|can)\b/gu,
  starts: [
    /^[*_`"“]*([\w-]+)[*_`"”]* is (?:(?:the )?(?:state|one) )?(?:where|how|in which) (?:an? |the |each |every |all )?[\w-]+(?: [\w-]+)? (?:starts?|begins?)\.?$/i,
    /^(?:an? |the |each |every )?[\w-]+(?: [\w-]+)? (?:is|are) [*_`"“]*([\w-]+)[*_`"”]* (?:when|once|as soon as) (?:it|they|one) (?:comes?|arrives?|gets?|(?:is|are) (?:brought|taken|handed|sent)) (?:in|here|to us|along)\.?$/i,
    /^(?:an? |the |each |every )?\w+ (?:shall be|must be|is|will be) (?:in (?:the )?state )?[*_`"“]*([\w-]+)[*_`"”]* when (?:it is |it has been )?(?:first |newly )?(?:created|registered|made|entered|recorded|added)\.?$/i,
    /^(?:an? |the |each |every )?\w+ (?:entered|registered|added|created|made|received|submitted|filed|recorded)(?: (?:in|into|by|with|at|to) [^,.]{2,30}?)? is [*_`"“]*([\w-]+)[*_`"”]*\.?$/i,
    /^(?:it |this |(?:an? |the |each |every )?\w+ )is (?:at )?first(?: an?)? [*_`"“]*([\w-]+)[*_`"”]*\.?$/i,
    /^(?:it|this|(?:an? |the |each |every )?\w+) is (?:an? )?[*_`"“]*([\w-]+)[*_`"”]* first\.?$/i,
    /^(?:an? |the |each |every )?\w+ (?:is|are) [*_`"“]*([\w-]+)[*_`"”]*,? (?:when|once|as soon as|after) (?:we|you|they|one|somebody|someone|the \w+) (?:have |has )?(?:put|enter(?:s|ed)?|makes?|made|creates?d?|add(?:s|ed)?|register(?:s|ed)?|open(?:s|ed)?|files?d?|submit(?:s|ted)?|records?|recorded|sends?|sent) (?:it|one|them)(?: in)?\.?$/i,
    /^(?:it |this |(?:an? |the |each |every )?\w+ )?(?:begins?|starts?)(?: (?:out|off|life))?(?: (?:as|in|with))? [*_`"“]*([\w-]+)[*_`"”]*\.?$/i,
    /^given (?:an? )?(?:new|fresh) \w+,? (?:then )?(?:(?:its|the) (?:state|status|stage)|it) is [*_`"“]*([\w-]+)[*_`"”]*\.?$/i,
    /^(?:it |this |(?:an? |the |each |every )?\w+ )?(?:begins?|starts?|initially|at first)(?: (?:with|as|in|at))?\s*[:=]\s*[*_`"“]*([\w-]+)[*_`"”]*\.?$/i,
    /^(?:an? |the |each |every )?\w+ (?:is |are )?(?:be )?(?:created|made|born|opened|added|registered|entered|recorded|filed|stored|saved) (?:as|in|with) (?:(?:the )?(?:state|status|stage) )?[*_`"“]*([\w-]+)[*_`"”]*\.?$/i,
    /^(?:the )?(?:state|status|stage) of (?:an?|the|each|every) (?:new )?[\w-]+ (?:shall |will |must )?(?:be|is|starts (?:as|with)) [*_`"“]*([\w-]+)[*_`"”]*,? (?:on|at|upon|after|when) (?:its |the )?(?:creation|create|entry|receipt|registration|start|beginning|intake|creating)\.?$/i,
    /^(?:an? |the |each |every )?(?:[\w-]+ ){1,6}(?:which|that|when it) (?:has been|is|was|have been) (?:just |newly )?(?:received|created|made|entered|submitted|filed|registered|recorded|sent in|handed in|taken in) (?:has|is|gets|is given|starts in|is in) (?:the )?(?:state|status|stage) [*_`"“]*([\w-]+)[*_`"”]*\.?$/i,
    /^(?:as (?:an?|the|another) [^,]{2,30}, )?(?:I|we|they|the \w+) (?:creates?|makes?|adds?|opens?|puts?|enters?) (?:an?|the) \w+ (?:as|in|with) [*_`"“]*([\w-]+)[*_`"”]*\.?$/i,
    /^(?:when|once|as soon as|after) (?:we|you|they|one|somebody|someone|he or she|the \w+) (?:puts?|enters?|makes?|creates?|adds?|registers?|opens?|files?|submits?|writes?|records?|sends?) (?:it|one|them|an? \w+|the \w+)(?: (?:in|down|up|on|out))?,? (?:it|they|this) (?:is|are|starts? as|becomes?|will be) [*_`"“]*([\w-]+)[*_`"”]*\.?$/i,
    /^(?:(?:an?|each|every) )?new(?: ones?| records?| entries)? (?:is|are|gets?|has|have)(?: (?:the )?(?:state|status))? [*`_"“]*([\w-]+)[*`_"”]*\.?$/i,
    /^(?:an? |the |each |every )?\w+ (?:is|are|stands?|(?:shall|will|must) be) (?:when|upon|on|at|after) (?:its |the |their |being )?(?:first )?(?:creation|registration|registered|entry|receipt|filing|opening|submission|insertion|recording|recorded|lodging|placement|acceptance|arrival)(?: of (?:an?|the) \w+)?,? (?:in (?:the )?(?:state|status|stage) )?(?:of )?[*`_"“]+([\w-]+)[*`_"”]+\.?$/i,
    /^[*`_"“]*([\w-]+)[*`_"”]*(?: (?:state|status))?,? (?:(?:when|once|after|as soon as|right after|while) (?:(?:it|they) (?:is|was|are|has been|have been) )?(?:being |first |just |still |newly )?(?:created|made|new|added|registered|opened|entered|recorded|set up)|(?:from|since|after|right after) (?:the )?(?:creation|start|beginning)|by default|at first|initially|to begin with)\.?$/i,
    /^[*`_"“]*([\w-]+)[*`_"”]* (?:on|at|upon) (?:create|creation|arrival|entry|receipt|registration|the start|birth|intake|opening)\.?$/i,
    /^(?:an? |the |each |every )?new \w+(?: \w+)? (?:is|are) [*`_"“]*([\w-]+)[*`_"”]*(?: (?:straight away|at once|immediately|right away|from the start|to begin with|at first))\.?$/i,
    /^(?:an? |the |each |every )?\w+ (?:shall |will |must )?(?:upon|on|at|after|when) (?:creation|entry|registration|receipt) (?:be|is) [*`_"“]*([\w-]+)[*`_"”]*\.?$/i,
    /^(?:on|at|upon|after) (?:creation|create|its creation),? (?:the |its )?(?:state|status|condition|phase) (?:is|will be) [*`_"“]*([\w-]+)[*`_"”]*\.?$/i,
    /^(?:each |every |an? |the )?(?:new )?\w+ (?:is|are|gets) (?:entered|recorded|registered|filed|written down|set|stored|saved|always) (?:as |in |to )?[*`_"“]*([\w-]+)[*`_"”]*\.?$/i,
    /^(?:new|every new|a new|each new) .+? (?:start|starts|begins?|is|are) (?:as |in |with |out as )?(?:an? )?[*`_"“]*([\w-]+)[*`_"”]*\.?$/i,
    /^(?:(?:an?|the|each|every) \w+ )?(?:starts|begins)(?: (?:its|their) life)? (?:as|in|with) [*`_"“]*([\w-]+)[*`_"”]*\.?$/i,
    /^(?:an? |the |each |every )?\w+ (?:starts?|begins?)(?: out)? (?:as|in|with) (?:(?:the )?(?:state|status) )?[*`_"“]*([\w-]+)[*`_"”]*\.?$/i,
    /^(?:an? |the |each |every )?\w+ (?:is|are) (?:created|made|born|opened|added|registered) (?:as|in|with) (?:(?:the )?(?:state|status) )?[*`_"“]*([\w-]+)[*`_"”]*\.?$/i,
    /^(?:when|once|after|as soon as) (?:an? |the |each |every )?\w+ (?:is|has been|are) (?:created|made|added|registered),? (?:it|they) (?:is|are|starts as|becomes?) [*`_"“]*([\w-]+)[*`_"”]*\.?$/i,
    /^(?:the )?(?:initial|first|start(?:ing)?)(?: state| status| value)?(?:(?: is|:)| (?:shall|will|must) be|(?<=value)) [*`_"“]*([\w-]+)[*`_"”]*\.?$/i,
    /^(?:on|at|upon|after) (?:creation|create): [*`_"“]*([\w-]+)[*`_"”]*\.?$/i,
    /^(?:an? |the |each |every )?\w+ (?:is|are) [*`_"“]*([\w-]+)[*`_"”]* (?:at first|initially|at the (?:start|beginning)|to begin with|(?:when|once|as soon as|after) (?:it|they) (?:is|are|has been|have been) (?:new|entered|created|made|added|registered|opened|filed|received|submitted|handed in|placed|reported))\.?$/i,
    /^[`*]*(?:POST \/\S*?)[`*]* (?:creates?|makes?|adds?|opens?|puts?) (?:it|one|them|(?:an? |the )?[\w-]+) (?:as|in|with) (?:(?:the )?(?:state|status) )?[*`_"“]*([\w-]+)[*`_"”]*\.?$/i,
    /^(?:an? |the |each |every )?(?:new )?\w+ (?:is|are|(?:shall|will|must) be) [*`_"“]*([\w-]+)[*`_"”]* (?:upon|on|at|after|from|when) (?:its |the )?(?:creation|entry|registration|receipt|start|beginning|arrival|filing|opening|submission|lodging|intake)\.?$/i,
    /^start: [*`_"“]*([\w-]+)[*`_"”]*\.?$/i,
  ],
  moves: [
    /^(?:the |an? )?[\w ]+? (?:shall be able to|is able to|shall|can|may) (?<trigger>[a-z][a-z-]*) (?:an? |the )[\w-]+ in (?:the )?state (?<from>\w+(?:(?:, | or | and )\w+)*), (?:by which|upon which|after which|whereupon|which then) it (?:shall )?(?:then )?(?:becomes?|is|be) (?<to>\w+)(?: again)?\.?$/i,
    /^(?:an? |the )[\w-]+ in (?:the )?state (?<from>\w+(?:(?:, | or | and )\w+)*) (?:may|can|shall|must) be (?<trigger>[a-z][a-z-]*) and (?:shall |is |will )?(?:then|thereby|thereafter) (?:shall )?(?:be|becomes?|is)? ?(?<to>\w+)\.?$/i,
    /^(?:an? |the |any |every |each )?(?<from>[\w-]+)(?: [\w-]+)? (?:shall |will |must )?(?:be |is |are )?(?:set|moved|changed|put|switched) to (?:(?:the )?(?:state|status) )?(?<to>[*_`"“]*[\w-]+[*_`"”]*),? (?:(?:automatically|by itself|on its own),? )?(?<trigger>(?:after|when|once|if|as soon as|by) .+?)\.?$/i,
    /^(?:if|when|once|as soon as) (?:an? |the |any )?[\w-]+ (?:has been|have been|is|was|stays|remains) (?:still |left )?[*_`"“]*(?<from>[\w-]+)[*_`"”]* for (?:more than |over |longer than )?(?<trigger>\d+ \w+)(?:,? (?:and|but|without|with) .+?)?,? (?:it|they|the \w+) (?:should be|shall be|must be|will be|is|are|becomes?|goes(?: to)?|gets) (?:then |automatically |considered )?[*_`"“]*(?<to>[\w-]+)[*_`"”]*(?:,? (?:by itself|automatically|on its own))?\.?$/i,
    /^given (?:an? |the |any )?(?<from>[\w-]+)(?: [\w-]+)?,? (?:and )?when (?<trigger>.+?),? then (?:it|they|(?:the |an? )?[\w-]+) (?:is|are|becomes?|will be|shall be|should be|goes to|turns)(?: then| now)? (?<to>[*_`"“]*[\w-]+[*_`"”]*)\.?$/i,
    /^(?:an? |the )?[\w-]+ is (?<from>[\w-]+) until (?<trigger>.+?),? (?:and )?then (?:it )?(?:becomes|is|turns(?: into)?|goes to) (?<to>[\w-]+)\.?$/i,
    /^(?:an? |the |any )?(?<from>[\w-]+)(?: [\w-]+)? (?:that|which) (?:is|has been|was|gets) (?<trigger>\w+(?: by .+?)?) (?:becomes?|turns(?: into)?|is then|goes to|changes to|moves to) (?<to>[*_`"“]*[\w-]+[*_`"”]*)\.?$/i,
    /^(?<trigger>[\w`]+) (?:moves|takes|brings|puts|turns|sets|leads) (?:an? |the |it )?(?:[\w-]+ )?from (?<from>.+?) (?:in)?to (?<to>\S+?)\.?$/i,
    /^(?:when|once|as soon as|if) (?<trigger>.+?), (?:an? |the )?[\w-]+ (?:moves|goes|changes|passes) from (?<from>.+?) to (?<to>\S+?)\.?$/i,
    /^(?<trigger>\w+ing) (?:an? |the )?(?<from>[\w-]+) \w+ makes it (?<to>[\w-]+)\.?$/i,
    /^from (?<from>.+?) (?:it|(?:an? |the )?[\w-]+) (?:moves|goes|changes|passes) to (?<to>\S+?)(?:[,:;]? (?:(?:when|once|as soon as|if) )?(?<trigger>.+?))?\.?$/i,
    /^(?:an? |the )?(?<from>[\w-]+)(?: [\w-]+)? (?:can|may) be (?<trigger>\w+)[,;:]?(?: and)? (?:it|which|this)(?: then)? (?:is|becomes|makes it|will be)(?: then)? (?<to>[\w-]+)\.?$/i,
    /^from (?<from>\S+?) to (?<to>[^\s:,]+) (?:when|once|as soon as|if) (?<trigger>.+?)\.?$/i,
    /^(?:an? |the )?\S+ (?:moves|goes|changes|passes) from (?<from>.+?) to (?<to>\S+?)(?:[,:;]? (?:(?:when|once|as soon as|if) )?(?<trigger>.+?))?\.?$/i,
    /^from (?<from>.+?) to (?<to>[^\s:,]+)\s*(?:[:,–—-]\s*(?:(?:when|once|as soon as|if) )?(?<trigger>.+?))?\.?$/i,
    /^(?:(?:when|once|as soon as|if) )?(?<trigger>.+?), (?:an? |the |any )?(?<from>(?!(?:and|or|but|then|it|they)\b)[\w-]+(?:(?:,| or| and) (?:an? |the )?[\w-]+)*)(?: [\w-]+)? (?:becomes?|turns(?: into)?|is then|goes|gets|will be|changes to|moves to) (?<to>[*_`"“]*[\w-]+[*_`"”]*)\.?$/i,
    /^(?:an? |the |any )?(?<from>(?!(?:and|or|but|then|it|they)\b)[\w-]+(?:(?:,| or| and) (?:an? |the )?[\w-]+)*)(?: [\w-]+)? (?:becomes?|turns(?: into)?|goes|gets|changes to|moves to) (?<to>[*_`"“]*[\w-]+[*_`"”]*),? (?:(?:when|once|as soon as|if) )?(?<trigger>.+?)\.?$/i,
  ],
  givenWhen:
    /^(?:given|assuming|suppose)(?: that)?\s*:?\s+(?<given>.+?)[,;.]?\s+(?:and )?when\s*:?\s+(?<trigger>.+?)[,;.]?\s+then\s*:?\s+(?<then>.+)$/i,
  thenLead:
    /^(?:(?:it|they|(?:the |an? |this |that )?[\w-]+(?: [\w-]+)?|(?:its|the) (?:status|state)(?: of [\w -]+?)?)\s+(?:is|are|becomes?|(?:will|shall|should|must) be(?:come)?|goes to|moves to|changes to|turns(?: into)?|is (?:set|changed|moved) to|has)\s+)?(?:now |then )?(?:(?:in )?(?:the )?(?:status|state) )?/i,
  givenNothing: /^(?:no|nothing|an? new|there (?:is|are) no)\b|\b(?:does not|doesn['’]t) exist\b/i,
  isCreated:
    /\b(?:is|are|gets|was|has been) (?:first )?(?:created|made|added|registered|opened|entered|set up|submitted|recorded|posted|filed)\b/i,
  thereupon: /,\s*(?:whereupon|whereby|upon which|on which|after which|by which|with which|so that|and(?: then| thus| so)?|which)\b/i,
  pressed:
    /\b(?:press(?:es|ed)?|hits?|clicks?(?: on)?|taps?(?: on)?|push(?:es)?|chooses?|selects?|(?:we|I|they) (?:say|call (?:it|this)))\s+(?:the )?(?:["“][^"”]+["”]|\*{1,2}[^*]+\*{1,2}|`[^`]+`)/gi,
  thingLead: /^(?:when|once|as soon as|if|after)\b.*,\s+(?:an?|the|any|this) \p{L}+(?: that is)?\s*$/iu,
  isThen: /^\s+(?:is|becomes|is then|will be)\s+(?:an? )?$/i,
  calledVerb:
    /^(?:the |an? )?[\w-]+(?: [\w-]+)? (?:calls|invokes|triggers|requests|executes) (?:the )?["'“]?(?!(?:it|them|the|an?|for)\b)([\w-]+)["'”]?(?:,? (.+))?$/i,
  inState: '(?:that |which )?(?:is|are|in|with|has|having)(?: in)?(?: (?:the |its )?(?:status|state))?|whose (?:status|state) is',
  stepStart: /^(?:(?<first>given|assuming|suppose)|(?<next>when|then|and|but|\*))\b/i,
  scenarioTitle: /^(?:feature|scenario(?: outline)?|rule|background|examples?):/i,
  moveWords: [
    [/\b(from [*_`"“]*[\w-]+[*_`"”]*,? (?:or|and)) from (?=[*_`"“]*[\w-]+[*_`"”]* to\b)/gi, '$1 '],
    [/\b(?:with|by|via|through|using|on) (?:the )?(?:action|command|operation|call|verb|button) (?=[\w`"“*-]+)/gi, 'by '],
    [/\b(?:also|likewise|finally) (?=(?:becomes?|goes|go|moves?|changes?|turns?|passe?s?|returns?)\b)/gi, ''],
    [
      /\b(?:shall|will|must|should|can|may) (?=(?:begin|start|pass|move|go|become|change|turn|return|transition|switch|advance|be (?:moved|set|put|changed|created))\b)/gi,
      '',
    ],
    [
      /\b(?:passe?s?|transitions?|switch(?:es)?|advances?|proceeds?|returns?|progresse?s?|jumps?|is (?:moved|set|put|changed|switched)|(?:goes|go|moves?|changes?|turns?) back|move|go|change)(?= (?:back )?(?:from|to)\b)/gi,
      'moves',
    ],
    [/\b((?:an?|the|any) [\w-]+) ([\w-]+) or (?:an?|the|any) ([\w-]+) one\b/gi, '$1 or $3 $2'],
    [/\bmoves back\b/gi, 'moves'],
    [/\b(?:upon|on (?=\p{L}+ (?:of|by)\b))/giu, 'when '],
    [/\s+/g, ' '],
    [/\bthe (?:state|status) (?:of )?(?=[*"`“'\w])/gi, ''],
  ],
  noMove:
    /\b(?:cannot|can['’]t|can not|never|not|no longer|nobody|no way|nothing|neither|unless)\b|\bstays?\b|\bremains?\b|\bas an? (?:new|another|fresh|separate) \p{L}+/iu,
  noMoveVerb:
    /\b(?:cannot|can['’]t|can not|never|(?:may|must|does|do|will|can|is|are) not|doesn['’]t|won['’]t|no longer|nothing|nobody|no \w+)\s+(?:ever |again |be )?(?:go(?:es)?|moves?|moved|changes?|changed|pass(?:es)?|returns?|turn(?:s|ed)?|becomes?|leads?|back|set|put)\b/i,
  fromWord: '(?:from|out of)',
  toWord: '(?:back )?(?:in)?to',
  goesLead:
    /(?:,?\s*(?:and )?(?:then )?(?:it|they|this|(?:an?|the|each|every) \p{L}+(?: \p{L}+)?)\s+)?(?:then )?(?:can |may |shall |will |must )?(?:goes|go|moves?|changes?|passes|pass|returns?|turns?|is (?:moved|set|put|changed)|be (?:moved|set|put|changed)|moving|going)?(?: back)?\s*$/iu,
  clauseOfMoves: /;\s+(?:and )?|,\s+(?:and|then|or)\s+|\s+and\s+(?=(?:back |then )?(?:from|to)\b)/i,
  betweenStates: /^\s*(?:,|\/|\||or|and|,\s*(?:or|and)|or (?:an? |the )|and (?:an? |the ))\s*$/i,
  fromLead: /\b(?:from|out of|of|an?|any|the|only|while|if|whenever|when|as long as|is|are|in|still)\s*$/i,
  toLead: /\b(?:to|into|as)\s+(?:be )?$/i,
  becomes:
    /\b(?:becomes?|become|turns?(?: in)?(?:to)?|(?:goes|go|moves?|changes?|switches|passes|returns?|falls?|flips?|drops?|progresses|transitions?|leads?|taken|put|set|brings?(?: it)?|puts(?: it)?|sets(?: it)?|makes(?: it)?|takes(?: it)?|moved|marked)(?: it| them| back| over| on| the \w+)*(?: to| into| as| in)?|gets|is then|is now|are then|will be|can(?: then)? be|may(?: then)? be|is|it['’]s|ends? up(?: as)?|ends? as|and then(?: either)?)\s*(?:an? |the )?$/i,
  turnLead:
    /\b(?:turn(?:s|ed|ing)?|change[sd]?|makes?|made|converts?|moves?|moved|puts?|sets?|brings?|takes?|sends?|flips?|switch(?:es)?|pushes|returns?|leads)(?: (?:it|them|him|her))?(?: from)?(?: (?:an?|the|any|every|each))?\s*$/i,
  turnTo: /^\s*(?:(?:\p{L}+ ){0,5}(?:back |over |again )?(?:in)?to|back (?:in)?to)\s+(?:an? |the )?(?:be )?$/iu,
  makeLead: /\bmakes? (?:(?:an?|the|any) )?$/i,
  makeTo: /^\s*(?:ones? )?$/i,
  stateFrom:
    /^[*`_"]*([\p{L}][\p{L}_-]*)[*`_"]*\s*[:–—-]\s*(?:only )?(?:comes )?from (?!\S+(?:(?:,|,? or|,? and) \S+)* (?:back )?(?:in)?to )([^,;:.]+?)(?:[,;:]\s*(?:(?:when|once|if|as soon as) )?(.*?))?(?:\.(?=\s|$)|$)/iu,
  stateStart:
    /^[*`_"]*([\p{L}][\p{L}_-]*)[*`_"]*\s*[:–—-]\s.*\b(?:this is how it starts|it starts (?:here|like this)|(?:the )?(?:first|initial|starting) state|where (?:it|everything) (?:starts|begins)|to begin with|at first)\b/iu,
  fromTo:
    /(?<=\b(?:goes?|moves?|changes?|passes|returns?|is|back)\s|^|[,;:]\s*(?:and |or )?|\band |^[*_-]\s*)from ([\p{L}*_`][\p{L} *_`-]*?) (?:back )?to ([\p{L}*_`][\p{L}*_`-]*(?: (?!when\b|once\b|if\b|as\b|after\b|by\b|in\b)[\p{L}*_`-]+){0,2}?)(?=\s*(?:[.,;:(]|$|when\b|once\b|if\b|as soon\b|after\b|by\b|in the same\b|and\b))/giu,
  conditionLead: /^(?:if|where|provided(?: that)?|in case)\s+(.+)$/i,
  causeWord:
    /\b(?:when(?:ever)?|once|as soon as|if|after|by|on|upon|because|through|via|with(?= (?:the|an?|its|his|her|their|each|every)\b))\s+(.+?)\s*$/i,
  verbNoun: 'call|calls|calling|action|verb|command|operation',
  callWord: 'call|calls|calling|called|action|verb|command|operation|endpoint|request|transition|is|by|via|with|through|using|on|means',
  finalRemark:
    /^(?:(?:this |that |which |it )?is )?(?:\p{L}+,? but )?(?:(?:the |an? )?(?:final|terminal|end|last)(?: (?:state|status|one))?|(?:the )?end of (?:the|its) (?:line|road|story|life))$/iu,
  finalExcept:
    /^(?:all|every|each)(?: (?:the )?(?:other )?(?:states?|status(?:es)?))? (?:except(?: for)?|but|apart from|other than|besides) (?<others>[^.;]+?) (?:is|are) (?:final|terminal|end states?|final states?)\.?$/i,
  backWord: /^back$/i,
  firstRemark: /^(?:(?:this |that |which |it )?is )?(?:the |an? )?(?:initial|first|start(?:ing)?)(?: (?:state|status|one))?$/i,
  idle: /\b(?:silent|silence|no (?:answer|reply|response|reaction|news)|unanswered|idle|nothing|nobody|no one|inactive|untouched|unpaid|unsigned|(?:does|do|did)(?: not|n['’]t) (?:answer|react|reply|come|respond))\b/i,
  lasting:
    /\b(?:for|within|since|after)\s+(?:more than |over |longer than |at least |a period of )?(?<after>(?:\d+|two|three|four|five|six|seven|eight|nine|ten|twelve|thirty|sixty|ninety) ?(?:hours?|h|days?|weeks?|minutes?|min|seconds?))\b/gi,
  alsoFinal:
    /^(?:(?:so (?:is|are)|likewise|the same (?:goes|holds) for) (?<one>[^.;]{3,60}?)|(?<other>[^.;]{3,60}?),? (?:also|too|as well|likewise|the same))\.?$/i,
  endsThere:
    /(?:^|[.;,:–—(]\s*)(?:and )?(?:(?:this|that|which|it|here) is (?:then )?(?:the end|final|terminal|definitive)(?: of (?:the|its) (?:story|line|life))?|(?:there is |with )?no way back|(?:the )?end of (?:the )?(?:story|line|life)|for good|that['’]s it)\s*(?:[.;,)]|$)/iu,
  moveJoin: /(?:,|;|,? and|,? then)\s+(?=(?:back |then )?from \S+ (?:back )?to\b)/i,
  itMoves: 'it moves',
  twoTargets: /^(.*\bfrom .+? to )(\S+?),? or (?:in)?to (\S+)(.*)$/i,
  finalLead: /^(?:the |all )?(?:states?|status(?:es)?)\s+(?=\S)/i,
  causeLead:
    /^(?:on|via|by|with|through|using|upon|when|call(?:ing)?)\s+(?:(?=`?(?:POST\s+)?`?\/)|(?:the )?(?:action|command|operation|verb|button)\s+)/i,
  causes: /\s*(?:,?\s+or\s+|;\s*)/i,
  circumstance: /^(?:when|whenever|if|once|as soon as|after|first time|both|always)\b/i,
  endings: /(?:ing|ed|es|s|e|d)$/,
  after:
    /^(?:(?:automatic(?:ally)?|(?:by |of )?itself|on its own|timer|timeout|(?:nobody|no[- ]one|none|nothing) [\w' ]{2,30}?|no [\w-]+(?: [\w' ]{2,30}?)?)[,:]? )?(?:(?:the )?(?:lapse|expiry|expiration|end|passing|elapse|passage) of )?(?:(?:after|within|for) )?(\d+) ?(?:(?:calendar|full|whole) )?(h|hours?|days?|d|minutes?|min|weeks?|s|secs?|seconds?)(?: (?:after|since|without|with no|if no|unless) .+| (?:later|pass|passed|have passed|go by|elapse|elapsed)|,? (?:(?:it|they|this|the [\w-]+) [\w' ]{2,60}? )?(?:automatically|by itself|by themselves|of itself|on its own))?$/i,
  guarded: /^(.*?)[,;]?\s+(?:but |and )?(?:only if|provided that)\s+(.+)$/i,
  eitherState:
    /^(?:and )?(?:from|out of) (?:either|both)(?: (?:one )?(?:of (?:the two|them|these|those|these two)|of these states)| states?| of the two states)?,?\s+/i,
  byItself:
    /\b(?:(?:the )?(?:server|service|system|backend|platform) (?:does|sets|moves|changes|marks)|automatic(?:ally)?|(?:by |of )?itself|on its own|timer|timeout|cron|(?:nightly|daily|hourly|background) (?:job|run|task)|\d+ ?(?:s|sec|seconds?|min|minutes?|h|hours?|days?|d|weeks?) (?:after|before|without|later))\b/i,
  moveCause: /after|by|when|once|on|via|if|through|upon|with|as soon as/,
  asCondition:
    /\b(?:when|whenever|if|once|until|before|while|as soon as|after|unless|because|since)\s+(?:it|they|(?:an?|the|its) \p{L}+)\s+(?:is|are|has been|becomes?|gets|was|were)\s*(?:an? |the )?$/iu,
  notYet: /\b(?:before|until|unless|without)\b[^.;]*$/i,
  negation: /^(?:not|never|without|nobody|nothing|no|cannot|\p{L}+n['’]t)$/iu,
  particle: /^(?:up|down|in|out|off|on|over|back|away|through)$/i,
  clock: /^(?:timers?|(?:nightly |hourly |daily )?job|cron|automatic(?:ally)?|(?:by |of )?itself)\b/i,
  leads:
    /^(?:(?:it|this) )?(?:can|may|will)?(?: (?:then|only))* ?(?:goes|go|moves?|changes?|leads?|turns?|becomes?)(?: on)?(?: (?:in)?to)?\s+/i,
  firstState:
    /^(?:(?:this is |it is |is )?(?:where|how) (?:it|everything|they) (?:all )?(?:starts?|begins?)|(?:the )?(?:first|initial|start(?:ing)?)(?: state)?)$/i,
  lastState:
    /^(?:(?:this is |it is |is )?the end|(?:an? |the )?(?:final|terminal|end|last)(?: state)?|nothing follows|(?:that|this)['’]s it)$/i,
  newState: /^new$/i,
}
