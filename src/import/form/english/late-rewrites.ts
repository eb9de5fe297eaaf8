// Rewrites English sentences about fields that other lines describe, as a subject and what is said of it.

import type { FieldWords } from '../words/field-words.ts'

export const englishLateRewrites: FieldWords['lateRewrites'] = [
  // "One rating per (level_id, player_id)".
  [
    /^(?:there (?:is|can be|may be|must be) )?(?:only |at most |exactly |no more than )?(?:one|1|a single) [\w-]+ (?:per|for each|for every) \(?(?:each |an? |the )?(\w+)\s*(?:,|\+|\/|and|&|×)\s*(?:per )?(?:each |an? |the )?(\w+)\)?$/i,
    '$2 is unique together with $1',
  ],
  [
    /^(?:(?:composite|combined|compound|joint|table)[ -])?(?:unique|uk|uq)(?: (?:index|key|constraint))?(?: (?:on|over|across|for|is))?:?\s*\(?(\w+)\s*(?:,|\+|\/|and)\s*(\w+)\)?$/i,
    '$2 is unique together with $1',
  ],
  [
    /^\(?(\w+)\s*(?:,|\+|and)\s*(\w+)\)? (?:is|are|must be|together (?:is|are)) (?:(?:composite |jointly |together )?unique(?: together| in combination| as a pair| combined)?|(?:a |the )?(?:composite |combined )?(?:unique key|uk))$/i,
    '$2 is unique together with $1',
  ],
  [
    /^.*?\b(?:that is(?: to say)?|i\.e\.|in other words|which means(?: that)?|meaning(?: that)?),?\s+(?=(?:the |its )?\w+(?: \w+)? (?:is|are|must|can|cannot|may)\b)/i,
    '',
  ],
  [/^(?:the )?(?:fields|members|columns|attributes|properties) (?=[\w]+(?:,| and| or) )/i, ''],
  [
    /^((?:the |its )?\w+(?: \w+)?), (?:if|when|where) (?:it is |one is )?(?:given|stated|present|set|entered|supplied), (?=(?:is|are|must|may|can|cannot|shall|never)\b)/i,
    '$1 ',
  ],
  [
    /^((?:the |its )?\w+(?: \w+)?) of (?!(?:an?|the|each|every|all|this|that)\b)[a-z]+ (?=(?:is|are|must|may|can|cannot|shall|never)\b)/i,
    '$1 ',
  ],
  [
    /^((?:the |its )?\w+(?: \w+)?) (?:shall be|is|will be|must be) ([\w.-]+)(?: (?:years|months|weeks|days|hours|minutes|euros?))? (?:if|when|where|unless) (?:none|nothing|no value|it|not|no other|another|otherwise)(?: (?:is|was|has been))?(?: (?:not )?(?:given|stated|specified|entered|said|set|supplied))?$/i,
    '$1 is default $2',
  ],
  [/^(?:the |its )?(?:field|member|column|attribute|property) (?=\w+ (?:is|are|must|can|cannot|may|shall|should)\b)/i, ''],
  [/^(?:neither|none of) (.+?),? (?:nor|and|or) (.+?) (can|may|must|shall|will|should) (be \w+)/i, '$1 and $2 $3 not $4'],
  [
    /^(?:if|when|where|once) (?:an?|the) ([\w -]{2,30}?) (?:is|has been) (?:given|there|set|present|filled in|entered|known|supplied|sent),? (?=(?:no|nobody|it|there)\b.*\b(?:the same|it|unique|twice|another|once)\b)/i,
    '$1 is ',
  ],
  [
    /^if nothing (?:else )?is (?:said|given|stated|entered|sent|known) (?:about|for|on|as) (?:the )?([\w -]{2,30}?),? (?:then )?(?:(?:it|this|there) (?:is|are)|the service (?:takes|assumes)|we (?:take|assume))(?: none)? \(?["'`]?([\w.-]+)["'`]?\)?$/i,
    '$1 is default $2',
  ],
  [
    /^((?:the |its )\w+(?: \w+)?) (?:is|are|stands|serves|appears) (?!required|optional|mandatory|needed|fixed|unique|set\b)[^:;.]{3,60}[:,] (?:and |so |therefore |hence )?(?:it|they|this) (?=(?:is|are|must|may|can|cannot|shall|never)\b)/i,
    '$1 ',
  ],
  [/^(\w+): (?=\S+ by default$)/i, '$1 is '],
  [
    /\b(?:once|after|as soon as|when) (?:it|they|(?:the|an?) \w+) (?:exists?|(?:is|are|was|has been) (?:there|made|saved|stored|created))\b/i,
    'afterwards',
  ],
  [/^((?:the |its )?\w+(?: \w+)?) (?:of|on|in|for) (?:an?|the|each|every) \w+ (?=(?:is|are|must|may|can|cannot|shall|never)\b)/i, '$1 '],
]
