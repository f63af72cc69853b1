/** Checks that the relay answers, and that each node serves Optimism with Farcaster's contracts. */
import { probeContract } from '../../gateway/names/probe.ts'
import { probeNode } from '../../gateway/nodes/probe.ts'
import { boundedFetch } from './bounded-fetch.ts'
import { idRegistry, keyRegistry, optimism } from './registry.ts'
import type { FarcasterSettings } from './settings.ts'

/** @returns the problems; nodes are named by their position in the file, because their URLs may contain keys */
export async function probeFarcaster({ relayUrl, rpcUrls }: FarcasterSettings): Promise<readonly string[]> {
  const problems = await Promise.all([probeRelay(relayUrl), ...rpcUrls.map(probeRpc)])
  return problems.filter((problem) => problem !== undefined)
}

/** A channel that does not exist: every relay refuses it. */
async function probeRelay(relayUrl: string): Promise<string | undefined> {
  const headers = { Authorization: 'Bearer 00000000' }
  try {
    const response = await boundedFetch(`${relayUrl}/v1/channel/status`, { headers })
    const isRefused = response.status === 401 || response.status === 404
    if (isRefused && typeof (await response.json()) === 'object') return undefined
  } catch {
    // No answer, or one that is not JSON.
  }
  return 'accounts.farcaster.relay does not answer as a relay does'
}

async function probeRpc(url: string, index: number): Promise<string | undefined> {
  const problem = (await probeNode(optimism, url)) ?? (await probeContracts(url))
  return problem && `accounts.farcaster.rpc[${index}] ${problem}`
}

async function probeContracts(url: string): Promise<string | undefined> {
  for (const address of [idRegistry, keyRegistry] as const) {
    const problem = await probeContract(address, [url])
    if (problem !== undefined) return `has no contract of Farcaster: ${address} ${problem}`
  }
  return undefined
}
