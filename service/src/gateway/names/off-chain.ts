/**
 * The off-chain part of the resolver contract (EIP-3668, `service/contracts/NameResolver.sol`): registry answers, signed for one question,
 * contract and chain, valid for a short time.
 */
import { Hex as HexText } from '@airlock/protocol/scalars/values.ts'
import { encodeAbiParameters, encodePacked, type Hex, isAddressEqual, keccak256 } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import * as z from 'zod/mini'
import type { Names } from '../../store/contract/names.ts'
import { type GatewayServer, readJson } from '../http/serve.ts'
import { answerQuestion } from './answers.ts'
import { nameRefusals } from './refusals.ts'
import type { ResolverSettings } from './settings.ts'

/** Validity of an answer: covers clock differences and a client's second call. */
export const answerMs = 5 * 60_000
const units = 3
const maxBytes = 16 * 1024

const Address = z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/))
const Request = z.object({ sender: Address, data: HexText.check(z.maxLength(8 * 1024)) })

type Signed = { readonly question: Hex; readonly result: Hex; readonly expires: bigint }

/** @returns the `response` argument of `resolveWithProof` */
export async function signAnswer(resolver: ResolverSettings, { question, result, expires }: Signed): Promise<Hex> {
  const { key, chainId, address } = resolver
  const hash = keccak256(
    encodePacked(
      ['bytes2', 'address', 'uint256', 'uint64', 'bytes32', 'bytes32'],
      ['0x1900', address, BigInt(chainId), expires, keccak256(question), keccak256(result)],
    ),
  )
  const signature = await privateKeyToAccount(key).sign({ hash })
  return encodeAbiParameters([{ type: 'bytes' }, { type: 'uint64' }, { type: 'bytes' }], [result, expires, signature])
}

export function serveOffChain(
  server: GatewayServer,
  { names, zone, resolver }: { readonly names: Names; readonly zone: string; readonly resolver: ResolverSettings },
  now: () => number,
): void {
  const answer = async (input: unknown) => {
    const request = z.safeParse(Request, input)
    if (!request.success) throw nameRefusals.badQuestion()
    const { sender, data: question } = request.data
    if (!isAddressEqual(`0x${sender.slice(2)}`, resolver.address)) throw nameRefusals.unknownResolver()
    const result = await answerQuestion(names, zone, question)
    const expires = BigInt(Math.floor((now() + answerMs) / 1000))
    return { body: JSON.stringify({ data: await signAnswer(resolver, { question, result, expires }) }), maxAge: 0 }
  }

  server.raw('GET', '/v1/ens/:sender/:data', async (c) => {
    await server.charge(c, units, { isOpen: true })
    const data = (c.req.param('data') ?? '').replace(/\.json$/, '')
    return answer({ sender: c.req.param('sender'), data })
  })
  server.raw('POST', '/v1/ens', async (c) => {
    await server.charge(c, units, { isOpen: true })
    return answer(await readJson(c, maxBytes))
  })
}
