/** Reads the conformance vectors from disk, as a third party would. */
import { readFileSync } from 'node:fs'
import { readVectors } from '../../../scripts/protocol-docs/read-vectors.ts'

export const {
  messages: messageVectors,
  sessions: sessionVectors,
  handshake: handshakeVectors,
  rpc: rpcVectors,
} = readVectors((name) => JSON.parse(readFileSync(new URL(`../vectors/${name}.json`, import.meta.url), 'utf8')))
