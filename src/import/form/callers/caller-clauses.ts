// Finds callers in a text: in a clause of only their names and words of permission, or as the subject of an action.

import { normaliseSpelling, singularize } from '../../names.ts'
import { draftPlainText } from '../draft.ts'
import type { Words } from '../words.ts'

export type CallerReader = {
  /**
   * The callers in a text, separated by commas. `paths`: the paths of its endpoints, so that `all members` of `/members` are not callers.
   */
  callersIn(text: string, paths?: readonly string[]): string | undefined
  /** True if the text adds callers to others: "Also managers". */
  isAlso(text: string): boolean
}

export function makeCallerReader(names: ReadonlySet<string>, words: Words): CallerReader {
  // `party` and `parties` are one name.
  const forms = [...names].flatMap((name) => (/[^aeiou]y$/.test(name) ? [name, `${name.slice(0, -1)}ies`] : [name]))
  const any = forms
    .sort((a, b) => b.length - a.length)
    .map((name) => name.replaceAll(/[+]/g, String.raw`\$&`).replaceAll(/[ _-]/g, '[ _-]'))
    .join('|')
  const one = `(?:(?:${words.articles}|${words.ownArticle}) )?(?:${any})s?`
  const each = new RegExp(String.raw`(?<![\w-])(${any})s?(?![\w-])`, 'giu')
  const list = String.raw`${one}(?:\s*(?:,|/|\+|&|,?\s+(?:${words.joins})(?:\s+(?:to|${words.forWord})(?=\s))?)\s*${one})*`
  // "The member, the clerk or the keeper sees one": a list is whole, or its last names belong to a deed.
  const further = String.raw`\s*(?:,|,?\s+(?:${words.joins}))\s*${list}\s+(?!${words.beWord}\b|${words.mayWord}\b)\p{Ll}`
  const clause = new RegExp(
    String.raw`(?<!(?<![\w-])(?:${any})s?\s*,\s*(?:${words.joins})?\s*)(?<=^|[.;:,([–—]\s*|\s-\s+)(?:(?:${words.callerLead}|${words.onlyWord}|${words.forWord})\s+)?(${list})(?:\s+${words.onlyWord})?(?!${further})(?!,\s*(?:[\p{L}-]+ ){1,3}(?:${words.joins})\s+[\p{L}-]+\s*(?:[.;,)]|$))(?=\s*(?:$|[.;,)\]–—(→]|->|\s-\s|(?:${words.mayWord})\b))`,
    'iu',
  )
  const led = new RegExp(String.raw`(?<![\p{L}-])(?:${words.callerLead})\s+(?:${words.onlyWord} )?(${list})(?![\p{L}\d_-])`, 'iu')
  // "lists bookings for clerks and managers": only plural names are callers here; a singular name may be the owner of a record.
  const addressed = new RegExp(
    String.raw`\s${words.forWord.split('|')[0]}\s+((?:${any})s(?:\s*(?:,|/|&|,?\s+(?:${words.joins}))\s*(?:${any})s)*)(?=\s*(?:$|[.,;)]|${words.onlyWord}\b))`,
    'iu',
  )
  const subject = new RegExp(String.raw`^(?:${words.purpose})?(?:${words.onlyWord} )?(${list})\s+(?!${words.beWord}\b)\p{Ll}`, 'iu')
  const doer = new RegExp(String.raw`^(?:${words.onlyWord} )?(${list})\s+(.*)$`, 'isu')
  const leader = new RegExp(String.raw`^(?:${words.onlyWord} )?(${list})(?![\p{L}\d_-])\s*(.*)$`, 'isu')
  const join = new RegExp(`^(?:${words.joins})$`, 'i')
  const hasName = new RegExp(String.raw`(?<![\w-])(?:${any})s?(?![\w-])`, 'iu')
  // `lab lead` and `lab_lead` are one name, in the spelling of code.
  const plain = (name: string): string => singularize(name.replaceAll(/[_-]/g, ' '))
  const spelt = new Map([...names].filter((name) => /[_-]/.test(name)).map((name) => [plain(name), singularize(name)]))
  const oneOf = (name: string): string =>
    spelt.get(plain(name)) ?? (names.has(name) && !names.has(singularize(name)) ? name : singularize(name))
  const ofThing = new RegExp(String.raw`(?<![\w-])((?:${any})s?) (?:${words.ofThing}|${words.ofCase}(?![\p{L}]))`, 'giu')
  // "listed with GET /loans by members": the preposition before the request.
  const dangling = new RegExp(`(?<!(?<![\\w-])(?:${any})s?,?)\\s(?:${words.wayWord})\\s+(?=,?\\s*(?:${words.forWord})\\s)`, 'giu')
  const namesOf = (text: string): string[] => Array.from(text.matchAll(each), ([, name]) => oneOf(name!.toLowerCase()))

  /** "Patients see their own, reception sees all": each clause states the actions of its callers. */
  const deedsOf = (text: string): string | undefined => {
    for (const sentence of text.split(/[.;]\s+|\s[–—-]\s/)) {
      const pieces = sentence
        .trim()
        .replace(/\.$/, '')
        .split(/,\s*(?:and\s+)?/i)
        .map((piece) => doer.exec(piece.trim()))
      // "an author sees the own ones, a referee those assigned": later clauses leave out the verb.
      if (
        pieces.length > 1 &&
        pieces.every((piece, index) => piece !== null && (words.mayDo.test(piece[2]!) || (index > 0 && words.shownPart.test(piece[2]!))))
      )
        return pieces.map((piece) => piece![1]).join(', ')
    }
    return undefined
  }
  /**
   * ": desk for everybody, patients for themselves": the callers at the beginning of each clause after the request, if the first clause
   * begins with one.
   */
  const leadersOf = (text: string, collected: ReadonlySet<string>): string | undefined => {
    const found = text
      .replace(/^[\s:,;.*_()–—-]+/, '')
      .split(/[,;]\s*(?:(?:or|and|but|then)\s+)?/)
      .map((piece, index, all) => {
        if (words.marks.nothing.test(all[index + 1]?.trim() ?? '?') || words.noneWord.test(all[index + 1]?.trim() ?? '')) return undefined
        const [, list, rest = ''] = leader.exec(piece.trim()) ?? []
        return list !== undefined &&
          words.behindCaller.test(rest.trim()) &&
          !namesOf(list).some((name) => collected.has(normaliseSpelling(name)))
          ? list
          : undefined
      })
    return found[0] === undefined ? undefined : found.filter((each) => each !== undefined).join(', ')
  }
  /** "shows authors their papers, referees those assigned to them, and the chair all": each receiver. */
  const receiversOf = (text: string): string | undefined => {
    const [, behind] = words.shownTo.exec(text) ?? []
    const found =
      behind?.split(/[,;]\s*(?:(?:or|and|but|then)\s+)?|\s+and\s+(?=(?:to|the|an?|its)\s)/).map((piece) => {
        const [, list, rest = ''] = leader.exec(piece.trim().replace(/^to\s+/, '')) ?? []
        return list !== undefined && words.shownPart.test(rest.trim()) ? list : undefined
      }) ?? []
    return found[0] === undefined ? undefined : found.filter((each) => each !== undefined).join(', ')
  }
  const addressedIn = (text: string, collected: ReadonlySet<string>): string | undefined => {
    const found = addressed.exec(text)?.[1]
    return found === undefined || namesOf(found).some((name) => collected.has(normaliseSpelling(name))) ? undefined : found
  }
  /** True if the text has only names and words of permission. */
  const isPure = (text: string, collected: ReadonlySet<string>): boolean => {
    const rest = text
      .replaceAll(each, ' ')
      .replaceAll(words.theseCalls, ' ')
      .split(/[\s,/+&|"“”'’]+/)
      .filter((word) => word !== '')
    const isAbout = namesOf(text).every((name) => collected.has(normaliseSpelling(name)))
    return (
      hasName.test(text) &&
      rest.every((word) => words.permissionWord.test(word)) &&
      // "one client" and "all clients" of `/clients` are records.
      !(isAbout && rest.some((word) => !join.test(word)) && !rest.some((word) => words.permissionMark.test(word)))
    )
  }
  const pureIn = (text: string, collected: ReadonlySet<string>): string[] =>
    splitClauses(text).flatMap((piece) => {
      if (words.noneWord.test(piece.split(/,\s*/).at(-1)!)) return []
      if (isPure(piece, collected)) return [piece]
      // "technician sees own": an action of a single caller.
      const [, list, deed = ''] = piece.includes(',') ? [] : (doer.exec(piece) ?? [])
      if (list !== undefined && words.ownDeed.test(deed)) return [list]
      // If a list contains unknown names, the known ones are not all callers.
      const parts = piece.split(/,\s*/).filter((part) => hasName.test(part))
      if (piece.split(/,\s*/).some((part) => !parts.includes(part) && /^\p{L}+(?:_\p{L}+)+$/u.test(part))) return []
      return parts.length > 0 && parts.length < piece.split(/,\s*/).length && parts.every((part) => isPure(part, collected)) ? parts : []
    })
  const plainOf = (text: string): string =>
    draftPlainText(text)
      .replaceAll(/\s*\(([^()]*)\)/g, (found, inside: string) => (hasName.test(inside) || words.anyone.test(inside) ? found : ''))
      .replaceAll(ofThing, '$1')
      .replaceAll(/\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}/g, '')
      .replaceAll('`', '')
      .replaceAll(/\b(?:GET|POST|PUT|PATCH|DELETE)\b(?:\s+\/\S*?(?=[,.;:)]*(?:\s|$)))?|(?<=\s)\/\S+?(?=[,.;:)]*(?:\s|$))/g, '')
      .replaceAll(dangling, ' ')
      .trim()
  return {
    callersIn(text, paths = []) {
      const plain = plainOf(text).replaceAll(words.requestPart, '').replaceAll(words.notFor, ' ')
      if (words.orAbove.test(plain)) return undefined
      if (isSignedOn(text, words)) return words.signedOnCaller
      const collected = new Set(paths.flatMap((path) => path.split('/')).map((segment) => singularize(normaliseSpelling(segment))))
      const pure = pureIn(plain, collected)
      const other =
        pure.length > 0 && !pure.some((piece) => words.alsoWord.test(piece))
          ? undefined
          : (deedsOf(plain) ??
            receiversOf(plain) ??
            (/^[\s]*[:–—-]|^[\s*`]*\(/.test(plain) ? leadersOf(plain, collected) : undefined) ??
            clause.exec(plain)?.[1] ??
            led.exec(plain)?.[1] ??
            addressedIn(plain, collected) ??
            subject.exec(plain)?.[1])
      const found = [other, ...pure].filter((piece) => piece !== undefined).flatMap(namesOf)
      return found.length === 0 ? undefined : [...new Set(found)].join(', ')
    },
    isAlso: (text) => pureIn(plainOf(text), new Set()).some((piece) => words.alsoWord.test(piece)),
  }
}

function splitClauses(text: string): string[] {
  return text
    .split(/[.;:?()[\]–—→|]|->|=>|\s-\s/)
    .map((piece) => piece.replaceAll(/^[\s,*_–-]+|[\s,*_–-]+$/g, ''))
    .filter((piece) => piece !== '')
}

/** True if a clause of the text admits every signed-on caller. */
export function isSignedOn(text: string, words: Words): boolean {
  return draftPlainText(text)
    .replaceAll(/`[^`]*`/g, '')
    .split(/[.;,:()→]|->|=>|\s[–—-]\s/)
    .some((clause) => words.signedOn.test(clause.trim().replace(words.signedOnFrame, '').replace(words.signedOnLead, '')))
}

/** True if a clause of the text states that callers need no sign-on. */
export function isOpenToAll(text: string, words: Words): boolean {
  return draftPlainText(text)
    .replaceAll(/`[^`]*`/g, '')
    .replaceAll(words.allOfThem, '')
    .replaceAll(words.requestPart, '')
    .split(words.openCut)
    .some((clause) => words.anyone.test(clause.trim()) || words.openSentence.test(clause.trim()))
}
