// Reads the moves in a sentence, by the known names of states.

import type { Words } from '../words.ts'

type Mention = { readonly name: string; readonly start: number; readonly end: number }

export type SaidMove = { readonly from: readonly string[]; readonly to: string; readonly trigger: string }

/** The moves of the sentence that have only one reading. */
export function readMoves(sentence: string, states: ReadonlySet<string>, words: Words): readonly SaidMove[] {
  const text = simplifySentence(sentence, words)
  const explicit = words.noMoveVerb.test(text) ? [] : fromTo(text, states, words)
  if (explicit.length > 0) return explicit
  const named = readNamedMoves(text, states, words)
  if (named.length > 0) return named
  if (words.noMove.test(text.replaceAll(words.prose.asides, ' '))) return []
  const clauses = text.split(words.clauseOfMoves)
  const found: (readonly SaidMove[])[] = []
  for (const clause of clauses)
    found.push(
      orElse(
        readMentionedMoves(clause, states, words),
        () => readAlsoPair(clause, found.at(-1)?.at(-1), states, words) ?? readAlsoTo(clause, found.at(-1)?.at(-1), states, words),
      ),
    )
  const all = clauses.length > 1 && found.every((each) => each.length > 0) ? found.flat() : readMentionedMoves(text, states, words)
  if (all.length > 0) return all
  // "A cleared sample becomes used (use) and a used one becomes spent (spend)": a subject of its own in each half.
  const halves = text.split(new RegExp(`,?\\s+(?:${words.andWord})\\s+(?=(?:${words.articles})\\s)`, 'i'))
  const each = halves.length > 1 ? halves.map((half) => readMoves(half, states, words)) : []
  return each.every((moves) => moves.length > 0) ? each.flat() : []
}

/** "it goes from a to b": both states side by side with their words, so that the rest of the sentence is the cause. */
function fromTo(text: string, states: ReadonlySet<string>, words: Words): readonly SaidMove[] {
  const any = [...states].sort((a, b) => b.length - a.length).join('|')
  if (any === '') return []
  const list = `(?:${any})(?:(?:\\s*,\\s*|,?\\s+(?:${words.joins})\\s+)(?:${any}))*`
  const found = Array.from(
    text.matchAll(new RegExp(`\\b${words.fromWord}\\s+(${list})\\s+${words.toWord}\\s+(${any})(?![\\p{L}_-])`, 'giu')),
  )
  const [only] = found
  // "from a to b (send) or from a to c (drop)": each pair with the name of its move.
  if (found.length > 1) {
    const named = found.map(({ 0: whole, 1: from, 2: to, index }) => ({
      from: splitStates(from!, words),
      to: to!.toLowerCase(),
      trigger: /^\s*\(([\p{L}][\p{L}-]*)\)/u.exec(text.slice(index + whole.length))?.[1] ?? '',
    }))
    return named.every(({ trigger }) => trigger !== '') ? named : []
  }
  if (only === undefined) return []
  const [before, behind] = [text.slice(0, only.index), text.slice(only.index + only[0].length)]
  // A further state beside these belongs to another move.
  if (mentions(behind, states).length > 0) return []
  const lead = before.replace(words.goesLead, '').replaceAll(/^[\s,;]+|[\s,;]+$/g, '')
  const trigger = readCause('', '', behind, words) || readCause(lead, '', '', words) || lead
  return [{ from: splitStates(only[1]!, words), to: only[2]!.toLowerCase(), trigger }]
}

function splitStates(list: string, { joins }: Words): readonly string[] {
  return list.toLowerCase().split(new RegExp(`\\s*,\\s*|,?\\s+(?:${joins})\\s+`, 'i'))
}

/** The new state of "it", in a sentence that names no other. */
export function readNextState(
  sentence: string,
  states: ReadonlySet<string>,
  words: Words,
): { readonly to: string; readonly trigger: string } | undefined {
  const text = simplifySentence(sentence, words)
  const [only, ...more] = mentions(text, states)
  if (only === undefined || more.length > 0 || words.noMove.test(text.replaceAll(words.prose.asides, ' '))) return undefined
  const [before, behind] = [text.slice(0, only.start), text.slice(only.end)]
  const isEnd = words.endsThere.test(behind)
  if (!words.prose.itBecomes.test(before) || (!isEnd && /^[\s,]*(?:and|or)\b/.test(behind))) return undefined
  const lead = before.replace(words.prose.itBecomes, '').replace(/[\s,]+$/, '')
  // "The office can withdraw it, then it is withdrawn": the deed before the comma.
  const deed = /^\p{Lu}\p{L}*(?: \p{L}+){2,}$/u.test(lead) ? lead : ''
  // The name of the move in parentheses directly behind its target.
  const named = /^\s*\([\p{L}-]+\)$/u.test(behind) ? nameIn(text) : ''
  const trigger = named || readCause(before.replace(words.prose.itBecomes, ''), '', isEnd ? '' : behind, words) || nameIn(text) || deed
  return trigger === '' ? undefined : { to: only.name, trigger }
}

/** Without marks; "(action submit)" is "(submit)". */
function simplifySentence(sentence: string, { callWord }: Words): string {
  return sentence
    .replaceAll(new RegExp(`\\((?:${callWord}) (?:the )?([\`"“]?[\\p{L}][\\p{L}-]*[\`"”]?)\\)`, 'giu'), '($1)')
    .replaceAll(/[*`"“”]/g, '')
    .replace(/\.$/, '')
}

function orElse(found: readonly SaidMove[], other: () => readonly SaidMove[]): readonly SaidMove[] {
  return found.length > 0 ? found : other()
}

/** "and lapsed if we hear nothing": a clause with the subject of the previous one. */
function readAlsoTo(text: string, before: SaidMove | undefined, states: ReadonlySet<string>, words: Words): readonly SaidMove[] {
  const [only, ...more] = mentions(text, states)
  if (
    before === undefined ||
    only === undefined ||
    more.length > 0 ||
    before.from.includes(only.name) ||
    !words.prose.alsoBecomes.test(text.slice(0, only.start))
  )
    return []
  const trigger = readCause('', '', text.slice(only.end), words)
  return trigger === '' ? [] : [{ from: before.from, to: only.name, trigger }]
}

/** "and blocked into free again": both states, with the verb of the previous clause. */
function readAlsoPair(
  text: string,
  before: SaidMove | undefined,
  states: ReadonlySet<string>,
  words: Words,
): readonly SaidMove[] | undefined {
  const [one, other, ...more] = mentions(text, states)
  if (
    before === undefined ||
    one === undefined ||
    other === undefined ||
    more.length > 0 ||
    one.name === other.name ||
    text.slice(0, one.start).trim() !== '' ||
    !words.turnTo.test(text.slice(one.end, other.start))
  )
    return undefined
  return [{ from: [one.name], to: other.name, trigger: readCause('', '', text.slice(other.end), words) }]
}

function readMentionedMoves(text: string, states: ReadonlySet<string>, words: Words): readonly SaidMove[] {
  const { prose } = words
  const groups: Mention[][] = []
  for (const each of mentions(text, states)) {
    const last = groups.at(-1)
    if (last !== undefined && words.betweenStates.test(text.slice(last.at(-1)!.end, each.start))) last.push(each)
    else groups.push([each])
  }
  // "…, who marks it as missed, then an open one becomes missed" names the next state before both.
  const isNamedBefore = groups.length === 3 && groups[0]!.length === 1 && groups[0]![0]!.name === groups[2]![0]!.name
  if (
    isNamedBefore &&
    groups[1]![0]!.name !== groups[2]![0]!.name &&
    /[,;]\s+\P{Lu}/u.test(text.slice(groups[0]![0]!.end, groups[1]![0]!.start))
  )
    groups.shift()
  const [one, other, again, ...more] = groups
  if (one === undefined || other === undefined || more.length > 0) return []
  // "can be cancelled by the guest, it is then cancelled" names the state twice.
  if (again !== undefined && (again.length > 1 || other.length > 1 || again[0]!.name !== other[0]!.name)) return []
  const end = again === undefined ? text : text.slice(0, again[0]!.start).replace(/[,;:][^,;:]*$/, '')
  const [before, between, behind] = [
    text.slice(0, one[0]!.start),
    text.slice(one.at(-1)!.end, other[0]!.start),
    end.slice(other.at(-1)!.end),
  ]
  // "When the sweep presses finish, the visit under way is done": the former state stands behind its thing.
  const isBehindThing = words.thingLead.test(before) && words.isThen.test(between)
  const isBackwards =
    (words.fromLead.test(between) && !words.fromLead.test(before) && !words.thereupon.test(between) && !isBehindThing) ||
    prose.comesAfter.test(between)
  // "is due when it is returned" and "before it is returned" state conditions.
  if ((!isBackwards && words.asCondition.test(between)) || words.notYet.test(before)) return []
  const [sources, targets] = isBackwards ? [other, one] : [one, other]
  if (sources.some(({ name }) => targets.some((each) => each.name === name))) return []
  const areAlternatives = targets.every((each, index) => index === 0 || prose.orState.test(text.slice(targets[index - 1]!.end, each.start)))
  if (!areAlternatives) return []
  const isOrdered = prose.comesBefore.test(between) || prose.comesAfter.test(between)
  const isTurned =
    !isBackwards &&
    ((words.turnLead.test(before) && words.turnTo.test(between)) || (words.makeLead.test(before) && words.makeTo.test(between)))
  const isSaid =
    isOrdered ||
    isTurned ||
    (isBackwards ? words.becomes.test(before) : words.becomes.test(between) || (words.fromLead.test(before) && words.toLead.test(between)))
  // "The office grants a requested permit; it is then granted": the text before the semicolon.
  const cut = between.includes(';') ? between.indexOf(';') : between.search(words.thereupon)
  const said = cut >= 0 && !isBackwards ? text.slice(0, one.at(-1)!.end + cut) : ''
  const trigger = readCause(before, between.replace(words.becomes, ''), behind, words) || readDuration(text, words) || said
  return isSaid ? targets.map(({ name }) => ({ from: sources.map((each) => each.name), to: name, trigger })) : []
}

function mentions(text: string, states: ReadonlySet<string>): Mention[] {
  return Array.from(text.matchAll(/(?<![\p{L}_-])[\p{L}][\p{L}\d_-]*/gu), ({ 0: word, index }) => ({
    name: word.toLowerCase(),
    start: index,
    end: index + word.length,
  })).filter(({ name }) => states.has(name))
}

/** "The desk takes it up (examine)": the only name in parentheses. */
function nameIn(text: string): string {
  const found = Array.from(text.matchAll(/\(([\p{L}][\p{L}-]*)\)/gu), ([, name]) => name!)
  return found.length === 1 ? found[0]! : ''
}

/** "She sends it (send), then it is sent, and can take it back (recall), which makes it a draft": each name before the state that it leads to. */
export function readNamedSteps(
  text: string,
  first: string,
  states: ReadonlySet<string>,
  words: Words,
): readonly { readonly from: string; readonly to: string; readonly trigger: string }[] {
  const plain = simplifySentence(text, words)
  const tokens = [
    ...Array.from(plain.matchAll(/\(([\p{L}][\p{L}-]*)\)/gu), ({ 1: name, index }) => ({ name: name!, index, isName: true })),
    ...mentions(
      plain.replaceAll(/\([^()]*\)/g, (inside) => ' '.repeat(inside.length)),
      states,
    ).map(({ name, start }) => ({
      name,
      index: start,
      isName: false,
    })),
  ].sort((a, b) => a.index - b.index)
  const areInTurn = tokens.length > 2 && tokens.length % 2 === 0 && tokens.every(({ isName }, at) => isName === (at % 2 === 0))
  if (!areInTurn) return []
  const targets = tokens.filter(({ isName }) => !isName).map(({ name }) => name)
  const passed = [first.toLowerCase(), ...targets]
  if (targets.some((each, at) => each === passed[at])) return []
  return targets.map((to, at) => ({ from: passed[at]!, to, trigger: tokens[at * 2]!.name }))
}

/** "From open it may be granted (grant) or refused (refuse)": several targets, each with the name of its move. */
function readNamedMoves(text: string, states: ReadonlySet<string>, words: Words): readonly SaidMove[] {
  const all = mentions(text, states)
  const targets = all.map((each) => ({ ...each, cause: /^\s*\(([\p{L}][\p{L}-]*)\)/u.exec(text.slice(each.end))?.[1] }))
  const first = targets.findIndex(({ cause }) => cause !== undefined)
  const [sources, named] = [targets.slice(0, first), targets.slice(first)]
  if (first < 1 || named.length < 2 || named.some(({ cause }) => cause === undefined)) return []
  const areTogether = sources.every(
    (each, index) => index === 0 || words.betweenStates.test(text.slice(sources[index - 1]!.end, each.start)),
  )
  const between = named.slice(1).map((each, index) => text.slice(named[index]!.end, each.start).replace(/^\s*\([^()]*\)/, ''))
  const areJoined = between.every((each) =>
    new RegExp(`^\\s*(?:,|,?\\s*(?:${words.joins}))\\s*(?:${words.toWord} |${words.beWords} )?(?:an? |the )?$`, 'iu').test(each),
  )
  return areTogether && areJoined && words.becomes.test(text.slice(sources.at(-1)!.end, named[0]!.start))
    ? named.map(({ name, cause }) => ({ from: sources.map((each) => each.name), to: name, trigger: cause! }))
    : []
}

/** The only duration of a sentence, which causes the move: "unanswered for 60 days". */
function readDuration(text: string, { lasting }: Words): string {
  const found = Array.from(text.matchAll(lasting))
  return found.length === 1 ? found[0]!.groups!['after']! : ''
}

/** The cause of the move: the clause after it, before it, or between its states. */
function readCause(before: string, between: string, behind: string, { causeWord }: Words): string {
  const plain = (text: string): string => text.replaceAll(/^[\s,;:.()–—-]+|[\s,;:.()–—-]+$/g, '')
  const said = [behind, between, before].map((text) => causeWord.exec(text)?.[1]).find((each) => each !== undefined && plain(each) !== '')
  if (said !== undefined) return plain(said)
  return /^\s*[,;:(–—-]/.test(behind) ? plain(behind) : ''
}
