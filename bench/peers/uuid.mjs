// UUIDs of version 7 (RFC 9562), as in the services by hand.

export { uuidv7 as v7 } from '../by-hand/identity.mjs'
