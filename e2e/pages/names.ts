/** Names of the registry for tests: no two are alike, and none has a word in it that the registry refuses, as hexadecimal digits can. */
import { expect } from '@playwright/test'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { toCoinType } from 'viem/ens'
import type { World } from '../world/world.ts'

const letters = 'lmnrvwxzqkhj'

/** @param seed hex digits, such as those of a new address */
export const plainLabel = (prefix: string, seed: string): string => {
  const end = seed
    .replace(/^0x/, '')
    .slice(0, 12)
    .replaceAll(/./g, (digit) => letters.charAt(Number.parseInt(digit, 16) % letters.length))
  return `${prefix}-${end}`
}

/** A name that the gateway has, and the address behind it. */
export async function named(world: World) {
  const account = privateKeyToAccount(generatePrivateKey())
  const name = `${plainLabel('friend', account.address)}.reown.id`
  const message = JSON.stringify({ name, attributes: {}, timestamp: Math.floor(Date.now() / 1000) })
  const signature = await account.signMessage({ message })
  const body = { coin_type: Number(toCoinType(world.chains[0].chainId)), address: account.address, message, signature }
  const gateway = world.origins.gateway.replace('gateway.localhost', '127.0.0.1')
  const response = await fetch(`${gateway}/v1/profile/account`, { method: 'POST', body: JSON.stringify(body) })
  expect(response.status, await response.text()).toBe(200)
  return { name, address: account.address }
}
