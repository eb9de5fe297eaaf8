// Fields in German forms, in several wordings.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importForm } from '../../src/import/form/form.ts'
import { saidBy } from './gold/measure.ts'
import { environment } from './import.ts'

const parts = ['Dienst', 'Ressourcen', 'Zustände', 'Endpunkte', 'Anmeldung', 'Ereignisse', 'Fehler', 'Grenzen', 'Versionen']

function fieldsOf(resources: string): readonly string[] {
  const text = [
    '# Boote',
    ...parts.map(
      (title, index) => `## ${index + 1}. ${title}\n\n${index === 1 ? resources : index === 3 ? '- GET /boot\n- GET /halter' : 'Keine.'}`,
    ),
  ].join('\n\n')
  const form = importForm({ name: 'boote.md', text }, { use: [], environment, name: 'imported.md', language: 'de' })
  assert.ok(!('problem' in form))
  return saidBy(form.text).fields.map(({ key, says }) => `${key}: ${says.join(' | ')}`)
}

test('constraints of SQL are read in a German form, too', () => {
  const columns =
    "| Feld | Typ | Pflicht | Regeln |\n|---|---|---|---|\n| kennung | varchar(12) | ja | UNIQUE, CHECK (length(kennung) = 12) |\n| art | text | ja | CHECK (art IN ('segel', 'motor')) DEFAULT 'segel' |\n| laenge | integer | ja | CHECK (laenge > 0 AND laenge <= 60) |\n| halter | uuid | ja | REFERENCES halter (id) |\n| platz | integer | ja | UNIQUE (halter, platz) |"
  assert.deepEqual(
    fieldsOf(`### Boot\n\n${columns}\n\n### Halter\n\n| Feld | Typ |\n|---|---|\n| name | Text |`).filter((each) =>
      each.startsWith('Boot.'),
    ),
    [
      'Boot.kennung: text 12..12 | yes |  | unique',
      'Boot.art: one of segel, motor | yes | segel | ',
      'Boot.laenge: whole number 1..60 | yes |  | ',
      'Boot.halter: → Halter | yes |  | ',
      'Boot.platz: whole number | yes |  | unique with halter',
    ],
  )
})

test('a mark that only its absence explains means the opposite in a German form', () => {
  assert.deepEqual(fieldsOf('Ohne * = darf leer sein.\n\n### Boot\n\n- name*: Text\n- hafen: Text').slice(0, 2), [
    'Boot.name: text | yes |  | ',
    'Boot.hafen: text |  |  | ',
  ])
})

test('what every record has may be said in several German sentences', () => {
  for (const said of [
    '- Jede Ressource hat eine `id` (UUID) und einen Zeitstempel `angelegtAm`; beides vergibt das System.',
    'Alle Datensätze haben `id` (UUID) und `angelegtAm` (Zeitpunkt, vom Dienst gesetzt).',
    'Allen gemeinsam: `id` (UUID, vom System vergeben), `angelegtAm` (Zeitstempel).',
  ])
    assert.deepEqual(
      fieldsOf(`${said}\n\n### Boot\n\n- name: Text`),
      ['Boot.id: uuid |  |  | key', 'Boot.name: text |  |  | ', 'Boot.angelegtAm: date-time |  |  | read-only'],
      said,
    )
})
