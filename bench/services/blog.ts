// The blog of examples/realworld.md: signed-in readers, lists by tag, author and favourite.

import { join } from 'node:path'
import type { Insert, Service, Work } from '../side-by-side.ts'
import { get, secret, send, signToken, spread } from './requests.ts'

process.env['JWT_SECRET'] = secret

const users = 100
const userId = (index: number): string => `01a1ff11-0000-7000-8000-${String(index).padStart(12, '0')}`
const signedIn = (index: number): readonly string[] => [`Authorization: Token ${signToken({ sub: userId(index) })}`]

const post = (name: string, paths: (articles: number) => readonly string[], body?: unknown): Work =>
  send(name, 'POST', paths, body, signedIn(3))
const slug = (index: number): string => `article-${index + 1}`

const works = [
  get('list', () => ['/api/articles']),
  get('list, signed in', () => ['/api/articles'], signedIn(3)),
  get('list by tag', () => spread(20, 20, (index) => `/api/articles?tag=tag${index}`)),
  get('list by author', () => spread(50, users, (index) => `/api/articles?author=user${index}`)),
  get('list, favorited by', () => spread(50, users, (index) => `/api/articles?favorited=user${index}`)),
  get('feed', () => ['/api/articles/feed'], signedIn(3)),
  get('one article', (articles) => spread(1000, articles, (index) => `/api/articles/${slug(index)}`)),
  get('one article, signed in', (articles) => spread(1000, articles, (index) => `/api/articles/${slug(index)}`), signedIn(3)),
  get('comments', (articles) => spread(1000, articles, (index) => `/api/articles/${slug(index)}/comments`)),
  get('profile', () => spread(users, users, (index) => `/api/profiles/user${index}`), signedIn(3)),
  get('current user', () => ['/api/user'], signedIn(3)),
  get('tags', () => ['/api/tags']),
  post('POST favorite', (articles) => spread(1000, articles, (index) => `/api/articles/${slug(index)}/favorite`)),
  post('POST comment', (articles) => spread(1000, articles, (index) => `/api/articles/${slug(index)}/comments`), {
    comment: { body: 'What a fine article, thank you.' },
  }),
  post('POST article', () => ['/api/articles'], {
    article: { title: 'On Bees', description: 'They dance', body: 'A figure of eight. '.repeat(20), tagList: ['bees', 'tag1'] },
  }),
]

function fill(insert: Insert, articles: number, isOwn: boolean): void {
  const table = (ours: string, theirs: string): string => (isOwn ? ours : theirs)
  const times = (at: string): { readonly [column: string]: string } =>
    isOwn ? { createdAt: at, updatedAt: at } : { created_at: at, updated_at: at }
  for (let index = 0; index < users; index++)
    insert(table('User', 'users'), {
      id: userId(index),
      username: `user${index}`,
      email: `u${index}@example.com`,
      password: 'x',
      bio: index % 3 === 0 ? null : `Bio of ${index}`,
      image: null,
    })
  for (let index = 0; index < users; index++)
    for (let other = 1; other <= 5; other++)
      insert(table('Follow', 'follows'), { follower: userId(index), followed: userId((index * 7 + other) % users) })
  for (let index = 0; index < articles; index++) {
    const at = new Date(Date.parse('2026-01-01T00:00:00Z') + index * 1000).toISOString()
    const tags = [`tag${index % 20}`, `t${index % 7}`]
    const list = JSON.stringify(tags)
    insert(table('Article', 'articles'), {
      id: index + 1,
      slug: slug(index),
      title: `Article ${index + 1}`,
      description: 'About "it"',
      body: 'Lorem ipsum. '.repeat(20),
      [isOwn ? 'tagList' : 'tag_list']: list,
      author: userId(index % users),
      ...times(at),
    })
    if (!isOwn) for (const [place, tag] of tags.entries()) insert('tags', { tag, article: index + 1, place })
    for (let other = 0; other < 3; other++)
      insert(table('Favorite', 'favorites'), { user: userId((index * 3 + other * 11) % users), article: index + 1 })
    if (index % 2 === 1)
      insert(table('Comment', 'comments'), {
        id: index + 1,
        article: index + 1,
        author: userId((index * 5) % users),
        body: 'Nice',
        ...times(at),
      })
  }
  // The sequences of new records continue after these.
  if (isOwn) for (const name of ['Article.id', 'Comment.id']) insert('$sequence', { name, last: articles })
}

export const blog: Service = {
  title: 'The blog',
  byHand: 'articles.mjs',
  document: join(import.meta.dirname, '../../examples/realworld.md'),
  unit: 'articles',
  sizes: [300, 2000, 20_000],
  works,
  fill,
}
