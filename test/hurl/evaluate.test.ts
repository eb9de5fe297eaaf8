// Asserts over one response: which are true, and the messages of those that are false.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSource } from '../../src/base/text.ts'
import { compareBody, evaluateBody } from '../../src/hurl/evaluate/body.ts'
import { evaluatePredicate } from '../../src/hurl/evaluate/predicate.ts'
import { evaluateQuery, type ReceivedAnswer } from '../../src/hurl/evaluate/query.ts'
import { fillTemplate, isTemplateProblem, type EvaluationContext } from '../../src/hurl/evaluate/template.ts'
import type { HurlValue } from '../../src/hurl/evaluate/value.ts'
import { parseHurl } from '../../src/hurl/read/parse.ts'

const body = `{
  "id": 7, "price": 12.50, "whole": 2.0, "big": 9007199254740993, "name": "Ada & <Bob>", "empty": "", "none": null, "list": ["a", "b", "c"],
  "object": { "k": 1 }, "nothing": [], "yes": true, "at": "2026-11-21T10:30:00.250Z", "uuid": "0198c2f0-0000-7000-8000-000000000000",
  "url": "https://x.test/a%20b?q=1&r=%C3%A9", "text": "one, two, three", "code": "4pyTIMOgIGxhIG1vZGU=", "ip": "127.0.0.1", "six": "::1", "json": "{\\"a\\": 1}"
}`

const received: ReceivedAnswer = {
  url: 'http://127.0.0.1:1/things',
  version: '1.1',
  status: 201,
  milliseconds: 3.4,
  headers: [
    ['Content-Type', 'application/json; charset=utf-8'],
    ['ETag', '"v1"'],
    ['Vary', 'Accept'],
    ['Vary', 'Origin'],
    ['Set-Cookie', 'LSID=abc=1; Path=/a; Max-Age=60; Expires=Wed, 13 Jan 2027 22:23:01 GMT; Secure; HttpOnly; SameSite=Lax'],
  ],
  body: Buffer.from(body),
  rawBody: Buffer.from('raw'),
}

const variables = new Map<string, HurlValue>([
  ['id', 7n],
  ['name', 'Ada "q"'],
  ['f', 2.5],
  ['list', ['a']],
  ['bytes', new Uint8Array([1, 255])],
  ['index', 1n],
  ['d1', '21 November 2026, 10:05 pm'],
  ['d2', 'Wed,  3 Feb 99 04:05:06.700000000 +0200'],
  ['d3', '86400'],
])
const context: EvaluationContext = {
  variables,
  now: () => Date.parse('2026-11-21T00:00:00Z'),
  uuid: () => '00000000-0000-4000-8000-000000000000',
  file: (name) => (name === 'hello.txt' ? Buffer.from('hello') : undefined),
}

function entry(text: string) {
  const { file, diagnostics } = parseHurl(createSource('a.hurl', text))
  assert.deepEqual(
    diagnostics.map((each) => each.message),
    [],
    text,
  )
  return file.entries[0]!
}

/** `true`, or the message of the failure. */
function verdict(line: string, of: ReceivedAnswer = received): true | string {
  const { query, filters, predicate } = entry(`GET {{url}}\nHTTP 200\n[Asserts]\n${line}`).response!.asserts[0]!
  const result = evaluatePredicate(predicate, evaluateQuery(query, filters, of, context), context)
  return result.holds || (result.problem ?? `expected ${result.expected}`)
}

const holding = String.raw`
status == 201
status != 200
status >= 201
status < 201.5
version == "1.1"
url endsWith "/things"
duration < 10
header "etag" == "\"v1\""
header "Vary" count == 2
header "Vary" includes "Origin"
header "None" not exists
cookie "LSID" == "abc=1"
cookie "LSID[Path]" == "/a"
cookie "LSID[Max-Age]" == 60
cookie "LSID[Expires]" isDate
cookie "LSID[Expires]" format "%a, %d %b %Y %H:%M:%S" == "Wed, 13 Jan 2027 22:23:01"
cookie "LSID[Expires]" daysAfterNow == 53
cookie "LSID[Secure]" exists
cookie "LSID[Domain]" not exists
cookie "other" not exists
body contains "Ada"
bytes startsWith hex,7b;
bytes contains hex,22 69 64 22;
bytes endsWith base64,fQ==;
rawbytes == hex,726177;
sha256 not isEmpty
md5 toHex matches /^[0-9a-f]{32}$/
regex /"id": (\d+)/ == "7"
regex "\"id\": (\\d+)" toInt == 7
jsonpath "$.id" == {{id}}
jsonpath "$.id" isInteger
jsonpath "$.id" isNumber
jsonpath "$.id" not isFloat
jsonpath "$.id" > 6
jsonpath "$.price" == 12.5
jsonpath "$.price" isFloat
jsonpath "$.whole" isFloat
jsonpath "$.whole" == 2
jsonpath "$.big" == 9007199254740993
jsonpath "$.name" == "Ada & <Bob>"
jsonpath "$.name" startsWith "Ada"
jsonpath "$.name" not contains "Eve"
jsonpath "$.name" > "Ac"
jsonpath "$.name" htmlEscape == "Ada &amp; &lt;Bob&gt;"
jsonpath "$.empty" isEmpty
jsonpath "$.nothing" isEmpty
jsonpath "$.object" not isEmpty
jsonpath "$.none" == null
jsonpath "$.none" exists
jsonpath "$.missing" not exists
jsonpath "$.missing" not == 1
jsonpath "$.list" count == 3
jsonpath "$.list" contains "b"
jsonpath "$.list" isList
jsonpath "$.list" isCollection
jsonpath "$.list" not isObject
jsonpath "$.list[*]" nth {{index}} == "b"
jsonpath "$.list" nth -1 == "c"
jsonpath "$.list" first == "a"
jsonpath "$.list" last == "c"
jsonpath "$.list" nth 9 not exists
jsonpath "$.object" isObject
jsonpath "$.object" jsonpath "$.k" == 1
jsonpath "$.json" jsonpath "$.a" == 1
jsonpath "$.yes" isBoolean
jsonpath "$.yes" == true
jsonpath "$.at" isIsoDate
jsonpath "$.at" toDate "%+" isDate
jsonpath "$.at" toDate "%+" > "2026-11-21T00:00:00Z"
jsonpath "$.at" toDate "%Y-%m-%dT%H:%M:%S%.3fZ" dateFormat "%A %B %e %I:%M %p %j %y %%" == "Saturday November 21 10:30 AM 325 26 %"
jsonpath "$.at" toDate "%+" format "%F %T %R %D %a %b %h %H %M %S %f %3f %6f %.f %.3f %s %z %:z %Z %n%t|" == "2026-11-21 10:30:00 10:30 11/21/26 Sat Nov Nov 10 30 00 250000000 250 250000 .250 .250 1795257000 +0000 +00:00 UTC \n\t|"
variable "d1" toDate "%d %B %Y, %I:%M %p" format "%+" == "2026-11-21T22:05:00+00:00"
variable "d2" toDate "%a, %e %b %y %H:%M:%S.%9f %z" format "%+" == "1999-02-03T02:05:06.700+00:00"
variable "d3" toDate "%s" format "%F" == "1970-01-02"
jsonpath "$.uuid" isUuid
jsonpath "$.ip" isIpv4
jsonpath "$.six" isIpv6
jsonpath "$.url" urlDecode endsWith "é"
jsonpath "$.url" urlQueryParam "r" == "é"
jsonpath "$.url" urlQueryParam "z" not exists
jsonpath "$.name" urlEncode == "Ada%20%26%20%3CBob%3E"
jsonpath "$.text" split ", " count == 3
jsonpath "$.text" replace ", " "|" == "one|two|three"
jsonpath "$.text" replaceRegex /(\w)(\w+)/ "$2$1" == "neo, wot, hreet"
jsonpath "$.text" regex /(t\w+)/ == "two"
jsonpath "$.text" regex /(z+)/ not exists
jsonpath "$.text" matches /(?i)ONE/
jsonpath "$.code" base64Decode utf8Decode == "✓ à la mode"
jsonpath "$.code" base64Decode base64UrlSafeEncode == "4pyTIMOgIGxhIG1vZGU"
jsonpath "$.text" utf8Encode toHex startsWith "6f6e65"
bytes decode "utf-8" contains "Ada"
bytes charsetDecode "latin1" contains "Ada"
jsonpath "$.id" toFloat isFloat
jsonpath "$.id" toString == "7"
jsonpath "$.price" toInt == 12
variable "id" == 7
variable "name" contains "q"
`
  .trim()
  .split('\n')

for (const line of holding) test(`${line} holds`, () => assert.equal(verdict(line), true))

const failing: readonly [line: string, said: string][] = [
  ['status == 200', 'expected 200'],
  ['status > 201', 'expected > 201'],
  ['jsonpath "$.name" not contains "Ada"', 'expected not contains "Ada"'],
  ['jsonpath "$.missing" == 1', 'expected 1'],
  ['jsonpath "$.missing" count == 1', 'there is nothing for the filter `count`'],
  ['jsonpath "$.id" count == 1', 'the filter `count` takes a list, and this is an integer'],
  ['jsonpath "$.id" not startsWith "7"', '`startsWith` compares two texts or two runs of bytes, not 7 and "7"'],
  ['jsonpath "$.id" matches "7"', '`matches` reads text, not 7'],
  ['jsonpath "$.list" > 1', '["a", "b", "c"] and 1 have no order'],
  ['jsonpath "$.id" == "{{nobody}}"', '`nobody` has no value yet'],
  ['jsonpath "$.id" == {{nobody}}', '`nobody` has no value yet'],
  ['jsonpath "$.name" toInt == 1', '`Ada & <Bob>` is not a whole number'],
  ['jsonpath "$.name" toDate "%Q" exists', '`%Q` is not a supported directive of a date format'],
  ['jsonpath "$.name" toDate "%Y" exists', '`Ada & <Bob>` is not a date of the form `%Y`'],
  ['jsonpath "$.name" base64Decode exists', '`Ada & <Bob>` is not base64 of this kind'],
  ['bytes decode "nope" exists', '`nope` is not a character encoding'],
  ['body == file,none.txt;', 'there is no file `none.txt` beside the scenario'],
  ['cookie "LSID[Frob]" exists', '`Frob` is not an attribute of a cookie'],
]

for (const [line, said] of failing) test(`${line} does not hold: ${said}`, () => assert.equal(verdict(line), said))

test('reports a body that is not JSON, or not in its character encoding', () => {
  assert.equal(verdict('jsonpath "$.a" exists', { ...received, body: Buffer.from('<a/>') }), 'the text is not JSON')
  assert.equal(verdict('body exists', { ...received, body: Buffer.from([0xff]) }), 'the bytes are not utf-8')
  assert.equal(
    verdict('body == "é"', { ...received, headers: [['content-type', 'text/plain; charset="ISO-8859-1"']], body: Buffer.from([0xe9]) }),
    true,
  )
})

test('placeholders are put into texts as the text needs them', () => {
  const filled = (line: string): string => {
    const text = fillTemplate(entry(`GET {{url}}\nX: ${line}`).request.headers[0]!.value, context)
    return isTemplateProblem(text) ? `stuck: ${text.problem}` : text
  }
  assert.equal(filled('{{id}}-{{ name }}-{{f}}-{{list}}'), '7-Ada "q"-2.5-["a"]')
  assert.equal(filled('{{newUuid}} {{newDate format "%F"}}'), '00000000-0000-4000-8000-000000000000 2026-11-21')
  assert.equal(filled('{{name urlEncode replace "%20" "+"}}'), 'Ada+%22q%22')
  assert.equal(filled('{{bytes}}'), 'stuck: `bytes` is not a plain value, so a text cannot contain it')
  assert.equal(filled('{{none}}'), 'stuck: `none` has no value yet')
})

test('a body becomes bytes with the type that its form says', () => {
  const sent = (text: string): string => {
    const made = evaluateBody(entry(`POST {{url}}\n${text}`).request.body!, context)
    return isTemplateProblem(made) ? `stuck: ${made.problem}` : `${made.type ?? 'no type'}: ${Buffer.from(made.bytes).toString('latin1')}`
  }
  assert.equal(sent('{ "a": {{id}}, "b": "{{name}}" }'), 'application/json: { "a": 7, "b": "Ada \\"q\\"" }')
  assert.equal(sent('```json\n{"a":{{id}}}\n```'), 'application/json: {"a":7}\n')
  assert.equal(sent('```\ntext {{id}}\n```'), 'no type: text 7\n')
  assert.equal(sent('```raw,novariable\n{{id}}\n```'), 'no type: {{id}}\n')
  assert.equal(
    sent('```graphql\nquery { a }\nvariables { "id": {{id}} }\n```'),
    'application/json: {"query":"query { a }","variables":{ "id": 7 }}',
  )
  assert.equal(sent('<a>1</a>'), 'application/xml: <a>1</a>')
  assert.equal(sent('`one {{id}}`'), 'no type: one 7')
  assert.equal(sent('hex,00ff;'), 'no type: \u0000\u00ff')
  assert.equal(sent('file,hello.txt;'), 'no type: hello')
  assert.equal(sent('file,none.txt;'), 'stuck: there is no file `none.txt` beside the scenario')
})

test('an expected body is compared by value where it is JSON, by character where it is text', () => {
  const differs = (expected: string, came: string) => {
    const result = compareBody(
      entry(`GET {{url}}\nHTTP 200\n${expected}`).response!.body!,
      { ...received, body: Buffer.from(came) },
      context,
    )
    return result !== undefined && 'expected' in result ? result : result?.problem
  }
  assert.equal(differs('{ "a": 1, "b": [1.0] }', '{"b":[1],"a":1}'), undefined)
  assert.deepEqual(differs('{ "a": 1, "b": 2 }', '{"c":3,"b":4,"a":1}'), {
    expected: '{\n  "a": 1,\n  "b": 2\n}',
    actual: '{\n  "a": 1,\n  "b": 4,\n  "c": 3\n}',
  })
  assert.deepEqual(differs('`a`', 'b'), { expected: 'a', actual: 'b' })
  assert.equal(differs('hex,6869;', 'hi'), undefined)
  assert.deepEqual(differs('hex,6869;', 'ho'), { expected: '6869\n', actual: '686f\n' })
})
