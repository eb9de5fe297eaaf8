// English phrases for uniqueness within others, references and patterns.

import type { Phrase } from '../../words/field-words.ts'
import { characterClass, phrase } from './phrase.ts'

export const englishReferencePhrases: readonly Phrase[] = [
  [phrase('(?:(?:must|shall|has to) be |is |are )?unique'), { says: 'rule', rule: 'unique' }],
  [
    phrase(
      'unique globally|globally unique|unique everywhere|unique (?:across|throughout|over|in|within) (?:all of )?(?:the |our )?(?:whole |entire )?(?:system|service|register|registry|hub|platform|database|application|company|organi[sz]ation|world|records|board|municipality|city|town|country|institution|hospital|authority|agency|bank|firm|business|catalogu?e?|inventory|network|website|site|app|association|archive)|unique across all .+',
    ),
    { says: 'rule', rule: 'unique' },
  ],
  [
    phrase(
      'unique (?:per|within|for each|inside|in|within (?:the|its)|inside (?:the|its)|for (?:the|its|one)|among the \\w+ of an?) (?:an? |the |its |one )?([\\w ]+?)(?: if (?:given|set|there|present))?',
    ),
    { says: 'uniqueWith', text: '$1' },
  ],
  [
    phrase(
      '(?:only |just |at most |max(?:imum)? |exactly |no more than |not more than )?(?:once|one|1)(?: \\w+)?(?: only| at most)? (?:per|for each|for every|in each|in one|within an?|within one|for an?|for one) (\\w+)(?: only| at most)?',
    ),
    { says: 'uniqueWith', text: '$1' },
  ],
  [phrase('unique as (\\w+(?: and \\w+)+)'), { says: 'uniqueWith', text: '$1' }],
  [
    phrase(
      '(?:(?:de-?dupe?|de-?duplication|natural|unique|business) key|unique) (?:together|in combination|combined|jointly) with (?:the |its )?`?([\\w ]+?)`?',
    ),
    { says: 'uniqueWith', text: '$1' },
  ],
  [
    phrase(
      '(?:the |with the |has the |of the )?same (?:(?:list|values?|words|codes|options|type|kind|choices?|shape|structure|form|format|fields?|members?|object|layout|schema) )?as (?:in |of |for |by )?(?:the )?`?([\\w.]+(?: \\w+)?)`?',
    ),
    { says: 'sameAs', text: '$1' },
  ],
  [
    phrase(
      '(?:(?:(?:enum|choice|values?) )?(?:as(?: in| for)?|like|see) |(?:enum:? =|one of:? =|=) ?)(?:the |section |§|no\\.? |line |row )?`?([\\w.]+(?:-\\d+)?(?: \\w+)?)`?',
    ),
    { says: 'sameAs', text: '$1' },
  ],
  [phrase('NUM (?:characters?|chars?|letters|signs) each'), { says: 'each', text: 'at most $1 characters' }],
  [phrase('each (.+)|(.+) each'), { says: 'each', text: '$1$2' }],
  [
    phrase(`(?:only )?((?:${characterClass})(?:\\s*(?:,\\s*(?:and|or)\\b|[,/]|\\b(?:and|or)\\b)\\s*(?:${characterClass}))+)(?: only)?`),
    { says: 'charsets', text: '$1' },
  ],
  [
    phrase(
      '(?:(?:follows|has|fits|of|in|with|conforms to|complies with|according to) (?:the |a )?)?(?:match(?:es|ing)|pattern|regex|regular expression|format|form|notation|scheme)(?: of the \\w+)?:? `?(\\^.+\\$)`?',
    ),
    { says: 'pattern', pattern: '$1' },
  ],
  [
    phrase(
      '(?:id of|ids? of an?|id of the|reference to|ref to|ref|link to|refers to|points to|reference|id\\(\\w+\\))?\\s*(?:an?|the)?\\s*(?:->|→)\\s*(?:an? |the |one |its )?`?(\\w+)(?:\\.\\w+)?`?(?: (?:it|this|that|he|she|they) [\\w ]+)?',
    ),
    { says: 'reference', text: '$1' },
  ],
  [
    phrase(
      '(?:points? (?:at|to) |refers to |link(?:ed)? to )?(?:one|any|some) of (?:our|the|their|these|its|my) `?(\\w+(?: \\w+)?)`?|(?:must (?:be|exist as)|is|has to be) an? (?:existing|known|registered) `?(\\w+(?: \\w+)?)`?|(?:ids? of|references? to|refs? to|links? to|pointers? to|refers to|points to|foreign keys? to|foreign key|fk to|fk|ref)\\s+(?:an? |the |one |another )?(?:existing |known |registered |other )?`?(\\w+(?: \\w+)?)`?(?:\\.id)?',
    ),
    { says: 'reference', text: '$1$2$3' },
  ],
  // "the learner from our list", "the lesson it is about".
  [
    phrase(
      '(?:the |an? |one )`?(\\w+(?: \\w+)?)`? (?:(?:from|out of|in|on|off) (?:our|the|their|its|my) (?:list|register|registry|index|catalogue|catalog|directory|records|books|table|system|database|file)|(?:(?:that|which) )?(?:it|this) (?:is|was|belongs|refers|applies) (?:about|for|to|of|part of|made for|given for|meant for))',
    ),
    { says: 'reference', text: '$1' },
  ],
  [phrase('`?(\\w+)`? (?:ids?|uuids?|references?|refs?|fks?|keys?)'), { says: 'reference', text: '$1' }],
  [
    phrase(
      '(?:fk|ref|reference|foreign key) ?(?:->|→) ?`?(\\w+)`?|(?:ref|fk|reference|id)\\(`?(\\w+)`?\\)|which `?(\\w+)`?|(?:ref|references|refers to|belongs to|relates to|linked to|uuid of|key of|reference of|pointer to) (?:an? |the |one |its )?`?(\\w+)`?',
    ),
    { says: 'reference', text: '$1$2$3$4' },
  ],
]
