// The parts that English phrases share.

export const number = String.raw`(-?\d[\d, ]*(?:\.\d+)?)`

export const unit = String.raw`(?:\s*(?:chars?|characters?|letters?|names?|items?|entr(?:y|ies)|elements?|values?|long|of (?:them|these|those))(?: long| in length| in total)?)?`

/** Currencies whose amounts have two decimals (ISO 4217). */
export const currency =
  '(?:money|amount|sum|price) (?:and|with) (?:cents|pence|pennies)|pounds (?:and|with) pence|(?:euros?|dollars?) (?:and|with) cents|pounds and pennies|euros?|(?:us |canadian |australian )?dollars?|pounds?(?: sterling)?|(?:swiss )?francs?|eur|usd|gbp|chf|cad|aud|pln|sek|nok|dkk|zloty|krona|kroner?|€|£|\\$'

/** One of several classes of characters in a text. */
export const characterClass =
  '(?:(?:lower|upper)-?case |small |capital |big )?(?:letters?|digits?|numbers|numerals)|(?-i:[A-Za-z]-[A-Za-z])|\\d-\\d|hyphens?|dash(?:es)?|underscores?|dots?|points?|spaces?|slash(?:es)?'

export const phrase = (text: string): RegExp => new RegExp(`^(?:${text.replaceAll('NUM', number)})$`, 'i')

/** Words before the values of a choice. */
export const choiceLead =
  'one of|one from|code ?list(?: of)?|list of (?:codes|values)|value ?list|enum(?:eration)?|choice(?: of)?|choose(?: one)?(?: of| from)?|either|code|any of|options?|pick one(?: of| from)?|pick ?list|drop-?down(?: list)?|select(?: one)?(?: of| from)?|(?:possible|allowed|permitted|valid|accepted)? ?values?(?: are)?|allowed|can be'
