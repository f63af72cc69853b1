/**
 * Moves an EIP-1193 wallet to another network, which it may have to add, and asks it where it is then: adding is not switching (EIP-3085), and
 * some wallets agree and stay. Depends only on `request`.
 */
import type { Network } from '@airlock/protocol/contracts/shapes/network.ts'
import { AirlockError } from '@airlock/protocol/errors.ts'
import * as z from 'zod/mini'
import { readChainId, toHexChainId } from './chain-id.ts'
import type { Request } from './wallet.ts'

/** Codes that mean "I do not know this chain"; the specification's 32603 is a wallet's -32603 without its sign. */
const unknownChainCodes = new Set([4902, 5000, 32603, -32603])

/**
 * @param isThere whether the wallet uses the network by now; by default it is asked
 * @throws the errors in `personal` unchanged; USER_REJECTED if it agrees and stays; CHAIN_NOT_SUPPORTED for all others.
 */
export async function switchWallet(
  request: Request,
  network: Network,
  isThere = () => isOn(request, network),
): Promise<void> {
  const ask = () => request('wallet_switchEthereumChain', [{ chainId: toHexChainId(network.id) }])
  let wasAdded = false
  try {
    await ask()
  } catch (error) {
    if (!isUnknownChain(error)) failPersonal(error)
    await addToWallet(request, network)
    wasAdded = true
  }
  if (await isThere()) return
  if (wasAdded) {
    await ask().catch(failPersonal)
    if (await isThere()) return
  }
  throw new AirlockError('USER_REJECTED', { message: 'The wallet stayed on its network.' })
}

/** A wallet may answer before it has moved. */
const looksAfterMs = [0, 100, 200, 400, 800]

/** `true` for a wallet that does not say where it is. */
async function isOn(request: Request, { id }: Network): Promise<boolean> {
  for (const ms of looksAfterMs) {
    await new Promise((resolve) => setTimeout(resolve, ms))
    const chainId = readChainId(await request('eth_chainId', []).catch(unlessAborted))
    if (chainId === undefined || chainId === id) return true
  }
  return false
}

const addToWallet = (request: Request, { id, name, currency, rpcUrls, explorerUrl }: Network): Promise<unknown> =>
  request('wallet_addEthereumChain', [
    {
      chainId: toHexChainId(id),
      chainName: name,
      nativeCurrency: { ...currency },
      rpcUrls: [...rpcUrls],
      ...(explorerUrl ? { blockExplorerUrls: [explorerUrl] } : {}),
    },
  ]).catch(failPersonal)

/** For a question whose answer may be missing. */
const unlessAborted = (error: unknown): undefined => {
  if (error instanceof AirlockError && error.code === 'ABORTED') throw error
}

/** Some wallets say it inside of another error, or in words only. */
function isUnknownChain(error: unknown): boolean {
  if (!(error instanceof AirlockError) || personal.has(error.code)) return false
  const { data } = z.safeParse(Wrapped, error.data)
  const codes = [error.rpcCode, data?.originalError.code]
  return (
    codes.some((code) => code !== undefined && unknownChainCodes.has(code)) || /unrecognized chain/i.test(error.message)
  )
}

const Wrapped = z.object({ originalError: z.object({ code: z.number() }) })

/** Keeps errors that do not depend on the network (declined, pending, aborted); any other means that the wallet does not support it. */
function failPersonal(error: unknown): never {
  if (error instanceof AirlockError && personal.has(error.code)) throw error
  throw new AirlockError('CHAIN_NOT_SUPPORTED', { cause: error })
}

const personal = new Set(['USER_REJECTED', 'REQUEST_PENDING', 'ABORTED', 'PEER_GONE', 'TIMEOUT'])
