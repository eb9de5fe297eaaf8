// The English words of conditions and rules.

import type { ConditionWords } from '../words/condition-words.ts'

const given = String.raw`(?:present|given|set|filled(?: in)?|provided|supplied|stated|entered|recorded|known|specified|there)`
const whenever = String.raw`(?:if|when|whenever|where|in case|as soon as|once|for)`

export const englishConditionWords: ConditionWords = {
  conditions: {
    comparisons: [
      [
        '(?:greater|more|larger|higher|bigger) than or (?:the same as|equal to)|(?:equal to|the same as) or (?:greater|more|larger|higher) than|at least|no less than|no fewer than',
        '>=',
        'amounts',
      ],
      [
        '(?:less|fewer|smaller|lower) than or (?:the same as|equal to)|(?:equal to|the same as) or (?:less|fewer|smaller|lower) than|at most|no more than|no (?:greater|larger|higher) than|up to',
        '<=',
        'amounts',
      ],
      [
        '(?:the same as|the same day as|equal to|on|at) or (?:after|later than)|(?:after|later than) or (?:equal to|the same as|on|at)|no (?:earlier|sooner) than',
        '>=',
        'times',
      ],
      [
        '(?:the same as|the same day as|equal to|on|at) or (?:before|earlier than)|(?:before|earlier than) or (?:equal to|the same as|on|at)|no later than',
        '<=',
        'times',
      ],
      ['greater than|more than|larger than|higher than|bigger than|above|over', '>', 'amounts'],
      ['exceeds?', '>', 'amounts'],
      ['less than|fewer than|smaller than|lower than|below|under', '<', 'amounts'],
      ['after|later than', '>', 'times'],
      ['before|earlier than|prior to', '<', 'times'],
      ['equals?|equal to|the same as|identical (?:to|with)|match(?:es)?', '==', 'any'],
      ['differs?(?: from)?|different (?:from|to|than)|other than|unequal to', '!=', 'any'],
      ['', '==', 'literals'],
    ],
    auxiliary: String.raw`(?:(?:must|shall|has to|have to|needs? to|is required to|is|are|be|lies?|comes?|falls?|always|strictly|itself)\s+)*`,
    negated: String.raw`(?:(?:must|shall|may|can|is|are|does|do|will)\s+(?:not|never)|cannot|can['’]t|mustn['’]t|isn['’]t|never|not)\s+(?:(?:be|ever|lie|come|fall)\s+)*`,
    isPresent: new RegExp(
      String.raw`^(?:(?:has|have|was|is|are|been|already|not|must|shall|be)\s+)*?(?:(?:is|are|has been|have been|was|must be|shall be)\s+)?(?:already\s+)?(?:${given}|not (?:empty|null|missing|blank)|(?:is )?filled)$`,
      'i',
    ),
    isAbsent:
      /^(?:(?:is|are|was|must be|shall be|has been)\s+)?(?:still\s+)?(?:empty|null|missing|blank|absent|not (?:present|given|set|filled(?: in)?|provided|supplied|stated|entered|recorded|known|specified|there))$/i,
    and: /\s*(?:\band\b|&&|∧)\s*/i,
    or: /\s*(?:\bor\b|\|\||∨)\s*/i,
    article: /^(?:the|its|their|his|her|this|that|an?|any|every|each|field)\s+/i,
    ofOwner: /^(.+?)\s+(?:of|on|in) (?:the|an?|its|every|each|this) (\p{L}[\p{L} _-]*)$/iu,
    requiredIf: [
      new RegExp(
        String.raw`^(?:is |are |only )?(?:mandatory|required|compulsory|obligatory|necessary|needed|a must|must[- ]have)(?: only)?,? ${whenever} (.+)$`,
        'i',
      ),
      new RegExp(String.raw`^(?:must|has to|shall|needs to)(?: only)? be ${given}(?: only)?,? ${whenever} (.+)$`, 'i'),
    ],
    onlyIf: [
      new RegExp(
        String.raw`^(?:is |are |may be |can be |shall be |must be )?(?:${given}|allowed|permitted|possible|used|returned|shown|exists?)? ?only,? (?:${whenever}|with) (.+)$`,
        'i',
      ),
      new RegExp(String.raw`^only (?:${given}|allowed|permitted|possible|used|there),? ${whenever} (.+)$`, 'i'),
      /^(?:is |are |must be |shall be )?(?:absent|empty|null|missing|blank|not (?:present|given|set|allowed)) unless (.+)$/i,
    ],
    absentIf: [
      new RegExp(
        String.raw`^(?:(?:is|are|must|shall|may|can)\s+)*(?:be )?(?:absent|empty|null|missing|blank|not (?:be )?(?:present|given|set|allowed|filled(?: in)?))(?:,)? ${whenever} (.+)$`,
        'i',
      ),
    ],
    conditionFirst: [
      /^(?:if|when|whenever|where|in case) (?<condition>.+?),(?: then)? (?:the |its |an? )?(?<field>[\w`*“”"]+(?: [\w`*“”"]+){0,3}?) (?<predicate>(?:is|are|must|shall|has to|needs to)\b.+)$/i,
      '$<field> $<predicate> if $<condition>',
    ],
    trailing: /\s+(?:in value)$/i,
    notAlways:
      /\b(?:on|at|upon|during) (?:creation|create|submission|entry|registration)\b|\b(?:today|now|yesterday|tomorrow|current|future|past|at the time|when created|new|previous(?:ly)?|former|old|already|should|usually|normally|typically|except|unless)\b/i,
    lead: /^(?:only )?(?:if|when|whenever|where|provided(?: that)?|as long as|in case|while|given that)\s+/i,
    ruleLead:
      /^(?:(?:business )?rule\s*[\w.-]*\s*[:–—-]\s*|[A-Z]{1,4}-?\d+(?:\.\d+)*\s*[:–—-]?\s+|\d+(?:\.\d+)*[.)]?\s+|(?:note|important|always|in all cases)[:,]\s*|and\s+|also,?\s+)/i,
  },
}
