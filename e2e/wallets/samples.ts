/** Samples to sign. */
const text = 'hello'
export const message = { text, hex: `0x${Buffer.from(text).toString('hex')}` } as const

const data = {
  domain: { name: 'Test', version: '1', chainId: 31337 },
  types: { Note: [{ name: 'text', type: 'string' }] },
  primaryType: 'Note',
  message: { text },
} as const
const domainTypes = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
]
/** For viem, and in the form that a dapp sends. */
export const typedNote = {
  data,
  json: JSON.stringify({ ...data, types: { ...data.types, EIP712Domain: domainTypes } }),
} as const
