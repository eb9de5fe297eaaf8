// Rewrites English wordings of defaults as one clause.

import { type Rewrite, absence, end, means, value, rule } from './wordings.ts'

export const englishDefaultFamilies: readonly Rewrite[] = [
  // "default 1000 (EUR)": the unit of the value.
  rule(String.raw`\b(defaults?(?: to| is|:)? -?\d[\d.]*) \((?:\p{L}{1,12}|[€$£%°]C?)\)`, '$1'),
  // "If left empty it is "Central store"."
  rule(String.raw`(?:^|(?<=[.;,(]\s*))${absence},? ${means}["“](?<value>[^"”]+ [^"”]+)["”]${end}`, 'default "$<value>"'),
  // "Taken as no if not stated."
  rule(
    String.raw`(?:^|(?<=[.;,(]\s*))(?:(?:it|which|that) )?(?:is |are |shall be |will be )?(?:taken|treated|read|understood|regarded|counted|deemed|presumed|considered)(?: as| to be)? ${value},? ${absence}${end}`,
    'default $<value>',
  ),
  // "If it is not said, then no".
  rule(String.raw`(?:^|(?<=[.;,(]\s*))${absence},? then ${value}${end}`, 'default $<value>'),
  rule(String.raw`(?:^|(?<=[.;,(]\s*))${absence}, ?(?<value>yes|no|true|false|none|-?\d[\d.]*\d|-?\d)${end}`, 'default $<value>'),
  // "Failing such an indication it is deemed not to be".
  rule(
    String.raw`(?:^|(?<=[.;,(]\s*))${absence},? (?:then )?(?:it|this) (?:is|shall be|will be) (?:deemed|considered|taken|presumed|assumed) not to(?: be(?: (?:so|one))?)?${end}`,
    'default no',
  ),
  rule(
    String.raw`(?:^|(?<=[.;,(]\s*))${absence},? (?:then )?(?:it|this) (?:is|shall be|will be) (?:deemed|considered|taken|presumed|assumed) to be(?: (?:so|one))${end}`,
    'default yes',
  ),
  rule(String.raw`\binitial(?: value)?\s*[:=]?\s+(?!(?:is|shall|being|will)\b)${value}${end}`, 'default $<value>'),
  // Defaults.
  rule(String.raw`(?:^|(?<=[.;,(]\s*|\band\s+|\bbut\s+))${absence},?\s+(?:then )?${means}${value}${end}`, 'default $<value>'),
  rule(String.raw`(?:^|(?<=[.;,(]\s*|\band\s+|\bbut\s+))${absence}\s*:\s*${value}${end}`, 'default $<value>'),
  rule(
    String.raw`(?:^|(?<=[.;,(]\s*|\band\s+|\bbut\s+))(?:(?:it|this|which|and) )?(?:is|are|will be|shall be) (?:then )?(?:taken|assumed|treated|counted|understood|considered|presumed|set) (?:to be|as|to)\s+${value}\s+${absence}${end}`,
    ', default $<value>',
  ),
  rule(
    String.raw`(?:^|(?<=[.;,(]\s*|\band\s+|\bbut\s+))(?:(?:it|this|which|and) )?(?:counts?|stands?|goes|defaults|starts out) (?:as|at|to)\s+${value}\s+${absence}${end}`,
    ', default $<value>',
  ),
  rule(
    String.raw`(?:^|(?<=[.;,(]\s*))(?:the service|the system|we) (?:assumes?|takes?) (?:that )?(?:it is )?${value}\s+${absence}${end}`,
    'default $<value>',
  ),
  rule(String.raw`(?:^|(?<=[.;,(]\s*))${value}\s+${absence}${end}`, 'default $<value>'),
  rule(
    String.raw`\b(?:fallback|falls back to|preset(?: to)?|starting value|standard(?: value)?|usual value)\s*(?:is|:|=)?\s+${value}${end}`,
    'default $<value>',
  ),
  rule(
    String.raw`\b(?:normally|usually|initially|at first|by default)\s+(?:un-?ticked|not ticked|unchecked|not (?:set|checked|selected)|switched off|off)${end}`,
    'default no',
  ),
  rule(
    String.raw`\b(?:normally|usually|initially|at first|by default)\s+(?:ticked|checked|set|selected|switched on|on)${end}`,
    'default yes',
  ),
  rule(
    String.raw`\b(?:can be (?:absent|missing|omitted|left out)|optional|may be (?:absent|missing|omitted|left out)),? (?:and )?then ${value}${end}`,
    'optional; default $<value>',
  ),
  rule(String.raw`(?:^|(?<=[.;,(]\s*))being ${value} ${absence}${end}`, ', default $<value>'),
  rule(String.raw`(?:^|(?<=[.;,(]\s*))(?:where|if|when) omitted,? ${value}${end}`, 'default $<value>'),
  // "leave out => 3", "missing → 3".
  rule(
    String.raw`(?:^|(?<=[.;,(]\s*))(?:if |when )?(?:(?:leave|leaving|left|leaves) (?:it )?(?:out|away|off|empty|blank)|omitted|missing|absent|unset|not (?:given|sent|set)|none|no value|nothing|blank|empty)\s*(?:=>|->|→|⇒|=|:)\s*(?:it is |you get |we take |then )?${value}${end}`,
    'default $<value>',
  ),
  rule(
    String.raw`(?:^|(?<=[.;,(]\s*))(?:left out|omitted|missing|empty|absent|nothing) (?:means|is|counts as|stands for) ${value}${end}`,
    'default $<value>',
  ),
  rule(String.raw`(?:^|(?<=[.;,(]\s*))we (?:assume|take|presume) (?:that )?(?:it is )?${value}${end}`, 'default $<value>'),
  rule(
    String.raw`(?:^|(?<=[.;,(]\s*))(?:if|when|where) (?:it is )?(?:left )?(?:blank|empty|omitted|missing|absent|unset|not given),? ${value}${end}`,
    'default $<value>',
  ),
  rule(String.raw`\bin default of (?:which|that|it|this),? ${value}${end}`, 'default $<value>'),
  rule(String.raw`\b(?:pre-?set|preset|initialised|initialized|prefilled|pre-filled) (?:to|as|with) ${value}${end}`, 'default $<value>'),
  rule(
    String.raw`\b(?:at first|in the beginning|to begin with|(?:begins?|starts?) with(?= ["“‘\x60']?(?:-?\d|yes|no|true|false|on|off)\b)) ${value}${end}`,
    'default $<value>',
  ),
  rule(
    String.raw`(?:^|(?<=[.;,(]\s*|\band\s+|\bbut\s+))${absence},?\s+(?:then )?${value} (?:(?:then|shall|will) )?(?:appl(?:y|ies)|is (?:used|assumed|taken|meant|set|entered|understood|presumed|stored)|holds?|counts?|stands?)${end}`,
    ', default $<value>',
  ),
  rule(
    String.raw`(?:^|(?<=[.;,(]\s*|\band\s+|\bbut\s+))(?:it|this|which)(?: (?:is|are|shall be|will be|becomes?|remains?|starts? (?:out )?as|begins? as)) ${value} (?:${absence}|(?:when|once|while|as|at the moment|from the moment) (?:(?:the|an?|it|they|each|every) )?(?:\p{L}+ )?(?:is|are|was|has been) (?:first )?(?:created|made|new|opened|entered|registered|added|recorded|set up|filed|saved)|(?:on|at|upon) (?:its )?(?:creation|the (?:start|beginning|outset)|entry|registration|first)|to begin with|at first|initially|from the (?:start|beginning))${end}`,
    ', default $<value>',
  ),
  rule(
    String.raw`(?:^|(?<=[.;,(]\s*|\band\s+|\bbut\s+))(?:the |its )?(?:default|initial|standard|usual|starting)(?: value)? (?:is|shall be|being|will be)(?: always)? ${value}${end}`,
    ', default $<value>',
  ),
]
