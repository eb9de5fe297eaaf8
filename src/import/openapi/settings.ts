// Collects values that the source leaves open alike in many lists: each becomes a setting of part 1, whose default answers the question once.

import { type DraftEntry, type SaidMap, draftEntry, draftWord, list, map, question, draftText } from '../draft.ts'
import type { SourceOperation } from './api.ts'

/** The setting: its schema, and the question that its default answers. `standIn` is its default for trying out the service. */
export type OpenSetting = {
  readonly name: string
  readonly schema: () => SaidMap
  readonly question: string
  readonly standIn: number
}

export type OpenSettings = {
  /** The setting as an expression. */
  select(setting: OpenSetting, operation: SourceOperation): string
  all(): readonly DraftEntry[]
}

/** The maximum number of operations that a question lists; further ones are only counted. */
const maxListedOperations = 8

export function createOpenSettings(standsIn: boolean): OpenSettings {
  const used = new Map<string, { readonly setting: OpenSetting; readonly places: Set<string> }>()
  return {
    select(setting, { name }) {
      used.getOrInsertComputed(setting.name, () => ({ setting, places: new Set() })).places.add(name)
      return `settings.${setting.name}`
    },
    all: () =>
      [...used.values()].map(({ setting, places }) => {
        const schema = setting.schema()
        if (standsIn) schema.entries.push(draftEntry('default', draftWord(setting.standIn)))
        return draftEntry(
          setting.name,
          schema,
          question(`${setting.question} A \`default\` here answers it for ${listPlaces([...places])}.`),
        )
      }),
  }
}

/** `GET /a`, `GET /b` and 12 more. */
export function listPlaces(places: readonly string[]): string {
  const shown = places
    .slice(0, maxListedOperations)
    .map((each) => `\`${each}\``)
    .join(', ')
  const more = places.length - maxListedOperations
  return more > 0 ? `${shown} and ${more} more` : shown
}

/** The number of records on a page of a request that does not say it; undefined without a parameter for it. */
export function pageSizeSetting(parameter: string | undefined): OpenSetting {
  return {
    name: parameter === undefined ? 'page_size' : `default_${printSettingName(parameter)}`,
    schema: () => map(draftEntry('type', draftText('integer')), draftEntry('minimum', draftWord(1))),
    question: parameter === undefined ? 'how many does a page hold?' : `how many does a page hold where \`${parameter}\` is not sent?`,
    standIn: 50,
  }
}

/** The number of the first page. */
export function firstPageSetting(parameter: string): OpenSetting {
  return {
    name: `first_${printSettingName(parameter)}`,
    schema: () => map(draftEntry('type', draftText('integer')), draftEntry('enum', list([draftWord(0), draftWord(1)]))),
    question: `is the first \`${parameter}\` 0 or 1?`,
    standIn: 1,
  }
}

/** `page_size` for `pageSize` and `page[size]`. */
function printSettingName(parameter: string): string {
  return parameter
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll(/[^A-Za-z0-9]+/g, '_')
    .replaceAll(/^_|_$/g, '')
    .toLowerCase()
}
