// A condition as part 7 narrows it, to the extent that it determines the types of its texts. Unresolved parts are ignored.

import { type Condition as Word, conditions } from '../model/conditions.ts'
import type { Operation } from '../model/model.ts'
import type { Domain, ResourceInfo } from './domain.ts'

export type NarrowedCondition = {
  /** The name as written. */
  readonly text: string
  readonly condition: Word
  readonly resource?: ResourceInfo
  /** A property or transition of the resource, or the members of a unique joined by `+`. */
  readonly member?: string
  readonly name?: string
  readonly at?: Operation
}

/** Parses `CONDITION [SUBJECT] [NAME] [at OPERATION_ID]`; undefined if the condition or the operation is unknown. */
export function parseCondition(text: string, domain: Domain): NarrowedCondition | undefined {
  const [, pattern = '', id] = /^(.*?)(?:\s+at\s+(.*))?$/s.exec(text.trim()) ?? []
  const [condition = '', ...words] = pattern.split(/\s+/)
  const subject = words.find((word) => domain.resources.has(word.split('.')[0]!))
  // For `require signIn credentials`, the subject is the operation.
  const operationId = id ?? (condition === 'require' && words.length > 1 ? words[0] : undefined)
  const at = operationId === undefined ? undefined : findOperation(operationId, domain)
  if (!isCondition(condition) || (operationId !== undefined && at === undefined)) return undefined
  const name = words.find((word) => word !== subject && word !== operationId)
  const resource = subject === undefined ? undefined : domain.resources.get(subject.split('.')[0]!)
  const member = subject?.split('.')[1]
  return {
    text,
    condition,
    ...(resource === undefined ? {} : { resource }),
    ...(member === undefined ? {} : { member }),
    ...(name === undefined ? {} : { name }),
    ...(at === undefined ? {} : { at }),
  }
}

function isCondition(word: string): word is Word {
  return (conditions as readonly string[]).includes(word)
}

function findOperation(id: string, domain: Domain): Operation | undefined {
  return domain.model.endpoints.value.operations.find((operation) => operation.id === id)
}
