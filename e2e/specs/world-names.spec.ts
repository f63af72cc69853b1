/** Names of the local world, without a page: registered at the gateway, found on the first chain by an unmodified client. */
import { createPublicClient, http } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { getEnsAddress, getEnsText, toCoinType } from 'viem/ens'
import * as z from 'zod'
import { plainLabel } from '../pages/names.ts'
import { expect, test } from '../test.ts'
import { ensContracts } from '../world/ens.ts'
import { giver } from '../world/faucet.ts'

const Identity = z.object({ name: z.nullable(z.string()), avatar: z.nullable(z.string()) })

test('an account registers a name, by which clients of ENS find it, and has it as its identity', async ({ world }) => {
  const [one] = world.chains
  // By address, because not every system resolves names below localhost.
  const gateway = world.origins.gateway.replace('gateway.localhost', '127.0.0.1')
  const identityOf = async (address: string) => {
    const response = await fetch(`${gateway}/v1/identity/${address}?projectId=${world.tour.projectId}`)
    return Identity.parse(await response.json())
  }
  const account = privateKeyToAccount(generatePrivateKey())
  const name = `${plainLabel('world', account.address)}.reown.id`
  const message = JSON.stringify({
    name,
    attributes: { bio: 'Lives in a test' },
    timestamp: Math.floor(Date.now() / 1000),
  })
  const signature = await account.signMessage({ message })
  const body = { coin_type: Number(toCoinType(one.chainId)), address: account.address, message, signature }
  const response = await fetch(`${gateway}/v1/profile/account`, { method: 'POST', body: JSON.stringify(body) })
  expect(response.status).toBe(200)

  const client = createPublicClient({ transport: http(one.nodeUrl) })
  const universalResolverAddress = ensContracts.universalResolver
  expect(await getEnsAddress(client, { name, universalResolverAddress })).toBe(account.address)
  expect(await getEnsText(client, { name, key: 'description', universalResolverAddress })).toBe('Lives in a test')
  expect(await identityOf(account.address)).toEqual({ name, avatar: null })

  const other = privateKeyToAccount(generatePrivateKey()).address
  const label = plainLabel('owner', other)
  await world.ens.give({ label, address: other })
  expect(await identityOf(other)).toEqual({ name: `${label}.eth`, avatar: null })
  expect(await identityOf(giver)).toMatchObject({ name: 'faucet.eth' })
})

test('the picture of a name comes through the gateway, written anew', async ({ world }) => {
  const gateway = world.origins.gateway.replace('gateway.localhost', '127.0.0.1')
  const found = await fetch(`${gateway}/v1/identity/${giver}?projectId=${world.tour.projectId}`)
  const { avatar } = Identity.parse(await found.json())
  const picture = await fetch(`${gateway}${avatar}`)
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp'])
})
