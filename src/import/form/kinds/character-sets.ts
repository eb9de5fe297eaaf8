// Spells the characters of a value, named or listed, as an expression in code.

import { findCharacters } from './value-texts.ts'
import type { Words } from '../words.ts'

export function spellCharacters(text: string, words: Words): string {
  return spellNamed(spellListed(text), words)
}

/** `a-z 0-9 _`: the characters of a value, as an expression. */
const characterSet =
  /(?<=^|[,;(]\s*)(?:(?:a-z|A-Z|0-9|[_.-])(?:\s*[,/+]\s*(?=a-z|A-Z|0-9|[_.-](?:[\s,;)]|$))|\s+(?=[aA0_.-])|\s*(?=[,;)]|$))){2,}(?=\s*(?:[,;)]|$))/g

function spellListed(text: string): string {
  return text.includes('^')
    ? text
    : text.replaceAll(
        characterSet,
        (found) => `\`^[${found.match(/a-z|A-Z|0-9|[_.]/g)!.join('')}${/(?<![a-zA-Z0-9])-/.test(found) ? '-' : ''}]*$\``,
      )
}

/** "Text of letters, digits, space and `/-?:`": nouns before the signs themselves in code. */
function spellNamed(text: string, words: Words): string {
  const code = /`([^\p{L}\d\s`^|]{2,40})`/u.exec(text)
  const [nouns] = code === null ? [] : (/[^.;:()`]*$/.exec(text.slice(0, code.index)) ?? [])
  if (code === null || nouns === undefined || !/^[\p{L}\s,-]*[\s,]$/u.test(nouns)) return text
  const [whole, signs] = [`${nouns}${code[0]}`, code[1]!]
  const [first = '', ...others] = nouns.split(words.sequenceJoin).flatMap((each) => (each.trim() === '' ? [] : [each.trim()]))
  const lead = first.split(' ')
  const from = lead.findIndex((_, index) => findCharacters(lead.slice(index).join(' '), words) !== undefined)
  const sets = [from < 0 ? '' : lead.splice(from).join(' '), ...others].map((each) => findCharacters(each, words))
  if (sets.includes(undefined)) return text
  if (words.linking.test(lead.at(-1) ?? '')) lead.pop()
  const all = [...sets, ...signs.split('')].filter((each, index, every) => each !== '-' && every.indexOf(each) === index)
  const dash = sets.includes('-') || signs.includes('-') ? '-' : ''
  const set = `${all.map((each) => each!.replaceAll(/[\]\\]/g, String.raw`\$&`)).join('')}${dash}`
  return text.replace(whole, () => `${lead.length === 0 ? '' : `${lead.join(' ')}; `}\`^[${set}]*$\`; `)
}
