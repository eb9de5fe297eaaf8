// Rewrites keywords of schemas, and signs for kinds of values, as clauses.

import { type Rewrite, absence, end, value, rule } from './wordings.ts'

export const englishKeywordFamilies: readonly Rewrite[] = [
  // The keywords of JSON Schema, and their names in code.
  // The length of a text, in a list of texts, is that of each.
  rule(String.raw`(?<=\b(?:array|list|set) of (?:strings?|texts?)\s*[(,;]\s*)max_?length\b\s*[:=]?\s*(\d+)`, 'each at most $1 characters'),
  rule(String.raw`\b(?:max_?length|max_?len|max_?size)\b\s*[:=]?\s*(\d+)`, '; at most $1 characters'),
  rule(String.raw`\b(?:min_?length|min_?len|min_?size)\b\s*[:=]?\s*(\d+)`, '; at least $1 characters'),
  rule(String.raw`\b(?:maximum|max|lte|le)\s*[:=]\s*(-?\d[\d.]*)`, '; at most $1'),
  rule(String.raw`\b(?:minimum|min|gte|ge)\s*[:=]\s*(-?\d[\d.]*)`, '; at least $1'),
  rule(String.raw`\bexclusive_?maximum\s*[:=]\s*(-?\d[\d.]*)`, '; less than $1'),
  rule(String.raw`\bexclusive_?minimum\s*[:=]\s*(-?\d[\d.]*)`, '; more than $1'),
  rule(String.raw`\b(?:max_?items|max_?entries)\s*[:=]?\s*(\d+)`, '; at most $1 entries'),
  rule(String.raw`\b(?:min_?items|min_?entries)\s*[:=]?\s*(\d+)`, '; at least $1 entries'),
  rule(String.raw`\bmultiple_?of\s*[:=]?\s*0?\.1\b`, '; 1 decimals'),
  rule(String.raw`\bmultiple_?of\s*[:=]?\s*0?\.01\b`, '; 2 decimals'),
  rule(String.raw`\bmultiple_?of\s*[:=]?\s*0?\.001\b`, '; 3 decimals'),
  rule(String.raw`\b(?:format|type)\s*[:=]\s*(?=(?:date|date-time|email|uuid|uri|url|string|text|integer|number|boolean|time)\b)`, '; '),
  rule(String.raw`\benum\s*[:=]?\s*\[([^\[\]]+)\]`, '; one of: $1; '),
  rule(String.raw`\b(?:nullable|optional)\s*[:=]\s*(?:true|yes)\b`, 'optional'),
  rule(String.raw`\b(?:required|mandatory)\s*[:=]\s*(?:true|yes)\b`, 'required'),
  rule(String.raw`\b(?:required|mandatory)\s*[:=]\s*(?:false|no)\b`, 'optional'),
  rule(String.raw`\bread_?only\s*[:=]\s*(?:true|yes)\b`, 'read-only'),
  rule(String.raw`\bunique\s*[:=]\s*(?:true|yes)\b`, 'unique'),
  rule(String.raw`\b(?:def|dflt|default)\s*=\s*["'\x60]?([\w.-]*\w)["'\x60]?`, '; default $1'),
  [/(?:^|(?<=[.;,\s]\s*))(?<!\bNOT\s)NULL(?=\s*(?:[.;,)]|$))/gu, '; optional'],
  [/[−‒](?=\d)/gu, '-'],
  rule(
    String.raw`\b(?:a )?(?:capital |upper-?case )?(?-i:([A-Z]{1,4})) (?:followed by|and|then|plus|with|\+) (\d+|one|two|three|four|five|six|seven|eight|nine|ten|twelve) digits\b`,
    '$1 + $2 digits',
  ),
  rule(
    String.raw`(?:^|(?<=[.;,]\s*))whole (?:minutes|hours|days|weeks|months|years|seconds|percent|units|pieces|metres|meters|kilos?|kilograms|grams|watts|degrees|points)(?=\s*(?:[.;,)]|$|-?\d))`,
    'whole number',
  ),
  rule(String.raw`\b(list|array|set) of:\s+(?=[\w-]+(?: [\w-]+){0,2}, )`, '$1 of one of '),
  rule(String.raw`(?:^|(?<=[.;,(]\s*|\band\s+|\bbut\s+))normally\s+${value}${end}`, 'default $<value>'),
  rule(String.raw`(?:^|(?<=[.;,(]\s*|\band\s+|\bbut\s+))${absence},?\s+(?=["“‘\x60])${value}${end}`, 'default $<value>'),
  rule(String.raw`(?:^|(?<=[.;,(–—]\s*))must(?=\s*(?:$|[.;,)–—]))`, 'required'),
]
