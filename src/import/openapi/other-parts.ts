// Converts parts 1, 3, 8 and 9: the service, limits and versions; values that look like states become questions.

import { type LimitField } from '../../model/limits.ts'
import { askMachine } from '../machines.ts'
import type { DraftPart } from '../print.ts'
import { draftEntry, printSourceNote, gap, list, map, question, draftText } from '../draft.ts'
import { isSingle } from './fields.ts'
import type { Endpoint } from './part-endpoints.ts'
import { listItems, findMember, readTextAt } from './spec.ts'
import type { ImportContext } from './work.ts'

/** Called after part 4, whose lists need settings. */
export function draftServicePart({ spec, leftOut, settings }: ImportContext): DraftPart {
  const info = findMember(spec.root, 'info')
  const [contact, license] = [findMember(info, 'contact'), findMember(info, 'license')]
  const textsAt = (at: typeof info, ...names: readonly string[]) =>
    names.flatMap((name) => {
      const value = readTextAt(at, name)
      return value === undefined ? [] : [draftEntry(name, draftText(value))]
    })
  const [contacts, licenses] = [textsAt(contact, 'name', 'url', 'email'), textsAt(license, 'name', 'identifier', 'url')]
  const servers = listItems(findMember(spec.root, 'servers')).flatMap((at) => readTextAt(at, 'url') ?? [])
  const terms = readTextAt(info, 'termsOfService')
  if (terms !== undefined) leftOut.add(`The terms of service, ${terms}`, info.pointer)
  const [url, ...more] = servers.filter((each) => /^https?:\/\/[^{}]+$/.test(each))
  const notes =
    servers.length <= 1 && url !== undefined
      ? []
      : servers.length === 0
        ? []
        : [
            question(
              `at which address is it? The source says ${servers
                .slice(0, 5)
                .map((each) => `\`${each}\``)
                .join(', ')}.`,
            ),
          ]
  const openSettings = settings.all()
  return {
    notes: [printSourceNote(info.pointer)],
    value: map(
      ...textsAt(info, 'title', 'summary', 'description'),
      more.length > 0 || servers.length > 1 || url === undefined ? undefined : draftEntry('url', draftText(url.replace(/\/$/, ''))),
      contacts.length === 0 ? undefined : draftEntry('contact', map(...contacts)),
      licenses.length === 0 ? undefined : draftEntry('license', map(...licenses)),
      notes.length === 0 ? undefined : draftEntry('url', gap, ...notes),
      openSettings.length === 0 ? undefined : draftEntry('settings', map(...openSettings)),
    ),
  }
}

/** Asks a question if an enumerated value is named like a state. */
export function draftStatesPart({ resources, spec }: ImportContext): DraftPart {
  const found = resources.flatMap(({ name, fields }) =>
    [...fields.properties].flatMap(([property, at]) => {
      const values = listItems(findMember(spec.follow(at), 'enum')).flatMap(({ value }) => (typeof value === 'string' ? [value] : []))
      return isSingle(at, spec) ? askMachine(name, property, values) : []
    }),
  )
  return { notes: found.length > 0 ? found : [question('the source says nothing of states: are there none (`none`)?')], value: gap }
}

const standardHeaders = ['RateLimit', 'RateLimit-Policy', 'Retry-After']

/** The fields of headers under other names. A reset may be a time or a number of seconds, which the name does not tell. */
const fieldsOfHeaders: readonly (readonly [RegExp, LimitField])[] = [
  [/limit-?limit$/i, 'limit'],
  [/remaining$/i, 'remaining'],
]

export function draftLimitsPart(endpoints: readonly Endpoint[]): DraftPart {
  const all = endpoints.flatMap(({ operation }) => operation.responses.flatMap((response) => response.headers.map(([name]) => name)))
  const headers = [...new Map(all.map((name) => [name.toLowerCase(), name])).values()]
  const standard = standardHeaders.filter((name) => headers.some((each) => each.toLowerCase() === name.toLowerCase()))
  const others = headers.filter(
    (name) => /^(?:x-?rate-?limit|rate-?limit)/i.test(name) && !standardHeaders.some((each) => each.toLowerCase() === name.toLowerCase()),
  )
  const refused = endpoints.filter(({ operation }) => operation.responses.some(({ status }) => status === '429'))
  if (standard.length === 0 && others.length === 0 && refused.length === 0)
    return {
      notes: [question('the source says nothing of limits: are there none (`none`), or how many requests are too many (`rates`)?')],
      value: gap,
    }
  const named = others.flatMap((name) =>
    fieldsOfHeaders.flatMap(([pattern, field]) => (pattern.test(name) ? [[name, field] as const] : [])),
  )
  const open = others.filter((name) => !named.some(([each]) => each === name))
  const notes = [
    question(
      `how many requests are too many, in which time, and which requests count together?${refused.length === 0 ? '' : ` ${refused.length} operations answer 429.`}`,
    ),
    ...(open.length === 0
      ? []
      : [
          question(
            `what do the headers ${open
              .slice(0, 4)
              .map((each) => `\`${each}\``)
              .join(', ')} say: \`reset\` is in seconds, \`reset-time\` a moment?`,
          ),
        ]),
  ]
  const sent =
    named.length === 0
      ? list(standard)
      : map(
          ...standard.map((name) => draftEntry(name, draftText('standard'))),
          ...named.map(([name, field]) => draftEntry(name, draftText(field))),
        )
  return { notes, value: standard.length + named.length === 0 ? gap : map(draftEntry('headers', sent)) }
}

/** `info.version` is the version of the description; if the address ends with it, requests contain it too. */
export function draftVersioningPart({ spec }: ImportContext): DraftPart {
  const info = findMember(spec.root, 'info')
  const { value } = findMember(info, 'version')
  const version = typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
  const servers = listItems(findMember(spec.root, 'servers')).flatMap((at) => readTextAt(at, 'url') ?? [])
  const notes = [
    question(
      `how does a request say its version, or is there only one (\`none\`)?${version === undefined ? '' : ` The description calls itself \`${version.replaceAll(/[\s`]+/g, ' ')}\`.`}`,
    ),
  ]
  const isInPath =
    version !== undefined &&
    servers.length > 0 &&
    servers.every((each) => each.replace(/\/$/, '').split('/').at(-1) === version) &&
    /^[\w.-]+$/.test(version)
  return isInPath
    ? {
        notes: [printSourceNote(info.pointer)],
        value: map(draftEntry('scheme', draftText('path')), draftEntry('current', draftText(version))),
      }
    : { notes, value: gap }
}
