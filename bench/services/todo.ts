// The to-do list of examples/todo-backend.md, which computes texts.

import { join } from 'node:path'
import type { Service } from '../side-by-side.ts'
import { get, send, spread, uuid } from './requests.ts'

export const todo: Service = {
  // The list has no pages: one answer contains all of it.
  title: 'Todo-Backend',
  byHand: 'todo.mjs',
  document: join(import.meta.dirname, '../../examples', 'todo-backend.md'),
  unit: 'todos',
  sizes: [100],
  works: [
    get('all todos', () => ['/todos']),
    get('one todo', (size) => spread(100, size, (index) => `/todos/${uuid(index)}`)),
    send('PATCH todo', 'PATCH', (size) => spread(100, size, (index) => `/todos/${uuid(index)}`), { completed: true, order: 7 }),
    send('POST todo', 'POST', () => ['/todos'], { title: 'walk the dog', order: 3 }),
  ],
  fill(insert, size, isOwn) {
    for (let index = 0; index < size; index++)
      insert(isOwn ? 'Todo' : 'todos', {
        id: uuid(index),
        title: `Todo "${index}"`,
        completed: index % 2,
        [isOwn ? 'order' : 'place']: index % 3 === 0 ? null : index,
        version: 1,
      })
  },
}
