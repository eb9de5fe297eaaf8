// Converts security to part 5: the schemes and requirements. OpenAPI cannot express the permissions of callers.

import { isJsonArray, isJsonObject } from '../../base/json.ts'
import type { DraftPart } from '../print.ts'
import { type DraftEntry, type DraftValue, draftData, draftEntry, sourceNote, gap, list, map, question, draftText } from '../draft.ts'
import type { SourceOperation } from './api.ts'
import { type At, items, member, members, textAt } from './spec.ts'
import type { ImportContext } from './work.ts'

export function securityPart(work: ImportContext): DraftPart {
  const schemes = schemesOf(work)
  const own = member(work.spec.root, 'security')
  const stated = [own, ...work.api.operations.map(({ at }) => member(at, 'security'))].filter(({ value }) => isJsonArray(value))
  const isUsed = stated.length > 0
  if (schemes.length === 0 && isUsed && stated.every(admitsAnybody))
    return { notes: [question('the source asks nobody for credentials: may anybody do everything (`none`)?')], value: gap }
  if (schemes.length === 0 && !isUsed)
    return { notes: [question('the source says nothing of who may call: may anybody (`none`)?')], value: gap }
  const refusing = schemes.length > 0 && admitsAnybody(own) ? operationsWithRefusal(work) : []
  const root =
    (refusing.length > 0 ? contradiction(refusing) : convertRequirements(own, work)) ??
    draftEntry(
      'security',
      gap,
      question(isUsed ? 'who may call where an operation says nothing of it?' : 'which of these schemes let a caller in, and where?'),
    )
  return {
    notes: [],
    value: map(
      schemes.length === 0
        ? draftEntry('schemes', gap, question('operations ask for schemes that are not described: which are there?'))
        : draftEntry('schemes', map(...schemes)),
      root,
      draftEntry(
        'default',
        gap,
        question('who may do what? The source says who may call, and not what each caller may see and change: `default: allow`, or rules.'),
      ),
    ),
  }
}

/** True if requests need no credentials, and no scheme reads any. */
function admitsAnybody(requirements: At): boolean {
  return isJsonArray(requirements.value) && items(requirements).every((each) => members(each).length === 0)
}

/** The operations without requirements of their own that answer 401. */
function operationsWithRefusal({ api }: ImportContext): SourceOperation[] {
  return api.operations.filter(
    ({ at, responses }) => !isJsonArray(member(at, 'security').value) && responses.some(({ status }) => status === '401'),
  )
}

function contradiction([first, ...more]: readonly SourceOperation[]): DraftEntry {
  const others = more.length === 0 ? '' : ` and ${more.length} more operations`
  return draftEntry(
    'security',
    gap,
    question(
      `the source asks nobody for credentials, and \`${first!.name}\`${others} ${more.length === 0 ? 'answers' : 'answer'} 401: which of these schemes let a caller in, and where?`,
    ),
  )
}

function schemesOf(work: ImportContext): DraftEntry[] {
  return members(member(member(work.spec.root, 'components'), 'securitySchemes')).flatMap(([name, each]) => {
    const at = work.spec.follow(each)
    const notes = [
      sourceNote(
        work.spec.version === '2.0' ? each.pointer.replace('#/components/securitySchemes', '#/securityDefinitions') : each.pointer,
      ),
    ]
    const value = schemeOf(at, notes, work)
    return value === undefined ? [] : [draftEntry(schemeName(name), value, ...notes)]
  })
}

/** A name without blanks, because conditions use it as one word. */
function schemeName(name: string): string {
  return name.replaceAll(/[^\w-]+/g, '-')
}

function schemeOf(at: At, notes: string[], work: ImportContext): DraftValue | undefined {
  const type = textAt(at, 'type')
  const words = (...names: readonly string[]): DraftEntry[] =>
    names.flatMap((name) => {
      const text = textAt(at, name)
      return text === undefined ? [] : [draftEntry(name, draftText(text))]
    })
  const described = words('description')
  switch (type) {
    case 'apiKey':
      notes.push(question('which keys are let in? One that the operator has (`secret`), or those of records (`find`).'))
      return map(draftEntry('type', draftText(type)), ...words('in', 'name'), ...described)
    case 'http': {
      const isBasic = textAt(at, 'scheme')?.toLowerCase() === 'basic'
      const isJwt = textAt(at, 'bearerFormat')?.toUpperCase() === 'JWT'
      const tokenQuestion = isJwt ? 'which tokens are accepted: by which algorithm, signed with which key?' : 'which tokens are let in?'
      notes.push(question(isBasic ? 'which name and password are let in?' : tokenQuestion))
      return map(draftEntry('type', draftText(type)), ...words('scheme', 'bearerFormat'), ...described)
    }
    case 'oauth2':
    case 'openIdConnect': {
      notes.push(question('which tokens are accepted: by which algorithm, signed with which key?'))
      const flows = member(at, 'flows').value
      return map(
        draftEntry('type', draftText(type)),
        ...words('openIdConnectUrl'),
        isJsonObject(flows) ? draftEntry('flows', draftData(flows)) : undefined,
        ...described,
      )
    }
    default:
      work.leftOut.add(`The security scheme of type \`${type ?? 'none'}\``, at.pointer)
      return undefined
  }
}

/** Undefined if unspecified. */
export function convertRequirements(at: At, work: ImportContext): DraftEntry | undefined {
  if (!isJsonArray(at.value)) return undefined
  const schemes = member(member(work.spec.root, 'components'), 'securitySchemes')
  const notes: string[] = []
  const all = items(at).map((requirement) =>
    map(
      ...members(requirement).map(([name, scopes]) => {
        const scheme = work.spec.follow(member(schemes, name))
        const all = items(scopes).flatMap(({ value }) => (typeof value === 'string' ? [value] : []))
        const wanted = carriesScopes(scheme) ? all : []
        if (wanted.length < all.length) work.leftOut.add(`Scopes of the scheme \`${name}\`, whose credentials carry none`, scopes.pointer)
        const known = scopesOf(scheme)
        if (!isKnown(scheme)) notes.push(question(`the scheme \`${name}\` is not described: what is it?`))
        for (const scope of wanted)
          if (known !== undefined && !known.has(scope))
            notes.push(question(`\`${scope}\` is not a scope that \`${name}\` describes: what is it?`))
        return draftEntry(schemeName(name), list(wanted))
      }),
    ),
  )
  if (notes.length > 0) return draftEntry('security', gap, ...notes)
  // An empty list admits all callers.
  return draftEntry('security', list(all.length === 0 ? [map()] : all))
}

/** True if callers of an operation need a scope. */
export function needsScope(operation: At, { spec }: ImportContext): boolean {
  const own = member(operation, 'security')
  return items(isJsonArray(own.value) ? own : member(spec.root, 'security')).some((requirement) =>
    members(requirement).some(([, scopes]) => items(scopes).length > 0),
  )
}

function isKnown(scheme: At): boolean {
  return ['apiKey', 'http', 'oauth2', 'openIdConnect'].includes(textAt(scheme, 'type') ?? '')
}

/** Only tokens carry scopes: OpenAPI 3.1 permits names of roles at other schemes, and defines no meaning for them. */
function carriesScopes(scheme: At): boolean {
  const type = textAt(scheme, 'type')
  return type === 'apiKey' || type === 'http' ? textAt(scheme, 'bearerFormat')?.toUpperCase() === 'JWT' : true
}

/** Undefined without flows. */
function scopesOf(scheme: At): ReadonlySet<string> | undefined {
  const flows = members(member(scheme, 'flows'))
  return flows.length === 0 ? undefined : new Set(flows.flatMap(([, flow]) => members(member(flow, 'scopes')).map(([name]) => name)))
}
