// Rewrites English wordings of uniqueness as one clause each.

import { type Rewrite, end, rule } from './wordings.ts'

export const englishUniquenessFamilies: readonly Rewrite[] = [
  // "no number twice"
  rule(
    String.raw`(?:^|(?<=[.;,(]\s*|\band\s+))(?:no|never the same|never one|never an?) \p{L}+(?: \p{L}+)? (?:twice|more than once|two times|again)${end}`,
    'unique',
  ),
  // Uniqueness.
  rule(
    String.raw`(?:^|(?<=[.;,(]\s*|\band\s+))(?:everybody|everyone|every one|each(?: one)?|each \p{L}+|every \p{L}+) (?:has|have|gets?|carries|bears) (?:their|its|his|her|his or her|an?) own(?: (?:one|number|code|name|address|\p{L}+))?${end}`,
    'unique',
  ),
  rule(
    String.raw`(?:^|(?<=[.;,(]\s*|\band\s+))(?:there (?:is|can be|may be|must be|exists) )?(?:only|just|exactly) one of each(?: kind)?${end}`,
    'unique',
  ),
  rule(
    String.raw`(?:^|(?<=[.;,(]\s*))(?:it )?(?:cannot|can['’]t|must not|may not) be (?:by|at|with|for|on|in) two \p{L}+ (?:the )?same${end}`,
    'unique',
  ),
  rule(String.raw`(?:^|(?<=[.;,(]\s*))(?:in|within|per) (?:one|an?|each|the same) (?<scope>\p{L}+) only once${end}`, 'unique per $<scope>'),
  rule(
    String.raw`\b(?:the |each |every )?(?:combination|pair|triple|set) of (?:the )?(?<one>[\p{L}\d_]+),? and (?:the )?(?<two>[\p{L}\d_]+) (?:(?:shall|must|may|can|has to|should) )?(?:be |is |are )?(?:unique|(?:occurs?|used|appears?|exists?|given)?(?: only)? once)${end}`,
    'unique as $<one> and $<two>',
  ),
  rule(
    String.raw`\b(?:the |each |every )?(?:combination|triple|set) of (?:the )?(?<one>[\p{L}\d_]+), (?:the )?(?<two>[\p{L}\d_]+),? and (?:the )?(?<three>[\p{L}\d_]+) (?:(?:shall|must|may|can|has to|should) )?(?:be |is |are )?(?:unique|(?:occurs?|used|appears?|exists?|given)?(?: only)? once)${end}`,
    'unique as $<one> and $<two> and $<three>',
  ),
  rule(
    String.raw`(?:^|(?<=[.;,(]\s*|\band\s+))no \p{L}+(?: \p{L}+)? (?:(?:shall|may|must|can|will|should|is|are) (?:be )?)?(?:given|used|assigned|taken|entered|registered|issued|recorded|occurs?|appears?|exists?|is|repeats?) (?:twice|more than once|again|repeatedly)(?: (?:within|in|across|throughout|on|at) (?<scope>(?:the|our|one|an?|each|the same|its) \p{L}+))?${end}`,
    'unique in $<scope>',
  ),
  // "The same person can't be in the same sitting twice!"
  rule(
    String.raw`(?:^|(?<=[.;,(]\s*|\band\s+))(?:(?:the|a) same|one|an?) \p{L}+ (?:cannot|can['’]t|can not|may not|must not|mustn['’]t|is not) (?:be |appear |work |stand |sign up )?(?:at|in|on|for|per|within) (?:the same|one|an?|any one) (?<scope>\p{L}+) (?:twice|more than once|two times)!?${end}`,
    'unique per $<scope>',
  ),
  // "Not twice at the same venue".
  rule(
    String.raw`(?:^|(?<=[.;,(]\s*|\band\s+))(?:not|never) (?:twice|two|more than (?:once|one))(?: (?:at|in|on|for|per|within) (?:the same|one) time)? (?:at|in|on|for|per|within) (?:the same|one|an?|any one) (?<scope>\p{L}+)${end}`,
    'unique per $<scope>',
  ),
  // All records are in the organisation.
  rule(
    String.raw`\bunique (?:in|within|across|throughout|for) (?:the |our |this )?(?:whole |entire )?(?:borough|city|town|county|country|council|company|firm|club|school|college|university|lab(?:oratory)?|library|festival|museum|hospital|practice|parish|district|system|service|register|registry|database|world|house|organi[sz]ation|network|fleet|catalogue|association|platform)${end}`,
    'unique',
  ),
  rule(String.raw`\bunique in (?=\s*(?:[.;,)]|$))`, 'unique'),
  rule(
    String.raw`(?:^|(?<=[.;,(]\s*|\band\s+))(?:each|every) \p{L}+(?: \p{L}+)? (?:occurs|appears|exists|is (?:given|used|assigned|issued|entered)) (?:only|exactly|just) once${end}`,
    'unique',
  ),
  // "shown once only" says when, not among what.
  rule(
    String.raw`\b(?<verb>disclosed|shown|displayed|revealed|visible|returned|told|announced|readable|printed|sent) (?:(?:only|just|exactly) once|once(?: only)?)\b`,
    '$<verb> a single time',
  ),
  rule(
    String.raw`\b(?:only )?one (?:\p{L}+) per (?:address|\p{L}+) (?:in|within|for|of) (?:each|every|an?|one|the same) (?<scope>\p{L}+)${end}`,
    'unique per $<scope>',
  ),
  rule(
    String.raw`\bonly one \p{L}+ (?:per|in (?:each|an?|one)|within (?:each|an?|one)|of (?:each|an?)) (?<scope>\p{L}+) (?:may|can|must|shall) (?:carry|have|bear|use|hold) (?:an?|the|it|any)(?: (?:given|same|certain|particular))?(?: \p{L}+)?${end}`,
    'unique per $<scope>',
  ),
  rule(
    String.raw`\b(?:an?|each|every|one) (?<scope>\p{L}+) (?:has|have|may have|can have|gets) (?:only |exactly |at most |no more than )?one \p{L}+ (?:per|for each|for any one|at (?:the|one) same) \p{L}+${end}`,
    'unique per $<scope>',
  ),
  rule(
    String.raw`\b(?:one|an?) (?<scope>\p{L}+) (?:cannot|can['’]t|can never|must not|may not|never) (?:have|has|get|hold) two \p{L}+ (?:\p{L}+ )?(?:at|with|on|for|of) the same \p{L}+${end}`,
    'unique per $<scope>',
  ),
  rule(
    String.raw`\b(?:within|in|inside|per) (?:one|an?|the same|each|any one) (?<scope>\p{L}+),? no (?:two )?\p{L}+ (?:may|can|must|shall) (?:occur|appear|be used|be given|exist|come up|be repeated) (?:twice|again|more than once)${end}`,
    ', unique per $<scope>',
  ),
  rule(
    String.raw`\b(?:and |that )*no two \p{L}+ (?:on|in|at|of|within|for|under|from) (?:the same|one|an?|any one) (?<scope>\p{L}+) (?:(?:shall|may|can|must|will) )?(?:bear|carry|have|share|use)(?: the same)?(?: \p{L}+)?${end}`,
    ', unique per $<scope>',
  ),
  rule(
    String.raw`\bno two \p{L}+ (?:shall|may|can|must|will) (?:bear|carry|have|share|use) (?:the same|one|it)(?: \p{L}+)?${end}`,
    'unique',
  ),
  rule(
    String.raw`\b(?:one of a kind|never (?:seen|used|given|issued|handed out|assigned|repeated|printed)(?: out)? (?:twice|again|more than once)(?: (?:in|on|within|across) (?:the|our) (?:whole )?\p{L}+)?|unique (?:amongst|among|across|over|throughout) (?:all )?(?:of )?(?:the |our )?\p{L}+|(?:is )?the only one of its kind)${end}`,
    'unique',
  ),
  rule(
    String.raw`\b(?:and |it |which |that |for which reason )*(?:must|has to|shall|needs to) (?:be different|differ) from (?:that|those|the \p{L}+) of (?:any|all|every) others?(?: \p{L}+)?${end}`,
    ', unique',
  ),
  rule(
    String.raw`\b(?:and |that )*(?:no|never an?) (?:other|second|further|two) \p{L}+ (?:may|can|must|shall|will|has|have|is|are|could)(?: ever)?(?: (?:have|has|use|share|carry|bear|be (?:entered|registered|added|called|known|given)|take|get|entered|registered))*(?: (?:with|by|as|under))?(?: (?:it|that|this|the same|one|so)(?: \p{L}+)?)?${end}`,
    ', unique',
  ),
  rule(
    String.raw`\b(?:two|three) \p{L}+ (?:cannot|can['’]t|can never|must never|must not|may not|never|do not|don['’]t) (?:share|have|use|bear|carry)(?: (?:it|one|the same(?: \p{L}+)?|an? \p{L}+))${end}`,
    ', unique',
  ),
  rule(String.raw`\b(?:and |it |which )*belongs? to (?:one|a single|only one|exactly one) \p{L}+(?: only| alone)?${end}`, ', unique'),
  rule(
    String.raw`\b(?:and |it |which |that )*(?:must|may|can|shall|does|will) ?(?:not|never) (?:recur|repeat|occur (?:twice|again)|be (?:used|taken|given|registered) (?:twice|again))${end}`,
    ', unique',
  ),
  rule(
    String.raw`\b(required|optional|unique|never changes|set by the service|default [\w.-]+) (?:and|but) (?=(?:(?:it|they|which|that) )?(?:shall|must|may|can|cannot|is|are|has|have|not|never|no|only)\b)`,
    '$1, ',
  ),
]
