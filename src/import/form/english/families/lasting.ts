// Rewrites English wordings of values that never change once they are set as one clause.

import { type Rewrite, end as clauseEnd, rule } from './wordings.ts'

/** Also before an aside. */
const end = `(?:${clauseEnd}|(?=\\s*\\())`

const start = String.raw`(?:^|(?<=[.;,(–—]\s*|\band\s+|\bbut\s+))`

const denied = String.raw`(?:cannot|can['’]?t|can not|(?:must|may|shall|should|will|is|are|does|do|can|need) not|(?:must|may|shall|should|can|will|is|are)n['’]?t|won['’]t|(?:is|are|can|may|must|shall|will)? ?(?:never|no longer)|not|never)`

const changed = String.raw`(?:be |to be |get |gets |being )?(?:chang(?:e|es|ed)|alter(?:s|ed)?|edit(?:s|ed)?|modif(?:y|ies|ied)|amend(?:s|ed)?|updat(?:e|es|ed)|touch(?:es|ed)?|mov(?:e|es|ed)|transfer(?:s|red)?|re-?assign(?:s|ed)?|hand(?:s|ed)?(?: over| on)?|pass(?:es|ed)? on|re-?writ(?:e|es|ten)|over-?writ(?:e|es|ten)|replac(?:e|es|ed)|swap(?:s|ped)?|switch(?:es|ed)?|exchang(?:e|es|ed)|given away|renam(?:e|es|ed)|re-?set|re-?us(?:e|ed)|vary|varies|shift(?:s|ed)?|correct(?:ed|s)?)`

const toOther = String.raw`(?: (?:to|into|between|for|over to|from one|onto) (?:an?other|some(?:one|body)(?: else)?|any(?:one|body)(?: else)?|a different|a new|other|the next)(?: [\p{L}-]+){0,3})?`

const later = String.raw`(?: (?:later(?: on)?|afterwards|again|any ?more|any longer|thereafter|from then on|ever|by anyone|by anybody|by (?:PATCH|PUT|(?:an? )?updates?|(?:the |a )?(?:clients?|callers?|users?))|at all|after (?:that|this|creation|creating|entry|saving|signing up|being \p{L}+|it (?:is|was|has been) \p{L}+|the \p{L}+ (?:is|was|has been) \p{L}+)|once (?:[\p{L}’'-]+ ){0,8}[\p{L}-]+|after(?=\s*(?:[.,;:)–—]|$))))*`

const fixed = String.raw`(?:frozen|fixed|locked|final|permanent|immutable|unchangeable|unalterable|carved in stone|set in stone|read-only)`

const given = String.raw`(?:set|given|chosen|sent|entered|filled in|stated|picked|decided|recorded|written|made|assigned|specified)`

const moment = String.raw`(?:at|on|upon|when|with|during|in|while|as|by)`

export const englishLastingFamilies: readonly Rewrite[] = [
  rule(
    String.raw`\b(?:(?:it |that it |they )?(?:may|can|is|are|must) (?:only )?(?:be )?)?(?:entered|set|given|chosen|sent|written|filled in|stated) (?:only )?once(?: only)?(?:,? (?:and|but) (?:(?:may |can |must |will |is |it )*(?:not|never)|cannot)(?: (?:to )?(?:be )?)?(?:altered|changed|edited|set|touched|modified)?(?: (?:afterwards|again|later|any ?more|thereafter|after that))?)?${end}`,
    'never changes',
  ),
  rule(
    String.raw`${start}(?:not|never|no longer|no change|no changes) (?:later|afterwards|thereafter|(?:after|once|from) (?:(?:the )?(?:creation|creating|entry|insert(?:ion)?|saving|first save|that)|it is (?:saved|created|made)))${end}`,
    'never changes',
  ),
  rule(
    String.raw`${start}(?:only|can only be set) (?:in|with|by) the (?:create|creating|creation|POST) (?:request|call)${end}`,
    'never changes',
  ),
  // "input on creation only"
  rule(
    String.raw`${start}(?:input|entry|written|writable|settable|set|given|sent|accepted|allowed|entered|editable|changeable|filled in|chosen)(?: only (?:on|at|upon|during|in) (?:the )?(?:creation|create|creating)| (?:on|at|upon|during|in) (?:the )?(?:creation|create|creating) only)${end}`,
    'never changes',
  ),
  // "can't be handed to someone else", "is not transferred to another street", "not to be changed after".
  rule(
    String.raw`${start}(?:an? |the )?(?!(?:which|that|it|they|and|but|this|can|may|must|shall|will|is|are|should|does|do|has|have|be)\b)\p{L}+ ${denied} ${changed}${toOther}${later}${end}`,
    ', never changes',
  ),
  // "Once it is in, it does not change any more", "After creation it cannot be changed".
  rule(
    String.raw`${start}(?:(?:once|as soon as|after) (?:it|this|that|they)(?:['’]s| is| are| has been| have been) [\p{L}-]+(?: [\p{L}-]+)?|(?:after|upon|once|from) (?:creation|registration|entry|that)),? (?:it|this|that|they) ${denied} ${changed}${toOther}${later}${end}`,
    ', never changes',
  ),
  rule(
    String.raw`\b(?:(?:and|but|it|which|that|this|they) )*${denied} (?:ever |also )?${changed}${toOther}${later}${end}`,
    ', never changes',
  ),
  rule(String.raw`${start}(?:after(?:wards)?|later) (?:it )?${denied} ${changed}${end}`, ', never changes'),
  rule(String.raw`${start}never (?:will|shall|can|may) ${changed}${end}`, ', never changes'),
  // "set at upload, never after", "set once when the profile is made".
  rule(
    String.raw`\b(?:(?:it |that it |they )?(?:is|are|may|can|must) (?:only )?(?:be )?)?(?:only )?${given} (?:only )?(?:once(?: only)?,? )?${moment} [^.;,]{2,40}?,? (?:and |but )?(?:then |it is |is |can |may )*(?:never|not|no longer|nothing)(?: (?:be |is )?(?:${changed}|again|after(?:wards)?|later|any ?more|thereafter|then))+${end}`,
    ', never changes',
  ),
  rule(
    String.raw`\b(?:(?:it |that it |they )?(?:is|are|may|can|must) (?:only )?(?:be )?)?(?:only )?${given} (?:exactly |only |just )?once(?: only)?,? ${moment} [^.;,]{2,40}?${end}`,
    ', never changes',
  ),
  // "set on create then frozen", "chosen at signup and afterwards fixed".
  rule(
    String.raw`\b(?:(?:it |that it |they )?(?:is|are|may|can|must) (?:only )?(?:be )?)?${given} (?:only )?${moment} [^.;,]{2,40}?,? (?:and |but )?(?:then|afterwards|after that|thereafter|from then on),? (?:it is |is |stays |remains )?${fixed}${end}`,
    ', never changes',
  ),
  // "after that it's frozen", "frozen once made".
  rule(
    String.raw`\b(?:(?:after (?:that|this|which)|afterwards|from then on|thereafter|then|once (?:[\p{L}’'-]+ ){0,4}[\p{L}-]+),? )(?:it(?:['’]s| is| stays| remains)?|they are|is|stays|remains) ${fixed}${end}`,
    ', never changes',
  ),
  rule(
    String.raw`${start}(?:(?:and|it|is|which|are|stays|remains) )*(?:frozen|locked|permanent|unalterable|carved in stone|set in stone)${end}`,
    'never changes',
  ),
  // "it stays with him".
  rule(
    String.raw`${start}(?:and )?(?:it |this |which )?(?:stays|remains|goes|belongs) (?:with|to) (?:him|her|them|it)(?: (?:for ever|forever|for good|for life|always))?${end}`,
    'never changes',
  ),
  rule(
    String.raw`(?:\b(?:stuck|fixed|frozen|locked)(?: for ever| forever| once (?:chosen|set|saved|given|made|created))|(?:^|(?<=[.;(]\s*))(?:and |it is |is )*(?:stuck|fixed|frozen|locked)(?=\s*(?:$|[.;,)])))${end}`,
    'never changes',
  ),
  rule(String.raw`(?:^|(?<=[.;,]\s*))(?:no moving|cannot be moved|never moves)${end}`, 'never changes'),
]
