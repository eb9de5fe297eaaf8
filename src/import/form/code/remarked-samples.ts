// Reads samples whose members have remarks, `"seats": 5, // int, 2..9`, also within objects and lists of objects.

/** `value`: as written; undefined for objects and lists of them. `parts`: the members of the value. */
export type Member = {
  readonly name: string
  readonly spec: string
  readonly line: number
  readonly value?: string
  readonly parts?: readonly Member[]
  readonly isList?: boolean
}

type Open = { name: string; spec: string; line: number; value?: string; parts?: Open[]; isList?: boolean }

const key = /^["'`]?([A-Za-z_]\w*)["'`]?\??\s*:\s*/
const scalar = /^(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|-?\d[\d._]*(?:[eE][+-]?\d+)?|true\b|false\b|null\b)/
const flatList = /^\[[^\][{}]*\]/

/** The members of a sample, if at least half of them, and at least two, have remarks. */
export function readRemarkedMembers(text: string): readonly Member[] | undefined {
  const root: Open = { name: '', spec: '', line: 0, parts: [] }
  const stack: Open[] = [root]
  let above = ''
  for (const [line, whole] of text.split(/\r\n|\n|\r/).entries()) {
    const written = whole.trim()
    if (written === '' || /^(?:`{3}|~{3}|\.{3},?$|…,?$)/.test(written)) continue
    const { code, remark } = withoutRemark(written)
    if (code === '') {
      above = [above, remark].filter((each) => each !== '').join('; ')
      continue
    }
    const depth = stack.length
    const begun: { readonly member: Open; readonly depth: number }[] = []
    let closed: Open | undefined
    for (let rest = code; rest !== '';) {
      const [, name] = key.exec(rest) ?? []
      const [space] = /^[\s,;]+/.exec(rest) ?? []
      if (space !== undefined) rest = rest.slice(space.length)
      else if (name !== undefined) {
        rest = rest.slice(key.exec(rest)![0].length)
        const member: Open = { name, spec: '', line }
        stack.at(-1)!.parts?.push(member)
        begun.push({ member, depth: stack.length })
        const [value] = scalar.exec(rest) ?? flatList.exec(rest) ?? []
        if (value !== undefined) member.value = value
        else if (/^[{[]/.test(rest)) {
          member.parts = []
          if (rest.startsWith('[')) member.isList = true
          stack.push(member)
        } else return undefined
        rest = rest.slice(value?.length ?? 1)
      } else if (/^[{[]/.test(rest)) {
        if (stack.length === 1 ? root.parts!.length > 0 : stack.at(-1)!.isList !== true) return undefined
        stack.push(stack.at(-1)!)
        rest = rest.slice(1)
      } else if (/^[}\]]/.test(rest)) {
        if (stack.length < 2) return undefined
        closed = stack.pop()
        rest = rest.slice(1)
      } else return undefined
    }
    const least = Math.min(...begun.map((each) => each.depth))
    const own = begun.filter((each) => each.depth === least)
    const target = own.length === 1 ? own[0]!.member : own.length === 0 && stack.length < depth ? closed : undefined
    const said = [above, remark].filter((each) => each !== '').join('; ')
    if (target !== undefined && target !== root)
      target.spec = [target.spec, own.length === 0 ? remark : said].filter((each) => each !== '').join('; ')
    if (own.length > 1)
      addNamedRemarks(
        own.map(({ member }) => member),
        said,
      )
    above = ''
  }
  const members = root.parts!
  const remarked = members.filter(({ spec }) => spec !== '').length
  return stack.length === 1 && remarked > 1 && remarked * 2 >= members.length ? members : undefined
}

/** `{ "what": "reader", "count": 2 } // what: reader / scribe. count 1-50`: the remark of each member, behind its name. */
function addNamedRemarks(members: readonly Open[], remark: string): void {
  const starts = members.flatMap((member) => {
    const found = new RegExp(String.raw`(?:^|[.;,]\s+)\x60?${member.name}\x60?(?::\s*|\s+)`).exec(remark)
    return found === null ? [] : [{ member, start: found.index, end: found.index + found[0].length }]
  })
  if (starts.length !== members.length) return
  for (const { member, end } of starts) {
    const next = Math.min(...starts.map(({ start }) => start).filter((start) => start >= end), remark.length)
    member.spec = [member.spec, remark.slice(end, next).trim()].filter((each) => each !== '').join('; ')
  }
}

/** The remark begins with `//` or `#` outside of quotation marks. */
function withoutRemark(line: string): { readonly code: string; readonly remark: string } {
  let quote = ''
  for (let at = 0; at < line.length; at++) {
    const character = line[at]!
    if (quote !== '') {
      if (character === '\\') at++
      else if (character === quote) quote = ''
    } else if (character === '"') quote = character
    else if (line.startsWith('//', at) || (character === '#' && (at === 0 || /\s/.test(line[at - 1]!))))
      return {
        code: line.slice(0, at).trim(),
        remark: line
          .slice(at)
          .replace(/^(?:\/\/|#)+\s*/, '')
          .trim(),
      }
  }
  return { code: line, remark: '' }
}
