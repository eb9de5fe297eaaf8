// Generates a document of any size: resources that refer to each other, with five operations each.

const errors = { malformed: 400, invalid: 422, 'not-found': 404, duplicate: 409, dangling: 422, 'in-use': 409, 'cursor-expired': 410 }

export function largeDocument(resources: number): string {
  const numbers = Array.from({ length: resources }, (_, index) => index)
  return [
    'ninefold: 1',
    'service: { name: large }',
    'resources:',
    ...numbers.flatMap((index) => resource(index, (index + 1) % resources)),
    'states: none',
    'endpoints:',
    ...numbers.flatMap(operations),
    'authentication: none',
    'events: none',
    'errors:',
    '  media: application/problem+json',
    '  body: { title: error.title, status: error.status, errors: error.errors }',
    '  precedence: standard',
    '  catalogue:',
    ...Object.entries(errors).map(([name, status]) => `    ${name}: { on: ${name}, status: ${status}, title: ${name} }`),
    'limits: none',
    'versioning: none',
    '',
  ].join('\n')
}

function resource(index: number, next: number): string[] {
  return [
    `  Thing${index}:`,
    '    key: id',
    '    properties:',
    '      id: { type: string, format: uuid, generate: uuidv7 }',
    '      name: { type: string, minLength: 1, maxLength: 100 }',
    '      amount: { type: number, multipleOf: 0.01, minimum: 0, maximum: 100000 }',
    `      other: { $ref: Thing${next}, onDelete: restrict }`,
    '      createdAt: { type: string, format: date-time, generate: now }',
    '    required: [name, amount]',
    '    unique: [name]',
  ]
}

function operations(index: number): string[] {
  return [
    `  GET /things${index}:`,
    `    list: Thing${index}`,
    '    filter: [name, amount]',
    '    sort: [createdAt]',
    '    order: [-createdAt, id]',
    '    page: { style: cursor, size: 20, max: 100 }',
    '    status: 200',
    `    output: { items: 'items.map(t, Thing${index}(t))', next: page.next }`,
    `  POST /things${index}: { create: Thing${index}, body: [name, amount, other], status: 201, output: Thing${index}(this) }`,
    `  GET /things${index}/{id}: { read: Thing${index}, status: 200, output: Thing${index}(this) }`,
    `  PATCH /things${index}/{id}: { update: Thing${index}, body: [name, amount], status: 200, output: Thing${index}(this) }`,
    `  DELETE /things${index}/{id}: { delete: Thing${index}, status: 204 }`,
  ]
}
