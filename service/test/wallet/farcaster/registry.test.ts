/** Who may speak for a Farcaster account is what the nodes agree on. */
import { text } from 'node:stream/consumers'
import { type Hex, numberToHex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { type FarcasterChain, startFarcasterChain } from '../../../../e2e/world/farcaster/chain.ts'
import { type Listening, listenOnLoopback } from '../../../src/listen.ts'
import { createRegistry } from '../../../src/wallet/farcaster/registry.ts'

const mallory = privateKeyToAccount(generatePrivateKey())
const victim = privateKeyToAccount(generatePrivateKey())
const down = 'http://127.0.0.1:9/'
const Call = z.looseObject({ id: z.unknown(), method: z.string() })
/** `idOf(address)` */
const idOf = '0xd94fe832'

let chain: FarcasterChain
let liar: Listening
let lying: string
let fid: number
beforeAll(async () => {
  chain = await startFarcasterChain()
  fid = await chain.fidOf(victim.address)
  liar = await listenOnLoopback((request, response) => {
    void (async () => {
      const body = await text(request)
      const { id, method } = Call.parse(JSON.parse(body))
      const claims = method === 'eth_call' && body.includes(idOf)
      const said = { jsonrpc: '2.0', id, result: numberToHex(fid, { size: 32 }) }
      const honest = () =>
        fetch(chain.rpcUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
      response.setHeader('content-type', 'application/json')
      response.end(claims ? JSON.stringify(said) : await (await honest()).text())
    })()
  }, 0)
  lying = `http://127.0.0.1:${liar.port}/`
})
afterAll(async () => {
  await liar.close()
  await chain.stop()
})

const signedBy = async ({ address, signMessage }: typeof mallory) => {
  const message = 'a message'
  return { fid: String(fid), signer: address as Hex, message, signature: await signMessage({ message }) }
}
const isProven = async (account: typeof mallory, ...urls: readonly string[]) =>
  createRegistry(urls).isProven(await signedBy(account))

describe('two nodes and more [C344]', () => {
  test('one that lies makes no attacker the owner of an account, wherever it stands', async () => {
    const honest = chain.rpcUrl
    expect(await isProven(victim, honest, honest)).toBe(true)
    for (const urls of [
      [lying, honest],
      [honest, lying],
      [lying, honest, honest],
      [lying, honest, down],
    ])
      expect(await isProven(mallory, ...urls)).toBe(false)
    // What it can do is keep somebody out.
    expect(await isProven(victim, lying, honest)).toBe(true)
  })

  test('one alone decides nothing, and one that is down ends nothing if two others agree', async () => {
    const honest = chain.rpcUrl
    for (const urls of [
      [lying, down],
      [down, lying],
      [down, honest],
    ])
      await expect(isProven(mallory, ...urls)).rejects.toThrow('Too few nodes')
    expect(await isProven(victim, down, honest, honest)).toBe(true)
    expect(await isProven(mallory, down, honest, honest)).toBe(false)
  })

  test('an installation that lists one has to trust it', async () => {
    expect(await isProven(victim, chain.rpcUrl)).toBe(true)
    expect(await isProven(mallory, chain.rpcUrl)).toBe(false)
  })
})
