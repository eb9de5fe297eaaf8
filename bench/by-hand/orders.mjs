// The schemas of requests and responses of the orders service by hand.

const line = {
  type: 'object',
  required: ['sku', 'quantity', 'price'],
  properties: {
    sku: { type: 'string', pattern: '^[A-Z]{3}-[0-9]{4}$' },
    quantity: { type: 'integer', minimum: 1, maximum: 1000 },
    price: { type: 'integer', minimum: 0, maximum: 1000000 },
  },
}
export const body = {
  type: 'object',
  required: ['customer', 'lines', 'total'],
  properties: {
    customer: { type: 'string', minLength: 1, maxLength: 50 },
    lines: { type: 'array', minItems: 1, maxItems: 20, items: line },
    total: { type: 'integer', minimum: 0, maximum: 1000000000 },
    note: { type: ['string', 'null'], maxLength: 500 },
  },
}
export const order = {
  type: 'object',
  properties: {
    id: { type: 'string' },
    customer: { type: 'string' },
    lines: {
      type: 'array',
      items: { type: 'object', properties: { sku: { type: 'string' }, quantity: { type: 'integer' }, price: { type: 'integer' } } },
    },
    total: { type: 'integer' },
    note: { type: ['string', 'null'] },
    createdAt: { type: 'string' },
    status: { type: 'string' },
  },
}
export const summary = {
  type: 'object',
  properties: {
    id: { type: 'string' },
    customer: { type: 'string' },
    status: { type: 'string' },
    total: { type: 'integer' },
    createdAt: { type: 'string' },
  },
}

export const query = {
  type: 'object',
  properties: {
    status: { enum: ['draft', 'placed'] },
    sort: { enum: ['createdAt', '-createdAt'] },
    size: { type: 'string', pattern: '^[1-9][0-9]?$|^100$' },
    cursor: { type: 'string', maxLength: 500 },
  },
}
