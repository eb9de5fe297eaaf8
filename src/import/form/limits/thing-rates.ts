// Reads rates of the things that callers make: "at most 20 new orders per customer per day".

import { kebabCase } from '../../../base/names.ts'
import { askQuestion, openTable, takeLine } from '../draft.ts'
import type { LimitReading } from './limit-reading.ts'
import { rateColumns } from './limit-rates.ts'
import type { Statement } from '../statement.ts'
import { joinDigits } from '../kinds/value-texts.ts'

/** Takes a rate if the text says that callers make the things. False for other texts: "3 places a day per member" may be about the days. */
export function readThingRate(text: string, statement: Statement, { draft, words, used }: LimitReading): boolean {
  const found = words.thingRates.map((pattern) => pattern.exec(text.trim())?.groups).find((groups) => groups !== undefined)
  if (found === undefined) return false
  const { value, thing, unit, who, made } = found
  if (made === undefined || words.requests.test(thing!)) return false
  const limit = kebabCase(`${thing!} per ${who!}`.replaceAll(/[^\p{L}\d]+/gu, ' ').trim())
  const table = openTable(draft, 'limits', 'rates', rateColumns)
  const per = words.units[unit!.toLowerCase()] ?? unit!
  const row = {
    cells: { limit, value: joinDigits(value!), per, 'at once': '', 'for each': 'not shown', meaning: text },
    statement,
  }
  if (used.take(limit, `${joinDigits(value!)} ${per}`, row, table, words.ask.sameLimit())) {
    takeLine(statement)
    askQuestion(statement, words.ask.partition(who!))
    askQuestion(statement, words.ask.limitWhere())
  }
  return true
}
