// The upper limit of the platform: node:http with constant bytes. `node bare.mjs` answers every request with the same order.

import { createServer } from 'node:http'

const order = Buffer.from(
  '{"id":"01a1ff87-c5ea-77b3-ad44-f30fc29aa98b","customer":"Ann","lines":[{"sku":"TEA-0001","quantity":2,"price":450}],"total":900,"note":null,"createdAt":"2026-11-21T19:14:10.538Z","status":"draft"}',
)
const server = createServer((request, response) => {
  const status = request.method === 'POST' ? 201 : 200
  const answer = () => response.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': order.length }).end(order)
  if (request.method === 'GET') answer()
  else request.resume().once('end', answer)
})
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`))
process.once('SIGTERM', () => server.close(() => process.exit(0)))
