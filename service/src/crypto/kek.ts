/**
 * The key-encryption key, which wraps the database's data keys. It is kept outside the database: here in a file; the
 * async interface also allows an operator's PKCS#11 device or key service.
 */
import { createHash } from 'node:crypto'
import { seal, unseal } from './envelope.ts'

export type Kek = {
  /** Identifies the key without revealing anything about it; stored beside what it wraps. */
  readonly id: string
  readonly wrap: (dek: Uint8Array, dekId: string) => Promise<Uint8Array>
  /** @throws {SealBrokenError} when it was wrapped by another key or for another id. */
  readonly unwrap: (wrapped: Uint8Array, dekId: string) => Promise<Uint8Array>
}

export function createKek(bytes: Uint8Array): Kek {
  const id = createHash('sha256').update('airlock kek id').update(bytes).digest().subarray(0, 16)
  const key = { id, bytes }
  const place = (dekId: string) => ({ table: 'dek', row: dekId, column: 'wrapped_dek' })
  return {
    id: id.toString('hex'),
    wrap: async (dek, dekId) => seal(key, place(dekId), dek),
    unwrap: async (wrapped, dekId) => unseal(key, place(dekId), wrapped),
  }
}
