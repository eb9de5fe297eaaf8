// A small service with authentication, for tests of logs, metrics and traces.

export const notes = `ninefold: 1
use: [http@1]
service: { name: notes }
resources:
  Note:
    key: id
    properties:
      id: { type: string, format: uuid, generate: uuidv7 }
      text: { type: string, maxLength: 200 }
      parts: { type: integer, minimum: 0, maximum: 9 }
    required: [text, parts]
states: none
endpoints:
  POST /notes: { create: Note, body: [text, parts], output: Note(this) }
  GET /notes: { list: Note, order: [id], page: none, output: { items: 'items.map(n, Note(n))' } }
  GET /shares: { list: Note, where: 12 / this.parts > 1, order: [id], page: none, output: { items: 'items.map(n, n.text)' } }
  GET /notes/{id}: { read: Note, output: Note(this) }
  GET /notes/{id}/share: { read: Note, output: { share: '12 / this.parts' } }
  GET /open: { answer: {}, status: 200, security: [], output: { id: request.id } }
authentication:
  schemes:
    key: { type: apiKey, in: header, name: X-Key, secret: { env: NOTES_KEY } }
    word: { type: apiKey, in: query, name: word, secret: { env: NOTES_KEY } }
  security: [{ key: [] }, { word: [] }]
  rules: { Note: { read: true, create: true } }
events: none
errors:
  media: application/problem+json
  body: { title: error.title, status: error.status, request: request.id }
  precedence: standard
  catalogue:
    unknown: { on: not-found, status: 404, title: No such note }
    stranger: { on: unauthenticated, status: 401, title: Who are you }
    wrong: { on: [invalid, malformed], status: 422, title: Not a note }
limits: none
versioning: none
`

export const key = 'a-key-that-nobody-may-see-0123456789'
export const secrets = {
  variable: (name: string): string | undefined => (name === 'NOTES_KEY' ? key : undefined),
  file: (): undefined => undefined,
}
