// Converts security to part 5: the schemes and requirements. OpenAPI cannot express the permissions of callers.

import { isJsonArray, isJsonObject } from '../../base/json.ts'
import type { DraftPart } from '../print.ts'
import { type DraftEntry, type DraftValue, draftData, draftEntry, printSourceNote, gap, list, map, question, draftText } from '../draft.ts'
import type { SourceOperation } from './api.ts'
import { type At, listItems, findMember, listMembers, readTextAt } from './spec.ts'
import type { ImportContext } from './work.ts'

export function draftSecurityPart(work: ImportContext): DraftPart {
  const schemes = draftSchemes(work)
  const own = findMember(work.spec.root, 'security')
  const stated = [own, ...work.api.operations.map(({ at }) => findMember(at, 'security'))].filter(({ value }) => isJsonArray(value))
  const isUsed = stated.length > 0
  if (schemes.length === 0 && isUsed && stated.every(admitsAnybody))
    return { notes: [question('the source asks nobody for credentials: may anybody do everything (`none`)?')], value: gap }
  if (schemes.length === 0 && !isUsed)
    return { notes: [question('the source says nothing of who may call: may anybody (`none`)?')], value: gap }
  const refusing = schemes.length > 0 && admitsAnybody(own) ? listRefusingOperations(work) : []
  const root =
    (refusing.length > 0 ? askAboutContradiction(refusing) : convertRequirements(own, work)) ??
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
  return isJsonArray(requirements.value) && listItems(requirements).every((each) => listMembers(each).length === 0)
}

/** The operations without requirements of their own that answer 401. */
function listRefusingOperations({ api }: ImportContext): SourceOperation[] {
  return api.operations.filter(
    ({ at, responses }) => !isJsonArray(findMember(at, 'security').value) && responses.some(({ status }) => status === '401'),
  )
}

function askAboutContradiction([first, ...more]: readonly SourceOperation[]): DraftEntry {
  const others = more.length === 0 ? '' : ` and ${more.length} more operations`
  return draftEntry(
    'security',
    gap,
    question(
      `the source asks nobody for credentials, and \`${first!.name}\`${others} ${more.length === 0 ? 'answers' : 'answer'} 401: which of these schemes let a caller in, and where?`,
    ),
  )
}

function draftSchemes(work: ImportContext): DraftEntry[] {
  return listMembers(findMember(findMember(work.spec.root, 'components'), 'securitySchemes')).flatMap(([name, each]) => {
    const at = work.spec.follow(each)
    const notes = [
      printSourceNote(
        work.spec.version === '2.0' ? each.pointer.replace('#/components/securitySchemes', '#/securityDefinitions') : each.pointer,
      ),
    ]
    const value = draftScheme(at, notes, work)
    return value === undefined ? [] : [draftEntry(makeSchemeName(name), value, ...notes)]
  })
}

/** A name without blanks, because conditions use it as one word. */
function makeSchemeName(name: string): string {
  return name.replaceAll(/[^\w-]+/g, '-')
}

const signedTokens =
  'which tokens are accepted: by which algorithm, signed with which key? With a shared one `algorithm: HS256, secret: { env: SECRET }`, otherwise public `keys`.'

function draftScheme(at: At, notes: string[], work: ImportContext): DraftValue | undefined {
  const type = readTextAt(at, 'type')
  const words = (...names: readonly string[]): DraftEntry[] =>
    names.flatMap((name) => {
      const text = readTextAt(at, name)
      return text === undefined ? [] : [draftEntry(name, draftText(text))]
    })
  const described = words('description')
  switch (type) {
    case 'apiKey':
      notes.push(question('which keys are let in? One that the operator has (`secret: { env: KEY }`), or those of records (`find`).'))
      return map(draftEntry('type', draftText(type)), ...words('in', 'name'), ...described)
    case 'http': {
      const isBasic = readTextAt(at, 'scheme')?.toLowerCase() === 'basic'
      const isJwt = readTextAt(at, 'bearerFormat')?.toUpperCase() === 'JWT'
      const tokenQuestion = isJwt
        ? signedTokens
        : 'which tokens are let in? One that the operator has (`secret: { env: TOKEN }`), those of records (`find`), or signed ones (`bearerFormat: JWT` with `algorithm` and a key).'
      notes.push(
        question(
          isBasic
            ? 'which name and password are let in? `username: { env: NAME }, password: { env: PASSWORD }`, or those of records (`find`).'
            : tokenQuestion,
        ),
      )
      return map(draftEntry('type', draftText(type)), ...words('scheme', 'bearerFormat'), ...described)
    }
    case 'oauth2':
    case 'openIdConnect': {
      notes.push(question(signedTokens))
      const flows = findMember(at, 'flows').value
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
  const schemes = findMember(findMember(work.spec.root, 'components'), 'securitySchemes')
  const notes: string[] = []
  const all = listItems(at).map((requirement) =>
    map(
      ...listMembers(requirement).map(([name, scopes]) => {
        const scheme = work.spec.follow(findMember(schemes, name))
        const all = listItems(scopes).flatMap(({ value }) => (typeof value === 'string' ? [value] : []))
        const wanted = carriesScopes(scheme) ? all : []
        if (wanted.length < all.length) work.leftOut.add(`Scopes of the scheme \`${name}\`, whose credentials carry none`, scopes.pointer)
        const known = listScopes(scheme)
        if (!isKnown(scheme)) notes.push(question(`the scheme \`${name}\` is not described: what is it?`))
        for (const scope of wanted)
          if (known !== undefined && !known.has(scope))
            notes.push(question(`\`${scope}\` is not a scope that \`${name}\` describes: what is it?`))
        return draftEntry(makeSchemeName(name), list(wanted))
      }),
    ),
  )
  if (notes.length > 0) return draftEntry('security', gap, ...notes)
  // An empty list admits all callers.
  return draftEntry('security', list(all.length === 0 ? [map()] : all))
}

/** True if callers of an operation need a scope. */
export function needsScope(operation: At, { spec }: ImportContext): boolean {
  const own = findMember(operation, 'security')
  return listItems(isJsonArray(own.value) ? own : findMember(spec.root, 'security')).some((requirement) =>
    listMembers(requirement).some(([, scopes]) => listItems(scopes).length > 0),
  )
}

function isKnown(scheme: At): boolean {
  return ['apiKey', 'http', 'oauth2', 'openIdConnect'].includes(readTextAt(scheme, 'type') ?? '')
}

/** Only tokens carry scopes: OpenAPI 3.1 permits names of roles at other schemes, and defines no meaning for them. */
function carriesScopes(scheme: At): boolean {
  const type = readTextAt(scheme, 'type')
  return type === 'apiKey' || type === 'http' ? readTextAt(scheme, 'bearerFormat')?.toUpperCase() === 'JWT' : true
}

/** Undefined without flows. */
function listScopes(scheme: At): ReadonlySet<string> | undefined {
  const flows = listMembers(findMember(scheme, 'flows'))
  return flows.length === 0
    ? undefined
    : new Set(flows.flatMap(([, flow]) => listMembers(findMember(flow, 'scopes')).map(([name]) => name)))
}
