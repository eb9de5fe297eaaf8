// The conditions of the statuses that the source describes, at one operation.

import { textFormats } from '../../schema/format.ts'
import { type DraftEntry, draftMember } from '../draft.ts'
import type { OperationAction } from './action.ts'
import { normaliseSpelling } from '../names.ts'
import type { SourceOperation, SourceParameter } from './api.ts'
import type { OpenValue } from './common.ts'
import { readTypes } from './fields.ts'
import { parentName } from './parent.ts'
import { needsScope } from './security.ts'
import { type Spec, findMember, readTextAt } from './spec.ts'
import type { ImportContext } from './work.ts'

type Answering = {
  readonly operation: SourceOperation
  readonly action?: OperationAction
  readonly findsParent: boolean
  readonly entry: DraftEntry
}

const reasons: { readonly [status: string]: string } = {
  400: 'bad-request',
  401: 'unauthorized',
  402: 'payment-required',
  403: 'forbidden',
  404: 'not-found',
  405: 'method-not-allowed',
  406: 'not-acceptable',
  408: 'request-timeout',
  409: 'conflict',
  410: 'gone',
  411: 'length-required',
  412: 'precondition-failed',
  413: 'content-too-large',
  414: 'uri-too-long',
  415: 'unsupported-media-type',
  417: 'expectation-failed',
  422: 'unprocessable-content',
  423: 'locked',
  424: 'failed-dependency',
  426: 'upgrade-required',
  428: 'precondition-required',
  429: 'too-many-requests',
  500: 'internal-server-error',
  501: 'not-implemented',
  502: 'bad-gateway',
  503: 'service-unavailable',
  504: 'gateway-timeout',
}

export const reasonOf = (status: string): string => reasons[status] ?? 'status'

/** Statuses that HTTP alone answers, before an operation decides anything. */
const answeredByHttp = new Set(['405', '406', '408', '411', '413', '414', '415', '416', '417', '426', '431'])

/**
 * The conditions of a status at one operation. If the operation says what it does, and none of them is certain to occur, the reason is one
 * that the source does not give: a named condition of the operation.
 */
export function listStatusConditions(status: string, answering: Answering, work: ImportContext): readonly string[] {
  const conditions = listHttpConditions(status, answering, work)
  return isOwnRefusal(status, answering) && conditions.every((each) => !isCertain(each, answering, work))
    ? [...conditions, `require ${ownRefusalName(status)}`]
    : conditions
}

function isOwnRefusal(status: string, { action, operation }: Answering): boolean {
  const hasInput = operation.body !== undefined || operation.parameters.length > 0
  const isDescribed = operation.responses.some((each) => each.status === status)
  return action !== undefined && isDescribed && /^4\d\d$/.test(status) && !answeredByHttp.has(status) && (status !== '400' || hasInput)
}

/** False if the document must say more before the condition can occur: what is unique, refers, is kept after its deletion, or is invalid. */
function isCertain(condition: string, { action, operation, entry }: Answering, { spec }: ImportContext): boolean {
  switch (condition) {
    case 'duplicate':
      return action?.kind === 'create' && action.resource.key.some(({ property }) => isSent(property, entry))
    case 'invalid':
      return operation.body !== undefined || operation.parameters.some((each) => mayBeInvalid(each, spec))
    default:
      return condition !== 'in-use' && condition !== 'gone'
  }
}

const constraining = ['enum', 'const', 'pattern', 'minLength', 'maxLength', 'allOf', 'anyOf', 'oneOf', 'not']

/** False if any text is valid. */
function mayBeInvalid({ in: place, required, schema }: SourceParameter, spec: Spec): boolean {
  const at = spec.follow(schema)
  const types = readTypes(at)
  return (
    (required && place !== 'path') ||
    types.some((each) => each !== 'string') ||
    textFormats.has(readTextAt(at, 'format') ?? '') ||
    constraining.some((keyword) => findMember(at, keyword).value !== undefined)
  )
}

/** True if requests give the property its value. */
function isSent(property: string, { value }: DraftEntry): boolean {
  const [body, set] = [draftMember(value, 'body'), draftMember(draftMember(value, 'set'), property)]
  return (
    (body?.kind === 'list' && body.items.some((each) => each.kind === 'text' && each.text === property)) ||
    (set?.kind === 'text' && /\binput\b/.test(set.text))
  )
}

const ownRefusalName = (status: string): string => reasons[status] ?? `status-${status}`

/** The conditions of an operation for the statuses whose reason the source does not give. */
export function listOwnRefusals(answering: Answering, work: ImportContext): OpenValue[] {
  const open = answering.operation.responses.filter(({ status }) =>
    listStatusConditions(status, answering, work).includes(`require ${ownRefusalName(status)}`),
  )
  return open.map(({ status, at }) => {
    const described = readTextAt(at, 'description')?.trim().replace(/[.!]$/, '')
    const isReason = described === undefined || normaliseSpelling(described) === normaliseSpelling(ownRefusalName(status))
    const reason = isReason ? '' : ` The source says: "${described}".`
    const name = ownRefusalName(status)
    const other = otherForms[status] ?? 'If nothing more'
    return {
      key: 'require',
      name,
      question: `what must hold, so that it does not answer ${status}?${reason} ${other}, this line goes, and \`require ${name}\` in part 7.`,
    }
  })
}

/** Where the language says the usual reason of a status in another place. */
const otherForms: { readonly [status: string]: string } = {
  409: 'If part 2 says it, by `unique` or a reference',
  410: 'If part 2 says it, by `softDelete`',
}

/** The conditions that RFC 9110 and the operation's action give a status; empty if several readings are possible. */
function listHttpConditions(status: string, { action, operation, findsParent, entry }: Answering, work: ImportContext): readonly string[] {
  const has = (other: string): boolean => operation.responses.some((each) => each.status === other)
  const body = operation.body !== undefined
  const input = body || operation.parameters.length > 0
  switch (status) {
    case '400':
      if (!input) return []
      return [...(body ? ['malformed'] : []), ...(has('422') ? [] : ['invalid'])]
    case '422':
      return input && !has('400') ? ['invalid'] : []
    case '401':
      return ['unauthenticated']
    // RFC 6750, section 3.1, defines `insufficient_scope` for a token without the scope.
    case '403':
      return needsScope(operation.at, work) ? ['forbidden', 'insufficient-scope'] : ['forbidden']
    case '404':
      if (findsParent) return [`not-found ${parentName}`]
      return findsRecord(action) ? ['not-found'] : []
    case '410':
      return findsRecord(action) ? ['gone'] : []
    case '409':
      if (action?.kind === 'create' || action?.kind === 'put') return ['duplicate']
      return action?.kind === 'delete' ? ['in-use'] : []
    case '405':
      return [ofPath]
    case '406':
      return ['not-acceptable']
    case '412':
      return hasKey(entry, 'conditional') ? ['precondition-failed'] : []
    case '413':
      return ['too-large']
    case '415':
      return body ? ['unsupported-media'] : []
    case '428':
      return hasKey(entry, 'conditional') ? ['precondition-required'] : []
    case '429':
      return ['rate-limited']
    case '500':
      return ['internal']
    case '503':
      return ['overloaded', 'unavailable']
    default:
      return []
  }
}

function findsRecord(action: OperationAction | undefined): boolean {
  return action !== undefined && ['read', 'update', 'replace', 'delete'].includes(action.kind)
}

function hasKey({ value }: DraftEntry, name: string): boolean {
  return value.kind === 'map' && value.entries.some(({ key }) => key === name)
}

/** A condition of the path that occurs before an operation is known, so no operation can be named with it. */
export const ofPath = 'method-not-allowed'
