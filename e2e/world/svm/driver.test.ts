/** The frames' Solana driver with the local node, which runs the transactions that the driver builds. */
import type { Network } from '@airlock/protocol/contracts/shapes/network.ts'
import { getCompiledTransactionMessageDecoder } from '@solana/kit'
import { getAccount } from '@solana/spl-token'
import { Connection, Keypair, PublicKey, VersionedTransaction } from '@solana/web3.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { solanaDriver } from '../../../frame-app/src/shared/chains/solana/driver.ts'
import { readTransaction } from '../../../frame-app/src/shared/chains/solana/read.ts'
import {
  buildSolTransfer,
  buildTokenTransfer,
  tokenAccountOf,
} from '../../../frame-app/src/shared/chains/solana/transfer.ts'
import { solanaChain } from '../networks.ts'
import { type SvmNode, startSvmNode } from './node.ts'

const network: Network = {
  id: solanaChain.caip2,
  name: solanaChain.name,
  currency: { name: 'Sol', symbol: 'SOL', decimals: 9 },
  rpcUrls: [],
  testnet: false,
}
const sol = 1_000_000_000
const deadNode = 'http://127.0.0.1:9/'
const never = new AbortController().signal
let node: SvmNode
let connection: Connection
beforeAll(async () => {
  node = await startSvmNode(solanaChain)
  connection = new Connection(node.rpcUrl, 'confirmed')
})
afterAll(() => node.stop())

const funded = async () => {
  const keys = Keypair.generate()
  await connection.requestAirdrop(keys.publicKey, 2 * sol)
  return keys
}
const signedBy = (keys: Keypair, bytes: Uint8Array): Uint8Array => {
  const transaction = VersionedTransaction.deserialize(bytes)
  transaction.sign([keys])
  return transaction.serialize()
}
const terms = async () => ({ blockhash: (await connection.getLatestBlockhash()).blockhash })

describe('the Solana driver', () => {
  test('reads a balance, from the next node where one is down', async () => {
    const owner = (await funded()).publicKey.toBase58()
    const expected = { value: BigInt(2 * sol), decimals: 9, symbol: 'SOL' }
    const direct = solanaDriver.createReader(network, [node.rpcUrl])
    await expect(direct.nativeBalance(owner, never)).resolves.toEqual(expected)
    await expect(direct.nativeBalance(Keypair.generate().publicKey.toBase58(), never)).resolves.toMatchObject({
      value: 0n,
    })
    const around = solanaDriver.createReader(network, [deadNode, node.rpcUrl])
    await expect(around.nativeBalance(owner, never)).resolves.toEqual(expected)
  })

  test('reports a refusal with the node’s code, and that no node answers', async () => {
    const reader = solanaDriver.createReader(network, [node.rpcUrl])
    await expect(reader.nativeBalance('0x0', never)).rejects.toMatchObject({ code: 'WALLET_FAILED', rpcCode: -32602 })
    await expect(solanaDriver.createReader(network, []).request('getSlot', [], never)).rejects.toMatchObject({
      code: 'NETWORK',
    })
  })
})

describe('a built transaction', () => {
  test('moves SOL, and other readers read it the same', async () => {
    const [from, to] = [await funded(), Keypair.generate().publicKey]
    const transfer = { from: from.publicKey.toBase58(), to: to.toBase58(), lamports: 123_456_789n }
    const bytes = buildSolTransfer(transfer, {
      ...(await terms()),
      priority: { units: 500, microLamports: 20_000_000n },
    })
    const message = getCompiledTransactionMessageDecoder().decode(readTransaction(bytes).message)
    expect(message.staticAccounts.slice(0, 2)).toEqual([transfer.from, transfer.to])
    await connection.sendRawTransaction(signedBy(from, bytes))
    expect(await connection.getBalance(to)).toBe(123_456_789)
    // The priority fee is charged in full: 500 units at 0.02 lamports.
    expect(await connection.getBalance(from.publicKey)).toBe(2 * sol - 123_456_789 - 5_000 - 10_000)
  })

  test('moves tokens to a new holder, once the account is created', async () => {
    const [from, to] = [await funded(), Keypair.generate().publicKey.toBase58()]
    const owner = from.publicKey.toBase58()
    const { mint, decimals } = node.token
    node.token.give(owner, 10_000_000n)
    const transfer = {
      from: owner,
      to,
      mint,
      amount: 2_500_000n,
      decimals,
      program: 'token',
      makeAccount: false,
    } as const
    const tooEarly = signedBy(from, buildTokenTransfer(transfer, await terms()))
    await expect(connection.sendRawTransaction(tooEarly)).rejects.toThrow(/Transaction simulation failed/)
    const wrong = signedBy(from, buildTokenTransfer({ ...transfer, makeAccount: true, decimals: 9 }, await terms()))
    await expect(connection.sendRawTransaction(wrong)).rejects.toThrow(/Transaction simulation failed/)
    for (const amount of [2_500_000n, 1n])
      await connection.sendRawTransaction(
        signedBy(from, buildTokenTransfer({ ...transfer, amount, makeAccount: true }, await terms())),
      )
    const held = (who: string) => getAccount(connection, new PublicKey(tokenAccountOf(who, mint, 'token')))
    expect((await held(to)).amount).toBe(2_500_001n)
    expect((await held(owner)).amount).toBe(7_499_999n)
  })
})
