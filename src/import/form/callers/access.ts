// Reads the permissions of a form: roles as conditions of part 5, the rules that use them, and scopes of endpoints.

import { type FormDraft, askQuestion, draftPlainText, openTable, takeLine } from '../draft.ts'
import { makeRoleName, readInclusions } from './inclusions.ts'
import type { Legend } from './legend.ts'
import type { Form, Statement } from '../statement.ts'
import type { Words } from '../words.ts'

/** `note`: the text beside the names, such as "own things only". */
export type Caller = {
  readonly endpoint: string
  readonly does: string
  readonly who: string
  readonly isOpen: boolean
  readonly note: string
  readonly statement: Statement
}

type Rule = { readonly names: readonly string[]; readonly isOpen: boolean; readonly isWhole: boolean; readonly statement: Statement }

const actionsOf: { readonly [deed: string]: string } = {
  list: 'read',
  read: 'read',
  create: 'create',
  update: 'update',
  replace: 'update',
  put: 'update',
  delete: 'delete',
}

export function draftAccess(form: Form, draft: FormDraft, callers: readonly Caller[], words: Words, legend: Legend): void {
  const text = joinPartTexts(form)
  const scoped = callers.filter(({ who }) => isScopes(who))
  const isToken = draft.yaml.get('authentication')?.some((line) => line.startsWith('  token:') && line.includes('JWT')) === true
  if (scoped.length > 0 && isToken && words.scopeClaim.test(text)) {
    draft.yaml.set(
      'endpoints',
      scoped.map(
        ({ endpoint, who }) =>
          `${endpoint}: { security: [{ token: [${namesOf(who, words)
            .map((each) => `'${each}'`)
            .join(', ')}] }] }`,
      ),
    )
  }
  const rules = new Map<string, Map<string, Rule>>()
  const moves = new Set(draft.tables.flatMap(({ kind, rows }) => (kind === 'machine' ? rows.map(({ cells }) => cells['on'] ?? '') : [])))
  for (const caller of callers) addRule(caller, rules, moves, words)
  draftRoles(
    [...rules.values()].flatMap((each) => [...each.values()]),
    text,
    readInclusions(form, legend, listClaimedRoles(form, words), words),
    draft,
    words,
  )
  takeRoleClaim(form, words)
  for (const [resource, actions] of rules) {
    const columns = ['resource', ...actions.keys()]
    const cells = Object.fromEntries([
      ['resource', resource],
      ...Array.from(actions, ([action, { names, isOpen, isWhole }]) => [
        action,
        isOpen ? 'anyone' : isWhole ? names.join(' or ') : 'not shown',
      ]),
    ])
    openTable(draft, 'authentication', `rules ${resource}`, columns).rows.push({ cells, statement: [...actions.values()][0]!.statement })
  }
}

/** The line that lists the roles of a claim and little else. */
function takeRoleClaim({ sections }: Form, words: Words): void {
  const lines = sections
    .filter(({ part }) => part === 'authentication')
    .flatMap(({ blocks }) =>
      blocks.flatMap((block) => (block.kind === 'text' ? [block.statement] : block.rows.map(({ statement }) => statement))),
    )
  for (const statement of lines) {
    const text = draftPlainText(statement.text.replaceAll('`', ''))
    if (words.roleClaim.test(text) && text.replace(words.roleClaim, '').replaceAll(/\W/g, '').length < 20) takeLine(statement)
  }
}

function joinPartTexts({ sections }: Form): string {
  return sections
    .filter(({ part }) => part === 'authentication')
    .flatMap(({ blocks }) =>
      blocks.flatMap((block) => (block.kind === 'text' ? [block.statement.text] : block.rows.map(({ statement }) => statement.text))),
    )
    .join('\n')
}

/** Scopes contain a point or a colon, roles do not. */
export function isScopes(who: string): boolean {
  return who !== '' && who.split(/[\s,]+/).every((each) => /^[a-z][\w-]*[.:][\w.:*-]+$/i.test(each))
}

function namesOf(who: string, { conjunction }: Words): string[] {
  return who
    .split(conjunction)
    .map((each) => each.trim())
    .filter((each) => each !== '')
}

function addRule(
  { does, who, isOpen, note, statement }: Caller,
  rules: Map<string, Map<string, Rule>>,
  moves: ReadonlySet<string>,
  words: Words,
): void {
  const [, resource, action] = /^(\w+)\.([\w-]+)$/.exec(does) ?? flip(/^(\w+) (\w+)$/.exec(does))
  if (
    resource === undefined ||
    action === undefined ||
    (who === '' && !isOpen) ||
    isScopes(who) ||
    (does.includes('.') && !moves.has(action))
  )
    return
  const isSignedOn = who === words.signedOnCaller
  const names = isSignedOn ? [who] : namesOf(who, words).map((each) => makeRoleName(each))
  if (!isOpen && !isSignedOn && !names.every((each) => /^[A-Za-z]\w*$/.test(each))) return
  const actions = rules.get(resource) ?? new Map<string, Rule>()
  rules.set(resource, actions)
  const before = actions.get(action)
  const rule: Rule = { names, isOpen, isWhole: note === '', statement }
  if (before === undefined || (before.names.join() === names.join() && before.isOpen === isOpen))
    actions.set(action, { ...rule, isWhole: rule.isWhole && before?.isWhole !== false })
  else {
    actions.set(action, { ...before, isOpen: false, isWhole: false })
    askQuestion(statement, words.ask.sameAction(`${action} ${resource}`, before.statement.line))
  }
}

function flip(match: RegExpExecArray | null): readonly (string | undefined)[] {
  return match === null ? [] : [undefined, match[2], actionsOf[match[1]!]]
}

/** The roles that part 5 lists as values of a claim, whose conditions may name the roles that include them. */
export function listClaimedRoles(form: Form, words: Words): ReadonlySet<string> {
  const list = words.roleClaim.exec(draftPlainText(joinPartTexts(form).replaceAll('`', '')))?.[2]
  return new Set((list === undefined ? [] : namesOf(list.replaceAll('|', ','), words)).map(makeRoleName))
}

/** If part 5 lists the values of a claim, a role is a value of it; otherwise its meaning is a question. */
function draftRoles(
  rules: readonly Rule[],
  text: string,
  included: ReadonlyMap<string, readonly string[]>,
  draft: FormDraft,
  words: Words,
): void {
  const [, claim, list] = words.roleClaim.exec(draftPlainText(text.replaceAll('`', ''))) ?? []
  const listed = (list === undefined ? [] : namesOf(list.replaceAll('|', ','), words)).map((each) => each.toLowerCase())
  const table = openTable(draft, 'authentication', 'roles', ['role', 'means'])
  const seen = new Set<string>()
  // Sort included roles before the roles that include them.
  const depth = (name: string, above: readonly string[] = []): number =>
    Math.max(0, ...(included.get(name) ?? []).filter((each) => !above.includes(each)).map((each) => 1 + depth(each, [...above, name])))
  const used = rules.flatMap(({ names, isOpen, statement }) =>
    isOpen || names[0] === words.signedOnCaller
      ? []
      : names.flatMap((name) => [name, ...(included.get(name) ?? [])].map((each) => ({ name: each, statement }))),
  )
  for (const { name, statement } of used.sort((a, b) => depth(a.name) - depth(b.name))) {
    if (seen.has(name)) continue
    seen.add(name)
    const isListed = claim !== undefined && listed.length > 1 && listed.some((each) => makeRoleName(each) === name)
    const wider = (included.get(name) ?? []).filter((each) => seen.has(each))
    const own = `caller.${claim} == "${listed.find((each) => makeRoleName(each) === name)}"`
    table.rows.push({ cells: { role: name, means: isListed ? `\`${[own, ...wider].join(' || ')}\`` : 'not shown' }, statement })
    if (!isListed) askQuestion(statement, words.ask.role(name))
  }
  if (claim === undefined || ![...table.rows].some(({ cells }) => cells['means'] !== 'not shown')) return
  const yaml = draft.yaml.get('authentication')
  const at = yaml?.findIndex((line) => line.startsWith('  token:') && line.includes('JWT')) ?? -1
  if (yaml === undefined || at < 0) for (const { cells } of table.rows) cells['means'] = 'not shown'
  else
    yaml[at] = yaml[at]!.replace(
      / \}$/,
      `, claimsSet: { type: object, required: [${claim}], properties: { ${claim}: { type: string, enum: [${listed.join(', ')}] } } } }`,
    )
}
