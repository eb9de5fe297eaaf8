// English in running text: the words that say which states there are and how they follow.

import type { ProseWords } from './prose-words.ts'

export const englishProse: ProseWords = {
  predicate: /(?:\b(?:becomes?|turns? (?:in)?to|(?:is|are) then|(?:starts?|begins?|ends?)(?: up)? as|goes? (?:back )?to)|(?<=\bbecomes?\b[^.;]*,) (?:and|or)(?= \p{L}+ (?:when|if|once)\b))\s+(?:an? |the )?(\p{L}[\p{L}_-]*(?: [\p{L}_-]+){0,2}?)(?=\s*(?:[.,;:(]|$|\b(?:when|once|if|as|after|by|at|because|and|or|until|unless|while|where)\b))/giu,
  stateList: /^(?:the )?(?:possible |allowed )?(?:states?|status(?:es)?|stages?)(?: (?:of|for|that)[^:,]*?)?(?: are|:| can be)\s*:?\s+(\p{L}[^.;:]*?)\.?$/iu,
  asides: /\b(?:that|which|who|whose)\s[^,;]*?(?=\b(?:becomes?|is|are|goes|turns|gets)\s)|\b(?:if|when|once|because|as soon as|since)\s[^,;]*/gi,
  comesBefore: /^\s*(?:always )?(?:comes?|stands?) before\s*(?:the )?$/i,
  comesAfter: /^\s*(?:always )?(?:(?:comes?|stands?) (?:only )?after|follows(?: (?:on|after|from))?)\s*(?:the )?$/i,
  orState: /^\s*,?\s*or\s+(?:an? |the )?$/i,
  itBecomes: /(?:^|[\s,])(?:it|they)(?: then)? (?:becomes?|(?:is|are)(?: then)?|goes to|moves to|turns (?:in)?to)\s*(?:an? |the )?$/i,
  alsoBecomes: /^\s*(?:and |then |or )*(?:(?:it )?(?:becomes |is |to ))?$/i,
}
