// Completion in tables: the columns of the part in a header; names, keys and words in a cell, by its column.

import type { Compiled } from '../compile/compile.ts'
import type { PartName } from '../document/document.ts'
import { listTableKinds } from '../table/kinds.ts'
import { ruleWords } from '../table/cell/rules.ts'
import { typeWords } from '../table/cell/type.ts'
import type { Completion } from './complete-expression.ts'
import { listKeysAt, listWordsAt } from './language.ts'
import { listNamesAt } from './names-at.ts'
import { completionKind } from './protocol.ts'
import type { TablePlace } from './table-place.ts'

export function completeTable(compiled: Compiled, place: TablePlace): readonly Completion[] {
  return place.inHeader ? completeColumns(place) : completeCells(compiled, place)
}

/** Columns of the kinds that have all present columns. */
function completeColumns({ part, header, index }: TablePlace): readonly Completion[] {
  const others = header.filter((each, at) => at !== index && each !== '')
  const possibleKinds = listTableKinds(part).filter((kind) =>
    others.every((each) => kind.columns.some(({ names }) => (names as readonly string[]).includes(each))),
  )
  const columnKinds = new Map(
    possibleKinds.flatMap((kind) =>
      kind.columns.flatMap(({ names: [name, ...more] }) =>
        others.some((each) => each === name || more.includes(each)) ? [] : [[name, kind.name] as const],
      ),
    ),
  )
  return [...columnKinds].map(([label, detail]) => ({ label, kind: completionKind.property, detail }))
}

const verbs = ['create', 'list', 'read', 'update', 'replace', 'put', 'delete', 'stream', 'feed', 'call']

function completeCells(compiled: Compiled, { part, subject, header, cells: row, index, before }: TablePlace): readonly Completion[] {
  const column = header[index] ?? ''
  const cell = (name: string): string => row[header.indexOf(name)] ?? ''
  const endpoint = cell('endpoint') || cell('list') || `${cell('method')} ${cell('path')}`.trim()
  const names = (key: string, owner = endpoint): readonly Completion[] =>
    listNamesAt(compiled, { part, path: [owner, key], at: 'value', closing: '', prefix: '' })
  const words = (labels: readonly string[]): readonly Completion[] => labels.map((label) => ({ label, kind: completionKind.enum }))
  switch (`${part} ${column}`) {
    case 'endpoints does': {
      const [, verb] = /^(\w+)\s/.exec(before) ?? []
      return verb === undefined
        ? [...words(verbs), ...names('transition')]
        : names(verb === 'stream' || verb === 'feed' ? 'stream' : 'create')
    }
    case 'endpoints endpoint':
    case 'endpoints list':
      return header.includes('does')
        ? []
        : compiled.facts.model.endpoints.value.operations
            .filter(({ action }) => column === 'endpoint' || action === 'list')
            .map(({ name }) => ({ label: name, kind: completionKind.value }))
    case 'endpoints takes':
    case 'endpoints body':
      return names('body')
    case 'endpoints answers':
      return names('$ref')
    case 'endpoints who':
      return [...names('security'), ...completeRoles(compiled)]
    case 'endpoints in':
    case 'endpoints order':
    case 'endpoints sort':
    case 'endpoints filter':
      return names(column)
    case 'resources type':
    case 'resources kind':
      return [...words(typeWords), ...names('create').map((each) => ({ ...each, label: `-> ${each.label}` }))]
    case 'resources rules':
    case 'resources rule':
      return words(ruleWords)
    case 'resources must':
    case 'resources required':
      return words(['yes'])
    case 'states from':
    case 'states to':
    case 'states state':
    case 'states target':
      return [...names('initial', subject), ...words(column === 'to' || column === 'target' ? ['(end)'] : ['(new)'])]
    case 'authentication resource':
      return names('create')
    case 'events on':
      return names('on')
    case 'errors when':
    case 'errors on':
      return names('on')
    case 'limits operations':
      return names('operations')
    default:
      if (column === 'key') return completeKeys(part)
      return column === 'value' && cell('key') !== '' ? words(listWordsAt(part, [cell('key')])) : []
  }
}

function completeRoles({ facts }: Compiled): readonly Completion[] {
  const { roles: declared } = facts.model.authentication.value
  return declared.state === 'shown' ? declared.value.map(({ name }) => ({ label: name, kind: completionKind.value })) : []
}

function completeKeys(part: PartName): readonly Completion[] {
  return listKeysAt(part, []).map(({ name, about }) => ({ label: name, kind: completionKind.property, documentation: about }))
}
